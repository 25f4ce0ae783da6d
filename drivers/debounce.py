"""Turns a contact's touches into presses and releases: paddles, dome, back, the dial's push and the pod."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Literal

from drivers.contact import BACKLOG, LOST_EDGE, Contact, ContactTiming, Touch
from drivers.fault import FaultKind

PressHandler = Callable[[Literal["pressed", "released"], float], None]

LATEST = 1.0  # longest extra wait, in seconds, for edges that arrive late
JUST_NOTICED = float("inf")
"""Marks a doubt whose time counts from the next poll. The time of this poll was taken before the level was read. If the
host was held up in between, a press would be dated too early, into the rest after the press before it, and be lost."""
HELD_AT_START = 2.0  # a contact closed from the beginning is stuck sooner
# Neither a hand nor worn metal makes this many edges in half a second.
FLICKER_EDGES, FLICKER_SECONDS = 500, 0.5
FLICKER_REST = 0.4  # a contact that has been still for this long doesn't flicker any more


class Debouncer:
    """One button. `add_edge` and `note_lost_edges` may be called from any thread; only the host loop calls
    `process_edges`."""

    def __init__(
        self, on_change: PressHandler, confirm: float = 100e-6, quiet: float = 0.015, stuck: float = 20.0
    ) -> None:
        self._on_change = on_change
        self._quiet = quiet
        self._timing = ContactTiming(confirm, quiet, stuck)
        self._edges: deque[tuple[float, bool]] = deque(maxlen=BACKLOG)
        self.lost = 0
        """How often edges of this contact were lost."""
        self.restart(float("-inf"), closed=False)

    def restart(self, now: float, *, closed: bool) -> None:
        """Start over with the contact as it is; one that is already closed is not a press."""
        self._edges.clear()
        self._contact = Contact(self._timing, max_touches=4)
        self._held_touch: Touch | None = None
        self._recent_edges: deque[float] = deque(maxlen=FLICKER_EDGES)
        self._flickers_until = float("-inf")
        self._doubt_since: float | None = None
        self._late = 0.0  # how long after its stamp an edge was still not here
        self._looked = float("-inf")
        self._held_at_start = closed
        self._reported: Touch | None = None
        if closed:
            self._contact.start_closed(now)
            self._reported = self._held_touch = self._contact.last

    def add_edge(self, at: float, closed: bool) -> None:
        """Queue a raw edge. Called from the library's only thread, so it does nothing else."""
        # A deque with a limit appends without a lock and silently drops the oldest edge, which is counted here.
        if len(self._edges) == BACKLOG:
            self.lost += 1
        self._edges.append((at, closed))

    def note_lost_edges(self) -> None:
        """Count lost edges; the level shows the current state at the next poll."""
        self.lost += 1

    @property
    def down(self) -> bool:
        """True from the press until the release is certain."""
        return self._held_touch is not None

    def process_edges(self, now: float, level: Callable[[], bool]) -> float | None:
        """Process all edges up to now; return when to poll again, if at all.

        The level is read after the edges. It may be ahead of an edge that is still on its way, which resolves the
        doubt when it arrives, but it is never behind an edge that has been processed already.
        """
        while self._edges:
            at, closed = self._edges.popleft()
            # Grows at once with a late edge and halves with each punctual one: a slow host stays patient for a while.
            self._late = min(max(self._looked - at, self._late / 2), LATEST)
            self._apply_edge(at, closed)
            if (
                len(self._recent_edges) == FLICKER_EDGES
                and self._recent_edges[-1] - self._recent_edges[0] <= FLICKER_SECONDS
            ):
                self._flickers_until = now + FLICKER_REST
        self._looked = now
        self._check_level(now, level())
        if self._doubt_since is None:
            self._apply_time(now - self._late)
        return self._next_look()

    def find_problem(self, now: float) -> FaultKind | None:
        """Return `stuck` or `flickering` if the contact does what no hand can do, else None."""
        if now < self._flickers_until:
            return "flickering"
        limit = HELD_AT_START if self._held_at_start else self._timing.stuck
        return "stuck" if self._contact.closed and now - self._contact.changed >= limit else None

    def _apply_edge(self, at: float, closed: bool) -> None:
        self._apply_time(at)
        self._contact.add_edge(closed, at)
        self._recent_edges.append(at)
        self._report_press(at)
        self._doubt_since = None
        if not closed:
            self._held_at_start = False

    def _apply_time(self, now: float) -> None:
        """Report presses and releases that are confirmed by time alone, without a new edge."""
        self._report_press(now)
        contact = self._contact
        if self._held_touch is not None and not contact.closed and now >= contact.changed + self._quiet:
            self._held_touch = None
            if self._reported is not None and self._reported.at > float("-inf"):
                self._on_change("released", contact.changed)

    def _report_press(self, now: float) -> None:
        """Report the last touch once it is a press. Late edges never make one touch count twice."""
        touch = self._contact.last
        if touch is None or touch is self._reported or not self._contact.is_press(touch, now):
            return
        self._reported = self._held_touch = touch
        self._on_change("pressed", touch.at)

    def _check_level(self, now: float, closed: bool) -> None:
        if closed == self._contact.closed:
            self._doubt_since = None
        elif self._doubt_since is None:
            self._doubt_since = JUST_NOTICED
        elif self._doubt_since == JUST_NOTICED:
            self._doubt_since = now
        elif now >= self._doubt_since + LOST_EDGE + self._late:  # no edge came to explain the level: it was lost
            self.note_lost_edges()
            if closed:
                self._apply_edge(self._doubt_since, True)
            else:
                self._contact.mark_open(now)
                self._doubt_since, self._held_at_start = None, False

    def _next_look(self) -> float | None:
        if self._doubt_since is not None:
            return self._looked if self._doubt_since == JUST_NOTICED else self._doubt_since + LOST_EDGE + self._late
        contact, last = self._contact, self._contact.last
        if contact.closed and last is not self._reported:
            return contact.changed + self._timing.certain + self._late
        if not contact.closed and self._held_touch is not None:
            return contact.changed + self._quiet + self._late
        return None
