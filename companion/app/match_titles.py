"""Titles of saved matches: the name that people typed where one game stands for many, else the title of the game."""

from collections.abc import Sequence
from typing import Protocol, cast

from companion.core.box import Tree
from companion.core.journal import Journal
from companion.core.record import MatchHeading, Record
from companion.core.registry import ANY_GAME, find_game, find_title
from companion.core.untrusted import sanitize


class MatchNamer(Protocol):
    """The part of the game that knows what people called a match."""

    def name_match(self, first_answer: str, corrections: Tree) -> str:
        """Return the name that the first answer gave the match; empty if it gave none."""


def find_titles(journal: Journal, headings: Sequence[MatchHeading], language: str) -> list[str]:
    """Return the titles of these matches, with a single look at the journal."""
    numbers = [heading.number for heading in headings if heading.game == ANY_GAME]
    named = {number: _name_match(*began) for number, began in journal.load_beginnings(numbers).items()}
    return [named.get(heading.number) or find_title(heading.game, language) for heading in headings]


def find_record_title(record: Record, language: str = "en") -> str:
    """Return the title of a match."""
    answers, setup = record.list_standing_choices(), record.setup
    named = _name_match(answers[0], setup.corrections) if setup.game == ANY_GAME and answers else ""
    return named or find_title(setup.game, language)


def _name_match(first_answer: str, corrections: Tree) -> str:
    return sanitize(cast(MatchNamer, find_game(ANY_GAME)).name_match(first_answer, corrections))
