"""Our games as OpenSpiel games.

    from companion.lab.spiel import SpielGame
    state = SpielGame("noah", {"players": 3}).new_initial_state()

They aren't registered with OpenSpiel: games registered from Python crash the interpreter at exit.

The first move is a chance node that picks the deal. All other moves are made by the seats.
Needs `arkside[lab]`.
"""

from typing import Any

import numpy as np
import pyspiel

from companion.core.registry import find_game
from companion.lab.position import ACTIONS, FIGURES, LearningState

DEALS = 4096
LONGEST_MATCH = 20_000
"""Bound on the questions of a match, which OpenSpiel demands; no match comes near it."""


def make_game_type(name: str) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game."""
    game = find_game(name)
    return pyspiel.GameType(
        short_name=name_in_openspiel(name), long_name=game.title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1], min_num_players=game.players[0],
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": game.players[0]},
    )  # fmt: skip


def name_in_openspiel(name: str) -> str:
    """Return OpenSpiel's name for a game."""
    return f"arkside_{name.replace('-', '_')}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # made in C++
    """One of our games for a fixed number of players."""

    def __init__(self, name: str, parameters: dict[str, Any] | None = None) -> None:
        self.game = find_game(name)
        given = dict(parameters or {})
        players = int(given.get("players", self.game.players[0]))
        names = [f"seat {n + 1}" for n in range(players)]
        self.setup = self.game.set_up(names, {**self.game.simulated, **self.game.deciding})
        self.pieces = self.game.make_pieces(self.setup)
        about = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS, max_chance_outcomes=DEALS, num_players=players,
            min_utility=-1.0, max_utility=players - 1.0, utility_sum=0.0, max_game_length=LONGEST_MATCH,
        )  # fmt: skip
        super().__init__(make_game_type(name), about, given)

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "SpielObserver":
        """Return an observer as OpenSpiel asks for it."""
        return SpielObserver(kind or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]  # made in C++
    """A match as an OpenSpiel state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: LearningState | None = None

    def current_player(self) -> int:
        """Return the seat to act; chance before the deal, terminal after the end."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.seat if self.position.question is not None else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.position.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals with equal probability."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            self.position.act(action)
            return
        game: SpielGame = self.get_game()
        seats = [seat.name for seat in game.setup.seats]
        self.position = LearningState(game.game, game.game.set_up(seats, game.setup.options, action), game.pieces)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.position.legal.get(action, action))

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position is not None and self.position.question is None

    def returns(self) -> list[float]:
        """Return the reward of each seat."""
        if self.position is None:
            return [0.0] * self.num_players()
        return self.position.rewards()

    def __str__(self) -> str:
        if self.position is None:
            return "before the deal"
        return f"{self.position.describe(-1)}\n{self.position.actions}"


class SpielObserver:
    """Observation of a player as a tensor and as text."""

    def __init__(self, kind: Any) -> None:
        self.tensor = np.zeros(FIGURES, np.float32)
        self.dict = {"table": self.tensor}
        self._recall = kind.perfect_recall

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor from a state."""
        self.tensor.fill(0)
        if state.position is not None:
            self.tensor[:] = state.position.encode_view(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a state as text; with perfect recall it includes all actions."""
        if state.position is None:
            return ""
        text = state.position.describe(player)
        return f"{text}\n{state.position.actions}" if self._recall else text
