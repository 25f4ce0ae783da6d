"""Make a card image that needs no keyboard: Raspberry Pi's own, with our package and what installs it.

    make image FROM=2025-12-04-raspios-trixie-arm64-lite.img.xz
    make image FROM=raspios.img WIFI_NAME='our "Wi-Fi": guests' WIFI_PASSWORD='its password' COUNTRY=BE

Nothing is mounted, so no root is needed; mtools writes into the FAT partition. Beside the image comes a manifest for
Raspberry Pi Imager, which then asks for user, Wi-Fi and country as it does for Raspberry Pi OS.
"""

import argparse
import hashlib
import json
import lzma
import os
import re
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build"
SECTOR = 512
TABLE = 446
FAT = (0x0B, 0x0C, 0x0E)
DEVICES = ("pi5-64bit", "pi4-64bit", "pi3-64bit")
"""Raspberry Pi Imager's names for what Arkside runs on; a Zero 2 W counts as a Pi 3."""


def main(words: Sequence[str] | None = None) -> int:
    """Copy the image, lay our files into it and describe it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("image", type=Path, help="Raspberry Pi OS Lite, 64-bit, as .img or .img.xz")
    parser.add_argument("--package", type=Path, help="the package for arm64; the newest in build/deb if not given")
    # by environment, so that quotes and dollar signs need no care and passwords are on no command line
    parser.add_argument("--wifi-name", default=os.environ.get("WIFI_NAME", ""), help="a Wi-Fi for the first start")
    parser.add_argument("--wifi-password", default=os.environ.get("WIFI_PASSWORD", ""), help="its password")
    parser.add_argument("--country", default=os.environ.get("COUNTRY", ""), help="where the box is, such as BE")
    parser.add_argument("--into", type=Path, default=BUILD / "arkside.img", help="the image to write")
    parser.add_argument("--url", help="where the image will be published; its own file if not given")
    parser.add_argument("--icon", help="where its icon will be published; our own file if not given")
    parser.add_argument("--compress", action="store_true", help="leave only the image packed by xz, to be published")
    args = parser.parse_args(words)
    package = args.package or newest_package()
    if not args.image.is_file():
        sys.exit(f"{args.image} is no file; download Raspberry Pi OS Lite (64-bit) and name it with FROM=")
    args.into.parent.mkdir(parents=True, exist_ok=True)
    new = args.into.with_name(f"{args.into.name}.new")
    try:
        unpack(args.image, new)
        with TemporaryDirectory() as scratch:
            network = network_file(Path(scratch), args.wifi_name, args.wifi_password, args.country)
            copy_in(new, [package, HERE / "cloud-init" / "vendor-data", *network])
        new.replace(args.into)
    finally:
        new.unlink(missing_ok=True)
    published = compress(args.into) if args.compress else args.into
    entry = describe(args.into, published, package, args.url, args.icon)
    if args.compress:
        args.into.unlink()
    manifest = args.into.with_suffix(".rpi-imager-manifest")
    manifest.write_text(json.dumps({"os_list": [entry]}, indent=2) + "\n", encoding="utf-8")
    print(published)
    print(manifest)
    return 0


def newest_package() -> Path:
    """Return what `make deb ARCH=arm64` built last."""
    packages = sorted((BUILD / "deb").glob("arkside_*_arm64.deb"), key=lambda file: file.stat().st_mtime)
    if not packages:
        sys.exit("there is no package for arm64 yet: make deb ARCH=arm64")
    return packages[-1]


def unpack(image: Path, into: Path) -> None:
    """Write the image as it will be on the card."""
    try:
        with lzma.open(image) if image.suffix == ".xz" else image.open("rb") as source, into.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
    except (lzma.LZMAError, EOFError) as error:
        sys.exit(f"{image} is damaged; download it again ({error})")


def boot_partition(image: Path) -> int:
    """Return where the first FAT partition begins, in bytes."""
    with image.open("rb") as file:
        head = file.read(SECTOR)
    if head[510:512] != b"\x55\xaa":
        sys.exit(f"{image} has no partition table; it is no card image")
    for entry in range(4):
        part = head[TABLE + 16 * entry : TABLE + 16 * (entry + 1)]
        if part[4] in FAT:
            return int(struct.unpack("<I", part[8:12])[0]) * SECTOR
    sys.exit(f"{image} has no boot partition; it is no image of Raspberry Pi OS")


def network_file(scratch: Path, name: str, password: str, country: str) -> list[Path]:
    """Write the Wi-Fi for cloud-init if there is one; without it the file of the image stays, which names none."""
    if country and not re.fullmatch("[A-Z]{2}", country):
        sys.exit(f"COUNTRY is two capital letters, such as BE, not {country}")
    if not name:
        if password or country:
            sys.exit("WIFI_PASSWORD and COUNTRY belong to a WIFI_NAME")
        return []
    if not 1 <= len(name.encode()) <= 32:
        sys.exit("WIFI_NAME has 1 to 32 letters")
    if password and not 8 <= len(password) <= 63:
        sys.exit("WIFI_PASSWORD has 8 to 63 letters")
    point = {name: {"password": password} if password else {}}
    part = {"optional": True, "dhcp4": True, "access-points": point}
    if country:
        part["regulatory-domain"] = country
    file = scratch / "network-config"
    # JSON is YAML too
    file.write_text(json.dumps({"version": 2, "wifis": {"wlan0": part}}) + "\n", encoding="utf-8")
    return [file]


def copy_in(image: Path, files: Sequence[Path]) -> None:
    """Write files into the boot partition, over those of the same name."""
    if shutil.which("mcopy") is None:
        sys.exit("mcopy is missing: sudo apt install mtools")
    place = f"{image}@@{boot_partition(image)}"
    # FAT knows only local time; mtools takes it from SOURCE_DATE_EPOCH if that is set
    done = subprocess.run(
        ["mcopy", "-o", "-i", place, *map(str, files), "::/"],
        capture_output=True, text=True, check=False, env={**os.environ, "TZ": "UTC"},
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"the files do not fit into the boot partition: {done.stderr.strip()}")


def compress(image: Path) -> Path:
    """Pack an image with xz; how many cores there are changes the time it takes, but not a byte."""
    if shutil.which("xz") is None:
        sys.exit("xz is missing: sudo apt install xz-utils")
    subprocess.run(["xz", "--keep", "--force", "-3", "--threads=0", "--block-size=64MiB", image], check=True)
    return image.with_name(f"{image.name}.xz")


def describe(image: Path, published: Path, package: Path, url: str | None, icon: str | None) -> dict[str, object]:
    """Return what Raspberry Pi Imager wants to know: where the image is, and which settings it understands."""
    version = package.name.split("_")[1]
    # a release is as old as its commit; a private build is as old as its package
    moment = int(os.environ.get("SOURCE_DATE_EPOCH") or package.stat().st_mtime)
    return {
        "name": f"Arkside {version}",
        "description": "Table companion for four boxed games about the Flood, on Raspberry Pi OS Lite (64-bit)",
        "icon": icon or (HERE / "icon.png").as_uri(),
        "url": url or published.resolve().as_uri(),
        "extract_size": image.stat().st_size,
        "extract_sha256": digest(image),
        "image_download_size": published.stat().st_size,
        "image_download_sha256": digest(published),
        "release_date": time.strftime("%Y-%m-%d", time.gmtime(moment)),
        "devices": list(DEVICES),
        "init_format": "cloudinit-rpi",
        "architecture": "armv8",
        "capabilities": ["i2c", "spi"],
    }


def digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
