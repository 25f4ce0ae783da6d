"""Updates that go wrong: half a file, an older one, a package that was left half-installed. The box says so and plays on."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.proof.machine import Machine, machine
from deploy.proof.packages import build_variant, signature_of, truncate_package
from deploy.proof.test_installed import active, as_service, bring, page_answers

VERSION = "dpkg-query -W -f '${db:Status-Abbrev} ${Version}' arkside"


@pytest.fixture(scope="module")
def box(suite: str, package: Path) -> Iterator[Machine]:
    """A box that is installed and plays."""
    with machine(suite) as host:
        host.run(f"dpkg -i {host.put(package)}")
        host.run("mkdir /root/stick")
        host.wait("the service", lambda: active(host))
        yield host


def update(box: Machine, words: str) -> str:
    return box.run(f"ARKSIDE_STEADY=3 arkside update {words}; echo code $?", check=False)


def test_half_a_package_on_a_stick_is_refused_and_reported(box: Machine, package: Path) -> None:
    bring(box, truncate_package(build_variant(package, "1.1.0")), "/root/stick")
    box.run("/usr/lib/arkside/stick /root/stick")
    assert box.run("cat /run/arkside/told").strip() == "update-failed damaged 1.1.0"
    assert box.run("ls /run/arkside/offered 2>&1", check=False).strip().endswith("No such file or directory")
    assert "code 1" in update(box, "/root/stick/arkside_1.1.0_amd64.deb")
    assert box.run(VERSION) == "ii  1.0.0"
    assert active(box)


def test_a_package_without_a_trusted_signature_is_refused_and_reported(box: Machine, package: Path) -> None:
    box.run("rm -f /root/stick/* /run/arkside/told")
    unsigned = box.put(build_variant(package, "1.1.0"), "/root/stick")
    box.run("/usr/lib/arkside/stick /root/stick")
    assert box.run("cat /run/arkside/told").strip() == "update-failed not-signed 1.1.0"
    assert "add --unsigned" in update(box, unsigned)
    assert box.run(VERSION) == "ii  1.0.0"


def test_a_package_that_was_changed_after_it_was_signed_is_refused_and_told(box: Machine, package: Path) -> None:
    box.run("rm -f /root/stick/* /run/arkside/told")
    file = bring(box, build_variant(package, "1.1.0"), "/root/stick")
    box.run(f"printf x | dd of={file} bs=1 seek=100000 conv=notrunc status=none")
    box.run("/usr/lib/arkside/stick /root/stick")
    assert box.run("cat /run/arkside/told").strip() == "update-failed damaged 1.1.0"
    assert "code 1" in update(box, file)
    assert box.run(VERSION) == "ii  1.0.0"


def test_a_package_for_another_computer_is_refused_and_told(box: Machine, package: Path) -> None:
    box.run("rm -f /root/stick/* /run/arkside/told")
    file = bring(box, build_variant(package, "1.1.0", arch="arm64"), "/root/stick")
    box.run("/usr/lib/arkside/stick /root/stick")
    assert box.run("cat /run/arkside/told").strip() == "update-failed other-computer 1.1.0"
    assert "code 1" in update(box, file)
    assert box.run(VERSION) == "ii  1.0.0"


def test_an_older_package_under_a_newer_name_is_refused_and_told(box: Machine, package: Path) -> None:
    box.run("rm -f /root/stick/* /run/arkside/told")
    file = bring(box, build_variant(package, "0.9.0"), "/root/stick")
    newer = file.replace("0.9.0", "9.0.0")
    box.run(f"mv {file} {newer}; mv {file}.minisig {newer}.minisig; /usr/lib/arkside/stick /root/stick")
    assert box.run("cat /run/arkside/told").strip() == "update-failed damaged 9.0.0"
    assert "code 1" in update(box, newer)
    assert box.run(VERSION) == "ii  1.0.0"


def test_a_stick_is_mounted_and_read_in_its_sandbox(box: Machine, package: Path, tmp_path: Path) -> None:
    """A real file system on a real block device, by the unit that udev starts."""
    folder, image = tmp_path / "stick", tmp_path / "stick.img"
    folder.mkdir()
    newer = build_variant(package, "1.0.5")
    for file in (newer, signature_of(newer)):
        shutil.copy(file, folder)
    subprocess.run(["mkfs.ext4", "-q", "-d", folder, image, "128M"], check=True)
    with loop_device(image) as device:
        number = os.stat(device).st_rdev
        box.run(f"mknod {device} b {os.major(number)} {os.minor(number)}")
        box.run(f"systemctl start arkside-stick@{Path(device).name}.service")
    assert box.run("cat /run/arkside/offered").strip() == "1.0.5"
    assert device not in box.run("findmnt -rno SOURCE").split()  # it was mounted for the unit alone
    box.run("rm -f /run/arkside/offered /var/cache/arkside/*")


@contextmanager
def loop_device(image: Path) -> Iterator[str]:
    """A block device whose content is a file."""
    done = subprocess.run(
        ["losetup", "--find", "--show", "--read-only", image], capture_output=True, text=True, check=True
    )
    try:
        yield done.stdout.strip()
    finally:
        subprocess.run(["losetup", "--detach", done.stdout.strip()], check=True)


def test_an_older_one_is_refused_unless_somebody_insists(box: Machine, package: Path) -> None:
    older = bring(box, build_variant(package, "0.9.0"))
    output = update(box, older)
    assert "code 1" in output
    assert "--downgrade" in output
    assert "code 0" in update(box, f"--downgrade {older}")
    assert box.run(VERSION) == "ii  0.9.0"
    assert "code 0" in update(box, bring(box, package))


def test_dpkg_that_is_busy_leaves_the_old_one_and_says_so(box: Machine, package: Path) -> None:
    bring(box, build_variant(package, "1.1.0"), "/root/stick")
    box.run("/usr/lib/arkside/stick /root/stick")
    lock = 'import fcntl, time; f = open("/var/lib/dpkg/lock", "w"); fcntl.lockf(f, fcntl.LOCK_EX); time.sleep(600)'
    box.run(f"systemd-run --unit=busy python3 -c '{lock}'")
    try:
        as_service(box, "touch /run/arkside-requests/update")
        failed = "update-failed not-installed 1.1.0"
        box.wait("the refusal", lambda: failed in box.run("cat /run/arkside/told", check=False))
    finally:
        box.run("systemctl stop busy")
    assert box.run(VERSION) == "ii  1.0.0"
    assert active(box)


def test_a_box_that_was_left_half_installed_can_be_updated(box: Machine, package: Path) -> None:
    """As dpkg leaves it when the power goes while it unpacks; nothing is in the cache to go back to."""
    broken = "s/^Status: install ok installed$/Status: install reinstreq half-installed/"
    box.run(
        f"sed -i '/^Package: arkside$/,/^$/{{{broken};s/^Version: .*/&\\nConfig-Version: 1.0.0/}}' /var/lib/dpkg/status"
    )
    assert box.run(VERSION) == "iHR 1.0.0"
    box.run("/usr/lib/arkside/repack /root/previous.deb")  # dpkg's own Config-Version must not end up in the package
    assert box.run("dpkg-deb -f /root/previous.deb Version Config-Version").strip() == "Version: 1.0.0"
    assert "code 0" in update(box, bring(box, build_variant(package, "1.1.0")))
    assert box.run(VERSION) == "ii  1.1.0"
    box.wait("the page", lambda: page_answers(box))


def test_a_package_left_unconfigured_by_a_power_cut_is_healed_at_the_next_start(box: Machine, package: Path) -> None:
    box.run(f"dpkg --unpack {bring(box, build_variant(package, '1.2.0'))}")
    box.run("mkdir -p /var/cache/arkside && echo 1.2.0 > /var/cache/arkside/updating")
    assert box.run(VERSION).startswith("iU")
    box.cut_power()
    box.boot()
    assert box.run(VERSION) == "ii  1.2.0"  # there was nothing to go back to
    box.wait("the page", lambda: page_answers(box))
    assert box.run("ls /var/cache/arkside").strip() == ""


def test_the_box_is_not_switched_off_in_the_middle_of_an_update(box: Machine, package: Path) -> None:
    box.run("rm -f /root/stick/*")
    bring(box, build_variant(package, "1.3.0"), "/root/stick")
    box.run("/usr/lib/arkside/stick /root/stick")
    as_service(box, "touch /run/arkside-requests/update")
    box.wait("dpkg", Path(f"{box.root}/var/cache/arkside/updating").exists)
    as_service(box, "touch /run/arkside-requests/power-off")
    box.wait("its end", lambda: box.show("ActiveState", "arkside-update.service") == "inactive")
    assert box.run(VERSION) == "ii  1.3.0"
    assert "stays on" in box.run("journalctl --no-pager -u arkside-requests.service")
    box.wait("the page", lambda: page_answers(box))
