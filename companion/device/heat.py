"""One heat of a race: who runs, on which buttons, and what the views of a race need to know of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from companion.core.face import LIGHTS, Light, PlainFace, light_of
from companion.core.seat import SYMBOLS, Seat
from companion.device.course import DOME, GRACE
from companion.device.desk import Desk
from drivers.referee import PHONE, POD, Referee, Verdict

COUNTS = 3
COUNT_SECONDS = 0.8
SHORTEST_HOLD, LONGEST_HOLD = 0.7, 2.7
"""Seconds between the last count and NOW!, drawn anew each time."""

READY_SECONDS = "10"
"""How long a ready tap is waited for, where no setting says otherwise."""

ASK_AGAIN = 0.005
"""How soon the referee is asked again when a hand has come down and its verdict is overdue."""


Stage = Literal["ready", "counting", "now", "verdict"]


class RaceState(NamedTuple):
    """How a race stands, for whoever shows it besides this screen: phones, programs."""

    stage: Stage
    heat: "Heat"
    ready: frozenset[int] | None = None
    """Who has tapped, where everybody taps before a race."""
    left: int = 0
    """Steps before NOW!, while it counts."""
    early: Mapping[int, int] = {}
    verdict: Verdict | None = None


class Heat:
    """The seats that run, each on its own phone or paddle, or all on the dome where that is wished or one is broken."""

    def __init__(self, desk: Desk, seats: Sequence[Seat]) -> None:
        self.desk = desk
        self.seats = seats
        self.course = desk.course
        self.broken: Sequence[int] = ()
        """Seats with nothing of their own to race on."""
        self.places: Sequence[int] = ()
        self.news = ""
        """What changed in the middle of it, in words."""
        self.plan()

    def plan(self) -> None:
        """Decide what is slapped, by what works now."""
        paddles = [seat.index for seat in self.seats]
        self.broken = self.course.unfit(paddles)
        self.places = paddles
        if self.desk.settings["slap"] == "ark" or self.broken:
            self.move_to_the_ark()

    @property
    def way(self) -> object:
        """What is slapped and why; when it changes, those who wait for the race must know."""
        return self.broken, [self.course.source(place) for place in self.places]

    def move_to_the_ark(self) -> None:
        """Race on the dome, if it works."""
        if self.can_use_the_ark:
            self.places = [DOME]

    @property
    def by_ark(self) -> bool:
        """Whether all slap the dome, so that somebody must tell whose hand it was."""
        return self.places[0] == DOME

    @property
    def friendly(self) -> list[int]:
        """Who would race on a phone now."""
        return [place for place in self.places if self.course.source(place) is PHONE]

    @property
    def can_use_the_ark(self) -> bool:
        """Whether the dome works."""
        return not self.course.unfit([DOME])

    @property
    def possible(self) -> bool:
        """Whether there is a working button for everybody."""
        return self.by_ark or not self.broken

    @property
    def referee(self) -> Referee:
        """Who judges."""
        return self.course.referee

    @property
    def ready_seconds(self) -> float:
        """How long those who have tapped wait for those who have not."""
        return float(self.desk.settings.get("ready", READY_SECONDS))

    def tapped(self, now: float) -> set[int]:
        """The places that were pressed since the heat was armed: before a race that is a ready tap."""
        return set(self.referee.early(now))

    def rest(self) -> None:
        """Nobody races on this any more."""
        self.course.rest()

    def arm(self, now: float) -> None:
        """From now on a press is a false start, until NOW!"""
        self.course.arm(self.places, float(self.desk.settings["patience"]), now)

    def gone(self, now: float) -> Sequence[int]:
        """Seats whose pod or phone is away; if it stays away, they go on with what works in its place, if anything."""
        gone = self.course.gone(now)
        if not self._given_up(gone) or self.course.unfit(self.places):
            return tuple(gone)
        self.course.move(self.places, now)
        self.news = self.desk.say("{who}: slap the paddle!", who=" ".join(map(self.sign, gone)))
        return ()

    def go_on_with_the_ark(self, now: float) -> None:
        """In the middle of an open race, when something stays away: whoever is ready slaps the dome."""
        gone = self.course.gone(now)
        if self._given_up(gone) and not self.by_ark and self.can_use_the_ark:
            pod = any(self.course.raced_on(place) is POD for place in gone)
            self.news = self.desk.say("The pod is gone: slap the Ark!") if pod else self.desk.say("Slap the Ark!")
            self.places = [DOME]
            self.course.move(self.places, now)

    @staticmethod
    def _given_up(gone: Mapping[int, float]) -> bool:
        return any(seconds >= GRACE for seconds in gone.values())

    def what_is_gone(self, place: int) -> str:
        """What that seat cannot race on any more, in words."""
        source = self.course.raced_on(place)
        if source is POD:
            return self.desk.say("The pod is gone: plug it in again.")
        if source is PHONE:
            return self.desk.say("The phone of {who} is gone.", who=self.who(place))
        return self.desk.say("The paddle of {who} is broken.", who=self.who(place))

    def hold(self) -> float:
        """How long NOW! is held back."""
        return self.desk.rng.uniform(SHORTEST_HOLD, LONGEST_HOLD)

    def who(self, place: int) -> str:
        """The sign and the name of who sits at that button."""
        names = [seat.name for seat in self.seats if seat.index == place]
        return " ".join([self.sign(place), *names])

    def sign(self, place: int) -> str:
        """The sign of a seat; the dome has a name only."""
        return self.desk.say("Ark") if place == DOME else SYMBOLS[place]

    def countdown(self, left: int) -> Sequence[Light]:
        """The light bar with so many steps before NOW!"""
        live = self.desk.sessions.live
        face = PlainFace() if live is None else live.face
        return face.countdown(left, COUNTS + 1)

    def colours(self, places: Sequence[int]) -> Sequence[Light] | None:
        """The bar shared out among those seats; the dome and nobody have no colour."""
        seats = [seat for seat in self.seats if seat.index in places]
        return [light_of(seats[light * len(seats) // LIGHTS]) for light in range(LIGHTS)] if seats else None

    def seen_by_ark(self, verdict: Verdict, seat: int) -> Verdict:
        """The verdict on the dome, once it is known whose hand it was."""
        return replace(verdict, first=(seat,), order=tuple(slap._replace(seat=seat) for slap in verdict.order))


def detail_of(heats: Sequence[Verdict]) -> str:
    """What is kept beside the answer: the last verdict, and the dead heats that were run before it."""
    *dead, last = heats
    kept = json.loads(last.detail)
    if dead:
        kept["heats"] = [json.loads(verdict.detail) for verdict in dead]
    return json.dumps(kept, separators=(",", ":"))
