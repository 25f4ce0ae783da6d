"""Tournament of bots: each pair plays the same deals in every seating."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from companion.core.box import Tree
from companion.core.errors import N_, SetupError
from companion.core.game import Game
from companion.lab.chunk import Chunk
from companion.lab.plan import SimulationPlan, make_plan
from companion.lab.ratings import Meeting, Rating, rate_bots
from companion.lab.simulate import WorkerPool, simulate


class Pairing:
    """Two bots and their meetings."""

    def __init__(self, one: str, other: str) -> None:
        self.one = one
        self.other = other
        self.games = 0
        self.meetings: list[Meeting] = []
        """Each deal is one meeting."""

    def add(self, plan: SimulationPlan, chunk: Chunk) -> None:
        """Add the deals of a chunk."""
        seats = [plan.bots.count(bot) for bot in (self.one, self.other)]
        self.meetings += [Meeting(self.one, self.other, won, *seats) for won in _shares_by_deal(plan, chunk, self.one)]
        self.games += chunk.games

    def as_json(self) -> dict[str, Any]:
        """Return the number of games and the first bot's share of wins."""
        won = sum(meeting.won for meeting in self.meetings) / len(self.meetings)
        return {"one": self.one, "other": self.other, "games": self.games, "won": round(won, 6)}


def _shares_by_deal(plan: SimulationPlan, chunk: Chunk, bot: str) -> Iterator[float]:
    """Yield the bot's share of wins for each deal."""
    seatings = plan.seatings
    for first in range(0, chunk.games, len(seatings)):
        won = 0.0
        for game in range(first, first + len(seatings)):
            seating, winners = seatings[chunk.seatings[game]], chunk.winners[game]
            won += sum(seating[seat] == bot for seat in winners) / len(winners)
        yield won / len(seatings)


class Tournament:
    """Results of a tournament: ratings and pairings."""

    def __init__(self, pairings: Sequence[Pairing], seed: int) -> None:
        self.pairings = pairings
        meetings = [meeting for pairing in pairings for meeting in pairing.meetings]
        self.ratings: list[Rating] = rate_bots(meetings, Random(seed))

    def as_json(self) -> dict[str, Any]:
        """Return ratings, the strongest first, and all pairings."""
        return {
            "ratings": [
                {"bot": bot, "elo": round(elo, 1), "least": round(least, 1), "most": round(most, 1)}
                for bot, elo, least, most in self.ratings
            ],
            "pairings": [pairing.as_json() for pairing in self.pairings],
        }


def run_tournament(
    game: Game, players: int, bots: Sequence[str], games: int, seed: int, options: Mapping[str, str],
    corrections: Tree, pool: WorkerPool, played: Callable[[int], None] = lambda games: None,
) -> Tournament:  # fmt: skip
    """Play at least that many games for each pair of bots.

    With an odd number of seats each bot has the extra seat in half of the games.
    """
    if len(set(bots)) < 2:
        raise SetupError(N_("A tournament needs at least two different bots"))
    if players < 2:
        raise SetupError(N_("A tournament needs at least two players"))
    games_played = 0
    pairings = []
    for bot, rival in combinations(dict.fromkeys(bots), 2):
        pairing = Pairing(bot, rival)
        for first, second in ((bot, rival), (rival, bot))[: 1 + players % 2]:
            plan = make_plan(game, players, (first, second), seed, options, corrections)
            share = games if players % 2 == 0 else -(-games // 2)
            before, listeners = games_played, [partial(pairing.add, plan)]
            run = simulate(plan, share, pool, played=lambda n, before=before: played(before + n), listeners=listeners)  # type: ignore[misc]
            games_played += run.figures.games
            if run.interrupted:
                raise KeyboardInterrupt
        pairings.append(pairing)
    return Tournament(pairings, seed)
