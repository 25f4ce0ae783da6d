"""What a simulation counts besides victories and points; a game that has such a thing offers a `Tally`."""

from abc import ABC, abstractmethod
from collections import Counter
from typing import Any


class Tally(ABC):
    """Looks at one finished table after the other and keeps counts of them."""

    @abstractmethod
    def add(self, table: Any) -> None:
        """Count what happened at this table."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """All counts, as JSON; the game's voice tells them in words."""


class Spread:
    """Quantities in steps of `step`, so that a million of them take no more room than ten."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.number = 0
        self._counts: Counter[int] = Counter()

    def add(self, quantity: float) -> None:
        """Take one more."""
        self.number += 1
        self._counts[int(quantity / self.step)] += 1

    def quartiles(self) -> list[float] | None:
        """A quarter lies below the first, half below the second; None as long as there is nothing."""
        if not self.number:
            return None
        found: list[float] = []
        below = 0
        for bin, count in sorted(self._counts.items()):
            below += count
            while len(found) < 3 and below * 4 >= self.number * (len(found) + 1):
                found.append(round((bin + 0.5) * self.step, 3))
        return found
