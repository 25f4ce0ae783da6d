"""Injected failures: makes the n-th call of a kind fail, like a loose wire."""

from __future__ import annotations

import errno
import os
from collections import Counter


class Failures:
    """Counts every call that reaches the simulated hardware, and fails the armed ones."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._armed: dict[str, tuple[range, int]] = {}

    def arm(self, kind: str, after: int = 0, times: int = 1, error: int = errno.EIO) -> None:
        """Make `times` calls of one kind fail, skipping the next `after` ones."""
        first = self.calls[kind] + after
        self._armed[kind] = (range(first, first + times), error)

    def disarm(self) -> None:
        """Let everything work again."""
        self._armed.clear()

    def check(self, kind: str) -> None:
        """Count a call, and raise if it was armed to fail."""
        number = self.calls[kind]
        self.calls[kind] = number + 1
        if kind in self._armed:
            failing, error = self._armed[kind]
            if number in failing:
                raise OSError(error, os.strerror(error))
