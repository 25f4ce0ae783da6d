"""Several numbers typed in one line of the terminal: `fields 3, gold 5`."""

import pytest

from companion.core.errors import NotAChoice
from companion.games.any_game import GAME
from companion.terminal.typed import find_choice
from tests.games.any_game.stage import start


def find(word: str, language: str = "en", *answers: str) -> str:
    """Return the id of what a typed word stands for, where points of a farm are asked for."""
    match = start(*(answers or ("farm", 2, "seat-0", "points-1")))
    return str(find_choice(word, match, GAME.voice(GAME.say(language))))


@pytest.mark.parametrize(
    ("word", "id"),
    [
        ("fields 3, gold 5", "fields=3,gold=5"), ("gold 5,fields 3", "fields=3,gold=5"), ("empty 2", "empty=2"),
        ("gold -4", "gold=-4"), ("gold +4", "gold=4"), ("gold=7", "gold=7"), ("1", "none"), ("nothing", "none"),
    ],
)  # fmt: skip
def test_names_or_their_beginnings_with_numbers_are_one_answer(word: str, id: str) -> None:
    assert find(word) == id


def test_french_names_are_understood() -> None:
    assert find("champs 3, or 5", "fr") == "fields=3,gold=5"


def test_a_number_alone_is_enough_where_only_one_is_asked_for() -> None:
    assert find("12", "en", "turns", 2, "seat-0", "points-1") == "points=12"


@pytest.mark.parametrize(
    "word", ["fields 3, fields 4", "fields 3, sheep 5", "fields 3, gold", "fields 1000", "fields -1"]
)
def test_anything_else_is_refused(word: str) -> None:
    with pytest.raises(NotAChoice):
        find(word)
