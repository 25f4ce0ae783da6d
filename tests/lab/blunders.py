"""How many planted blunders a review finds, whom it blames wrongly, and whether its prices are right.

Medium bots play; now and then the worst choice is made instead. That is a planted blunder if it costs at least `PLANTED`,
measured in hundreds of games that neither the planting nor the review has seen. It is found if the review, in the time
that `arkside review` takes, calls the decision costly. A false alarm is a decision of a bot that the review calls
costly although it costs less than `HARMLESS` in fresh games. All prices that the review states are compared with what
the choices cost in fresh games. `python -m tests.lab.blunders noah 2 30` plants thirty, or as many as twelve matches have.
"""

import sys
import time
from math import sqrt
from random import Random
from typing import NamedTuple

from companion.commands.review import SECONDS
from companion.core.appraisal import Appraiser, Gap, list_promising
from companion.core.game import Game
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.seat_worlds import imagine_for_seat, is_decision
from companion.lab.review import Effort, JudgedDecision, Reviewer
from tests.lab.arena import NAMES

OPTIONS = {"noahs-ark": {"mode": "advanced", "race": "drawn"}}
PLANTED = 0.15
HARMLESS = 0.04
CHANCE_TO_PLANT = 0.35
MOST_MATCHES = 12
FIRST_GAMES, SECOND_GAMES, MANY_GAMES = 24, 200, 1600
"""Games of two choices: to suspect that one is bad, to look again, and to measure what it costs."""
Z_95 = 1.96


def measure_gap(match: Match, better: int, worse: int, rng: Random, games: int = MANY_GAMES) -> Gap:
    """Compare two choices of the current question in fresh imagined games."""
    assert match.question is not None
    appraiser = Appraiser(match.game, imagine_for_seat(match), match.question.seat, rng)
    good, bad = appraiser.compare([better, worse], games)
    return good.measure_gap(bad)


def find_blunder(match: Match, rng: Random) -> int | None:
    """Return the place of a choice that is really bad, or None."""
    question = match.question
    assert question is not None
    places = list_promising(match.game, question, match.table, rng, 6)
    appraiser = Appraiser(match.game, imagine_for_seat(match), question.seat, rng)
    tried = sorted(appraiser.compare(places, FIRST_GAMES // 2 * len(places)), key=lambda choice: choice.chance)
    worst, best = tried[0], tried[-1]
    if best.measure_gap(worst).mean < PLANTED:
        return None
    for games, least in ((SECOND_GAMES, PLANTED / 2), (MANY_GAMES, PLANTED)):
        if measure_gap(match, best.place, worst.place, rng, games).mean < least:
            return None
    return worst.place


def play_with_blunders(game: Game, players: int, seed: int) -> tuple[Match, set[int]]:
    """Play a match of Medium bots with planted blunders; return it and the numbers of their questions."""
    rng = Random(f"blunders {seed}")
    match = Match(game, game.set_up(NAMES[:players], OPTIONS.get(game.id, {}), seed))
    bot, planted = game.choose_best_bot()(rng), set()
    while (question := match.question) is not None:
        choice = bot(question, match.table)
        if is_decision(question) and rng.random() < CHANCE_TO_PLANT:
            place = find_blunder(match, rng)
            if place is not None:
                planted.add(len(match.answers) + 1)
                choice = question.choices[place]
        match.answer(choice)
    return match, planted


class Price(NamedTuple):
    """What a review said that a decision cost, and what it costs in fresh games, with their standard errors."""

    stated: float
    stated_error: float
    real: float
    real_error: float

    @property
    def is_within(self) -> bool:
        """Whether the two differ by no more than they may, 19 times of 20."""
        return abs(self.stated - self.real) <= Z_95 * sqrt(self.stated_error**2 + self.real_error**2)


def measure_price(match: Match, decision: JudgedDecision, rng: Random) -> Price:
    """Measure in fresh games what a decision cost."""
    before = Match(match.game, match.setup, match.answers[: decision.n - 1])
    assert before.question is not None
    ids = before.question.list_ids()
    real = measure_gap(before, ids.index(decision.best), ids.index(decision.chosen), rng)
    return Price(decision.cost, decision.error, real.mean, real.error)


class Findings:
    """Counts over all matches so far."""

    def __init__(self) -> None:
        self.planted = self.found = self.others = self.blamed = self.alarms = 0
        self.prices: list[Price] = []
        self.seconds: list[float] = []

    def add_match(self, match: Match, planted: set[int], rng: Random) -> None:
        """Review a match and count what was found."""
        began = time.process_time()
        review = Reviewer(match, Effort(seconds=SECONDS), 0, time.process_time).review()
        self.seconds.append(time.process_time() - began)
        self.planted += len(planted)
        self.others += review.checked - len(planted)
        for decision in review.decisions:
            if decision.costly:
                price = measure_price(match, decision, rng)
                self.prices.append(price)
                self.found += decision.n in planted
                self.blamed += decision.n not in planted
                self.alarms += decision.n not in planted and price.real < HARMLESS

    def describe(self) -> str:
        """Return all figures in a few lines."""
        number = max(1, len(self.prices))
        gaps = [price.real - price.stated for price in self.prices]
        mean = sum(gaps) / number
        within = Z_95 * sqrt(sum((gap - mean) ** 2 for gap in gaps)) / number
        squares = sum(price.stated**2 for price in self.prices)
        slope = sum(price.real * price.stated for price in self.prices) / (squares or 1.0)
        return (
            f"  found {format_share(self.found, self.planted)}\n"
            f"  false alarms {format_share(self.alarms, self.others)} of the other decisions, "
            f"{format_share(self.alarms, self.blamed)} of those it calls costly\n"
            f"  {len(self.prices)} prices: stated {sum(price.stated for price in self.prices) / number:.1%}, "
            f"real {mean:+.1%} ± {within:.1%}, slope {slope:.2f}, "
            f"{sum(price.is_within for price in self.prices)} within their intervals\n"
            f"  {sum(self.seconds) / max(1, len(self.seconds)):.0f} s of the processor for a review"
        )


def format_share(number: int, of: int) -> str:
    """Return a share with Wilson's 95 % interval."""
    share, weight = number / max(1, of), Z_95**2 / max(1, of)
    centre, half = share + weight / 2, sqrt(weight * (share * (1 - share) + weight / 4))
    least, most = ((centre + side * half) / (1 + weight) for side in (-1, 1))
    return f"{number} of {of} ({share:.1%}, {least:.1%} to {most:.1%})"


def main(words: list[str]) -> int:
    """Plant blunders until there are enough, review the matches, and print what was found."""
    name, players, wanted, *first = words
    game, rng, findings = find_game(name), Random("check"), Findings()
    start = int(first[0]) if first else 0
    for seed in range(start, start + MOST_MATCHES):
        findings.add_match(*play_with_blunders(game, int(players), seed), rng)
        print(f"{name} {players}p, {seed + 1 - start} matches\n{findings.describe()}", flush=True)
        if findings.planted >= int(wanted):
            break
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
