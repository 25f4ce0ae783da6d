"""Statistics over many games: win shares with intervals, points, length. Chunks are added in order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, quantiles
from typing import Any

from companion.core.registry import find_game
from companion.lab.chunk import Chunk
from companion.lab.plan import SimulationPlan

Z_95 = 1.96
"""Standard errors on either side of a mean in a 95 % confidence interval."""


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


class Figures:
    """Figures of all games of a plan played so far."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.games = 0
        self.questions: list[int] = []
        self.scores: list[list[int]] = [[] for _ in range(plan.players)]
        self.bot_scores: dict[str, list[int]] = {bot: [] for bot in sorted(set(plan.bots))}
        self.counted: Counter[str] = Counter()
        self._seatings = plan.seatings
        self._seats = [Mean() for _ in range(plan.players)]
        self._bots = {bot: Mean() for bot in self.bot_scores}

    def add(self, chunk: Chunk) -> None:
        """Add the games of the next chunk."""
        size = len(self._seatings)
        won = [tuple(winners) for winners in chunk.winners]
        deals = Counter(zip(*(won[place::size] for place in range(size)), strict=True))
        for deal, times in deals.items():  # grouped, because adding every deal by itself would slow simulations down
            self._add_deal(deal, times)
        for place, seating in enumerate(self._seatings):
            for seat, scores in enumerate(zip(*chunk.scores[place::size], strict=True)):
                self.scores[seat] += scores
                self.bot_scores[seating[seat]] += scores
        self.games += chunk.games
        self.questions += chunk.questions
        self.counted.update(chunk.counted)

    def _add_deal(self, deal: Sequence[Sequence[int]], times: int) -> None:
        """Add deals with the same winners in each of their seatings.

        A deal is a single observation, because its games are not independent.
        """
        seats, bots = [0.0] * self.plan.players, dict.fromkeys(self._bots, 0.0)
        for seating, winners in zip(self._seatings, deal, strict=True):
            for seat in winners:
                seats[seat] += 1 / len(winners)
                bots[seating[seat]] += 1 / len(winners)
        for mean, won in zip(self._seats, seats, strict=True):
            mean.add(won / len(deal), times)
        for bot, won in bots.items():
            self._bots[bot].add(won / len(deal), times)

    @property
    def within(self) -> float:
        """Margin of the least certain share."""
        return max(mean.within for mean in (*self._seats, *self._bots.values()))

    def as_json(self) -> dict[str, Any]:
        """Return all figures except the time they took."""
        plan = self.plan
        found: dict[str, Any] = {
            "game": plan.game,
            "players": plan.players,
            "games": self.games,
            "seed": plan.seed,
            "options": dict(plan.options),
            "bots": list(plan.bots),
            "paired": plan.paired,
            "questions": sum(self.questions),
            "length": summarize_numbers(self.questions),
            "wins": [round(mean.value, 6) for mean in self._seats],
            "wins_within": [round(mean.within, 6) for mean in self._seats],
            "scores": [summarize_numbers(scores) for scores in self.scores],
            "by_bot": [self._bot_as_json(bot) for bot in self._bots],
        }
        tally = find_game(plan.game).make_tally(plan.players)
        return found if tally is None else {**found, "counted": tally.summarize_counts(self.counted)}

    def _bot_as_json(self, bot: str) -> dict[str, Any]:
        won, seats = self._bots[bot], self.plan.bots.count(bot)
        return {
            "bot": bot, "seats": seats, "wins": round(won.value, 6), "wins_within": round(won.within, 6),
            "fair": round(seats / self.plan.players, 6), "scores": summarize_numbers(self.bot_scores[bot]),
        }  # fmt: skip


def summarize_numbers(numbers: Sequence[int]) -> Mapping[str, Any]:
    """Return mean and quartiles."""
    if not numbers:
        return {"mean": 0.0, "quartiles": [0.0] * 3}
    quartiles = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [float(numbers[0])] * 3
    return {"mean": round(fmean(numbers), 4), "quartiles": quartiles}
