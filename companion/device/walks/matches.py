"""Matches that wait: continue any of them, end one early with the points so far, or delete it."""

from collections.abc import Callable
from datetime import datetime

from companion.core.errors import N_, ArksideError, RulesChanged, UnknownGame
from companion.core.match import Match
from companion.core.plain import voice_of
from companion.core.record import Summary
from companion.core.registry import is_installed, title_of
from companion.core.replay import as_kept, replay
from companion.core.words import Say
from companion.device.context import Context
from companion.device.view import BACK, Sign, Walk
from companion.device.views.fact import FactView
from companion.device.views.pick import PickView, Row
from companion.device.views.podium import PodiumView
from companion.device.walks.ending import sure
from companion.device.walks.play import saved
from companion.device.walks.resume import check_table

MOST = 40
MONTHS = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("June"),
    N_("July"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip
CONTINUE, END, DELETE = Sign("CONTINUE"), Sign("END"), Sign("DELETE")

Now = Callable[[], datetime]


def first_rows(context: Context, new: Row) -> list[Row]:
    """The top of the first menu: on with the newest match, a new one, and all that wait."""
    waiting = context.app.journal.summaries(context.app.journal.waiting(1))
    if not waiting:
        return [new]
    newest = newest_playable(context)
    first = [] if newest is None else [Row(context.say("Continue"), go_on, title_of(newest.game))]
    return [*first, new, Row(context.say("Matches"), all_matches)]


def newest_playable(context: Context) -> Summary | None:
    """The match that was left last, of those that can be opened as far as their first lines tell."""
    for number in context.app.journal.waiting(MOST):
        for summary in context.app.journal.summaries([number]):
            if readable(context, summary):
                return summary
    return None


def readable(context: Context, summary: Summary) -> bool:
    """Whether a match can be opened as far as its first lines tell."""
    try:
        return is_installed(context.app.journal.record(summary.number).setup.game)
    except ArksideError:
        return False


def go_on(context: Context) -> Walk[None]:
    """The match that was left last."""
    newest = newest_playable(context)
    if newest is not None:
        yield from take_up(context, newest.number)


def take_up(context: Context, number: int) -> Walk[None]:
    """Continue a match; where real cards lie on the table, after a look at them."""
    app = context.app
    match = replay(app.journal.record(number), app.journal.file)
    if match.table.deal.virtual or (yield from check_table(context, match)):
        yield from saved(context, lambda: app.lobby.open(number))


def all_matches(context: Context) -> Walk[None]:
    """The list of what waits, until somebody goes back or plays on."""
    at = 0
    while True:
        waiting = context.app.journal.summaries(context.app.journal.waiting(MOST))
        if not waiting:
            return
        rows = [Row(label_of(one), one, when(context.say, one.last)) for one in waiting]
        view = PickView(context.say("Matches"), rows, min(at, len(rows) - 1))
        picked = yield view
        at = view.at
        if picked is BACK or (yield from about_one(context, picked)):
            return


def label_of(summary: Summary) -> str:
    """The game and the people."""
    title = title_of(summary.game)
    return f"{title} · {', '.join(summary.names)}" if summary.names else title


def when(say: Say, at: str, now: Now = datetime.now) -> str:
    """A time of the journal as people say it: the hour today, else the day."""
    try:
        time = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return ""
    if time.date() == now().date():
        return f"{time:%H:%M}"
    return say("{day} {month}", day=time.day, month=say(MONTHS[time.month - 1]))


def about_one(context: Context, summary: Summary) -> Walk[bool]:
    """What can be done with one match; True if it was played."""
    say = context.say
    title, facts, possible = label_of(summary), [when(say, summary.last)], [Row(say("Delete"), DELETE)]
    try:
        match = replay(context.app.journal.record(summary.number), context.app.journal.file)
        facts += where_it_stands(context, match)
        possible = [Row(say("Continue"), CONTINUE), Row(say("End now"), END), *possible]
    except RulesChanged:
        facts += as_kept(context.app.journal.record(summary.number), Say(say.language))
    except Exception as error:  # the rules themselves may trip over what is written there
        facts.append(why_it_waits(say, error))
    picked = yield FactView(title, possible, facts)
    if picked is CONTINUE:
        yield from take_up(context, summary.number)
        return True
    if picked is END:
        yield from end_saved(context, summary.number)
    if picked is DELETE and (yield sure(context, say("Delete this match for good?"), say("Delete"))) is not BACK:
        context.app.sessions.remove(summary.number)
    return False


def end_saved(context: Context, number: int) -> Walk[None]:
    """End a saved match early, with the points so far, unless somebody thinks better of it."""
    say, app = context.say, context.app
    if (yield sure(context, say("End it with the points so far?"), say("End now"))) is not BACK:
        session = app.sessions.open(number)
        app.end_now()
        yield PodiumView(context, session)


def why_it_waits(say: Say, error: Exception) -> str:
    """Why a match cannot be played now."""
    if isinstance(error, UnknownGame):
        return say.phrase(error)
    why = say.phrase(error) if isinstance(error, ArksideError) else type(error).__name__
    return say("Can't open this match: {why}", why=why)


def where_it_stands(context: Context, match: Match) -> list[str]:
    """How far it is, and everybody's points."""
    voice = voice_of(match.game, context.say.language)
    heading = voice.heading(match.table)
    points = [f"{seat.signed} {match.table.scores[seat.index]}" for seat in match.setup.seats]
    answers = context.say.plural("{n} answer", "{n} answers", len(match.answers))
    return [*([heading] if heading else []), answers, *points]
