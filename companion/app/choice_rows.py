"""The choices of a question as rows, and long lists of them in groups: the same for every client that lists them."""

import re
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from math import isqrt
from typing import Any, NamedTuple

from companion.core.game import GUESSED, Voice
from companion.core.match import Match
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.words import spelled

MORE = "…"
"""Stands at the end of a row that opens a group."""

SHORT_LIST = 6
"""A list of this many rows is quicker to turn through than to open in groups."""

LONG_LIST = 14
"""A longer one is opened in chapters."""

HEAD_ENDS = (":", ",", " +")
"""What ends the part of a label that need not be said again below a title that says it."""

NESTS = (",", " +", " ×")
"""Where labels of people are taken apart: Ben ×2, Dan ×1 is found below Ben ×2, and that below Ben if need be."""

MOST_IN_CHAPTERS = 64
"""So many rows are at most eight chapters of eight."""


class Row(NamedTuple):
    """One line of a list: its words, what picking it means, a value at its end, and whether it is in no group."""

    label: str
    result: Any
    value: str = ""
    ahead: bool = False


class Group:
    """Rows of a long list that stand behind one row; they may be groups themselves."""

    def __init__(self, label: str, rows: Sequence[Row]) -> None:
        self.whole = rows
        """The rows with all their words, for a page that has room for all of them at once."""
        self.row = Row(label, self, MORE)

    @cached_property
    def rows(self) -> list[Row]:
        """What is seen when it is opened; few groups are, so it is not worked out before."""
        inside = below(self.whole)
        return inside if len(inside) <= LONG_LIST else nested(inside)


def ids_behind(row: Row) -> list[str]:
    """The ids of the choices a row stands for."""
    if isinstance(row.result, Group):
        return [id for inner in row.result.rows for id in ids_behind(inner)]
    return [str(row.result)]


def below(rows: Sequence[Row]) -> list[Row]:
    """Rows without the head that all of them have: the title above them says it."""
    sign = next((sign for sign in HEAD_ENDS if head_of(rows, sign)), "")
    return [row._replace(label=row.label.partition(sign)[2].strip()) for row in rows] if sign else list(rows)


def head_of(rows: Sequence[Row], sign: str) -> str:
    """What stands before this sign in all labels; nothing if it is not the same, or one has no such sign."""
    heads = {row.label.partition(sign)[0].strip() if sign in row.label else "" for row in rows}
    return heads.pop() if len(heads) == 1 else ""


def common(rows: Sequence[Row], small: Collection[str]) -> str:
    """What stands before the colon in all labels, else how all begin, with the figure or bracket at their end.

    So cat ♂ 2 and cat ♀ 2 are cat 2. A name ends in no small word, such as an article, nor amid brackets.
    """
    if head := head_of(rows, ":"):
        return head
    words = [row.label.removesuffix(GUESSED).split() for row in rows]
    begin = _shared(words)
    end = _shared([one[len(begin) :][::-1] for one in words])[::-1]
    while begin and (begin[-1] in small or not whole(begin)):
        del begin[-1]
    while end and not (whole(end) and (end[0].startswith("(") or end[0].isdigit())):
        del end[0]
    return " ".join(begin + end).strip(" ·,:") if begin else rows[0].label


def _shared(words: Sequence[Sequence[str]]) -> list[str]:
    """The words with which all begin."""
    return [first for first, *others in takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))]


def whole(words: Sequence[str]) -> bool:
    """Whether every bracket that opens is shut too."""
    return sum(word.count("(") - word.count(")") for word in words) == 0


def grouped(rows: Sequence[Row], small: Collection[str] = ()) -> list[Row]:
    """A long list in groups, where they save turns: first by what ids begin with, then from here to there.

    What is to stay ahead, such as the rain or passing, is in no group: it is one push away.
    """
    groups = alike(rows, small) if len(rows) > SHORT_LIST else rows
    if len(groups) <= LONG_LIST:
        return list(groups)
    if len(groups) < len(rows) <= MOST_IN_CHAPTERS and len({row.label.split()[0] for row in rows}) >= len(groups):
        # each group has a name of its own to look for, and groups within chapters would cost a push more
        groups = sorted(rows, key=lambda row: place_of(row.label))
    return by_head([row for row in groups if row.ahead]) + nested([row for row in groups if not row.ahead])


def nested(rows: Sequence[Row]) -> list[Row]:
    """A long list opened by whom a row names first, such as who gets how many cards; others in chapters."""
    for sign in NESTS:
        if 1 < len(heads := by_head(rows, sign)) <= LONG_LIST:
            return heads
    return in_chapters(rows)


def by_head(rows: Sequence[Row], sign: str = ":") -> list[Row]:
    """Rows that are alike before this sign become one, such as the places of a card: a long list is a long way."""
    heads: dict[str, list[Row]] = {}
    for row in rows:
        head, found, _ = row.label.partition(sign)
        heads.setdefault(head.strip() if found else f"={row.result}", []).append(row)
    mark = sign if sign == " +" else ""  # Anna with others, not Anna alone
    return [one[0] if len(one) == 1 else under(head + mark, one) for head, one in heads.items()]


def under(head: str, rows: Sequence[Row]) -> Row:
    """Rows behind their common head, which is marked as a guess if they are; it stays ahead as they were."""
    guessed = all(row.label.endswith(GUESSED) for row in rows)
    mark = rows[0].label[-1 - len(GUESSED) :]  # with the space that this language has before it
    return Group(head + mark if guessed else head, rows).row._replace(ahead=True)


def alike(rows: Sequence[Row], small: Collection[str]) -> Sequence[Row]:
    """Rows whose ids begin with the same word become one; if that saves little, they stay as they are."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        id = str(row.result)
        groups.setdefault(id if row.ahead else id.partition("-")[0], []).append(row)
    if len(groups) == 1:
        return rows
    if len(groups) > 3 * len(rows) // 4:
        return in_order(rows) if len(rows) > LONG_LIST else rows
    named: dict[str, list[Row]] = {}
    for one in groups.values():  # two groups of one name are one
        named.setdefault(common(one, small) if len(one) > 1 else f"={one[0].result}", []).extend(one)
    return [one[0] if len(one) == 1 else group_of(name, one) for name, one in named.items()]


def group_of(name: str, rows: Sequence[Row]) -> Row:
    """One row for all of these; if it is a long list in itself, it stays ahead of the others."""
    if len(rows) <= LONG_LIST:
        return Group(name, rows).row
    return Group(name, in_order(rows)).row._replace(ahead=True)


def in_order(rows: Sequence[Row]) -> list[Row]:
    """By the alphabet, but what stays ahead."""
    return sorted(rows, key=lambda row: [] if row.ahead else place_of(row.label))


def place_of(label: str) -> list[str | int]:
    """Where a label stands in a list: by its letters and, where it has figures, by what they come to."""
    parts = re.split("([0-9]+)", spelled(label))
    return [int(part) if at % 2 else part for at, part in enumerate(parts)]


def in_chapters(rows: Sequence[Row]) -> list[Row]:
    """Neighbours behind one row each, named after the first and the last of them, as in a telephone book."""
    size = isqrt(max(0, len(rows) - 1)) + 1
    chapters = [rows[at : at + size] for at in range(0, len(rows), size)]
    return [Group(from_to(one[0], one[-1]), one).row if len(one) > 1 else one[0] for one in chapters]


def from_to(first: Row, last: Row) -> str:
    """The first and the last of a chapter; what stands before the colon in both is said once."""
    begins, ends = headword(first), headword(last)
    head, colon, _ = begins.partition(":")
    return f"{begins} - {ends.removeprefix(head + colon).lstrip() if colon else ends}"


def headword(row: Row) -> str:
    """What stands on the back of a chapter: the name without what is in brackets behind it."""
    return named(row).partition(" (")[0]


def named(row: Row) -> str:
    """What a row is about, without the figure that may stand behind its name: cow 2 is a cow."""
    label = row.label.removesuffix(GUESSED).rstrip()
    name, _, figure = label.rpartition(" ")
    return name if name and figure.isdigit() else label


def numbers_of(question: Question) -> Sequence[int]:
    """The choices, if they are whole numbers in a row and too many for a list."""
    choices = question.choices
    if len(choices) < SHORT_LIST or not all(isinstance(choice, int) for choice in choices):
        return ()
    return choices if all(after == before + 1 for before, after in pairwise(choices)) else ()


def rows_of(question: Question, match: Match, voice: Voice) -> list[Row]:
    """A row for each choice; people come with their signs."""
    rows = []
    for choice in question.choices:
        label = voice.label(choice, question, match.table)
        if isinstance(choice, Seat):
            label = f"{choice.symbol} {label}"
        rows.append(Row(label, choice, ahead=voice.ahead(choice, question, match.table)))
    return rows
