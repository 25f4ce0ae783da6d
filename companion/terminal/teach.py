"""Enter the printed pieces of a game in the terminal, one line per piece. Every answer is saved at once."""

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from companion.core.errors import BoxError
from companion.core.game import GUESS_MARK
from companion.core.lesson import Lesson, describe_answers, name_figure, name_piece, word_answer
from companion.core.teach import Teaching
from companion.core.words import Say, normalize_spelling
from companion.terminal.printer import wrap_text

Read = Callable[[str], str]


def teach(teaching: Teaching, say: Say, console: Console, read: Read) -> None:
    """Ask for printed figures until all are entered or the owner leaves.

    Say so if the game can't be played with what was entered.
    """
    if teaching.piece and teaching.piece[0].piece is not None:
        hint = say("One line per card, in any order: its name, then what's printed on it. First letters are enough.")
        _print(console, hint, "dim")
    while teaching.piece:
        _show(teaching, say, console)
        try:
            word = read(say("Enter next, y that's right, b back, ? answers, q leave > ")).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            break
        if word == "q":
            break
        before = teaching.doubts
        try:
            _handle_input(teaching, word, say, console)
        except BoxError as error:
            _print(console, say.phrase(error), "red")
        for entry, doubt in teaching.doubts.items():
            if entry not in before:
                _print(console, say.phrase(doubt), "yellow")
    why = teaching.explain_problem()
    if why is not None:
        _print(console, say("You can't play with these figures yet: {why}", why=say.phrase(why)), "red")
    elif not teaching.piece:
        entered, every = teaching.pieces_entered
        left = say.plural("Done. {n} is still partly a guess.", "Done. {n} are still partly guesses.", every - entered)
        _print(console, say("All done, thank you!") if entered == every else left, "green")


def _show(teaching: Teaching, say: Say, console: Console) -> None:
    """Print the piece and its figures, with guesses marked."""
    piece = teaching.piece
    entered, every = teaching.pieces_entered
    _print(console, f"{entered}/{every} {say.phrase(name_piece(piece))}", "bold")
    _print(console, "  " + _describe_piece(teaching, piece, say), "dim")
    if len(piece) == 1:
        _print(console, "  " + describe_answers(piece[0], say), "dim")


def _describe_piece(teaching: Teaching, piece: tuple[Lesson, ...], say: Say) -> str:
    """Return the figures of a piece, without its name."""
    return ", ".join(_describe_figure(teaching, lesson, say) for lesson in piece if lesson.allowed or len(piece) == 1)


def _describe_figure(teaching: Teaching, lesson: Lesson, say: Say) -> str:
    entry = teaching.find_entry(lesson)
    words = word_answer(lesson, lesson.guess if entry is None else entry, say)
    if lesson.piece is not None and isinstance(lesson.guess, int):
        words = f"{name_figure(lesson, say).lower()} {words}"  # a bare number could be any of the figures
    return f"{words} {GUESS_MARK}" if entry is None else words


def _handle_input(teaching: Teaching, word: str, say: Say, console: Console) -> None:
    if normalize_spelling(word) in ("y", "=", normalize_spelling(say("yes")), normalize_spelling(say("yes"))[:1]):
        teaching.confirm_piece()
    elif word == "":
        teaching.go_to_next_piece()
    elif word == "b":
        teaching.go_back()
    elif word == "?":
        for lesson in teaching.piece:
            _print(console, f"  {say.phrase(lesson.prompt)} {describe_answers(lesson, say)}", "cyan")
    else:
        piece = teaching.enter_line(word, say)
        if piece:
            known = _describe_piece(teaching, piece, say)
            _print(console, say("{fact}: {value}", fact=say.phrase(name_piece(piece)), value=known), "green")


def _print(console: Console, text: str, style: str) -> None:
    """Print a line, wrapped on a terminal only, so that programs get whole lines."""
    console.print(Text(wrap_text(text, console.width) if console.is_terminal else text, style=style), soft_wrap=True)
