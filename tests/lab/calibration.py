"""`make calibration`: whether positions that are given 70 % are won about 70 % of the time, in every game.

One position of each match, at a random moment; bots play the match, and the same bots finish it in imagined worlds.
`by_chance` is the error that odds without any fault would show with so few positions and endings.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

from companion.core.bots import find_bot
from companion.core.match import Match
from companion.core.playing import play_recorded
from companion.core.registry import find_game
from companion.lab.odds import OddsCounter, name_usual_bot
from companion.lab.workers import count_cores
from tests.laws import NAMES

BINS = 10
WORST = 0.03
GAMES: dict[str, tuple[int, dict[str, str], int]] = {
    "noah": (3, {}, 40),
    "ark": (3, {}, 40),
    "ark-and-noah": (3, {}, 24),
    "noahs-ark": (3, {"mode": "advanced"}, 32),
}
"""Players, options, and imagined endings a position."""


class Seen(NamedTuple):
    """What a seat was given, and what it got."""

    share: float
    won: float


def position(name: str, number: int, endings: int) -> list[Seen]:
    """One match by bots, and the odds at a random moment of it."""
    game, (players, options, _) = find_game(name), GAMES[name]
    setup, rng = game.set_up(NAMES[:players], options, number), Random(f"calibration {number}")
    table = game.new_table(setup, game.make_pieces(setup))
    bot = find_bot(game, name_usual_bot(game))

    everyone = [bot(rng) for _ in range(players + 1)]
    outcome, length = play_recorded(game, setup, table, everyone)
    match = Match(game, setup)
    assert table.history is not None
    for place in table.history.places[: rng.randrange(length)]:
        assert match.question is not None
        match.answer(match.question.choices[place])
    counting = OddsCounter(match, seed=number)
    counting.imagine(endings)
    return [Seen(chance.share, outcome.get_share(seat)) for seat, chance in enumerate(counting.odds.chances)]


def binned(estimates: Sequence[Seen]) -> list[list[Seen]]:
    """By what they were given, in tenths."""
    bins: list[list[Seen]] = [[] for _ in range(BINS)]
    for estimate in estimates:
        bins[min(BINS - 1, int(estimate.share * BINS))].append(estimate)
    return bins


def error(estimates: Sequence[Seen]) -> float:
    """The expected calibration error: how far what was given is from what was won, bin by bin."""
    return sum(abs(sum(estimate.share - estimate.won for estimate in some)) for some in binned(estimates)) / len(
        estimates
    )


def by_chance(seen: Sequence[Seen], players: int, rng: Random, times: int = 60) -> float:
    """The error if every position were won exactly as often as it was given."""
    errors = []
    for _ in range(times):
        drawn: list[Seen] = []
        for first in range(0, len(seen), players):
            some = seen[first : first + players]
            winner = rng.choices(range(players), [estimate.share for estimate in some])[0]
            drawn += [Seen(estimate.share, float(seat == winner)) for seat, estimate in enumerate(some)]
        errors.append(error(drawn))
    return sum(errors) / times


def calibrated(name: str, positions: int, endings: int, workers: int = 1) -> dict[str, Any]:
    """All figures of one game."""
    numbers = range(positions)
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            each = list(pool.map(position, [name] * positions, numbers, [endings] * positions, chunksize=8))
    else:
        each = [position(name, number, endings) for number in numbers]
    estimates = [estimate for some in each for estimate in some]
    players = GAMES[name][0]
    return {
        "game": name, "players": players, "options": GAMES[name][1], "n": positions, "endings": endings,
        "ece": round(error(estimates), 4), "by_chance": round(by_chance(estimates, players, Random(0)), 4),
        "bins": [
            {"given": round(sum(estimate.share for estimate in some) / len(some), 3),
             "won": round(sum(estimate.won for estimate in some) / len(some), 3), "n": len(some)}
            for some in binned(estimates) if some
        ],
    }  # fmt: skip


def main() -> int:
    """Print a JSON line a game; returns 1 if one of them is further off than it may be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=count_cores())
    args = parser.parse_args()
    worst = 0.0
    for name in args.games or GAMES:
        calibration = calibrated(name, args.positions, GAMES[name][2], args.workers)
        print(json.dumps(calibration), flush=True)
        worst = max(worst, calibration["ece"])
    return int(worst > WORST)


if __name__ == "__main__":
    sys.exit(main())
