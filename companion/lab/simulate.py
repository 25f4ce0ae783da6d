"""Many games between bots, counted: who wins, with how many points, how fast."""

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean, quantiles
from typing import Any

from companion.core.bots import bot_named, play_at_random, play_out, random_bot
from companion.core.box import Tree
from companion.core.game import Bot, Game, Outcome, Setup
from companion.core.tally import Tally

STEPS = 100
"""How often progress is told in a run."""


def simulate(
    game: Game,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, str],
    corrections: Tree,
    played: Callable[[int], None],
) -> dict[str, Any]:
    """Play that many games; everything but the time depends on the seed alone."""
    agreed = {**game.simulated, **options}
    setup = game.set_up([f"seat {n + 1}" for n in range(players)], agreed, seed, "virtual", corrections)
    names = [bots[n % len(bots)] for n in range(players)]
    tally = game.tally(players)
    run = Run(game, setup, names, tally)
    began = time.perf_counter()
    step = max(1, games // STEPS)
    for done in range(1, games + 1):
        run.play()
        if done % step == 0:
            played(done)
    seconds = time.perf_counter() - began
    found = {
        "game": game.id,
        "players": players,
        "games": games,
        "seed": seed,
        "options": dict(setup.options),
        "bots": names,
        "questions": run.questions,
        "seconds": round(seconds, 3),
        "questions_per_second": round(run.questions / seconds),
        "games_per_second": round(games / seconds, 1),
        "wins": [round(won / games, 6) for won in run.wins],
        "scores": [_spread(scores) for scores in run.scores],
    }
    return found if tally is None else {**found, "counted": tally.figures()}


class Run:
    """Games one after the other, each with a seed of its own, and what came of them."""

    def __init__(self, game: Game, setup: Setup, bots: Sequence[str], tally: Tally | None = None) -> None:
        self.questions = 0
        self.wins = [0.0] * len(bots)
        self.scores: list[list[int]] = [[] for _ in bots]
        self._tally = tally
        self._game = game
        self._setup = setup
        self._pieces = game.pieces(setup)
        self._seeds = Random(setup.seed)
        self._rng = Random(setup.seed + 1)
        self._bots: list[Bot] = [bot_named(game, name)(self._rng) for name in bots]
        self._all_random = set(bots) == {"random"}

    def play(self) -> None:
        """Play one more game."""
        self._setup.seed = self._seeds.getrandbits(48)
        table = self._game.lay(self._setup, self._pieces)
        if self._all_random:
            outcome, asked = play_at_random(self._game, table, self._rng)
        else:
            outcome, asked = play_out(self._game, table, self._bots, random_bot(self._rng))
        self._count(outcome, asked, table.scores)
        if self._tally is not None:
            self._tally.add(table)

    def _count(self, outcome: Outcome, asked: int, scores: Sequence[int]) -> None:
        self.questions += asked
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)
        for seat, score in enumerate(scores):
            self.scores[seat].append(score)


def _spread(scores: Sequence[int]) -> dict[str, Any]:
    """Mean and quartiles of the points of one seat."""
    quartiles = quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else [float(scores[0])] * 3
    return {"mean": round(fmean(scores), 4), "quartiles": quartiles}
