"""Base class of all parts: a part may be missing, may fail, and comes back by itself."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from drivers.clock import Clock
from drivers.fault import Fault, classify_error

FIRST_WAIT = 0.05
LONGEST_WAIT = 30.0
NOT_WIRED = "wiring.toml, which doesn't name it"


class DevicePart(ABC):
    """One piece of hardware and the wire it is connected to.

    A subclass defines `_open` and `_shut`, and may define `_restore` to show again what it showed before it
    failed. Calls never raise because of hardware: the failure becomes `fault`, the calls do nothing, and `poll`
    tries again after a growing wait. A part without a wire does not exist on this device: its calls do nothing,
    and that is no fault.
    """

    def __init__(self, name: str, wire: str | None, clock: Clock = time.monotonic) -> None:
        self.name = name
        self.wire = NOT_WIRED if wire is None else wire
        self.wired = wire is not None
        self.clock = clock
        self._fault: Fault | None = None
        self._working = False
        self._closed = not self.wired
        self._wait = FIRST_WAIT
        self._retry_at = clock()

    @abstractmethod
    def _open(self) -> None:
        """Open the hardware; passes on the library's error if it isn't there."""

    @abstractmethod
    def _shut(self) -> None:
        """Close the hardware; must be safe after an incomplete `_open`."""

    def _restore(self) -> None:
        """Restore the output from before the failure."""

    @property
    def fault(self) -> Fault | None:
        """The current fault, or None."""
        return self._fault

    @property
    def working(self) -> bool:
        """True while the hardware is open and has not failed."""
        return self._working

    def open(self) -> None:
        """Try to start the part; a failure becomes `fault`."""
        if self._working or self._closed:
            return
        self._working = True  # before it is true, since _attempt does nothing for a part that does not work
        if self._attempt(self._open) and self._attempt(self._restore):
            self._fault = None
            self._wait = FIRST_WAIT

    def poll(self, now: float) -> float | None:
        """Try to bring a failed part back when it is due; return when to poll again."""
        if self._working or self._closed:
            return None
        if now >= self._retry_at:
            self.open()
        return None if self._working else self._retry_at

    def close(self) -> None:
        """Close the hardware; calling it again does nothing."""
        if self._closed:
            return
        if self._working:
            self._attempt(self._go_dark)
        self._closed = True
        self._release()
        self._fault = None

    def _go_dark(self) -> None:
        """Leave the hardware dark and silent before it is closed."""

    def _attempt(self, action: Callable[[], object]) -> bool:
        """Run a call into a library; return False and set `fault` if it fails."""
        if not self._working:
            return False
        try:
            action()
        except Exception as error:  # the libraries raise bare Exception too, not only OSError
            self._fail(error)
            return False
        return True

    def _fail(self, error: Exception) -> None:
        detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
        self._fault = Fault(self.name, classify_error(error), self.wire, detail, getattr(error, "owner", ""))
        self._release()
        self._retry_at = self.clock() + self._wait
        self._wait = min(self._wait * 2, LONGEST_WAIT)  # so that a part that stays away costs little time

    def _release(self) -> None:
        self._working = False
        with suppress(Exception):  # it has failed already, and that fault says more than this one
            self._shut()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
