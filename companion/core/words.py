"""Words in the players' language: gettext catalogs of the program and of one game."""

from __future__ import annotations

import gettext
import os
from itertools import pairwise
from pathlib import Path

from companion.core.errors import N_, ArksideError, Phrase, Thing
from companion.core.grammar import GRAMMARS, NOUN, Grammar, Noun

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LANGUAGES = ("en", "fr")
PROGRAM = ("arkside", Path(__file__).parent.parent / "locale")
"""Domain and folder of the words that belong to no game."""
ONE_LINE = str.maketrans(dict.fromkeys("\t\n\v\f\r", " "))


class Say:
    """Says things in one language; call it with an English text that holds {placeholders}."""

    def __init__(self, language: str, *catalogs: tuple[str, Path]) -> None:
        self.language = language
        self.grammar = GRAMMARS.get(language) or Grammar({})
        self._catalog = _catalog(language, *(catalogs or (PROGRAM,)))

    def __call__(self, text: str, **values: Any) -> str:
        return self._filled(self._catalog.gettext(text), values)

    def plural(self, one: str, many: str, n: int, **values: Any) -> str:
        """The right form for a number, which is {n} in the text."""
        return self._filled(self._catalog.ngettext(one, many, n), {"n": n, **values})

    def _filled(self, text: str, values: dict[str, Any]) -> str:
        """A text with its values, each in the form the text asks for."""
        return text.format(**{key: self.grammar.word(value) for key, value in values.items()})

    def noun(self, text: str) -> Noun:
        """A noun of the catalog, which sentences can ask for a form."""
        return self.grammar.noun(self._catalog.pgettext(NOUN, text))

    def number(self, value: float, form: str = "") -> str:
        """A number by itself, as this language writes it."""
        return format(self.grammar.word(value), form)

    def names(self, names: Iterable[str]) -> str:
        """Several in a sentence: Anna, Ben and Zoe."""
        *others, last = names
        return self(N_("{names} and {last}"), names=", ".join(others), last=last) if others else last

    def one_by_one(self, parts: Iterable[str]) -> str:
        """Several phrases on one line."""
        said = ""
        for part in parts:
            said = self(N_("{one}; {other}"), one=said, other=part) if said else part
        return said

    def error(self, error: ArksideError | Phrase) -> str:
        """An error as one line in this language; a noun stays one."""
        if isinstance(error, Thing):
            return self.noun(error.message)
        values = {key: self.error(value) if isinstance(value, Phrase) else value for key, value in error.values.items()}
        # not every kind of space: a narrow one before a question mark stays as it is
        words = self(error.message, **values).translate(ONE_LINE).split(" ")
        return " ".join(word for word in words if word)


def _catalog(language: str, *catalogs: tuple[str, Path]) -> gettext.NullTranslations:
    found = [gettext.translation(domain, folder, [language], fallback=True) for domain, folder in catalogs]
    for first, then in pairwise(found):
        if first is not then:
            first.add_fallback(then)
    return found[0]


def spelled(words: str) -> str:
    """Words as they are looked up: an Éléphant is found under elephant."""
    from unicodedata import combining, normalize  # noqa: PLC0415 - only those who look something up need it

    letters = normalize("NFKD", " ".join(words.casefold().replace("œ", "oe").replace("’", "'").split()))
    return "".join(letter for letter in letters if not combining(letter))


def language_of(wanted: str | None) -> str:
    """The language to speak: the one wanted, else the one of the locale, else English."""
    for name in (wanted, *(os.environ.get(v) for v in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))):
        short = (name or "").replace("-", "_").split(":")[0].split("_")[0].split(".")[0].lower()
        if short in LANGUAGES:
            return short
    return "en"
