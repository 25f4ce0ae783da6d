"""The identity chip of the board, after the HAT+ specification: as text for `eepmake`, and as the bytes it would write.

Debian has no `eepmake`, so the format is written here: a header, then atoms with a checksum each, all little endian.
"""

from __future__ import annotations

import argparse
import struct
import sys
from pathlib import Path
from uuid import UUID, uuid4

from drawings.sheet import REVISION
from drivers.hat import PRODUCT, PRODUCT_IDS, VENDOR

SIGNATURE, HAT_PLUS = b"R-Pi", 2
VENDOR_ATOM = 1
UNNAMED = UUID(int=0)


def settings_text(build: str, uuid: UUID = UNNAMED) -> str:
    """Settings that `eepmake` reads; it makes up an identity of its own where there are only zeros."""
    return (
        f"# Identity of an Arkside carrier board for the build {build}; written by make drawings\n"
        f"product_uuid {uuid}\n"
        f"product_id 0x{PRODUCT_IDS[build]:04x}\n"
        f"product_ver 0x{int(REVISION):04x}\n"
        f'vendor "{VENDOR}"\n'
        f'product "{PRODUCT}"\n'
        "current_supply 0\n"
    )


def image(build: str, uuid: UUID) -> bytes:
    """The contents of the chip."""
    vendor, product = VENDOR.encode("ascii"), PRODUCT.encode("ascii")
    identity = uuid.int.to_bytes(16, "little")
    numbers = struct.pack("<HHBB", PRODUCT_IDS[build], int(REVISION), len(vendor), len(product))
    atoms = [_atom(VENDOR_ATOM, 0, identity + numbers + vendor + product)]
    body = b"".join(atoms)
    return struct.pack("<4sBBHI", SIGNATURE, HAT_PLUS, 0, len(atoms), 12 + len(body)) + body


def _atom(kind: int, number: int, data: bytes) -> bytes:
    atom = struct.pack("<HHI", kind, number, len(data) + 2) + data
    return atom + struct.pack("<H", checksum(atom))


def checksum(data: bytes) -> int:
    """CRC-16 with the polynomial 0x8005, lowest bit first."""
    state = 0
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = (state >> 1) ^ 0xA001 if state & 1 else state >> 1
    return state


def main() -> int:
    """Write the image for one board; every board gets an identity of its own unless one is given."""
    parser = argparse.ArgumentParser(prog="python -m drawings.eeprom", description=__doc__)
    parser.add_argument("file", type=Path, help="where to write the .eep file")
    parser.add_argument("--build", choices=PRODUCT_IDS, default="table", help="what the board is wired for")
    parser.add_argument("--uuid", type=UUID, help="the identity of this board; a new one if not given")
    args = parser.parse_args()
    uuid = args.uuid or uuid4()
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.write_bytes(image(args.build, uuid))
    sys.stdout.write(f"{args.file}: build {args.build}, identity {uuid}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
