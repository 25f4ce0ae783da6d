"""What can be slapped in a race: paddles, the dome, phones and the hands of bots, before one referee.

Every raw edge goes straight to the referee with its time stamp. The track works without any hardware: a box adds its
paddles with `use_paddles`, phones add theirs when they join.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Protocol

from companion.core.seat import SYMBOLS
from drivers.fault import Fault
from drivers.referee import GPIO, PHONE, POD, SLOW_GPIO, Referee, Source, Timing

DOME = len(SYMBOLS)
"""The number of the dome, which no seat has."""

JUST_BEFORE = 1e-6
"""A button that is held when a race is armed was pressed before it, so that it is no false start."""

LONGEST_REACH = 0.1
"""Longest time, in seconds, that a verdict waits for the edges of a pod, however late they were lately."""

GRACE = 2.5
"""Seconds a pod or a phone may be away in a race, for instance after a reset, before the race goes on without it."""

BOT = Source("bot", 0.0, 0.0, 0.0)
"""The source of a bot's slap: the drawn time is the stamp itself, so it is never off."""

HAND_SECONDS = 0.1
"""How long the hand of a bot stays down."""


class RaceButton(Protocol):
    """Something to slap: a paddle on the lid or on the pod, the dome, or the screen of a phone."""

    @property
    def wire(self) -> str:
        """Where to look when it is stuck."""

    @property
    def working(self) -> bool:
        """Whether it is there and open."""

    @property
    def fault(self) -> Fault | None:
        """What else is wrong with it."""

    @property
    def closed(self) -> bool:
        """Whether a hand is on it now."""


class NoButton:
    """Stands where a seat has nothing to slap."""

    wire = ""
    working = False
    fault: Fault | None = None
    closed = False


BARE_LID: Mapping[int, RaceButton] = dict.fromkeys(range(DOME + 1), NoButton())
"""A lid without any button, or no box at all."""


class PhonePaddle:
    """The screen of one phone as something to slap."""

    wire = "Wi-Fi"
    fault: Fault | None = None

    def __init__(self) -> None:
        self.closed = False
        """Whether a finger is on it."""
        self.joined: object = None
        """The page that speaks for this seat; another one that joins takes its place."""

    @property
    def working(self) -> bool:
        """Whether a phone has joined."""
        return self.joined is not None


class PhonePaddles:
    """A place for one phone at each seat. `post` gets seat, level and the time at which it was heard of."""

    def __init__(self, post: Callable[[int, bool, float], None]) -> None:
        self.paddles = {seat: PhonePaddle() for seat in range(len(SYMBOLS))}
        self._post = post

    def join(self, seat: int, page: object, now: float) -> None:
        """This page races for that seat from now on, and for no other."""
        if self.paddles[seat].joined is page:
            return
        self.leave(page, now)
        self.touch(self.paddles[seat].joined, False, now)
        self.paddles[seat].joined = page

    def leave(self, page: object, now: float) -> None:
        """The page went away, and with it the finger on it."""
        self.touch(page, False, now)
        for paddle in self.paddles.values():
            if paddle.joined is page:
                paddle.joined = None

    def seat_of(self, page: object) -> int | None:
        """For whom this page races."""
        return next((seat for seat, paddle in self.paddles.items() if paddle.joined is page), None)

    def touch(self, page: object, closed: bool, at: float) -> None:
        """A finger came down or went up at the time `at`, when the host heard of it."""
        seat = None if page is None else self.seat_of(page)
        if seat is not None and self.paddles[seat].closed != closed:
            self.paddles[seat].closed = closed
            self._post(seat, closed, at)


class BotHand:
    """The hand of one bot as something that slaps."""

    wire = ""
    working = True
    fault: Fault | None = None
    closed = False


class BotHands:
    """The bots in a race. `post` gets seat, level and time, as from a paddle: one judge for everybody."""

    def __init__(self, post: Callable[[int, bool, float], None]) -> None:
        self.hands = {seat: BotHand() for seat in range(len(SYMBOLS))}
        self.seats: frozenset[int] = frozenset()
        """Who races as a bot."""
        self._post = post
        self._moves: list[tuple[float, int, bool]] = []

    def sit(self, seats: Iterable[int]) -> None:
        """These race as bots from now on, and no others."""
        self.seats = frozenset(seats)
        self._moves = []

    def go(self, slaps: dict[int, float]) -> None:
        """NOW! was given: at these times their hands come down."""
        downs = [(at, seat, True) for seat, at in slaps.items()]
        self._moves = sorted(downs + [(at + HAND_SECONDS, seat, False) for at, seat, _ in downs])

    def hurry(self, now: float) -> None:
        """Nobody else will slap: the quickest of them does so at once."""
        if self._moves and self._moves[0][0] > now:
            early = self._moves[0][0] - now
            self._moves = [(at - early, seat, down) for at, seat, down in self._moves]

    def move(self, now: float) -> None:
        """Let the hands move whose time has come."""
        while self._moves and self._moves[0][0] <= now:
            at, seat, down = self._moves.pop(0)
            self._post(seat, down, at)

    @property
    def due(self) -> float:
        """When the next hand moves."""
        return self._moves[0][0] if self._moves else float("inf")


class RaceTrack:
    """All that can be slapped, by seat and then the dome, before one referee.

    A seat races on its phone if one has joined, else on the pod while that is there, else on the paddle on the lid.
    A bot needs none of them.
    Once a pod has been seen, it is missed: then a paddle on the lid counts only if it was ever heard, because nobody
    may have wired one.
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
        self._gone_since: dict[int, float] = {}

    def use_paddles(
        self,
        lid: Mapping[int, Any],
        pod: Any = None,
        timing: Timing | None = None,
        collect: Callable[[], None] | None = None,
        can_collect: Callable[[], bool] = lambda: True,
    ) -> None:
        """Race on the paddles of a box too: those on its lid by seat, the dome, and its pod if it has one.

        `collect` fetches edges that wait in the kernel, if the pins `can_collect` them; else a verdict waits longer.
        """
        self.referee.timing = timing or self.referee.timing
        self._collect = collect
        self._can_collect = can_collect
        self._pod = pod
        paddles: dict[int, Any] = {} if pod is None else dict(enumerate(pod.paddles))
        self._buttons[GPIO] = {**BARE_LID, **lid}
        self._buttons[POD] = paddles
        for source, buttons in ((GPIO, lid), (POD, paddles)):
            for place, button in buttons.items():
                button.on_raw_edge = partial(self._hear, source, place)
                button.on_lost_edges = partial(self._lose, source, place)

    def _collect_edges(self) -> None:
        if self._collect is not None:
            self._collect()

    def source(self, place: int) -> Source:
        """What that seat would race on now."""
        if place in self.bots.seats:
            return BOT
        for source in (PHONE, POD):
            contact = self._buttons[source].get(place)
            if contact is not None and contact.working:
                return source
        missed = self.misses_the_pod and place in self._buttons[POD]
        return POD if missed and place not in self._heard else GPIO

    def has_paddle(self, place: int) -> bool:
        """Whether that seat could race on a paddle of the box."""
        return any(self._fit(place, source) for source in (POD, GPIO))

    @property
    def misses_the_pod(self) -> bool:
        """Whether a pod was there and is gone."""
        return self._pod is not None and self._pod.missed

    def raced_on(self, place: int) -> Source:
        """What that seat races on in this race."""
        return self._racing.get(place) or self.source(place)

    def unfit(self, places: Iterable[int]) -> list[int]:
        """Those of these buttons that are missing, broken or stuck."""
        return [place for place in places if not self._fit(place, self.source(place))]

    def _fit(self, place: int, source: Source) -> bool:
        contact = self._buttons[source].get(place)
        return contact is not None and contact.working and contact.fault is None

    def wire(self, place: int) -> str:
        """The wire to check when that button is stuck."""
        return self._buttons[self.raced_on(place)][place].wire

    def arm(self, places: Iterable[int], patience: float, now: float) -> None:
        """Begin a race between these buttons; one that has been held since before the referee came is found too."""
        self.referee.timing = self.referee.timing._replace(patience=patience)
        if self._pod is not None:
            self._pod.thaw()  # up to this race its clock was followed, within it it stands
            self._pod.freeze()
        self._take({place: self.source(place) for place in places}, now)
        self.referee.arm(self._sources(), now)

    def rest(self) -> None:
        """The race is judged, or nobody wants it any more: the clock of the pod is followed again."""
        if self._pod is not None:
            self._pod.thaw()

    def gone(self, now: float) -> dict[int, float]:
        """The seats whose pod or phone went away in this race, and for how many seconds."""
        away = [place for place, source in self._racing.items() if not self._buttons[source][place].working]
        self._gone_since = {place: self._gone_since.get(place, now) for place in away}
        return {place: now - since for place, since in self._gone_since.items()}

    def move(self, places: Iterable[int], now: float) -> None:
        """The race goes on, on these buttons, each on whatever works now."""
        self._take({place: self.source(place) for place in places}, now)
        self.referee.move_race(self._sources(), now)

    def _take(self, racing: dict[int, Source], now: float) -> None:
        """Listen to these alone; whatever is held now was pressed before."""
        self._racing = racing
        self._gone_since = {}
        for place, source in racing.items():
            self.referee.post(place, self._buttons[source][place].closed, now - JUST_BEFORE)

    def _sources(self) -> dict[int, Source]:
        """What the referee must know of the stamps of this race: as published, or as this pod was measured if worse."""
        pod, lid = POD, GPIO if self._can_collect() else SLOW_GPIO
        if self._pod is not None:
            clock, reach = round(self._pod.clock_error, 4), min(round(self._pod.lateness, 3), LONGEST_REACH)
            pod = POD._replace(clock=max(POD.clock, clock), reach=max(POD.reach, reach))
        found = {POD: pod, GPIO: lid, PHONE: PHONE, BOT: BOT}
        return {place: found[source] for place, source in self._racing.items()}

    def _level(self, place: int) -> bool | None:
        """Whether a contact on the lid is closed at this moment; of pods and phones only their edges are known."""
        if self._racing.get(place) is not GPIO:
            return None
        return self._buttons[GPIO][place].closed

    def _lose(self, source: Source, place: int) -> None:
        """Edges of this contact were dropped below; called from any thread, only queues."""
        if self._racing.get(place, GPIO) is source:
            self.referee.report_lost_edges(place)

    def _hear(self, source: Source, place: int, closed: bool, at: float) -> None:
        """Called from any thread; only queues."""
        if source is GPIO:
            self._heard.add(place)
        if self._racing.get(place, GPIO) is source:
            self.referee.post(place, closed, at)
