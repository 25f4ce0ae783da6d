"""Identity of the board on the Pi: the Pi's firmware reads its EEPROM and shows it in the device tree.

Without such a chip, or with one of another vendor's board, the default wiring is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from drivers.wiring import Wiring

DEVICE_TREE = Path("/proc/device-tree/hat")
VENDOR = "Arkside"
PRODUCT = "Arkside carrier board"
PRODUCT_IDS = {"minimal": 0x0001, "table": 0x0002, "race": 0x0003}
"""Number in the identity chip for each build. Boards are in the field, so a number never changes its meaning."""
LONGEST_TEXT = 256


@dataclass(frozen=True, slots=True)
class Hat:
    """Contents of a board's identity chip."""

    vendor: str
    product: str
    product_id: int
    uuid: str

    @property
    def build(self) -> str | None:
        """Build that this board was flashed for; None if it is not one of ours."""
        if self.vendor != VENDOR:
            return None
        return next((build for build, number in PRODUCT_IDS.items() if number == self.product_id), None)


def read_hat(folder: Path | None = None) -> Hat | None:
    """Return the identity of the board; None without a board, without a chip, or with unreadable contents."""
    folder = folder or DEVICE_TREE
    try:
        vendor, product, number, uuid = (
            _read_text(folder / name) for name in ("vendor", "product", "product_id", "uuid")
        )
        return Hat(vendor, product, int(number, 16), uuid)
    except (OSError, ValueError):
        return None


def load_wiring(own: Path, folder: Path | None = None) -> Wiring:
    """Return the owner's wiring if there is a file, else the build that the board names, else `table`."""
    if own.exists():
        return Wiring.load(own)
    hat = read_hat(folder)
    if hat is not None and hat.build is not None:
        return Wiring.of_build(hat.build)
    return Wiring.load()


def _read_text(file: Path) -> str:
    with file.open("rb") as stream:  # texts in the device tree end with a zero byte
        return stream.read(LONGEST_TEXT).rstrip(b"\0").decode("ascii")
