"""A card's first start with Debian's cloud-init: what Raspberry Pi Imager wrote and what we wrote, in any order.

The boot partition is a folder here, and the package a small one of the same name; what is tried is who reads which file.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.proof.machine import Machine, overlay, own_groups

SUITE = "trixie"
MORE = ("cloud-init",)
HERE = Path(__file__).resolve().parent
VENDOR = HERE.parent / "cloud-init" / "vendor-data"

DATASOURCE = "datasource_list: [NoCloud, None]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware/\n"
"""Where Raspberry Pi OS tells cloud-init to look."""
TEMPLATE = {
    "user-data": "#cloud-config\n# nothing is set\n",
    "meta-data": "dsmode: local\ninstance_id: rpi-os-image\n",
    "network-config": "# no network is set\n",
}
"""Files on the boot partition of a fresh image."""
IMAGER = {
    "user-data": """#cloud-config
hostname: tablebox
manage_etc_hosts: true
timezone: Europe/Paris
user:
  name: anna
  shell: /bin/bash
  groups: users,adm,sudo
  lock_passwd: true
  sudo: ALL=(ALL) NOPASSWD:ALL
ssh_pwauth: false
runcmd:
- [ sh, -c, "date > /root/imager-was-here" ]
bootcmd:
- [ sh, -c, "date > /root/imager-was-early" ]
""",
    "meta-data": "instance-id: rpi-imager-1763430000000\n",
    "network-config": "version: 2\nethernets:\n  eth0:\n    dhcp4: true\n    optional: true\n",
}
"""Files that Imager writes for somebody who filled in its form."""
WIZARD = """[Unit]
Description=User configuration dialog
Before=getty@tty1.service
[Service]
Type=oneshot
ExecStart=/bin/sleep infinity
TimeoutStartSec=infinity
[Install]
WantedBy=multi-user.target
"""
"""Raspberry Pi OS asks for a user on a screen, and holds up everything else until somebody answers."""


@pytest.fixture(scope="module")
def small_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of the right name that installs in no time."""
    folder = tmp_path_factory.mktemp("small")
    control = "Package: arkside\nVersion: 1.0.0\nArchitecture: amd64\nMaintainer: A <a@b.c>\nDescription: small\n"
    (folder / "tree/DEBIAN").mkdir(parents=True)
    (folder / "tree/DEBIAN/control").write_text(control, encoding="utf-8")
    file = folder / "arkside_1.0.0_amd64.deb"
    subprocess.run(["dpkg-deb", "-b", folder / "tree", file], check=True, capture_output=True)
    return file


def lay(boot: Path, files: dict[str, str]) -> None:
    """Write text files onto the boot partition, over those of the same name."""
    for name, text in files.items():
        (boot / name).write_text(text, encoding="utf-8")


def lay_ours(boot: Path, package: Path) -> None:
    """Copy what our guide says onto the boot partition."""
    for file in (VENDOR, package):
        (boot / file.name).write_bytes(file.read_bytes())


@contextmanager
def card() -> Iterator[tuple[Machine, Path]]:
    """A card with a fresh system on it, not yet started, and its boot partition."""
    with overlay(SUITE, more=MORE) as (root, upper), own_groups(f"arkside-{root.parent.name}") as groups:
        boot = root / "boot/firmware"
        boot.mkdir(parents=True)
        lay(boot, TEMPLATE)
        (root / "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg").write_text(DATASOURCE, encoding="utf-8")
        (root / "etc/hostname").write_text("raspberrypi\n", encoding="utf-8")
        (root / "usr/lib/systemd/system/userconfig.service").write_text(WIZARD, encoding="utf-8")
        wants = root / "etc/systemd/system/multi-user.target.wants"
        (wants / "userconfig.service").symlink_to("/usr/lib/systemd/system/userconfig.service")
        machine = Machine(root, upper, groups)
        try:
            yield machine, boot
        finally:
            machine.power_off()


def read_installed_version(machine: Machine) -> str:
    return machine.run(
        "cloud-init status --wait > /dev/null; dpkg-query -W -f '${db:Status-Status} ${Version}' arkside", check=False
    )


def test_without_imager_it_installs_itself_although_the_wizard_waits(small_package: Path) -> None:
    with card() as (machine, boot):
        lay_ours(boot, small_package)
        machine.boot()
        assert read_installed_version(machine) == "installed 1.0.0"
        assert machine.run("cat /etc/hostname").strip() == "arkside"
        assert machine.run("systemctl is-active userconfig.service", check=False).strip() == "inactive"


ORDERS = {
    "imager, then our files": ("imager", "ours"),
    "our image, then imager": ("ours", "imager"),
    "our image, imager, our files again": ("ours", "imager", "ours"),
    "our image, then imager twice": ("ours", "imager", "imager"),
}


@pytest.mark.parametrize("order", ORDERS)
def test_settings_of_imager_and_our_files_both_survive(small_package: Path, order: str) -> None:
    with card() as (machine, boot):
        for step in ORDERS[order]:
            if step == "imager":
                lay(boot, IMAGER)
            else:
                lay_ours(boot, small_package)
        machine.boot()
        assert read_installed_version(machine) == "installed 1.0.0"
        assert machine.run("cat /etc/hostname").strip() == "tablebox"
        assert "anna" in machine.run("cat /etc/passwd")
        assert "Paris" in machine.run("readlink -f /etc/localtime")
        machine.run("ls /root/imager-was-here /root/imager-was-early")


def test_settings_that_come_later_do_not_bring_back_an_old_version(small_package: Path) -> None:
    with card() as (machine, boot):
        lay_ours(boot, small_package)
        machine.boot()
        assert read_installed_version(machine) == "installed 1.0.0"
        machine.run("sed -i 's/^Version: 1.0.0$/Version: 1.1.0/' /var/lib/dpkg/status")  # as after an update
        machine.power_off()
        lay(boot, IMAGER)  # a new instance for cloud-init: everything runs again
        machine.boot()
        assert read_installed_version(machine) == "installed 1.1.0"
        assert "anna" in machine.run("cat /etc/passwd")
