"""The apt repository on a real system: a box is installed from it and takes a newer version, over file://."""

import lzma
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.proof.machine import PROJECT, Machine, machine
from deploy.proof.packages import build_variant
from deploy.proof.test_installed import active, page_answers

PLACE = "/srv/apt"
VERSION = "dpkg-query -W -f '${db:Status-Abbrev} ${Version}' arkside"


@pytest.fixture(scope="module")
def publish(suite: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Path]]:
    """Publish packages with a throwaway key, for each Debian in a repository of its own that begins empty."""
    home, folder = tmp_path_factory.mktemp(f"gpg-{suite}"), tmp_path_factory.mktemp(f"apt-{suite}")
    home.chmod(0o700)
    settings = {**os.environ, "GNUPGHOME": str(home)}
    key = ["--quick-generate-key", "archive@example.org", "ed25519", "sign", "never"]
    subprocess.run(["gpg", "--batch", "--passphrase", "", *key], env=settings, check=True, capture_output=True)

    def put_in(package: Path) -> Path:
        words = ["--into", str(folder), "--key", "archive@example.org", "--url", f"file://{PLACE}"]
        subprocess.run([sys.executable, PROJECT / "deploy/apt.py", package, *words], env=settings, check=True)
        return folder

    yield put_in
    subprocess.run(["gpgconf", "--kill", "all"], env=settings, check=False)


@pytest.fixture(scope="module")
def box(suite: str, package: Path, publish: Callable[[Path], Path]) -> Iterator[Machine]:
    """A computer that knows our repository and, having no network, no other one."""
    with machine(suite) as host:
        host.run(f"rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*; mkdir -p {PLACE}")
        copy(host, publish(package))
        host.run(f"cp {PLACE}/arkside.sources /etc/apt/sources.list.d/")
        yield host


def copy(box: Machine, folder: Path) -> None:
    """Bring the repository into the machine as it is now."""
    for file in sorted(folder.iterdir()):
        box.put(file, PLACE)


def test_a_box_is_installed_from_the_repository(box: Machine) -> None:
    box.run("apt-get update --error-on=any")
    box.run("apt-get install -y arkside")
    assert box.run(VERSION) == "ii  1.0.0"
    box.wait("the service", lambda: active(box))
    box.wait("the page", lambda: page_answers(box))


def test_a_newer_version_in_the_repository_is_an_upgrade(
    box: Machine, package: Path, publish: Callable[[Path], Path]
) -> None:
    before = box.show("MainPID")
    copy(box, publish(build_variant(package, "1.1.0")))
    box.run("apt-get update --error-on=any")
    box.run("apt-get upgrade -y")
    assert box.run(VERSION) == "ii  1.1.0"
    box.wait("the service", lambda: active(box))
    assert box.show("MainPID") != before
    box.wait("the page", lambda: page_answers(box))


def test_a_repository_that_was_tampered_with_is_refused(box: Machine, tmp_path: Path) -> None:
    forged = box.run(f"cat {PLACE}/Packages").replace("Version: 1.1.0", "Version: 6.6.6").encode()
    (tmp_path / "Packages").write_bytes(forged)
    (tmp_path / "Packages.xz").write_bytes(lzma.compress(forged))
    copy(box, tmp_path)
    box.run("rm -rf /var/lib/apt/lists/*")  # or apt would not look again at what it knows already
    output = box.run("apt-get update --error-on=any; echo code $?", check=False)
    assert "code 0" not in output
    assert "Hash Sum mismatch" in output or "unexpected size" in output
    assert "6.6.6" not in box.run("apt-cache policy arkside")
