"""Whole matches as text: a change of the rules shows as a difference of these files."""

from pathlib import Path

import pytest

from companion.games.noahs_ark import GAME
from tests.laws import NAMES, compare_with_golden, playthrough

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.golden
@pytest.mark.parametrize("deal", ["virtual", "table"])
@pytest.mark.parametrize("mode", ["normal", "advanced"])
@pytest.mark.parametrize("players", range(2, 6))
def test_a_playthrough_is_as_it_was(players: int, mode: str, deal: str, regenerate: bool) -> None:
    setup = GAME.set_up(NAMES[:players], {"mode": mode, "told": "after"}, 100 + players, deal)
    text = playthrough(GAME, setup, 3)
    compare_with_golden(text, FOLDER / f"{players}-{mode}-{deal}.txt", regenerate)


@pytest.mark.golden
@pytest.mark.parametrize("mode", ["normal", "advanced"])
def test_a_playthrough_of_drawn_races_is_as_it_was(mode: str, regenerate: bool) -> None:
    options = {"mode": mode, "race": "drawn", "length": "short", "tie": "duel", "told": "after"}
    setup = GAME.set_up(NAMES[:4], options, 4)
    text = playthrough(GAME, setup, 3)
    compare_with_golden(text, FOLDER / f"4-{mode}-drawn.txt", regenerate)


@pytest.mark.golden
def test_a_playthrough_of_an_advanced_game_counted_at_the_end_is_as_it_was(regenerate: bool) -> None:
    setup = GAME.set_up(NAMES[:3], {"mode": "advanced"}, 103, "table")
    compare_with_golden(playthrough(GAME, setup, 3), FOLDER / "3-advanced-counted-table.txt", regenerate)
