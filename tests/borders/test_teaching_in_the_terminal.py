"""Teaching a box in the terminal, word by word: what is asked back, taken back, refused, and how it ends."""

import io
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from companion.core.registry import find_game
from companion.core.teach import Teaching
from companion.core.words import Say
from companion.terminal.teach import teach


def type_lesson(folder: Path, *words: str) -> list[str]:
    """The lines of a lesson of Ark's box in which these words are typed, and then the input ends."""
    typed: Iterator[str] = iter(words)

    def read(prompt: str) -> str:
        word = next(typed, None)
        if word is None:
            raise EOFError
        return word

    out = io.StringIO()
    teach(Teaching(find_game("ark"), folder), Say("en"), Console(file=out, width=200), read)
    return out.getvalue().splitlines()


def test_a_question_mark_lists_what_can_be_printed_and_asks_again(tmp_path: Path) -> None:
    lines = type_lesson(tmp_path, "?", "q")
    assert "  Which kind is the elephant? heavy, useful, slow, shy, no kind" in lines
    assert lines.count("0/49 elephant") == 2


def test_options_can_be_looked_at_again(tmp_path: Path) -> None:
    lines = type_lesson(tmp_path, "y", "b", "q")
    assert [line for line in lines if "/49 " in line] == ["0/49 elephant", "1/49 bronto", "1/49 elephant"]


def test_an_unknown_word_is_refused_with_the_possible_ones(tmp_path: Path) -> None:
    lines = type_lesson(tmp_path, "no such thing", "q")
    assert any(line.startswith("'such' means nothing for this card; choose from: hot, cold") for line in lines)
    assert lines.count("0/49 elephant") == 2
    assert not (tmp_path / "boxes" / "ark.toml").exists()


def test_the_end_of_the_input_keeps_entered_figures(tmp_path: Path) -> None:
    type_lesson(tmp_path, "y")
    assert [line for line in type_lesson(tmp_path, "q") if "/49 " in line] == ["1/49 bronto"]


def test_a_box_that_is_entered_to_the_last_card_is_thanked_for(tmp_path: Path) -> None:
    assert type_lesson(tmp_path, *["y"] * 49)[-1] == "All done, thank you!"
