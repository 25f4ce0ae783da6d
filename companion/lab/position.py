"""A virtual match for learning libraries: numbered actions, observations as numbers, and copies.

An action is a slot derived from the id of a choice and the same in every match, so that what is learned about `cat-f`
holds whenever it is offered. An observation is the seat's `Table.view`, hashed into a fixed row of numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Self
from zlib import crc32

from companion.core.game import Game, Outcome, Setup, Table
from companion.core.playing import Run
from companion.core.question import Question

ACTIONS = 2048
"""Slots for choices, ten times what the largest question of our games needs."""

FIGURES = 1024
"""Slots for observed figures."""


class LearningState:
    """A match and the actions that led to its position. Copies are replayed, because generators can't be copied."""

    def __init__(self, game: Game, setup: Setup, pieces: Any = None) -> None:
        self.game = game
        self.setup = setup
        self.pieces = game.make_pieces(setup) if pieces is None else pieces
        self.actions: list[int] = []
        self.table: Table = game.new_table(setup, self.pieces)
        self._chance = Random(setup.seed)
        self._run = Run(game, self.table)
        self._answer_for_table()

    @property
    def question(self) -> Question | None:
        """Question that a seat has to answer; None once the match is over."""
        return self._run.question

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the match; None until it is over."""
        return self._run.outcome

    @property
    def seat(self) -> int:
        """Seat to act. It's never the table, for which chance answers."""
        assert self.question is not None
        return self.question.seat

    @property
    def legal(self) -> dict[int, Any]:
        """Legal choices by slot."""
        return assign_slots(self.question) if self.question is not None else {}

    def act(self, action: int) -> None:
        """Answer with the choice in that slot."""
        choice = self.legal[action]
        self.actions.append(action)
        self._run.answer(choice)
        self._answer_for_table()

    def rewards(self) -> list[float]:
        """Return zero-sum rewards: winners share what the others lose. All 0 before the end."""
        players = len(self.setup.seats)
        if self.outcome is None:
            return [0.0] * players
        winners = self.outcome.winners
        return [players / len(winners) - 1 if seat in winners else -1.0 for seat in range(players)]

    def encode_view(self, seat: int) -> list[float]:
        """Return what this seat sees as a row of numbers."""
        asked = {"ask": self.question.ask, "seat": self.question.seat} if self.question is not None else {}
        return hash_view({**self.table.view(seat), "scores": self.table.scores, "question": asked})

    def describe(self, seat: int) -> str:
        """Return what this seat knows as text: the table and its own secrets."""
        lines = {**self.table.facts(), **self.table.secrets(seat)}
        return "\n".join(f"{name}: {value}" for name, value in lines.items())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        copy = type(self)(self.game, self.setup, self.pieces)
        for action in self.actions:
            copy.act(action)
        return copy

    def _answer_for_table(self) -> None:
        """Answer questions to the table at random until a seat is asked."""
        while self.question is not None and self.question.seat < 0:
            self._run.answer(self._chance.choice(self.question.choices))


def assign_slots(question: Question) -> dict[int, Any]:
    """Return the choices of a question by slot; if two share a slot, the later one gets the next free slot.

    >>> sorted(assign_slots(Question(0, "load", ["cat-f", "cat-m"])).values())
    ['cat-f', 'cat-m']
    """
    found: dict[int, Any] = {}
    for choice in question.choices:
        # not hash(), which is salted in every process
        slot = crc32(str(choice).encode()) % ACTIONS
        while slot in found:
            slot = (slot + 1) % ACTIONS
        found[slot] = choice
    return found


def hash_view(view: Mapping[str, Any]) -> list[float]:
    """Hash a view into a row of numbers: numbers add to the slot of their name, words count occurrences."""
    row = [0.0] * FIGURES
    for name, value in _list_leaves(view, ""):
        row[crc32(name.encode()) % FIGURES] += value
    return row


def _list_leaves(value: Any, name: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _list_leaves(below, f"{name}/{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        words = all(isinstance(one, str) for one in value)  # unordered cards: only the number of each counts
        for place, one in enumerate(value):
            yield from _list_leaves(one, name if words else f"{name}/{place}")
    elif isinstance(value, bool | int | float):
        yield name, float(value)
    elif value is not None:
        yield f"{name}={value}", 1.0
