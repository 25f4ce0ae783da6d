"""Two bots against each other: every deal is played twice with swapped seats, and the winner's share is counted by deal.

`python -m tests.lab.arena noah 4 hard:64 montecarlo:32 40` plays 40 deals: the number is fixed beforehand, because to
stop when the figures look good makes them look better than they are. `thumb` is the bot of `heuristics.py`. Bots of
Noah's Ark also race at the pace of their level; in `noahs-ark-by-lot` all are equally fast, which leaves their decisions.
"""

import sys
import time
from math import sqrt
from random import Random
from typing import NamedTuple

from companion.core.bots import find_bot
from companion.core.game import Game
from companion.core.playing import play_recorded
from companion.core.question import Bot, MakeBot, Question
from companion.core.registry import find_game
from tests.lab.heuristics import play_by_thumb

BY_LOT = "-by-lot"
"""Behind the name of a game: its races are drawn by lot, so that levels don't matter there."""

OPTIONS = {"ark-and-noah": {"mode": "quick"}, "noahs-ark": {"mode": "advanced"}}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
Z_95 = 1.96


class Result(NamedTuple):
    """Share of the victories of the first bot, with its 95 % interval by deal, and time for a question of each."""

    share: float
    least: float
    most: float
    deals: int
    milliseconds: tuple[float, float]


class TimedBot:
    """A bot whose processor time is measured."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds = 0.0
        self.questions = 0

    def __call__(self, question: Question, table: object) -> object:
        began = time.process_time()
        choice = self._bot(question, table)
        self.seconds += time.process_time() - began
        self.questions += 1
        return choice


class Contender(NamedTuple):
    """A bot that plays for one of the two sides."""

    name: str
    make: MakeBot


def compare(
    game: Game, players: int, sides: tuple[Contender, Contender], deals: int, seed: int = 1, by_lot: bool = False
) -> Result:
    """Play all of these deals."""
    timed: tuple[list[TimedBot], list[TimedBot]] = ([], [])
    shares = [
        sum(play_deal(game, players, sides, seed + deal, swapped, timed, by_lot) for swapped in (False, True)) / 2
        for deal in range(deals)
    ]
    share, within = estimate(shares)
    spent = [1000 * sum(bot.seconds for bot in bots) / max(1, sum(bot.questions for bot in bots)) for bots in timed]
    return Result(share, max(0.0, share - within), min(1.0, share + within), len(shares), (spent[0], spent[1]))


def play_deal(
    game: Game, players: int, contenders: tuple[Contender, Contender], seed: int, swapped: bool,
    timed: tuple[list[TimedBot], list[TimedBot]], by_lot: bool = False,
) -> float:  # fmt: skip
    """Play one deal with the bots in alternate seats; return the first bot's share of the victory, per seat it had."""
    sides = [(place + swapped) % 2 for place in range(players)]
    # races look at the level of a seat
    names = [f"bot:{contenders[side].name.partition(':')[0]}:{NAMES[seat]}" for seat, side in enumerate(sides)]
    setup = game.set_up(names, {**OPTIONS.get(game.id, {}), **(game.simulated if by_lot else {})}, seed)
    table = game.new_table(setup, game.make_pieces(setup))
    # the same luck for a seat and for the table in both games: bots that choose alike draw, whatever the luck
    bots = [TimedBot(contenders[side].make(Random(f"{seed} {seat}"))) for seat, side in enumerate(sides)]
    for side, bot in zip(sides, bots, strict=True):
        timed[side].append(bot)
    outcome, _ = play_recorded(game, setup, table, [*bots, game.choose_best_bot()(Random(f"{seed} table"))])
    rates = [
        sum(outcome.get_share(seat) for seat in range(players) if sides[seat] == side) / sides.count(side)
        for side in (0, 1)
    ]
    return rates[0] / (rates[0] + rates[1])


def estimate(shares: list[float]) -> tuple[float, float]:
    """Return the mean of all deals and half its 95 % interval; two deals, one for each, keep the interval from being 0."""
    known = [*shares, 1.0, 0.0]
    mean = sum(known) / len(known)
    spread = sum((share - mean) ** 2 for share in known) / (len(known) - 1)
    return mean, Z_95 * sqrt(spread / len(known))


def find_contender(game: Game, name: str) -> Contender:
    """Return a bot by name, `thumb` included."""
    return Contender(name, play_by_thumb if name == "thumb" else find_bot(game, name))


def main(words: list[str]) -> int:
    """Compare two bots and print the result; 1 unless the first is certainly better."""
    name, players, first, second, deals = words
    game = find_game(name.removesuffix(BY_LOT))
    sides = find_contender(game, first), find_contender(game, second)
    comparison = compare(game, int(players), sides, int(deals), by_lot=name.endswith(BY_LOT))
    verdict = "better" if comparison.least > 0.5 else "WORSE" if comparison.most < 0.5 else "not certain"
    print(
        f"{name} {players}p: {first} against {second}: {comparison.share:.1%} ({comparison.least:.1%} to {comparison.most:.1%}), "
        f"{comparison.deals} deals twice, {comparison.milliseconds[0]:.1f} / {comparison.milliseconds[1]:.1f} ms a question: {verdict}",
        flush=True,
    )
    return int(comparison.least <= 0.5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
