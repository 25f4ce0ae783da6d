"""House-rule experiments: one figure of the box or one option varied, everything else and all deals alike.

Deals are compared in pairs: the same cards are played by each variant, so that luck of the deal does not hide what the
variant changes. A difference has a 95 % interval over deals, and the number of deals that would show it.
"""

import copy
import re
from array import array
from collections.abc import Callable, Container, Mapping, Sequence
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from companion.core.box import Tree, set_entry
from companion.core.errors import N_, SetupError
from companion.core.game import Game
from companion.lab.chunk import Chunk
from companion.lab.figures import Mean
from companion.lab.plan import SimulationPlan, make_plan
from companion.lab.simulate import Simulation, WorkerPool, simulate

POWER = 0.8
"""Chance that a run of the advised size shows a difference that is there."""

MOST_VARIANTS = 20


class Variation(NamedTuple):
    """A figure of the box or an option, and the values to try."""

    name: str
    values: tuple[str, ...]


def parse_variation(text: str, game: Game) -> Variation:
    """Parse `hand=6..10`, `hand=6,8` or `length=short,long`; refuse what the game doesn't let vary."""
    name, _, tried = text.partition("=")
    options = {option.name: option.values for option in game.options}
    if name not in game.variable and name not in options:
        raise SetupError(
            N_("{game} can't vary {name!r}; it can vary: {known}"),
            game=game.title, name=name, known=", ".join([*game.variable, *options]),
        )  # fmt: skip
    between = re.fullmatch(r"(\d{1,3})\.\.(\d{1,3})", tried)
    values = tuple(map(str, range(int(between[1]), int(between[2]) + 1))) if between else tuple(tried.split(","))
    if name in game.variable and not all(re.fullmatch(r"\d{1,3}", value) for value in values):
        raise SetupError(N_("{name} varies over whole numbers, as in {name}=6..10 or {name}=6,8"), name=name)
    if not 2 <= len(set(values)) == len(values) <= MOST_VARIANTS:
        raise SetupError(N_("Vary {name} over 2 to {most} different values"), name=name, most=MOST_VARIANTS)
    return Variation(name, values)


def make_plans(
    game: Game, variation: Variation, players: int, bots: Sequence[str], seed: int, options: Mapping[str, str],
    corrections: Tree, *, seated: bool = False,
) -> list[SimulationPlan]:  # fmt: skip
    """Return a checked plan for each value. Raise before anything is played if the box can't be so."""
    plans = []
    for value in variation.values:
        box, agreed = copy.deepcopy(corrections), dict(options)
        if variation.name in game.variable:
            set_entry(box, game.variable[variation.name].split("."), int(value))
        else:
            agreed[variation.name] = value
        plan = make_plan(game, players, bots, seed, agreed, box, seated=seated)
        game.make_pieces(plan.make_setup())
        plans.append(plan)
    return plans


class DealSeries:
    """Figures of every deal of a run, in order, so that runs can be compared deal by deal."""

    def __init__(self, plan: SimulationPlan) -> None:
        self._seatings = plan.seatings
        self._bots = sorted(set(plan.bots))
        names = ["questions", "points", "starter", *(f"bot {bot}" for bot in self._bots)]
        self.figures: dict[str, array[float]] = {name: array("d") for name in names}

    def add(self, chunk: Chunk) -> None:
        """Add the deals of the next chunk."""
        size = len(self._seatings)
        for first in range(0, chunk.games, size):
            games = range(first, first + size)
            self._note("questions", [chunk.questions[at] for at in games])
            self._note("points", [sum(chunk.scores[at]) / len(chunk.scores[at]) for at in games])
            self._note("starter", [share_of(chunk, at, [chunk.starters[at]]) for at in games])
            for bot in self._bots:
                self._note(f"bot {bot}", [share_of(chunk, at, self._list_seats(chunk, at, bot)) for at in games])

    def _list_seats(self, chunk: Chunk, at: int, bot: str) -> list[int]:
        """Return the seats of a bot in a game."""
        return [seat for seat, name in enumerate(self._seatings[chunk.seatings[at]]) if name == bot]

    def _note(self, name: str, values: Sequence[float]) -> None:
        self.figures[name].append(sum(values) / len(values))


def share_of(chunk: Chunk, at: int, seats: Container[int | None]) -> float:
    """Return the share of a game's victory that these seats have."""
    winners = chunk.winners[at]
    return sum(seat in seats for seat in winners) / len(winners)


class Difference(NamedTuple):
    """How a variant differs from the first one in one figure."""

    figure: str
    first: float
    value: float
    by: float
    within: float
    """Half the width of the 95 % interval of the difference."""
    deals_needed: int | None
    """Deals that would show a difference of this size, with a chance of 80 %; None if there is none at all."""

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return abs(self.by) > self.within


def compare_deals(first: DealSeries, other: DealSeries) -> list[Difference]:
    """Compare two runs deal by deal."""
    return [
        compare_series(name, values, other.figures[name])
        for name, values in first.figures.items()
        # a bot that has all seats always wins, and a starter that nobody names never does
        if any(values) and not all(value == 1 for value in values)
    ]


def compare_series(name: str, first: Sequence[float], other: Sequence[float]) -> Difference:
    """Compare one figure of the deals that both runs have played."""
    gains, first_mean, other_mean = Mean(), Mean(), Mean()
    for first_value, other_value in zip(first, other, strict=False):
        gains.add(other_value - first_value)
        first_mean.add(first_value)
        other_mean.add(other_value)
    return Difference(name, first_mean.value, other_mean.value, gains.value, gains.within, count_needed(gains))


def count_needed(gains: Mean) -> int | None:
    """Return the deals that show a mean difference like this one with a chance of 80 %.

    >>> gains = Mean()
    >>> for gain in (1, -1, 1, 0): gains.add(gain)
    >>> count_needed(gains)
    116
    """
    if not gains.value:
        return None
    normal = NormalDist()
    distance = normal.inv_cdf(0.975) + normal.inv_cdf(POWER)
    spread = gains.within / normal.inv_cdf(0.975) * sqrt(gains.number)
    return max(2, ceil((distance * spread / gains.value) ** 2))


class Experiment(NamedTuple):
    """Runs of all variants on the same deals."""

    variation: Variation
    runs: list[Simulation]
    series: list[DealSeries]

    def list_differences(self) -> list[list[Difference]]:
        """Return, for each variant but the first, how it differs from the first."""
        return [compare_deals(self.series[0], other) for other in self.series[1:]]

    def as_json(self) -> dict[str, Any]:
        """Return all figures and differences."""
        values = self.variation.values
        return {
            "vary": self.variation.name,
            "runs": [{"value": value, **run.as_json()} for value, run in zip(values, self.runs, strict=True)],
            "differences": [
                {
                    "from": values[0],
                    "to": value,
                    "figures": [{**figure._asdict(), "clear": figure.is_clear} for figure in differences],
                }
                for value, differences in zip(values[1:], self.list_differences(), strict=True)
            ],
        }


def run_experiment(
    variation: Variation, plans: Sequence[SimulationPlan], games: int, pool: WorkerPool,
    played: Callable[[int], None] = lambda games: None,
) -> Experiment:  # fmt: skip
    """Play all variants on the same deals. Ctrl-C ends it: half an experiment compares nothing."""
    experiment = Experiment(variation, [], [])
    for plan in plans:
        series = DealSeries(plan)
        before = sum(run.figures.games for run in experiment.runs)
        run = simulate(plan, games, pool, played=lambda n, before=before: played(before + n), listeners=[series.add])  # type: ignore[misc]
        if run.interrupted:
            raise KeyboardInterrupt
        experiment.runs.append(run)
        experiment.series.append(series)
    return experiment
