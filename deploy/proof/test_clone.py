"""From a clone: the installer on a fresh Debian, again as first aid, and away; nothing but the clone and its wheels is brought."""

import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.package import PROJECT, fetch
from deploy.proof.machine import Machine, machine

SUITE = "trixie"
DATA = "/var/lib/arkside"
CLONE = "/home/maker/arkside"


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A computer on which somebody cloned the project; the installer is run by another user, root."""
    folder = tmp_path_factory.mktemp("clone")
    bundle, wheels = folder / "arkside.bundle", folder / "wheels.tar"
    subprocess.run(["git", "bundle", "create", "--quiet", str(bundle), "HEAD"], cwd=PROJECT, check=True)
    fetch("amd64", PROJECT / "build" / "wheels" / "amd64")
    with tarfile.open(wheels, "w") as tar:
        tar.add(PROJECT / "build" / "wheels" / "amd64", "build/wheels/amd64")
    with machine(SUITE, ("git", "python3-venv")) as host:
        host.run("useradd --create-home maker")
        for file in (bundle, wheels):
            host.put(file, "/home/maker")
        host.run(f"runuser -u maker -- git clone --quiet /home/maker/arkside.bundle {CLONE}")
        host.run(f"runuser -u maker -- tar -C {CLONE} -xf /home/maker/wheels.tar")
        yield host


def install(box: Machine, *words: str) -> str:
    return box.run(" ".join(["sh", f"{CLONE}/deploy/install.sh", *words]))


def read_kept_matches(box: Machine) -> str:
    return box.run(f"runuser -u arkside -- arkside history --json --data {DATA}")


def answers(box: Machine) -> bool:
    return "200" in box.run("curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/", check=False)


def test_a_trial_changes_nothing(box: Machine) -> None:
    assert "+ apt-get install" in install(box, "--dry-run")
    assert "arkside" not in box.run("dpkg-query -W -f '${Package}\\n'").split()


def test_it_installs(box: Machine) -> None:
    install(box)
    box.wait("the page", lambda: answers(box))
    play = f"arkside play noah --players Anna,Ben --seed 7 --data {DATA}"
    box.run(f"printf '1\\n1\\nq\\n' | runuser -u arkside -- {play}")
    assert "Anna" in read_kept_matches(box)


def test_run_again_it_mends_what_is_broken_and_keeps_the_data(box: Machine) -> None:
    before = read_kept_matches(box)
    box.run("systemctl disable --now arkside.service && rm -r /usr/lib/arkside/lib/companion")
    box.run("systemctl mask arkside.service", check=False)
    install(box)
    box.wait("the page", lambda: answers(box))
    assert box.run("systemctl is-enabled arkside.service").strip() == "enabled"
    assert read_kept_matches(box) == before


def test_taken_away_it_leaves_the_data(box: Machine) -> None:
    output = install(box, "--uninstall")
    assert "its data are in /var/lib/arkside" in output
    assert "arkside" not in box.run("dpkg-query -W -f '${db:Status-Abbrev} ${Package}\\n' | grep ^ii").split()
    assert box.run(f"ls {DATA}/arkside.db").strip()
    assert not Path(f"{box.root}/usr/lib/arkside").exists()
