"""Seats, options, seeds: what can be agreed on, and one clear line for the rest."""

import pytest

from companion.core.bots import find_bot
from companion.core.errors import SetupError, UnknownBot, UnknownGame
from companion.core.registry import find_game, list_game_ids
from companion.core.seat import make_seats

NOAH = find_game("noah")


@pytest.mark.parametrize(("names", "says"), [
    ([], "Noah is for 1 to 5 players, not 0"),
    (["A", "B", "C", "D", "E", "F"], "Noah is for 1 to 5 players, not 6"),
    (["Anna", "anna"], "Two players are called 'anna': give each their own name"),
    (["Anna", "  "], "A name is empty or has characters that can't be shown: '  '"),
    (["Anna", "B\x1bn"], "A name is empty or has characters that can't be shown: 'B\\x1bn'"),
    (["Anna", "Bartholomew-Maximilian"], "The name 'Bartholomew-Maximilian' is too long: 16 characters at most"),
])  # fmt: skip
def test_impossible_seats_are_refused_in_one_line(names, says):
    with pytest.raises(SetupError) as refused:
        NOAH.set_up(names)
    assert str(refused.value) == says


@pytest.mark.parametrize(("options", "says"), [
    ({"colour": "red"}, "Noah has no option 'colour'; known: length, memory, frog, crocodile, roommates, level"),
    ({"length": "eternal"}, "Option length can't be 'eternal'. Choose: short, long"),
])  # fmt: skip
def test_unknown_options_name_the_known_ones(options, says):
    with pytest.raises(SetupError) as refused:
        NOAH.set_up(["Anna", "Ben"], options)
    assert str(refused.value) == says


@pytest.mark.parametrize("seed", [-1, 2**63, True, 1.5, "7"])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(SetupError, match="The seed is a whole number"):
        NOAH.set_up(["Anna", "Ben"], {}, seed)


def test_an_unknown_deal_names_the_known_ones():
    with pytest.raises(SetupError, match="virtual, table"):
        NOAH.set_up(["Anna", "Ben"], deal="stacked")


def test_options_not_given_have_their_usual_value():
    promos = dict.fromkeys(("frog", "crocodile", "roommates"), "no")
    assert NOAH.set_up(["Anna", "Ben"]).options == {"length": "short", "memory": "off", **promos}


def test_bots_get_names_of_their_own():
    seats = make_seats(["Greedy", "bot:greedy", "bot:greedy", "Zoé"])
    assert [(seat.name, seat.bot) for seat in seats] == [
        ("Greedy", ""), ("Greedy 2", "greedy"), ("Greedy 3", "greedy"), ("Zoé", ""),
    ]  # fmt: skip


def test_seats_differ_in_more_than_colour():
    seats = make_seats(["A", "B", "C", "D", "E"])
    for mark in ("index", "colour", "shape", "symbol"):
        assert len({getattr(seat, mark) for seat in seats}) == 5


def test_unknown_games_and_bots_name_the_known_ones():
    with pytest.raises(UnknownGame, match="There's no game 'chess'; known: .*noah"):
        find_game("chess")
    with pytest.raises(UnknownBot, match="Noah has no bot 'deep'; known: random, montecarlo, hard, easy, greedy"):
        find_bot(NOAH, "deep")
    assert "noah" in list_game_ids()
