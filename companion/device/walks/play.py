"""Playing a match: ask, answer, and everything people may want in between."""

from collections.abc import Sequence
from typing import Any

from companion.core.facts import Change
from companion.core.match import Match
from companion.core.question import Race
from companion.device.desk import Desk
from companion.device.heat import Heat
from companion.device.view import BACK, HELP, Sign, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.question import ask, choose, grouped
from companion.device.views.race import VerdictView
from companion.device.views.reading import ReadingView
from companion.device.views.unfold import UnfoldView
from companion.device.walks.adjust import adjust
from companion.device.walks.look import look_at_log, look_at_scores, look_at_table
from companion.device.walks.options import look_at_options
from companion.device.walks.race import Ran, race
from companion.device.walks.resume import fact_line

LEAVE = Sign("LEAVE")


def play(desk: Desk) -> Walk[None]:
    """Ask until the match is over or somebody leaves; what was answered is kept in any case."""
    match = desk.match
    assert match is not None
    while True:
        answer = yield from answered(desk, match)
        if answer is HELP:
            yield from explain(desk, match)
        elif answer is BACK:
            if (yield from pause(desk, match)) is LEAVE:
                return
        elif answer is LEAVE:
            return
        else:
            yield from take(desk, match, answer)


def answered(desk: Desk, match: Match) -> Walk[Any]:
    """What comes of the question: by list, by race, or at the end by leaving."""
    question = match.question
    if question is None:
        return (yield from end(desk, match))
    if isinstance(question, Race):
        seats = [match.setup.seats[seat] for seat in question.seats]
        if Heat(desk, seats).possible:
            return (yield from race(desk, desk.voice.prompt(question, match.table), seats))
    return (yield from ask(match, desk.voice))


def take(desk: Desk, match: Match, answer: Any) -> Walk[None]:
    """Let an answer hold; that of a race is kept with its margins, and only then read at leisure."""
    before = match.facts
    if isinstance(answer, Ran):
        match.answer(answer.choice, answer.detail)
    else:
        match.answer(answer)
    desk.changed(before)
    lines = desk.face.last_lines(match.table) if match.question is None else ()
    if match.question is None and not lines:
        desk.play("victory")
    if isinstance(answer, Ran):
        yield VerdictView(answer.heat, answer.verdict)
    if lines:
        yield UnfoldView(desk, match, lines)
        desk.play("victory")
    yield from tell_not_kept(desk, match)


def tell_not_kept(desk: Desk, match: Match) -> Walk[None]:
    """Say why other matches will not know what was told about the box, if that is so."""
    if match.not_kept is not None:
        yield ReadingView(desk.say("That did not work"), [desk.say.error(match.not_kept)])


class Explanation:
    """Something to read about a question, below a title of its own."""

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        self.title = title
        self.lines = lines

    def __str__(self) -> str:
        return self.title


def explain(desk: Desk, match: Match) -> Walk[None]:
    """The rules that bear on the question; if something is missing among the choices, also a list of why nots."""
    question, table, say = match.question, match.table, desk.say
    assert question is not None
    prompt = desk.voice.prompt(question, table)
    rules = Explanation(prompt, desk.voice.help(question, table) or [say("Nothing more to say.")])
    refused = desk.voice.refused(question, table)
    if not refused:
        yield ReadingView(rules.title, rules.lines)
        return
    rows = [Row(say("Rules and cards"), rules, ahead=True)]
    rows += [Row(name, Explanation(name, reasons)) for name, reasons in refused.items()]
    picked = yield from choose(say("Why not?"), grouped(rows), "", None)
    while isinstance(picked, Explanation):
        yield ReadingView(picked.title, picked.lines)
        picked = yield from choose(say("Why not?"), grouped(rows), "", None)


def end(desk: Desk, match: Match) -> Walk[object]:
    """Who won; then the scores, or away."""
    assert match.outcome is not None
    rows = [Row(desk.say("Scores"), look_at_scores), Row(desk.say("Log"), look_at_log), Row(desk.say("Leave"), LEAVE)]
    picked = yield PickView(desk.voice.outcome(match.outcome, match.table), rows)
    while picked not in (BACK, LEAVE):
        yield from picked(desk)
        picked = yield PickView(desk.voice.outcome(match.outcome, match.table), rows)
    return picked


def pause(desk: Desk, match: Match) -> Walk[object]:
    """The menu behind the back button; returns LEAVE if the match is to rest."""
    at = 0
    while True:
        view = _pause_menu(desk, match, at)
        picked = yield view
        at = view.at
        if picked is BACK or picked is LEAVE:
            return picked
        if picked is take_back or picked is do_again:
            yield from picked(desk)
            return None
        yield from picked(desk)


def _pause_menu(desk: Desk, match: Match, at: int) -> PickView:
    say = desk.say
    rows = []
    if match.answers:
        rows.append(Row(say("Take back"), take_back))
    if match.can_redo:
        rows.append(Row(say("Do again"), do_again))
    rows += [
        Row(say("Scores"), look_at_scores),
        Row(say("Log"), look_at_log),
        Row(say("Table"), look_at_table),
        Row(say("Agreed"), look_at_options),
        Row(say("Settings"), adjust),
        Row(say("Leave"), LEAVE),
    ]
    return PickView(match.game.title, rows, min(at, len(rows) - 1))


def take_back(desk: Desk) -> Walk[None]:
    """Take the last answer back and show what to put back on the real table."""
    match = desk.match
    assert match is not None
    before = match.facts
    match.undo()
    yield ReadingView(desk.say("Put the table back"), change_lines(desk, desk.changed(before)))
    yield from tell_not_kept(desk, match)


def do_again(desk: Desk) -> Walk[None]:
    """Let the answer hold again and show what changes on the real table."""
    match = desk.match
    assert match is not None
    before = match.facts
    match.redo()
    yield ReadingView(desk.say("Change the table"), change_lines(desk, desk.changed(before)))
    yield from tell_not_kept(desk, match)


def change_lines(desk: Desk, changes: list[Change]) -> list[str]:
    """What to do to the table, a line for each fact that is different."""
    assert desk.match is not None
    voice, table = desk.voice, desk.match.table
    lines = []
    for name, before, after in changes:
        what = desk.say("nothing") if after is None else voice.value(name, after, table)
        lines.append(fact_line(desk, voice.fact(name, table), what))
    return lines or [desk.say("Nothing changes on the table.")]
