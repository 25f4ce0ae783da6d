"""Checks of the game contract for questions and outcomes; each returns the fault in a few words, or an empty text.

Plug-ins are checked when they are loaded, test laws check every question, and so does `ARKSIDE_DEBUG=1`.
"""

import os
from typing import Any

from companion.core.question import TABLE, FreeTextQuestion, Question

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
    if len(ids) < (1 if isinstance(question, FreeTextQuestion) else 2):
        return f"{question.ask!r} has {len(ids)} choice: what the rules determine is not asked"
    twice = next((id for id in ids if ids.count(id) > 1), None) if len(set(ids)) < len(ids) else None
    if twice is not None:
        return f"{question.ask!r} has two choices {twice!r}"
    odd = next((id for id in ids if not id or len(id) > LONGEST_ID or id != id.strip() or " " in id), None)
    return "" if odd is None else f"{question.ask!r} has a choice {odd!r}: an id is short and has no spaces"


def find_outcome_fault(outcome: Any, seats: int) -> str:
    """Return the fault of an outcome; an empty text if there is none."""
    winners = getattr(outcome, "winners", None)
    if not winners or not all(winner in range(seats) for winner in winners):
        return f"the winners are {winners!r} of {seats} seats"
    return "" if outcome.why else "the outcome does not say why"
