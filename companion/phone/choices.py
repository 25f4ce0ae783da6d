"""A question as a page shows it: its kind, its choices with labels and groups, reasons for refusals, and rules."""

import logging
from typing import Any

from companion.app.choice_rows import Row, find_number_range, find_useful_headings, list_rows
from companion.core.game import Voice
from companion.core.layout import find_layout_fault, layout_as_json
from companion.core.missing_choices import explain_missing_choices
from companion.core.question import FreeTextQuestion, NumbersQuestion, Question, Race
from companion.core.session import Session

log = logging.getLogger("arkside.phone")


def classify_question(question: Question) -> str:
    """Return `race`, `number`, `numbers` (several at once), `text` (free text beside the choices) or `choices`."""
    if isinstance(question, Race):
        return "race"
    if isinstance(question, FreeTextQuestion):
        return "text"
    if isinstance(question, NumbersQuestion):
        return "numbers"
    return "number" if find_number_range(question) else "choices"


def describe_answers(session: Session, question: Question, voice: Voice) -> dict[str, Any]:
    """Return what the person who answers needs: choices, reasons for refusals, rules, and the longest free text."""
    table = session.match.table
    return {
        "choices": list_choices(session, question, voice),
        "refused": {
            name: list(reasons)
            for name, reasons in explain_missing_choices(session.game, voice, question, table).items()
        },
        "help": voice.help(question, table),
        "free": question.longest if isinstance(question, FreeTextQuestion) else 0,
        "layout": describe_layout(session, question, voice),
        "numbers": describe_fields(session, question, voice),
    }


def describe_fields(session: Session, question: Question, voice: Voice) -> list[dict[str, Any]]:
    """Return the numbers that a question asks for, each with its name and bounds."""
    if not isinstance(question, NumbersQuestion):
        return []
    table = session.match.table
    return [{**field._asdict(), "title": voice.name_field(field, question, table)} for field in question.fields]


def describe_layout(session: Session, question: Question, voice: Voice) -> dict[str, Any] | None:
    """Return the layout of a question for one screen; None if the voice has none, or one with a fault."""
    layout = voice.layout(question, session.match.table)
    if layout is None:
        return None
    if fault := find_layout_fault(layout, question):
        log.warning("%s: layout of %s left out (%s)", session.game.id, question.ask, fault)
        return None
    return layout_as_json(layout)


def list_choices(session: Session, question: Question, voice: Voice) -> list[dict[str, Any]]:
    """Return every choice, pinned ones first, then in the order of the question, grouped where that saves room."""
    rows = list_rows(question, session.match, voice)
    headings = set() if find_number_range(question) else find_useful_headings(rows)
    choices = []
    for row in rows:
        in_group = not row.pinned and bool(row.group) and row.group[-1] in headings
        choices.append(describe_row(row, row.group[-1] if in_group else ""))
    return sorted(choices, key=lambda choice: not choice["ahead"])


def describe_row(row: Row, heading: str) -> dict[str, Any]:
    """Return one choice for a page. A player comes with their seat, so that the page can draw their symbol."""
    choice = row.result
    return {
        "id": str(choice), "label": row.text, "short": row.short if heading else "", "group": heading,
        "ahead": row.pinned, "sure": row.pinned and not isinstance(choice, str), "guess": row.guessed,
        "seat": row.seat, "icon": row.icon, "large": row.large,
    }  # fmt: skip
