"""From the raw edges of a contact to presses: the first touch counts, whatever the metal does afterwards.

A debouncing kernel stamps a press when the contact has come to rest, so the bouncier button loses a race.
Here the stamp is the first edge and never moves. The press is confirmed as soon as the contact is seen
closed some 100 us later, and the button is then locked until it has rested open for a quiet time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Literal

from drivers.fault import What

Told = Callable[[Literal["pressed", "released"], float], None]

BACKLOG = 4096  # edges kept between two looks; a flickering wire must not fill the memory
LOST_EDGE = 0.02  # the level and the edges may disagree this long before the level is believed
HELD_AT_START = 2.0  # a contact closed from the beginning is stuck sooner
FLICKER = 0.6  # no contact bounces this long


class Press:
    """One contact. `edge` may be called from any thread; `settle` belongs to the host loop."""

    def __init__(self, told: Told, confirm: float = 100e-6, quiet: float = 0.095, stuck: float = 20.0) -> None:
        self._told = told
        self._confirm = confirm
        self._quiet = quiet
        self._stuck = stuck
        self._edges: deque[tuple[float, bool]] = deque(maxlen=BACKLOG)
        self.begin(float("-inf"), closed=False)

    def begin(self, now: float, *, closed: bool) -> None:
        """Start anew with the contact as it is; one that is closed already is no press."""
        self._edges.clear()
        self._closed = closed
        self._stamp: float | None = now if closed else None
        self._confirmed = False
        self._silent = closed
        self._last_edge = now if closed else float("-inf")
        self._busy_since = self._last_edge
        self._doubt_since: float | None = None

    def edge(self, at: float, closed: bool) -> None:
        """Note a raw edge; does nothing else, so that it is safe in a library's only thread."""
        self._edges.append((at, closed))

    @property
    def down(self) -> bool:
        """True from the press until the release is certain."""
        return self._stamp is not None

    def settle(self, now: float, level: Callable[[], bool]) -> float | None:
        """Judge all edges up to now; returns when to look again, if at all.

        The level is read after the edges: it may then be ahead of an edge still on its way, which settles the
        doubt when it arrives, but never behind one that has been judged already.
        """
        while self._edges:
            self._turn(*self._edges.popleft())
        self._believe_level(now, level())
        self._elapse(now)
        return self._next_look(now)

    def trouble(self, now: float) -> What | None:
        """Stuck, flickering, or nothing."""
        if self._stamp is None:
            return None
        if now - self._last_edge < self._quiet and now - self._busy_since > FLICKER:
            return "flickering"
        limit = HELD_AT_START if self._silent else self._stuck
        return "stuck" if self._closed and now - self._last_edge >= limit else None

    def _turn(self, at: float, closed: bool) -> None:
        self._elapse(at)
        if at >= self._last_edge + self._quiet:
            self._busy_since = at
        if self._stamp is None and closed:
            self._stamp, self._confirmed, self._silent = at, False, False
        elif self._stamp is not None and (closed or self._closed) and at >= self._stamp + self._confirm:
            self._accept()
        self._closed = closed
        self._last_edge = at
        self._doubt_since = None

    def _elapse(self, now: float) -> None:
        """What the mere passing of time decides while the contact stays as it is."""
        if self._stamp is None:
            return
        if self._closed:
            if now >= self._stamp + self._confirm:
                self._accept()
        elif now >= self._last_edge + self._quiet:
            if self._confirmed:
                self._told("released", self._last_edge)
            self._stamp = None

    def _accept(self) -> None:
        if not self._confirmed and not self._silent and self._stamp is not None:
            self._confirmed = True
            self._told("pressed", self._stamp)

    def _believe_level(self, now: float, closed: bool) -> None:
        if closed == self._closed:
            self._doubt_since = None
        elif self._doubt_since is None:
            self._doubt_since = now
        elif now >= self._doubt_since + LOST_EDGE:
            self._elapse(now)
            self._turn(max(self._doubt_since, self._last_edge) if closed else now, closed)

    def _next_look(self, now: float) -> float | None:
        if self._doubt_since is not None:
            return self._doubt_since + LOST_EDGE
        if self._stamp is None:
            return None
        if not self._closed:
            return self._last_edge + self._quiet
        return None if self._confirmed or self._silent else self._stamp + self._confirm
