"""Benchmark of `arkside simulate`: questions and games a second, on one core and all, interpreted and compiled."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any

from companion.core.game import Game
from companion.lab.workers import count_cores
from companion.native import BUILD, PLAIN

INTERPRETED, COMPILED = "interpreted", "compiled"
PROBE_GAMES = 200
"""Games of a trial run, which decides how many games a measurement takes."""
SECONDS_A_RUN = 1.5
REPEATS = 3
COMMAND = [sys.executable, "-P", "-c", "from companion.cli import main; raise SystemExit(main())", "simulate"]
"""-P keeps sources in the working directory from shadowing the installed package."""


def bench_sim(games: Iterable[Game], report: Callable[[dict[str, Any]], None], size: int | None = None) -> None:
    """Measure every game in subprocesses, because one process is either compiled or not."""
    for game in games:
        for build in (COMPILED, INTERPRETED) if BUILD.used else (INTERPRETED,):
            for workers in sorted({1, count_cores()}):
                report(measure_game(game, build, workers, size))


def measure_game(game: Game, build: str, workers: int, size: int | None) -> dict[str, Any]:
    """Return the best of several runs: other programs can make a run slower, never faster."""
    games = size
    if games is None:
        games = max(
            PROBE_GAMES, round(SECONDS_A_RUN * run_simulation(game, build, workers, PROBE_GAMES)["games_per_second"])
        )
    runs = [run_simulation(game, build, workers, games) for _ in range(REPEATS)]
    best = max(runs, key=lambda run: float(run["questions_per_second"]))
    return {
        "game": game.id,
        "players": game.players[-1],
        "build": build,
        "workers": workers,
        "games": games,
        "repeats": REPEATS,
        "questions_per_second": best["questions_per_second"],
        "games_per_second": best["games_per_second"],
    }


def run_simulation(game: Game, build: str, workers: int, games: int) -> dict[str, Any]:
    """Run `arkside simulate` with random bots and return its JSON."""
    words = ["--players", game.players[-1], "--games", games, "--bots", "random", "--seed", 1, "--workers", workers]
    environment = {**os.environ, PLAIN: "1" if build == INTERPRETED else ""}
    command = [*COMMAND, game.id, *map(str, words), "--json"]
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    figures: dict[str, Any] = json.loads(ran.stdout)
    return figures
