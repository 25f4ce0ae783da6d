"""From the first menu to everything else."""

from contextlib import suppress
from typing import Any

from companion import VERSION
from companion.core.errors import ArksideError
from companion.core.shelf import game_named
from companion.device.desk import Desk
from companion.device.view import BACK, STALE, View, Walk
from companion.device.views.code import CodeView
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.adjust import adjust
from companion.device.walks.agree import agree
from companion.device.walks.box import box_rows
from companion.device.walks.check import check_parts
from companion.device.walks.follow import play_along, unless_moved
from companion.device.walks.play import kept, play, refusal
from companion.device.walks.practice import practise
from companion.device.walks.resume import check_table
from companion.device.walks.teach import teach


def start(desk: Desk) -> Walk[None]:
    """The first menu, for ever."""
    at = 0
    with suppress(ArksideError):
        desk.sessions.heal(1)
    while True:
        view = _menu(desk, at)
        walk = play_along if desk.sessions.live is not None else (yield from unless_moved(desk, shown(view)))
        at = view.at
        if walk in (BACK, STALE):
            at = 0
            continue
        try:
            yield from unless_moved(desk, walk(desk))
        except ArksideError as error:
            yield refusal(desk, error)


def shown(view: View) -> Walk[Any]:
    """A view by itself, as a walk."""
    return (yield view)


def _menu(desk: Desk, at: int) -> PickView:
    say = desk.say
    rows = []
    number = desk.journal.unfinished()
    if number is not None:
        rows.append(Row(say("Continue"), go_on, _title(desk, number)))
    rows += [
        Row(say("New match"), new_match),
        Row(say("Practice race"), practise),
        Row(say("Phones"), phones),
        Row(say("Settings"), adjust),
        Row(say("Self-test"), check_parts),
        Row(say("Teach a box"), teach),
        *box_rows(desk),
        Row(say("About"), about),
    ]
    return PickView("Arkside", rows, min(at, len(rows) - 1))


def _title(desk: Desk, number: int) -> str:
    """The game of a match; of one that cannot be read there is none, and whoever picks it is told why."""
    with suppress(ArksideError):
        return game_named(desk.journal.record(number).setup.game).title
    return ""


def go_on(desk: Desk) -> Walk[None]:
    """The match that was left last, after a look at the table."""
    number = desk.journal.unfinished()
    if number is not None:
        session = yield from kept(desk, lambda: desk.sessions.open(number))
        if session is not None:
            with session:
                if (yield from check_table(desk, session)):
                    yield from play(desk, session)


def new_match(desk: Desk) -> Walk[None]:
    """Agree on a match and play it."""
    agreed = yield from agree(desk)
    if agreed is not None:
        session = yield from kept(desk, lambda: desk.sessions.start(*agreed))
        if session is not None:
            with session:
                yield from play(desk, session)


def phones(desk: Desk) -> Walk[None]:
    """How phones join."""
    yield join_view(desk)


def join_view(desk: Desk) -> View:
    """The address of the page, as words and as a code."""
    if not desk.address:
        return ReadingView(desk.say("Phones"), [desk.say("No page is served by this device now.")])
    text = desk.say("On the same Wi-Fi, point your camera at the code or open:")
    code = desk.say("Code: {code}", code=desk.code) if desk.code else ""
    return CodeView(desk.say("Phones"), f"{text}\n{desk.address}\n{code}".rstrip(), desk.invitation())


def about(desk: Desk) -> Walk[None]:
    """What this is."""
    say = desk.say
    yield ReadingView(
        f"Arkside {VERSION}",
        [
            say("It asks, the table answers, and nothing is lost."),
            say("Turn the dial to choose, push it to pick. Back leaves or takes an answer back."),
            say("The Ark explains the question."),
        ],
    )
