"""Checks of the game contract for questions and outcomes; each returns the fault in a few words, or an empty text.

Plug-ins are checked when they are loaded, test laws check every question, and so does `ARKSIDE_DEBUG=1`.
"""

import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from companion.core.question import TABLE, Question

LONGEST_ID = 40
DEBUGGING = os.environ.get("ARKSIDE_DEBUG", "") not in ("", "0")
"""Read once, because simulations would look it up a million times."""


def is_debugging() -> bool:
    """Whether every question is checked before it is asked."""
    return DEBUGGING


def find_question_fault(question: Any, seats: int) -> str:
    """Return the fault of a question; an empty text if there is none.

    >>> find_question_fault(Question(0, "load", ("cat", "dog")), seats=2)
    ''
    >>> find_question_fault(Question(0, "load", ("cat",)), seats=2)
    "'load' has 1 choice: what the rules determine is not asked"
    """
    if not isinstance(question, Question):
        return f"{question!r} is no Question"
    ids = question.list_ids()
    if question.seat != TABLE and question.seat not in range(seats):
        return f"{question.ask!r} is put to seat {question.seat!r} of {seats}"
    if len(ids) < question.fewest_choices:
        return f"{question.ask!r} has {len(ids)} choice: what the rules determine is not asked"
    twice = next((id for id in ids if ids.count(id) > 1), None) if len(set(ids)) < len(ids) else None
    if twice is not None:
        return f"{question.ask!r} has two choices {twice!r}"
    odd = next((id for id in ids if not id or len(id) > LONGEST_ID or id != id.strip() or " " in id), None)
    return "" if odd is None else f"{question.ask!r} has a choice {odd!r}: an id is short and has no spaces"


def find_outcome_fault(outcome: Any, seats: int) -> str:
    """Return the fault of an outcome; an empty text if there is none."""
    winners = getattr(outcome, "winners", None)
    # nobody may have won: a game that is lost together, or played without counting
    if not isinstance(winners, tuple) or not all(winner in range(seats) for winner in winners):
        return f"the winners are {winners!r} of {seats} seats"
    return "" if outcome.why else "the outcome does not say why"


def find_table_fault(table: Any) -> str:
    """Return the fault of what a table shows everybody and each seat; an empty text if there is none.

    Spectators and the box look as `TABLE`, which is no seat: a game must not take it for an index.
    """
    views = {"facts()": table.facts()}
    for seat in (TABLE, *range(len(table.seats))):
        for name in ("secrets", "view"):
            try:
                views[f"{name}({seat})"] = getattr(table, name)(seat)
            except Exception as why:
                return f"{name}({seat}) fails ({type(why).__name__}: {why})"
    for name, value in views.items():
        if not isinstance(value, dict):
            return f"{name} returns {type(value).__name__}, not a dict"
        if not name.startswith("view") and not all(isinstance(text, str) for text in (*value, *value.values())):
            return f"{name} has an entry that is no text"
    try:
        json.dumps(views)
    except (TypeError, ValueError) as why:
        return f"view() cannot be sent as JSON ({why})"
    return ""


class OutOfTime(BaseException):
    """Code on trial hangs. Not an `Exception`, so that the code can't catch it by mistake."""


@contextmanager
def limit_processor_time(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` after this much processor time, where the system has such an alarm."""

    def stop(*_: Any) -> NoReturn:
        raise OutOfTime

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield  # Windows has no such alarm, and Python handles signals in the main thread only
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
