"""All laws of Arkside over your own game, a rule of its own, and a whole match as golden text."""

from pathlib import Path

import pytest
from high_tide import GAME

from companion.core.match import Match
from companion.testing.game_laws import GameLaws
from companion.testing.laws import compare_with_golden, playthrough

GOLDEN = Path(__file__).parent / "high_tide_playthrough.txt"


class TestHighTide(GameLaws):
    """Questions, points, undo, replay, cues, secrets and small screens, over random matches."""

    game = GAME


def test_the_highest_card_wins_as_many_points_as_the_tide_shows() -> None:
    match = Match(GAME, GAME.set_up(["Anna", "Ben"], deal="table"))
    for answer in ("5", "6", "2"):  # the tide, then what Anna and Ben lay
        match.answer(answer)
    assert match.table.scores == [5, 0]


@pytest.mark.golden
def test_a_whole_match_reads_as_before(regenerate: bool) -> None:
    text = playthrough(GAME, GAME.set_up(["Anna", "Ben", "Cléo"], seed=3), 3)
    compare_with_golden(text, GOLDEN, regenerate)
