"""All laws of Arkside over your own game, a rule of its own, and a whole match as golden text."""

from pathlib import Path
from random import Random

import pytest
from high_tide import GAME, TideTable

from companion.core.bots import find_bot
from companion.core.match import Match
from companion.core.match_worlds import imagine_match
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


def test_a_bot_that_thinks_ahead_can_play_it(monkeypatch: pytest.MonkeyPatch) -> None:
    imagined: list[int] = []
    deal_again = TideTable.imagine

    def watch(table: TideTable, seat: int, rng: Random) -> None:
        imagined.append(seat)
        deal_again(table, seat, rng)

    monkeypatch.setattr(TideTable, "imagine", watch)
    match = Match(GAME, GAME.set_up(["Anna", "Ben"], seed=7))
    bot = find_bot(GAME, "montecarlo:4")(Random(1))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    assert {0, 1} <= set(imagined)


@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_odds_can_be_counted_at_every_question(deal: str) -> None:
    match, rng = Match(GAME, GAME.set_up(["Anna", "Ben"], seed=4, deal=deal)), Random(1)
    while match.question is not None:
        assert imagine_match(match).play_ending(GAME.choose_best_bot(), rng).winners
        match.answer(rng.choice(match.question.choices))
