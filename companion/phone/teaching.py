"""A lesson about the owner's box as a page asks it."""

from typing import Any

from companion.core.lesson import in_words
from companion.core.teach import Lesson, Teaching
from companion.phone.words import words_with


def lesson_in_words(teaching: Teaching, language: str) -> dict[str, Any]:
    """What to ask now, how to answer, how far we are, and why the box as told cannot be played, if so."""
    say = words_with(language, teaching.game)
    told, every = teaching.progress
    problem = teaching.problem()
    seen: dict[str, Any] = {
        "game": teaching.game.id, "title": teaching.game.title, "told": told, "every": every,
        "problem": "" if problem is None else say.phrase(problem), "lesson": None,
    }  # fmt: skip
    if teaching.lesson is not None:
        seen["lesson"] = lesson_asked(teaching.lesson, teaching, say)
    return seen


def lesson_asked(lesson: Lesson, teaching: Teaching, say: Any) -> dict[str, Any]:
    """One lesson: what to ask, what we know so far, and what can be answered."""
    told = teaching.told(lesson)
    known = lesson.guess if told is None else told
    return {
        "prompt": say.phrase(lesson.prompt), "form": say.phrase(lesson.form), "told": told is not None,
        "known": in_words(lesson, known, say),
        "value": in_words(lesson, known, say) if lesson.vocabulary else str(known),
        "squares": lesson.room is not None,
        "choices": [[str(value), say.phrase(lesson.label(value))] for value in lesson.allowed],
    }  # fmt: skip
