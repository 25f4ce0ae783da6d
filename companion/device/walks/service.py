"""How a device that is a service begins: with what went wrong, with the match that was on the table, then as always."""

from collections.abc import Callable

from companion.device.desk import Desk
from companion.device.view import BACK, View, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.matches import play_matches
from companion.device.walks.play import play
from companion.device.walks.start import start
from companion.device.walks.trouble import tell_troubles, trouble_view
from companion.service.notes import PLAYING, STARTS, TOLD, WHY, Notes
from companion.service.stop import Again


def beginning(notes: Notes, safe: bool) -> Callable[[Desk], Walk[None]]:
    """The walk of a service."""

    def begin(desk: Desk) -> Walk[None]:
        desk.notes = notes
        yield from tell_troubles(desk)
        if safe:
            yield from tell_safe_mode(desk, notes)
        elif notes.there(PLAYING):
            yield from take_up(desk)
        yield from tell_news(desk, notes)
        yield from start(desk)

    return begin


def tell_safe_mode(desk: Desk, notes: Notes) -> Walk[None]:
    """What was wrong and what to do about it; those who only want to play may."""
    say = desk.say
    rows = [
        Row(say("What went wrong"), read_why),
        Row(say("Try again"), try_again),
        Row(say("Play without my data"), BACK),
    ]
    picked: object = None
    while picked is not BACK:
        picked = yield PickView(say("⚠ Safe mode"), rows)
        if picked is read_why:
            yield read_why(desk, notes)
        elif picked is try_again:
            try_again(notes)


def read_why(desk: Desk, notes: Notes) -> View:
    """The reason, and what people can do."""
    say = desk.say
    found = notes.read(WHY)
    why = ended_by(desk).get(found, found) or say("It stopped three times without a word.")
    return ReadingView(
        say("⚠ Safe mode"),
        [
            say("Arkside could not start three times:"),
            why,
            say(
                "Your matches are safe and were not touched. Here your boxes, your settings and the page are left out."
            ),
            say("Try again; if it comes back, switch off and on, or plug in a stick with a newer Arkside."),
        ],
    )


def ended_by(desk: Desk) -> dict[str, str]:
    """Why systemd had to end us, in words."""
    say = desk.say
    return {
        "watchdog": say("It hung and was ended."),
        "oom-kill": say("It needed too much memory."),
        "timeout": say("It did not get ready in time."),
        "signal": say("Something ended it."),
        "core-dump": say("Something ended it."),
    }


def try_again(notes: Notes) -> None:
    """End, so that systemd starts us as usual."""
    notes.drop(STARTS)
    raise Again(0)


def take_up(desk: Desk) -> Walk[None]:
    """The match that was on the table when we stumbled: nobody touched the table, so nobody has to check it."""
    number = desk.journal.unfinished()
    if number is None:
        return
    try:
        with desk.sessions.open(number) as session:
            rematch = yield from play(desk, session)
        yield from play_matches(desk, rematch)
    except Exception as error:
        yield trouble_view(desk, error)


def tell_news(desk: Desk, notes: Notes) -> Walk[None]:
    """What root's side has to tell, once."""
    what, _, version = notes.read(TOLD).partition(" ")
    notes.drop(TOLD)
    say = desk.say
    words = {
        "updated": say("Arkside {version} is installed.", version=version),
        "rolled-back": say(
            "Arkside {version} did not start, so the one before is back. Nothing is lost.", version=version
        ),
        "no-wifi": say("The Wi-Fi did not let us in. Check the password and try again."),
        "wifi": say("Joined the Wi-Fi {version}.", version=version),
    }
    if what in words:
        yield ReadingView(say("News"), [words[what]])
