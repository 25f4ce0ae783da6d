"""The end of a match: who won, the reasons, and another one with the same people."""

from typing import Any, NamedTuple

from companion.core.game import Game, Setup
from companion.core.session import Session
from companion.device.context import Context
from companion.device.view import BACK, Sign, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.podium import PodiumView
from companion.device.walks.match_info import look_at_log, look_at_scores
from companion.device.walks.new_match import set_up
from companion.device.walks.seating import Guest, seat_people

LEAVE = Sign("LEAVE")
SAME, ROTATED, OTHERS = Sign("SAME"), Sign("ROTATED"), Sign("OTHERS")


class Rematch(NamedTuple):
    """Another match, agreed on."""

    game: Game
    setup: Setup


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
        agreed = yield from picked(context, session)
        if agreed is not None:
            return agreed


def podium(context: Context, session: Session) -> Walk[None]:
    """Once more for those who came late."""
    yield PodiumView(context, session)


def rematch(context: Context, session: Session) -> Walk[Rematch | None]:
    """The same people with the same options; seats as they were, moved on by one, or new ones."""
    say = context.say
    rows = [
        Row(say("Same seats"), SAME),
        Row(say("Everybody one seat on"), ROTATED),
        Row(say("Other people or seats"), OTHERS),
    ]
    picked = yield PickView(say("Rematch"), rows)
    if picked is BACK:
        return None
    setup, guests = session.match.setup, [Guest(seat.name, seat.bot, seat.colour) for seat in session.seats]
    if picked is ROTATED:
        guests = [*guests[-1:], *guests[:-1]]
    elif picked is OTHERS:
        seated = yield from seat_people(context, session.game)
        if seated is None:
            return None
        guests = seated
    return Rematch(session.game, set_up(context, session.game, guests, setup.options, setup.deal))


def end_now(context: Context, session: Session) -> Walk[bool]:
    """End a match although its rules do not, with the points so far; False if somebody thinks better of it."""
    say = context.say
    if (yield sure(context, say("End it with the points so far?"), say("End now"))) is BACK:
        return False
    context.journal.end_early(session.number, session.match.table.scores)
    yield PodiumView(context, session)
    return True


def sure(context: Context, question: str, yes: str) -> PickView:
    """One more push before something that cannot be taken back; the harmless answer is marked."""
    return PickView(question, [Row(context.say("Cancel"), BACK), Row(yes, True)])
