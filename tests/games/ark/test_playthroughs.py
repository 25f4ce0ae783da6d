"""Whole matches of Ark as text: a reviewer sees in the difference how the rules changed."""

from pathlib import Path

import pytest

from companion.games.ark import GAME
from tests.laws import NAMES, compare_with_golden, playthrough

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.golden
@pytest.mark.parametrize(("players", "deal"), [(3, "virtual"), (4, "virtual"), (5, "virtual"), (3, "table")])
def test_playthrough(players: int, deal: str, regenerate: bool) -> None:
    setup = GAME.set_up(NAMES[:players], seed=2005, deal=deal)
    compare_with_golden(playthrough(GAME, setup, 7), FOLDER / f"{players}-{deal}.txt", regenerate)
