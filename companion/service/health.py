"""Health of the computer as the kernel reports it: power, temperature, disk space."""

import shutil
from pathlib import Path
from typing import NamedTuple

SYSTEM = Path("/sys")
UNDER_VOLTAGE, CAPPED, THROTTLED, HOT = 1, 2, 4, 8
SINCE_START = 16
"""Bit offset of the same four flags for the whole time since boot."""


class Power(NamedTuple):
    """A Pi's flags about power and heat, now and since boot."""

    weak: bool
    slowed: bool
    was_weak: bool
    was_slowed: bool


def read_power(system: Path = SYSTEM) -> Power | None:
    """Read the Pi's throttling flags; None on other computers."""
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


def read_temperature(system: Path = SYSTEM) -> float | None:
    """Return the processor's temperature in °C; None if unknown."""
    try:
        return int((system / "class/thermal/thermal_zone0/temp").read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return None


def count_free_megabytes(folder: Path) -> int:
    """Return the free megabytes on the disk of a folder; 0 if unknown."""
    try:
        return shutil.disk_usage(folder).free // 1_000_000
    except OSError:
        return 0


def measure_disk_fill(folder: Path) -> float:
    """Return the used share of the disk, from 0 to 1; 1 if unknown."""
    try:
        disk = shutil.disk_usage(folder)
    except OSError:
        return 1.0
    return disk.used / disk.total if disk.total else 1.0
