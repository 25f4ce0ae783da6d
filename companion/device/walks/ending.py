"""The end of a match: who won, the reasons, and another one with the same people."""

from typing import Any, NamedTuple

from companion.core.game import Game, Setup
from companion.core.session import Session
from companion.device.desk import Desk
from companion.device.view import BACK, Sign, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.podium import PodiumView
from companion.device.walks.agree import set_up
from companion.device.walks.look import look_at_log, look_at_scores
from companion.device.walks.people import Guest, seat_people

LEAVE = Sign("LEAVE")
SAME, ROTATED, OTHERS = Sign("SAME"), Sign("ROTATED"), Sign("OTHERS")


class Rematch(NamedTuple):
    """Another match, agreed on."""

    game: Game
    setup: Setup


def end(desk: Desk, session: Session) -> Walk[Any]:
    """The moment of the winner; then reasons, log, a rematch, or away."""
    say = desk.say
    yield PodiumView(desk, session)
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
        agreed = yield from picked(desk, session)
        if agreed is not None:
            return agreed


def podium(desk: Desk, session: Session) -> Walk[None]:
    """Once more for those who came late."""
    yield PodiumView(desk, session)


def rematch(desk: Desk, session: Session) -> Walk[Rematch | None]:
    """The same people with the same options; seats as they were, moved on by one, or new ones."""
    say = desk.say
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
        seated = yield from seat_people(desk, session.game)
        if seated is None:
            return None
        guests = seated
    return Rematch(session.game, set_up(desk, session.game, guests, setup.options, setup.deal))


def end_now(desk: Desk, session: Session) -> Walk[bool]:
    """End a match although its rules do not, with the points so far; False if somebody thinks better of it."""
    say = desk.say
    if (yield sure(desk, say("End it with the points so far?"), say("End now"))) is BACK:
        return False
    desk.journal.end_early(session.number, session.match.table.scores)
    yield PodiumView(desk, session)
    return True


def sure(desk: Desk, question: str, yes: str) -> PickView:
    """One more push before something that cannot be taken back; the harmless answer is marked."""
    return PickView(question, [Row(desk.say("Cancel"), BACK), Row(yes, True)])
