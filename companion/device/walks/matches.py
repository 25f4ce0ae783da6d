"""Matches that wait: continue any of them, end one early with the points so far, or delete it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from companion.core.errors import N_, ArksideError
from companion.core.journal import Summary, replay
from companion.core.match import Match
from companion.core.shelf import game_named
from companion.core.words import Say
from companion.device.desk import Desk
from companion.device.view import BACK, Sign, Walk
from companion.device.views.fact import FactView
from companion.device.views.pick import PickView, Row
from companion.device.walks.ending import Rematch, end_now, sure
from companion.device.walks.play import kept, play
from companion.device.walks.resume import check_table

MOST = 40
MONTHS = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("June"),
    N_("July"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip
CONTINUE, END, DELETE = Sign("CONTINUE"), Sign("END"), Sign("DELETE")

Now = Callable[[], datetime]


def first_rows(desk: Desk, new: Row) -> list[Row]:
    """The top of the first menu: on with the newest match, a new one, and all that wait."""
    waiting = desk.journal.summaries(desk.journal.waiting(1))
    if not waiting:
        return [new]
    newest = Row(desk.say("Continue"), go_on, title_of(waiting[0]))
    return [*([newest] if readable(desk, waiting[0]) else []), new, Row(desk.say("Matches"), all_matches)]


def readable(desk: Desk, summary: Summary) -> bool:
    """Whether a match can be opened as far as its first lines tell."""
    try:
        game_named(desk.journal.record(summary.number).setup.game)
    except ArksideError:
        return False
    return True


def title_of(summary: Summary) -> str:
    """The game of a match; its id where that game is gone."""
    try:
        return game_named(summary.game).title
    except ArksideError:
        return summary.game


def go_on(desk: Desk) -> Walk[None]:
    """The match that was left last."""
    waiting = desk.journal.waiting(1)
    if waiting:
        yield from take_up(desk, waiting[0])


def take_up(desk: Desk, number: int) -> Walk[None]:
    """Go on with a match; where real cards lie on the table, after a look at them."""
    rematch = None
    session = yield from kept(desk, lambda: desk.sessions.open(number))
    if session is None:
        return
    with session:
        if session.match.table.deal.virtual or (yield from check_table(desk, session)):
            rematch = yield from play(desk, session)
    yield from play_matches(desk, rematch)


def play_matches(desk: Desk, agreed: Rematch | None) -> Walk[None]:
    """A match and as many rematches as people want."""
    while agreed is not None:
        game, setup = agreed
        session = yield from kept(desk, partial(desk.sessions.start, game, setup))
        if session is None:
            return
        with session:
            agreed = yield from play(desk, session)


def all_matches(desk: Desk) -> Walk[None]:
    """The list of what waits, until somebody goes back or plays on."""
    at = 0
    while True:
        waiting = desk.journal.summaries(desk.journal.waiting(MOST))
        if not waiting:
            return
        rows = [Row(label_of(one), one, when(desk.say, one.last)) for one in waiting]
        view = PickView(desk.say("Matches"), rows, min(at, len(rows) - 1))
        picked = yield view
        at = view.at
        if picked is BACK or (yield from about_one(desk, picked)):
            return


def label_of(summary: Summary) -> str:
    """The game and the people."""
    return f"{title_of(summary)} · {', '.join(summary.names)}" if summary.names else title_of(summary)


def when(say: Say, at: str, now: Now = datetime.now) -> str:
    """A time of the journal as people say it: the hour today, else the day."""
    try:
        time = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return ""
    if time.date() == now().date():
        return f"{time:%H:%M}"
    return say("{day} {month}", day=time.day, month=say(MONTHS[time.month - 1]))


def about_one(desk: Desk, summary: Summary) -> Walk[bool]:
    """What can be done with one match; True if it was played."""
    say = desk.say
    title, facts, possible = label_of(summary), [when(say, summary.last)], [Row(say("Delete"), DELETE)]
    try:
        match = replay(desk.journal.record(summary.number), desk.journal.file)
        facts += where_it_stands(desk, match)
        possible = [Row(say("Continue"), CONTINUE), Row(say("End now"), END), *possible]
    except Exception as error:  # the rules themselves may trip over what is written there
        why = say.error(error) if isinstance(error, ArksideError) else type(error).__name__
        facts.append(say("It cannot be read: {why}", why=why))
    picked = yield FactView(title, possible, facts)
    if picked is CONTINUE:
        yield from take_up(desk, summary.number)
        return True
    if picked is END:
        with desk.sessions.open(summary.number) as session:
            yield from end_now(desk, session)
    if picked is DELETE and (yield sure(desk, say("Delete this match for good?"), say("Delete"))) is not BACK:
        desk.sessions.remove(summary.number)
    return False


def where_it_stands(desk: Desk, match: Match) -> list[str]:
    """How far it is, and everybody's points."""
    voice = match.game.voice(match.game.say(desk.say.language))
    heading = voice.heading(match.table)
    points = [f"{seat.symbol} {seat.name} {match.table.scores[seat.index]}" for seat in match.setup.seats]
    answers = desk.say.plural("{n} answer", "{n} answers", len(match.answers))
    return [*([heading] if heading else []), answers, *points]
