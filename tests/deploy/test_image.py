"""A card image: laid out as Raspberry Pi's own, a real FAT partition behind a real table, read back with mtools."""

import json
import lzma
import shutil
import struct
import subprocess

import pytest

from deploy.image import SECTOR, TABLE, main

START = 8192
"""Sectors before the boot partition in Raspberry Pi's images."""
MEGABYTES = 64


@pytest.fixture
def card(tmp_path):
    """An image with a boot partition that already holds a cloud-init file of its maker."""
    if shutil.which("mkfs.vfat") is None or shutil.which("mcopy") is None:
        pytest.skip("dosfstools or mtools is not installed")
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


@pytest.fixture
def package(tmp_path):
    file = tmp_path / "arkside_0.1.0_arm64.deb"
    file.write_bytes(b"!<arch>\n" + bytes(1000))
    return file


def inside(image, name):
    return subprocess.run(
        ["mtype", "-i", f"{image}@@{START * SECTOR}", f"::/{name}"], check=True, capture_output=True
    ).stdout


def test_the_image_has_the_package_and_needs_no_keyboard(card, package, tmp_path):
    made = tmp_path / "arkside.img"
    assert main([str(card), "--package", str(package), "--into", str(made)]) == 0
    assert inside(made, package.name) == package.read_bytes()
    assert b"hostname: arkside" in inside(made, "user-data")
    assert b"arkside_*_arm64.deb" in inside(made, "user-data")
    assert inside(made, "meta-data").startswith(b"instance-id:")
    assert made.read_bytes()[: START * SECTOR] == lzma.decompress(card.read_bytes())[: START * SECTOR]


def test_a_wifi_can_be_named_whatever_it_is_called(card, package, tmp_path):
    made = tmp_path / "arkside.img"
    main([str(card), "--package", str(package), "--into", str(made), "--wifi", 'Chez "nous":mot: de passe'])
    network = json.loads(inside(made, "network-config"))
    assert network["wifis"]["wlan0"]["access-points"] == {'Chez "nous"': {"password": "mot: de passe"}}


@pytest.mark.parametrize("content", [b"", bytes(1024), bytes(510) + b"\x55\xaa"])
def test_what_is_no_card_image_is_refused(content, package, tmp_path):
    if shutil.which("mcopy") is None:
        pytest.skip("mtools is not installed")
    (tmp_path / "x.img").write_bytes(content)
    with pytest.raises(SystemExit, match="it is no"):
        main([str(tmp_path / "x.img"), "--package", str(package), "--into", str(tmp_path / "out.img")])
