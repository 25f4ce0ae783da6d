"""Words in the players' language: gettext catalogs of the program and of one game."""

from __future__ import annotations

import gettext
import os
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path, PurePath

from companion.core.errors import N_, NounPhrase, Sentence
from companion.core.grammar import GRAMMARS, NOUN, Grammar, Noun
from companion.core.untrusted import sanitize

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LANGUAGES = ("en", "fr")
"""Languages that tests keep complete; `list_languages` finds all that are installed."""
PROGRAM = ("arkside", Path(__file__).parent.parent / "locale")
"""Domain and folder of the words that belong to no game."""
OWN_CATALOGS_VARIABLE = "ARKSIDE_LOCALE"
"""A translator's folder with catalogs such as `de/LC_MESSAGES/noah.mo`, which come first."""
CACHED_TEXTS = 512
ONE_LINE = str.maketrans(dict.fromkeys("\t\n\v\f\r", " "))


class Say:
    """Texts in one language; call it with an English text that may have {placeholders}."""

    def __init__(self, language: str, *catalogs: tuple[str, Path]) -> None:
        self.language = language
        self.grammar = GRAMMARS.get(language) or Grammar({})
        self._catalog = _catalog(language, *(catalogs or (PROGRAM,)))
        self._nouns: dict[str, Noun] = {}
        # texts without placeholders are cached, because they are used again and again
        self._say_constant = lru_cache(CACHED_TEXTS)(lambda text: self._fill(self._catalog.gettext(text), {}))

    def __call__(self, text: str, **values: Any) -> str:
        return self._fill(self._catalog.gettext(text), values) if values else self._say_constant(text)

    def plural(self, one: str, many: str, n: int, **values: Any) -> str:
        """Choose the singular or plural text; the number is {n} in it."""
        return self._fill(self._catalog.ngettext(one, many, n), {"n": n, **values})

    def _fill(self, text: str, values: dict[str, Any]) -> str:
        """Fill a text with values, each in the grammatical form the text asks for."""
        return text.format(**{key: self.grammar.word(_sanitize_value(value)) for key, value in values.items()})

    def noun(self, text: str) -> Noun:
        """Look up a noun, whose grammatical forms sentences can ask for."""
        if text not in self._nouns:
            self._nouns[text] = self.grammar.noun(self._catalog.pgettext(NOUN, text))
        return self._nouns[text]

    def format_number(self, value: float, form: str = "") -> str:
        """Format a number as this language writes it."""
        return format(self.grammar.word(value), form)

    def join_names(self, names: Iterable[str]) -> str:
        """Join names for a sentence: Anna, Ben and Zoe."""
        *others, last = names
        return self(N_("{names} and {last}"), names=", ".join(others), last=last) if others else last

    def join_phrases(self, parts: Iterable[str]) -> str:
        """Join several phrases on one line."""
        joined = ""
        for part in parts:
            joined = self(N_("{one}; {other}"), one=joined, other=part) if joined else part
        return joined

    def phrase(self, phrase: Sentence) -> str:
        """Translate a phrase or an error into one line; a noun keeps its forms."""
        if isinstance(phrase, NounPhrase):
            return self.noun(phrase.message)
        values = phrase.values.items()
        translated = {key: self.phrase(value) if isinstance(value, Sentence) else value for key, value in values}
        # not every kind of space: a narrow one before a question mark stays as it is
        words = self(phrase.message, **translated).translate(ONE_LINE).split(" ")
        return " ".join(word for word in words if word)


def _sanitize_value(value: Any) -> Any:
    """Sanitize text that may come from outside; our own numbers and nouns stay as they are."""
    if type(value) is str:
        return sanitize(value)
    return sanitize(str(value)) if isinstance(value, (BaseException, PurePath)) else value


def _catalog(language: str, *catalogs: tuple[str, Path]) -> gettext.NullTranslations:
    own = [(domain, folder) for domain, _ in catalogs for folder in _list_own_folders()]
    translations = [_translation(language, domain, folder) for domain, folder in (*own, *catalogs)]
    for first, fallback in pairwise(translations):
        if first is not fallback:
            first.add_fallback(fallback)
    return translations[0]


def _translation(language: str, domain: str, folder: Path) -> gettext.NullTranslations:
    """Load one catalog. A damaged one is reported once and left out; its texts appear in English."""
    try:
        return gettext.translation(domain, folder, [language], fallback=True)
    except Exception as why:  # gettext checks nothing, so a damaged file may raise anything
        _name_damaged(folder / language / "LC_MESSAGES" / f"{domain}.mo", str(why))
        return gettext.NullTranslations()


@cache
def _name_damaged(file: Path, why: str) -> None:
    import logging  # noqa: PLC0415 (every command speaks, and hardly any has this to say)

    logging.getLogger("arkside.words").warning("the catalog %s is damaged and left out: %s", file, sanitize(why))


def normalize_spelling(words: str) -> str:
    """Normalize words for lookup: an Éléphant is found under elephant."""
    from unicodedata import combining, normalize  # noqa: PLC0415 - only those who look something up need it

    letters = normalize("NFKD", " ".join(words.casefold().replace("œ", "oe").replace("’", "'").split()))
    return "".join(letter for letter in letters if not combining(letter))


def find_languages(*folders: Path) -> tuple[str, ...]:
    """Return English and every language with a compiled catalog in one of these folders."""
    translated = {file.parts[-3] for folder in folders for file in folder.glob("*/LC_MESSAGES/*.mo")}
    return (
        *(language for language in LANGUAGES if language == "en" or language in translated),
        *sorted(translated - set(LANGUAGES)),
    )


def list_languages() -> tuple[str, ...]:
    """List every language with a catalog, even a partial one; missing texts appear in English."""
    return _find_all_languages(*_list_own_folders())


def language_name(language: str) -> str:
    """Return a language's own name, or its code if unknown, with the translated share if it is incomplete."""
    say, share = Say(language), measure_translated_share(language)
    name = say(N_("English"))
    name = language if name == "English" and language != "en" else name
    return name if share >= 1 else f"{name} {say.format_number(share, '.0%')}"


def measure_translated_share(language: str) -> float:
    """Return the share of all texts that a language has, from 0 to 1, measured against the fullest catalogs."""
    return _compute_share(language, *_list_own_folders())


@cache
def _find_all_languages(*own: Path) -> tuple[str, ...]:
    return find_languages(PROGRAM[1], *own)


@cache
def _compute_share(language: str, *own: Path) -> float:
    ours = PROGRAM[1].parent
    folders = [PROGRAM[1], *ours.glob("*/locale"), *ours.glob("*/*/locale")]
    counts: dict[str, dict[str, int]] = {}
    for file in (file for folder in (*folders, *own) for file in folder.glob("*/LC_MESSAGES/*.mo")):
        texts = counts.setdefault(file.stem, {})
        texts[file.parts[-3]] = max(texts.get(file.parts[-3], 0), _count_texts(file))
    texts_in_all = sum(max(texts.values()) for texts in counts.values())
    translated = sum(texts.get(language, 0) for texts in counts.values())
    return 1.0 if language == "en" or not texts_in_all else translated / texts_in_all


def _list_own_folders() -> list[Path]:
    named = os.environ.get(OWN_CATALOGS_VARIABLE)
    return [Path(named)] if named else []


def _count_texts(file: Path) -> int:
    """Return the number of texts in a compiled catalog, without its header."""
    try:
        with file.open("rb") as catalog:
            magic, counted = catalog.read(4), catalog.read(8)[4:]
    except OSError:
        return 0
    return max(0, int.from_bytes(counted, "little" if magic == b"\xde\x12\x04\x95" else "big") - 1)


def choose_language(wanted: str | None) -> str:
    """Choose the language: the one wanted, else that of the locale, else English."""
    spoken = list_languages()
    for name in (wanted, *(os.environ.get(v) for v in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))):
        short = (name or "").replace("-", "_").split(":")[0].split("_")[0].split(".")[0].lower()
        if short in spoken:
            return short
    return "en"
