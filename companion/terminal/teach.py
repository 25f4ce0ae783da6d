"""Teaching a box in the terminal: a question an entry, every answer kept, stop whenever you like."""

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from companion.core.errors import BoxError
from companion.core.teach import Lesson, Teaching
from companion.core.words import Say

Read = Callable[[str], str]


def teach(teaching: Teaching, say: Say, console: Console, read: Read) -> None:
    """Ask for what is printed in the owner's box until all is told or they leave; a box no one can play is named."""
    while (lesson := teaching.lesson) is not None:
        told, every = teaching.progress
        console.print(Text.assemble((f"{told}/{every} ", "dim"), (say.error(lesson.prompt), "bold")))
        console.print(Text(_answers(lesson, say), style="dim"))
        try:
            word = read(
                say("Enter agrees with {guess}, s skips, b goes back, q leaves > ", guess=_guess(teaching, say))
            )
        except (EOFError, KeyboardInterrupt):
            console.print()
            break
        if word.strip() == "q":
            break
        try:
            _obey(teaching, word.strip())
        except BoxError as error:
            console.print(Text(say.error(error), style="red"), soft_wrap=True)
    problem = teaching.problem()
    if problem is not None:
        line = say("No match can be played with it yet: {why}", why=say.error(problem))
        console.print(Text(line, style="red"), soft_wrap=True)
    elif teaching.lesson is None:
        console.print(Text(say("All told; thank you."), style="green"))


def _obey(teaching: Teaching, word: str) -> None:
    match word:
        case "":
            teaching.agree()
        case "s":
            teaching.skip()
        case "b":
            teaching.back()
        case _:
            teaching.answer(word)


def _answers(lesson: Lesson, say: Say) -> str:
    """How to answer, and what answers mean where that is not plain."""
    meanings = [(str(value), say.error(lesson.label(value))) for value in lesson.allowed or lesson.words]
    if all(value == meaning for value, meaning in meanings):
        return say.error(lesson.form)
    known = ", ".join(value if value == meaning else f"{value} ({meaning})" for value, meaning in meanings)
    return known if lesson.allowed else f"{say.error(lesson.form)} · {known}"


def _guess(teaching: Teaching, say: Say) -> str:
    """What Enter agrees with."""
    lesson = teaching.lesson
    assert lesson is not None
    told = teaching.told(lesson)
    return say.error(lesson.label(lesson.guess if told is None else told))
