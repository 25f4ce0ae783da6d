"""How many questions a second each game answers with random bots, on one core: `python -m tests.bench.games`."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from companion.core.game import Game, Setup
from companion.core.playing import play_at_random
from companion.core.registry import list_game_ids
from tests.bench.command import add_game, format_way, list_games, make_parser, print_figures

REPEATS = 40
WARM_UP = 100
"""Games before the clock starts, so that caches are filled."""
QUESTIONS = 20_000
"""Rough number of questions per repeat: long enough to measure, short enough to find a quiet moment."""


def bench_games(games: Iterable[Game], report: Callable[[dict[str, Any]], None]) -> None:
    """Measure each game with each number of players, and each other way to play it with the most of them."""
    for game in games:
        for players in game.players:
            report(bench_game(game, players, {}))
        for options in other_ways(game):
            report(bench_game(game, game.players[-1], options))


def other_ways(game: Game, deal: str = "virtual") -> Iterator[dict[str, str]]:
    """Yield every unusual value of every option by itself, except options that only simulations choose."""
    for option in game.options:
        if option.name not in game.simulated and option.is_relevant({}, deal):
            for value in option.list_values(deal)[1:]:
                yield {option.name: value}


def bench_game(game: Game, players: int, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the best of several runs: other programs can make a run slower, never faster."""
    setup = game.set_up([f"seat {n + 1}" for n in range(players)], options, seed=1)
    run = RandomGames(game, setup)
    _measure_speed(run, WARM_UP)
    games = max(1, QUESTIONS * WARM_UP // run.questions)
    speeds = sorted(_measure_speed(run, games) for _ in range(REPEATS))
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
        self._pieces = game.make_pieces(setup)
        self._first = setup.seed
        self.restart()

    def restart(self) -> None:
        """Go back to the first game."""
        self._seeds = Random(self._first)
        self._rng = Random(self._first + 1)

    def play(self) -> None:
        """Play one more game."""
        self._setup.seed = self._seeds.getrandbits(48)
        _, questions = play_at_random(self._game, self._game.new_table(self._setup, self._pieces), self._rng)
        self.questions += questions


def _measure_speed(run: RandomGames, games: int) -> int:
    """Return questions a second over this many games."""
    questions, began = run.questions, time.perf_counter()
    for _ in range(games):
        run.play()
    return round((run.questions - questions) / (time.perf_counter() - began))


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each way to play, as soon as it is measured, or one JSON document."""
    parser = make_parser("games", __doc__)
    add_game(parser, list_game_ids())
    args = parser.parse_args(arguments)
    figures: list[dict[str, Any]] = []

    def report(figure: dict[str, Any]) -> None:
        figures.append(figure)
        if not args.json:
            line = (
                "{way}, {players} players: {questions_per_second:,} questions a second "
                "(best of {repeats}; median {median_questions_per_second:,})"
            )
            print(line.format(way=format_way(figure), **figure), flush=True)

    bench_games(list_games(args), report)
    if args.json:
        print_figures("games", {"figures": figures}, as_json=True)


if __name__ == "__main__":
    main()
