"""Whole matches of Noah as text: a reviewer sees in the difference how the rules changed."""

from pathlib import Path

import pytest

from companion.games.noah import GAME
from tests.laws import NAMES, compare_with_golden, playthrough

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.golden
@pytest.mark.parametrize("deal", ["virtual", "table"])
@pytest.mark.parametrize("length", ["short", "long"])
@pytest.mark.parametrize("players", range(2, 6))
def test_playthrough(players, length, deal, regenerate):
    setup = GAME.set_up(NAMES[:players], {"length": length}, seed=players, deal=deal)
    compare_with_golden(playthrough(GAME, setup, players), FOLDER / f"{players}-{length}-{deal}.txt", regenerate)


@pytest.mark.golden
@pytest.mark.parametrize("deal", ["virtual", "table"])
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_playthrough_alone(level, deal, regenerate):
    setup = GAME.set_up(NAMES[:1], {"level": level}, seed=3, deal=deal)
    compare_with_golden(playthrough(GAME, setup, 1), FOLDER / f"1-{level}-{deal}.txt", regenerate)
