"""Where races are run: every raw edge of the buttons people race on goes straight to the referee."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Protocol

from companion.device.bot_hands import BOT, BotHands
from companion.device.checks import PADDLES
from companion.device.phone_paddles import PhonePaddles
from drivers.fault import Fault
from drivers.gpio_input import collect, collects
from drivers.panel import Panel
from drivers.referee import GPIO, PHONE, POD, SLOW_GPIO, Referee, Source, Timing

DOME = len(PADDLES)
"""The number of the dome, which no seat has."""

JUST_BEFORE = 1e-6
"""A button that is held when a race is armed was pressed before it, so that it is no false start."""

LONGEST_REACH = 0.1
"""Seconds that a verdict waits for the edges of a pod at most, however late they were lately."""

GRACE = 2.5
"""Seconds a pod or a phone may be away in a race, for instance after a reset, before the race goes on without it."""


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


class RaceTrack:
    """All that can be slapped, by seat and then the dome, before one referee.

    A seat races on its phone if one has joined, else on the pod while that is there, else on the paddle on the lid.
    A bot needs none of them.
    Once a pod has been seen, it is missed: then a paddle on the lid counts only if it was ever heard, because nobody
    may have wired one.
    """

    def __init__(self, panel: Panel) -> None:
        press = panel.wiring.press
        timing = Timing(confirm=press.confirm_seconds, quiet=press.quiet_seconds, stuck=press.stuck_seconds)
        self.referee = Referee(timing, self._level, collect)
        self.phones = PhonePaddles(partial(self._hear, PHONE))
        self.bots = BotHands(partial(self._hear, BOT))
        self._pod = panel.pod
        self._buttons: dict[Source, Mapping[int, RaceButton]] = {
            PHONE: self.phones.paddles, POD: {}, BOT: self.bots.hands,
        }  # fmt: skip
        self._buttons[GPIO] = lid = {PADDLES.index(paddle.name): paddle for paddle in panel.paddles}
        lid[DOME] = panel.dome
        for place, button in lid.items():
            button.raw = partial(self._hear, GPIO, place)
            button.lost = partial(self._lose, GPIO, place)
        if panel.pod is not None:
            self._buttons[POD] = podded = dict(enumerate(panel.pod.paddles))
            for place, paddle in podded.items():
                paddle.raw = partial(self._hear, POD, place)
                paddle.lost = partial(self._lose, POD, place)
        self._racing: dict[int, Source] = {}
        self._heard: set[int] = set()
        self._gone_since: dict[int, float] = {}

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
        self.referee.move(self._sources(), now)

    def _take(self, racing: dict[int, Source], now: float) -> None:
        """Listen to these alone; whatever is held now was pressed before."""
        self._racing = racing
        self._gone_since = {}
        for place, source in racing.items():
            self.referee.post(place, self._buttons[source][place].closed, now - JUST_BEFORE)

    def _sources(self) -> dict[int, Source]:
        """What the referee must know of the stamps of this race: as published, or as this pod was measured if worse."""
        pod, lid = POD, GPIO if collects() else SLOW_GPIO
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
            self.referee.lose(place)

    def _hear(self, source: Source, place: int, closed: bool, at: float) -> None:
        """Called from any thread; only queues."""
        if source is GPIO:
            self._heard.add(place)
        if self._racing.get(place, GPIO) is source:
            self.referee.post(place, closed, at)
