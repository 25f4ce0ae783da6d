"""Playing a match on the box: show the app's notices, ask questions, and offer the menu in between."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.app.choice_rows import group_rows, list_rows
from companion.app.notice import Notice
from companion.app.rule_cards import OFF, list_rule_lines
from companion.core.errors import ArksideError, JournalBusy
from companion.core.hint import format_advice
from companion.core.missing_choices import Doubt, explain_missing_choices, word_doubtful_choices
from companion.core.question import TABLE, Question, Race, SimultaneousQuestion
from companion.core.session import MoveResult, Session
from companion.device.context import Context
from companion.device.timer import Timer
from companion.device.turn_call import TurnCall
from companion.device.view import BACK, HELP, STALE, Sign, Walk, run_until
from companion.device.views.cue import CueView
from companion.device.views.final_scoring import FinalScoringView
from companion.device.views.pick import PickView, Row, confirm
from companion.device.views.question import ask, choose
from companion.device.views.reading import ReadingView
from companion.device.views.waiting import BotView, HintView, SavingView
from companion.device.walks.match_info import LEAVE, show_end, show_log, show_odds, show_scores, show_table
from companion.device.walks.options import show_options
from companion.device.walks.phones import show_phones
from companion.device.walks.private import hand_over, list_own_cards
from companion.device.walks.race import show_race
from companion.device.walks.rules import look_up_rules_of, show_card
from companion.device.walks.settings import change, change_settings

Result = TypeVar("Result")


def play(context: Context, session: Session) -> Walk[None]:
    """Show the live match until it is over, or saved and left, here or on another client."""
    app = context.app
    context.looking = context.called = None
    while app.live is session:
        failed = app.notice is not None and app.notice.error is not None
        if session.paused and not failed:
            yield from pause_menu(context, session)
        elif app.notice is not None and (failed or app.races.stage is None):
            yield from show_notice(context, session, app.notice)
        else:
            yield from answer_question(context, session)


def answer_question(context: Context, session: Session) -> Walk[None]:
    """Show the race or the question, and do what people want: answer, help, pause or leave."""
    app = context.app
    moves, racing = session.moves, app.races.stage is not None
    asked = None if session.question is None else ask_at_the_box(context, session.question)

    def is_over() -> bool:
        return (
            app.live is not session
            or session.paused
            or (session.moves != moves and not is_still_put_to(session, asked))
            or (app.races.stage is not None) is not racing
            or (not racing and app.notice is not None)
        )

    answer = yield from run_until(is_over, show_question(context, session))
    if answer is HELP:
        stage = app.races.stage
        yield from run_until(lambda: is_over() or app.races.stage is not stage, explain(context, session))
    elif answer is BACK:
        app.pause()
    elif answer is LEAVE:
        app.lobby.close()
    elif answer is not STALE and answer is not None and asked is not None and session.question is not None:
        choice = session.question.address(answer, asked.seat)
        yield from save_or_explain(context, lambda: session.answer(session.n, choice))


def ask_at_the_box(context: Context, question: Question) -> Question:
    """Return the question as the box asks it; where several answer at once, players without a phone come first."""
    if not isinstance(question, SimultaneousQuestion):
        return question
    presence = context.app.presence
    seats = [seat for seat in question.asked_seats if not presence.is_connected(seat)]
    return question.ask_seat(seats[0] if seats else question.seat)


def is_still_put_to(session: Session, asked: Question | None) -> bool:
    """Whether a seat that is being asked still has to answer, because only others have answered meanwhile."""
    question = session.question
    return (
        isinstance(question, SimultaneousQuestion)
        and asked is not None
        and question.ask == asked.ask
        and question.is_put_to(asked.seat)
    )


def show_question(context: Context, session: Session) -> Walk[Any]:
    """Show what the match waits for: a race, a bot, an answer, or at the end what to do next."""
    match, question, voice = session.match, session.question, context.voice_of(session)
    if question is None:
        return (yield from show_end(context, session))
    if context.app.races.stage is not None:
        return (
            yield from show_race(context, voice.prompt(question, match.table), list_race_alternatives(context, session))
        )
    if session.find_bot(question) is not None:
        context.called = None
        return (yield BotView(context.say, session, question))
    asked = ask_at_the_box(context, question)
    elsewhere = yield from hand_over(context, session, asked)
    if elsewhere is not None:
        return elsewhere
    turns_pages = session.face.count_pages(match.table) > 1
    asking = ask(asked, match, voice, 0 if turns_pages else context.paddle_count)
    return (yield from run_timed(context, session, asked, asking))


def list_race_alternatives(context: Context, session: Session) -> Sequence[Row]:
    """Return rows for what may come in place of the race that is asked for."""
    question, voice = session.question, context.voice_of(session)
    if not isinstance(question, Race):
        return ()
    rows = [row for row in list_rows(question, session.match, voice) if row.result in question.alternatives]
    return group_rows(rows)


def run_timed(context: Context, session: Session, question: Question, walk: Walk[Any]) -> Walk[Any]:
    """Run a walk with a turn call and the thinking time of the player who is asked."""
    timer = Timer(context, session, question, context.app.clock())
    call = make_turn_call(context, session, question)
    result: Any = None
    try:
        while True:
            view = walk.send(result)
            view.timer = timer
            view.call, call = call, None
            result = yield view
    except StopIteration as end:
        return end.value


def make_turn_call(context: Context, session: Session, question: Question) -> TurnCall | None:
    """Return the call for the asked player, unless they were asked just before, or are holding the box."""
    if question.seat in (TABLE, context.called):
        return None
    context.called = question.seat
    if context.looking == question.seat:
        return None
    return TurnCall(session.seats[question.seat], context.app.clock(), session.face.names_asked_player)


def save_or_explain(context: Context, act: Callable[[], Result]) -> Walk[Result | None]:
    """Do something that must be on disk before anything else is shown. A refusal is shown and changes nothing."""
    try:
        done: Any = act()
    except JournalBusy:
        done = yield SavingView(context.say("Saving …"), act)
    except ArksideError as error:
        done = error
    if isinstance(done, ArksideError):
        yield make_refusal_page(context, done)
        return None
    return done  # type: ignore[no-any-return]


def make_refusal_page(context: Context, error: ArksideError) -> ReadingView:
    """Return a page with the reason for a refusal."""
    return ReadingView(context.say("That didn't work"), [context.say.phrase(error)])


def show_notice(context: Context, session: Session, notice: Notice) -> Walk[None]:
    """Show what everybody should read: a tune, what a bot did, what hands must do, at last the final scoring."""
    app = context.app

    def is_over() -> bool:
        return app.notice is not notice or app.live is not session or (session.paused and notice.error is None)

    yield from run_until(is_over, read_notice(context, session, notice))
    if app.notice is notice and (notice.error is not None or not session.paused):
        app.go_on()


def read_notice(context: Context, session: Session, notice: Notice) -> Walk[None]:
    """Show a notice page by page."""
    if notice.error is not None:
        yield make_refusal_page(context, notice.error)
    app, language, happened = context.app, context.say.language, notice.happened
    if happened is not None:
        context.play(session.face.tune(happened.changes) or "click")
    if bot_lines := notice.bot_lines(language):
        yield CueView(bot_lines)
    if lines := notice.lines(language):
        yield CueView(lines, notice.has_instructions(language))
    card = app.table_card if notice.error is None else None
    if card is not None and not (yield from show_card(context, session, card)):
        yield from change(context, "rule_cards", OFF)
    if happened is not None:
        scoring = session.face.list_final_entries(session.match.table) if session.question is None else ()
        if scoring:
            yield FinalScoringView(context, session, scoring)
        yield from explain_unsaved(context, happened)


def explain_unsaved(context: Context, happened: MoveResult) -> Walk[None]:
    """Say why a correction could not be saved for other matches, if that happened."""
    if happened.unsaved is not None:
        yield make_refusal_page(context, happened.unsaved)


CHANGE = Sign("CHANGE")
"""Change our guess about the piece just entered."""


class Explanation:
    """Page of text about a question, with its own title."""

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        self.title = title
        self.lines = lines

    def __str__(self) -> str:
        return self.title


def explain(context: Context, session: Session) -> Walk[None]:
    """Show the rules relevant to the question; if expected choices are missing, also a list of the reasons."""
    question, table, voice, say = session.question, session.match.table, context.voice_of(session), context.say
    if question is None:
        return
    prompt = voice.prompt(question, table)
    lines = [
        *list_own_cards(context, session),
        *voice.help(question, table),
        *list_rule_lines(session.match, voice.say),
    ]
    if session.face.count_pages(table) > 1:
        lines.append(say("Any paddle turns the page of the right screen."))
    rules = Explanation(prompt, lines or [say("That's all there is to know.")])
    against = explain_missing_choices(session.game, voice, question, table)
    doubts = word_doubtful_choices(session.game, voice, question, table)
    if not against and not doubts and session.guess is None:
        yield ReadingView(rules.title, rules.lines)
        return
    rows = [Row(say("Rules and cards"), rules, pinned=True)]
    rows += [Row(say("Change our guess"), CHANGE, pinned=True)] if session.guess is not None else []
    rows += [Row(say("We played it anyway …"), doubts, pinned=True)] if doubts else []
    rows += [Row(name, Explanation(name, reasons)) for name, reasons in against.items()]
    while True:
        picked = yield from choose(say("Why not?"), group_rows(rows), "", None)
        if isinstance(picked, Explanation):
            yield ReadingView(picked.title, picked.lines)
        elif picked is CHANGE:
            yield from save_or_explain(context, lambda: session.change_guess(session.n))
            return
        elif picked is not doubts or (yield from enter_anyway(context, session, doubts)):
            return


def enter_anyway(context: Context, session: Session, doubts: Sequence[Doubt]) -> Walk[bool]:
    """Let people enter what we doubt, after they have read why; return whether they did."""
    say, n = context.say, session.n
    picked = yield from choose(say("What did you play?"), [Row(doubt.label, doubt) for doubt in doubts], "", None)
    if not isinstance(picked, Doubt):
        return False
    yield ReadingView(picked.label, [picked.why])
    if (yield confirm(say, picked.label, say("Enter it anyway"))) is BACK:
        return False
    yield from save_or_explain(context, lambda: session.answer(n, picked.id))
    return True


def pause_menu(context: Context, session: Session) -> Walk[None]:
    """Show the menu of a paused match until it goes on, here or on another client."""
    app = context.app
    context.looking = None
    yield from run_until(lambda: not session.paused or app.live is not session, _pause_menu(context, session))


def _pause_menu(context: Context, session: Session) -> Walk[None]:
    at = 0
    while True:
        view = PickView(session.game.translate_title(context.say.language), _pause_rows(context, session), at)
        picked = yield view
        at = view.at
        if picked is LEAVE:
            context.app.lobby.close()
        elif picked is not BACK:
            yield from picked(context, session)
        if picked in (BACK, take_back, do_again):
            context.app.resume()


def _pause_rows(context: Context, session: Session) -> list[Row]:
    say = context.say
    rows = []
    if session.match.answers:
        rows.append(Row(say("Undo"), take_back))
    if session.match.can_redo:
        rows.append(Row(say("Redo"), do_again))
    return [
        *rows,
        Row(say("Scores"), show_scores),
        Row(say("Log"), show_log),
        Row(say("Table"), show_table),
        Row(say("Odds"), show_odds),
        *([Row(say("Hint"), show_hint)] if session.question is not None and session.question.seat >= 0 else []),
        Row(say("Options"), show_options),
        *([Row(say("Rules"), look_up_rules_of)] if session.game.primer.cards else []),
        Row(say("Phones"), lambda context, session: show_phones(context)),
        Row(say("Settings"), lambda context, session: change_settings(context)),
        Row(say("End now"), end_now),
        Row(say("Save and leave"), LEAVE),
    ]


def show_hint(context: Context, session: Session) -> Walk[None]:
    """Show the two best choices and their costs, only to the player who is asked."""
    question, app, say = session.question, context.app, context.say
    if question is None or (yield from hand_over(context, session, question)) is not None:
        return
    try:
        yield HintView(context)
    except ArksideError as why:
        yield ReadingView(say("Hint"), [context.voice_of(session).say.phrase(why)])
        return
    lines = app.hints.list_lines(say.language)
    if app.hints.why is not None:
        yield ReadingView(say("Hint"), [context.voice_of(session).say.phrase(app.hints.why)])
    elif lines:
        yield ReadingView(say("Hint"), [format_advice(line, say) for line in lines])


def end_now(context: Context, session: Session) -> Walk[None]:
    """End a match early with the points so far, unless the user changes their mind."""
    say = context.say
    if (yield confirm(context.say, say("End it with the score so far?"), say("End now"))) is not BACK:
        context.ended_early = session
        context.app.end_now()


def take_back(context: Context, session: Session) -> Walk[None]:
    """Undo the last answer and show what to put back on the real table."""
    yield from show_history_step(context, session, lambda: session.undo(session.n), context.say("Put the table back"))


def do_again(context: Context, session: Session) -> Walk[None]:
    """Redo the answer and show what changes on the real table."""
    yield from show_history_step(context, session, lambda: session.redo(session.n), context.say("Change the table"))


def show_history_step(context: Context, session: Session, act: Callable[[], MoveResult], title: str) -> Walk[None]:
    """Undo or redo, then show what changes on the real table."""
    happened = yield from save_or_explain(context, act)
    if happened is not None:
        context.play(session.face.tune(happened.changes) or "click")
        lines = happened.lines[context.say.language].changes
        yield ReadingView(title, lines or [context.say("Nothing changes on the table.")])
        yield from explain_unsaved(context, happened)
