"""Everything that can be slapped in a race, judged by one referee: paddles, the dome, phones and bots' hands.

Every raw edge goes straight to the referee with its time stamp. The track works without any hardware: a box adds its
paddles with `use_paddles`, phones add theirs when they join.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Protocol

from companion.core.seat import SYMBOLS, Seat
from drivers.fault import Fault
from drivers.referee import GPIO, PHONE, POD, SLOW_GPIO, Referee, Source, Timing

DOME = len(SYMBOLS)
"""Place number of the dome, after those of all seats."""

JUST_BEFORE = 1e-6
"""Seconds by which the press of a held button is dated back when a race is armed: it is no false start."""

LONGEST_REACH = 0.1
"""Longest time in seconds that a verdict waits for edges of a pod, however late they have been recently."""

GRACE = 2.5
"""Seconds a pod or a phone may be away in a race (a reset, say) before the race continues without it."""

BOT = Source("bot", 0.0, 0.0, 0.0)
"""Source of a bot's slap: the drawn time is the stamp itself, so it has no error."""

HAND_SECONDS = 0.1
"""Seconds for which a bot's hand stays down."""


class RaceButton(Protocol):
    """Something to slap: a paddle on the lid or on the pod, the dome, or the screen of a phone."""

    @property
    def wire(self) -> str:
        """Wire to check when it is stuck."""

    @property
    def working(self) -> bool:
        """Whether it is connected."""

    @property
    def fault(self) -> Fault | None:
        """Fault that the drivers reported, if any."""

    @property
    def closed(self) -> bool:
        """Whether it is pressed now."""


class NoButton:
    """Placeholder for a seat that has nothing to slap."""

    wire = ""
    working = False
    fault: Fault | None = None
    closed = False


BARE_LID: Mapping[int, RaceButton] = dict.fromkeys(range(DOME + 1), NoButton())
"""A lid without buttons, or no box."""


class PhonePaddle:
    """The screen of one phone as something to slap."""

    wire = "Wi-Fi"
    fault: Fault | None = None

    def __init__(self) -> None:
        self.closed = False
        """Whether a finger is on it."""
        self.joined: object = None
        """Page that races for this seat; the last one to join counts."""

    @property
    def working(self) -> bool:
        """Whether a phone has joined."""
        return self.joined is not None


class PhonePaddles:
    """Phones that race, at most one for each seat. `post` gets seat, level and the time of arrival."""

    def __init__(self, post: Callable[[int, bool, float], None]) -> None:
        self.paddles = {seat: PhonePaddle() for seat in range(len(SYMBOLS))}
        self._post = post

    def join(self, seat: int, page: object, now: float) -> None:
        """Let a page race for this seat only."""
        if self.paddles[seat].joined is page:
            return
        self.leave(page, now)
        # Release the finger of the page it replaces, or that seat would stay pressed forever.
        self.touch(self.paddles[seat].joined, False, now)
        self.paddles[seat].joined = page

    def leave(self, page: object, now: float) -> None:
        """Remove a page from the race and release its finger."""
        self.touch(page, False, now)
        for paddle in self.paddles.values():
            if paddle.joined is page:
                paddle.joined = None

    def find_seat(self, page: object) -> int | None:
        """Return the seat this page races for, or None."""
        return next((seat for seat, paddle in self.paddles.items() if paddle.joined is page), None)

    def touch(self, page: object, closed: bool, at: float) -> None:
        """Post that a finger came down or went up; `at` is when the message arrived."""
        seat = None if page is None else self.find_seat(page)
        if seat is not None and self.paddles[seat].closed != closed:
            self.paddles[seat].closed = closed
            self._post(seat, closed, at)


class BotHand:
    """The hand of one bot, which is always ready to slap."""

    wire = ""
    working = True
    fault: Fault | None = None
    closed = False


class BotHands:
    """Bots in a race. `post` gets seat, level and time as from a paddle, so the same referee judges them."""

    def __init__(self, post: Callable[[int, bool, float], None]) -> None:
        self.hands = {seat: BotHand() for seat in range(len(SYMBOLS))}
        self.seats: frozenset[int] = frozenset()
        """Seats of the bots in this race."""
        self._post = post
        self._moves: list[tuple[float, int, bool]] = []

    def sit(self, seats: Iterable[int]) -> None:
        """Set the seats that race as bots."""
        self.seats = frozenset(seats)
        self._moves = []

    def go(self, slaps: dict[int, float]) -> None:
        """Schedule the slaps, at these times by seat, once NOW! was given."""
        downs = [(at, seat, True) for seat, at in slaps.items()]
        self._moves = sorted(downs + [(at + HAND_SECONDS, seat, False) for at, seat, _ in downs])

    def hurry(self, now: float) -> None:
        """Bring all slaps forward so that the quickest bot slaps at once; used when no person will."""
        if self._moves and self._moves[0][0] > now:
            early = self._moves[0][0] - now
            self._moves = [(at - early, seat, down) for at, seat, down in self._moves]

    def move(self, now: float) -> None:
        """Move the hands whose time has come."""
        while self._moves and self._moves[0][0] <= now:
            at, seat, down = self._moves.pop(0)
            self._post(seat, down, at)

    @property
    def due(self) -> float:
        """Time at which the next hand moves."""
        return self._moves[0][0] if self._moves else float("inf")


class RaceTrack:
    """All buttons of a race, by seat and then the dome, judged by one referee.

    A seat races on its phone if one has joined, else on the pod while that is connected, else on the paddle on the
    lid. A bot needs none of them. Once a pod has been connected, its loss is noticed: then a paddle on the lid counts
    only if it was ever pressed, because a box with a pod may have no paddles on its lid.
    """

    def __init__(self) -> None:
        self.referee = Referee(Timing(), self._level, self._collect_edges)
        self.phones = PhonePaddles(partial(self._hear, PHONE))
        self.bots = BotHands(partial(self._hear, BOT))
        self._pod: Any = None
        self._buttons: dict[Source, Mapping[int, RaceButton]] = {
            PHONE: self.phones.paddles, POD: {}, BOT: self.bots.hands, GPIO: BARE_LID,
        }  # fmt: skip
        self._collect: Callable[[], None] | None = None
        self._can_collect: Callable[[], bool] = lambda: True
        self._racing: dict[int, Source] = {}
        self._heard: set[int] = set()
        self._last_edges: dict[int, float] = {}
        self._gone_since: dict[int, float] = {}

    def use_paddles(
        self,
        lid: Mapping[int, Any],
        pod: Any = None,
        timing: Timing | None = None,
        collect: Callable[[], None] | None = None,
        can_collect: Callable[[], bool] = lambda: True,
    ) -> None:
        """Add the buttons of a box: paddles on its lid by seat, the dome, and its pod if it has one.

        `collect` fetches edges queued in the kernel, if the pins support that (`can_collect`); otherwise a verdict
        has to wait longer for them.
        """
        self.referee.timing = timing or self.referee.timing
        self._collect = collect
        self._can_collect = can_collect
        self._pod = pod
        paddles: dict[int, Any] = {} if pod is None else dict(enumerate(pod.paddles))
        # Seats for which the lid has no paddle keep a placeholder, so that every place has a button.
        self._buttons[GPIO] = {**BARE_LID, **lid}
        self._buttons[POD] = paddles
        for source, buttons in ((GPIO, lid), (POD, paddles)):
            for place, button in buttons.items():
                button.on_raw_edge = partial(self._hear, source, place)
                button.on_lost_edges = partial(self._lose, source, place)

    def _collect_edges(self) -> None:
        if self._collect is not None:
            self._collect()

    def find_source(self, place: int) -> Source:
        """Return the source that a seat would race on now."""
        if place in self.bots.seats:
            return BOT
        for source in (PHONE, POD):
            contact = self._buttons[source].get(place)
            if contact is not None and contact.working:
                return source
        # A lost pod is reported as missing rather than replaced by a paddle that may not be wired.
        missed = self.misses_the_pod and place in self._buttons[POD]
        return POD if missed and place not in self._heard else GPIO

    def has_paddle(self, place: int) -> bool:
        """Whether a seat could race on a paddle of the box."""
        return any(self._is_fit(place, source) for source in (POD, GPIO))

    @property
    def misses_the_pod(self) -> bool:
        """Whether a pod was connected and is gone."""
        return self._pod is not None and self._pod.missed

    def get_race_source(self, place: int) -> Source:
        """Return the source that a seat uses in this race."""
        return self._racing.get(place) or self.find_source(place)

    def find_unfit(self, places: Iterable[int]) -> list[int]:
        """Return those of these places whose buttons are missing, broken or stuck."""
        return [place for place in places if not self._is_fit(place, self.find_source(place))]

    def can_race(self, seats: Iterable[Seat]) -> bool:
        """Whether people have a working button each, or else a dome that they can share."""
        return not self.find_unfit(seat.index for seat in seats if not seat.bot) or not self.find_unfit([DOME])

    def _is_fit(self, place: int, source: Source) -> bool:
        contact = self._buttons[source].get(place)
        return contact is not None and contact.working and contact.fault is None

    def find_faults(self, places: Iterable[int]) -> dict[int, Fault]:
        """Return the faults of the buttons that these places use in this race."""
        faults = {place: self._buttons[self.get_race_source(place)][place].fault for place in places}
        return {place: fault for place, fault in faults.items() if fault is not None}

    def get_last_edge(self, place: int) -> float:
        """Return the stamp of the last edge of this place; minus infinity if there was none."""
        return self._last_edges.get(place, float("-inf"))

    def wire(self, place: int) -> str:
        """Return the wire to check when a button is stuck."""
        return self._buttons[self.get_race_source(place)][place].wire

    def arm(self, places: Iterable[int], patience: float, now: float) -> None:
        """Arm the referee for these places; buttons that are already held are reported to it as well."""
        self.referee.timing = self.referee.timing._replace(patience=patience)
        if self._pod is not None:
            # Thaw first: the freeze must use the latest clock fit, not that of a race that was never released.
            self._pod.thaw()
            self._pod.freeze()
        self._use_sources({place: self.find_source(place) for place in places}, now)
        self.referee.arm(self._describe_sources(), now)

    def release_pod_clock(self) -> None:
        """Let the clock fit of the pod follow again, after a verdict or when a race is dropped."""
        if self._pod is not None:
            self._pod.thaw()

    def measure_absences(self, now: float) -> dict[int, float]:
        """Return for how many seconds each seat's pod or phone has been away in this race."""
        away = [place for place, source in self._racing.items() if not self._buttons[source][place].working]
        # A source that came back is dropped here, so that a second absence is timed from its own start.
        self._gone_since = {place: self._gone_since.get(place, now) for place in away}
        return {place: now - since for place, since in self._gone_since.items()}

    def move(self, places: Iterable[int], now: float) -> None:
        """Continue the race at these places, each on a source that works now."""
        self._use_sources({place: self.find_source(place) for place in places}, now)
        self.referee.move_race(self._describe_sources(), now)

    def _use_sources(self, racing: dict[int, Source], now: float) -> None:
        """Listen to these sources alone, and post the buttons held now as pressed before the race."""
        self._racing = racing
        self._gone_since = {}
        for place, source in racing.items():
            self.referee.post(place, self._buttons[source][place].closed, now - JUST_BEFORE)

    def _describe_sources(self) -> dict[int, Source]:
        """Return the timing errors of each place: the published ones, or those measured on this pod if worse."""
        pod, lid = POD, GPIO if self._can_collect() else SLOW_GPIO
        if self._pod is not None:
            clock, reach = round(self._pod.clock_error, 4), min(round(self._pod.lateness, 3), LONGEST_REACH)
            pod = POD._replace(clock=max(POD.clock, clock), reach=max(POD.reach, reach))
        by_source = {POD: pod, GPIO: lid, PHONE: PHONE, BOT: BOT}
        return {place: by_source[source] for place, source in self._racing.items()}

    def _level(self, place: int) -> bool | None:
        """Return whether a contact on the lid is closed now; None for pods and phones, which only report edges."""
        if self._racing.get(place) is not GPIO:
            return None
        return self._buttons[GPIO][place].closed

    def _lose(self, source: Source, place: int) -> None:
        """Report that the kernel or the pod dropped edges. Called from any thread; only queues."""
        if self._racing.get(place, GPIO) is source:
            self.referee.report_lost_edges(place)

    def _hear(self, source: Source, place: int, closed: bool, at: float) -> None:
        """Pass an edge to the referee. Called from any thread; only queues."""
        if source is GPIO:  # an edge proves that a paddle is wired there
            self._heard.add(place)
        # Edges from another source at the same seat (a paddle while it races on a phone) must not count.
        if self._racing.get(place, GPIO) is source:
            self._last_edges[place] = at
            self.referee.post(place, closed, at)
