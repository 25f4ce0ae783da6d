"""A virtual match for learning libraries: numbered actions, observations as numbers, copies and imagined copies.

An observation is what a seat sees now. An information state is everything it has seen and done since the beginning: the
observation, a fingerprint of all observations and public answers before it, and the last answers one by one.
"""

import json
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple, Self

from companion.core.game import Game, Outcome, Setup, Table
from companion.core.playing import Run
from companion.core.question import Question
from companion.core.registry import find_game
from companion.core.tensor_layout import TensorLayout
from companion.lab.hashed_layout import HashedLayout

Layout = TensorLayout | HashedLayout

FINGERPRINT_FIGURES = 4
"""Figures of a fingerprint in an information state, 16 bits each."""

EVENTS = 32
"""Last answers that an information state lists one by one. The fingerprint covers all of them."""


class Event(NamedTuple):
    """An answer that a seat gave."""

    seat: int
    ask: str
    action: int
    secret: bool


class Redeal(NamedTuple):
    """A step into another world that the seat to act can't tell from this one."""

    seat: int
    seed: int


class LearningState:
    """A match and the steps that led to its position. Copies are replayed, because generators can't be copied."""

    def __init__(self, game: Game, setup: Setup, pieces: Any = None, layout: Layout | None = None) -> None:
        self.game = game
        self.setup = setup
        self.pieces = game.make_pieces(setup) if pieces is None else pieces
        self.layout = layout or make_layout(game, setup, self.pieces)
        self.steps: list[int | Redeal] = []
        self.events: list[Event] = []
        self.table: Table = game.new_table(setup, self.pieces)
        self._chance = Random(setup.seed)
        self._run = Run(game, self.table)
        self._digests: list[list[bytes]] = [[] for _ in range(len(setup.seats) + 1)]
        """For each seat, and last for a spectator: the fingerprint after every answer, where needed."""
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
        """Legal choices by the number of their action."""
        return self.layout.number_choices(self.question) if self.question is not None else {}

    def act(self, action: int) -> None:
        """Answer with the choice of that action."""
        question = self.question
        assert question is not None
        self.take(action, self.layout.number_choices(question)[action])

    def take(self, action: int, choice: Any) -> None:
        """Answer with a choice of `legal`, given with its action: cheaper than `act` for callers that have both."""
        question = self.question
        assert question is not None
        self.steps.append(action)
        self.events.append(Event(question.seat, question.ask, action, self.game.is_secret(question)))
        self._run.answer(choice)
        self._answer_for_table()

    def rewards(self) -> list[float]:
        """Return zero-sum rewards: winners share what the others lose. All 0 before the end."""
        players = len(self.setup.seats)
        if self.outcome is None:
            return [0.0] * players
        winners = self.outcome.winners
        return [players / len(winners) - 1 if seat in winners else -1.0 for seat in range(players)]

    def encode_observation(self, seat: int) -> list[float]:
        """Return what this seat sees as a row of numbers; -1 is a spectator next to seat 0."""
        question, table = self.question, self.table
        hidden = question is not None and seat != question.seat and self.game.is_secret(question)
        return self.layout.encode(table.view(seat), table.scores, question, hidden, max(0, seat))

    def encode_information(self, seat: int) -> list[float]:
        """Return everything this seat knows as a row of numbers: observation, fingerprint, last answers."""
        digest = self.find_fingerprint(seat)
        row = self.encode_observation(seat)
        row += [int.from_bytes(digest[at : at + 2]) / 65536 for at in range(0, 2 * FINGERPRINT_FIGURES, 2)]
        players, actions = len(self.setup.seats), len(self.layout.actions)
        for event in self.events[: -EVENTS - 1 : -1]:
            row += [float((event.seat - max(0, seat)) % players == distance) for distance in range(players)]
            row.append(0.0 if event.secret and event.seat != seat else (event.action + 1) / actions)
        return row + [0.0] * (count_information_figures(self.layout, players) - len(row))

    def describe_observation(self, seat: int) -> str:
        """Return what this seat sees as text: the table, its own secrets, and the question with its own choices."""
        lines = {**self.table.facts(), **self.table.secrets(seat)}
        question = self.question
        if question is not None:
            lines["asked"] = f"seat-{question.seat} {question.ask}"
            if seat == question.seat:
                lines["about"] = str(question.about)
                lines["choices"] = " ".join(question.list_ids())
        return "\n".join(f"{name}: {value}" for name, value in lines.items())

    def describe_information(self, seat: int) -> str:
        """Return everything this seat knows as text: what it sees, and the fingerprint of what it saw before."""
        return f"{self.describe_observation(seat)}\nbefore: {self.find_fingerprint(seat).hex()}"

    def find_fingerprint(self, seat: int) -> bytes:
        """Return a fingerprint of all that this seat has seen so far, and of all answers that it knows."""
        digests, answers = self._digests[seat], len(self.events)
        if len(digests) < answers:  # some positions were not looked at when they were there
            past = self._begin_again()
            past._digests[seat] = digests[:]
            for step in self.steps:
                past._remember(seat)
                past.repeat(step)
            digests[:] = past._digests[seat]
        self._remember(seat)
        return digests[-1]

    def redeal(self, seed: int) -> None:
        """Move to a random world that the seat to act can't tell from this one: what it doesn't see is dealt again."""
        seat, rng = self.seat, Random(seed)
        self.steps.append(Redeal(seat, seed))
        self.table.imagine(seat, rng)
        self._chance = rng

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what is needed to replay the match; OpenSpiel saves states this way."""
        return _restore, (self.game.id, self.setup, self.steps)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        copy = self._begin_again()
        for step in self.steps:
            copy.repeat(step)
        copy._digests = [digests[:] for digests in self._digests]
        return copy

    def _begin_again(self) -> Self:
        return type(self)(self.game, self.setup, self.pieces, self.layout)

    def repeat(self, step: int | Redeal) -> None:
        """Take a step that another state took before."""
        if isinstance(step, Redeal):
            self.redeal(step.seed)
        else:
            self.act(step)

    def _remember(self, seat: int) -> None:
        """Add the current view and the last answer to the fingerprint of a seat, unless they are in it."""
        digests = self._digests[seat]
        if len(digests) > len(self.events):
            return
        before = digests[-1] if digests else b""
        prompt = self.question and (self.question.seat, self.question.ask)
        observation = [self.table.view(seat), self.table.scores, prompt, self._list_known_answer(seat)]
        digests.append(blake2b(before + json.dumps(observation).encode(), digest_size=16).digest())

    def _list_known_answer(self, seat: int) -> list[Any]:
        """Return the last answer as far as a seat knows it."""
        if not self.events:
            return []
        event = self.events[-1]
        return [event.seat, event.ask, None if event.secret and event.seat != seat else event.action]

    def _answer_for_table(self) -> None:
        """Answer questions to the table at random until a seat is asked."""
        while self.question is not None and self.question.seat < 0:
            self._run.answer(self._chance.choice(self.question.choices))


def _restore(game: str, setup: Setup, steps: list[int | Redeal]) -> LearningState:
    """Return a pickled state."""
    state = LearningState(find_game(game), setup)
    for step in steps:
        state.repeat(step)
    return state


def make_layout(game: Game, setup: Setup, pieces: Any) -> Layout:
    """Return the layout that a game declares, or a hashed one."""
    return game.make_tensor_layout(setup, pieces) or HashedLayout()


def count_information_figures(layout: Layout, players: int) -> int:
    """Return the number of figures in an information state."""
    return layout.size + FINGERPRINT_FIGURES + EVENTS * (players + 1)


def replace_seed(setup: Setup, seed: int) -> Setup:
    """Return the same set-up with other cards."""
    return Setup(setup.game, setup.seats, setup.options, seed, setup.deal, setup.corrections)
