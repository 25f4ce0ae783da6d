"""A card image: laid out as Raspberry Pi's own, a real FAT partition behind a real table, read back with mtools."""

import hashlib
import json
import lzma
import os
import re
import shutil
import struct
import subprocess
from email import message_from_bytes
from pathlib import Path

import pytest

from deploy.image import SECTOR, main
from tests.deploy.conftest import START

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path):
    file = tmp_path / "arkside_1.0.0_arm64.deb"
    file.write_bytes(b"!<arch>\n" + bytes(1000))
    return file


def names(image):
    """Every file on the boot partition."""
    words = ["mdir", "-b", "-i", f"{image}@@{START * SECTOR}", "::/"]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return {line.removeprefix("::/") for line in done.stdout.splitlines()}


def inside(image, name):
    return subprocess.run(
        ["mtype", "-i", f"{image}@@{START * SECTOR}", f"::/{name}"], check=True, capture_output=True
    ).stdout


@pytest.fixture
def make(card, package, tmp_path, monkeypatch):
    """Make an image as `make image` does, with these variables; its file."""

    def make_image(*words, **variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        made = tmp_path / "arkside.img"
        assert main([str(card), "--package", str(package), "--into", str(made), *words]) == 0
        return made

    return make_image


def test_the_image_has_the_package_and_what_installs_it(make, card, package):
    made = make()
    assert inside(made, package.name) == package.read_bytes()
    assert b"dpkg -i" in inside(made, "vendor-data")
    assert made.read_bytes()[: START * SECTOR] == lzma.decompress(card.read_bytes())[: START * SECTOR]


def test_the_files_that_imager_writes_are_left_alone(make):
    made = make()
    assert inside(made, "user-data") == b"#cloud-config\n# the maker's own\n"
    assert names(made) == {"user-data", "vendor-data", "arkside_1.0.0_arm64.deb"}


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ('Chez "nous"', ""),
        ("My Wi-Fi: guests", "mot: de passe"),
        ("it's $HOME `ls`", "\"quotes\" and 'more'"),
        ("  ", "mot: de passe"),
        ("été", ""),
    ],
)
def test_a_wifi_can_be_named_whatever_it_is_called(make, name, password):
    made = make(WIFI_NAME=name, WIFI_PASSWORD=password, COUNTRY="BE")
    part = json.loads(inside(made, "network-config"))["wifis"]["wlan0"]
    assert part["access-points"] == {name: {"password": password} if password else {}}
    assert part["regulatory-domain"] == "BE"


def test_make_hands_a_wifi_over_as_it_is(tmp_path):
    """No shell and no make reads quotes, colons or spaces in it."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed: apt-get install make")
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$@" "$WIFI_NAME" "$WIFI_PASSWORD"\n')
    python.chmod(0o755)
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy/needs.sh").write_text("#!/bin/sh\n")
    (tmp_path / "deploy/needs.sh").chmod(0o755)
    words = ["FROM=my image.img", 'WIFI_NAME=My "Wi-Fi": guests\'', "WIFI_PASSWORD=`ls`; x", f"VENV={tmp_path}"]
    done = subprocess.run(
        ["make", "-s", "-f", PROJECT / "Makefile", "image", "-o", python, *words],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["deploy/image.py", "my image.img", 'My "Wi-Fi": guests\'', "`ls`; x"], (
        done.stderr
    )


@pytest.mark.parametrize(
    "variables",
    [
        {"WIFI_NAME": "x" * 33},
        {"WIFI_NAME": "Home", "WIFI_PASSWORD": "short"},
        {"WIFI_PASSWORD": "long enough"},
        {"WIFI_NAME": "Home", "COUNTRY": "Belgium"},
    ],
)
def test_an_impossible_wifi_is_refused_and_leaves_nothing(make, tmp_path, variables):
    with pytest.raises(SystemExit):
        make(**variables)
    assert not list(tmp_path.glob("arkside.img*"))


def test_no_country_and_no_time_zone_is_built_in():
    text = (PROJECT / "deploy/cloud-init/vendor-data").read_text()
    assert "timezone" not in text
    assert "do_wifi_country" not in text


def test_the_manifest_has_everything_imager_needs(make, tmp_path):
    """The fields that the schema of Raspberry Pi Imager requires, and those that make it offer its settings.

    `doc/json-schema/os-list-schema.json` of raspberrypi/rpi-imager at 72ad1179 (August 2026) accepts this file.
    """
    made = make()
    (entry,) = json.loads((tmp_path / "arkside.rpi-imager-manifest").read_text())["os_list"]
    texts = ("name", "description", "icon", "url", "extract_sha256", "release_date", "image_download_sha256")
    assert all(isinstance(entry[name], str) and entry[name] for name in texts)
    assert entry["extract_size"] == entry["image_download_size"] == made.stat().st_size
    assert entry["extract_sha256"] == hashlib.sha256(made.read_bytes()).hexdigest()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", entry["release_date"])
    assert entry["devices"] == ["pi5-64bit", "pi4-64bit", "pi3-64bit"]
    assert entry["init_format"] == "cloudinit-rpi"  # without it Imager offers no settings
    assert entry["capabilities"] == ["i2c", "spi"]
    assert entry["url"] == made.as_uri()
    width, height = struct.unpack(">II", (PROJECT / "deploy/icon.png").read_bytes()[16:24])
    assert (width, height) == (40, 40)


def test_a_published_image_is_named_by_its_address(make, tmp_path):
    make("--url", "https://example.org/arkside.img")
    (entry,) = json.loads((tmp_path / "arkside.rpi-imager-manifest").read_text())["os_list"]
    assert entry["url"] == "https://example.org/arkside.img"


def test_a_packed_image_is_described_as_it_is_downloaded_and_as_it_is_on_the_card(make, tmp_path):
    whole = make(SOURCE_DATE_EPOCH="1767225600").read_bytes()
    make("--compress", "--url", "https://example.org/arkside.img.xz", "--icon", "https://example.org/icon.png")
    packed = (tmp_path / "arkside.img.xz").read_bytes()
    assert not (tmp_path / "arkside.img").exists()
    assert lzma.decompress(packed) == whole
    (entry,) = json.loads((tmp_path / "arkside.rpi-imager-manifest").read_text())["os_list"]
    assert (entry["extract_size"], entry["image_download_size"]) == (len(whole), len(packed))
    assert entry["extract_sha256"] == hashlib.sha256(whole).hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(packed).hexdigest()
    assert entry["icon"] == "https://example.org/icon.png"


def test_the_same_package_gives_the_same_image_and_manifest_on_another_day(make, package, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    monkeypatch.setenv("TZ", "UTC")
    first = make().read_bytes(), (tmp_path / "arkside.rpi-imager-manifest").read_bytes()
    os.utime(package, (1e9, 1e9))
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert (make().read_bytes(), (tmp_path / "arkside.rpi-imager-manifest").read_bytes()) == first
    assert b'"release_date": "2026-01-01"' in first[1]


def test_half_a_download_is_refused_and_the_image_before_stays(make, card, tmp_path):
    made = make()
    before = made.stat().st_mtime_ns
    card.write_bytes(card.read_bytes()[:-5000])
    with pytest.raises(SystemExit, match="damaged"):
        make()
    assert made.stat().st_mtime_ns == before
    assert sorted(file.name for file in tmp_path.glob("arkside.img*")) == ["arkside.img"]


def test_the_parts_of_the_vendor_data_can_be_run(tmp_path):
    parts = message_from_bytes((PROJECT / "deploy/cloud-init/vendor-data").read_bytes()).get_payload()
    assert [part.get_content_type() for part in parts] == ["text/cloud-boothook", "text/x-shellscript"]
    for number, part in enumerate(parts):
        script = part.get_payload().removeprefix("#cloud-boothook\n")
        assert script.startswith("#!/bin/sh\n")
        file = tmp_path / f"{number}.sh"
        file.write_text(script)
        assert subprocess.run(["sh", "-n", file], check=False).returncode == 0
        if shutil.which("shellcheck"):
            done = subprocess.run(["shellcheck", file], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("content", [b"", bytes(1024), bytes(510) + b"\x55\xaa"])
def test_a_file_that_is_no_card_image_is_refused(content, package, tmp_path):
    if shutil.which("mcopy") is None:
        pytest.skip("mtools is not installed: apt-get install mtools")
    (tmp_path / "x.img").write_bytes(content)
    with pytest.raises(SystemExit, match="it is no"):
        main([str(tmp_path / "x.img"), "--package", str(package), "--into", str(tmp_path / "out.img")])
    assert not list(tmp_path.glob("out.*"))
