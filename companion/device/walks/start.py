"""First menu of the box, and the saved matches it lists."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

from companion import VERSION
from companion.app.app import App
from companion.core.errors import N_, ArksideError, RulesChanged, UnknownGame
from companion.core.fallback import make_safe_voice
from companion.core.match import Match
from companion.core.record import MatchSummary
from companion.core.registry import find_title, is_installed
from companion.core.replay import describe_record, replay_record
from companion.core.session import Session
from companion.core.words import Say
from companion.device.context import Context
from companion.device.view import BACK, STALE, Sign, View, Walk, run_until
from companion.device.views.fact import FactView
from companion.device.views.pick import PickView, Row, confirm
from companion.device.views.podium import PodiumView
from companion.device.views.reading import ReadingView
from companion.device.walks.errors import make_error_page, show_problems
from companion.device.walks.match_info import check_table
from companion.device.walks.new_match import agree_on_match
from companion.device.walks.phones import show_phones
from companion.device.walks.play import play, save_or_explain
from companion.device.walks.practice import show_practice
from companion.device.walks.rules import look_up_rules
from companion.device.walks.self_test import show_self_test, start_self_test
from companion.device.walks.settings import change_settings
from companion.device.walks.statistics import show_statistics
from companion.device.walks.system import list_box_rows
from companion.device.walks.teach import teach
from companion.service.health import count_free_megabytes, measure_disk_fill


def start(context: Context) -> Walk[None]:
    """Show the live match while there is one, else the first menu, forever."""
    app = context.app
    at = 0
    yield from show_problems(context)
    with suppress(Exception):  # a damaged match may break its rules; opening it later shows the error
        app.sessions.heal(1)
    while True:
        try:
            if app.live is not None:
                yield from show_match(context, app.live)
                continue
            if app.self_test is not None:
                yield from show_self_test(context, app.self_test)
                continue
            view = _menu(context, at)
            walk = yield from run_until(lambda: is_needed_elsewhere(app), show_view(view))
            at = 0 if walk in (BACK, STALE) else view.at
            if walk not in (BACK, STALE):
                yield from run_until(lambda: is_needed_elsewhere(app), walk(context))
        except Exception as error:
            yield make_error_page(context, error)


def is_needed_elsewhere(app: App) -> bool:
    """Whether the box must leave its menus, because a match or a self-test began, perhaps on a phone."""
    return app.live is not None or app.self_test is not None


def show_match(context: Context, session: Session) -> Walk[None]:
    """Show a match to its end; one that was ended early has its podium too. Errors leave it saved."""
    try:
        yield from play(context, session)
    except BaseException:
        session.close()
        raise
    if context.ended_early is session:
        context.ended_early = None
        yield from run_until(lambda: context.app.live is not None, show_view(PodiumView(context, session)))


def show_view(view: View) -> Walk[Any]:
    """Show a single view, as a walk."""
    return (yield view)


def _menu(context: Context, at: int) -> PickView:
    say = context.say
    rows = [
        *list_match_rows(context, Row(say("New match"), start_new_match)),
        Row(say("Practice race"), show_practice),
        Row(say("Phones"), show_phones),
        Row(say("Statistics"), show_statistics),
        Row(say("Rules"), look_up_rules),
        Row(say("Settings"), change_settings),
        Row(say("Self-test"), start_self_test),
        Row(say("Teach a game"), teach),
        *list_box_rows(context),
        Row(say("About"), show_about),
    ]
    return PickView("Arkside", rows, min(at, len(rows) - 1))


def start_new_match(context: Context) -> Walk[None]:
    """Agree on a match and start it."""
    agreed = yield from agree_on_match(context)
    if agreed is not None:
        game, guests, deal, options = agreed
        lobby = context.app.lobby
        lobby.change(game.id, deal, options)
        yield from save_or_explain(context, lambda: lobby.start(guests))


def show_about(context: Context) -> Walk[None]:
    """Show the version, the address of the page and the free space."""
    say = context.say
    address = (
        [say("Phones: {address}", address=context.app.invitation.address)] if context.app.invitation.address else []
    )
    yield ReadingView(
        f"Arkside {VERSION}",
        [
            say("The box asks, you answer, and nothing gets lost."),
            *address,
            format_free_space(context),
            say("Turn the dial to choose, push it to pick. Back leaves; in a match it opens the menu."),
            say("The Ark explains the question."),
        ],
    )


def format_free_space(context: Context) -> str:
    """Format how full the disk is."""
    full, free = measure_disk_fill(context.app.folder), count_free_megabytes(context.app.folder)
    return context.say("Disk: {part:.0%} full, {n} MB free", part=full, n=free)


MOST = 40
MONTHS = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("June"),
    N_("July"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip
CONTINUE, END, DELETE = Sign("CONTINUE"), Sign("END"), Sign("DELETE")

Now = Callable[[], datetime]


def list_match_rows(context: Context, new: Row) -> list[Row]:
    """Return the top of the first menu: continue the newest match, a new one, all saved ones."""
    waiting = context.app.journal.list_summaries(context.app.journal.list_waiting(1))
    if not waiting:
        return [new]
    newest = find_newest_playable(context)
    first = []
    if newest is not None:
        title = find_title(newest.game, context.say.language)
        first.append(Row(context.say("Continue"), continue_newest, title))
    return [*first, new, Row(context.say("Matches"), show_saved_matches)]


def find_newest_playable(context: Context) -> MatchSummary | None:
    """Return the last played match that can be opened, judging by its first lines."""
    for number in context.app.journal.list_waiting(MOST):
        for summary in context.app.journal.list_summaries([number]):
            if can_open(context, summary):
                return summary
    return None


def can_open(context: Context, summary: MatchSummary) -> bool:
    """Whether a match can be opened as far as its first lines tell."""
    try:
        return is_installed(context.app.journal.load_record(summary.number).setup.game)
    except ArksideError:
        return False


def continue_newest(context: Context) -> Walk[None]:
    """Continue the match that was left last."""
    newest = find_newest_playable(context)
    if newest is not None:
        yield from continue_match(context, newest.number)


def continue_match(context: Context, number: int) -> Walk[None]:
    """Continue a match. With real cards, players first compare the table."""
    app = context.app
    match = replay_record(app.journal.load_record(number), app.journal.file)
    if match.table.deal.virtual or (yield from check_table(context, match)):
        yield from save_or_explain(context, lambda: app.lobby.open(number))


def show_saved_matches(context: Context) -> Walk[None]:
    """List the saved matches until the user goes back or plays one."""
    at = 0
    while True:
        waiting = context.app.journal.list_summaries(context.app.journal.list_waiting(MOST))
        if not waiting:
            return
        rows = [
            Row(label_match(summary, context.say.language), summary, format_when(context.say, summary.last))
            for summary in waiting
        ]
        view = PickView(context.say("Matches"), rows, min(at, len(rows) - 1))
        picked = yield view
        at = view.at
        if picked is BACK or (yield from show_saved_match(context, picked)):
            return


def label_match(summary: MatchSummary, language: str) -> str:
    """Return the game and the people."""
    title = find_title(summary.game, language)
    return f"{title} · {', '.join(summary.names)}" if summary.names else title


def format_when(say: Say, at: str, now: Now = datetime.now) -> str:
    """Format a time of the journal for people: the hour today, else the day."""
    try:
        time = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return ""
    if time.date() == now().date():
        return f"{time:%H:%M}"
    return say("{day} {month}", day=time.day, month=say(MONTHS[time.month - 1]))


def show_saved_match(context: Context, summary: MatchSummary) -> Walk[bool]:
    """Offer what can be done with a saved match. Return True if it was played."""
    say = context.say
    title, facts, possible = (
        label_match(summary, say.language),
        [format_when(say, summary.last)],
        [Row(say("Delete"), DELETE)],
    )
    try:
        match = replay_record(context.app.journal.load_record(summary.number), context.app.journal.file)
        facts += list_progress(context, match)
        possible = [Row(say("Continue"), CONTINUE), Row(say("End now"), END), *possible]
    except RulesChanged:
        facts += describe_record(context.app.journal.load_record(summary.number), Say(say.language))
    except Exception as error:  # a damaged match may break its own rules in any way
        facts.append(explain_waiting(say, error))
    picked = yield FactView(title, possible, facts)
    if picked is CONTINUE:
        yield from continue_match(context, summary.number)
        return True
    if picked is END:
        yield from end_saved(context, summary.number)
    if picked is DELETE and (yield confirm(context.say, say("Delete this match for good?"), say("Delete"))) is not BACK:
        context.app.sessions.remove(summary.number)
    return False


def end_saved(context: Context, number: int) -> Walk[None]:
    """End a saved match early with the points so far, after asking."""
    say, app = context.say, context.app
    if (yield confirm(context.say, say("End it with the score so far?"), say("End now"))) is not BACK:
        session = app.sessions.open(number)
        app.end_now()
        yield PodiumView(context, session)


def explain_waiting(say: Say, error: Exception) -> str:
    """Return why a match can't be played now."""
    if isinstance(error, UnknownGame):
        return say.phrase(error)
    why = say.phrase(error) if isinstance(error, ArksideError) else type(error).__name__
    return say("Can't open this match: {why}", why=why)


def list_progress(context: Context, match: Match) -> list[str]:
    """List the progress of a match and everybody's points."""
    voice = make_safe_voice(match.game, context.say.language)
    heading = voice.heading(match.table)
    points = [f"{seat.signed} {match.table.scores[seat.index]}" for seat in match.setup.seats]
    answers = context.say.plural("{n} answer", "{n} answers", len(match.answers))
    return [*([heading] if heading else []), answers, *points]
