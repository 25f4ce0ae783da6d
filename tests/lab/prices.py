"""Whether the prices that hints name are what the second choice really costs: `python -m tests.lab.prices noah 2 60`.

Medium bots play matches; at random decisions a hint is asked for. Then both of its choices are made in the match as it
really lies, hidden cards included, and Medium bots play on from each a number of times. A price of 10 % is calibrated
if the dearer choice really wins 10 % fewer of these matches, on average over many hints.
"""

import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

from companion.core.game import Game
from companion.core.hint_search import find_hint
from companion.core.match import Match
from companion.core.match_worlds import list_steps
from companion.core.playing import begin_play, finish_play, retrace
from companion.core.registry import find_game
from companion.core.seat_worlds import is_decision
from tests.lab.arena import NAMES, OPTIONS

HINTS_A_MATCH = 3
CONTINUATIONS = 12
"""Times that each of the two choices is played to the end."""
BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 1.0)
"""Stated prices are compared in these ranges."""


class Price(NamedTuple):
    """What a hint said that its second choice costs, and what it did cost."""

    stated: float
    real: float


class Line(NamedTuple):
    """Means of the prices in one range, and the standard error of the difference."""

    hints: int
    stated: float
    real: float
    error: float


def measure_real_price(match: Match, best: str, second: str, rng: Random) -> float:
    """Return how much more often the best choice wins, from the position as it really is."""
    question = match.question
    assert question is not None
    pieces, bot, wins = match.game.make_pieces(match.setup), match.game.choose_best_bot(), {best: 0.0, second: 0.0}
    for _ in range(CONTINUATIONS):
        seed = rng.getrandbits(48)
        for choice in wins:
            own = Random(seed)
            table = match.game.new_table(match.setup, pieces)
            play = begin_play(match.game, table)
            asked = retrace(play, list_steps(match))
            everyone = [bot(own) for _ in range(len(table.seats) + 1)]
            outcome, _ = finish_play(play, asked.choices[asked.list_ids().index(choice)], table, everyone)
            wins[choice] += outcome.get_share(question.seat) / CONTINUATIONS
    return wins[best] - wins[second]


def price_match(game: Game, players: int, seed: int) -> list[Price]:
    """Play a match and compare the prices of a few hints."""
    rng, prices = Random(f"prices {seed}"), []
    match = Match(game, game.set_up(NAMES[:players], OPTIONS.get(game.id, {}), seed))
    bot = game.choose_best_bot()(rng)
    while (question := match.question) is not None:
        match.answer(bot(question, match.table))
    decisions = [n for n, seat in enumerate(match.asked_seats) if seat >= 0]
    for n in sorted(rng.sample(decisions, min(HINTS_A_MATCH, len(decisions)))):
        before = Match(game, match.setup, match.answers[:n])
        if before.question is None or not is_decision(before.question):
            continue
        hint = find_hint(before)
        if len(hint.advice) == 2:
            best, second = hint.advice
            prices.append(Price(second.cost, measure_real_price(before, best.choice, second.choice, rng)))
    return prices


def summarize(prices: Iterable[Price]) -> Line:
    """Return the means of some prices."""
    some = list(prices)
    number = max(1, len(some))
    stated, real = sum(price.stated for price in some) / number, sum(price.real for price in some) / number
    gaps = [price.real - price.stated - (real - stated) for price in some]
    return Line(len(some), stated, real, sqrt(sum(gap * gap for gap in gaps)) / number)


def find_slope(prices: Sequence[Price]) -> float:
    """Return the slope of real prices over stated ones, through the origin; 1 is faultless."""
    return sum(price.real * price.stated for price in prices) / max(1e-9, sum(price.stated**2 for price in prices))


def main(words: list[str]) -> int:
    """Print stated and real prices; 1 if they differ by more than luck explains."""
    name, players, matches = words
    game, prices = find_game(name), list[Price]()
    for seed in range(int(matches)):
        prices += price_match(game, int(players), seed)
    for least, most in pairwise(BINS):
        line = summarize(price for price in prices if least <= price.stated < most)
        print(f"{least:4.0%} to {most:4.0%}: {line.hints:4} hints, stated {line.stated:6.1%}, real {line.real:6.1%}")
    whole = summarize(prices)
    print(
        f"{name} {players}p: {whole.hints} hints, stated {whole.stated:.1%}, real {whole.real:.1%} "
        f"± {1.96 * whole.error:.1%}, slope {find_slope(prices):.2f}",
        flush=True,
    )
    return int(abs(whole.real - whole.stated) > 1.96 * whole.error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
