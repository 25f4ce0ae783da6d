"""Currents of light strips, calculated from the colours that arrived."""

from collections.abc import Iterable

from drivers.lightbar import MILLIAMPS_A_CHANNEL, MILLIAMPS_IDLE


def estimate_milliamps(colours: Iterable[Iterable[int]]) -> float:
    """Return the highest current that a strip with these colours draws."""
    return sum(MILLIAMPS_IDLE + sum(colour) * MILLIAMPS_A_CHANNEL / 255 for colour in colours)
