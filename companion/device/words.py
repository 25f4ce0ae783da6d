"""The words of the device: its own catalog first, then those of the program."""

from pathlib import Path

from companion.core.words import PROGRAM, Say

DEVICE = ("device", Path(__file__).parent / "locale")


def device_say(language: str) -> Say:
    """The device speaking that language."""
    return Say(language, DEVICE, PROGRAM)
