"""What a run plays: which bots sit where, and which deals they get; cut into chunks that anybody plays alike."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from companion.core.bots import bot_named
from companion.core.box import Tree
from companion.core.errors import N_, SetupError
from companion.core.game import Game, Setup
from companion.core.registry import game_named

GAMES_A_CHUNK = 60
"""About so many: enough that handing them out costs nothing, few enough that progress is seen."""

MOST_SEATINGS = 120


class SimulationPlan(NamedTuple):
    """Everything that decides what is played but how much of it: the same plan plays the same games anywhere."""

    game: str
    players: int
    bots: tuple[str, ...]
    """One a seat, as they sit in the first seating."""
    seed: int
    options: Mapping[str, str]
    corrections: Tree
    paired: bool
    """Whether each deal is played in every seating of the bots, so that neither cards nor seats favour one."""
    watched: bool = False
    """Whether every question is looked at, for a report about the game itself."""

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        """Which bot sits where, in each game of a deal."""
        return sorted(set(permutations(self.bots))) if self.paired else [self.bots]

    @property
    def deals_a_chunk(self) -> int:
        """How many deals are played by one worker at a time."""
        return max(1, GAMES_A_CHUNK // len(self.seatings))

    def count_deals(self, games: int) -> int:
        """How many deals make at least that many games; a deal is played in all seatings or not at all."""
        return -(-games // len(self.seatings))

    def make_setup(self) -> Setup:
        """A match of this plan, checked as any other."""
        names = [f"seat {n + 1}" for n in range(self.players)]
        return game_named(self.game).set_up(names, self.options, self.seed, "virtual", self.corrections)

    def as_json(self) -> dict[str, Any]:
        """The plan as it stands at the head of a file of results."""
        return {**self._asdict(), "bots": list(self.bots)}


def plan_of(
    game: Game, players: int, bots: Sequence[str], seed: int, options: Mapping[str, str], corrections: Tree,
    *, seated: bool = False, watched: bool = False,
) -> SimulationPlan:  # fmt: skip
    """A plan, checked: bots take the seats in turn, and different ones are compared in every seating."""
    for bot in bots:
        bot_named(game, bot, allow_programs=True)
    if players > game.players[-1]:  # before a list is made of what nobody could seat
        raise SetupError(
            N_("{game} is for {least} to {most} players, not {n}"),
            game=game.title, least=game.players[0], most=game.players[-1], n=players,
        )  # fmt: skip
    names = tuple(bots[seat % len(bots)] for seat in range(players))
    plan = SimulationPlan(game.id, players, names, seed, {**game.simulated, **options}, corrections, False, watched)
    agreed = plan._replace(options=dict(plan.make_setup().options), paired=not seated and len(set(names)) > 1)
    if len(agreed.seatings) > MOST_SEATINGS:
        raise SetupError(N_("So many different bots have too many seatings; keep their seats with --seated"))
    return agreed
