"""Failures to order: makes the n-th call of a kind fail, as loose wires do."""

from __future__ import annotations

import errno
import os
from collections import Counter


class Failures:
    """Counts every call that reaches the simulated hardware and fails the ones it was asked to."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._armed: dict[str, tuple[range, int]] = {}

    def arm(self, kind: str, after: int = 0, times: int = 1, error: int = errno.EIO) -> None:
        """Let the calls of one kind fail, from the `after`-th coming one, so many times."""
        first = self.calls[kind] + after
        self._armed[kind] = (range(first, first + times), error)

    def disarm(self) -> None:
        """Let everything work again."""
        self._armed.clear()

    def check(self, kind: str) -> None:
        """Pass here on every call; raises when its time has come."""
        number = self.calls[kind]
        self.calls[kind] = number + 1
        if kind in self._armed:
            failing, error = self._armed[kind]
            if number in failing:
                raise OSError(error, os.strerror(error))
