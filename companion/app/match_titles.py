"""Titles of saved matches: the name that people gave the match, or else the title of its game."""

from collections.abc import Sequence

from companion.core.box import Tree
from companion.core.journal import Journal
from companion.core.record import MatchHeading, Record
from companion.core.registry import find_game, find_title, is_installed
from companion.core.untrusted import sanitize


def find_titles(journal: Journal, headings: Sequence[MatchHeading], language: str) -> list[str]:
    """Return the titles of these matches, with a single look at the journal."""
    beginnings = journal.load_beginnings([heading.number for heading in headings])
    return [_find_title(heading.game, *beginnings.get(heading.number, ("", {})), language) for heading in headings]


def find_record_title(record: Record, language: str = "en") -> str:
    """Return the title of a match."""
    first_answer = next(iter(record.list_standing_choices()), "")
    return _find_title(record.setup.game, first_answer, record.setup.corrections, language)


def _find_title(game: str, first_answer: str, corrections: Tree, language: str) -> str:
    name = find_game(game).name_match(first_answer, corrections) if is_installed(game) else ""
    return sanitize(name) or find_title(game, language)
