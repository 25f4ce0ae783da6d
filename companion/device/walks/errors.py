"""Errors on the screen: one sentence, and what people can do about it."""

import logging

from companion.app.journal_rescue import JournalNotSaved
from companion.core.errors import ArksideError
from companion.device.context import Context
from companion.device.view import BACK, Sign, View, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView

AGAIN = Sign("AGAIN")

log = logging.getLogger(__name__)


def make_error_page(context: Context, error: Exception) -> View:
    """Return a page about the error that ended a walk; people read one sentence and go on."""
    if not isinstance(error, ArksideError):
        log.error("%s", error, exc_info=error)
    return ReadingView(context.say("That didn't work"), [format_error(context, error)])


def format_error(context: Context, error: Exception) -> str:
    """Return an error in words; an unexpected one is announced as such."""
    if isinstance(error, ArksideError):
        return context.say.phrase(error)
    kind = type(error).__name__
    return context.say("Something went wrong ({kind}). Every answer so far is saved.", kind=kind)


def show_problems(context: Context) -> Walk[None]:
    """Show each problem found at the start once, with what people can do about it."""
    while context.app.problems:
        error = context.app.problems.pop(0)
        yield ReadingView(context.say("There's a problem"), [context.say.phrase(error)])
        if isinstance(error, JournalNotSaved):
            yield from ask_about_journal(context)


def ask_about_journal(context: Context) -> Walk[None]:
    """Ask whether to play on without a journal that can't be written, or to try again after making room."""
    say = context.say
    rows = [Row(say("Keep playing"), BACK), Row(say("Try again"), AGAIN)]
    if (yield PickView(say("Nothing can be saved right now."), rows)) is AGAIN:
        context.app.journal.close()
        context.app.open_journal()
