"""The choices of a question as rows, with long lists filed under headings. Every client lists choices this way.

Headings come from the labels that a game's voice returns; where a game gives none, a long list is cut into
alphabetical chapters, as in a telephone book.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple

from companion.core.game import BY_LOT, DRAW_LOTS, Voice
from companion.core.match import Match
from companion.core.question import TABLE, Question, SharedQuestion
from companion.core.seat import Seat
from companion.core.voice import add_seat_symbol
from companion.core.words import normalize_spelling

MORE = "…"
"""Value at the end of a row that opens a group."""

SHORT_LIST = 6
"""Turning the dial through this many rows is quicker than opening groups."""

LONG_LIST = 14
"""A longer list is opened in groups or chapters."""

MOST_IN_CHAPTERS = 64
"""Up to eight chapters of eight rows, so any row is two pushes of the dial away."""

WORTHWHILE = 3 / 4
"""Headings are used if they leave at most this share of the rows."""


class Row(NamedTuple):
    """One line of a list. The fields after `value` matter only where a long list is grouped."""

    label: str
    result: Any
    value: str = ""
    pinned: bool = False
    """Stays in front of a long list, outside its groups."""
    group: tuple[str, ...] = ()
    """Headings this row is filed under, outermost first."""
    short: str = ""
    """Text below the innermost heading, where the heading has said the rest."""
    name: str = ""
    """Word for alphabetical order; the label if empty."""
    guessed: bool = False
    seat: int | None = None
    """Index of the player named by this row; clients that draw signs themselves use it with `text`."""
    text: str = ""
    """The label without the sign of a player."""
    icon: str = ""
    """Emoji of the piece, for clients that draw in colour."""
    large: bool = False
    """Whether phones draw it large."""
    paddle: int | None = None
    """Seat whose paddle picks this row."""
    last: bool = False
    """Stays at the end of a long list, outside its groups."""


class Group:
    """Rows of a long list behind one row; they may be groups themselves."""

    def __init__(self, heading: str, members: Sequence[Row], level: int | None = None) -> None:
        self.members = members
        """Rows with their full labels."""
        self.level = level
        """Which of the members' headings this is; None for a chapter."""
        self.row = Row(heading, self, MORE, name=members[0].name or members[0].label)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows shown when the group is opened, grouped again if there are many."""
        if self.level is None:
            return list(self.members)
        opened = [use_short_label(row, self.level)._replace(pinned=False) for row in self.members]
        return opened if len(opened) <= LONG_LIST else group_rows(opened, self.level + 1)


def use_short_label(row: Row, level: int) -> Row:
    """Use the short label below the innermost heading, which already says the rest."""
    return row._replace(label=row.short) if row.short and level == len(row.group) - 1 else row


def list_ids_behind(row: Row) -> list[str]:
    """Return the ids of all choices behind a row."""
    if isinstance(row.result, Group):
        return [id for inner in row.result.rows for id in list_ids_behind(inner)]
    return [str(row.result)]


def group_rows(rows: Sequence[Row], level: int = 0) -> list[Row]:
    """Group a long list where that saves turns of the dial.

    The finest headings that make the list short enough win. If none do, pinned rows stay in front, rare ones at the
    end, and the others are cut into alphabetical chapters.
    """
    if len(rows) <= SHORT_LIST:
        return list(rows)
    depth = max(len(row.group) for row in rows)
    for heading_level in range(depth - 1, level - 1, -1):
        filed = file_under_headings(rows, heading_level)
        if len(filed) <= min(LONG_LIST, WORTHWHILE * len(rows)):
            return filed
    if len(rows) <= LONG_LIST:
        return list(rows)
    pinned = file_under_headings([row._replace(pinned=False) for row in rows if row.pinned and not row.last], level)
    others = [row for row in rows if not row.pinned and not row.last]
    if len(others) > MOST_IN_CHAPTERS:
        others = file_under_headings(others, level)
    chapters = split_into_chapters(sort_rows(others))
    return [*(row._replace(pinned=True) for row in pinned), *chapters, *(row for row in rows if row.last)]


def file_under_headings(rows: Sequence[Row], level: int) -> list[Row]:
    """Replace rows that share their heading of this level by one row; a heading with a single row is not needed."""
    headings: dict[str | int, list[Row]] = {}
    for number, row in enumerate(rows):
        has_heading = not row.pinned and level < len(row.group)
        headings.setdefault(row.group[level] if has_heading else number, []).append(row)
    return [
        members[0] if len(members) == 1 else Group(str(heading), members, level).row
        for heading, members in headings.items()
    ]


def sort_rows(rows: Sequence[Row]) -> list[Row]:
    """Put rows in alphabetical order, pinned ones first as they are."""
    return sorted(rows, key=lambda row: [] if row.pinned else collation_key(row.name or row.label))


def collation_key(text: str) -> list[str | int]:
    """Return a sort key that ignores accents and compares numbers by their value, so that `a9` precedes `a10`."""
    parts = re.split("([0-9]+)", normalize_spelling(text))
    return [int(part) if at % 2 else part for at, part in enumerate(parts)]


def split_into_chapters(rows: Sequence[Row]) -> list[Row]:
    """Put neighbouring rows behind one row each, named after the first and the last of them."""
    # The square root balances the number of chapters against their length: fewest turns of the dial.
    size = isqrt(max(0, len(rows) - 1)) + 1
    chapters = [rows[at : at + size] for at in range(0, len(rows), size)]
    return [Group(name_chapter(rows[0], rows[-1]), rows).row if len(rows) > 1 else rows[0] for rows in chapters]


def name_chapter(first: Row, last: Row) -> str:
    """Name a chapter, such as `bear - goat`."""
    begin, end = first.name or first.label, last.name or last.label
    return begin if begin == end else f"{begin} - {end}"


def find_number_range(question: Question) -> Sequence[int]:
    """Return the choices if they are consecutive whole numbers and too many for a list, else nothing."""
    choices = question.choices
    if len(choices) < SHORT_LIST or not all(isinstance(choice, int) for choice in choices):
        return ()
    return choices if all(after == before + 1 for before, after in pairwise(choices)) else ()


def list_rows(question: Question, match: Match, voice: Voice) -> list[Row]:
    """Return a row for each choice, with players' signs and the mark of a guess; who starts can be left to chance.

    A heading is marked as a guess only if everything below it is one.
    """
    labels = [voice.label(choice, question, match.table) for choice in question.choices]
    certain = {heading for label in labels if not label.guessed for heading in label.group}
    paddles = find_paddles(question)
    rows = []
    for choice, label in zip(question.choices, labels, strict=True):
        text = voice.write_label(label)
        rows.append(
            Row(
                add_seat_symbol(text, label.seat, match.table),
                choice,
                pinned=label.pinned,
                last=label.last,
                group=tuple(heading if heading in certain else voice.mark_guess(heading) for heading in label.group),
                short=voice.mark_guess(label.short) if label.guessed and label.short else label.short,
                name=label.sort_name,
                guessed=label.guessed,
                seat=label.seat,
                text=text,
                icon=label.icon,
                large=label.large,
                paddle=paddles.get(str(choice)),
            )
        )
    if question.ask in match.game.starter_asks:
        lots = voice.say(DRAW_LOTS)
        rows.append(Row(lots, BY_LOT, text=lots, icon="🎲"))
    return rows


def find_paddles(question: Question) -> dict[str, int]:
    """Return the seats whose paddles pick a choice, by its id: the named player or the owner.

    A seat that owns several choices picks the first of them.
    """
    if not isinstance(question, SharedQuestion):
        return {str(choice): choice.index for choice in question.choices if isinstance(choice, Seat)}
    firsts: dict[int, str] = {}
    for id in question.list_ids():
        firsts.setdefault(question.get_owner(id), id)
    return {id: seat for seat, id in firsts.items() if seat != TABLE}


def find_useful_headings(rows: Sequence[Row]) -> set[str]:
    """Return the innermost headings that save room in a list shown at once, or nothing where they do not."""
    headings = Counter(row.group[-1] for row in rows if row.group and not row.pinned)
    length_with_headings = len(rows) - headings.total() + len(headings)
    if len(rows) <= SHORT_LIST or length_with_headings > WORTHWHILE * len(rows):
        return set()
    return {heading for heading, count in headings.items() if count > 1}
