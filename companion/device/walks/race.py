"""Racing: ready, countdown, NOW!, verdict; dead heats are run again before anything is answered."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.question import NOBODY, Claim
from companion.core.seat import Seat
from companion.core.session import Session
from companion.device.context import Context
from companion.device.race_attempt import RaceAttempt, detail_of
from companion.device.race_track import DOME
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

    attempt: RaceAttempt
    verdict: Verdict
    detail: str

    @property
    def choice(self) -> str:
        """The id of the answer."""
        return self.verdict.choice or ""


def race(
    context: Context, title: str, seats: Sequence[Seat], taps: bool | None = None, instead: Sequence[Row] = ()
) -> Walk[Any]:
    """Race until one was first or nobody comes, which is Ran; BACK or HELP if somebody wants that instead.

    With `taps` everybody taps ready, without a push begins it; a race of a match is one with taps if nothing is said.
    Where something else may come instead of the race, a push before the first tap or at NOW! lists it, and what is
    picked is returned.
    """
    attempt = RaceAttempt(context, seats)
    try:
        with_taps = context.sessions.live is not None if taps is None else taps
        ready = (yield from ready_taps(title, attempt, instead)) if with_taps else (yield RaceView(title, attempt))
        if isinstance(ready, RaceAttempt):
            return (yield from raced(context, ready, instead))
        return (yield from raced(context, attempt)) if ready is GO else ready
    finally:
        attempt.rest()


def ready_taps(title: str, attempt: RaceAttempt, instead: Sequence[Row] = ()) -> Walk[Any]:
    """The attempt of all who tapped; who did not is asked about, one at a time. BACK or HELP as before any race."""
    ready: set[int] = set()
    while True:
        view = ReadyView(title, attempt, ready, bool(instead))
        answer = yield view
        if answer is INSTEAD:
            picked = yield from no_race(attempt, instead)
            if picked is not BACK:
                return attempt if picked is GO else picked
            continue
        if answer is not MISSING:
            return attempt if answer is GO else answer
        place = view.missing[0]
        question = MissingView(attempt, place)
        answer = yield question
        ready = view.ready | question.ready
        if answer is PHONE:
            if (yield from let_in(attempt.context)):
                yield phone_for(attempt, place)
        elif answer is SIT_OUT:
            attempt = RaceAttempt(attempt.context, [seat for seat in attempt.seats if seat.index != place])
            if not attempt.people:
                return BACK


def no_race(attempt: RaceAttempt, instead: Sequence[Row]) -> Walk[Any]:
    """What comes instead of a race; where all slap the Ark and nobody taps, a row begins the race."""
    say = attempt.context.say
    rows = [Row(say("Race!"), GO), *instead] if attempt.by_ark else instead
    return (yield from choose(say("No race: what comes?"), rows, "", None))


def no_slap(attempt: RaceAttempt, instead: Sequence[Row]) -> Walk[Any]:
    """What came instead of the race that has been called, or NOBODY if people just gave up."""
    say = attempt.context.say
    return (yield from choose(say("No race: what comes?"), [*instead, Row(say("Nobody slapped"), NOBODY)], "", None))


def objecting(context: Context, session: Session, claim: Claim, ran: Ran | None) -> RaceAttempt | None:
    """The paddles that can say wrong: of all people but the first. None where hands cannot tell that."""
    if ran is None or ran.attempt.by_ark or str(claim.about) != f"seat-{ran.verdict.winner}":
        return None
    seats = [seat for seat in session.seats if seat.index not in session.bots and seat is not claim.about]
    others = RaceAttempt(context, seats) if seats else None
    return None if others is None or others.by_ark or not others.possible else others


def phone_for(attempt: RaceAttempt, place: int) -> CodeView:
    """Where a phone finds the page to race on; read it, and the ready taps go on."""
    context = attempt.context
    text = context.say("{who}: open this page, take your seat and tap there.", who=attempt.who(place))
    return CodeView(context.say("Race on a phone"), f"{text}\n{context.address}", context.invitation())


def raced(context: Context, attempt: RaceAttempt, instead: Sequence[Row] = ()) -> Walk[Any]:
    """Attempt after attempt until one was first: dead heats are run again by those who tied, lost edges by all."""
    dead: list[Verdict] = []
    while True:
        verdict = yield from run(attempt, bool(instead))
        if verdict is BACK:
            return BACK
        if not verdict.dead_heat and not verdict.lost:
            if instead and not verdict.first:
                picked = yield from no_slap(attempt, instead)
                if picked is not NOBODY:
                    return picked
            return (yield from told(attempt, dead, verdict))
        context.play("bad")
        if (yield VerdictView(attempt, verdict)) is BACK:
            return BACK
        if verdict.dead_heat:
            dead.append(verdict)
            instead = ()  # hands came down, so there is a card to race for
        attempt = RaceAttempt(context, attempt.tied(verdict) if verdict.dead_heat else attempt.seats)


def run(attempt: RaceAttempt, instead: bool = False) -> Walk[Any]:
    """One attempt: the verdict with the order of all who slapped, or BACK."""
    counted = yield CountdownView(attempt)
    while counted is ARK:
        attempt.move_to_the_ark()
        counted = yield CountdownView(attempt)
    if counted is BACK:
        return BACK
    first = yield NowView(attempt, instead)
    if first is BACK or not first.first:
        return first
    return (yield VerdictView(attempt, first, gathering=True))


def told(attempt: RaceAttempt, dead: Sequence[Verdict], verdict: Verdict) -> Walk[Any]:
    """The verdict with a name to it: the dome cannot tell whose hand it was, so people do."""
    if DOME in verdict.first:
        seat = yield from whose_hand(attempt)
        if seat is BACK:
            return BACK
        verdict = attempt.seen_by_ark(verdict, seat.index)
    return Ran(attempt, verdict, detail_of([*dead, verdict]))


def whose_hand(attempt: RaceAttempt) -> Walk[Any]:
    """A seat, picked from the list or by its own paddle; where one alone raced, that one."""
    if len(attempt.people) == 1:
        return attempt.people[0]
    rows = [Row(attempt.who(seat.index), seat) for seat in attempt.people]
    return (yield HandView(attempt.context.say("Whose hand was it?"), rows))


class HandView(QuestionView):
    """Whose hand it was; the dome is still under that hand and means nothing here."""

    def dome(self) -> None:
        """Stay: the hand that slapped may still lie on it."""
