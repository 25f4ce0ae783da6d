"""One contact, from raw edges to presses: the one model of all paddles, the dome, back, the dial's push and the pod.

A debouncing kernel stamps a press when the contact has come to rest, so the bouncier button loses a race. Here a press
is stamped at its first edge and the stamp never moves. It is a press once the contact has stayed closed for `confirm`.
A bounce is an opening of at most 10 ms; only across such openings does the stamp of a touch that is not confirmed yet
live on, so a spark on the wire never lends its stamp to a hand that comes later. A press is over when the contact has
rested open for `quiet`, and the next closing is a new one.

All of this is reckoned by the edges' own stamps. Edges that reach Python late tell the same presses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from drivers.fault import What

Told = Callable[[Literal["pressed", "released"], float], None]

BACKLOG = 4096  # edges kept between two looks; a flickering wire must not fill the memory
LOST_EDGE = 0.02  # the level and the edges may disagree this long before the level is believed
LATEST = 1.0  # where edges come late, time alone decides that much later, but no more than this
HELD_AT_START = 2.0  # a contact closed from the beginning is stuck sooner
FLICKER_EDGES, FLICKER_SECONDS = (
    500,
    0.5,
)  # no hand makes a thousand edges a second for half a second; worn metal neither
FLICKER_REST = 0.4  # a contact that has been still this long flickers no more
STAMP_LATE = 0.000_2  # a stamp is taken in an interrupt, which may have to wait this long for others
BOUNCE_GAP = 0.0105  # a bounce opens a contact for 10 ms at most, and stamps may be off by some tenths
KEPT = 512  # touches remembered: more than anyone makes between arming and a verdict


class Feel(NamedTuple):
    """How the contacts of a device behave, in seconds; `wiring.toml` says it under [press]."""

    confirm: float = 0.000_1
    """A touch shorter than this is a spark on the wire; where there is no wire it is 0, and every touch counts."""
    quiet: float = 0.015
    """A contact that has been open this long is let go: worn switches bounce for 30 ms, but in gaps of a few."""
    stuck: float = 20.0
    """No hand holds a button longer than this."""

    @property
    def certain(self) -> float:
        """So far apart the stamps of closing and opening must be: the second may be later than it should."""
        return self.confirm + STAMP_LATE if self.confirm else 0.0

    @property
    def gap(self) -> float:
        """The longest opening across which a touch that is not confirmed keeps its stamp."""
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
    """Makes touches of edges, however the metal bounces and however late the edges come.

    >>> contact = Contact(Feel())
    >>> for closed, at in ((True, 1.0), (False, 1.00003), (True, 1.08), (False, 1.2)):
    ...     contact.edge(closed, at)
    >>> list(contact.touches)
    [Touch(1.0), Touch(1.08, confirmed)]
    """

    __slots__ = ("changed", "closed", "feel", "touches")

    def __init__(self, feel: Feel, kept: int = KEPT) -> None:
        self.feel = feel
        self.closed = False
        self.changed = float("-inf")
        """When it last opened or closed."""
        self.touches: deque[Touch] = deque(maxlen=kept)

    def edge(self, closed: bool, at: float) -> None:
        """Take one raw edge. One to the level we know already tells nothing, and time does not go back."""
        if closed == self.closed:
            return
        at = max(at, self.changed)
        if not closed:
            self._confirm(at)
        elif self._is_new(at):
            self.touches.append(Touch(at))
        self.closed = closed
        self.changed = at

    def hold(self, at: float) -> None:
        """It has been closed since before anybody looked: that is no touch, nor is its bounce on opening."""
        if not self.closed:
            self.edge(True, at)
            self.touches[-1].at = float("-inf")

    def found_open(self, at: float) -> None:
        """Its opening was never told: nobody knows how long it was closed, so that confirms nothing."""
        self.closed = False
        self.changed = max(at, self.changed)

    def forget(self) -> None:
        """Drop earlier touches; the last one may still be held, or bounce."""
        while len(self.touches) > 1:
            self.touches.popleft()

    @property
    def last(self) -> Touch | None:
        """The touch that is on, or was last."""
        return self.touches[-1] if self.touches else None

    def holds(self, touch: Touch, now: float) -> bool:
        """Whether it is a press: the contact stayed closed long enough, as far as edges have told by now."""
        if not touch.confirmed and self.closed and touch is self.last and now >= self.changed + self.feel.certain:
            return True
        return touch.confirmed

    def spark(self, touch: Touch, now: float) -> bool:
        """Whether it can no longer become a press: gone before it was confirmed, and for longer than a bounce."""
        if self.holds(touch, now):
            return False
        return touch is not self.last or (not self.closed and now > self.changed + self.feel.gap)

    def decided_at(self, touch: Touch) -> float:
        """From when on time alone has decided whether it is a press or a spark, if no edge comes before."""
        if touch.confirmed or touch is not self.last:
            return float("-inf")
        return self.changed + (self.feel.certain if self.closed else self.feel.gap)

    def _confirm(self, until: float) -> None:
        if self.touches and until >= self.changed + self.feel.certain:
            self.touches[-1].confirmed = True

    def _is_new(self, at: float) -> bool:
        last = self.last
        if last is None:
            return True
        rest = at - self.changed
        return rest >= self.feel.quiet if last.confirmed else rest > self.feel.gap


class Press:
    """One button. `edge` and `lose` may be called from any thread; `settle` belongs to the host loop."""

    def __init__(self, told: Told, confirm: float = 100e-6, quiet: float = 0.015, stuck: float = 20.0) -> None:
        self._told = told
        self._quiet = quiet
        self._feel = Feel(confirm, quiet, stuck)
        self._edges: deque[tuple[float, bool]] = deque(maxlen=BACKLOG)
        self.lost = 0
        """How often edges of this contact are known to have got lost."""
        self.begin(float("-inf"), closed=False)

    def begin(self, now: float, *, closed: bool) -> None:
        """Start anew with the contact as it is; one that is closed already is no press."""
        self._edges.clear()
        self._contact = Contact(self._feel, kept=4)
        self._on: Touch | None = None
        self._seen: deque[float] = deque(maxlen=FLICKER_EDGES)
        self._flickers_until = float("-inf")
        self._doubt_since: float | None = None
        self._late = 0.0  # how long after its stamp an edge was still not here
        self._looked = float("-inf")
        self._held_at_start = closed
        self._pressed: Touch | None = None
        if closed:
            self._contact.hold(now)
            self._pressed = self._on = self._contact.last

    def edge(self, at: float, closed: bool) -> None:
        """Note a raw edge; does nothing else, so that it is safe in a library's only thread."""
        if len(self._edges) == BACKLOG:
            self.lost += 1
        self._edges.append((at, closed))

    def lose(self) -> None:
        """Edges of this contact were lost below; the level will tell how it is now."""
        self.lost += 1

    @property
    def down(self) -> bool:
        """True from the press until the release is certain."""
        return self._on is not None

    def settle(self, now: float, level: Callable[[], bool]) -> float | None:
        """Judge all edges up to now; returns when to look again, if at all.

        The level is read after the edges: it may then be ahead of an edge still on its way, which settles the
        doubt when it arrives, but never behind one that has been judged already.
        """
        while self._edges:
            at, closed = self._edges.popleft()
            self._late = min(max(self._looked - at, self._late / 2), LATEST)
            self._turn(at, closed)
            if len(self._seen) == FLICKER_EDGES and self._seen[-1] - self._seen[0] <= FLICKER_SECONDS:
                self._flickers_until = now + FLICKER_REST
        self._looked = now
        self._believe_level(now, level())
        if self._doubt_since is None:
            self._elapse(now - self._late)
        return self._next_look()

    def trouble(self, now: float) -> What | None:
        """Stuck, flickering, or nothing: only what no hand can do."""
        if now < self._flickers_until:
            return "flickering"
        limit = HELD_AT_START if self._held_at_start else self._feel.stuck
        return "stuck" if self._contact.closed and now - self._contact.changed >= limit else None

    def _turn(self, at: float, closed: bool) -> None:
        self._elapse(at)
        self._contact.edge(closed, at)
        self._seen.append(at)
        self._tell_press(at)
        self._doubt_since = None
        if not closed:
            self._held_at_start = False

    def _elapse(self, now: float) -> None:
        """What the mere passing of time decides while the contact stays as it is."""
        self._tell_press(now)
        contact = self._contact
        if self._on is not None and not contact.closed and now >= contact.changed + self._quiet:
            self._on = None
            if self._pressed is not None and self._pressed.at > float("-inf"):
                self._told("released", contact.changed)

    def _tell_press(self, now: float) -> None:
        """A touch that was told already is not told again, even if its edges come so late that it seemed to be over."""
        touch = self._contact.last
        if touch is None or touch is self._pressed or not self._contact.holds(touch, now):
            return
        self._pressed = self._on = touch
        self._told("pressed", touch.at)

    def _believe_level(self, now: float, closed: bool) -> None:
        if closed == self._contact.closed:
            self._doubt_since = None
        elif self._doubt_since is None:
            self._doubt_since = now
        elif now >= self._doubt_since + LOST_EDGE + self._late:
            self.lose()
            if closed:
                self._turn(self._doubt_since, True)
            else:
                self._contact.found_open(now)
                self._doubt_since, self._held_at_start = None, False

    def _next_look(self) -> float | None:
        if self._doubt_since is not None:
            return self._doubt_since + LOST_EDGE + self._late
        contact, last = self._contact, self._contact.last
        if contact.closed and last is not self._pressed:
            return contact.changed + self._feel.certain + self._late
        if not contact.closed and self._on is not None:
            return contact.changed + self._quiet + self._late
        return None
