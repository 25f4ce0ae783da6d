"""The end of a match: who won, the reasons, and another one with the same people."""

from typing import Any

from companion.app.lobby import SeatDraft
from companion.core.session import Session
from companion.device.context import Context
from companion.device.view import BACK, Sign, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.podium import PodiumView
from companion.device.walks.match_info import look_at_log, look_at_scores
from companion.device.walks.seating import seat_people

LEAVE = Sign("LEAVE")
SAME, ROTATED, OTHERS = Sign("SAME"), Sign("ROTATED"), Sign("OTHERS")


def end(context: Context, session: Session) -> Walk[Any]:
    """The moment of the winner; then reasons, log, a rematch, or away."""
    say = context.say
    yield PodiumView(context, session)
    rows = [
        Row(say("Rematch"), rematch),
        Row(say("Reasons"), look_at_scores),
        Row(say("Log"), look_at_log),
        Row(say("Podium"), podium),
        Row(say("Leave"), LEAVE),
    ]
    at = 0
    while True:
        view = PickView(say("What now?"), rows, at)
        picked = yield view
        at = view.at
        if picked in (BACK, LEAVE):
            return picked
        yield from picked(context, session)


def podium(context: Context, session: Session) -> Walk[None]:
    """Once more for those who came late."""
    yield PodiumView(context, session)


def rematch(context: Context, session: Session) -> Walk[None]:
    """Play again with the same options; seats as they were, moved on by one, or new ones."""
    say = context.say
    rows = [
        Row(say("Same seats"), SAME),
        Row(say("Everyone moves one seat"), ROTATED),
        Row(say("Change people or seats"), OTHERS),
    ]
    picked = yield PickView(say("Rematch"), rows)
    if picked is BACK:
        return
    people: list[SeatDraft] | None = [SeatDraft(seat.name, seat.bot, seat.colour) for seat in session.seats]
    if picked is ROTATED and people is not None:
        people = [*people[-1:], *people[:-1]]
    elif picked is OTHERS:
        people = yield from seat_people(context, session.game)
    if people is not None:
        context.app.lobby.rematch(people)


def sure(context: Context, question: str, yes: str) -> PickView:
    """One more push before something that cannot be taken back; the harmless answer is marked."""
    return PickView(question, [Row(context.say("Cancel"), BACK), Row(yes, True)])
