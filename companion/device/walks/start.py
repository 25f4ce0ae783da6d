"""From the first menu to everything else."""

from contextlib import suppress
from typing import Any

from companion import VERSION
from companion.core.session import Session
from companion.device.context import Context
from companion.device.view import BACK, STALE, View, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.podium import PodiumView
from companion.device.views.reading import ReadingView
from companion.device.walks.errors import error_view, tell_problems
from companion.device.walks.matches import first_rows
from companion.device.walks.new_match import agree_on_match
from companion.device.walks.phones import phones
from companion.device.walks.play import play, saved
from companion.device.walks.practice import practise
from companion.device.walks.race import until
from companion.device.walks.self_test import check_parts
from companion.device.walks.settings import change_settings
from companion.device.walks.statistics import figures
from companion.device.walks.system import box_rows
from companion.device.walks.teach import teach
from companion.service.health import full_part, megabytes_free


def start(context: Context) -> Walk[None]:
    """Show the live match while there is one, else the first menu, for ever."""
    app = context.app
    at = 0
    yield from tell_problems(context)
    with suppress(Exception):  # the rules themselves may trip over what is written there; whoever opens it is told
        app.sessions.heal(1)
    while True:
        try:
            if app.live is not None:
                yield from show_match(context, app.live)
                continue
            view = _menu(context, at)
            walk = yield from until(lambda: app.live is not None, shown(view))
            at = 0 if walk in (BACK, STALE) else view.at
            if walk not in (BACK, STALE):
                yield from until(lambda: app.live is not None, walk(context))
        except Exception as error:
            yield error_view(context, error)


def show_match(context: Context, session: Session) -> Walk[None]:
    """Show a match to its end; one that was ended early has its podium too. Errors leave it saved."""
    try:
        yield from play(context, session)
    except BaseException:
        session.close()
        raise
    if context.ended_early is session:
        context.ended_early = None
        yield from until(lambda: context.app.live is not None, shown(PodiumView(context, session)))


def shown(view: View) -> Walk[Any]:
    """A view by itself, as a walk."""
    return (yield view)


def _menu(context: Context, at: int) -> PickView:
    say = context.say
    rows = [
        *first_rows(context, Row(say("New match"), new_match)),
        Row(say("Practice race"), practise),
        Row(say("Phones"), phones),
        Row(say("Statistics"), figures),
        Row(say("Settings"), change_settings),
        Row(say("Self-test"), check_parts),
        Row(say("Teach a game"), teach),
        *box_rows(context),
        Row(say("About"), about),
    ]
    return PickView("Arkside", rows, min(at, len(rows) - 1))


def new_match(context: Context) -> Walk[None]:
    """Agree on a match and start it."""
    agreed = yield from agree_on_match(context)
    if agreed is not None:
        game, guests, deal, options = agreed
        lobby = context.app.lobby
        lobby.change(game.id, deal, options)
        yield from saved(context, lambda: lobby.start(guests))


def about(context: Context) -> Walk[None]:
    """What this is, where its page is, and how much room there is."""
    say = context.say
    address = (
        [say("Phones: {address}", address=context.app.invitation.address)] if context.app.invitation.address else []
    )
    yield ReadingView(
        f"Arkside {VERSION}",
        [
            say("The box asks, you answer, and nothing gets lost."),
            *address,
            room_line(context),
            say("Turn the dial to choose, push it to pick. Back leaves; in a match it opens the menu."),
            say("The Ark explains the question."),
        ],
    )


def room_line(context: Context) -> str:
    """How full the disk is."""
    full, free = full_part(context.app.folder), megabytes_free(context.app.folder)
    return context.say("Disk: {part} % full, {n} MB free", part=round(100 * full), n=free)
