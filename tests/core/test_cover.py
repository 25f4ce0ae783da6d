"""What is printed on the lids of the games."""

from pathlib import Path

import pytest

from companion.core.cover import PICTURE, Cover, read_cover
from companion.core.registry import ANY_GAME, find_game

GAMES = ("ark", "ark-and-noah", "noah", "noahs-ark")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_the_box_has_a_publisher_and_a_picture(game: str) -> None:
    folder = find_game(game).folder
    assert read_cover(folder).publisher
    assert (folder / PICTURE).stat().st_size < 1000


def test_any_game_has_a_picture_too() -> None:
    assert (find_game(ANY_GAME).folder / PICTURE).stat().st_size < 1000


def test_lids_differ() -> None:
    assert len({read_cover(find_game(game).folder).describe() for game in GAMES}) == len(GAMES)


def test_a_game_without_a_lid_has_no_facts(tmp_path: Path) -> None:
    assert read_cover(tmp_path) == Cover()
    assert Cover().describe() == ""
