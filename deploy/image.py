"""Makes a card image that needs no keyboard: Raspberry Pi's own, with our package and what its first start reads.

    make image FROM=2025-12-04-raspios-trixie-arm64-lite.img.xz
    make image FROM=raspios.img WIFI="our Wi-Fi:its password"

Nothing is mounted, so no root is needed; mtools writes into the FAT partition where it lies.
"""

import argparse
import json
import lzma
import shutil
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build"
SECTOR = 512
TABLE = 446
FAT = (0x0B, 0x0C, 0x0E)


def main(words: Sequence[str] | None = None) -> int:
    """Copy the image and lay our files into it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("image", type=Path, help="Raspberry Pi OS Lite, 64-bit, as .img or .img.xz")
    parser.add_argument("--package", type=Path, help="the package for arm64; the newest in build/deb if not given")
    parser.add_argument("--wifi", metavar="NAME:PASSWORD", help="a Wi-Fi for the first start")
    parser.add_argument("--into", type=Path, default=BUILD / "arkside.img", help="the image to write")
    args = parser.parse_args(words)
    package = args.package or newest_package()
    if not args.image.is_file():
        sys.exit(f"{args.image} is no file; download Raspberry Pi OS Lite (64-bit) and name it with FROM=")
    args.into.parent.mkdir(parents=True, exist_ok=True)
    unpack(args.image, args.into)
    with TemporaryDirectory() as scratch:
        copy_in(args.into, [package, *cloud_files(Path(scratch), args.wifi)])
    print(args.into)
    return 0


def newest_package() -> Path:
    """What `make deb ARCH=arm64` built last."""
    found = sorted((BUILD / "deb").glob("arkside_*_arm64.deb"), key=lambda file: file.stat().st_mtime)
    if not found:
        sys.exit("there is no package for arm64 yet: make deb ARCH=arm64")
    return found[-1]


def unpack(image: Path, into: Path) -> None:
    """The image as it will be on the card."""
    with lzma.open(image) if image.suffix == ".xz" else image.open("rb") as source, into.open("wb") as target:
        shutil.copyfileobj(source, target, 1 << 20)


def boot_partition(image: Path) -> int:
    """Where the first FAT partition begins, in bytes."""
    with image.open("rb") as file:
        head = file.read(SECTOR)
    if head[510:512] != b"\x55\xaa":
        sys.exit(f"{image} has no partition table; it is no card image")
    for entry in range(4):
        part = head[TABLE + 16 * entry : TABLE + 16 * (entry + 1)]
        if part[4] in FAT:
            return int(struct.unpack("<I", part[8:12])[0]) * SECTOR
    sys.exit(f"{image} has no boot partition; it is no image of Raspberry Pi OS")


def cloud_files(scratch: Path, wifi: str | None) -> list[Path]:
    """What cloud-init reads at the first start."""
    files = [
        shutil.copy(HERE / "cloud-init" / name, scratch / name) for name in ("user-data", "meta-data", "network-config")
    ]
    if wifi is not None:
        name, colon, password = wifi.partition(":")
        if not colon or not name:
            sys.exit("WIFI is name:password")
        point = {name: {"password": password}}
        network = {"version": 2, "wifis": {"wlan0": {"optional": True, "dhcp4": True, "access-points": point}}}
        (scratch / "network-config").write_text(json.dumps(network) + "\n", encoding="utf-8")  # JSON is YAML too
    return [Path(file) for file in files]


def copy_in(image: Path, files: Sequence[Path]) -> None:
    """Write files into the boot partition, over those of the same name."""
    if shutil.which("mcopy") is None:
        sys.exit("mcopy is missing: sudo apt install mtools")
    place = f"{image}@@{boot_partition(image)}"
    done = subprocess.run(
        ["mcopy", "-o", "-i", place, *map(str, files), "::/"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"the files do not fit into the boot partition: {done.stderr.strip()}")


if __name__ == "__main__":
    sys.exit(main())
