"""The words of the device: its own catalog first, then those of the program."""

from functools import cache
from pathlib import Path

from companion.core.words import PROGRAM, Say

DEVICE = ("device", Path(__file__).parent / "locale")


@cache
def load_words(language: str) -> Say:
    """Return the words of the box in that language."""
    return Say(language, DEVICE, PROGRAM)
