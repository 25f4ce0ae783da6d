"""The terminal where there is little room: 60 and 80 columns, 24 lines, in a real pseudo-terminal."""

import re
from pathlib import Path

import pytest

from tests.borders.test_terminal import Terminal

LINES = 24


def narrow(data: Path, width: int, *words: str) -> Terminal:
    """A small terminal."""
    return Terminal(data, *words, width=width, height=LINES)


def split_screen(text: str) -> list[str]:
    return text.replace("\r", "").split("\n")


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_prompt_stays_on_one_line_and_no_word_of_it_breaks(tmp_path, width, language):
    playing = narrow(tmp_path, width, "play", "noah", "--players", "Anna,Ben", "--deal", "table", "--lang", language)
    screen = split_screen(playing.until(r"> $"))
    assert max(map(len, screen)) <= width
    assert len(screen[-1]) <= width - 10
    prompt = " ".join(screen[-3:])
    assert ("q leave" if language == "en" else "q quitter") in prompt.replace("\N{NO-BREAK SPACE}", " ")
    assert not any(line.endswith((" q", " u", " s", " o", "?")) for line in screen[-3:])
    playing.type("q")
    assert playing.end()[0] == 0


@pytest.mark.parametrize(
    ("width", "height", "language"), [(60, 24, "en"), (80, 24, "en"), (80, 24, "fr"), (60, 27, "fr")]
)
def test_a_long_list_leaves_the_board_in_sight(tmp_path, width, height, language):
    words = ("play", "ark", "--players", "Anna,Ben,Cleo", "--deal", "table", "--lang", language)
    playing = Terminal(tmp_path, *words, width=width, height=height)
    playing.until(r"> $")
    playing.type("1")
    screen = split_screen(playing.until(r"> $"))
    rule = max(at for at, line in enumerate(screen) if line.startswith("───"))
    assert len(screen[rule:]) <= height
    assert any("Anna" in line for line in screen[rule:])
    assert "page 1" in "".join(screen)
    playing.type("+")
    more = split_screen(playing.until(r"> $"))
    assert len(more[1:]) <= height
    assert "page 2" in "".join(more)
    assert not re.search(r"(?m)^ *1 ", "\n".join(more))
    playing.type("q")
    assert playing.end()[0] == 0


def test_a_wrong_answer_is_refused_with_the_possible_numbers(tmp_path):
    playing = narrow(tmp_path, 80, "play", "noah", "--players", "Anna,bot:greedy", "--seed", "4")
    playing.until(r"q leave > ")
    playing.type("unicorn")
    output = playing.until(r"q leave > ")
    assert "'unicorn' isn't possible now; type 1-8" in output
    assert "snail-m" not in output
    playing.type("q")
    playing.end()


def test_letters_that_begin_several_answers_list_just_those(tmp_path):
    playing = narrow(tmp_path, 80, "play", "noah", "--players", "Anna,bot:greedy", "--seed", "183")
    playing.until(r"q leave > ")
    playing.type("gir")
    output = playing.until(r"q leave > ")
    assert "7 giraffe" in output
    assert "8 giraffe" in output
    assert "snail" not in output
    assert "type more of it, or the number" in output
    playing.type("q")
    playing.end()
