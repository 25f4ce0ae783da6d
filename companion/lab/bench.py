"""How many questions a second each game answers with random bots, on one core."""

from collections.abc import Callable, Iterable
from typing import Any

from companion.core.game import Game
from companion.lab.simulate import simulate

REPEATS = 15
QUESTIONS = 20_000
"""About so many questions a repeat: long enough to measure, short enough to find a quiet moment."""


def bench_games(games: Iterable[Game], said: Callable[[dict[str, Any]], None]) -> None:
    """Measure each game with each number of players; `said` gets one line of figures at a time."""
    for game in games:
        for players in game.players:
            said(bench_game(game, players))


def bench_game(game: Game, players: int) -> dict[str, Any]:
    """The best of several runs: other programs can make a run slower, never faster."""
    trial = _run(game, players, 10)
    enough = max(1, QUESTIONS * 10 // trial["questions"])
    runs = sorted(_run(game, players, enough)["questions_per_second"] for _ in range(REPEATS))
    return {
        "game": game.id,
        "players": players,
        "games": enough,
        "repeats": REPEATS,
        "questions_per_second": runs[-1],
        "median_questions_per_second": runs[REPEATS // 2],
    }


def _run(game: Game, players: int, games: int) -> dict[str, Any]:
    return simulate(game, players, games, ["random"], 1, {}, {}, lambda done: None)
