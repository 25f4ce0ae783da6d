"""GPIO pins for gpiozero that can be shorted to ground by a contact, on a clock the board owns."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from drivers.silicon.failures import Failures

BOUNCES = 6
LONGEST_OPENING = 0.010
"""Longest opening of a bounce in seconds, even of a worn contact; `drivers.contact` relies on it."""


class SimulatedPin(MockPWMPin):  # type: ignore[misc]
    """A pin with a pull-up that a contact may short to ground; `dead` ones fail every call."""

    def __init__(self, factory: SimulatedPins, info: Any) -> None:
        self.shorted = False
        self.dead = False
        self._state: float
        super().__init__(factory, info)

    def short(self, closed: bool) -> None:
        """Close or open the contact between this pin and ground."""
        self.shorted = closed
        if self._function == "input" and self._pull == "up":
            self._apply_contact()

    def drive_high(self) -> None:
        """Go high, but only while the contact is open: a short to ground beats the pull-up."""
        if self.shorted:
            super().drive_low()
        else:
            super().drive_high()

    def clear_states(self) -> None:
        """Keep no history of states: in a device that runs for days it would fill the memory."""
        self._last_change = self.factory.ticks()
        self.states: list[Any] = []

    def _apply_contact(self) -> None:
        if self.shorted:
            self.drive_low()
        else:
            self.drive_high()

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        self._last_change = self.factory.ticks()
        return True

    def _get_state(self) -> float:
        self._check_failure("pin-read")
        return float(super()._get_state())

    def _set_state(self, value: float) -> None:
        self._check_failure("pin-write")
        super()._set_state(value)

    def _set_frequency(self, value: float | None) -> None:
        if value is not None or self._frequency is not None:  # a pin without a tone has none to switch off
            self._check_failure("pin-tone")
        super()._set_frequency(value)

    def _set_function(self, value: str) -> None:
        self._check_failure("pin-open")
        super()._set_function(value)

    def close(self) -> None:
        """Release the line. This never fails, even for a dead pin: the kernel does not touch the hardware for it."""
        self._frequency = None
        self.when_changed = None
        super()._set_function("input")

    def _call_when_changed(self) -> None:
        if not self.dead:
            super()._call_when_changed()

    def _check_failure(self, kind: str) -> None:
        if self.dead:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.factory.failures.check(kind)


class SimulatedPins(MockFactory):  # type: ignore[misc]
    """The header of a Pi: gpiozero's own mock pins with our clock and our contacts."""

    def __init__(self, moment: Callable[[], float], failures: Failures) -> None:
        self._now = moment
        self.failures = failures
        super().__init__(revision="c03115", pin_class=SimulatedPin)

    def ticks(self) -> float:
        """Return the time with which edges are stamped."""
        return self._now()

    def collect(self) -> None:
        """Do nothing: a simulated edge is delivered the moment it happens, so none is ever queued."""

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Return the seconds between two stamps."""
        return later - earlier


def simulate_bounce(rng: random.Random, closed: bool, longest: float) -> Iterator[tuple[float, bool]]:
    """Yield delay and level of the edges when a contact closes or opens: the first one at once, then bounces."""
    yield 0.0, closed
    at = 0.0
    for _ in range(rng.randint(0, BOUNCES) if longest > 0 else 0):
        opening, touching = rng.uniform(0.0, min(LONGEST_OPENING, longest)), rng.uniform(0.0, longest / 2)
        first, second = (touching, opening) if closed else (opening, touching)
        if at + first + second > longest:
            return
        yield at + first, not closed
        at += first + second
        yield at, closed
