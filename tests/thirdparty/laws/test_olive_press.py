"""The laws of all games over this one, and a rule of its own."""

from olive_press import GAME

from companion.core.match import Match
from companion.testing.game_laws import GameLaws


class TestOlivePress(GameLaws):
    """All that holds for every game."""

    game = GAME


def test_two_olives_are_not_pressed() -> None:
    match = Match(GAME, GAME.set_up(["Anna", "Ben"], seed=1))
    for wager in ("many", "few"):
        match.answer(wager)
    assert "press" not in match.question.list_ids()
    assert [str(why) for why in GAME.why_not(match.table, match.question)["press"]] == [
        "the press wants 3 olives, here is 1"
    ]
