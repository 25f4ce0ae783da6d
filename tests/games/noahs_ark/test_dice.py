"""The model of a race nobody runs: how often dice must be turned, and how long people take."""

from itertools import product
from random import Random
from statistics import mean, median

import pytest

from companion.core.question import Race
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.dice import ANIMALS, Racing
from companion.games.noahs_ark.runners import DrawnDice, Goal
from tests.games.noahs_ark.stage import Stage
from tests.games.noahs_ark.test_box import pieces

LION, ELEPHANT, GIRAFFE, EAGLE, SNAKE, MONKEY = range(6)
PAIR, TRIPLE, SIX = (1, 1, 0, 0, 0, 0), (1, 1, 1, 0, 0, 0), (1,) * 6


@pytest.fixture(scope="module")
def racing() -> Racing:
    return pieces().racing


def test_faces_lie_across_from_one_another_in_twos(racing: Racing) -> None:
    assert all(racing.opposite[racing.opposite[face]] == face != racing.opposite[face] for face in range(6))


def test_dice_that_fit_are_not_turned(racing: Racing) -> None:
    assert racing.count_turns((ELEPHANT, LION), PAIR) == 0


def test_a_wrong_die_takes_one_turn_and_two_if_its_animal_is_across(racing: Racing) -> None:
    assert racing.count_turns((LION, GIRAFFE), PAIR) == 1
    assert racing.opposite[ELEPHANT] == SNAKE
    assert racing.count_turns((LION, SNAKE), PAIR) == 2


def test_dice_go_to_the_animals_that_are_nearest(racing: Racing) -> None:
    assert racing.opposite[LION] == MONKEY
    assert racing.count_turns((SNAKE, MONKEY), PAIR) == 2, "the snake becomes the lion, the monkey the elephant"


def test_two_alike_can_be_wanted(racing: Racing) -> None:
    assert racing.count_turns((LION, LION), (2, 0, 0, 0, 0, 0)) == 0
    assert racing.count_turns((MONKEY, LION), (2, 0, 0, 0, 0, 0)) == 2


@pytest.mark.parametrize("wanted", [PAIR, TRIPLE, (2, 0, 0, 2, 0, 0)])
def test_the_odds_are_those_of_rolling_every_roll_there_is(racing: Racing, wanted: tuple[int, ...]) -> None:
    number = sum(wanted)
    turns = [racing.count_turns(roll, wanted) for roll in product(range(6), repeat=number)]
    assert racing.turn_odds(wanted) == pytest.approx([turns.count(n) / len(turns) for n in range(max(turns) + 1)])


def test_two_different_animals_are_right_at_once_in_one_roll_of_eighteen(racing: Racing) -> None:
    assert racing.turn_odds(PAIR)[0] == pytest.approx(2 / 36)


def test_all_six_are_right_at_once_in_one_roll_of_65(racing: Racing) -> None:
    assert racing.turn_odds(SIX)[0] == pytest.approx(720 / 6**6)
    assert sum(racing.turn_odds(SIX)) == pytest.approx(1)


def test_turns_are_drawn_by_those_odds(racing: Racing) -> None:
    rng = Random(1)
    drawn = [racing.draw_turns(TRIPLE, rng) for _ in range(20_000)]
    for turns, probability in enumerate(racing.turn_odds(TRIPLE)):
        assert drawn.count(turns) / len(drawn) == pytest.approx(probability, abs=0.015)


def times(racing: Racing, wanted: tuple[int, ...], effort: int = 100) -> list[float]:
    rng = Random(2)
    return [racing.draw_finish_ms(wanted, effort, rng) for _ in range(5_000)]


def test_more_animals_take_longer(racing: Racing) -> None:
    assert mean(times(racing, PAIR)) < mean(times(racing, TRIPLE)) < mean(times(racing, SIX))


def test_a_harder_style_takes_longer(racing: Racing) -> None:
    assert median(times(racing, TRIPLE, 170)) > 1.3 * median(times(racing, TRIPLE)) - racing.roll_ms


def test_nobody_is_faster_than_the_dice_roll(racing: Racing) -> None:
    assert min(times(racing, PAIR)) > racing.roll_ms


def drawn_races(players: int, number: int = 4_000) -> DrawnDice:
    dice = DrawnDice(pieces().racing, Random(3))
    for _ in range(number):
        race = dice.race(Goal("slap", TRIPLE, None), range(players), 100)
        with pytest.raises(StopIteration):
            next(race)
    return dice


def test_all_players_are_equally_fast() -> None:
    finishes = drawn_races(4).finishes
    for seat in range(4):
        assert sum(finish.seat == seat for finish in finishes) / len(finishes) == pytest.approx(0.25, abs=0.03)


def test_the_more_race_the_sooner_the_first_and_the_smaller_the_margin() -> None:
    two, five = drawn_races(2).finishes, drawn_races(5).finishes
    assert mean(finish.after_ms for finish in five) < mean(finish.after_ms for finish in two)
    assert mean(finish.margin_ms or 0 for finish in five) < mean(finish.margin_ms or 0 for finish in two)
    assert all(finish.margin_ms is not None and finish.margin_ms >= 0 for finish in two)


def test_a_single_slap_has_no_margin() -> None:
    assert drawn_races(1, 1).finishes[0].margin_ms is None


def test_the_animals_are_the_six_of_the_rules() -> None:
    assert set(ANIMALS) == {"lion", "elephant", "giraffe", "eagle", "snake", "monkey"}


def test_a_bot_slaps_after_as_long_as_the_model_draws() -> None:
    stage = Stage(3).tell("lion-snake-1")
    race = stage.match.question
    assert isinstance(race, Race)
    drawn = [GAME.draw_slap_delay(race, stage.table, Random(seed)) for seed in range(500)]
    assert 0.9 < min(drawn) < max(drawn) < 10
    harder = Stage(3, flice="with").tell("flice-fist", "lion-snake-1")
    race = harder.match.question
    assert isinstance(race, Race)
    assert mean(GAME.draw_slap_delay(race, harder.table, Random(seed)) for seed in range(500)) > mean(drawn)
