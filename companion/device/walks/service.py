"""Start of the service: problems first, then the match that was on the table, then the menu."""

from collections.abc import Callable

from companion.core.registry import list_game_ids
from companion.device.context import Context
from companion.device.view import BACK, View, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.errors import make_error_page, show_problems
from companion.device.walks.start import start
from companion.device.walks.system import show_news
from companion.service.notes import PLAYING, STARTS, WHY, Notes
from companion.service.notify import RestartRequested


def make_service_walk(notes: Notes, safe: bool) -> Callable[[Context], Walk[None]]:
    """Return the first walk of a service."""

    def begin(context: Context) -> Walk[None]:
        context.app.notes = notes
        yield from show_problems(context)
        if safe:
            yield from show_safe_mode(context, notes)
        elif notes.has(PLAYING):
            yield from continue_after_crash(context)
        if context.app.live is None:
            yield from show_news(context, notes)
        yield from start(context)

    return begin


def show_safe_mode(context: Context, notes: Notes) -> Walk[None]:
    """Show the menu of the safe mode until the user chooses to play."""
    say = context.say
    rows = [
        Row(say("What went wrong"), make_reason_page),
        Row(say("Try again"), restart_service),
        Row(say("Play without my data"), BACK),
    ]
    picked: object = None
    while picked is not BACK:
        picked = yield PickView(say("⚠ Safe mode"), rows)
        if picked is make_reason_page:
            yield make_reason_page(context, notes)
        elif picked is restart_service:
            restart_service(notes)


def make_reason_page(context: Context, notes: Notes) -> View:
    """Return a page with the reason and what people can do."""
    say = context.say
    reason = notes.read(WHY)
    why = describe_endings(context).get(reason, reason) or say("It stopped three times without an error message.")
    return ReadingView(
        say("⚠ Safe mode"),
        [
            say("Arkside failed to start three times:"),
            why,
            say("Your matches are safe. Safe mode ignores your corrected cards, your settings and the web page."),
            say("Try again. If that fails, switch the box off and on, or plug in a USB stick with a newer Arkside."),
        ],
    )


def describe_endings(context: Context) -> dict[str, str]:
    """Return the reasons for which systemd ends the service, in words."""
    say = context.say
    return {
        "watchdog": say("It froze and was stopped."),
        "oom-kill": say("It ran out of memory."),
        "timeout": say("It took too long to start."),
        "signal": say("It crashed or was stopped."),
        "core-dump": say("It crashed or was stopped."),
    }


def restart_service(notes: Notes) -> None:
    """End the program, so that systemd starts it as usual."""
    notes.drop(STARTS)
    raise RestartRequested(0)


def continue_after_crash(context: Context) -> Walk[None]:
    """Continue the match of a service that failed. Nobody touched the table meanwhile, so nobody checks it."""
    number = context.app.journal.find_unfinished(*list_game_ids())
    if number is not None:
        try:
            context.app.lobby.open(number)
        except Exception as error:
            yield make_error_page(context, error)
