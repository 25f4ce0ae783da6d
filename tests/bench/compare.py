"""`tests.bench.games` of two checkouts, interleaved: `python -m tests.bench.compare BEFORE AFTER --game noah`.

    git worktree add ../before COMMIT
    .venv/bin/python -m tests.bench.compare ../before .

Each checkout has a process of its own, and they take turns of a fraction of a second: a machine that is slow for a while
is slow for both. Every turn measures as `tests.bench.games` does, only shorter and in time of the processor. The
ratio is that of the best turns, because other programs can make a turn slower and never faster; the median ratio is
over pairs of turns.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

GAMES = ("noah", "ark", "ark_and_noah", "noahs_ark")
TURNS = 15
REPEATS = 3
QUESTIONS = 10_000


class Checkout:
    """A process that measures the sources of one folder, a turn whenever it is asked."""

    def __init__(self, folder: str, compiled: bool) -> None:
        plain = "0" if compiled else "1"
        environment = {**os.environ, "PYTHONPATH": str(Path(folder).resolve()), "ARKSIDE_PLAIN": plain}
        command = [sys.executable, "-P", __file__, "--worker"]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def asked(self, *what: object) -> Any:
        """What it says to one line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(what), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("A checkout cannot be measured: see above")
        return json.loads(line)

    def close(self) -> None:
        """Let the process go."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def worker() -> None:
    """Measure whatever is asked on standard input, until it ends."""
    from importlib import import_module

    try:
        from tests.bench import games as bench
    except ImportError:  # a checkout from when this bench was a part of the program
        from companion.lab import bench

    # a turn is as long in both, whatever a checkout thinks is long enough
    bench.REPEATS, bench.QUESTIONS = REPEATS, QUESTIONS
    # time of the processor, and not what other programs take
    setattr(bench, "time", SimpleNamespace(perf_counter=time.process_time))  # noqa: B010 - it is a module to mypy
    for line in sys.stdin:
        name, players, options = json.loads(line)
        game = import_module(f"companion.games.{name}").GAME
        if players is None:
            said = [[number, {}] for number in game.players]
            said += [[game.players[-1], way] for way in bench.other_ways(game)]
        else:
            said = bench.bench_game(game, players, options)["questions_per_second"]
        print(json.dumps(said), flush=True)


def compared(checkouts: list[Checkout], game: str, players: int, options: dict[str, str], turns: int) -> dict[str, Any]:
    """Both in turns; whoever was first in one is second in the next."""
    speeds: tuple[list[int], list[int]] = ([], [])
    for turn in range(turns):
        for which in (0, 1) if turn % 2 else (1, 0):
            speeds[which].append(checkouts[which].asked(game, players, options))
    before, after = speeds
    return {
        "game": game,
        "players": players,
        "options": options,
        "before": max(before),
        "after": max(after),
        "median_before": round(median(before)),
        "median_after": round(median(after)),
        "ratio": round(max(after) / max(before), 3),
        "median_ratio": round(median(new / old for old, new in zip(before, after, strict=True)), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--game", choices=GAMES, action="append", help="this game; all, if none is named")
    parser.add_argument("--players", type=int, help="only with so many players, and in the usual way")
    parser.add_argument("--compiled", action="store_true", help="folders made by `make compiled`, as they are")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--json", metavar="FILE", type=Path)
    args = parser.parse_args()
    checkouts = [Checkout(folder, args.compiled) for folder in (args.before, args.after)]
    table = []
    print(f"{'game':<13} {'':<22} {'before':>9} {'after':>9} {'ratio':>6}   medians")
    for game in args.game or GAMES:
        before, after = (checkout.asked(game, None, {}) for checkout in checkouts)
        ways = [way for way in before if way in after]  # what only one of them knows cannot be compared
        for players, options in ways if args.players is None else [(args.players, {})]:
            row = compared(checkouts, game, players, options, args.turns)
            table.append(row)
            how = " ".join([str(players), *(f"{name}={value}" for name, value in options.items())])
            print(
                "{game:<13} {how:<22} {before:>9,} {after:>9,} {ratio:>6.3f}   "
                "{median_before:,} {median_after:,} {median_ratio:.3f}".format(how=how, **row),
                flush=True,
            )
    for checkout in checkouts:
        checkout.close()
    if args.json:
        args.json.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    worker() if sys.argv[1:] == ["--worker"] else main()
