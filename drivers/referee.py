"""The judge of the slap: raw edges in, a verdict with order and margins out, at a time the caller gives.

All times are seconds on the host's monotonic clock. A verdict depends on three things only: the presses of
every button, the moment of NOW! and the time of the query. So edges may arrive late, and a test never waits.
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
    """Source of stamps and their largest errors, in seconds.

    `late`: a stamp is never before the contact closed, and at most this much after it.
    `clock`: largest offset between this source's clock and the host's, equal for all its stamps.
    `reach`: an edge may reach the referee this long after its stamp, so the verdict waits that long.
    """

    name: str
    late: float
    clock: float
    reach: float


GPIO = Source("gpio", STAMP_LATE, 0.0, 0.003)
"""A kernel stamp taken in the interrupt: 1 ns resolution, up to 0.2 ms late when interrupts queue up.

The kernel's interrupt thread queues it at a higher priority than any program, and the referee fetches the queue before
it judges; the rest of the reach is reserve.
"""

SLOW_GPIO = GPIO._replace(reach=0.010)
"""Pins whose queue can't be fetched, as with lgpio: a thread delivers each edge when it gets its turn, which may be
after a screen has been drawn: 8 ms, plus a reserve.
"""

POD = Source("pod", STAMP_LATE, 0.001, 0.020)
"""1 us ticks; five interrupts at once are served within 0.2 ms; clock matched to 1 ms by regression.

A frame that is lost on the line comes again after 10 ms. If a pod is measured to be worse, a race allows for that.
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
        """Return the band for a race between seats of these sources."""
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
    """Time after the first contact for which the order of the others is recorded; the winner is known long before."""
    patience: float = 180.0
    """A race without a slap ends after this."""
    lean: float = 0.4
    """A button held longer than this is leaned upon, not mashed."""
    stuck: float = ContactTiming().stuck
    """A button held longer than this is stuck, not leaned upon."""


class State(Enum):
    """Phase of a race."""

    IDLE = "idle"
    ARMED = "armed"
    OPEN = "open"
    LOCKED = "locked"
    JUDGED = "judged"


class ButtonProblem(Enum):
    """Reason why a button can't race."""

    LEANING = "leaning"
    STUCK = "stuck"


class Contender(NamedTuple):
    """A seat's first touch that counts, by the edges known so far; it `holds` once it is certainly a press."""

    at: float
    seat: int
    touch: Touch
    holds: bool


MOST_SEATS = 64
"""Number of seats and other places that may slap; edges of higher ones are refused."""


def read_no_level(seat: int) -> bool | None:
    """Return None: the default where levels can't be read."""
    return None


def collect_nothing() -> None:
    """Do nothing: the default where edges are posted as they come."""


class Referee:
    """Judges one race after another: `arm`, `go` at NOW!, then call `verdict` until it returns one.

    Button handlers call `post` from any thread, and `report_lost_edges` if edges of a button were dropped. Both only
    queue; everything else happens in the thread that queries the referee. A single dome is a seat of its own, with a
    number that no player has. `level` reads the contact of a seat at this very moment, where that is possible: before
    a verdict it must agree with the edges. `collect` posts edges that still wait in the kernel.
    """

    def __init__(
        self,
        timing: Timing | None = None,
        level: Callable[[int], bool | None] = read_no_level,
        collect: Callable[[], None] = collect_nothing,
    ) -> None:
        self.timing = timing or Timing()
        self.refused = 0
        """Number of posted edges that were invalid."""
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
        """Queue a raw edge from a handler. Called in library threads, so it never raises and never waits."""
        # A full queue drops its oldest edge, which may be the winner's, so the race is then run again.
        self._overrun = self._overrun or len(self._posted) == BACKLOG
        self._posted.append((seat, closed, at))

    def report_lost_edges(self, seat: int) -> None:
        """Record that edges of this button were lost: its race must be run again."""
        # Queued among the edges, so that a loss is seen in order with them.
        self.post(seat, LOST, 0.0)  # type: ignore[arg-type]

    def arm(self, seats: Mapping[int, Source], at: float) -> None:
        """Begin a race between these seats: from `at` until NOW! every press is a false start."""
        # Edges of the race before may still be queued; a late release must not look like a touch of this one.
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
        """Record that NOW! was given at `at`."""
        if self._armed_at is None:
            raise ValueError("A race must be armed before NOW!; call arm() first")
        self._now_at = self._open_at = at

    def move_race(self, seats: Mapping[int, Source], at: float) -> None:
        """Continue the race from `at` on other buttons, because some of those it began on are gone."""
        self._drain_queue()
        self._set_seats(seats)
        # What was slapped on the old buttons before the move does not count: those hands could not know.
        self._open_at = max(self._open_at, at)
        self._doubts.clear()

    def _set_seats(self, seats: Mapping[int, Source]) -> None:
        """Set the racing seats and the timing of their contacts."""
        # A phone has no wire on which sparks could occur, and Wi-Fi may deliver both edges of a touch at once, with
        # nearly equal stamps. So its touches need no confirmation.
        self._seats = dict(seats)
        timing = ContactTiming(self.timing.confirm, self.timing.quiet, self.timing.stuck)
        for seat, source in seats.items():
            self._contact(seat).timing = timing._replace(confirm=0.0) if source == PHONE else timing

    @property
    def band(self) -> TieBand:
        """Widest tie band of this race; each pair of seats has its own."""
        return TieBand.between(self._seats.values() or [GPIO])

    @property
    def longest_reach(self) -> float:
        """Longest time an edge may be on its way here, from the slowest source of this race."""
        return max((source.reach for source in self._seats.values()), default=0.0)

    def predict_verdict_time(self, now: float) -> float | None:
        """Return when there will be a verdict after the first touch; later if that was only a spark on the wire."""
        contenders = self._contenders(now)
        return self._final_at(contenders) if contenders else None

    def state(self, now: float) -> State:
        """Return the state of the race at `now`."""
        if self._armed_at is None:
            return State.IDLE
        if self._now_at is None:
            return State.ARMED
        if self.verdict(now) is not None:
            return State.JUDGED
        return State.LOCKED if self._contenders(now) else State.OPEN

    def measure_held_buttons(self, now: float) -> dict[int, float]:
        """Return the buttons of this race that are down, and for how many seconds."""
        self._drain_queue()
        return {seat: now - self._contact(seat).changed for seat in self._seats if self._contact(seat).closed}

    def find_problems(self, now: float) -> dict[int, ButtonProblem]:
        """Return the buttons of this race that are held too long to win; to be checked before NOW!"""
        long = {
            seat: seconds for seat, seconds in self.measure_held_buttons(now).items() if seconds >= self.timing.lean
        }
        stuck = self.timing.stuck
        return {
            seat: ButtonProblem.STUCK if seconds >= stuck else ButtonProblem.LEANING for seat, seconds in long.items()
        }

    def count_false_starts(self, now: float) -> dict[int, int]:
        """Return how often each seat pressed between arming and NOW!"""
        self._drain_queue()
        counts = {seat: sum(1 for _ in self._iter_false_starts(seat, now)) for seat in self._seats}
        return {seat: count for seat, count in counts.items() if count}

    def doubtful_until(self, now: float) -> float:
        """Return when it will be certain whether the last touches are presses; infinity if nothing is in doubt."""
        times = [float("inf")]
        for seat, source in self._seats.items():
            contact = self._contact(seat)
            if contact.last is not None and (decided := contact.decided_at(contact.last) + source.reach) > now:
                times.append(decided)
        return min(times)

    def verdict(self, now: float) -> Verdict | None:
        """Return the verdict once there is one. The winner is final then; later slaps are only added to the order."""
        if self._now_at is None:
            return None
        # Until the winner is final, edges that wait in the kernel may be earlier than those that were delivered.
        if self._first is None:
            self._collect()
        contenders = self._contenders(now)
        if self._first is None:
            self._first = self._decide_first(contenders, now)
        if self._first is None:
            return None
        return self._build_verdict(self._first, contenders, now)

    def is_complete(self, now: float) -> bool:
        """Return whether the verdict is complete: all have slapped, or their time is up."""
        verdict = self.verdict(now)
        if verdict is None or self._now_at is None:
            return False
        if not verdict.order or len(verdict.order) == len(self._seats):
            return True
        return now >= self._now_at + verdict.order[0].after_now_ms / 1000 + self.timing.gather

    def _decide_first(self, contenders: list[Contender], now: float) -> tuple[int, ...] | None:
        """Return the seats that were first, None if that is not certain yet, () if nobody can be named."""
        if self._lost:
            return ()
        if not contenders:
            over = not self._seats or now >= self._open_at + self.timing.patience + self.longest_reach
            return () if over else None
        if now < self._final_at(contenders):
            return None
        # Not only the earliest stamp: everyone who could be first within the tie band of each pair shares a dead heat.
        leading = [
            contender for contender in contenders if all(self._is_tied(contender, other) for other in contenders)
        ]
        if not all(contender.holds for contender in contenders if contender.at <= leading[-1].at):
            return None
        if not self._levels_agree(now):
            return () if self._lost else None
        for contender in leading:
            contender.touch.confirmed = True
        return tuple(contender.seat for contender in leading)

    def _final_at(self, contenders: list[Contender]) -> float:
        """Return the earliest time at which the winner is final. Seats that can no longer win are ignored."""
        first = contenders[0]
        slapped = {contender.seat for contender in contenders}
        times = [self._decided_at(contender.seat, contender.touch) for contender in contenders]
        for seat, source in self._seats.items():
            latest = first.at + self._tie_width(seat, first.seat)
            if seat not in slapped and self._opens_at(seat, latest) <= latest:
                times.append(latest + source.reach)
        return max(times)

    def _decided_at(self, seat: int, touch: Touch) -> float:
        """Return when it is certain whether a touch is a press; at once if the level can be read and confirms it."""
        contact = self._contact(seat)
        is_confirmed = contact.closed and self._level(seat)
        return contact.decided_at(touch) + (0.0 if is_confirmed else self._seats[seat].reach)

    def _is_press(self, seat: int, touch: Touch, now: float) -> bool:
        """Return whether a touch is certainly a press: no edge on its way can change that, or the level confirms it."""
        contact = self._contact(seat)
        if contact.is_press(touch, now - self._seats[seat].reach):
            return True
        return contact.closed and contact.is_press(touch, now) and bool(self._level(seat))

    def _levels_agree(self, now: float) -> bool:
        """Read every racing contact once more; return whether all agree with their edges."""
        # A contact that disagrees has an edge on its way. If none comes within LOST_EDGE, it was lost.
        for seat in self._seats:
            level = self._level(seat)
            if level is None or level == self._contact(seat).closed:
                self._doubts.pop(seat, None)
            elif now >= self._doubts.setdefault(seat, now) + LOST_EDGE:
                self._lost.add(seat)
        return not self._doubts

    def _tie_width(self, seat: int, other: int) -> float:
        return TieBand.between((self._seats[seat], self._seats[other])).declared

    def _is_tied(self, contender: Contender, other: Contender) -> bool:
        """Return whether `one` may have been first, given the tie band between it and `other`."""
        return contender.at - other.at <= self._tie_width(contender.seat, other.seat)

    def _contenders(self, now: float) -> list[Contender]:
        """Return every seat's first touch that counts, earliest first, without sparks."""
        self._drain_queue()
        contenders: list[Contender] = []
        for seat, source in self._seats.items():
            contact = self._contact(seat)
            opens = self._opens_at(seat, now)
            known = now - source.reach
            for touch in contact.touches:
                if touch.at >= opens and not contact.is_spark(touch, known):
                    contenders.append(Contender(touch.at, seat, touch, self._is_press(seat, touch, now)))
                    break
        contenders.sort(key=lambda contender: contender.at)
        return contenders

    def _opens_at(self, seat: int, now: float) -> float:
        """Return the time from which this seat's press counts."""
        if self._now_at is None:
            return float("inf")
        last = max((touch.at for touch in self._iter_false_starts(seat, now)), default=float("-inf"))
        return max(self._open_at, last + self.timing.lock_out)

    def _iter_false_starts(self, seat: int, now: float) -> Iterator[Touch]:
        """Return the presses of this seat between arming and NOW!"""
        armed = self._armed_at if self._armed_at is not None else float("inf")
        until = self._now_at if self._now_at is not None else float("inf")
        contact = self._contact(seat)
        known = now - self._seats[seat].reach
        return (touch for touch in contact.touches if armed <= touch.at < until and contact.is_press(touch, known))

    def _build_verdict(self, first: tuple[int, ...], contenders: list[Contender], now: float) -> Verdict:
        stamps = {
            contender.seat: contender.at for contender in contenders if contender.holds or contender.seat in first
        }
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
        """Process the queued edges. Invalid ones are counted and skipped, so that the race goes on."""
        # After the verdict lost edges no longer matter: who was first is final.
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
"""Sentinel queued in place of a level: edges were lost."""


def is_plausible_edge(seat: object, at: object) -> bool:
    """Return whether these are a possible seat and a finite time."""
    return isinstance(seat, int) and 0 <= seat < MOST_SEATS and isinstance(at, float | int) and isfinite(at)


def _ms(seconds: float) -> float:
    """Return milliseconds, rounded to the microsecond."""
    return round(seconds * 1000, 3)
