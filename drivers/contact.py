"""Model of one contact, from raw edges to touches, shared by every button and the referee.

A debouncing kernel stamps a press when the contact has come to rest, so the bouncier button loses a race. Here a press
is stamped at its first edge and the stamp never moves. It is a press once the contact has stayed closed for `confirm`.
A bounce is an opening of at most 10 ms. An unconfirmed touch keeps its stamp only across such openings, so a spark on
the wire never lends its stamp to a hand that comes later. A press is over when the contact has been open for `quiet`,
and the next closing is a new one.

All of this uses the stamps of the edges, not their arrival. Edges that reach Python late give the same presses.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

BACKLOG = 4096  # edges kept between two looks; a flickering wire must not fill the memory
LOST_EDGE = 0.02  # the level and the edges may disagree this long before the level is believed
STAMP_LATE = 0.000_2  # a stamp is taken in an interrupt, which may have to wait this long for others
BOUNCE_GAP = 0.0105  # a bounce opens a contact for 10 ms at most, and stamps may be off by some tenths
MAX_TOUCHES = 512  # touches remembered: more than anyone makes between arming and a verdict


class ContactTiming(NamedTuple):
    """How the contacts of a device behave, in seconds; `wiring.toml` says it under [press]."""

    confirm: float = 0.000_1
    """A touch shorter than this is a spark on the wire; where there is no wire it is 0, and every touch counts."""
    quiet: float = 0.015
    """A contact that has been open this long is let go: worn switches bounce for 30 ms, but in gaps of a few."""
    stuck: float = 20.0
    """No hand holds a button longer than this."""

    @property
    def certain(self) -> float:
        """Minimum distance between the stamps of closing and opening that confirms a touch."""
        # The opening may be stamped late by a busy interrupt, which would make a spark look longer than it was.
        return self.confirm + STAMP_LATE if self.confirm else 0.0

    @property
    def gap(self) -> float:
        """Longest opening across which an unconfirmed touch keeps its stamp."""
        return min(BOUNCE_GAP, self.quiet)


class Touch:
    """One touch of a contact, stamped at its first raw edge; `confirmed` makes it a press."""

    __slots__ = ("at", "confirmed")

    def __init__(self, at: float) -> None:
        self.at = at
        self.confirmed = False

    def __repr__(self) -> str:
        return f"Touch({self.at}{', confirmed' if self.confirmed else ''})"


class Contact:
    """Turns raw edges into touches, however the metal bounces and however late the edges arrive.

    >>> contact = Contact(ContactTiming())
    >>> for closed, at in ((True, 1.0), (False, 1.00003), (True, 1.08), (False, 1.2)):
    ...     contact.add_edge(closed, at)
    >>> list(contact.touches)
    [Touch(1.0), Touch(1.08, confirmed)]
    """

    __slots__ = ("changed", "closed", "timing", "touches")

    def __init__(self, timing: ContactTiming, max_touches: int = MAX_TOUCHES) -> None:
        self.timing = timing
        self.closed = False
        self.changed = float("-inf")
        """Time at which it last opened or closed."""
        self.touches: deque[Touch] = deque(maxlen=max_touches)

    def add_edge(self, closed: bool, at: float) -> None:
        """Take one raw edge; one to the level it already has is ignored."""
        if closed == self.closed:
            return
        at = max(at, self.changed)  # a level that was believed without an edge may be stamped after this edge
        if not closed:
            self._confirm(at)
        elif self._is_new(at):
            self.touches.append(Touch(at))
        self.closed = closed
        self.changed = at

    def start_closed(self, at: float) -> None:
        """Mark it as closed since before it was watched: neither that nor its bounce on opening is a touch."""
        if not self.closed:
            # A touch stamped at minus infinity absorbs the bounce and is never inside any race.
            self.add_edge(True, at)
            self.touches[-1].at = float("-inf")

    def mark_open(self, at: float) -> None:
        """Mark it as open after a lost opening edge. How long it was closed is unknown, so that confirms no touch."""
        self.closed = False
        self.changed = max(at, self.changed)

    def forget_touches(self) -> None:
        """Drop all touches but the last, which may still be held or bouncing."""
        while len(self.touches) > 1:
            self.touches.popleft()

    @property
    def last(self) -> Touch | None:
        """The current touch, or the last one."""
        return self.touches[-1] if self.touches else None

    def is_press(self, touch: Touch, now: float) -> bool:
        """Return whether a touch is a press: the contact stayed closed long enough, by the edges known at `now`."""
        if not touch.confirmed and self.closed and touch is self.last and now >= self.changed + self.timing.certain:
            return True
        return touch.confirmed

    def is_spark(self, touch: Touch, now: float) -> bool:
        """Return whether a touch can no longer become a press: it ended unconfirmed, longer ago than a bounce."""
        if self.is_press(touch, now):
            return False
        return touch is not self.last or (not self.closed and now > self.changed + self.timing.gap)

    def decided_at(self, touch: Touch) -> float:
        """Return the time from which a touch is certainly a press or a spark, if no edge comes before."""
        if touch.confirmed or touch is not self.last:
            return float("-inf")
        return self.changed + (self.timing.certain if self.closed else self.timing.gap)

    def _confirm(self, until: float) -> None:
        if self.touches and until >= self.changed + self.timing.certain:
            self.touches[-1].confirmed = True

    def _is_new(self, at: float) -> bool:
        last = self.last
        if last is None:
            return True
        rest = at - self.changed
        return rest >= self.timing.quiet if last.confirmed else rest > self.timing.gap
