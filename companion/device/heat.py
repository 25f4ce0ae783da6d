"""One heat of a race: who runs, on which buttons, and what the views of a race need to know of it."""

import json
from collections.abc import Sequence
from dataclasses import replace

from companion.core.face import LIGHTS, SEAT_LIGHTS, Light, PlainFace
from companion.core.seat import SYMBOLS, Seat
from companion.device.course import DOME
from companion.device.desk import Desk
from drivers.referee import Referee, Verdict

COUNTS = 3
COUNT_SECONDS = 0.8
SHORTEST_HOLD, LONGEST_HOLD = 0.7, 2.7
"""Seconds between the last count and NOW!, drawn anew each time."""

ASK_AGAIN = 0.005
"""How soon the referee is asked again once a hand has come down."""


class Heat:
    """The seats that run, each on its own paddle, or all on the dome where that is wished or a paddle is broken."""

    def __init__(self, desk: Desk, seats: Sequence[Seat]) -> None:
        self.desk = desk
        self.seats = seats
        self.course = desk.course
        paddles = [seat.index for seat in seats]
        self.broken = self.course.unfit(paddles)
        """Paddles that cannot be raced on."""
        self.places: Sequence[int] = paddles
        if desk.settings["slap"] == "ark" or self.broken:
            self.move_to_the_ark()

    def move_to_the_ark(self) -> None:
        """Race on the dome, if it works."""
        if self.can_use_the_ark:
            self.places = [DOME]

    @property
    def by_ark(self) -> bool:
        """Whether all slap the dome, so that somebody must tell whose hand it was."""
        return self.places[0] == DOME

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

    def arm(self, now: float) -> None:
        """From now on a press is a false start, until NOW!"""
        self.course.arm(self.places, float(self.desk.settings["patience"]), now)

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
        face = PlainFace() if self.desk.match is None else self.desk.face
        return face.countdown(left, COUNTS + 1)

    def colours(self, places: Sequence[int]) -> Sequence[Light] | None:
        """The bar shared out among those seats; the dome and nobody have no colour."""
        seats = [place for place in places if place < len(SEAT_LIGHTS)]
        return [SEAT_LIGHTS[seats[light * len(seats) // LIGHTS]] for light in range(LIGHTS)] if seats else None

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
