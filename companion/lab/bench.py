"""How many questions a second each game answers with random bots, on one core."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from companion.core.game import Game, Setup
from companion.core.playing import play_at_random

REPEATS = 40
WARM_UP = 100
"""Games before the clock starts: what a game works out when first met belongs to no turn."""
QUESTIONS = 20_000
"""About so many questions a repeat: long enough to measure, short enough to find a quiet moment."""


def bench_games(games: Iterable[Game], said: Callable[[dict[str, Any]], None]) -> None:
    """Measure each game with each number of players, and each other way to play it with the most of them."""
    for game in games:
        for players in game.players:
            said(bench_game(game, players, {}))
        for options in other_ways(game):
            said(bench_game(game, game.players[-1], options))


def other_ways(game: Game, deal: str = "virtual") -> Iterator[dict[str, str]]:
    """Every unusual value of every option by itself; what only simulations choose asks too little to be measured."""
    for option in game.options:
        if option.name not in game.simulated and option.matters({}, deal):
            for value in option.offered(deal)[1:]:
                yield {option.name: value}


def bench_game(game: Game, players: int, options: Mapping[str, str]) -> dict[str, Any]:
    """The best of several runs: other programs can make a run slower, never faster."""
    setup = game.set_up([f"seat {n + 1}" for n in range(players)], options, seed=1)
    run = RandomGames(game, setup)
    _speed(run, WARM_UP)
    games = max(1, QUESTIONS * WARM_UP // run.questions)
    speeds = sorted(_speed(run, games) for _ in range(REPEATS))
    return {
        "game": game.id,
        "players": players,
        "options": dict(options),
        "games": games,
        "repeats": REPEATS,
        "questions_per_second": speeds[-1],
        "median_questions_per_second": speeds[REPEATS // 2],
    }


class RandomGames:
    """Games of random bots one after the other, each with a seed of its own."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.questions = 0
        self._game = game
        self._setup = setup
        self._pieces = game.pieces(setup)
        self._first = setup.seed
        self.restart()

    def restart(self) -> None:
        """Begin anew with the first game."""
        self._seeds = Random(self._first)
        self._rng = Random(self._first + 1)

    def play(self) -> None:
        """Play one more game."""
        self._setup.seed = self._seeds.getrandbits(48)
        _, asked = play_at_random(self._game, self._game.new_table(self._setup, self._pieces), self._rng)
        self.questions += asked


def _speed(run: RandomGames, games: int) -> int:
    """Questions a second over so many games."""
    asked, began = run.questions, time.perf_counter()
    for _ in range(games):
        run.play()
    return round((run.questions - asked) / (time.perf_counter() - began))
