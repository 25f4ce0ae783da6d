"""A virtual match as learning libraries want it: numbered actions, figures to look at, and copies.

Actions are slots: the id of a choice says which, the same in every match, so that what is learned about `cat-f` holds
whenever it is offered. What a seat sees is its `Table.view`, hashed into a row of figures.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Self
from zlib import crc32

from companion.core.game import Game, Outcome, Setup, Table
from companion.core.playing import Run
from companion.core.question import Question

ACTIONS = 2048
"""Slots for choices; no question of ours has a tenth as many."""

FIGURES = 1024
"""Slots for what is seen."""


class LearningState:
    """A match in the middle, and every answer that led here; a copy is played anew, because rules cannot be copied."""

    def __init__(self, game: Game, setup: Setup, pieces: Any = None) -> None:
        self.game = game
        self.setup = setup
        self.pieces = game.pieces(setup) if pieces is None else pieces
        self.actions: list[int] = []
        self.table: Table = game.new_table(setup, self.pieces)
        self._chance = Random(setup.seed)
        self._run = Run(game, self.table)
        self._answer_for_table()

    @property
    def question(self) -> Question | None:
        """The question that a seat is asked; None once the match is over."""
        return self._run.question

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None until then."""
        return self._run.outcome

    @property
    def seat(self) -> int:
        """Whose turn it is; only seats are asked, because chance answers for the table."""
        assert self.question is not None
        return self.question.seat

    @property
    def legal(self) -> dict[int, Any]:
        """The choices by their slots."""
        return assign_slots(self.question) if self.question is not None else {}

    def act(self, action: int) -> None:
        """Take the choice in that slot."""
        choice = self.legal[action]
        self.actions.append(action)
        self._run.answer(choice)
        self._answer_for_table()

    def rewards(self) -> list[float]:
        """Winners share what the others lose; nothing before the end."""
        players = len(self.setup.seats)
        if self.outcome is None:
            return [0.0] * players
        winners = self.outcome.winners
        return [players / len(winners) - 1 if seat in winners else -1.0 for seat in range(players)]

    def encode_view(self, seat: int) -> list[float]:
        """What this seat sees, as figures."""
        asked = {"ask": self.question.ask, "seat": self.question.seat} if self.question is not None else {}
        return hash_view({**self.table.view(seat), "scores": self.table.scores, "question": asked})

    def describe(self, seat: int) -> str:
        """What this seat knows, as text: the table, its own secrets and how it came here."""
        lines = {**self.table.facts(), **self.table.secrets(seat)}
        return "\n".join(f"{name}: {value}" for name, value in lines.items())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        copy = type(self)(self.game, self.setup, self.pieces)
        for action in self.actions:
            copy.act(action)
        return copy

    def _answer_for_table(self) -> None:
        """Let chance answer until a seat is asked."""
        while self.question is not None and self.question.seat < 0:
            self._run.answer(self._chance.choice(self.question.choices))


def assign_slots(question: Question) -> dict[int, Any]:
    """The choices of a question by their slots; one whose slot is taken gets the next that is free.

    >>> sorted(slots(Question(0, "load", ["cat-f", "cat-m"])).values())
    ['cat-f', 'cat-m']
    """
    found: dict[int, Any] = {}
    for choice in question.choices:
        slot = crc32(str(choice).encode()) % ACTIONS
        while slot in found:
            slot = (slot + 1) % ACTIONS
        found[slot] = choice
    return found


def hash_view(view: Mapping[str, Any]) -> list[float]:
    """A view as a row of figures: each number in the slot of its name, each word as one more of its kind."""
    row = [0.0] * FIGURES
    for name, value in _list_leaves(view, ""):
        row[crc32(name.encode()) % FIGURES] += value
    return row


def _list_leaves(value: Any, name: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _list_leaves(below, f"{name}/{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        words = all(isinstance(one, str) for one in value)  # cards in no order: how many of each is what counts
        for place, one in enumerate(value):
            yield from _list_leaves(one, name if words else f"{name}/{place}")
    elif isinstance(value, bool | int | float):
        yield name, float(value)
    elif value is not None:
        yield f"{name}={value}", 1.0
