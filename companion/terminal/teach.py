"""Teaching a box in the terminal: a question an entry, every answer kept, stop whenever you like."""

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from companion.core.errors import BoxError
from companion.core.teach import Lesson, Teaching
from companion.core.words import Say

Read = Callable[[str], str]


def teach(teaching: Teaching, say: Say, console: Console, read: Read) -> None:
    """Ask for what is printed in the owner's box until all is told or they leave."""
    while (lesson := teaching.lesson) is not None:
        told, every = teaching.progress
        console.print(Text.assemble((f"{told}/{every} ", "dim"), (say.error(lesson.prompt), "bold")))
        console.print(Text(_answers(lesson, say), style="dim"))
        try:
            word = read(say("Enter agrees with {guess}, s skips, b goes back, q leaves > ", guess=_guess(lesson, say)))
        except (EOFError, KeyboardInterrupt):
            return
        if word.strip() == "q":
            return
        try:
            _obey(teaching, word.strip())
        except BoxError as error:
            console.print(Text(say.error(error), style="red"))
    problem = teaching.problem()
    console.print(
        Text(say.error(problem), style="red") if problem else Text(say("All told; thank you."), style="green")
    )


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
    """The allowed answers, with what each means where it is not plain."""
    if not lesson.allowed:
        return say("any short text")
    shown = []
    for value in lesson.allowed:
        meaning = say.error(lesson.label(value))
        shown.append(str(value) if meaning == str(value) else f"{value} ({meaning})")
    return ", ".join(shown)


def _guess(lesson: Lesson, say: Say) -> str:
    return say.error(lesson.label(lesson.guess))
