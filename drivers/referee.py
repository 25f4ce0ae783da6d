"""The judge of the slap: raw edges in, a verdict with order and margins out, at a time the caller gives.

All times are seconds on the host's monotonic clock. What the referee tells is derived from three things:
the presses of every button, the moment of NOW! and the time it is asked at. So edges may come late or
long after one another, and a test needs no waiting.
"""

import json
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple


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


GPIO = Source("gpio", 0.000_2, 0.0, 0.010)
"""A kernel stamp taken in the interrupt: 1 ns resolution, up to 0.2 ms late when interrupts queue up.

From there one thread brings it to Python, which may have to wait until a screen has been drawn: 8 ms, and a reserve.
"""

POD = Source("pod", 0.000_2, 0.001, 0.020)
"""1 us ticks; five interrupts at once are served within 0.2 ms; clock matched to 1 ms by regression.

A frame that is lost on the line comes again after 10 ms.
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

    confirm: float = 0.000_1
    """The contact must be closed this long after its first edge, or close again; the stamp stays."""
    quiet: float = 0.095
    """A button is free again after this long without an edge; longer than any bounce we know (90 ms)."""
    lock_out: float = 0.25
    """What every early press costs, from NOW! on."""
    gather: float = 2.0
    """How long after the first contact the order of the rest is taken down."""
    patience: float = 180.0
    """A race without a slap ends after this."""
    stuck: float = 3.0
    """A button held longer than this is stuck, not leaned upon."""


class State(Enum):
    """Where a race stands."""

    IDLE = "idle"
    ARMED = "armed"
    OPEN = "open"
    LOCKED = "locked"
    JUDGED = "judged"


class Trouble(Enum):
    """Why a button is not fit to race."""

    LEANING = "leaning"
    STUCK = "stuck"


KEPT = 64
"""Presses remembered of each button: more than anyone manages between arming and NOW!"""


class Press:
    """One press of a button, stamped at its first raw edge."""

    __slots__ = ("at", "confirmed")

    def __init__(self, at: float) -> None:
        self.at = at
        self.confirmed = False


class Contact:
    """One button's contact: makes presses of raw edges, however it bounces."""

    __slots__ = ("changed", "closed", "presses", "timing")

    def __init__(self, timing: Timing) -> None:
        self.timing = timing
        self.closed = False
        self.changed = float("-inf")
        self.presses: list[Press] = []

    def edge(self, closed: bool, at: float) -> None:
        """Take one raw edge. An edge to the level we know already tells nothing."""
        if closed == self.closed:
            return
        if closed and self.free(at):
            del self.presses[:-KEPT]
            self.presses.append(Press(at))
        elif not closed and self.presses:
            last = self.presses[-1]
            last.confirmed = last.confirmed or at >= last.at + self.timing.confirm
        self.closed = closed
        self.changed = at

    def free(self, now: float) -> bool:
        """Released and quiet: the next edge is a new press."""
        return not self.closed and now - self.changed >= self.timing.quiet

    def holds(self, press: Press, now: float) -> bool:
        """The press is confirmed: closed at some time after the moment of confirmation."""
        if press.confirmed:
            return True
        return self.closed and press is self.presses[-1] and now >= press.at + self.timing.confirm

    def glitched(self, press: Press, now: float) -> bool:
        """It was a spike on the wire: gone before the confirmation and nothing after it."""
        return not self.holds(press, now) and (press is not self.presses[-1] or self.free(now))

    def forget(self) -> None:
        """Drop presses of earlier races; one that is still held stays the press it is."""
        del self.presses[:-1]


class Contender(NamedTuple):
    """A seat's first slap that counts, so far as is known."""

    at: float
    seat: int
    press: Press
    holds: bool


class Slap(NamedTuple):
    """One seat's place in the order."""

    seat: int
    after_now_ms: float
    margin_ms: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee saw: who was first, by how much, and who was too early."""

    first: tuple[int, ...]
    """Nobody, one winner, or all seats of a dead heat."""
    order: tuple[Slap, ...]
    early: tuple[tuple[int, int], ...]
    """Seats with false starts, and how many."""
    out: tuple[int, ...]
    """Seats whose claim was rejected before."""
    band_ms: float
    friendly: tuple[int, ...] = ()
    """Seats that slapped on a phone; their stamps are not fair."""

    @property
    def winner(self) -> int | None:
        """The seat that was first, if there was one alone."""
        return self.first[0] if len(self.first) == 1 else None

    @property
    def dead_heat(self) -> bool:
        """Several were first; they race again."""
        return len(self.first) > 1

    @property
    def margin_ms(self) -> float | None:
        """How far the next seat was behind the winner, if anyone else slapped."""
        return self.order[1].margin_ms if len(self.order) > 1 else None

    @property
    def choice(self) -> str | None:
        """The id of the answer to the race's question; none after a dead heat, which is raced again."""
        if self.dead_heat:
            return None
        return f"slap-{self.first[0]}" if self.first else "nobody"

    @property
    def detail(self) -> str:
        """The verdict as one line of JSON, kept beside the answer."""
        kept: dict[str, Any] = {"first": self.first, "order": [slap._asdict() for slap in self.order]}
        kept |= {"early": dict(self.early), "out": self.out, "band_ms": self.band_ms, "friendly": self.friendly}
        return json.dumps(kept, separators=(",", ":"))

    @classmethod
    def read(cls, detail: str) -> "Verdict":
        """The verdict that a line of JSON tells."""
        kept = json.loads(detail)
        return cls(
            tuple(kept["first"]),
            tuple(Slap(**slap) for slap in kept["order"]),
            tuple((int(seat), count) for seat, count in kept["early"].items()),
            tuple(kept["out"]),
            kept["band_ms"],
            tuple(kept["friendly"]),
        )

    def __str__(self) -> str:
        if self.dead_heat:
            return "dead heat " + " ".join(map(str, self.first))
        margin = f" by {self.margin_ms:.3f} ms" if self.margin_ms is not None else ""
        return f"{self.choice}{margin}"


class Referee:
    """Judges one race after another: `arm`, `go` at NOW!, then ask `verdict` until it has one.

    `post` is what button handlers call, from any thread. It only queues; everything else happens when the
    referee is asked, in the thread that asks. A single dome is a seat of its own, with a number that no player has.
    """

    def __init__(self, timing: Timing | None = None) -> None:
        self.timing = timing or Timing()
        self.refused = 0
        """Posted edges that made no sense."""
        self._posted: deque[tuple[Any, Any, Any]] = deque()
        self._contacts: dict[int, Contact] = {}
        self._seats: dict[int, Source] = {}
        self._out: tuple[int, ...] = ()
        self._armed_at: float | None = None
        self._now_at: float | None = None
        self._open_at = 0.0
        self._first: tuple[int, ...] | None = None

    def post(self, seat: int, closed: bool, at: float) -> None:
        """Take a raw edge from a handler: never raises, never waits."""
        self._posted.append((seat, closed, at))

    def arm(self, seats: Mapping[int, Source], at: float) -> None:
        """Begin a race between these seats: from `at` until NOW! every press is a false start."""
        self._listen()
        for contact in self._contacts.values():
            contact.forget()
        self._seats = dict(seats)
        self._out = ()
        self._armed_at = at
        self._now_at = None
        self._first = None

    def go(self, at: float) -> None:
        """NOW! was given at `at`."""
        if self._armed_at is None:
            raise ValueError("A race must be armed before NOW!; call arm() first")
        self._now_at = self._open_at = at

    def reject(self, seat: int, at: float) -> None:
        """The claim of `seat` was wrong: the race is open again at `at` for the others, who slap anew."""
        if self._seats.pop(seat, None) is None:
            raise ValueError(f"Seat {seat} is not in this race; in it are {sorted(self._seats)}")
        self._out = (*self._out, seat)
        self._open_at = at
        self._first = None

    def move(self, seats: Mapping[int, Source], at: float) -> None:
        """The race goes on from `at` on other buttons, because some of those it began on are gone."""
        self._listen()
        self._seats = dict(seats)
        self._open_at = max(self._open_at, at)

    def rest(self) -> None:
        """No race any more."""
        self._armed_at = self._now_at = self._first = None
        self._seats = {}
        self._out = ()

    @property
    def band(self) -> TieBand:
        """The tie band of the race between the seats that take part."""
        return TieBand.between(self._seats.values() or [GPIO])

    @property
    def settle(self) -> float:
        """How long the verdict waits for edges that are still on their way, from the slowest source of this race."""
        return max((source.reach for source in self._seats.values()), default=0.0)

    def due(self, now: float) -> float | None:
        """When there will be a verdict, once a hand has come down; later if that was only a spike on the wire."""
        contenders = self._contenders(now)
        return self._judging_at(contenders) if contenders else None

    def _judging_at(self, contenders: list[Contender]) -> float:
        """From when on nothing that arrives can change who was first."""
        return contenders[0].at + self.band.declared + self.settle

    def state(self, now: float) -> State:
        """Where the race stands at `now`."""
        if self._armed_at is None:
            return State.IDLE
        if self._now_at is None:
            return State.ARMED
        if self.verdict(now) is not None:
            return State.JUDGED
        return State.LOCKED if self._contenders(now) else State.OPEN

    def trouble(self, now: float) -> dict[int, Trouble]:
        """Buttons of this race that are pressed now: look before NOW!, for they cannot win."""
        self._listen()
        held = {seat: self._contact(seat) for seat in self._seats if self._contact(seat).closed}
        return {
            seat: Trouble.STUCK if now - contact.changed >= self.timing.stuck else Trouble.LEANING
            for seat, contact in held.items()
        }

    def early(self, now: float) -> dict[int, int]:
        """False starts so far: how often each seat pressed between arming and NOW!"""
        self._listen()
        counts = {seat: self._early(seat, now) for seat in self._seats}
        return {seat: count for seat, count in counts.items() if count}

    def verdict(self, now: float) -> Verdict | None:
        """The verdict, once there is one; who was first never changes after that, the rest is added as it slaps."""
        if self._now_at is None:
            return None
        contenders = self._contenders(now)
        if self._first is None:
            self._first = self._judged(contenders, now)
        if self._first is None:
            return None
        return self._written(self._first, contenders, now)

    def complete(self, now: float) -> bool:
        """Nothing can be added to the verdict any more: all have slapped, or the time for it is over."""
        verdict = self.verdict(now)
        if verdict is None or self._now_at is None:
            return False
        if not verdict.order or len(verdict.order) == len(self._seats):
            return True
        return now >= self._now_at + verdict.order[0].after_now_ms / 1000 + self.timing.gather

    def _judged(self, contenders: list[Contender], now: float) -> tuple[int, ...] | None:
        """The seats that were first, if that can be told already."""
        if not contenders:
            over = not self._seats or now >= self._open_at + self.timing.patience + self.settle
            return () if over else None
        if now < self._judging_at(contenders):
            return None
        leading = [one for one in contenders if self._tied(one, contenders[0])]
        if not all(one.holds for one in leading):
            return None
        for one in leading:
            one.press.confirmed = True
        return tuple(one.seat for one in leading)

    def _tied(self, one: Contender, first: Contender) -> bool:
        pair = TieBand.between((self._seats[one.seat], self._seats[first.seat]))
        return one.at - first.at <= pair.declared

    def _contenders(self, now: float) -> list[Contender]:
        """Everyone's first slap that counts, earliest first."""
        self._listen()
        found: list[Contender] = []
        for seat in self._seats:
            contact = self._contact(seat)
            opens = self._opens(seat, now)
            for press in contact.presses:
                if press.at >= opens and not contact.glitched(press, now):
                    found.append(Contender(press.at, seat, press, contact.holds(press, now)))
                    break
        found.sort(key=lambda one: one.at)
        return found

    def _opens(self, seat: int, now: float) -> float:
        """From when on this seat's press counts."""
        if self._now_at is None:
            return float("inf")
        return max(self._open_at, self._now_at + self.timing.lock_out * self._early(seat, now))

    def _early(self, seat: int, now: float) -> int:
        armed = self._armed_at if self._armed_at is not None else float("inf")
        until = self._now_at if self._now_at is not None else float("inf")
        contact = self._contact(seat)
        return sum(armed <= press.at < until and not contact.glitched(press, now) for press in contact.presses)

    def _written(self, first: tuple[int, ...], contenders: list[Contender], now: float) -> Verdict:
        stamps = {one.seat: one.at for one in contenders}
        order = [*first, *(seat for seat in stamps if seat not in first)]
        start = stamps[first[0]] if first else 0.0
        began = self._now_at or 0.0
        return Verdict(
            first,
            tuple(Slap(seat, _ms(stamps[seat] - began), _ms(stamps[seat] - start)) for seat in order),
            tuple(self.early(now).items()),
            self._out,
            _ms(self.band.always),
            tuple(seat for seat in order if self._seats[seat] == PHONE),
        )

    def _contact(self, seat: int) -> Contact:
        contact = self._contacts.get(seat)
        if contact is None:
            contact = self._contacts[seat] = Contact(self.timing)
        return contact

    def _listen(self) -> None:
        """Take what the handlers queued. What makes no sense is counted and left out, so that the race goes on."""
        while self._posted:
            seat, closed, at = self._posted.popleft()
            if isinstance(seat, int) and isinstance(closed, bool | int) and isinstance(at, float | int):
                self._contact(seat).edge(bool(closed), float(at))
            else:
                self.refused += 1


def _ms(seconds: float) -> float:
    """Milliseconds, to the microsecond."""
    return round(seconds * 1000, 3)
