"""What went wrong, in one sentence on the screen, and what can be done about it."""

import logging
from pathlib import Path

from companion.core.errors import ArksideError
from companion.device.desk import Desk
from companion.device.rescue import NotKept
from companion.device.view import BACK, Sign, View, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.service.copies import kept, put_back

AGAIN = Sign("AGAIN")

log = logging.getLogger(__name__)


def trouble_view(desk: Desk, error: Exception) -> View:
    """An error that ended a walk; whatever it was, people read one sentence and go on."""
    if not isinstance(error, ArksideError):
        log.error("%s", error, exc_info=error)
    return ReadingView(desk.say("That did not work"), [sentence(desk, error)])


def sentence(desk: Desk, error: Exception) -> str:
    """An error in words; one that nobody foresaw is named as such."""
    if isinstance(error, ArksideError):
        return desk.say.error(error)
    kind = type(error).__name__
    return desk.say("Something went wrong inside ({kind}). Every answer given before is kept.", kind=kind)


def tell_troubles(desk: Desk) -> Walk[None]:
    """What could not be read at the start, each once, with what can be done about it."""
    while desk.troubles:
        error = desk.troubles.pop(0)
        yield ReadingView(desk.say("Something is wrong"), [desk.say.error(error)])
        if isinstance(error, NotKept):
            yield from try_again(desk)
    if desk.damaged:
        yield from offer_copy(desk)


def try_again(desk: Desk) -> Walk[None]:
    """A journal that the disk does not take: play on without, or try once more after making room."""
    say = desk.say
    rows = [Row(say("Play on"), BACK), Row(say("Try again"), AGAIN)]
    if (yield PickView(say("Nothing can be kept now."), rows)) is AGAIN:
        desk.journal.close()
        desk.open_journal()


def offer_copy(desk: Desk) -> Walk[None]:
    """After a journal was lost: one of the nightly copies in its place, or an empty one."""
    say, copies = desk.say, kept(desk.folder)
    desk.damaged = False
    if not copies:
        return
    rows = [Row(say("Put back the copy of {day}", day=copy.day), copy.file) for copy in reversed(copies)]
    file = yield PickView(say("Your matches were set aside. What now?"), [*rows, Row(say("Begin anew"), BACK)])
    if file is not BACK:
        yield restore(desk, file)


def restore(desk: Desk, file: Path) -> View:
    """Make the data what it was in this copy."""
    desk.journal.close()
    try:
        put_back(file, desk.folder)
    except (ArksideError, OSError) as error:
        desk.open_journal()
        return trouble_view(desk, error)
    desk.open_journal()
    matches = len(desk.journal.waiting(99))
    return ReadingView(
        desk.say("The copy is back"),
        [desk.say.plural("{n} match waits to be continued.", "{n} matches wait to be continued.", matches)],
    )
