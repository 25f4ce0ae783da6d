"""Many matches at once for programs that learn: one step answers the question of every table.

    from companion.lab.batch import BatchEnv
    tables = BatchEnv("arkside/Noah-v1", 256, players=2)
    seen = tables.reset(seed=7)
    while learning:
        seen = tables.step(choose(seen.observations, seen.masks))

Everything is a numpy array with a row for each table. A match that ends is replaced by a new one at once: `done` and
`rewards` tell of the old one, all else of the new one. Needs `arkside[lab]`.
"""

from array import array
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.lab.environments import find_environment
from companion.lab.learning_state import LearningState, make_layout, replace_seed

SEEDS = 2**48


class BatchStep(NamedTuple):
    """State of all tables after a step. The next step overwrites the arrays: copy what must last."""

    observations: NDArray[np.float32]
    """What the seat to act sees, a row for each table."""
    masks: NDArray[np.bool_]
    """Which actions are legal."""
    seats: NDArray[np.int64]
    """The seat to act."""
    rewards: NDArray[np.float32]
    """Rewards of all seats in the match that has just ended; 0 at other tables."""
    done: NDArray[np.bool_]
    """Whether a match has just ended."""


class BatchEnv:
    """A number of tables with the same game, players and options."""

    def __init__(self, game: str, tables: int, players: int | None = None, **options: str) -> None:
        self.game = find_environment(game)
        seats = players or self.game.usual_players
        names = [f"seat {n + 1}" for n in range(seats)]
        self._setup = self.game.set_up(names, {**self.game.simulated, **self.game.deciding, **options})
        self._pieces = self.game.make_pieces(self._setup)
        self.layout = make_layout(self.game, self._setup, self._pieces)
        """What each figure and each action means: `layout.list_names()`, `layout.actions`."""
        self._chance = np.random.default_rng()
        self.states: list[LearningState] = []
        self._legal: list[dict[int, Any]] = [{} for _ in range(tables)]
        self._step = BatchStep(
            np.zeros((tables, self.layout.size), np.float32),
            np.zeros((tables, len(self.layout.actions)), np.bool_),
            np.zeros(tables, np.int64),
            np.zeros((tables, seats), np.float32),
            np.zeros(tables, np.bool_),
        )

    def reset(self, seed: int | None = None) -> BatchStep:
        """Begin a match at every table; the same seed deals the same cards."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._step.rewards.fill(0)
        self._step.done.fill(False)
        self.states = [self._deal() for _ in self._legal]
        for table, state in enumerate(self.states):
            self._observe(table, state)
        return self._step

    def step(self, actions: NDArray[np.integer[Any]]) -> BatchStep:
        """Answer the question of every table. Raise ValueError for an action that is not legal there."""
        self._step.rewards.fill(0)
        self._step.done.fill(False)
        numbers = actions.tolist()
        for table, (number, legal) in enumerate(zip(numbers, self._legal, strict=True)):
            if number not in legal:  # all are checked before anything moves
                raise ValueError(f"action {number} is not legal at table {table}; legal: {sorted(legal)}")
        for table, number in enumerate(numbers):
            state = self.states[table]
            state.take(number, self._legal[table][number])
            if state.question is None:
                self._step.rewards[table] = state.rewards()
                self._step.done[table] = True
                state = self.states[table] = self._deal()
            self._observe(table, state)
        return self._step

    def _deal(self) -> LearningState:
        """Begin a new match. Now and then one ends before a seat is asked; it is dealt again."""
        while True:
            setup = replace_seed(self._setup, int(self._chance.integers(SEEDS)))
            state = LearningState(self.game, setup, self._pieces, self.layout)
            if state.question is not None:
                return state

    def _observe(self, table: int, state: LearningState) -> None:
        legal = self._legal[table] = state.legal
        self._step.seats[table] = state.seat
        # by way of an array, because numpy takes three times as long to read a list
        self._step.observations[table] = np.frombuffer(array("f", state.encode_observation(state.seat)), np.float32)
        mask = self._step.masks[table]
        mask.fill(False)
        mask[list(legal)] = True
