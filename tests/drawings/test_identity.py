"""The identity chip: what is written into it, and what the program makes of it at start."""

import argparse
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest
from drawings.eeprom import checksum, image, settings_text

from companion.commands.shared import choose_wiring
from companion.device.last_screen import load_own_wiring
from drivers import hat
from drivers.hat import PRODUCT, PRODUCT_IDS, VENDOR, load_wiring, read_hat
from drivers.wiring import BUILDS, Wiring

FOLDER = Path(__file__).parent.parent.parent / "hw-schematics"
IDENTITY = UUID("7e1dd6f0-5f3a-4c35-9d0e-1a2b3c4d5e6f")
# what `eepmake` of Raspberry Pi's utils (a30e7c7) writes for carrier/eeprom-table.txt with this identity
BY_EEPMAKE = bytes.fromhex(
    "522d5069020001004800000001000000340000006f5e4d3c2b1a0e9d354c3a5ff0d61d7e02000200071541726b73696465"
    "41726b73696465206361727269657220626f617264856b"
)


@pytest.fixture
def device_tree(tmp_path):
    """A folder as the Pi shows it for a board of the build `race`."""
    folder = tmp_path / "hat"
    folder.mkdir()
    texts = {
        "vendor": VENDOR,
        "product": PRODUCT,
        "product_id": "0x0003",
        "uuid": str(IDENTITY),
        "product_ver": "0x0002",
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode() + b"\0")
    return folder


def test_the_image_is_the_one_that_eepmake_writes():
    assert image("table", IDENTITY) == BY_EEPMAKE


def test_the_checksum_is_the_standard_one():
    assert checksum(b"123456789") == 0xBB3D


@pytest.mark.parametrize("build", BUILDS)
def test_every_build_has_a_number_and_its_settings(build):
    text = (FOLDER / "carrier" / f"eeprom-{build}.txt").read_text(encoding="utf-8")
    assert text == settings_text(build)
    assert f"product_id 0x{PRODUCT_IDS[build]:04x}\n" in text
    assert len(set(PRODUCT_IDS.values())) == len(BUILDS)


def test_the_command_writes_one_file_with_a_new_identity_each_time(tmp_path):
    seen = set()
    for name in ("one.eep", "two.eep"):
        words = (sys.executable, "-m", "drawings.eeprom", str(tmp_path / name), "--build", "race")
        done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=True)
        uuid = UUID(done.stdout.split()[-1])
        assert (tmp_path / name).read_bytes() == image("race", uuid)
        seen.add(uuid)
    assert len(seen) == 2


def test_the_board_chooses_the_wiring(device_tree, tmp_path):
    read = read_hat(device_tree)
    assert (read.vendor, read.product, read.uuid, read.build) == (VENDOR, PRODUCT, str(IDENTITY), "race")
    assert load_wiring(tmp_path / "wiring.toml", device_tree) == Wiring.of_build("race")


def test_the_owners_file_wins_over_the_board(device_tree, tmp_path):
    own = tmp_path / "wiring.toml"
    own.write_text('build = "minimal"\n')
    assert load_wiring(own, device_tree) == Wiring.of_build("minimal")


@pytest.mark.parametrize(
    ("name", "content"),
    [("vendor", b"Somebody else\0"), ("product_id", b"0x7777\0"), ("product_id", b"nonsense\0"), ("product_id", b""),
     ("vendor", b"\xff\xfe\0"), ("vendor", None), ("uuid", None)],
)  # fmt: skip
def test_a_foreign_or_nonsensical_board_changes_nothing(device_tree, tmp_path, name, content):
    if content is None:
        (device_tree / name).unlink()
    else:
        (device_tree / name).write_bytes(content)
    assert load_wiring(tmp_path / "wiring.toml", device_tree) == Wiring.load()


def test_without_a_board_everything_is_as_it_was(tmp_path):
    assert read_hat(tmp_path / "none") is None
    assert load_wiring(tmp_path / "wiring.toml", tmp_path / "none") == Wiring.load()


def test_program_and_last_screen_ask_the_board(device_tree, tmp_path, monkeypatch):
    monkeypatch.setattr(hat, "DEVICE_TREE", device_tree)
    args = argparse.Namespace(data=str(tmp_path), wiring=None)
    assert choose_wiring(args) == Wiring.of_build("race")
    assert load_own_wiring(tmp_path) == Wiring.of_build("race")
    assert choose_wiring(argparse.Namespace(data=str(tmp_path), wiring="minimal")) == Wiring.of_build("minimal")
