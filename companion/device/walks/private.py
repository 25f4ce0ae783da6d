"""Private things on a shared screen: who may look, and what only they may see."""

from typing import Any

from companion.core.facts import Change
from companion.core.question import TABLE, Question
from companion.core.session import Session
from companion.device.desk import Desk
from companion.device.view import Walk
from companion.device.views.private import HandOverView, OnPhoneView, SecretView


def is_private(session: Session, question: Question) -> bool:
    """Whether others sit at the table who may not see what this seat is asked: the companion knows its cards."""
    people = [seat for seat in session.seats if not seat.bot]
    return question.seat != TABLE and len(people) > 1 and bool(session.match.table.secrets(question.seat))


def hand_over(desk: Desk, session: Session, question: Question) -> Walk[Any]:
    """See to it that only the one who is asked looks; None if they do, else what somebody wanted instead."""
    if not is_private(session, question):
        desk.looking = None
        return None
    seat = session.seats[question.seat]
    if desk.looking != seat.index:
        view = OnPhoneView(desk.say, seat) if desk.has_phone(seat.index) else HandOverView(desk.say, seat)
        shown = yield view
        if shown is not True:
            return shown
        desk.looking = seat.index
    yield from show_what_is_seen(desk, session, seat.index)
    return None


def show_what_is_seen(desk: Desk, session: Session, seat: int) -> Walk[None]:
    """The hand of somebody else, where an animal lets one look at it; once for each time."""
    seen = {name: value for name, value in session.match.table.secrets(seat).items() if about_another(name)}
    if seen and desk.shown_at != session.n:
        desk.shown_at = session.n
        yield SecretView(desk.say("Only you see this"), lines_of(desk, session, seen), session.seats[seat].symbol)


def about_another(name: str) -> bool:
    """Whether a secret is about another seat than the one that sees it: its name ends with the number of that seat."""
    return name.rpartition("-")[2].isdecimal()


def own_cards(desk: Desk, session: Session) -> list[str]:
    """All that the one who looks at the screen may see besides the table."""
    if desk.looking is None and len([seat for seat in session.seats if not seat.bot]) > 1:
        return []
    seat = desk.looking if desk.looking is not None else alone(session)
    return [] if seat is None else lines_of(desk, session, session.match.table.secrets(seat))


def alone(session: Session) -> int | None:
    """The one person among bots."""
    return next((seat.index for seat in session.seats if not seat.bot), None)


def lines_of(desk: Desk, session: Session, secrets: dict[str, str]) -> list[str]:
    """Secrets in words."""
    voice, table = desk.voice_of(session), session.match.table
    return [voice.change(Change(name, None, value), table) for name, value in secrets.items()]
