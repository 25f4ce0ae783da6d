"""Clocks for the parts: the monotonic clock on a device, a virtual one in tests."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], float]


class VirtualClock:
    """A clock in seconds that only `advance` moves."""

    def __init__(self, start: float = 1000.0) -> None:
        self.now = start

    def __call__(self) -> float:
        """Return the time in seconds, like `time.monotonic()`."""
        return self.now

    def advance(self, seconds: float) -> None:
        """Move the time forward."""
        self.now += seconds
