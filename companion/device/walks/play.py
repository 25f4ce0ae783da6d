"""Playing a match: ask, answer, and everything people may want in between."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.core.errors import ArksideError, JournalBusy
from companion.core.question import Claim, Race
from companion.core.session import Happened, Session
from companion.device.desk import Desk
from companion.device.heat import Heat
from companion.device.view import BACK, HELP, STALE, Sign, Walk
from companion.device.views.claim import ClaimView
from companion.device.views.cue import CueView
from companion.device.views.pick import PickView, Row
from companion.device.views.question import ask, choose, grouped, rows_of, signs
from companion.device.views.race import VerdictView
from companion.device.views.reading import ReadingView
from companion.device.views.unfold import UnfoldView
from companion.device.views.waiting import BotView, SavingView
from companion.device.walks.adjust import adjust
from companion.device.walks.look import look_at_log, look_at_scores, look_at_table
from companion.device.walks.options import look_at_options
from companion.device.walks.race import Ran, objecting, race

LEAVE = Sign("LEAVE")
Kept = TypeVar("Kept")
BOT_PACE = 1.5
"""Seconds a bot takes at the table, so that people can follow."""


def play(desk: Desk, session: Session) -> Walk[None]:
    """Ask until the match is over or somebody leaves; what was answered is kept in any case."""
    session.pace = BOT_PACE
    yield from while_asked(session, show_cues(session.opening(desk.say.language)))
    while True:
        answer = yield from while_asked(session, answered(desk, session))
        if answer is HELP:
            yield from explain(desk, session)
        elif answer is BACK:
            if (yield from pause(desk, session)) is LEAVE:
                return
        elif answer is LEAVE:
            return
        elif isinstance(answer, Happened):
            yield from while_asked(session, follow(desk, session, answer))
        elif isinstance(answer, ArksideError):  # a bot would try for ever: people decide how to go on
            yield refusal(desk, answer)
            if (yield from pause(desk, session)) is LEAVE:
                return
        elif answer is not STALE:
            yield from take(desk, session, answer)


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


def answered(desk: Desk, session: Session) -> Walk[Any]:
    """What comes of the question: by a bot, by list, by race, or at the end by leaving."""
    match, question, voice = session.match, session.question, desk.voice_of(session)
    if question is None:
        return (yield from end(desk, session))
    if session.bot_for(question) is not None:
        return (yield BotView(session, voice.prompt(question, match.table), *signs(match, question)))
    if isinstance(question, Race) and not any(seat in session.bots for seat in question.seats):
        seats = [session.seats[seat] for seat in question.seats]
        if Heat(desk, seats).possible:
            instead = [row for row in rows_of(question, match, voice) if row.result in question.besides]
            return (
                yield from race(
                    desk, voice.prompt(question, match.table), seats, instead=grouped(instead, voice.say.grammar.small)
                )
            )
    if isinstance(question, Claim):
        others = objecting(desk, session, question, desk.ran)
        if others is not None:
            return (yield ClaimView(desk.ran.heat, desk.ran.verdict, question, others))
    return (yield from ask(match, voice))


def take(desk: Desk, session: Session, answer: Any) -> Walk[None]:
    """Let an answer hold; that of a race is kept with its margins, and only then read at leisure."""
    n, choice, detail = session.n, answer, ""
    if isinstance(answer, Ran):
        choice, detail = answer.choice, answer.detail
    happened = yield from kept(desk, lambda: session.answer(n, choice, detail=detail))
    desk.ran = answer if isinstance(answer, Ran) else None
    if isinstance(happened, Happened):
        ran = answer if isinstance(answer, Ran) else None
        yield from while_asked(session, follow(desk, session, happened, ran))


def kept(desk: Desk, act: Callable[[], Kept]) -> Walk[Kept | None]:
    """Do what has to be on disk before anything else is shown; a refusal is told, and nothing has changed."""
    try:
        done: Any = act()
    except JournalBusy:
        done = yield SavingView(desk.say("Keeping it …"), act)
    except ArksideError as error:
        done = error
    if isinstance(done, ArksideError):
        yield refusal(desk, done)
        return None
    return done  # type: ignore[no-any-return]


def refusal(desk: Desk, error: ArksideError) -> ReadingView:
    """Why something was not done."""
    return ReadingView(desk.say("That did not work"), [desk.say.error(error)])


def follow(desk: Desk, session: Session, happened: Happened, ran: Ran | None = None) -> Walk[None]:
    """What comes after an answer: a tune, the verdict of a race, what hands must do, at last the final scoring."""
    desk.play(session.face.tune(happened.changes) or "click")
    lines = session.face.last_lines(session.match.table) if session.question is None else ()
    if session.question is None and not lines:
        desk.play("victory")
    judged = isinstance(session.question, Claim) and objecting(desk, session, session.question, ran) is not None
    if ran is not None and not judged:
        yield VerdictView(ran.heat, ran.verdict)
    told = happened.told[desk.say.language]
    yield from show_cues(told.cues if session.question is None else [*told.cues, *told.points])
    if lines:
        yield UnfoldView(desk, session, lines)
        desk.play("victory")
    yield from tell_unsaved(desk, happened)


def show_cues(lines: Sequence[str]) -> Walk[None]:
    """What hands must do, before the next question."""
    if lines:
        yield CueView(lines)


def tell_unsaved(desk: Desk, happened: Happened) -> Walk[None]:
    """Say why other matches will not know what was told about the box, if that is so."""
    if happened.unsaved is not None:
        yield refusal(desk, happened.unsaved)


class Explanation:
    """Something to read about a question, below a title of its own."""

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        self.title = title
        self.lines = lines

    def __str__(self) -> str:
        return self.title


def explain(desk: Desk, session: Session) -> Walk[None]:
    """The rules that bear on the question; if something is missing among the choices, also a list of why nots."""
    question, table, voice, say = session.question, session.match.table, desk.voice_of(session), desk.say
    if question is None:
        return
    prompt = voice.prompt(question, table)
    rules = Explanation(prompt, voice.help(question, table) or [say("Nothing more to say.")])
    refused = voice.refused(question, table)
    if not refused:
        yield ReadingView(rules.title, rules.lines)
        return
    rows = [Row(say("Rules and cards"), rules, ahead=True)]
    rows += [Row(name, Explanation(name, reasons)) for name, reasons in refused.items()]
    picked = yield from choose(say("Why not?"), grouped(rows, voice.say.grammar.small), "", None)
    while isinstance(picked, Explanation):
        yield ReadingView(picked.title, picked.lines)
        picked = yield from choose(say("Why not?"), grouped(rows, voice.say.grammar.small), "", None)


def end(desk: Desk, session: Session) -> Walk[object]:
    """Who won; then the scores, or away."""
    match, voice = session.match, desk.voice_of(session)
    won = voice.outcome(match.outcome, match.table) if match.outcome is not None else ""
    rows = [Row(desk.say("Scores"), look_at_scores), Row(desk.say("Log"), look_at_log), Row(desk.say("Leave"), LEAVE)]
    picked = yield PickView(won, rows)
    while picked not in (BACK, LEAVE):
        yield from picked(desk, session)
        picked = yield PickView(won, rows)
    return picked


def pause(desk: Desk, session: Session) -> Walk[object]:
    """The menu behind the back button, while no time passes; returns LEAVE if the match is to rest."""
    session.pause()
    at = 0
    while True:
        view = _pause_menu(desk, session, at)
        picked = yield view
        at = view.at
        if picked is LEAVE:
            return picked
        if picked is not BACK:
            yield from picked(desk, session)
        if picked is BACK or picked is take_back or picked is do_again:
            session.resume()
            return None


def _pause_menu(desk: Desk, session: Session, at: int) -> PickView:
    say = desk.say
    rows = []
    if session.match.answers:
        rows.append(Row(say("Take back"), take_back))
    if session.match.can_redo:
        rows.append(Row(say("Do again"), do_again))
    rows += [
        Row(say("Scores"), look_at_scores),
        Row(say("Log"), look_at_log),
        Row(say("Table"), look_at_table),
        Row(say("Agreed"), look_at_options),
        Row(say("Settings"), lambda desk, session: adjust(desk)),
        Row(say("Leave"), LEAVE),
    ]
    return PickView(session.game.title, rows, min(at, len(rows) - 1))


def take_back(desk: Desk, session: Session) -> Walk[None]:
    """Take the last answer back and show what to put back on the real table."""
    n = session.n
    yield from moved(desk, session, lambda: session.undo(n), desk.say("Put the table back"))


def do_again(desk: Desk, session: Session) -> Walk[None]:
    """Let the answer hold again and show what changes on the real table."""
    n = session.n
    yield from moved(desk, session, lambda: session.redo(n), desk.say("Change the table"))


def moved(desk: Desk, session: Session, act: Callable[[], Happened], title: str) -> Walk[None]:
    """Undo or redo, and what that means for hands."""
    happened = yield from kept(desk, act)
    if happened is not None:
        desk.play(session.face.tune(happened.changes) or "click")
        lines = happened.told[desk.say.language].changes
        yield ReadingView(title, lines or [desk.say("Nothing changes on the table.")])
        yield from tell_unsaved(desk, happened)
