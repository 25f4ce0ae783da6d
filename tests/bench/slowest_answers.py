"""Find the slowest answer in real matches of each game: `python -m tests.bench.slowest_answers --game noah --size 50`.

Random answers are given at tables with real pieces, with as many players as a game allows and options at random. The
slowest answer of each game is printed with everything that was answered before it, and so is the slowest replay of a
whole match, which is what an undo or a resume takes.
"""

import gc
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from companion.core.bots import make_random_bot
from companion.core.game import Game
from companion.core.match import Match
from companion.core.registry import list_game_ids
from tests.bench.command import add_game, add_size, list_games, make_parser, print_figures

MOST_ANSWERS = 2_000
"""Answers after which a match is abandoned, because random answers may go on for ever."""


class Reproduction(NamedTuple):
    """A match up to an answer that took some time."""

    seconds: float
    seed: int
    """Seed of the options and the answers; with `--size 1` the same match is played again."""
    options: dict[str, str]
    answers: tuple[str, ...]
    """All answers; the slow one is the last."""

    def as_json(self) -> dict[str, Any]:
        """Return it with everything that is needed to see it again."""
        return {
            "ms": round(self.seconds * 1000, 1),
            "seed": self.seed,
            "options": self.options,
            "answers": list(self.answers),
        }


class Slowest(NamedTuple):
    """The slowest answer and the slowest replay of some matches."""

    answer: Reproduction
    replay: Reproduction


def play_real_match(game: Game, options: dict[str, str], seed: int) -> Slowest:
    """Play a real match at random; return its slowest answer and its replay as a whole."""
    match = start_real_match(game, options)
    bot = make_random_bot(Random(seed))
    slowest = (0.0, 0)
    while (question := match.question) is not None and len(match.answers) < MOST_ANSWERS:
        choice = bot(question, match.table)
        slowest = max(slowest, (measure_time(partial(match.answer, choice)), len(match.answers)))
    seconds, number = slowest
    answers = tuple(match.answers)
    replaying = measure_time(lambda: Match(game, match.setup, answers))
    return Slowest(
        Reproduction(seconds, seed, options, answers[:number]), Reproduction(replaying, seed, options, answers)
    )


def start_real_match(game: Game, options: dict[str, str]) -> Match:
    """Return a new match at a real table with as many players as the game allows."""
    names = [f"seat {n + 1}" for n in range(game.players[-1])]
    return Match(game, game.set_up(names, options, seed=1, deal="table"))


def measure_time(action: Callable[[], object]) -> float:
    """Return the seconds of processor time that an action takes, without collections of other people's garbage."""
    gc.disable()
    try:
        began = time.process_time()
        action()
        return time.process_time() - began
    finally:
        gc.enable()


def count_calls(action: Callable[[], object]) -> int:
    """Return how many functions an action calls: a measure of work that is the same on every machine."""
    calls = 0

    def count(_frame: object, event: str, _about: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(before)
    return calls


def draw_options(game: Game, rng: Random) -> dict[str, str]:
    """Return a random way to play, without the options that only simulations choose."""
    options: dict[str, str] = {}
    for option in game.options:
        if option.name not in game.simulated and option.is_relevant(options, "table"):
            options[option.name] = rng.choice(option.list_values("table"))
    return options


def find_slowest(game: Game, seeds: range) -> Slowest:
    """Return the slowest answer and the slowest replay of a match for each of these seeds."""
    matches = [play_real_match(game, draw_options(game, Random(seed)), seed) for seed in seeds]
    return Slowest(
        max((slowest.answer for slowest in matches), key=lambda timed: timed.seconds),
        max((slowest.replay for slowest in matches), key=lambda timed: timed.seconds),
    )


def main(arguments: list[str] | None = None) -> None:
    """Print the slowest answer and the slowest replay of each game."""
    parser = make_parser("slowest_answers", __doc__)
    add_game(parser, list_game_ids())
    add_size(parser, 20, "matches per game")
    args = parser.parse_args(arguments)
    for game in list_games(args):
        slowest = find_slowest(game, range(args.seed, args.seed + args.size))
        figures = {"game": game.id, "matches": args.size, "players": game.players[-1]}
        figures |= {"answer": slowest.answer.as_json(), "replay": slowest.replay.as_json()}
        print_figures("slowest_answers", figures, args.json)


if __name__ == "__main__":
    main()
