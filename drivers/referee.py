"""The judge of the slap: raw edges in, a verdict with order and margins out, at a time the caller gives.

All times are seconds on the host's monotonic clock. What the referee tells is derived from three things:
the presses of every button, the moment of NOW! and the time it is asked at. So edges may come late or
long after one another, and a test needs no waiting.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from math import isfinite
from typing import Any, NamedTuple

from drivers.contact import BACKLOG, LOST_EDGE, STAMP_LATE, Contact, ContactTiming, Touch
from drivers.verdict import TimedSlap, Verdict

__all__ = [
    "GPIO",
    "PHONE",
    "POD",
    "SLOW_GPIO",
    "ButtonProblem",
    "Referee",
    "Source",
    "State",
    "TieBand",
    "TimedSlap",
    "Timing",
    "Verdict",
]


class Source(NamedTuple):
    """Where stamps come from and how far they can be off, in seconds.

    `late`: a stamp is never before the contact closed, and at most this much after it.
    `clock`: how far this source's clock may stand from the host's, alike for all its stamps.
    `reach`: an edge may come to the referee this long after its stamp, and the verdict waits for it.
    """

    name: str
    late: float
    clock: float
    reach: float


GPIO = Source("gpio", STAMP_LATE, 0.0, 0.003)
"""A kernel stamp taken in the interrupt: 1 ns resolution, up to 0.2 ms late when interrupts queue up.

From there the kernel's own thread notes it in a queue, at a higher priority than any program's, and the referee fetches
it from there before it judges: the rest is reserve.
"""

SLOW_GPIO = GPIO._replace(reach=0.010)
"""Pins whose queue nobody can look into, as with lgpio: a thread brings each edge to Python when it gets its turn, and
that may be after a screen has been drawn: 8 ms, and a reserve.
"""

POD = Source("pod", STAMP_LATE, 0.001, 0.020)
"""1 us ticks; five interrupts at once are served within 0.2 ms; clock matched to 1 ms by regression.

A frame that is lost on the line comes again after 10 ms. Where a pod is measured to be worse, a race reckons with that.
"""

PHONE = Source("phone", 0.060, 0.020, 0.0)
"""A touch screen samples at 60-120 Hz and Wi-Fi holds frames back: friendly slaps only. Post the release too.

Stamped when it arrives, so nothing is on its way after that.
"""


class TieBand(NamedTuple):
    """How close two contacts must be for a dead heat, derived from the `spread` of the stamps.

    Two stamps of one source differ from the truth by at most `spread` = the greatest lateness; stamps of two sources
    also by the errors of both clocks. The stamps decide at `declared`, chosen so that the promises at both
    ends hold whatever the errors: contacts within `always` are a dead heat in every case, contacts further apart than
    `never` are never one, and between them the order shown is still the true one, because declared > spread.
    """

    spread: float

    @classmethod
    def between(cls, sources: Iterable[Source]) -> "TieBand":
        """The band for a race between seats of these sources."""
        kinds = set(sources)
        clocks = sum(kind.clock for kind in kinds) if len(kinds) > 1 else 0.0
        return cls(max(kind.late for kind in kinds) + clocks)

    @property
    def always(self) -> float:
        """The published band: contacts this close are always a dead heat."""
        return 2 * self.spread

    @property
    def declared(self) -> float:
        """Stamps this close are declared a dead heat."""
        return 3 * self.spread

    @property
    def never(self) -> float:
        """Contacts further apart than this always have a winner."""
        return 4 * self.spread


class Timing(NamedTuple):
    """The settable times of a race, in seconds."""

    confirm: float = ContactTiming().confirm
    """The contact must stay closed this long; the stamp is that of its first edge."""
    quiet: float = ContactTiming().quiet
    """A press is over when the contact has rested open for this long."""
    lock_out: float = 0.25
    """A false start keeps a seat from slapping for this long, from its last early press on."""
    gather: float = 0.6
    """How long after the first contact the order of the rest is taken down; who was first is told long before."""
    patience: float = 180.0
    """A race without a slap ends after this."""
    lean: float = 0.4
    """A button held longer than this is leaned upon, not mashed."""
    stuck: float = ContactTiming().stuck
    """A button held longer than this is stuck, not leaned upon."""


class State(Enum):
    """Where a race stands."""

    IDLE = "idle"
    ARMED = "armed"
    OPEN = "open"
    LOCKED = "locked"
    JUDGED = "judged"


class ButtonProblem(Enum):
    """Why a button is not fit to race."""

    LEANING = "leaning"
    STUCK = "stuck"


class Contender(NamedTuple):
    """A seat's first touch that counts, so far as is known; it `holds` once it is a press for certain."""

    at: float
    seat: int
    touch: Touch
    holds: bool


MOST_SEATS = 64
"""A place with a higher number makes no sense."""


def read_no_level(seat: int) -> bool | None:
    """Nobody can read a level here."""
    return None


def collect_nothing() -> None:
    """Every edge is posted as it comes; there is no queue to look into."""


class Referee:
    """Judges one race after another: `arm`, `go` at NOW!, then ask `verdict` until it has one.

    `post` is what button handlers call, from any thread, and `lose` if edges of a button were dropped on the way. Both
    only queue; everything else happens when the referee is asked, in the thread that asks. A single dome is a seat of
    its own, with a number that no player has. `level` reads the contact of a seat at this very moment, where that is
    possible: what it says before a verdict must agree with the edges. `collect` lets edges be posted that wait
    somewhere below.
    """

    def __init__(
        self,
        timing: Timing | None = None,
        level: Callable[[int], bool | None] = read_no_level,
        collect: Callable[[], None] = collect_nothing,
    ) -> None:
        self.timing = timing or Timing()
        self.refused = 0
        """Posted edges that made no sense."""
        self._level = level
        self._collect = collect
        self._posted: deque[tuple[Any, Any, Any]] = deque(maxlen=BACKLOG)
        self._overrun = False
        self._contacts: dict[int, Contact] = {}
        self._seats: dict[int, Source] = {}
        self._armed_at: float | None = None
        self._now_at: float | None = None
        self._open_at = 0.0
        self._first: tuple[int, ...] | None = None
        self._lost: set[int] = set()
        self._doubts: dict[int, float] = {}

    def post(self, seat: int, closed: bool, at: float) -> None:
        """Take a raw edge from a handler: never raises, never waits."""
        self._overrun = self._overrun or len(self._posted) == BACKLOG
        self._posted.append((seat, closed, at))

    def report_lost_edges(self, seat: int) -> None:
        """Edges of this button were lost: a race in which it takes part is run again."""
        self.post(seat, LOST, 0.0)  # type: ignore[arg-type]

    def arm(self, seats: Mapping[int, Source], at: float) -> None:
        """Begin a race between these seats: from `at` until NOW! every press is a false start."""
        self._drain_queue()
        for contact in self._contacts.values():
            contact.forget_touches()
        self._set_seats(seats)
        self._armed_at = at
        self._now_at = None
        self._first = None
        self._overrun = False
        self._lost.clear()
        self._doubts.clear()

    def go(self, at: float) -> None:
        """NOW! was given at `at`."""
        if self._armed_at is None:
            raise ValueError("A race must be armed before NOW!; call arm() first")
        self._now_at = self._open_at = at

    def move_race(self, seats: Mapping[int, Source], at: float) -> None:
        """The race goes on from `at` on other buttons, because some of those it began on are gone."""
        self._drain_queue()
        self._set_seats(seats)
        self._open_at = max(self._open_at, at)
        self._doubts.clear()

    def _set_seats(self, seats: Mapping[int, Source]) -> None:
        """These race; a phone has no wire for sparks, and Wi-Fi may bring both ends of a touch at once."""
        self._seats = dict(seats)
        timing = ContactTiming(self.timing.confirm, self.timing.quiet, self.timing.stuck)
        for seat, source in seats.items():
            self._contact(seat).timing = timing._replace(confirm=0.0) if source == PHONE else timing

    def end_race(self) -> None:
        """No race any more."""
        self._armed_at = self._now_at = self._first = None
        self._seats = {}

    @property
    def band(self) -> TieBand:
        """The widest tie band of this race; each pair of seats has its own."""
        return TieBand.between(self._seats.values() or [GPIO])

    @property
    def longest_reach(self) -> float:
        """How long an edge may be on its way here, from the slowest source of this race."""
        return max((source.reach for source in self._seats.values()), default=0.0)

    def predict_verdict_time(self, now: float) -> float | None:
        """When there will be a verdict, once a hand has come down; later if that was only a spark on the wire."""
        contenders = self._contenders(now)
        return self._final_at(contenders) if contenders else None

    def state(self, now: float) -> State:
        """Where the race stands at `now`."""
        if self._armed_at is None:
            return State.IDLE
        if self._now_at is None:
            return State.ARMED
        if self.verdict(now) is not None:
            return State.JUDGED
        return State.LOCKED if self._contenders(now) else State.OPEN

    def measure_held_buttons(self, now: float) -> dict[int, float]:
        """Buttons of this race that are down now, and for how long."""
        self._drain_queue()
        return {seat: now - self._contact(seat).changed for seat in self._seats if self._contact(seat).closed}

    def find_problems(self, now: float) -> dict[int, ButtonProblem]:
        """Buttons of this race on which a hand stays: look before NOW!, for they cannot win."""
        long = {
            seat: seconds for seat, seconds in self.measure_held_buttons(now).items() if seconds >= self.timing.lean
        }
        stuck = self.timing.stuck
        return {
            seat: ButtonProblem.STUCK if seconds >= stuck else ButtonProblem.LEANING for seat, seconds in long.items()
        }

    def count_false_starts(self, now: float) -> dict[int, int]:
        """False starts so far: how often each seat pressed between arming and NOW!"""
        self._drain_queue()
        counts = {seat: sum(1 for _ in self._iter_false_starts(seat, now)) for seat in self._seats}
        return {seat: count for seat, count in counts.items() if count}

    def doubtful_until(self, now: float) -> float:
        """When it will be certain whether the last touches are presses; endless if nothing is in doubt."""
        times = [float("inf")]
        for seat, source in self._seats.items():
            contact = self._contact(seat)
            if contact.last is not None and (decided := contact.decided_at(contact.last) + source.reach) > now:
                times.append(decided)
        return min(times)

    def verdict(self, now: float) -> Verdict | None:
        """The verdict, once there is one; who was first never changes after that, the rest is added as it slaps."""
        if self._now_at is None:
            return None
        if self._first is None:
            self._collect()
        contenders = self._contenders(now)
        if self._first is None:
            self._first = self._decide_first(contenders, now)
        if self._first is None:
            return None
        return self._build_verdict(self._first, contenders, now)

    def is_complete(self, now: float) -> bool:
        """Nothing can be added to the verdict any more: all have slapped, or the time for it is over."""
        verdict = self.verdict(now)
        if verdict is None or self._now_at is None:
            return False
        if not verdict.order or len(verdict.order) == len(self._seats):
            return True
        return now >= self._now_at + verdict.order[0].after_now_ms / 1000 + self.timing.gather

    def _decide_first(self, contenders: list[Contender], now: float) -> tuple[int, ...] | None:
        """The seats that were first, if that can be told already; nobody if edges are missing that would tell."""
        if self._lost:
            return ()
        if not contenders:
            over = not self._seats or now >= self._open_at + self.timing.patience + self.longest_reach
            return () if over else None
        if now < self._final_at(contenders):
            return None
        leading = [one for one in contenders if all(self._is_tied(one, other) for other in contenders)]
        if not all(one.holds for one in contenders if one.at <= leading[-1].at):
            return None
        if not self._levels_agree(now):
            return () if self._lost else None
        for one in leading:
            one.touch.confirmed = True
        return tuple(one.seat for one in leading)

    def _final_at(self, contenders: list[Contender]) -> float:
        """From when on nothing that arrives can change who was first: no seat is waited for that cannot be."""
        first = contenders[0]
        slapped = {one.seat for one in contenders}
        times = [self._decided_at(one.seat, one.touch) for one in contenders]
        for seat, source in self._seats.items():
            latest = first.at + self._tie_width(seat, first.seat)
            if seat not in slapped and self._opens_at(seat, latest) <= latest:
                times.append(latest + source.reach)
        return max(times)

    def _decided_at(self, seat: int, touch: Touch) -> float:
        """When it is certain whether this is a press: at once where the level can be read and says so."""
        contact = self._contact(seat)
        seen = contact.closed and self._level(seat)
        return contact.decided_at(touch) + (0.0 if seen else self._seats[seat].reach)

    def _is_press(self, seat: int, touch: Touch, now: float) -> bool:
        """Whether it is a press for certain: no edge on its way can say otherwise, or the level says so now."""
        contact = self._contact(seat)
        if contact.is_press(touch, now - self._seats[seat].reach):
            return True
        return contact.closed and contact.is_press(touch, now) and bool(self._level(seat))

    def _levels_agree(self, now: float) -> bool:
        """Read every racing contact once more: one that is not as its edges say has edges on their way, or lost."""
        for seat in self._seats:
            level = self._level(seat)
            if level is None or level == self._contact(seat).closed:
                self._doubts.pop(seat, None)
            elif now >= self._doubts.setdefault(seat, now) + LOST_EDGE:
                self._lost.add(seat)
        return not self._doubts

    def _tie_width(self, one: int, other: int) -> float:
        return TieBand.between((self._seats[one], self._seats[other])).declared

    def _is_tied(self, one: Contender, other: Contender) -> bool:
        """Whether this one can have been first for all that is known of the other."""
        return one.at - other.at <= self._tie_width(one.seat, other.seat)

    def _contenders(self, now: float) -> list[Contender]:
        """Everyone's first touch that counts, earliest first; sparks are none."""
        self._drain_queue()
        found: list[Contender] = []
        for seat, source in self._seats.items():
            contact = self._contact(seat)
            opens = self._opens_at(seat, now)
            known = now - source.reach
            for touch in contact.touches:
                if touch.at >= opens and not contact.is_spark(touch, known):
                    found.append(Contender(touch.at, seat, touch, self._is_press(seat, touch, now)))
                    break
        found.sort(key=lambda one: one.at)
        return found

    def _opens_at(self, seat: int, now: float) -> float:
        """From when on this seat's press counts."""
        if self._now_at is None:
            return float("inf")
        last = max((touch.at for touch in self._iter_false_starts(seat, now)), default=float("-inf"))
        return max(self._open_at, last + self.timing.lock_out)

    def _iter_false_starts(self, seat: int, now: float) -> Iterator[Touch]:
        """The presses of this seat between arming and NOW!"""
        armed = self._armed_at if self._armed_at is not None else float("inf")
        until = self._now_at if self._now_at is not None else float("inf")
        contact = self._contact(seat)
        known = now - self._seats[seat].reach
        return (touch for touch in contact.touches if armed <= touch.at < until and contact.is_press(touch, known))

    def _build_verdict(self, first: tuple[int, ...], contenders: list[Contender], now: float) -> Verdict:
        stamps = {one.seat: one.at for one in contenders if one.holds or one.seat in first}
        order = [*first, *(seat for seat in stamps if seat not in first)]
        start = stamps[order[0]] if order else 0.0
        began = self._now_at or 0.0
        return Verdict(
            first,
            tuple(TimedSlap(seat, _ms(stamps[seat] - began), _ms(stamps[seat] - start)) for seat in order),
            tuple(self.count_false_starts(now).items()),
            _ms(self.band.always),
            tuple(seat for seat in order if self._seats[seat] == PHONE),
            tuple(sorted(self._lost)),
        )

    def _contact(self, seat: int) -> Contact:
        contact = self._contacts.get(seat)
        if contact is None:
            timing = ContactTiming(self.timing.confirm, self.timing.quiet, self.timing.stuck)
            contact = self._contacts[seat] = Contact(timing)
        return contact

    def _drain_queue(self) -> None:
        """Take what the handlers queued. What makes no sense is counted and left out, so that the race goes on."""
        if self._overrun:
            self._overrun = False
            self._lost.update(self._seats if self._first is None else ())
        while self._posted:
            seat, closed, at = self._posted.popleft()
            if not is_plausible_edge(seat, at):
                self.refused += 1
            elif closed is LOST:
                self._lost.update({seat} & self._seats.keys() if self._first is None else ())
            elif isinstance(closed, bool | int):
                self._contact(seat).add_edge(bool(closed), float(at))
            else:
                self.refused += 1


LOST = object()
"""Queued in place of a level."""


def is_plausible_edge(seat: object, at: object) -> bool:
    """Whether this could be a place and a time."""
    return isinstance(seat, int) and 0 <= seat < MOST_SEATS and isinstance(at, float | int) and isfinite(at)


def _ms(seconds: float) -> float:
    """Milliseconds, to the microsecond."""
    return round(seconds * 1000, 3)
