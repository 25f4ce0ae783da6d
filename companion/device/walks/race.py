"""Racing: ready, countdown, NOW!, verdict; dead heats are run again before anything is answered."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.seat import Seat
from companion.device.desk import Desk
from companion.device.heat import Heat, detail_of
from companion.device.view import BACK, Walk
from companion.device.views.pick import Row
from companion.device.views.question import QuestionView
from companion.device.views.race import ARK, GO, CountdownView, NowView, RaceView, VerdictView
from drivers.referee import Verdict


class Ran(NamedTuple):
    """A race that is over: the answer to its question, and what to keep and show of it."""

    heat: Heat
    verdict: Verdict
    detail: str

    @property
    def choice(self) -> str:
        """The id of the answer."""
        return self.verdict.choice or ""


def race(desk: Desk, title: str, seats: Sequence[Seat]) -> Walk[Any]:
    """Race until one was first or nobody comes, which is Ran; BACK or HELP if somebody wants that instead."""
    heat = Heat(desk, seats)
    ready = yield RaceView(title, heat)
    if ready is not GO:
        return ready
    dead: list[Verdict] = []
    while True:
        verdict = yield from run(heat)
        if verdict is BACK:
            return BACK
        if not verdict.dead_heat:
            return (yield from told(heat, dead, verdict))
        desk.play("bad")
        if (yield VerdictView(heat, verdict)) is BACK:
            return BACK
        dead.append(verdict)
        heat = Heat(desk, [seat for seat in heat.seats if seat.index in verdict.first])


def run(heat: Heat) -> Walk[Any]:
    """One heat: the verdict with the order of all who slapped, or BACK."""
    counted = yield CountdownView(heat)
    while counted is ARK:
        heat.move_to_the_ark()
        counted = yield CountdownView(heat)
    if counted is BACK:
        return BACK
    first = yield NowView(heat)
    if first is BACK or not first.first:
        return first
    return (yield VerdictView(heat, first, gathering=True))


def told(heat: Heat, dead: Sequence[Verdict], verdict: Verdict) -> Walk[Any]:
    """The verdict with a name to it: the dome cannot tell whose hand it was, so people do."""
    if verdict.first and heat.by_ark:
        seat = yield from whose_hand(heat)
        if seat is BACK:
            return BACK
        verdict = heat.seen_by_ark(verdict, seat.index)
    return Ran(heat, verdict, detail_of([*dead, verdict]))


def whose_hand(heat: Heat) -> Walk[Any]:
    """A seat, picked from the list or by its own paddle; where one alone raced, that one."""
    if len(heat.seats) == 1:
        return heat.seats[0]
    rows = [Row(heat.who(seat.index), seat) for seat in heat.seats]
    return (yield HandView(heat.desk.say("Whose hand was it?"), rows))


class HandView(QuestionView):
    """Whose hand it was; the dome is still under that hand and means nothing here."""

    def dome(self) -> None:
        """Nothing."""
