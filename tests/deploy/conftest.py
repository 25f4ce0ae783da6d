"""A card to begin with, laid out as Raspberry Pi's own: a real FAT partition behind a real table."""

import lzma
import shutil
import struct
import subprocess

import pytest

from deploy.image import SECTOR, TABLE

START = 8192
"""Sectors before the boot partition in Raspberry Pi's images."""
MEGABYTES = 64


@pytest.fixture
def card(tmp_path):
    """An image with a boot partition that already holds a cloud-init file of its maker."""
    if shutil.which("mkfs.vfat") is None or shutil.which("mcopy") is None:
        pytest.skip("dosfstools or mtools is not installed: apt-get install dosfstools mtools")
    boot = tmp_path / "boot.fat"
    boot.write_bytes(bytes(MEGABYTES << 20))
    subprocess.run(["mkfs.vfat", "-F", "32", "-n", "bootfs", boot], check=True, capture_output=True)
    (tmp_path / "user-data").write_text("#cloud-config\n# the maker's own\n")
    subprocess.run(["mcopy", "-i", boot, tmp_path / "user-data", "::/"], check=True)
    head = bytearray(START * SECTOR)
    head[TABLE : TABLE + 16] = struct.pack("<B3sB3sII", 0, bytes(3), 0x0C, bytes(3), START, (MEGABYTES << 20) // SECTOR)
    head[510:512] = b"\x55\xaa"
    image = tmp_path / "raspios.img.xz"
    image.write_bytes(lzma.compress(bytes(head) + boot.read_bytes(), preset=0))
    return image
