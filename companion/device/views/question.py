"""What a game asks, as a view: a number to set, a list to pick from, or a long list in groups."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from companion.core.game import Voice
from companion.core.match import Match
from companion.core.question import TABLE, Question
from companion.core.seat import Seat
from companion.device.view import BACK, HELP, View, Walk
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView, Row

MORE = "…"

SHORT_LIST = 6
"""A list of this many rows is quicker to turn through than to open in groups."""


class QuestionView(PickView):
    """Pick an answer; where players are to choose from, their own paddles do it too."""

    def paddle(self, seat: int) -> None:
        """A paddle stands for the player who sits there."""
        for row in self.rows:
            if isinstance(row.result, Seat) and row.result.index == seat:
                self.decide(row.result)

    def dome(self) -> None:
        """Explain."""
        self.decide(HELP)


class NumberQuestionView(NumberView):
    """Set a number."""

    def dome(self) -> None:
        """Explain."""
        self.decide(HELP)


class Group:
    """Choices of a long list that belong together: the first word of their ids is the same."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.row = rows[0] if len(rows) == 1 else Row(common(rows), self, MORE)


def common(rows: Sequence[Row]) -> str:
    """The words that all labels share: cat ♂ 2 and cat ♀ 2 are cat 2."""
    first, *others = [row.label.split() for row in rows]
    shared = [word for word in first if all(word in words for words in others)]
    return " ".join(shared) or rows[0].label


def grouped(rows: Sequence[Row]) -> list[Group]:
    """The groups of a long list, or each row by itself where groups would not save any turns."""
    alone = [Group([row]) for row in rows]
    if len(rows) <= SHORT_LIST:
        return alone
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(row.result).partition("-")[0], []).append(row)
    if not 1 < len(groups) <= 3 * len(rows) // 4:
        return alone
    return [Group(members) for members in groups.values()]


def ask(match: Match, voice: Voice) -> Walk[Any]:
    """Ask the question of the match; returns the answer, BACK or HELP."""
    question = match.question
    assert question is not None
    prompt = voice.prompt(question, match.table)
    symbol, seat = signs(match, question)
    numbers = numbers_of(question)
    if numbers:
        return (yield NumberQuestionView(prompt, numbers, symbol, seat))
    groups = grouped(rows_of(question, match, voice))
    view = QuestionView(prompt, [group.row for group in groups], symbol=symbol, seat=seat)
    while True:
        picked = yield view
        if not isinstance(picked, Group):
            return picked
        inner = yield QuestionView(picked.row.label, picked.rows, symbol=symbol, seat=seat)
        if inner is not BACK:
            return inner
        view = QuestionView(prompt, view.rows, view.at, symbol, seat)


def signs(match: Match, question: Question) -> tuple[str, int | None]:
    """The sign and the number of the seat that is asked; the table has neither."""
    if question.seat == TABLE:
        return "", None
    return match.setup.seats[question.seat].symbol, question.seat


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
        label = voice.choice(choice, question, match.table)
        rows.append(Row(f"{choice.symbol} {label}" if isinstance(choice, Seat) else label, choice))
    return rows


def views_of(match: Match, voice: Voice) -> list[View]:
    """Every view that the question can show: the first one, and one for each group that can be opened."""
    asking = ask(match, voice)
    first = next(asking)
    views = [first]
    if isinstance(first, PickView):
        views += [
            PickView(row.result.row.label, row.result.rows) for row in first.rows if isinstance(row.result, Group)
        ]
    return views
