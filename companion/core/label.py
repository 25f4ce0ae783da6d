"""Choices, facts and cues in words, as values.

Voices return these values and clients lay them out by their fields. No client takes translated text apart, so a
translator is free to write any sentence.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import N_

if TYPE_CHECKING:
    from companion.core.seat import Seat
    from companion.core.words import Say

SEX_SIGNS = {"m": "♂", "f": "♀"}
SEX_WORDS = {"m": N_("male"), "f": N_("female")}


class Label(NamedTuple):
    """One choice in words."""

    text: str
    """The whole choice, short enough for a small screen, without a player's sign or the mark of a guess."""
    group: tuple[str, ...] = ()
    """Headings under which a long list files this choice, outermost first."""
    short: str = ""
    """Text below the innermost heading; empty if the whole text should be repeated there."""
    name: str = ""
    """Word by which a long list is put in alphabetical order; empty if that is the text."""
    seat: int | None = None
    """Index of the player named by this choice; clients draw their sign."""
    guessed: bool = False
    """Whether the box only guesses that there is such a piece, or what is printed on it."""
    pinned: bool = False
    """Whether the choice stays in front of a long list: a word such as `done`, or a piece known to be at hand."""
    icon: str = ""
    """An emoji for the piece, drawn beside the text by clients that can."""
    large: bool = False
    """Whether phones draw one large button, for what people do again and again."""
    last: bool = False
    """Whether a long list ends with this choice, which is rarely the right one, such as a piece that isn't listed."""

    @property
    def sort_name(self) -> str:
        """Word by which the choice is put in alphabetical order."""
        return self.name or self.text


class Highlight(NamedTuple):
    """One thing to remember of a finished match."""

    icon: str
    """An emoji for pages; screens without them show the text alone."""
    text: str


def label_seat(seat: "Seat") -> Label:
    """Label a player."""
    return Label(seat.name, seat=seat.index)


def label_shares(shares: "Sequence[tuple[Seat, int]]") -> Label:
    """Label the number of pieces that each of several players gets; a long list is grouped by the first player."""
    texts = [seat.format_count(number) for seat, number in shares]
    return Label(", ".join(texts), (shares[0][0].name, texts[0]), ", ".join(texts[1:]))


def list_sex_words(say: "Say") -> dict[str, str]:
    """Return the signs of the sexes by the words that people type for them, in any language."""
    return {word: sign for sex, sign in SEX_SIGNS.items() for word in (sex, SEX_WORDS[sex], say(SEX_WORDS[sex]))}


class Fact(NamedTuple):
    """One line about the table in words."""

    kind: str
    """Stable id of the fact, such as `ferry-3` or `hand-0`."""
    label: str
    value: str
    seat: int | None = None
    """Index of the player the fact is about, if it is about one."""


class HandPiece(NamedTuple):
    """One piece in a player's hand, for clients that draw each by itself."""

    name: str
    icon: str = ""
    """An emoji, drawn before the name."""
    figure: str = ""
    """Printed number, such as a weight."""
    details: str = ""
    """What else is printed, in words."""
    tone: str = ""
    """As that of a value in a layout: `m` or `f`, `hot` or `cold`."""


class Weight(StrEnum):
    """Importance of a cue to the people at the table."""

    DO_NOW = "do-now"
    GOOD_TO_KNOW = "good-to-know"
    STATUS = "status"


class CueLine(NamedTuple):
    """A cue in words."""

    text: str
    weight: Weight = Weight.DO_NOW

    def __str__(self) -> str:
        return self.text
