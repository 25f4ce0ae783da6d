"""A question as a page shows it: its kind, its choices with labels and groups, reasons for refusals, and rules."""

from collections import Counter
from typing import Any

from companion.app.choice_rows import SHORT_LIST, WORTHWHILE, Row, find_number_range, list_rows
from companion.core.game import Voice
from companion.core.missing_choices import explain_missing_choices
from companion.core.question import FreeTextQuestion, Question, Race
from companion.core.session import Session


def classify_question(question: Question) -> str:
    """Return `race`, `number`, `text` (free text beside the choices) or `choices`."""
    if isinstance(question, Race):
        return "race"
    if isinstance(question, FreeTextQuestion):
        return "text"
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
    }


def list_choices(session: Session, question: Question, voice: Voice) -> list[dict[str, Any]]:
    """Return every choice, pinned ones first, then in the order of the question, grouped where that saves room."""
    rows = list_rows(question, session.match, voice)
    headings = Counter(row.group[-1] for row in rows if row.group and not row.pinned)
    is_long = len(rows) > SHORT_LIST and not find_number_range(question)
    use_headings = is_long and len(rows) - headings.total() + len(headings) <= WORTHWHILE * len(rows)
    choices = []
    for row in rows:
        in_group = use_headings and not row.pinned and bool(row.group) and headings[row.group[-1]] > 1
        choices.append(describe_row(row, row.group[-1] if in_group else ""))
    return sorted(choices, key=lambda choice: not choice["ahead"])


def describe_row(row: Row, heading: str) -> dict[str, Any]:
    """Return one choice for a page. A player comes with their seat, so that the page can draw their symbol."""
    choice = row.result
    return {
        "id": str(choice), "label": row.text, "short": row.short if heading else "", "group": heading,
        "ahead": row.pinned, "sure": row.pinned and not isinstance(choice, str), "guess": row.guessed,
        "seat": row.seat,
    }  # fmt: skip
