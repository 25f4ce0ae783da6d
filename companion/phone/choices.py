"""A question as a page asks it: what kind it is, every choice with its label and group, why-nots and rules."""

from typing import Any

from companion.app.choice_rows import SHORT_LIST, Group, Row, alike, below, numbers_of, rows_of
from companion.core.game import GUESSED, Voice
from companion.core.question import Question, Race, Telling
from companion.core.seat import Seat
from companion.core.session import Session
from companion.core.why_not import refused


def kind_of(question: Question) -> str:
    """How it is asked: `race`, `number`, `text` beside the choices, or `choices`."""
    if isinstance(question, Race):
        return "race"
    if isinstance(question, Telling):
        return "text"
    return "number" if numbers_of(question) else "choices"


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
    """Every choice; long lists in the groups that the device has, certain ones first.

    A page has room for all of a group at once, in the order of the question.
    """
    rows = rows_of(question, session.match, voice)
    places = {id: place for place, id in enumerate(question.ids())}
    listed: list[dict[str, Any]] = []
    is_long = len(rows) > SHORT_LIST and not numbers_of(question)
    for row in alike(rows, voice.say.grammar.small) if is_long else rows:
        if isinstance(row.result, Group):
            whole = sorted(row.result.whole, key=lambda one: places[str(one.result)])
            listed += [described(one, row.label, short.label) for one, short in zip(whole, below(whole), strict=True)]
        else:
            listed.append(described(row))
    return sorted(listed, key=lambda one: not one["ahead"])


def described(row: Row, group: str = "", short: str = "") -> dict[str, Any]:
    """One choice for a page; `short` is what is left to say of it below the name of its group, if that has one.

    A seat comes with its number, so that its sign can be drawn.
    """
    choice = row.result
    return {
        "id": str(choice), "label": row.label, "short": short, "group": group, "ahead": row.ahead,
        "sure": row.ahead and not isinstance(choice, str), "guess": row.label.endswith(GUESSED),
        "seat": choice.index if isinstance(choice, Seat) else None,
    }  # fmt: skip
