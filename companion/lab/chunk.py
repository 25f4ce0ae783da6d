"""Play one chunk of a simulation plan: a number of deals, each in every seating."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.core.bots import find_bot, is_thinking, make_table_bot, needs_hands
from companion.core.game import Bot, Game, Outcome, Setup, Table
from companion.core.playing import Rules, play_at_random, play_out, play_recorded
from companion.core.registry import find_game
from companion.core.tally import Tally
from companion.lab.plan import SimulationPlan


class Chunk(NamedTuple):
    """Results of one chunk, game by game. `counted` is the game's own tally over all of them."""

    number: int
    seatings: list[int]
    starters: list[int | None]
    """Seat that played first in each game; None in games that don't say."""
    winners: list[list[int]]
    scores: list[list[int]]
    questions: list[int]
    counted: Mapping[str, int]

    @property
    def games(self) -> int:
        """Number of games in this chunk."""
        return len(self.questions)


class Worker:
    """Plays chunks of one plan. Pieces and set-up are unpacked once and shared by all chunks."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.game: Game = find_game(plan.game)
        self.setup: Setup = plan.make_setup()
        self.pieces: Any = self.game.make_pieces(self.setup)
        self.rules: Rules = self.game
        """The rules to play by, or their variant that records every decision."""
        self.seatings = plan.seatings
        self._thinking = any(is_thinking(bot) for bot in plan.bots)

    def play_deals(self, number: int, deals: int) -> Chunk:
        """Play the deals of a chunk.

        Each chunk has its own random generators, so results don't depend on which worker plays it.
        """
        plan = self.plan
        rng = Random(f"bots {plan.seed} {number}")
        tally = self.game.make_tally(plan.players)
        chunk = Chunk(number, [], [], [], [], [], {})
        seats = [[find_bot(self.game, name, allow_programs=True)(rng) for name in seating] for seating in self.seatings]
        for seed in self.draw_seeds(number, deals):
            self.setup.seed = seed
            for place, bots in enumerate(seats):
                table = self.game.new_table(self.setup, self.pieces)
                outcome, questions = self._play_game(table, bots, rng, tally)
                chunk.seatings.append(place)
                chunk.starters.append(table.first_player)
                chunk.winners.append(list(outcome.winners))
                chunk.scores.append(list(table.scores))
                chunk.questions.append(questions)
                if tally is not None:
                    tally.add(table)
        return chunk if tally is None else chunk._replace(counted=tally.collect_counts())

    def draw_seeds(self, number: int, deals: int) -> list[int]:
        """Return the seeds of the deals of a chunk.

        They have a generator of their own: bots that draw more random numbers still get the same cards.
        """
        seeds = Random(f"deals {self.plan.seed} {number}")
        return [seeds.getrandbits(48) for _ in range(deals)]

    def _play_game(self, table: Table, bots: Sequence[Bot], rng: Random, tally: Tally | None) -> tuple[Outcome, int]:
        # three loops, from slow to fast: recording questions costs time, and so does every call of a bot
        watch = tally.watch if tally is not None and self.plan.watched else None
        if watch is not None or self._thinking:
            return play_recorded(self.rules, self.setup, table, [*bots, make_table_bot(self.game, rng)], watch)
        if set(self.plan.bots) == {"random"} and not needs_hands(self.game):
            return play_at_random(self.rules, table, rng)
        return play_out(self.rules, table, bots, make_table_bot(self.game, rng))


_worker: list[Worker] = []
"""Worker of this process, cached between chunks of the same plan."""


def play_chunk(plan: SimulationPlan, number: int, deals: int) -> Chunk:
    """Play one chunk of a plan. Entry point of other processes and machines, so it takes only picklable values."""
    if not _worker or _worker[0].plan != plan:
        _worker[:] = [Worker(plan)]
    return _worker[0].play_deals(number, deals)
