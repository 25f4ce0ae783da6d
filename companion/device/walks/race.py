"""Racing: ready, countdown, NOW!, verdict; dead heats are run again before anything is answered."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.question import Claim
from companion.core.seat import Seat
from companion.core.session import Session
from companion.device.desk import Desk
from companion.device.heat import Heat, detail_of
from companion.device.view import BACK, Walk
from companion.device.views.code import CodeView
from companion.device.views.pick import Row
from companion.device.views.question import QuestionView, choose
from companion.device.views.race import ARK, GO, CountdownView, NowView, RaceView, VerdictView
from companion.device.views.ready import INSTEAD, MISSING, PHONE, SIT_OUT, MissingView, ReadyView
from companion.device.walks.phones import let_in
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


def race(
    desk: Desk, title: str, seats: Sequence[Seat], taps: bool | None = None, instead: Sequence[Row] = ()
) -> Walk[Any]:
    """Race until one was first or nobody comes, which is Ran; BACK or HELP if somebody wants that instead.

    With `taps` everybody taps ready, without a push begins it; a race of a match is one with taps if nothing is said.
    Where something else may come before the race, a push before the first tap lists it, and what is picked comes back.
    """
    heat = Heat(desk, seats)
    try:
        with_taps = desk.sessions.live is not None if taps is None else taps
        ready = (yield from ready_taps(title, heat, instead)) if with_taps else (yield RaceView(title, heat))
        if isinstance(ready, Heat):
            return (yield from raced(desk, ready))
        return (yield from raced(desk, heat)) if ready is GO else ready
    finally:
        heat.rest()


def ready_taps(title: str, heat: Heat, instead: Sequence[Row] = ()) -> Walk[Any]:
    """The heat of all who tapped; who did not is asked about, one at a time. BACK or HELP as before any race."""
    ready: set[int] = set()
    while True:
        view = ReadyView(title, heat, ready, bool(instead))
        answer = yield view
        if answer is INSTEAD:
            picked = yield from no_race(heat, instead)
            if picked is not BACK:
                return heat if picked is GO else picked
            continue
        if answer is not MISSING:
            return heat if answer is GO else answer
        place = view.missing[0]
        question = MissingView(heat, place)
        answer = yield question
        ready = view.ready | question.ready
        if answer is PHONE:
            if (yield from let_in(heat.desk)):
                yield phone_for(heat, place)
        elif answer is SIT_OUT:
            seats = [seat for seat in heat.seats if seat.index != place]
            if not seats:
                return BACK
            heat = Heat(heat.desk, seats)


def no_race(heat: Heat, instead: Sequence[Row]) -> Walk[Any]:
    """What comes instead of a race; where all slap the Ark and nobody taps, a row begins the race."""
    say = heat.desk.say
    rows = [Row(say("Race!"), GO), *instead] if heat.by_ark else instead
    return (yield from choose(say("No race: what comes?"), rows, "", None))


def objecting(desk: Desk, session: Session, claim: Claim, ran: Ran | None) -> Heat | None:
    """The paddles that can say wrong: of all people but the first. None where hands cannot tell that."""
    if ran is None or ran.heat.by_ark or str(claim.about) != f"seat-{ran.verdict.winner}":
        return None
    seats = [seat for seat in session.seats if seat.index not in session.bots and seat is not claim.about]
    others = Heat(desk, seats) if seats else None
    return None if others is None or others.by_ark or not others.possible else others


def phone_for(heat: Heat, place: int) -> CodeView:
    """Where a phone finds the page to race on; read it, and the ready taps go on."""
    desk = heat.desk
    text = desk.say("{who}: open this page, take your seat and tap there.", who=heat.who(place))
    return CodeView(desk.say("Race on a phone"), f"{text}\n{desk.address}", desk.invitation())


def raced(desk: Desk, heat: Heat) -> Walk[Any]:
    """Heat after heat until one was first: dead heats are run again by those who tied, lost edges by all."""
    dead: list[Verdict] = []
    while True:
        verdict = yield from run(heat)
        if verdict is BACK:
            return BACK
        if not verdict.dead_heat and not verdict.lost:
            return (yield from told(heat, dead, verdict))
        desk.play("bad")
        if (yield VerdictView(heat, verdict)) is BACK:
            return BACK
        if verdict.dead_heat:
            dead.append(verdict)
        again = [seat for seat in heat.seats if seat.index in verdict.first] if verdict.dead_heat else heat.seats
        heat = Heat(desk, again)


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
