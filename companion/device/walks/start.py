"""From the first menu to everything else."""

from contextlib import suppress
from typing import Any

from companion import VERSION
from companion.device.desk import Desk
from companion.device.view import BACK, STALE, View, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.adjust import adjust
from companion.device.walks.agree import agree
from companion.device.walks.box import box_rows
from companion.device.walks.check import check_parts
from companion.device.walks.ending import Rematch
from companion.device.walks.figures import figures
from companion.device.walks.follow import play_along, unless_moved
from companion.device.walks.matches import first_rows, play_matches
from companion.device.walks.phones import phones
from companion.device.walks.practice import practise
from companion.device.walks.teach import teach
from companion.device.walks.trouble import tell_troubles, trouble_view
from companion.service.health import full_part, megabytes_free


def start(desk: Desk) -> Walk[None]:
    """The first menu, for ever."""
    at = 0
    yield from tell_troubles(desk)
    with suppress(Exception):  # the rules themselves may trip over what is written there; whoever opens it is told
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
        except Exception as error:
            yield trouble_view(desk, error)


def shown(view: View) -> Walk[Any]:
    """A view by itself, as a walk."""
    return (yield view)


def _menu(desk: Desk, at: int) -> PickView:
    say = desk.say
    rows = [
        *first_rows(desk, Row(say("New match"), new_match)),
        Row(say("Practice race"), practise),
        Row(say("Phones"), phones),
        Row(say("Statistics"), figures),
        Row(say("Settings"), adjust),
        Row(say("Self-test"), check_parts),
        Row(say("Teach a box"), teach),
        *box_rows(desk),
        Row(say("About"), about),
    ]
    return PickView("Arkside", rows, min(at, len(rows) - 1))


def new_match(desk: Desk) -> Walk[None]:
    """Agree on a match and play it."""
    agreed = yield from agree(desk)
    yield from play_matches(desk, None if agreed is None else Rematch(*agreed))


def about(desk: Desk) -> Walk[None]:
    """What this is, where its page is, and how much room there is."""
    say = desk.say
    address = [say("Phones: {address}", address=desk.address)] if desk.address else []
    yield ReadingView(
        f"Arkside {VERSION}",
        [
            say("It asks, the table answers, and nothing is lost."),
            *address,
            room_line(desk),
            say("Turn the dial to choose, push it to pick. Back leaves or takes an answer back."),
            say("The Ark explains the question."),
        ],
    )


def room_line(desk: Desk) -> str:
    """How full the disk is."""
    full, free = full_part(desk.folder), megabytes_free(desk.folder)
    return desk.say("Disk: {part} % full, {n} MB free", part=round(100 * full), n=free)
