"""Errors on the screen: one sentence, and what people can do about it."""

import logging
from collections.abc import Sequence
from functools import partial

from companion.app.journal_rescue import JournalNotSaved
from companion.core.errors import ArksideError
from companion.device.context import Context
from companion.device.view import BACK, Sign, View, Walk, run_until
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
    """Show each problem found at the start, with what people can do about it, until somebody has read it anywhere."""
    problems = context.app.problems
    while problems:
        error = problems[0]
        yield from run_until(partial(is_absent, error, problems), show_problem(context, error))


def is_absent(error: ArksideError, problems: Sequence[ArksideError]) -> bool:
    """Whether a problem was dismissed."""
    return error not in problems


def show_problem(context: Context, error: ArksideError) -> Walk[None]:
    """Show a problem; ask whether to play on without a journal, or to try again after making room."""
    say, picked = context.say, BACK
    yield ReadingView(say("There's a problem"), [say.phrase(error)])
    if isinstance(error, JournalNotSaved):
        rows = [Row(say("Keep playing"), BACK), Row(say("Try again"), AGAIN)]
        picked = yield PickView(say("Nothing can be saved right now."), rows)
    context.app.dismiss_problem(error, retry=picked is AGAIN)
