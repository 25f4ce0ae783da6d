"""Statistics over many games: win shares with intervals, points, length. Chunks are added in order."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

from companion.core.registry import find_game
from companion.lab.chunk import Chunk
from companion.lab.manifest import describe_program
from companion.lab.plan import SimulationPlan

Z_95 = 1.96
"""Standard errors on either side of a mean in a 95 % confidence interval."""


TINY = 1e-9


class Mean:
    """Mean of independent observations, with its 95 % confidence interval.

    >>> mean = Mean()
    >>> for won in (1, 0, 1, 0): mean.add(won)
    >>> mean.value, round(mean.within, 3)
    (0.5, 0.566)
    """

    def __init__(self) -> None:
        self.number = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float, times: int = 1) -> None:
        """Add a value, once or several times."""
        self.number += times
        self._sum += value * times
        self._squares += value * value * times

    @property
    def value(self) -> float:
        """The mean; 0 without observations."""
        return self._sum / self.number if self.number else 0.0

    @property
    def within(self) -> float:
        """Half the width of the 95 % interval; 1 when there are too few values to tell."""
        if self.number < 2:
            return 1.0
        variance = max(0.0, (self._squares - self._sum * self._sum / self.number) / (self.number - 1))
        return Z_95 * sqrt(variance / self.number)


class WinShare(Mean):
    """Mean of values between 0 and 1, with a Wilson interval, which is honest also near 0 and 1.

    >>> share = WinShare()
    >>> share.add(1.0, 60)
    >>> share.value, round(share.within, 3)
    (1.0, 0.06)
    """

    @property
    def within(self) -> float:
        """Distance from the share to the farther end of its 95 % interval; 1 when there are too few values to tell."""
        if self.number < 2:
            return 1.0
        value, spread = self.value, self.value * (1 - self.value)
        variance = max(0.0, self._squares / self.number - value * value)
        # Deals played in every seating vary less than single games: they count as more observations.
        effective = self.number * spread / variance if variance else (self.number if spread < TINY else inf)
        if effective == inf:
            return 0.0
        shrunk = 1 + Z_95**2 / effective
        centre = (value + Z_95**2 / (2 * effective)) / shrunk
        half = Z_95 / shrunk * sqrt(spread / effective + Z_95**2 / (4 * effective**2))
        return min(1.0, abs(centre - value) + half)


class Figures:
    """Figures of all games of a plan played so far."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.games = 0
        self.deals = 0
        self.has_starters = True
        """Whether every game so far says who began."""
        # how often each number occurs, so that a million games take no more memory than a thousand
        self.questions: Counter[int] = Counter()
        self.scores: list[Counter[int]] = [Counter() for _ in range(plan.players)]
        self.bot_scores: dict[str, Counter[int]] = {bot: Counter() for bot in sorted(set(plan.bots))}
        self.counted: Counter[str] = Counter()
        self._seatings = plan.seatings
        self._seats = [WinShare() for _ in range(plan.players)]
        self._places = [WinShare() for _ in range(plan.players)]
        """Wins by place: the player who began, the next one clockwise, and so on."""
        self._bots = {bot: WinShare() for bot in self.bot_scores}

    def add(self, chunk: Chunk) -> None:
        """Add the games of the next chunk."""
        size = len(self._seatings)
        games = [(starter, tuple(winners)) for starter, winners in zip(chunk.starters, chunk.winners, strict=True)]
        deals = Counter(zip(*(games[place::size] for place in range(size)), strict=True))
        for deal, times in deals.items():  # grouped, because adding every deal by itself would slow simulations down
            self._add_deal(deal, times)
        for place, seating in enumerate(self._seatings):
            for seat, scores in enumerate(zip(*chunk.scores[place::size], strict=True)):
                self.scores[seat].update(scores)
                self.bot_scores[seating[seat]].update(scores)
        self.games += chunk.games
        self.questions.update(chunk.questions)
        self.counted.update(chunk.counted)

    def _add_deal(self, deal: Sequence[tuple[int | None, Sequence[int]]], times: int) -> None:
        """Add deals with the same starters and winners in each of their seatings.

        A deal is a single observation, because its games are not independent.
        """
        players = self.plan.players
        seats, places, bots = [0.0] * players, [0.0] * players, dict.fromkeys(self._bots, 0.0)
        for seating, (starter, winners) in zip(self._seatings, deal, strict=True):
            for seat in winners:
                share = 1 / len(winners)
                seats[seat] += share
                bots[seating[seat]] += share
                if starter is not None:
                    places[(seat - starter) % players] += share
        for shares, won in ((self._seats, seats), (self._places, places)):
            for mean, wins in zip(shares, won, strict=True):
                mean.add(wins / len(deal), times)
        for bot, wins in bots.items():
            self._bots[bot].add(wins / len(deal), times)
        self.deals += times
        self.has_starters = self.has_starters and all(starter is not None for starter, _ in deal)

    @property
    def within(self) -> float:
        """Margin of the least certain share."""
        return max(mean.within for mean in (*self._seats, *self._bots.values()))

    def as_json(self) -> dict[str, Any]:
        """Return all figures except the time they took."""
        plan = self.plan
        figures: dict[str, Any] = {
            "game": plan.game,
            "players": plan.players,
            "games": self.games,
            "seed": plan.seed,
            "options": dict(plan.options),
            "bots": list(plan.bots),
            "paired": plan.paired,
            "questions": sum(number * times for number, times in self.questions.items()),
            "length": summarize_numbers(self.questions),
            "deals": self.deals,
            "program": describe_program(plan),
            "wins": [round(mean.value, 6) for mean in self._seats],
            "wins_within": [round(mean.within, 6) for mean in self._seats],
            **self._places_as_json(),
            "scores": [summarize_numbers(scores) for scores in self.scores],
            "by_bot": [self._bot_as_json(bot) for bot in self._bots],
        }
        tally = find_game(plan.game).make_tally(plan.players)
        return figures if tally is None else {**figures, "counted": tally.summarize_counts(self.counted)}

    def _places_as_json(self) -> dict[str, Any]:
        """Return wins by the place after the starter, and the places that differ from chance in one joint test.

        Seats say little where the starter is drawn by lot: they are equal by construction.
        """
        if not self.has_starters:
            return {}
        fair, most = 1 / self.plan.players, widen_for_many(self.plan.players)
        differ = [place for place, mean in enumerate(self._places) if abs(mean.value - fair) > most * mean.within]
        return {
            "wins_by_place": [round(mean.value, 6) for mean in self._places],
            "wins_by_place_within": [round(mean.within, 6) for mean in self._places],
            "places_that_differ": differ,
        }

    def _bot_as_json(self, bot: str) -> dict[str, Any]:
        won, seats = self._bots[bot], self.plan.bots.count(bot)
        return {
            "bot": bot, "seats": seats, "wins": round(won.value, 6), "wins_within": round(won.within, 6),
            "fair": round(seats / self.plan.players, 6), "scores": summarize_numbers(self.bot_scores[bot]),
        }  # fmt: skip


def widen_for_many(comparisons: int) -> float:
    """Return the factor by which 95 % intervals must grow so that all of them hold together 19 times out of 20.

    >>> round(widen_for_many(1), 3), round(widen_for_many(4), 3)
    (1.0, 1.271)
    """
    risk = 1 - 0.95 ** (1 / comparisons)
    return NormalDist().inv_cdf(1 - risk / 2) / Z_95


def summarize_numbers(counts: Mapping[int, int]) -> Mapping[str, Any]:
    """Return mean and quartiles of numbers, given how often each occurs.

    >>> summarize_numbers(Counter([1, 2, 2, 5]))
    {'mean': 2.5, 'quartiles': [1.75, 2.0, 2.75]}
    """
    games = sum(counts.values())
    if not games:
        return {"mean": 0.0, "quartiles": [0.0] * 3}
    total = sum(number * times for number, times in counts.items())
    return {"mean": round(total / games, 4), "quartiles": [find_quartile(counts, n) for n in (1, 2, 3)]}


def find_quartile(counts: Mapping[int, int], quarter: int) -> float:
    """Return a quartile of numbers, interpolated between the two numbers next to it."""
    below, part = divmod(quarter * (sum(counts.values()) - 1), 4)
    lower, upper = find_in_order(counts, below), find_in_order(counts, below + (part > 0))
    return (lower * (4 - part) + upper * part) / 4


def find_in_order(counts: Mapping[int, int], place: int) -> int:
    """Return the number at a place, from 0, if all were sorted."""
    numbers = sorted(counts)
    ends = list(accumulate(counts[number] for number in numbers))
    return numbers[bisect_right(ends, place)]
