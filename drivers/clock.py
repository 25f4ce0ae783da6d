"""Time is given to the parts, never taken: on the table the monotonic clock, in tests one that stands still."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], float]


class VirtualClock:
    """A clock in seconds that moves only when told to."""

    def __init__(self, start: float = 1000.0) -> None:
        self.now = start

    def __call__(self) -> float:
        """The time in seconds, like `time.monotonic()`."""
        return self.now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
