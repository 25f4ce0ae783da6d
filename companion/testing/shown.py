"""Everything that clients show a viewer of a match, as values that can be compared.

Phones, terminal and engine are asked through their own code; of the box, whatever its views draw from.
"""

import json
from collections.abc import Iterable
from random import Random
from typing import Any, NoReturn

from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid

from companion.app.choice_rows import list_rows
from companion.app.notice import Notice
from companion.core.errors import NoOdds
from companion.core.fallback import list_applying_cards
from companion.core.match_worlds import ReplayedMatch, imagine_match
from companion.core.question import TABLE
from companion.core.session import MoveResult, Session
from companion.core.words import Say
from companion.engine import Engine
from companion.phone.match_log import describe_line
from companion.phone.match_state import describe_public, describe_question, describe_secrets
from companion.terminal.play import TerminalPlay
from companion.testing.paper import WatchedPencil

Shown = dict[str, Any]
"""Values by what shows them."""

SLIP = "no-such-choice"
"""Answer that no question has: refusing it must tell nothing either."""


class WatchedConsole(Console):
    """Console that collects the words of whatever is printed. Laying them out would take most of the time."""

    def __init__(self) -> None:
        super().__init__(width=80)
        self.words: list[str] = []

    def print(self, *printed: Any, **styles: Any) -> None:
        """Collect the words of texts, columns and grids."""
        for renderable in printed:
            self.words += _list_words(renderable)


def _list_words(printed: object) -> list[str]:
    if isinstance(printed, Columns):
        return [word for part in printed.renderables for word in _list_words(part)]
    if isinstance(printed, Grid):
        return [word for column in printed.columns for cell in column.cells for word in _list_words(cell)]
    return [str(printed)]


def describe_common_parts(session: Session, language: str) -> Shown:
    """Return what clients show everybody now: table, prompt, cues, pictures and rules.

    Facts, seats and captions are part of what phones show, and the board of what the terminal prints.
    """
    table, voice, question = session.match.table, session.get_voice(language), session.question
    shown: Shown = {
        "heading": voice.heading(table),
        "overview": {title: list(lines) for title, lines in voice.overview(table).items()},
        "cues": session.list_opening_lines(language),
        "phone": describe_public(session, voice),
        "terminal": _print_table_in_terminal(session, language),
        **_describe_box(session, language),
    }
    if question is not None:
        shown["prompt"] = voice.prompt(question, table)
        shown["rule cards"] = [card.id for card in list_applying_cards(session.game, question, table)]
    return shown


def describe_own_parts(session: Session, viewer: int, language: str) -> Shown:
    """Return what may be shown to this viewer alone: hand, choices, help and refusals."""
    table, voice, question = session.match.table, session.get_voice(language), session.question
    shown: Shown = {
        "view": session.view(viewer),
        "secrets": table.secrets(max(viewer, TABLE)),
        "phone secrets": describe_secrets(session, voice, viewer),
        "terminal question": _print_question_in_terminal(session, viewer, language),
        "engine": _refuse_in_engine(session, viewer),
    }
    if question is not None:
        asked = describe_question(session, question, voice, viewer)
        del asked["moves"]  # counts answers since the match was opened
        shown["phone question"] = asked
        if session.can_see_choices(question, viewer):
            rows = list_rows(question, session.match, voice)
            shown["rows"] = [(row.label, row.value, row.group) for row in rows]
    return shown


def describe_move(session: Session, move: MoveResult, viewer: int, language: str) -> Shown:
    """Return how clients tell this viewer of an answer that was just given."""
    line = move.lines[language]
    scores = session.match.table.scores
    terminal = _make_terminal(session, language)
    terminal.printer.print_answer(session.match, line, line.label_for(viewer))
    notice = Notice(session, move)
    return {
        "log": (line.n, line.seat, line.prompt, line.label_for(viewer), line.changes, line.cues, line.points),
        "phone log": describe_line(line, viewer, scores, False),
        "notice": [*notice.lines(language), *notice.bot_lines(language)],
        "terminal log": _read_console(terminal),
    }


def describe_odds(session: Session) -> Iterable[object]:
    """Return a world in which odds are counted. It must follow from what everyone knows, if hands are hidden.

    Where only the future is hidden, piles are shuffled again, and the same random numbers give different worlds.
    """
    try:
        worlds = imagine_match(session.match)
    except NoOdds:
        return ()
    if isinstance(worlds, ReplayedMatch):
        return ()
    table = worlds.draw_world(Random(1)).table
    return [table.facts(), *(table.secrets(seat.index) for seat in table.seats)]


def _describe_box(session: Session, language: str) -> Shown:
    table, question = session.match.table, session.question
    face = session.game.face()
    face.say = session.game.say(language)
    pencil = WatchedPencil()
    face.picture(pencil, table, question)
    return {"picture": pencil.lines, "lights": list(face.lights(table, question))}


def _make_terminal(session: Session, language: str) -> TerminalPlay:
    return TerminalPlay(session, Say(language), WatchedConsole(), _refuse_to_read)


def _read_console(terminal: TerminalPlay) -> list[str]:
    console = terminal.printer.console
    assert isinstance(console, WatchedConsole)
    return console.words


def _refuse_to_read(prompt: str) -> NoReturn:
    raise EOFError(prompt)


def _print_table_in_terminal(session: Session, language: str) -> list[str]:
    terminal = _make_terminal(session, language)
    terminal.printer.print_board(session.match)
    terminal.print_scores()
    return _read_console(terminal)


def _print_question_in_terminal(session: Session, viewer: int, language: str) -> list[str]:
    question, terminal = session.question, _make_terminal(session, language)
    if viewer >= 0:
        terminal.printer.print_secrets(session.match, viewer)
    if question is not None and session.can_see_choices(question, viewer):
        terminal.printer.print_question(session.match, question)
        terminal.print_lines(terminal.explain_choices(question))
    return _read_console(terminal)


def _refuse_in_engine(session: Session, viewer: int) -> object:
    """Return how the engine refuses an answer of this viewer; None if the viewer sits where hidden cards are seen."""
    question = session.question
    if question is None or not (viewer >= 0 or session.can_see_choices(question, viewer)):
        return None
    line = {"do": "answer", "choice": SLIP, "n": session.n, "by": viewer}
    return Engine(session).respond(json.dumps(line).encode())
