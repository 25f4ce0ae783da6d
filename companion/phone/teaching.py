"""Lessons about the owner's copy of a game, as a page asks them."""

from typing import Any

from companion.core.lesson import word_answer
from companion.core.teach import Lesson, Teaching
from companion.core.words import Say
from companion.phone.words import words_with


def describe_teaching(teaching: Teaching, language: str) -> dict[str, Any]:
    """Return the current lesson, the progress, and what makes the game unplayable as entered, if anything."""
    say = words_with(language, teaching.game)
    told, every = teaching.progress
    problem = teaching.find_problem()
    described: dict[str, Any] = {
        "game": teaching.game.id, "title": teaching.game.title, "told": told, "every": every,
        "problem": "" if problem is None else say.phrase(problem), "lesson": None,
    }  # fmt: skip
    if teaching.lesson is not None:
        described["lesson"] = describe_lesson(teaching.lesson, teaching, say)
    return described


def describe_lesson(lesson: Lesson, teaching: Teaching, say: Say) -> dict[str, Any]:
    """Return one lesson: the question, the value known so far, and the allowed answers."""
    entered = teaching.find_entry(lesson)
    known = lesson.guess if entered is None else entered
    return {
        "prompt": say.phrase(lesson.prompt), "form": say.phrase(lesson.form), "told": entered is not None,
        "known": word_answer(lesson, known, say),
        "value": word_answer(lesson, known, say) if lesson.vocabulary else str(known),
        "squares": lesson.room is not None,
        "choices": [[str(value), say.phrase(lesson.label_value(value))] for value in lesson.allowed],
    }  # fmt: skip
