"""One attempt at a race: who runs, on which buttons, and what the views of a race need to know of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from companion.core.face import LIGHTS, Light, PlainFace, light_of
from companion.core.question import Race
from companion.core.seat import SYMBOLS, Seat
from companion.device.context import Context
from companion.device.race_track import DOME, GRACE
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
    attempt: "RaceAttempt"
    ready: frozenset[int] | None = None
    """Who has tapped, where everybody taps before a race."""
    left: int = 0
    """Steps before NOW!, while it counts."""
    early: Mapping[int, int] = {}
    verdict: Verdict | None = None


class RaceAttempt:
    """The seats that run, each on its own phone or paddle, or all on the dome where that is wished or one is broken."""

    def __init__(self, context: Context, seats: Sequence[Seat]) -> None:
        self.context = context
        self.seats = seats
        self.track = context.track
        self.broken: Sequence[int] = ()
        """Seats with nothing of their own to race on."""
        self.places: Sequence[int] = ()
        self.bots = [seat.index for seat in seats if seat.bot]
        """Seats that need no button: their times are drawn."""
        self.news = ""
        """What changed in the middle of it, in words."""
        self.plan()

    def plan(self) -> None:
        """Decide what is slapped, by what works now."""
        self.track.bots.sit(self.bots)
        paddles = [seat.index for seat in self.seats]
        self.broken = self.track.unfit(paddles)
        self.places = paddles
        if self.context.settings["slap"] == "ark" or self.broken:
            self.move_to_the_ark()

    @property
    def way(self) -> object:
        """What is slapped and why; when it changes, those who wait for the race must know."""
        return self.broken, [self.track.source(place) for place in self.places]

    def move_to_the_ark(self) -> None:
        """Race on the dome, if it works."""
        if self.can_use_the_ark:
            self.places = [DOME, *self.bots]

    @property
    def hands(self) -> list[int]:
        """What people slap."""
        return [place for place in self.places if place not in self.bots]

    @property
    def people(self) -> list[Seat]:
        """Those who run with hands of their own."""
        return [seat for seat in self.seats if not seat.bot]

    @property
    def by_ark(self) -> bool:
        """Whether all slap the dome, so that somebody must tell whose hand it was."""
        return self.places[0] == DOME

    @property
    def friendly(self) -> list[int]:
        """Who would race on a phone now."""
        return [place for place in self.places if self.track.source(place) is PHONE]

    @property
    def can_use_the_ark(self) -> bool:
        """Whether the dome works."""
        return not self.track.unfit([DOME])

    @property
    def possible(self) -> bool:
        """Whether there is a working button for everybody."""
        return self.by_ark or not self.broken

    @property
    def referee(self) -> Referee:
        """The judge of this race, which all attempts share."""
        return self.track.referee

    @property
    def ready_seconds(self) -> float:
        """How long those who have tapped wait for those who have not."""
        return float(self.context.settings.get("ready", READY_SECONDS))

    def tapped(self, now: float) -> set[int]:
        """The places that were pressed since it was armed: before a race that is a ready tap."""
        return set(self.referee.early(now))

    def rest(self) -> None:
        """Nobody races on this any more."""
        self.track.rest()

    def arm(self, now: float) -> None:
        """From now on a press is a false start, until NOW!"""
        self.track.arm(self.places, float(self.context.settings["patience"]), now)

    def go(self, now: float) -> None:
        """NOW! From here on hands count; bots know by now when theirs come down."""
        self.referee.go(now)
        self.track.bots.go({seat: now + self._slap_after() for seat in self.bots})

    def _slap_after(self) -> float:
        """Seconds until a bot has done what people do before they slap, as the game reckons."""
        session = self.context.sessions.live
        assert session is not None
        assert isinstance(session.question, Race)
        return session.game.slap_after(session.question, session.match.table, session.rng)

    def give_up(self, now: float) -> None:
        """No hand of a person will come any more: the quickest bot need not be waited for."""
        self.track.bots.hurry(now)

    def gone(self, now: float) -> Sequence[int]:
        """Seats whose pod or phone is away; if it stays away, they go on with what works in its place, if anything."""
        gone = self.track.gone(now)
        if not self._given_up(gone) or self.track.unfit(self.places):
            return tuple(gone)
        self.track.move(self.places, now)
        self.news = self.context.say("{who}: slap the paddle!", who=" ".join(map(self.sign, gone)))
        return ()

    def go_on_with_the_ark(self, now: float) -> None:
        """In the middle of an open race, when something stays away: whoever is ready slaps the dome."""
        gone = self.track.gone(now)
        if self._given_up(gone) and not self.by_ark and self.can_use_the_ark:
            pod = any(self.track.raced_on(place) is POD for place in gone)
            self.news = self.context.say("No pod: slap the Ark!") if pod else self.context.say("Slap the Ark!")
            self.places = [DOME, *self.bots]
            self.track.move(self.places, now)

    @staticmethod
    def _given_up(gone: Mapping[int, float]) -> bool:
        return any(seconds >= GRACE for seconds in gone.values())

    def what_is_gone(self, place: int) -> str:
        """What that seat cannot race on any more, in words."""
        source = self.track.raced_on(place)
        if source is POD:
            return self.context.say("The pod is gone: plug it in again.")
        if source is PHONE:
            return self.context.say("The phone of {who} is gone.", who=self.who(place))
        return self.context.say("The paddle of {who} is broken.", who=self.who(place))

    def hold(self) -> float:
        """How long NOW! is held back."""
        return self.context.rng.uniform(SHORTEST_HOLD, LONGEST_HOLD)

    def who(self, place: int) -> str:
        """The sign and the name of who sits at that button."""
        names = [seat.name for seat in self.seats if seat.index == place]
        return " ".join([self.sign(place), *names])

    def sign(self, place: int) -> str:
        """The sign of a seat; the dome has a name only."""
        return self.context.say("Ark") if place == DOME else SYMBOLS[place]

    def countdown(self, left: int) -> Sequence[Light]:
        """The light bar with so many steps before NOW!"""
        live = self.context.sessions.live
        face = PlainFace() if live is None else live.face
        return face.countdown(left, COUNTS + 1)

    def colours(self, places: Sequence[int]) -> Sequence[Light] | None:
        """The bar shared out among those seats; the dome and nobody have no colour."""
        seats = [seat for seat in self.seats if seat.index in places]
        return [light_of(seats[light * len(seats) // LIGHTS]) for light in range(LIGHTS)] if seats else None

    def tied(self, verdict: Verdict) -> list[Seat]:
        """Those of a dead heat; whoever slaps the dome can be anybody."""
        return [seat for seat in self.seats if (DOME if self.by_ark and not seat.bot else seat.index) in verdict.first]

    def seen_by_ark(self, verdict: Verdict, seat: int) -> Verdict:
        """The verdict on the dome, once it is known whose hand it was."""
        order = tuple(slap._replace(seat=seat) if slap.seat == DOME else slap for slap in verdict.order)
        return replace(verdict, first=tuple(seat if one == DOME else one for one in verdict.first), order=order)


def detail_of(heats: Sequence[Verdict]) -> str:
    """What is kept beside the answer: the last verdict, and the dead heats that were run before it."""
    *dead, last = heats
    kept = json.loads(last.detail)
    if dead:
        kept["heats"] = [json.loads(verdict.detail) for verdict in dead]
    return json.dumps(kept, separators=(",", ":"))
