"""Teaching a box in the terminal: a line a piece, every answer kept, stop whenever you like."""

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from companion.core.errors import BoxError
from companion.core.game import GUESSED
from companion.core.lesson import Lesson, answers, figure_name, in_words, title
from companion.core.teach import Teaching
from companion.core.words import Say, spelled
from companion.terminal.lines import broken

Read = Callable[[str], str]


def teach(teaching: Teaching, say: Say, console: Console, read: Read) -> None:
    """Ask for what is printed in the owner's box until all is told or they leave; a box no one can play is named."""
    if teaching.piece and teaching.piece[0].piece is not None:
        hint = say("One line a card, in any order: its name, then what is printed on it; first letters are enough.")
        _tell(console, hint, "dim")
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
            _tell(console, say.phrase(error), "red")
        for entry, doubt in teaching.doubts.items():
            if entry not in before:
                _tell(console, say.phrase(doubt), "yellow")
    why = teaching.why_unplayable()
    if why is not None:
        _tell(console, say("No match can be played with it yet: {why}", why=say.phrase(why)), "red")
    elif not teaching.piece:
        told, every = teaching.pieces_told
        left = say.plural("{n} is still partly our guess.", "{n} are still partly our guess.", every - told)
        _tell(console, say("All told; thank you.") if told == every else left, "green")


def _show(teaching: Teaching, say: Say, console: Console) -> None:
    """The piece, and what we have of it: what is guessed is marked."""
    piece = teaching.piece
    told, every = teaching.pieces_told
    _tell(console, f"{told}/{every} {say.phrase(title(piece))}", "bold")
    _tell(console, "  " + _figures(teaching, piece, say), "dim")
    if len(piece) == 1:
        _tell(console, "  " + answers(piece[0], say), "dim")


def _figures(teaching: Teaching, piece: tuple[Lesson, ...], say: Say) -> str:
    """All that is printed on a piece besides its name."""
    return ", ".join(_known(teaching, lesson, say) for lesson in piece if lesson.allowed or len(piece) == 1)


def _known(teaching: Teaching, lesson: Lesson, say: Say) -> str:
    told = teaching.told(lesson)
    words = in_words(lesson, lesson.guess if told is None else told, say)
    if lesson.piece is not None and isinstance(lesson.guess, int):
        words = f"{figure_name(lesson, say).lower()} {words}"  # a number alone could be any of them
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
            _tell(console, f"  {say.phrase(lesson.prompt)} {answers(lesson, say)}", "cyan")
    else:
        told = teaching.tell(word, say)
        if told:
            known = _figures(teaching, told, say)
            _tell(console, say("{fact}: {value}", fact=say.phrase(title(told)), value=known), "green")


def _tell(console: Console, text: str, style: str) -> None:
    """A line, broken where the terminal ends; a program that reads it gets it whole."""
    console.print(Text(broken(text, console.width) if console.is_terminal else text, style=style), soft_wrap=True)
