"""The question of the slap: anyone can answer it, and the device's measurements travel beside the answer."""

from random import Random

import pytest

from companion.core.bots import make_random_bot, make_table_bot, needs_hands
from companion.core.question import NOBODY, TABLE, Question, Race, SlapChoice
from companion.core.registry import find_game, list_game_ids


def test_a_race_asks_which_of_its_seats_was_first() -> None:
    assert Race("slap", (0, 2, 4)).list_ids() == ["slap-0", "slap-2", "slap-4", "nobody"]


def test_a_race_is_an_ordinary_question_put_to_the_table() -> None:
    race = Race("slap", (0, 1), "lion")
    assert isinstance(race, Question)
    assert (race.seat, race.ask, race.about) == (TABLE, "slap", "lion")


def test_a_race_keeps_the_seats_that_take_part_even_if_they_came_in_a_list() -> None:
    runners = [3, 1]
    race = Race("duel", runners)
    runners.append(0)
    assert race.seats == (3, 1)


def test_one_seat_alone_can_still_fail_so_there_are_two_choices() -> None:
    assert Race("slap", (1,)).list_ids() == ["slap-1", "nobody"]


def test_a_slap_knows_its_seat() -> None:
    assert [slap.seat for slap in Race("slap", (0, 2)).choices] == [0, 2, TABLE]


@pytest.mark.parametrize("seat", range(5))
def test_a_slap_is_called_by_its_seat(seat: int) -> None:
    assert str(SlapChoice(seat)) == f"slap-{seat}"


def test_nobody_is_one_and_the_same_in_every_race() -> None:
    assert Race("slap", (0, 1)).choices[-1] is NOBODY
    assert Race("duel", (2, 3)).choices[-1] is NOBODY
    assert str(NOBODY) == "nobody"


def test_any_bot_can_answer_a_race() -> None:
    race, bot = Race("slap", (0, 1, 2)), make_random_bot(Random(1))
    assert {str(bot(race, None)) for _ in range(200)} == set(race.list_ids())


def test_a_race_says_in_a_log_who_runs() -> None:
    assert repr(Race("slap", (0, 1))) == "Question(-1, 'slap', ['slap-0', 'slap-1', 'nobody'], None)"


def test_a_simulated_race_is_won_by_the_quickest_hand(packages):
    packages.install("simulated = {}\ndef draw_slap_delay(self, race, table, rng): return rng.random() + race.seats[0]")
    game = find_game("other")
    assert needs_hands(game)
    assert not any(needs_hands(find_game(name)) for name in list_game_ids() if name != "other"), "ours keep their speed"
    times = iter((0.4, 0.2, 0.3))
    game.draw_slap_delay = lambda race, table, rng: next(times)
    won = make_table_bot(game, Random(1))(Race("slap", (0, 1, 2)), None)
    assert str(won) == "slap-1"


def test_races_of_simulations_are_drawn_by_lot():
    answer = make_table_bot(find_game("noah"), Random(1))
    assert {answer(Question(TABLE, "die", (1, 2)), None) for _ in range(20)} == {1, 2}
