"""How long coverage follows a test: as long as it comes where no test was before. So measuring costs little, and `make test` can do it.

What this loses can only make the figures smaller: whoever reaches the floors this way reaches them.
"""

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LOOK = 0.25
"""Seconds of its own work after which a test must have come somewhere new, to be followed any further."""
PATIENCE = 3
"""So often in a row a test with other parameters may come nowhere new."""
CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""By this coverage knows in a program that a test starts that it is to be measured too."""


class Following:
    """Goes along with the tests of one process."""

    def __init__(self, measuring: Any) -> None:
        self._measuring = measuring
        self._on = True
        self._children = os.environ.get(CHILDREN)
        self._known = 0
        self._nothing_new: Counter[str] = Counter()

    @classmethod
    def begin(cls) -> "Following | None":
        """One for this process, if coverage measures it."""
        measuring = sys.modules["coverage"].Coverage.current() if "coverage" in sys.modules else None
        if measuring is None:
            return None
        os.register_at_fork(after_in_child=_let_go)
        return cls(measuring)

    @contextmanager
    def along(self, test: str) -> Iterator[None]:
        """Follow a test while that is worth it; `test` is its name without its parameters."""
        wanted = self._nothing_new[test] < PATIENCE
        self._turn(wanted)
        known = self._known
        before = signal.signal(signal.SIGVTALRM, lambda *_: self._news() or self._turn(False))
        signal.setitimer(signal.ITIMER_VIRTUAL, LOOK if wanted else 0, LOOK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
            self._news()
            self._nothing_new[test] = 0 if self._known > known else self._nothing_new[test] + 1
            self._turn(True)

    def _news(self) -> bool:
        """Whether there was anything new since the last look."""
        known = sum(map(len, list(self._measuring._collector.data.values())))
        news, self._known = known > self._known, known
        return news

    def _turn(self, on: bool) -> None:
        """Measure or not, here and in programs that are started meanwhile."""
        if on is self._on:
            return
        self._on = on
        (self._measuring.start if on else self._measuring.stop)()
        if self._children is not None:
            os.environ.update({CHILDREN: self._children}) if on else os.environ.pop(CHILDREN, None)


def _let_go() -> None:
    """A fork of this process is not measured: told to end it would save its figures, and wait for locks that nobody holds there."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
