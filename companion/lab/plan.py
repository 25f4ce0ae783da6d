"""Plan of a simulation: bots, seatings and deals, cut into chunks that give the same results on any worker."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from companion.core.bots import find_bot
from companion.core.box import Tree
from companion.core.errors import N_, SetupError
from companion.core.game import Game, Setup
from companion.core.registry import find_game

GAMES_A_CHUNK = 60
"""Approximate chunk size: large enough that scheduling costs nothing, small enough to show progress."""

MOST_SEATINGS = 120


class SimulationPlan(NamedTuple):
    """Everything that decides which games are played, except how many. The same plan gives the same games anywhere."""

    game: str
    players: int
    bots: tuple[str, ...]
    """Bot of each seat in the first seating."""
    seed: int
    options: Mapping[str, str]
    corrections: Tree
    paired: bool
    """Whether each deal is played in every seating, so that neither cards nor seats favour a bot."""
    watched: bool = False
    """Whether the game's tally sees every question, as reports need."""

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        """Bots by seat, for each game of a deal."""
        return sorted(set(permutations(self.bots))) if self.paired else [self.bots]

    @property
    def deals_a_chunk(self) -> int:
        """Number of deals in a full chunk."""
        return max(1, GAMES_A_CHUNK // len(self.seatings))

    def count_deals(self, games: int) -> int:
        """Return the number of deals that make at least that many games; a deal is always played in all seatings."""
        return -(-games // len(self.seatings))

    def make_setup(self) -> Setup:
        """Return the checked set-up of a match of this plan."""
        names = [f"seat {n + 1}" for n in range(self.players)]
        return find_game(self.game).set_up(names, self.options, self.seed, "virtual", self.corrections)

    def as_json(self) -> dict[str, Any]:
        """Return the plan as it is written in the first line of a results file."""
        return {**self._asdict(), "bots": list(self.bots)}


def make_plan(
    game: Game, players: int, bots: Sequence[str], seed: int, options: Mapping[str, str], corrections: Tree,
    *, seated: bool = False, watched: bool = False,
) -> SimulationPlan:  # fmt: skip
    """Make a checked plan. Bots take the seats in turn; different bots are compared in every seating."""
    for bot in bots:
        find_bot(game, bot, allow_programs=True)
    if players > game.players[-1]:  # before a huge number makes a huge list
        raise SetupError(
            N_("{game} is for {least} to {most} players, not {n}"),
            game=game.title, least=game.players[0], most=game.players[-1], n=players,
        )  # fmt: skip
    names = tuple(bots[seat % len(bots)] for seat in range(players))
    plan = SimulationPlan(game.id, players, names, seed, {**game.simulated, **options}, corrections, False, watched)
    agreed = plan._replace(options=dict(plan.make_setup().options), paired=not seated and len(set(names)) > 1)
    if len(agreed.seatings) > MOST_SEATINGS:
        raise SetupError(N_("Too many seatings for that many bots; keep them in their seats with --seated"))
    return agreed
