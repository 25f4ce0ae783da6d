"""How the computer is: power, heat and room on the card, as the kernel tells."""

import shutil
from pathlib import Path
from typing import NamedTuple

SYSTEM = Path("/sys")
UNDER_VOLTAGE, CAPPED, THROTTLED, HOT = 1, 2, 4, 8
SINCE_START = 16
"""The same four facts stand again, this many bits higher, for the whole time since the computer was started."""


class Power(NamedTuple):
    """What a Pi says about its power and heat, now and since it was started."""

    weak: bool
    slowed: bool
    was_weak: bool
    was_slowed: bool


def power(system: Path = SYSTEM) -> Power | None:
    """Read the Pi's own flags; None on a computer that has none."""
    for file in system.glob("devices/platform/*/*firmware/get_throttled"):
        try:
            flags = int(file.read_text(encoding="ascii").strip(), 16)
        except (OSError, ValueError):
            continue
        since = flags >> SINCE_START
        return Power(
            *(bool(bits & mask) for bits in (flags, since) for mask in (UNDER_VOLTAGE, CAPPED | THROTTLED | HOT))
        )
    return None


def degrees(system: Path = SYSTEM) -> float | None:
    """How warm the processor is, in Celsius."""
    try:
        return int((system / "class/thermal/thermal_zone0/temp").read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return None


def megabytes_free(folder: Path) -> int:
    """Megabytes that are free where the data lies; 0 if nobody can tell."""
    try:
        return shutil.disk_usage(folder).free // 1_000_000
    except OSError:
        return 0


def full_part(folder: Path) -> float:
    """How much of the disk is taken, from 0 to 1; as good as full where nobody can tell."""
    try:
        disk = shutil.disk_usage(folder)
    except OSError:
        return 1.0
    return disk.used / disk.total if disk.total else 1.0
