"""Two bots against each other: every deal is played twice with swapped seats, and the winner's share is counted by deal.

`python -m tests.lab.arena noah 4 hard:64 montecarlo:32 40` plays 40 deals, and with `300` behind it ends after five
minutes of processor time; `thumb` is the bot of `heuristics.py`.
"""

import sys
import time
from math import sqrt
from random import Random
from typing import NamedTuple

from companion.core.bots import find_bot, make_table_bot
from companion.core.game import Game
from companion.core.playing import play_recorded
from companion.core.question import Bot, MakeBot, Question
from companion.core.registry import find_game
from tests.lab.heuristics import play_by_thumb

OPTIONS = {"ark-and-noah": {"mode": "quick"}, "noahs-ark": {"mode": "advanced", "race": "drawn"}}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
Z_95 = 1.96
NEVER = float("inf")
CERTAIN_AFTER = 8
"""Deals that are played at least."""


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


def compare(
    game: Game, players: int, makers: tuple[MakeBot, MakeBot], deals: int, seed: int = 1, seconds: float = NEVER
) -> Result:
    """Play deals until the interval leaves one half, all are played, or the processor has spent this time."""
    until = time.process_time() + seconds
    shares: list[float] = []
    timed: tuple[list[TimedBot], list[TimedBot]] = ([], [])
    for deal in range(deals):
        won = [play_deal(game, players, makers, seed + deal, swapped, timed) for swapped in (False, True)]
        shares.append(sum(won) / 2)
        share, within = estimate(shares)
        if deal + 1 >= CERTAIN_AFTER and abs(share - 0.5) > 1.3 * within:  # looking often needs a margin
            break
        if time.process_time() > until:
            break
    share, within = estimate(shares)
    spent = [1000 * sum(bot.seconds for bot in bots) / max(1, sum(bot.questions for bot in bots)) for bots in timed]
    return Result(share, max(0.0, share - within), min(1.0, share + within), len(shares), (spent[0], spent[1]))


def play_deal(
    game: Game, players: int, makers: tuple[MakeBot, MakeBot], seed: int, swapped: bool, timed: tuple[list[TimedBot], list[TimedBot]],
) -> float:  # fmt: skip
    """Play one deal with the bots in alternate seats; return the first bot's share of the victory, per seat it had."""
    setup = game.set_up(NAMES[:players], OPTIONS.get(game.id, {}), seed)
    table = game.new_table(setup, game.make_pieces(setup))
    sides = [(place + swapped) % 2 for place in range(players)]
    # the same luck for a seat and for the table in both games: bots that choose alike draw, whatever the luck
    bots = [TimedBot(makers[side](Random(f"{seed} {seat}"))) for seat, side in enumerate(sides)]
    for side, bot in zip(sides, bots, strict=True):
        timed[side].append(bot)
    outcome, _ = play_recorded(game, setup, table, [*bots, make_table_bot(game, Random(f"{seed} table"))])
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


def find_maker(game: Game, name: str) -> MakeBot:
    """Return the maker of a bot, `thumb` included."""
    return play_by_thumb if name == "thumb" else find_bot(game, name)


def main(words: list[str]) -> int:
    """Compare two bots and print the result; 1 unless the first is certainly better."""
    name, players, first, second, deals, *limit = words
    game, seconds = find_game(name), float(limit[0]) if limit else NEVER
    makers = find_maker(game, first), find_maker(game, second)
    comparison = compare(game, int(players), makers, int(deals), seconds=seconds)
    verdict = "better" if comparison.least > 0.5 else "WORSE" if comparison.most < 0.5 else "not certain"
    print(
        f"{name} {players}p: {first} against {second}: {comparison.share:.1%} ({comparison.least:.1%} to {comparison.most:.1%}), "
        f"{comparison.deals} deals twice, {comparison.milliseconds[0]:.1f} / {comparison.milliseconds[1]:.1f} ms a question: {verdict}",
        flush=True,
    )
    return int(comparison.least <= 0.5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
