"""Tallies: figures that simulations count besides victories and points."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.question import Question
from companion.core.words import Say

Counts = Mapping[str, int]
"""Counts by name, `margin/12`: plain enough to be added up over processes, machines and days."""


class Tally(ABC):
    """Looks at tables and keeps counts of them.

    A name is a tuple while it is counted, because that is quicker than a text: `("margin", 12)`.
    """

    def __init__(self) -> None:
        self.counter: Counter[tuple[Hashable, ...]] = Counter()

    def watch(self, question: Question, table: Any) -> None:
        """Look at a question before it is answered. Only reports do so, because it takes time."""

    @abstractmethod
    def add(self, table: Any) -> None:
        """Count what happened at this table, which is at its end."""

    @abstractmethod
    def summarize_counts(self, counts: Counts) -> dict[str, Any]:
        """Return figures computed from all counts, as JSON; the game's voice words them."""

    def make_plots(self, counts: Counts, say: Say) -> "Sequence[Plot]":
        """Return plots of the counts, with titles in this language."""
        return ()

    def collect_counts(self) -> dict[str, int]:
        """Return the counts so far, by name."""
        named = {"/".join(map(str, name)): number for name, number in self.counter.items()}
        return {name: named[name] for name in sorted(named)}


class BinnedCounts:
    """Quantities in steps of `step`, so that a million of them need no more memory than ten.

    >>> spread = BinnedCounts(10, {"time/1": 3, "time/4": 1, "margin/2": 9}, "time")
    >>> spread.number, spread.compute_quartiles()
    (4, [15.0, 15.0, 15.0])
    """

    def __init__(self, step: float, counts: Counts, name: str) -> None:
        self.step = step
        start = f"{name}/"
        self.bins = {int(key[len(start) :]): number for key, number in counts.items() if key.startswith(start)}
        self.number = sum(self.bins.values())

    def compute_quartiles(self) -> list[float] | None:
        """Return the quartiles; None if nothing was counted."""
        if not self.number:
            return None
        quartiles: list[float] = []
        below = 0
        for bin, count in sorted(self.bins.items()):
            below += count
            while len(quartiles) < 3 and below * 4 >= self.number * (len(quartiles) + 1):
                quartiles.append(round((bin + 0.5) * self.step, 3))
        return quartiles


def select_counts(counts: Counts, name: str) -> dict[str, int]:
    """Return the counts below a name, by the rest of their names.

    >>> select_counts({"wins/2": 1, "wins/3": 5, "winners/2": 7}, "wins")
    {'2': 1, '3': 5}
    """
    start = f"{name}/"
    return {key[len(start) :]: number for key, number in counts.items() if key.startswith(start)}


class Bars(NamedTuple):
    """A bar plot: an amount for each name."""

    title: str
    up: str
    """Meaning of a bar's height."""
    names: Sequence[str]
    heights: Sequence[float]
    note: str = ""
    within: Sequence[float] = ()
    """Margin of error of each bar."""
    across: str = ""
    """Meaning of the names, if they don't explain themselves."""
    by_lot: Sequence[float] = ()
    """Heights expected by chance alone."""
    shares: bool = True
    """Whether heights are shares of 1, shown in percent."""


class Lines(NamedTuple):
    """A line plot of values over time."""

    title: str
    across: str
    up: str
    at: Sequence[float]
    lines: Mapping[str, Sequence[float]]
    note: str = ""
    steps: bool = False
    """Whether the line has steps, as for a distribution."""


Plot = Bars | Lines
