"""The words of the page: its own catalog first, then those of the program."""

from functools import cache
from pathlib import Path, PurePath

from companion.core.errors import ArksideError, Phrase
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


def describe_error(language: str, game: Game | None, error: ArksideError) -> str:
    """Return why something was refused; files by their names alone, because nobody at a phone can open folders here."""
    values = {key: value.name if isinstance(value, PurePath) else value for key, value in error.values.items()}
    return words_with(language, game).phrase(Phrase(error.message, **values))
