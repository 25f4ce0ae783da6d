"""The words of the page: its own catalog first, then those of the program."""

from pathlib import Path

from companion.core.words import PROGRAM, Say

PHONE = ("phone", Path(__file__).parent / "locale")


def phone_say(language: str) -> Say:
    """The page speaking that language."""
    return Say(language, PHONE, PROGRAM)
