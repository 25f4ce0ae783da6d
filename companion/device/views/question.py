"""Questions of a game as views: a number to set, a list to pick from, or a long list in groups."""

from collections.abc import Sequence
from typing import Any

from companion.app.choice_rows import MORE, Group, find_number_range, group_rows, list_rows
from companion.core.game import Voice
from companion.core.match import Match
from companion.core.question import (
    FREE_TEXT_PREFIX,
    TABLE,
    FreeTextQuestion,
    NumberField,
    Numbers,
    NumbersQuestion,
    Question,
)
from companion.core.seat import SYMBOLS
from companion.core.unknown_piece import WRITE_IT
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import BACK, HELP, OPEN, Sign, Walk
from companion.device.views.name import NameView
from companion.device.views.number import NumberView
from companion.device.views.pick import BAR, GUTTER, PickPage, PickView, Row, place_rows

OK = Sign("OK")
"""All numbers are entered."""

WRITE = Sign("WRITE")
"""The answer will be a typed text."""

INDENT = 6
"""Pixels between the words of a list and those of a group inside it."""

COLUMN_GAP = 4
"""Pixels between the longest words of a column and the mark of the next."""


class QuestionView(PickView):
    """Pick an answer. Where the answers are players, their own paddles pick them too."""

    has_shortcuts = False
    """Whether each row shows the shape of the paddle that picks it."""

    def paddle(self, seat: int) -> None:
        """Pick the player at this paddle, or the answer that only this player may give."""
        for row in self.rows:
            if row.paddle == seat:
                self.decide(row.result)

    def dome(self) -> None:
        """Show the rules that apply to this question, and why choices are missing."""
        self.decide(HELP)


class GroupView(QuestionView):
    """Pick a row of a group, opened beside its heading, in two columns if its words are short.

    The other rows stay visible: people see where they are, and the screen needn't send them again. A group without
    enough room there gets a page of its own.
    """

    def __init__(self, parent: QuestionView) -> None:
        heading = parent.marked
        super().__init__(heading.label, heading.result.rows, 0, parent.symbol, parent.seat)
        self.parent = parent

    def draw(self, pencil: Pencil) -> None:
        """Draw the list, and the group below its heading or else above it."""
        page = self.parent.lay_out(pencil)
        y, heading = page.rows[self.parent.at]
        self.left, self.mark_left = GUTTER + INDENT, 0
        lines = [line._replace(airy=heading.airy) for line in self.lines(pencil)]
        widest = max(line.width for line in lines)
        next_column = self.left + widest + COLUMN_GAP + GUTTER
        columns = 2 if next_column + widest <= WIDTH - BAR else 1
        height = sum(line.height for line in lines[::columns])
        top = y + heading.height
        if top + height > HEIGHT:
            top = y - height
        beside = {at: (y, line) for at, (y, line) in page.rows.items() if not top - line.height < y < top + height}
        if top < page.top:  # room for the heading and the group, but for no other row
            top = page.top + heading.height
            beside = {self.parent.at: (page.top, heading)}
        if top + height > HEIGHT:
            pencil.cover((0, 0, WIDTH, HEIGHT))
            self.left = GUTTER
            super().draw(pencil)
            return
        self.parent.draw_rows(pencil, PickPage(page.top, beside), with_mark=False)
        bottom = top + height - lines[-1].height + lines[-1].least_height
        pencil.line([(GUTTER + 1, top + 2), (GUTTER + 1, bottom - 2)], fill=ON)
        for column in range(columns):
            rows = place_rows(range(column, len(lines), columns), lines[column::columns], top)
            self.draw_rows(pencil, PickPage(top, rows))
            self.left, self.mark_left = next_column, next_column - GUTTER


class NumberQuestionView(NumberView):
    """Set the number that answers a question."""

    def dome(self) -> None:
        """Show the rules that apply to this question."""
        self.decide(HELP)


def ask(question: Question, match: Match, voice: Voice, paddles: int = 0) -> Walk[Any]:
    """Ask a question of the match; returns the answer, BACK or HELP.

    A list of at most `paddles` answers that are nobody's own has a paddle for each of them.
    """
    prompt = voice.prompt(question, match.table)
    symbol, seat = signs(match, question)
    if isinstance(question, NumbersQuestion):
        return (yield from ask_for_numbers(question, match, voice))
    numbers = find_number_range(question)
    if numbers:
        return (yield NumberQuestionView(prompt, numbers, symbol, seat))
    rows = group_rows(list_rows(question, match, voice))
    if isinstance(question, FreeTextQuestion):
        return (yield from ask_in_words(prompt, [Row(voice.say(WRITE_IT), WRITE, MORE), *rows], symbol, seat))
    # the shape of another player's paddle beside a name would read as that player
    names_somebody = any(player.name in row.label for row in rows for player in match.table.seats)
    return (yield from choose(prompt, rows, symbol, seat, 0 if names_somebody else paddles))


def ask_for_numbers(question: NumbersQuestion, match: Match, voice: Voice) -> Walk[Any]:
    """Show all numbers that are asked for; a push opens one of them, and the first row sends them all."""
    prompt, (symbol, seat) = voice.prompt(question, match.table), signs(match, question)
    names = {field: voice.name_field(field, question, match.table) for field in question.fields}
    others = [row for row in list_rows(question, match, voice) if not isinstance(row.result, Numbers)]
    entered = {field.id: field.start for field in question.fields}
    at = 1
    while True:
        fields = [Row(names[field], field, str(entered[field.id])) for field in question.fields]
        view = QuestionView(prompt, [Row(voice.say("OK"), OK), *fields, *others], at, symbol, seat)
        picked = yield view
        if picked is OK:
            return question.make_numbers(entered)
        if not isinstance(picked, NumberField):
            return picked
        at = view.at
        numbers = range(picked.least, picked.most + 1)
        number = yield NumberView(names[picked], numbers, symbol, seat, numbers.index(entered[picked.id]))
        if number is not BACK:
            entered[picked.id] = number
            at = 0 if len(fields) == 1 else at


def ask_in_words(prompt: str, rows: Sequence[Row], symbol: str, seat: int | None) -> Walk[Any]:
    """Pick a row, or write the answer letter by letter; back leads from the letters to the rows."""
    while True:
        picked = yield from choose(prompt, rows, symbol, seat)
        if picked is not WRITE:
            return picked
        words = yield NameView(prompt, symbol)
        if words is not BACK:
            return FREE_TEXT_PREFIX + words


def choose(title: str, rows: Sequence[Row], symbol: str, seat: int | None, paddles: int = 0) -> Walk[Any]:
    """Pick a row, through as many groups as it takes; back leads out of a group to its row."""
    at = 0
    shortcuts = add_shortcuts(rows, paddles)
    while True:
        view = QuestionView(title, shortcuts or rows, at, symbol, seat)
        view.has_shortcuts = bool(shortcuts)
        picked = yield view
        if not isinstance(picked, Group):
            return picked
        inner = yield from choose_in_group(view)
        if inner is not BACK:
            return inner
        at = view.at


def choose_in_group(parent: QuestionView) -> Walk[Any]:
    """Pick a row of the marked group; groups inside it have pages of their own."""
    view = GroupView(parent)
    while True:
        picked = yield view
        if not isinstance(picked, Group):
            return picked
        inner = yield from choose(picked.row.label, picked.rows, view.symbol, view.seat)
        if inner is not BACK:
            return inner
        view.result = OPEN


def add_shortcuts(rows: Sequence[Row], paddles: int) -> list[Row]:
    """Return the rows with the paddle that picks each, or nothing where they are too many or belong to players."""
    if len(rows) > paddles or any(isinstance(row.result, Group) or row.value or row.paddle is not None for row in rows):
        return []
    return [row._replace(paddle=at, value=SYMBOLS[at]) for at, row in enumerate(rows)]


def signs(match: Match, question: Question) -> tuple[str, int | None]:
    """Return the symbol and the number of the seat that is asked; the table has neither."""
    if question.seat == TABLE:
        return "", None
    return match.setup.seats[question.seat].symbol, question.seat
