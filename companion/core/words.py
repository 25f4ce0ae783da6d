"""Words in the players' language: gettext catalogs of the program and of one game."""

from __future__ import annotations

import gettext
import os
from itertools import pairwise
from pathlib import Path

from companion.core.errors import ArksideError, Phrase

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from typing import Any

LANGUAGES = ("en", "fr")
PROGRAM = ("arkside", Path(__file__).parent.parent / "locale")
"""Domain and folder of the words that belong to no game."""


class Say:
    """Says things in one language; call it with an English text that holds {placeholders}."""

    def __init__(self, language: str, *catalogs: tuple[str, Path]) -> None:
        self.language = language
        self._catalog = _catalog(language, *(catalogs or (PROGRAM,)))

    def __call__(self, text: str, **values: Any) -> str:
        return self._catalog.gettext(text).format(**values)

    def plural(self, one: str, many: str, n: int, **values: Any) -> str:
        """The right form for a number, which is {n} in the text."""
        return self._catalog.ngettext(one, many, n).format(n=n, **values)

    def error(self, error: ArksideError | Phrase) -> str:
        """An error as one line in this language."""
        values = {key: self.error(value) if isinstance(value, Phrase) else value for key, value in error.values.items()}
        return " ".join(self(error.message, **values).split())


def _catalog(language: str, *catalogs: tuple[str, Path]) -> gettext.NullTranslations:
    found = [gettext.translation(domain, folder, [language], fallback=True) for domain, folder in catalogs]
    for first, then in pairwise(found):
        if first is not then:
            first.add_fallback(then)
    return found[0]


def spelled(words: str) -> str:
    """Words as they are looked up: an Éléphant is found under elephant."""
    from unicodedata import combining, normalize  # noqa: PLC0415 - only those who look something up need it

    letters = normalize("NFKD", " ".join(words.casefold().replace("œ", "oe").split()))
    return "".join(letter for letter in letters if not combining(letter))


def language_of(wanted: str | None) -> str:
    """The language to speak: the one wanted, else the one of the locale, else English."""
    for name in (wanted, *(os.environ.get(v) for v in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))):
        short = (name or "").replace("-", "_").split(":")[0].split("_")[0].split(".")[0].lower()
        if short in LANGUAGES:
            return short
    return "en"
