"""Files that the package installs, checked without installing them; `make deploy-test` installs them for real."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
DEPLOY = PROJECT / "deploy"
FILES = DEPLOY / "files"
SCRIPTS = [
    file
    for file in sorted(
        [
            *FILES.rglob("*"),
            *(DEPLOY / "debian").iterdir(),
            *DEPLOY.glob("*.sh"),
            *(PROJECT / "hw-schematics").rglob("*.sh"),
            *(PROJECT / "tests").glob("*.sh"),
        ]
    )
    if file.is_file() and file.read_bytes().startswith(b"#!/bin/sh")
]
UNITS = sorted((FILES / "usr/lib/systemd/system").iterdir())


def tool(name):
    """The path of a tool, or the test is left out."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {name}")
    return found


def pi_settings(how, config):
    return subprocess.run(
        ["sh", FILES / "usr/lib/arkside/pi-settings", how, config], check=True, capture_output=True, text=True
    ).stdout


def test_the_scripts_are_clean():
    assert len(SCRIPTS) >= 10
    done = subprocess.run(
        [tool("shellcheck"), "-x", *SCRIPTS], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_every_script_can_be_read_by_a_plain_shell(script):
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0


def test_the_units_are_valid(tmp_path):
    analyze = tool("systemd-analyze")
    for unit in UNITS:  # verify looks for the programs themselves, which are not installed here
        text = re.sub(r"^(Exec\w+=-?)\S+", r"\1/bin/true", unit.read_text(encoding="utf-8"), flags=re.MULTILINE)
        (tmp_path / unit.name.replace("@.", "@sda1.")).write_text(text.replace("User=arkside", "User=root"))
    units = sorted(tmp_path.iterdir())
    done = subprocess.run(
        [analyze, "verify", "--recursive-errors=yes", "--man=no", *units], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_sandbox_of_the_service_is_tight():
    done = subprocess.run(
        [tool("systemd-analyze"), "security", "--offline=true", "--no-pager", "--threshold=20", FILES / "usr/lib/systemd/system/arkside.service"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-600:]


@pytest.fixture
def start_with_card(tmp_path):
    """Do what the service does before it starts, with two folders in place of the boot partition and its data."""
    unit = (FILES / "usr/lib/systemd/system/arkside.service").read_text()
    command = re.search(r"^ExecStartPre=-/bin/sh -c '(.*)'$", unit, re.MULTILINE)[1]
    boot, data = tmp_path / "boot", tmp_path / "data"
    boot.mkdir()
    data.mkdir()
    command = command.replace("/boot/firmware/", f"{boot}/").replace("/var/lib/arkside/", f"{data}/")

    def start():
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        return {file.name: file.read_text() for file in data.iterdir()}

    return start, boot / "wiring.toml", data / "wiring.toml"


def write_at(file, text, moment):
    """Write a file as if at that time, in seconds."""
    file.write_text(text)
    os.utime(file, (moment, moment))


def test_a_wiring_on_the_card_is_taken_over_until_a_newer_one_is_written(start_with_card):
    start, card, own = start_with_card
    assert start() == {}
    write_at(card, 'build = "minimal"', 1000)
    assert start() == {"wiring.toml": 'build = "minimal"'}
    write_at(own, 'build = "race"', 2000)  # somebody with a shell
    assert start() == {"wiring.toml": 'build = "race"'}
    write_at(card, 'build = "table"', 3000)
    assert start() == {"wiring.toml": 'build = "table"'}
    card.unlink()
    assert start() == {"wiring.toml": 'build = "table"'}


def test_a_wiring_on_the_card_may_be_corrected_while_the_clock_of_the_box_is_ahead(start_with_card):
    start, card, _ = start_with_card
    write_at(card, "[dial]", 1000)
    start()
    write_at(card, "[dial]\na = 19", 1060)
    assert start() == {"wiring.toml": "[dial]\na = 19"}


def test_every_unit_that_is_started_is_in_the_package():
    named = {
        word
        for name in ("postinst", "postrm")
        for word in re.findall(r"arkside[\w-]*\.(?:service|path|timer|socket)", (DEPLOY / "debian" / name).read_text())
    }
    assert named <= {unit.name for unit in UNITS}


def test_links_in_the_package_lead_to_files_in_it():
    links = [file for file in FILES.rglob("*") if file.is_symlink()]
    assert links
    assert [link for link in links if not (FILES / str(link.readlink()).lstrip("/")).is_file()] == []


def test_the_settings_of_a_pi_are_done_and_undone(tmp_path):
    config = tmp_path / "config.txt"
    before = "dtparam=audio=on\n\n[pi4]\narm_boost=1\n"
    config.write_text(before)
    assert "config.txt is changed" in pi_settings("on", config)
    after = config.read_text()
    assert "dtparam=i2c_arm=on,i2c_arm_baudrate=400000" in after
    assert "dtparam=spi=on" in after
    assert after.index("[pi4]") < after.index("[all]") < after.index("dtparam=spi=on")  # not for a Pi 4 alone
    assert pi_settings("on", config) == ""
    assert config.read_text() == after
    pi_settings("off", config)
    assert config.read_text() == before
    assert list(tmp_path.iterdir()) == [config]


def test_the_settings_of_a_pi_are_replaced_whole(tmp_path):
    """A reader that has the old file open still reads all of it: nothing is truncated or written in place."""
    config = tmp_path / "config.txt"
    config.write_text("dtparam=audio=on\n")
    config.chmod(0o644)
    with config.open() as before:
        pi_settings("on", config)
        assert before.read() == "dtparam=audio=on\n"
    assert config.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [config]


def test_notes_are_nobody_elses_business():
    """They hold the password of the hotspot and what people named their Wi-Fi."""
    unit = (FILES / "usr/lib/systemd/system/arkside.service").read_text()
    assert "RuntimeDirectoryMode=0750\n" in unit
    assert "d /run/arkside 0750 arkside arkside -" in (FILES / "usr/lib/tmpfiles.d/arkside.conf").read_text()


def test_a_computer_without_such_settings_is_left_alone(tmp_path):
    assert pi_settings("on", tmp_path / "config.txt") == ""
    assert list(tmp_path.iterdir()) == []


def test_the_installer_says_what_it_would_do_and_does_nothing(tmp_path):
    if shutil.which("dpkg") is None or shutil.which("systemctl") is None:
        pytest.skip("no Debian")
    done = subprocess.run(
        ["sh", DEPLOY / "install.sh", "--dry-run"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "+ apt-get install" in done.stdout
    assert list(tmp_path.iterdir()) == []
    assert subprocess.run(["sh", DEPLOY / "install.sh", "--nonsense"], capture_output=True, check=False).returncode == 2


def test_the_libraries_of_the_package_are_those_of_the_constraints():
    pins = dict(line.split("==") for line in (PROJECT / "constraints.txt").read_text().split())
    locked = dict(re.findall(r"^(\S+)==(\S+)", (DEPLOY / "requirements.txt").read_text(), re.MULTILINE))
    wanted = {
        line for line in (DEPLOY / "requirements.in").read_text().splitlines() if line and not line.startswith("#")
    }
    assert set(locked) == wanted
    assert {name: pins[name] for name in locked} == locked
    for needless in ("binho-host-adapter", "pyftdi", "pyusb", "sysv_ipc", "adafruit-circuitpython-requests"):
        assert needless not in locked


def test_without_dpkg_the_build_of_a_package_says_what_to_install(tmp_path):
    (tmp_path / "git").symlink_to(tool("git"))
    done = subprocess.run(
        [sys.executable, DEPLOY / "package.py", "--arch", "arm64", "--into", tmp_path],
        env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("package: packing needs dpkg-deb: apt install dpkg")


def test_the_package_brings_every_library_that_a_box_needs():
    """The program's own, those of a Pi, and mpremote, so that the pod can be installed from the box."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["pi"], *extras["pod"]]
    # the lights of a packaged box hang on SPI; the library for a PWM pin would need root
    needed = {re.split(r"[^\w.-]", line)[0] for line in named} - {"adafruit-circuitpython-neopixel"}
    brought = {plain_name(line) for line in (DEPLOY / "requirements.in").read_text().splitlines()}
    assert {name for name in needed if plain_name(name) not in brought} == set()


def plain_name(name):
    """A library's name, spelled as all spellings are."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(tmp_path, *words):
    """The question for packages, asked by somebody who is not root."""
    if shutil.which("dpkg-query") is None:
        pytest.skip("no Debian")
    somebody = tmp_path / "id"
    somebody.write_text("#!/bin/sh\necho 1000\n")
    somebody.chmod(0o755)
    surroundings = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    return subprocess.run([DEPLOY / "needs.sh", *words], env=surroundings, capture_output=True, text=True, check=False)


def test_a_heavy_target_names_the_packages_that_it_lacks(tmp_path):
    done = needs(tmp_path, "make kites", "dpkg", "kite-string", "kite-tail")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "make kites needs these packages: sudo apt-get install kite-string kite-tail\n"


def test_a_heavy_target_that_has_all_it_needs_says_nothing(tmp_path):
    done = needs(tmp_path, "make kites", "dpkg")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_commands_for_root_say_so_first(tmp_path):
    done = needs(tmp_path, "--root", "make kites", "kite-string")
    assert done.returncode == 1
    assert done.stderr == "make kites needs root (it makes whole Debian systems): sudo make kites\n"
