"""Joining by phone: permission first, then the address and its code."""

from companion.device.context import Context
from companion.device.view import BACK, View, Walk
from companion.device.views.code import CodeView
from companion.device.views.fact import FactView
from companion.device.views.pick import Row
from companion.device.views.reading import ReadingView

COMMAND = "arkside run --phones"


def show_phones(context: Context) -> Walk[None]:
    """Show how phones join, after asking whether they may."""
    if (yield from offer_phones(context)):
        yield make_join_view(context)


def offer_phones(context: Context) -> Walk[bool]:
    """Offer to let phones in where only this computer can open the page. Return whether phones may join."""
    if not context.app.invitation.address or context.app.invitation.open_to_phones is None:
        return True
    say = context.say
    facts = [
        say("Right now only this computer can open the page."),
        say("To always let phones in, start with {command}.", command=COMMAND),
    ]
    rows = [Row(say("Let phones in"), context.app.invitation.open_to_phones), Row(say("Not now"), BACK)]
    picked = yield FactView(say("Phones"), rows, facts)
    if picked is BACK:
        return False
    picked()
    return True


def make_join_view(context: Context) -> View:
    """Return the address of the page, in words and as a QR code."""
    if not context.app.invitation.address:
        return ReadingView(context.say("Phones"), [context.say("The box has no web page right now.")])
    text = context.say("On the same Wi-Fi, point your camera at the code or open:")
    code = context.say("Code: {code}", code=context.app.invitation.code) if context.app.invitation.code else ""
    words = f"{text}\n{context.app.invitation.address}\n{code}".rstrip()
    return CodeView(context.say("Phones"), words, context.app.invitation.link())
