"""Private things on a shared screen: who may look, and what only they may see."""

from typing import Any

from companion.core.facts import FactChange
from companion.core.question import TABLE, Question
from companion.core.session import Session
from companion.device.context import Context
from companion.device.view import Walk
from companion.device.views.private import HandOverView, OnPhoneView, SecretView


def is_private(session: Session, question: Question) -> bool:
    """Whether others sit at the table who may not see this: the companion knows the cards, or the answer is secret."""
    people = [seat for seat in session.seats if not seat.bot]
    if question.seat == TABLE or len(people) < 2:
        return False
    return session.game.is_secret(question) or bool(session.match.table.secrets(question.seat))


def hand_over(context: Context, session: Session, question: Question) -> Walk[Any]:
    """Make sure that only the asked player looks; return None if so, else what the user wants instead."""
    if not is_private(session, question):
        context.looking = None
        return None
    seat = session.seats[question.seat]
    # A player who already holds the box need not be asked again.
    if context.looking != seat.index:
        view = (
            OnPhoneView(context.say, seat)
            if context.app.presence.is_connected(seat.index)
            else HandOverView(context.say, seat)
        )
        shown = yield view
        if shown is not True:
            return shown
        context.looking = seat.index
    yield from show_seen_hand(context, session, seat.index)
    return None


def show_seen_hand(context: Context, session: Session, seat: int) -> Walk[None]:
    """Show another player's hand when an animal allows it; once each time."""
    secrets = {name: value for name, value in session.match.table.secrets(seat).items() if is_about_another(name)}
    if secrets and context.shown_at != session.n:
        context.shown_at = session.n
        yield SecretView(
            context.say("Only you see this"), format_secrets(context, session, secrets), session.seats[seat].symbol
        )


def is_about_another(name: str) -> bool:
    """Whether a secret is about another seat than the one that sees it: its name ends with the number of that seat."""
    return name.rpartition("-")[2].isdecimal()


def list_own_cards(context: Context, session: Session) -> list[str]:
    """List the private facts of the player who is looking at the screen."""
    if context.looking is None and len([seat for seat in session.seats if not seat.bot]) > 1:
        return []
    seat = context.looking if context.looking is not None else find_only_person(session)
    return [] if seat is None else format_secrets(context, session, session.match.table.secrets(seat))


def find_only_person(session: Session) -> int | None:
    """Return the only person among bots; None if there are more."""
    return next((seat.index for seat in session.seats if not seat.bot), None)


def format_secrets(context: Context, session: Session, secrets: dict[str, str]) -> list[str]:
    """Return secrets in words."""
    voice, table = context.voice_of(session), session.match.table
    return [voice.describe_change(FactChange(name, None, value), table) for name, value in secrets.items()]
