"""Teaching a box in the terminal: a line a piece, every answer kept, stop whenever you like."""

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from companion.core.errors import BoxError
from companion.core.game import GUESSED
from companion.core.lesson import Lesson
from companion.core.piece_line import answers, title
from companion.core.teach import Teaching
from companion.core.words import Say, spelled

Read = Callable[[str], str]


def teach(teaching: Teaching, say: Say, console: Console, read: Read) -> None:
    """Ask for what is printed in the owner's box until all is told or they leave; a box no one can play is named."""
    if teaching.piece and teaching.piece[0].piece is not None:
        hint = say("One line a card, in any order: its name, then what is printed on it; first letters are enough.")
        console.print(Text(hint, style="dim"), soft_wrap=True)
    while teaching.piece:
        _show(teaching, say, console)
        try:
            word = read(say("Enter next, y it is so, b back, ? answers, q leave > ")).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            break
        if word == "q":
            break
        before = teaching.doubts
        try:
            _obey(teaching, word, say, console)
        except BoxError as error:
            console.print(Text(say.phrase(error), style="red"), soft_wrap=True)
        for entry, doubt in teaching.doubts.items():
            if entry not in before:
                console.print(Text(say.phrase(doubt), style="yellow"), soft_wrap=True)
    why = teaching.why_unplayable()
    if why is not None:
        line = say("No match can be played with it yet: {why}", why=say.phrase(why))
        console.print(Text(line, style="red"), soft_wrap=True)
    elif not teaching.piece:
        told, every = teaching.pieces_told
        left = say.plural("{n} is still partly our guess.", "{n} are still partly our guess.", every - told)
        console.print(Text(say("All told; thank you.") if told == every else left, style="green"))


def _show(teaching: Teaching, say: Say, console: Console) -> None:
    """The piece, and what we have of it: what is guessed is marked."""
    piece = teaching.piece
    told, every = teaching.pieces_told
    console.print(Text.assemble((f"{told}/{every} ", "dim"), (say.phrase(title(piece)), "bold")), soft_wrap=True)
    known = [_known(teaching, lesson, say) for lesson in piece if lesson.allowed or len(piece) == 1]
    console.print(Text("  " + ", ".join(known), style="dim"))
    if len(piece) == 1:
        console.print(Text("  " + _explained(piece[0], say), style="dim"))


def _known(teaching: Teaching, lesson: Lesson, say: Say) -> str:
    told = teaching.told(lesson)
    words = say.phrase(lesson.label(lesson.guess if told is None else told))
    return f"{words} {GUESSED}" if told is None else words


def _obey(teaching: Teaching, word: str, say: Say, console: Console) -> None:
    if spelled(word) in ("y", "=", spelled(say("yes")), spelled(say("yes"))[:1]):
        teaching.agree()
    elif word == "":
        teaching.push_on()
    elif word == "b":
        teaching.back()
    elif word == "?":
        for lesson in teaching.piece:
            console.print(
                Text(f"  {say.phrase(lesson.prompt)} {_explained(lesson, say)}", style="cyan"), soft_wrap=True
            )
    else:
        teaching.tell(word, say)


def _explained(lesson: Lesson, say: Say) -> str:
    """How to answer, and what answers mean where that is not plain."""
    meanings = [(value, say.phrase(lesson.label(value))) for value in lesson.words]
    if lesson.allowed or not meanings:
        return answers(lesson, say)
    return f"{say.phrase(lesson.form)} · {', '.join(f'{value} ({meaning})' for value, meaning in meanings)}"
