"""Agreement in sentences: a noun knows its gender and number, and a sentence asks for the form it needs.

In a catalog a noun has the context `noun`, and its translation ends in its grammar: `pommes|fp`. The letters are
m, f or n for the gender, p for many, h for an h that is breathed (le hibou, not l’hibou); a noun that changes with its
case has that form behind them (`Bär|m|Bären`). A sentence names the form
behind the placeholder: `{card:the}` in English, `{card:le}`, `{card:du}` or `{name:de}` in French; a capital asks for
one (`{card:Le}`). Words that only follow the noun are given side by side: `{card:reste|restent}` by number, or
`{card:vu|vue|vus|vues}` by gender and number. Names of people are words without a gender: d’Anna, de Ben.

Another language is one more `Grammar` with the forms its sentences ask for.
"""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

NOUN = "noun"
"""The context of nouns in the catalogs."""
VOWELS = tuple("aeiouh")
ASPIRATED_NAMES = frozenset(
    {"hakim", "hamid", "hamza", "hans", "harold", "harry", "hassan", "heidi", "hicham", "hussein"}
)
"""French says de Harry, but d’Hugo."""
CACHED_WORDS = 1024
"""Cache size for names and similar words: an evening has few of them."""
NARROW = "\u202f"
"""A narrow no-break space."""


class Noun(str):
    """A word that sentences decline; without a gender it's a name or a text people typed."""

    grammar: Grammar
    gender: str
    many: bool
    breathed: bool
    oblique: str
    """Form of the noun when it isn't the subject, if it differs."""

    def __new__(cls, text: str, grammar: Grammar, traits: str = "", oblique: str = "") -> Noun:
        """Parse a word with the traits, and perhaps the other form, that follow it in the catalog."""
        noun = super().__new__(cls, text)
        noun.grammar = grammar
        noun.gender = next((gender for gender in "mfn" if gender in traits), "") if traits else ""
        noun.many = "p" in traits
        noun.breathed = "h" in traits
        noun.oblique = oblique or text
        return noun

    def __format__(self, form: str) -> str:
        return self.grammar.decline(self, form) if form else str(self)

    def add_sign(self, sign: str) -> Noun:
        """Return the same noun with a sign behind it, such as ♀."""
        noun = Noun(f"{self} {sign}", self.grammar, oblique=f"{self.oblique} {sign}")
        noun.gender, noun.many, noun.breathed = self.gender, self.many, self.breathed
        return noun


class Grammar:
    """Declension of nouns and format of numbers in one language."""

    def __init__(
        self,
        forms: Mapping[str, Callable[[Noun], str]],
        figures: Mapping[str, str] | None = None,
        usual: str = "",
    ) -> None:
        self.forms = forms
        self.usual = usual
        """Traits of a noun that the catalog doesn't describe."""
        self.figures = str.maketrans(dict(figures or {}))
        self._word = lru_cache(CACHED_WORDS)(lambda text: Noun(text, self))

    def noun(self, entry: str) -> Noun:
        """Parse a noun of the catalog."""
        text, _, grammar = entry.partition("|")
        traits, _, oblique = grammar.partition("|")
        return Noun(text, self, traits or self.usual, oblique)

    def word(self, value: Any) -> Any:
        """Wrap a word or a number so that sentences can ask for its forms; other values stay as they are."""
        if type(value) is str:
            return self._word(value)
        if type(value) in (int, float):
            return LocalizedNumber(value, self)
        return value

    def knows_form(self, form: str) -> bool:
        """Whether this names a form of a noun, and not a width or a precision."""
        return "|" in form or form in self.forms or (form[:1].isupper() and form.lower() in self.forms)

    def decline(self, noun: Noun, form: str) -> str:
        """Put a noun into the form a sentence asks for."""
        if "|" in form:
            return choose_agreeing_word(noun, form.split("|"))
        if form in self.forms:
            return self.forms[form](noun)
        if self.knows_form(form):
            word = self.forms[form.lower()](noun)
            return word[:1].upper() + word[1:]
        return str(noun).__format__(form)


class LocalizedNumber:
    """A number formatted as in its language, with any precision."""

    def __init__(self, value: float, grammar: Grammar) -> None:
        self.value = value
        self.grammar = grammar

    def __format__(self, form: str) -> str:
        return format(self.value, form).translate(self.grammar.figures)

    def __repr__(self) -> str:
        return repr(self.value)

    def __str__(self) -> str:
        return format(self, "")


def choose_agreeing_word(noun: Noun, words: list[str]) -> str:
    """Choose the word that agrees with a noun in number, or in gender and number."""
    return words[-2 + noun.many] if len(words) == 2 else words[2 * noun.many + (noun.gender == "f")]


def _elides(noun: Noun) -> bool:
    """Whether a French word before it loses its last vowel."""
    from unicodedata import normalize  # noqa: PLC0415 - only French needs it

    letters = normalize("NFKD", noun.casefold().replace("œ", "o"))
    if noun.breathed or letters.split(" ")[0] in ASPIRATED_NAMES:
        return False
    # Yves has a vowel there, Yann has none
    return letters[:1] in VOWELS if letters[:1] != "y" else letters[1:2] not in VOWELS


def _le(noun: Noun) -> str:
    if not noun.gender:
        return f"«{NARROW}{noun}{NARROW}»"
    return ("les " if noun.many else "l’" if _elides(noun) else "la " if noun.gender == "f" else "le ") + noun


def _de(noun: Noun) -> str:
    return ("d’" if _elides(noun) else "de ") + noun


def _du(noun: Noun) -> str:
    the = _le(noun)
    if the.startswith(("le ", "les ")):
        return ("des " if noun.many else "du ") + noun
    return "de " + the


def _au(noun: Noun) -> str:
    the = _le(noun)
    if the.startswith(("le ", "les ")):
        return ("aux " if noun.many else "au ") + noun
    return "à " + the


def _the(noun: Noun) -> str:
    return f"the {noun}" if noun.gender else noun


DER = {"der": "der die das die", "den": "den die das die", "dem": "dem der dem den"}
EIN = {"ein": "ein eine ein", "einen": "einen eine ein", "einem": "einem einer einem"}
"""German articles by case, each for m, f, n and many; the name of a form is that of its masculine."""


def _with_article(form: str, articles: str) -> Callable[[Noun], str]:
    """Make a German form: the article of its case and the noun in that case. Many nouns change only in the dative."""

    def decline_noun(noun: Noun) -> str:
        if not noun.gender:
            return f"„{noun}“"
        place = 3 if noun.many else "mfn".index(noun.gender)
        changes = form.endswith("m") or (form.endswith("n") and form != "ein" and not noun.many)
        return " ".join([*articles.split()[place : place + 1], noun.oblique if changes else str(noun)])

    return decline_noun


GRAMMARS = {
    "en": Grammar({"the": _the}, usual="n"),
    "fr": Grammar(
        {"le": _le, "de": _de, "du": _du, "au": _au},
        {",": NARROW, ".": ",", "%": f"{NARROW}%"},
    ),
    "de": Grammar(
        {form: _with_article(form, articles) for form, articles in (DER | EIN).items()},
        {",": ".", ".": ",", "%": f"{NARROW}%"},
    ),
}
"""Grammars by language; other languages use words unchanged."""
