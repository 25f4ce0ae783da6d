"""Every game has the same rooms under the same names, in its own folder and in that of its tests."""

from pathlib import Path

import pytest

import companion.games
from companion.core.registry import find_game
from tests.boxed import BOXED

GAMES = Path(companion.games.__file__).parent
TESTS = Path(__file__).parent
ROOMS = (
    "board.py", "bots.py", "box.toml", "tallies.py", "face.py", "names.py", "picture.js", "pieces.py",
    "primer.py", "reasons.py", "rules.py", "scoring.py", "table.py", "voice.py",
)  # fmt: skip
ROOMS_OF_TESTS = (
    "playthroughs", "stage.py", "test_bots.py", "test_box.py", "test_cues.py", "test_face.py", "test_laws.py",
    "test_playthroughs.py", "test_reasons.py", "test_voice.py",
)  # fmt: skip


@pytest.mark.parametrize("id", BOXED)
def test_every_game_has_the_same_rooms(id: str) -> None:
    game = find_game(id)
    assert [room for room in ROOMS if not (game.folder / room).exists()] == []
    guesses = bool(game.list_lessons(game.open_box({}, {})))
    assert (game.folder / "lessons.py").exists() == guesses, "what is only guessed can be told, and nothing else"


@pytest.mark.parametrize("id", BOXED)
def test_so_have_its_tests(id: str) -> None:
    folder = TESTS / find_game(id).folder.name
    assert [room for room in ROOMS_OF_TESTS if not (folder / room).exists()] == []
