"""Our games as OpenSpiel games.

    from companion.lab.spiel import SpielGame
    state = SpielGame("noah", {"players": 3, "length": "long"}).new_initial_state()

or, so that `pyspiel.load_game` finds them too:

    register_games()
    pyspiel.load_game("arkside_noah(players=3,length=long)")

The first move is a chance node that picks the deal. The seats make all other moves; later chance follows from the
deal. Searches that must not know it redeal what their seat can't see: OpenSpiel's ISMCTS does so by itself
(`SpielState.resample_from_infostate`), or with `bot.set_resampler(make_resampler(seed))`.
Needs `arkside[lab]`.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
import pyspiel

from companion.core.game import Game
from companion.core.question import TABLE
from companion.core.registry import find_game, list_game_ids
from companion.lab.learning_state import LearningState, count_information_figures, make_layout, replace_seed

DEALS = 4096
LONGEST_MATCH = 20_000
"""Bound on the questions of a match, which OpenSpiel demands; no match comes near it."""

SEEDS = 2**48


def make_game_type(name: str) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game."""
    game = find_game(name)
    return pyspiel.GameType(
        short_name=name_in_openspiel(name), long_name=game.title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1], min_num_players=game.usual_players,
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": game.usual_players, **list_usual_options(game)},
    )  # fmt: skip


def list_usual_options(game: Game) -> dict[str, str]:
    """Return the options that games have here if nothing else is said."""
    return game.complete_options({**game.simulated, **game.deciding}, "virtual")


def name_in_openspiel(name: str) -> str:
    """Return OpenSpiel's name for a game."""
    return f"arkside_{name.replace('-', '_')}"


def register_games() -> None:
    """Make all games known to `pyspiel.load_game`. A second call changes nothing."""
    known = set(pyspiel.registered_names())
    for name in list_game_ids():
        if name_in_openspiel(name) not in known:
            pyspiel.register_game(make_game_type(name), make_constructor(name))


def make_constructor(name: str) -> type["SpielGame"]:
    """Return a class whose instances are this game.

    It is a class, because OpenSpiel lets go of what is registered only when Python has ended. Functions would be freed
    then, and crash; classes refer to themselves and are never freed.
    """

    class RegisteredGame(SpielGame):
        """A game that OpenSpiel makes from its parameters alone."""

        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(name, parameters)

    return RegisteredGame


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # made in C++
    """One of our games for a fixed number of players and with fixed options."""

    def __init__(self, name: str, parameters: Mapping[str, Any] | None = None) -> None:
        self.game = find_game(name)
        settings = dict(parameters or {})
        players = int(settings.get("players", self.game.usual_players))
        options = {name: str(value) for name, value in settings.items() if name != "players"}
        names = [f"seat {n + 1}" for n in range(players)]
        self.setup = self.game.set_up(names, {**list_usual_options(self.game), **options})
        self.pieces = self.game.make_pieces(self.setup)
        self.layout = make_layout(self.game, self.setup, self.pieces)
        about = pyspiel.GameInfo(
            num_distinct_actions=len(self.layout.actions), max_chance_outcomes=DEALS, num_players=players,
            min_utility=-1.0, max_utility=players - 1.0, utility_sum=0.0, max_game_length=LONGEST_MATCH,
        )  # fmt: skip
        super().__init__(make_game_type(name), about, settings)

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "SpielObserver":
        """Return an observer as OpenSpiel asks for it."""
        return SpielObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


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
        self.position = LearningState(game.game, replace_seed(game.setup, action), game.pieces, game.layout)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().layout.actions[action])

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position is not None and self.position.question is None

    def returns(self) -> list[float]:
        """Return the reward of each seat."""
        if self.position is None:
            return [0.0] * self.num_players()
        return self.position.rewards()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a random state that the player to act can't tell from this one."""
        other: SpielState = self.clone()
        assert other.position is not None
        assert other.position.seat == player
        other.position.redeal(int(sampler() * SEEDS))
        return other

    def __str__(self) -> str:
        if self.position is None:
            return "before the deal"
        steps = " ".join(map(str, self.position.steps))
        return f"{self.position.describe_observation(TABLE)}\n{steps}"


def make_resampler(seed: int) -> Callable[[SpielState, int], SpielState]:
    """Return a callback for `ISMCTSBot.set_resampler`; the same seed imagines the same worlds."""
    draw = Random(seed).random
    return lambda state, player: state.resample_from_infostate(player, draw)


class SpielObserver:
    """Observation or information state of a player, as a tensor and as text."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._recall = kind.perfect_recall
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        size = count_information_figures(game.layout, game.num_players()) if self._recall else game.layout.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"information" if self._recall else "observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor from a state."""
        self.tensor.fill(0)
        position, seat = state.position, TABLE if self._public else player
        if position is not None:
            self.tensor[:] = position.encode_information(seat) if self._recall else position.encode_observation(seat)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a state as text."""
        position, seat = state.position, TABLE if self._public else player
        if position is None:
            return ""
        return position.describe_information(seat) if self._recall else position.describe_observation(seat)
