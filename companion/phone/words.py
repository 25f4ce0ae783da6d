"""The words of the page: its own catalog first, then those of the program."""

from functools import cache
from pathlib import Path

from companion.core.game import Game
from companion.core.words import PROGRAM, Say

PHONE = ("phone", Path(__file__).parent / "locale")


@cache
def phone_say(language: str) -> Say:
    """The page speaking that language."""
    return Say(language, PHONE, PROGRAM)


@cache
def words_with(language: str, game: Game | None) -> Say:
    """Whatever may have to be said to a page while that game is played."""
    folder = () if game is None else ((game.folder.name, game.folder / "locale"),)
    return Say(language, *folder, PHONE, PROGRAM)
