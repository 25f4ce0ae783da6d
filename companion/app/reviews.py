"""Reviews of finished matches, written by a separate process at the lowest priority, one at a time."""

import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from companion.app.settings import is_small_machine
from companion.core.errors import N_, ArksideError
from companion.lab.odds_worker import make_idle

SECONDS = 40
"""Longest time that one review may think."""
MOST_STARTS = 6
"""Reviews begun within `WINDOW`; further ones wait, so that nobody keeps the box thinking all the time."""
WINDOW = 600.0
MOST_PAGES = 40
"""Pages and short texts kept; the oldest is written again when somebody wants it."""


class NoReviewHere(ArksideError, RuntimeError):
    """This box can't write reviews, or failed to write one."""

    code = "no-review"


class Reviews:
    """Pages and short texts that were written, by match and language; they are gone when the app closes."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._data = folder
        self._clock = clock
        self._starts: deque[float] = deque(maxlen=MOST_STARTS)
        self._shelf: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._writing: Path | None = None

    def find(self, number: int, language: str, short: bool = False) -> Path | None:
        """Return the page or the short text, or None while it is being written.

        Refused where the machine is too small.
        """
        if is_small_machine():
            raise NoReviewHere(N_("This box is too small for reviews. On a computer: arkside review {n}"), n=number)
        if self._shelf is None:
            self._shelf = tempfile.TemporaryDirectory(prefix="arkside-reviews-")
        page = Path(self._shelf.name) / f"{number}-{language}.{'txt' if short else 'html'}"
        ended = self._process is not None and self._process.poll() is not None
        if page.exists():
            return page
        if ended and self._writing == page:
            self._process = self._writing = None
            raise NoReviewHere(N_("This match can't be reviewed"))
        may_start = len(self._starts) < MOST_STARTS or self._clock() >= self._starts[0] + WINDOW
        if (self._process is None or ended) and may_start:
            self._make_room(page.parent)
            self._start(page, number, language, short)
        return None

    def _make_room(self, shelf: Path) -> None:
        """Delete the oldest pages beyond those that are kept."""
        pages = sorted(shelf.iterdir(), key=lambda page: page.stat().st_mtime_ns)
        for page in pages[: max(0, len(pages) - MOST_PAGES + 1)]:
            page.unlink()

    def _start(self, page: Path, number: int, language: str, short: bool) -> None:
        # the same modules as here, wherever they are installed
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        call = ["--data", str(self._data), "--lang", language, "review", str(number), *(["--short"] if short else [])]
        self._writing = page
        self._starts.append(self._clock())
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "companion", *call, "--to", str(page), "--seconds", str(SECONDS)],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        make_idle(self._process.pid)

    def close(self) -> None:
        """Stop writing and forget all pages."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._writing = None
        if self._shelf is not None:
            self._shelf.cleanup()
            self._shelf = None
