"""A whole piece of a box in one line: its name if it has another one, and as many of its figures as somebody types."""

from collections.abc import Sequence
from typing import Any

from companion.core.errors import N_, BoxError, Phrase
from companion.core.lesson import Lesson, Value
from companion.core.words import Say, spelled


def parts(line: str) -> list[str]:
    """What was typed, part by part: between commas if there are any, else word by word."""
    found = line.split(",") if "," in line else line.split()
    return [" ".join(part.split()) for part in found if part.strip()]


def meant(lesson: Lesson, word: str, say: Say) -> list[Value]:
    """The values that somebody means by a word, or by how it begins, in their language."""
    wanted = spelled(word)
    names = [(value, spelled(say.phrase(lesson.label(value)))) for value in lesson.allowed]
    exact = [value for value, name in names if wanted in (name, spelled(str(value)))]
    if exact or wanted.isdecimal():
        return exact
    if say.language == "en":  # what a box calls its values is English too
        names += [(value, spelled(str(value))) for value in lesson.allowed]
    begun = [
        (value, name) for value in lesson.allowed for one, name in names if one == value and name.startswith(wanted)
    ]
    begun = list({value: (value, name) for value, name in begun}.values())
    shortest = min((name for _, name in begun), key=len, default="")
    if all(name.startswith(shortest) for _, name in begun):  # `hot` and `hot or cold`: who means both says so
        return [value for value, name in begun if name == shortest]
    return [value for value, _ in begun]


def is_name(word: str, lessons: Sequence[Lesson], say: Say) -> bool:
    """Whether a word is no figure of this piece, so that it can only be its name."""
    return not any(meant(lesson, word, say) for lesson in lessons if lesson.allowed)


def read_figures(lessons: Sequence[Lesson], words: Sequence[str], say: Say) -> dict[str, Any]:
    """The figures of one piece by their paths.

    A word belongs to the first lesson that it fits and that has no answer yet; so first letters are enough, in the
    order in which the lessons are shown.
    """
    found: dict[str, Any] = {}
    for word in words:
        path, value = _figure([one for one in lessons if one.allowed and one.path not in found], word, say)
        if not path:
            raise BoxError(
                N_("{word!r} says nothing about this card; there is: {known}"), word=word, known=_known(lessons, say)
            )
        found[path] = value
    return found


def _figure(lessons: Sequence[Lesson], word: str, say: Say) -> tuple[str, Any]:
    for lesson in lessons:
        values = meant(lesson, word, say)
        if len(values) > 1:
            could_be = ", ".join(say.phrase(lesson.label(value)) for value in values)
            raise BoxError(N_("{word!r} could be {could_be}: write one letter more"), word=word, could_be=could_be)
        if values:
            return lesson.path, lesson.read(str(values[0]))
    return "", None


def _known(lessons: Sequence[Lesson], say: Say) -> str:
    """All the answers there are."""
    return say.one_by_one(answers(lesson, say) for lesson in lessons if lesson.allowed)


def answers(lesson: Lesson, say: Say) -> str:
    """The answers to one lesson, in words."""
    form = say.phrase(lesson.form)
    return ", ".join(say.phrase(lesson.label(value)) for value in lesson.allowed) if lesson.words else form


def title(lessons: Sequence[Lesson]) -> Phrase:
    """What a piece is called."""
    return lessons[0].piece or lessons[0].prompt
