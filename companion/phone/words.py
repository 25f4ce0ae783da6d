"""Translations for the pages, and the language that each browser gets."""

import re
from functools import cache
from pathlib import Path, PurePath

from starlette.requests import HTTPConnection

from companion.core.errors import ArksideError, Phrase
from companion.core.game import Game
from companion.core.words import PROGRAM, Say, list_languages

PHONE = ("phone", Path(__file__).parent / "locale")
WEIGHT = re.compile(r"[^;]*;q=([01](?:\.\d{0,3})?)")
"""One entry of `Accept-Language` with its weight (RFC 9110); an entry without one has the weight 1."""


def choose_language(connection: HTTPConnection, fallback: str) -> str:
    """Return the language chosen on the page, else the browser's favourite of those we have, else the fallback."""
    chosen = connection.cookies.get("language", "")
    if chosen in list_languages():
        return chosen
    weights: dict[str, float] = {}
    for entry in connection.headers.get("accept-language", "").replace(" ", "").lower().split(","):
        language = entry.partition(";")[0].partition("-")[0]  # French of Canada is French
        weighted = WEIGHT.fullmatch(entry)
        if language in list_languages():
            weights[language] = max(weights.get(language, 0.0), float(weighted[1]) if weighted else 1.0)
    best = max(weights, key=weights.__getitem__, default=fallback)
    return best if weights.get(best) else fallback  # a weight of 0 rejects a language


@cache
def phone_say(language: str) -> Say:
    """Return the words of the page in that language: its own catalog first, then the program's."""
    return Say(language, PHONE, PROGRAM)


@cache
def words_with(language: str, game: Game | None) -> Say:
    """Return all words a page may need while that game is played."""
    folder = () if game is None else ((game.folder.name, game.folder / "locale"),)
    return Say(language, *folder, PHONE, PROGRAM)


def describe_error(language: str, game: Game | None, error: ArksideError) -> str:
    """Return why something was refused. Files go by name only: nobody at a phone can open folders of the box."""
    values = {key: value.name if isinstance(value, PurePath) else value for key, value in error.values.items()}
    return words_with(language, game).phrase(Phrase(error.message, **values))
