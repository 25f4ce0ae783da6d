"""How phones join: the address with its code, and before that whether they may at all."""

from companion.device.desk import Desk
from companion.device.view import BACK, View, Walk
from companion.device.views.code import CodeView
from companion.device.views.fact import FactView
from companion.device.views.pick import Row
from companion.device.views.reading import ReadingView

COMMAND = "arkside run --phones"


def phones(desk: Desk) -> Walk[None]:
    """How phones join."""
    if (yield from let_in(desk)):
        yield join_view(desk)


def let_in(desk: Desk) -> Walk[bool]:
    """Where so far only this computer opens the page, whoever sits here may let phones in; whether they may now."""
    if not desk.address or desk.let_phones_in is None:
        return True
    say = desk.say
    facts = [
        say("So far only this computer can open the page."),
        say("{command} lets phones in from the start.", command=COMMAND),
    ]
    rows = [Row(say("Let phones in"), desk.let_phones_in), Row(say("Leave it so"), BACK)]
    picked = yield FactView(say("Phones"), rows, facts)
    if picked is BACK:
        return False
    picked()
    return True


def join_view(desk: Desk) -> View:
    """The address of the page, as words and as a code."""
    if not desk.address:
        return ReadingView(desk.say("Phones"), [desk.say("No page is served by this device now.")])
    text = desk.say("On the same Wi-Fi, point your camera at the code or open:")
    code = desk.say("Code: {code}", code=desk.code) if desk.code else ""
    return CodeView(desk.say("Phones"), f"{text}\n{desk.address}\n{code}".rstrip(), desk.invitation())
