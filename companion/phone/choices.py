"""A question as a page asks it: what kind it is, every choice with its label and group, why-nots and rules."""

from collections import Counter
from typing import Any

from companion.app.choice_rows import SHORT_LIST, WORTHWHILE, Row, list_rows, number_range
from companion.core.game import Voice
from companion.core.question import Question, Race, Telling
from companion.core.session import Session
from companion.core.why_not import refused


def kind_of(question: Question) -> str:
    """How it is asked: `race`, `number`, `text` beside the choices, or `choices`."""
    if isinstance(question, Race):
        return "race"
    if isinstance(question, Telling):
        return "text"
    return "number" if number_range(question) else "choices"


def asked(session: Session, question: Question, voice: Voice) -> dict[str, Any]:
    """All that somebody who is asked wants to see."""
    table = session.match.table
    return {
        "choices": choices_of(session, question, voice),
        "refused": {name: list(reasons) for name, reasons in refused(session.game, voice, question, table).items()},
        "help": voice.help(question, table),
        "free": question.longest if isinstance(question, Telling) else 0,
    }


def choices_of(session: Session, question: Question, voice: Voice) -> list[dict[str, Any]]:
    """Return every choice, pinned ones first. A page has room for a whole group, in the order of the question."""
    rows = list_rows(question, session.match, voice)
    headings = Counter(row.group[-1] for row in rows if row.group and not row.pinned)
    is_long = len(rows) > SHORT_LIST and not number_range(question)
    use_headings = is_long and len(rows) - headings.total() + len(headings) <= WORTHWHILE * len(rows)
    listed = []
    for row in rows:
        in_group = use_headings and not row.pinned and bool(row.group) and headings[row.group[-1]] > 1
        listed.append(describe(row, row.group[-1] if in_group else ""))
    return sorted(listed, key=lambda one: not one["ahead"])


def describe(row: Row, heading: str) -> dict[str, Any]:
    """Describe one choice for a page. A player comes with their seat, so that the page can draw their sign."""
    choice = row.result
    return {
        "id": str(choice), "label": row.text, "short": row.short if heading else "", "group": heading,
        "ahead": row.pinned, "sure": row.pinned and not isinstance(choice, str), "guess": row.guessed,
        "seat": row.seat,
    }  # fmt: skip
