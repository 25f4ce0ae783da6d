"""Playing a match: ask, answer, and everything people may want in between."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.core.errors import ArksideError, JournalBusy
from companion.core.question import TABLE, Claim, Race
from companion.core.session import Happened, Session
from companion.core.why_not import refused
from companion.device.context import Context
from companion.device.race_attempt import RaceAttempt
from companion.device.timer import Timer
from companion.device.turn_call import TurnCall
from companion.device.view import BACK, HELP, STALE, Walk
from companion.device.views.claim import ClaimView
from companion.device.views.cue import CueView
from companion.device.views.final_scoring import FinalScoringView
from companion.device.views.pick import PickView, Row
from companion.device.views.question import ask, choose, grouped, rows_of
from companion.device.views.race import VerdictView
from companion.device.views.reading import ReadingView
from companion.device.views.waiting import BotView, SavingView
from companion.device.walks.ending import LEAVE, Rematch, end, end_now
from companion.device.walks.match_info import look_at_log, look_at_odds, look_at_scores, look_at_table
from companion.device.walks.options import look_at_options
from companion.device.walks.private import hand_over, own_cards
from companion.device.walks.race import Ran, objecting, race
from companion.device.walks.settings import change_settings

Result = TypeVar("Result")
BOT_PACE = 1.5
"""Seconds a bot takes at the table, so that people can follow."""


def play(context: Context, session: Session) -> Walk[Rematch | None]:
    """Ask until the match is over or somebody leaves; what was answered is kept in any case.

    Returns what was agreed on for a rematch, if one is wanted.
    """
    session.pace = BOT_PACE
    context.looking = context.called = None
    yield from while_asked(session, show_cues(session.opening(context.say.language)))
    while True:
        answer = yield from while_asked(session, answered(context, session))
        if answer is HELP:
            yield from explain(context, session)
        elif answer is BACK:
            if (yield from pause(context, session)) is LEAVE:
                return None
        elif answer is LEAVE:
            return None
        elif isinstance(answer, Rematch):
            return answer
        elif isinstance(answer, Happened):
            yield from while_asked(session, show_cues(what_a_bot_did(context, session, answer)))
            yield from while_asked(session, follow(context, session, answer))
        elif isinstance(answer, ArksideError):  # a bot would try for ever: people decide how to go on
            yield refusal(context, answer)
            if (yield from pause(context, session)) is LEAVE:
                return None
        elif answer is not STALE:
            yield from take(context, session, answer)


def while_asked(session: Session, walk: Walk[Any]) -> Walk[Any]:
    """A walk about the question asked now; STALE as soon as it is answered from elsewhere.

    Its number alone does not tell: taken back and answered otherwise, another question stands under the same one.
    """
    moves = session.moves

    def outdated() -> bool:
        return session.moves != moves

    try:
        view = next(walk)
        while True:
            view.outdated = outdated
            result = yield view
            if result is STALE or (outdated() and not isinstance(result, Happened)):
                walk.close()
                return STALE
            view = walk.send(result)
    except StopIteration as end:
        return end.value


def answered(context: Context, session: Session) -> Walk[Any]:
    """What comes of the question: by a bot, by list, by race, or at the end by leaving."""
    match, question, voice = session.match, session.question, context.voice_of(session)
    if question is None:
        return (yield from end(context, session))
    if session.bot_for(question) is not None:
        context.called = None
        return (yield BotView(context.say, session, question, context.think))
    if isinstance(question, Race):
        seats = [session.seats[seat] for seat in question.seats]
        if RaceAttempt(context, seats).possible:
            instead = [row for row in rows_of(question, match, voice) if row.result in question.besides]
            return (
                yield from race(
                    context,
                    voice.prompt(question, match.table),
                    seats,
                    instead=grouped(instead, voice.say.grammar.small),
                )
            )
    if isinstance(question, Claim):
        others = objecting(context, session, question, context.ran)
        if others is not None:
            return (yield ClaimView(context.ran.attempt, context.ran.verdict, question, others))
    elsewhere = yield from hand_over(context, session, question)
    return elsewhere if elsewhere is not None else (yield from timed(context, session, ask(match, voice)))


def timed(context: Context, session: Session, walk: Walk[Any]) -> Walk[Any]:
    """A walk in which whoever is asked is called, and their time runs, where people want that."""
    question = session.question
    assert question is not None
    timer = Timer(context, session, question, context.now())
    call = turn_call(context, session)
    result: Any = None
    try:
        while True:
            view = walk.send(result)
            view.timer = timer
            view.call, call = call, None
            result = yield view
    except StopIteration as end:
        return end.value


def turn_call(context: Context, session: Session) -> TurnCall | None:
    """The call for whoever is asked, unless they were asked just before, or have taken the device into their hands."""
    question = session.question
    if question is None or question.seat in (TABLE, context.called):
        return None
    context.called = question.seat
    return None if context.looking == question.seat else TurnCall(session.seats[question.seat], context.now())


def take(context: Context, session: Session, answer: Any) -> Walk[None]:
    """Let an answer hold; that of a race is kept with its margins, and only then read at leisure."""
    n, choice, detail = session.n, answer, ""
    if isinstance(answer, Ran):
        choice, detail = answer.choice, answer.detail
    happened = yield from saved(context, lambda: session.answer(n, choice, detail=detail))
    context.ran = answer if isinstance(answer, Ran) else None
    if isinstance(happened, Happened):
        ran = answer if isinstance(answer, Ran) else None
        yield from while_asked(session, follow(context, session, happened, ran))


def saved(context: Context, act: Callable[[], Result]) -> Walk[Result | None]:
    """Do what has to be on disk before anything else is shown; a refusal is told, and nothing has changed."""
    try:
        done: Any = act()
    except JournalBusy:
        done = yield SavingView(context.say("Keeping it …"), act)
    except ArksideError as error:
        done = error
    if isinstance(done, ArksideError):
        yield refusal(context, done)
        return None
    return done  # type: ignore[no-any-return]


def refusal(context: Context, error: ArksideError) -> ReadingView:
    """Why something was not done."""
    return ReadingView(context.say("That did not work"), [context.say.phrase(error)])


def follow(context: Context, session: Session, happened: Happened, ran: Ran | None = None) -> Walk[None]:
    """What comes after an answer: a tune, the verdict of a race, what hands must do, at last the final scoring."""
    context.play(session.face.tune(happened.changes) or "click")
    lines = session.face.last_lines(session.match.table) if session.question is None else ()
    judged = isinstance(session.question, Claim) and objecting(context, session, session.question, ran) is not None
    if ran is not None and not judged:
        yield VerdictView(ran.attempt, ran.verdict)
    told = happened.told[context.say.language]
    yield from show_cues(told.cues if session.question is None else [*told.cues, *told.points])
    if lines:
        yield FinalScoringView(context, session, lines)
    yield from tell_unsaved(context, happened)


def what_a_bot_did(context: Context, session: Session, happened: Happened) -> list[str]:
    """The answer of a bot in words; what it slips to somebody stays unseen."""
    if happened.seat == TABLE or not session.seats[happened.seat].bot:
        return []
    seat = session.seats[happened.seat]
    return [f"{seat.signed}: {happened.told[context.say.language].label_for(TABLE)}"]


def show_cues(lines: Sequence[str]) -> Walk[None]:
    """What hands must do, before the next question."""
    if lines:
        yield CueView(lines)


def tell_unsaved(context: Context, happened: Happened) -> Walk[None]:
    """Say why other matches will not know what was told about the box, if that is so."""
    if happened.unsaved is not None:
        yield refusal(context, happened.unsaved)


class Explanation:
    """Something to read about a question, below a title of its own."""

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        self.title = title
        self.lines = lines

    def __str__(self) -> str:
        return self.title


def explain(context: Context, session: Session) -> Walk[None]:
    """The rules that bear on the question; if something is missing among the choices, also a list of why nots."""
    question, table, voice, say = session.question, session.match.table, context.voice_of(session), context.say
    if question is None:
        return
    prompt = voice.prompt(question, table)
    lines = [*own_cards(context, session), *voice.help(question, table)]
    if session.face.pages(table) > 1:
        lines.append(say("Any paddle turns the page of the right screen."))
    rules = Explanation(prompt, lines or [say("Nothing more to say.")])
    against = refused(session.game, voice, question, table)
    if not against:
        yield ReadingView(rules.title, rules.lines)
        return
    rows = [Row(say("Rules and cards"), rules, ahead=True)]
    rows += [Row(name, Explanation(name, reasons)) for name, reasons in against.items()]
    picked = yield from choose(say("Why not?"), grouped(rows, voice.say.grammar.small), "", None)
    while isinstance(picked, Explanation):
        yield ReadingView(picked.title, picked.lines)
        picked = yield from choose(say("Why not?"), grouped(rows, voice.say.grammar.small), "", None)


def pause(context: Context, session: Session) -> Walk[object]:
    """The menu behind the back button, while no time passes; returns LEAVE if the match is to rest."""
    session.pause()
    context.looking = None
    at = 0
    while True:
        view = _pause_menu(context, session, at)
        picked = yield view
        at = view.at
        if picked is LEAVE:
            return picked
        if picked is end_now:
            if (yield from end_now(context, session)):
                return LEAVE
        elif picked is not BACK:
            yield from picked(context, session)
        if picked is BACK or picked is take_back or picked is do_again:
            session.resume()
            return None


def _pause_menu(context: Context, session: Session, at: int) -> PickView:
    say = context.say
    rows = []
    if session.match.answers:
        rows.append(Row(say("Take back"), take_back))
    if session.match.can_redo:
        rows.append(Row(say("Do again"), do_again))
    rows += [
        Row(say("Scores"), look_at_scores),
        Row(say("Log"), look_at_log),
        Row(say("Table"), look_at_table),
        Row(say("Odds"), look_at_odds),
        Row(say("Agreed"), look_at_options),
        Row(say("Settings"), lambda context, session: change_settings(context)),
        Row(say("End now"), end_now),
        Row(say("Leave"), LEAVE),
    ]
    return PickView(session.game.title, rows, min(at, len(rows) - 1))


def take_back(context: Context, session: Session) -> Walk[None]:
    """Take the last answer back and show what to put back on the real table."""
    n = session.n
    yield from moved(context, session, lambda: session.undo(n), context.say("Put the table back"))


def do_again(context: Context, session: Session) -> Walk[None]:
    """Let the answer hold again and show what changes on the real table."""
    n = session.n
    yield from moved(context, session, lambda: session.redo(n), context.say("Change the table"))


def moved(context: Context, session: Session, act: Callable[[], Happened], title: str) -> Walk[None]:
    """Undo or redo, and what that means for hands."""
    happened = yield from saved(context, act)
    if happened is not None:
        context.play(session.face.tune(happened.changes) or "click")
        lines = happened.told[context.say.language].changes
        yield ReadingView(title, lines or [context.say("Nothing changes on the table.")])
        yield from tell_unsaved(context, happened)
