"""How much of the system each unit could reach if it were taken over, as `systemd-analyze security` sees it."""

import re
import shutil
import subprocess

import pytest

from tests.deploy.root_scripts import SCRIPTS

UNITS = SCRIPTS.parent / "systemd/system"
MOST_EXPOSED = {
    "arkside.service": 1.7,
    "arkside-backup.service": 0.9,
    "arkside-portal.service": 0.9,
    "arkside-requests.service": 1.4,
    "arkside-network.service": 1.4,
    "arkside-stick@.service": 1.8,
    # dpkg and the scripts of a package must write the whole system
    "arkside-update.service": 6.1,
    "arkside-heal.service": 6.1,
}
"""Exposure from 0 (sandboxed) to 10; a change may lower a figure but not raise it."""


def measure_exposure(unit):
    """Return the exposure of a unit by its file alone."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed: apt-get install systemd")
    words = [program, "security", "--offline=true", "--no-pager", UNITS / unit]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    level = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    if level is None:
        pytest.skip("this systemd-analyze can't look at a file")
    return float(level[1])


def test_every_unit_has_its_bound():
    assert {file.name for file in UNITS.glob("*.service")} == set(MOST_EXPOSED)


@pytest.mark.parametrize("unit", MOST_EXPOSED)
def test_no_unit_is_more_exposed_than_it_must_be(unit):
    assert measure_exposure(unit) <= MOST_EXPOSED[unit]


@pytest.mark.parametrize("unit", MOST_EXPOSED)
def test_no_unit_can_gain_rights(unit):
    assert "NoNewPrivileges=yes" in (UNITS / unit).read_text().splitlines()


@pytest.mark.parametrize("unit", [unit for unit, most in MOST_EXPOSED.items() if most < 4])
def test_only_what_installs_packages_can_write_the_system(unit):
    assert "ProtectSystem=strict" in (UNITS / unit).read_text().splitlines()
