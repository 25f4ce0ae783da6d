"""Load the Ark: food, pairs, what they need, what they cost and what they are worth."""

import pytest

from companion.core.question import Question
from companion.games.ark_and_noah import rules
from companion.games.ark_and_noah.ark import Corral
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import (
    CAM,
    JAFET,
    NOAH,
    SEM,
    action,
    ark_of,
    board_depth,
    corral_at,
    feed,
    give,
    ids,
    lay,
    list_questions,
    pitch,
    points,
    run,
    table_for,
)


def jafets_table() -> ArkAndNoahTable:
    """A corral of three squares at the hull: 5 boards of Jafet, 2 of Noah, 1 of Cam, 2 pitch cubes, 1 food tile."""
    table = table_for(4)
    table.food = [1, 0, 0, 2]
    lay(table, JAFET, "d1-north", "d1-c1", "d1-e1", "d2-c2", "d2-e2")
    lay(table, NOAH, "d3-c3", "d3-e3", "c1-north", "e1-north")
    lay(table, CAM, "d3-d4")
    corral = corral_at(table, "d1")
    pitch(table, corral)
    feed(table, corral, 1)
    give(table, JAFET, "lion-m", "lion-f", "crow-m")
    give(table, SEM, "crow-f", "elephant-m")
    give(table, NOAH, "elephant-f")
    return table


def jafet_loads(table: ArkAndNoahTable, *answers: str) -> Question | None:
    return run(rules.resolve(table, action(table, "load"), JAFET, (NOAH, SEM, CAM)), *answers)


def test_the_lions_and_crows_of_the_rulebook() -> None:
    """Jafet 28, Noah 4, Cam 2, Sem 0 (rulings.md 1.6 #9)."""
    table = jafets_table()
    question = jafet_loads(table, "corral-d1", "corral-d1", "lion-into-d1", "crow-into-d1")
    assert question is None, "8 loading points are spent, and the others have nothing to load"
    assert table.scores == [4, 0, 2, 28]
    assert points(table, JAFET) == [
        ("food", 2),
        ("tile", 6),
        ("tile", 6),
        ("corral-boards", 5),
        ("corral-pitch", 2),
        ("corral-boards", 5),
        ("corral-pitch", 2),
    ]
    assert points(table, NOAH) == [("corral-boards", 2), ("corral-boards", 2)]
    assert points(table, CAM) == [("corral-boards", 1), ("corral-boards", 1)]
    assert not table.tiles[JAFET], "both lions and the crow are aboard"
    assert ids(table.tiles[SEM]) == ["elephant-m"], "and so is Sem's crow"


def test_the_elephants_of_the_rulebook() -> None:
    """Noah 17, Sem 13 (rulings.md 1.6 #9): 5 boards of each, 3 pitch cubes, 3 of 4 food tiles."""
    table = jafets_table()
    table.food = [1, 0, 0, 0]
    table.drop_tile(table.tiles[JAFET][0])
    lay(table, NOAH, "g1-north", "h1-north", "g1-f1", "h1-i1", "g1-g2")
    lay(table, SEM, "h2-g2", "h2-i2", "h3-g3", "h3-i3", "h3-h4")
    lay(table, CAM, "f1-north", "i1-north")
    corral = corral_at(table, "h1")
    assert corral.size == 4
    assert corral.colours == [5, 5, 0, 0]
    assert corral.pitch.bit_count() == 3
    pitch(table, corral)
    feed(table, corral, 3)
    run(rules.resolve(table, action(table, "load"), JAFET, (NOAH,)), "corral-g1", "elephant-into-g1")
    assert table.scores == [17, 13, 0, 0]
    assert points(table, NOAH) == [("food", 1), ("tile", 8), ("corral-boards", 5), ("corral-pitch", 3)]
    assert points(table, SEM) == [("tile", 8), ("corral-boards", 5)]


def one_square(colour: int = NOAH, food: int = 1) -> tuple[ArkAndNoahTable, Corral]:
    """A corral of one square inside the ark."""
    table = table_for(4)
    lay(table, colour, "c2-c1", "c2-c3", "c2-b2", "c2-d2")
    corral = corral_at(table, "c2")
    feed(table, corral, food)
    return table, corral


def offered(table: ArkAndNoahTable, seat: int = NOAH, budget: int = 8) -> list[str]:
    """The pairs that can be loaded."""
    return ids(board_depth(table).list_loadable(table, seat, budget))


def test_food_goes_into_finished_corrals_with_an_own_board_only() -> None:
    table, _ = one_square(SEM, food=0)
    assert ids(board_depth(table).list_feedable(SEM)) == ["corral-c2"]
    assert not board_depth(table).list_feedable(NOAH)
    lay(table, NOAH, "c1-b1", "c1-d1")
    assert not board_depth(table).list_feedable(NOAH), "not finished"


def test_each_square_holds_one_food_tile() -> None:
    table, corral = one_square(food=0)
    questions = list_questions(rules.resolve(table, action(table, "load"), NOAH, ()), "corral-c2")
    assert len(questions) == 1, "the corral is full, so there is no second question"
    assert corral.food == 1
    assert points(table, NOAH) == [("food", 1)]


def test_food_costs_a_loading_point_each() -> None:
    table = table_for(4)
    table.food = [9, 0, 0, 0]
    for column in "bdfhj":
        lay(table, NOAH, *(f"{column}{row}-{column}{row + 1}" for row in (1, 2, 3)))
    edges = [f"{one}2-{two}2" for one, two in zip("abcdefghij", "bcdefghijk", strict=True)]
    lay(table, NOAH, *edges[:10])
    lay(table, SEM, *[f"{one}3-{two}3" for one, two in zip("abcdefghij", "bcdefghijk", strict=True)])
    corrals = ids(ark_of(table).corrals)
    assert len(corrals) == 10
    run(rules.resolve(table, action(table, "load"), NOAH, ()), *corrals[:8])
    assert table.scores[NOAH] == 8
    assert table.food[NOAH] == 1


def test_a_pair_needs_a_corral_of_exactly_its_size() -> None:
    table, _ = one_square()
    give(table, NOAH, "dog-m", "dog-f", "pig-m", "pig-f")
    assert offered(table) == ["dog-into-c2"]


def test_a_pair_needs_its_mate_in_play_and_one_own_half() -> None:
    table, _ = one_square()
    give(table, NOAH, "dog-m")
    assert not offered(table)
    give(table, SEM, "dog-f")
    assert offered(table) == ["dog-into-c2"], "no consent needed (rulings.md 1.8 #12)"
    assert not offered(table, CAM)


def test_a_pair_needs_food_in_every_square() -> None:
    table, corral = one_square(food=0)
    give(table, NOAH, "dog-m", "dog-f")
    assert not offered(table)
    feed(table, corral, 1)
    assert offered(table) == ["dog-into-c2"]


def test_a_pair_needs_all_pitch_next_to_its_corral() -> None:
    table = table_for(4)
    lay(table, NOAH, "a1-north", "a1-west", "a1-b1", "a1-a2", "b1-north", "a2-west")
    give(table, NOAH, "dog-m", "dog-f")
    corral = corral_at(table, "a1")
    feed(table, corral, 1)
    assert corral.pitch.bit_count() == 3
    for _ in range(2):
        assert not offered(table)
        ark_of(table).place_pitch(ark_of(table).open_spaces[0])
    assert not offered(table), "one cube short"
    ark_of(table).place_pitch(ark_of(table).open_spaces[0])
    assert offered(table) == ["dog-into-a1"]


def test_a_pair_needs_a_board_of_its_loader() -> None:
    table, _ = one_square(SEM)
    give(table, NOAH, "dog-m", "dog-f")
    assert not offered(table)
    lay(table, NOAH, "l1-north")
    ark_of(table).swap(ark_of(table).corrals[0].edges[0], ark_of(table).list_laid_edges()[-1])
    assert offered(table) == ["dog-into-c2"]


@pytest.mark.parametrize(("mine", "cost"), [(("elephant-m", "elephant-f"), 8), (("elephant-m",), 4)])
def test_each_own_half_costs_its_size_and_a_mate_of_another_is_free(mine: tuple[str, ...], cost: int) -> None:
    table = table_for(4)
    give(table, NOAH, *mine)
    give(table, SEM, *({"elephant-m", "elephant-f"} - set(mine)))
    elephant = table.tiles[NOAH][0].species
    assert table.cost(NOAH, elephant) == cost


def test_only_affordable_choices_are_offered() -> None:
    table, _ = one_square()
    give(table, NOAH, "dog-m", "dog-f")
    assert offered(table, budget=2) == ["dog-into-c2"]
    assert not offered(table, budget=1)


def test_small_animals_cost_nothing_and_fit_into_any_corral() -> None:
    table, _ = one_square()
    give(table, NOAH, "crow-m", "crow-f")
    assert offered(table, budget=0) == ["crow-into-c2"]


def test_small_animals_need_food_pitch_and_an_own_board_too() -> None:
    """rulings.md 1.8 #13."""
    table, corral = one_square(food=0)
    give(table, NOAH, "crow-m", "crow-f")
    assert not offered(table)
    feed(table, corral, 1)
    assert offered(table) == ["crow-into-c2"]
    give(table, SEM, "dove-m", "dove-f")
    assert not offered(table, SEM)


@pytest.mark.parametrize("order", [("crow-into-c2", "dog-into-c2"), ("dog-into-c2", "crow-into-c2")])
def test_a_corral_holds_a_big_and_a_small_pair_in_any_order(order: tuple[str, str]) -> None:
    """rulings.md 1.8 #13 and #14: boards count again for the second pair."""
    table, corral = one_square()
    table.food = [0, 0, 0, 0]
    give(table, NOAH, "crow-m", "crow-f", "dog-m", "dog-f")
    run(rules.resolve(table, action(table, "load"), NOAH, ()), *order)
    assert (str(corral.big), str(corral.small)) == ("dog", "crow")
    assert [entry for entry in points(table, NOAH) if entry[0] == "corral-boards"] == [("corral-boards", 4)] * 2


def test_a_second_pair_of_the_same_kind_does_not_fit() -> None:
    table, _ = one_square()
    table.food = [0, 0, 0, 0]
    give(table, NOAH, "crow-m", "crow-f", "dove-m", "dove-f", "dog-m", "dog-f", "cat-m", "cat-f")
    question = run(rules.resolve(table, action(table, "load"), NOAH, ()), "crow-into-c2")
    assert question is not None
    assert question.list_ids() == ["dog-into-c2", "cat-into-c2", "done"]
    question = run(rules.resolve(table, action(table, "load"), NOAH, ()), "dog-into-c2")
    assert question is None


def test_points_for_a_tile_go_to_whoever_held_it() -> None:
    table, _ = one_square()
    table.food = [0, 0, 0, 0]
    give(table, NOAH, "dog-m")
    give(table, SEM, "dog-f")
    run(rules.resolve(table, action(table, "load"), NOAH, ()), "dog-into-c2")
    assert points(table, SEM) == [("tile", 2)]
    assert points(table, NOAH) == [("tile", 2), ("corral-boards", 4)]


def test_a_cube_between_two_corrals_counts_for_both() -> None:
    """rulings.md 1.8 #22."""
    table = table_for(4)
    table.food = [0, 0, 0, 0]
    lay(table, NOAH, "c1-north", "c1-b1", "c1-d1", "c1-c2", "d1-north", "d1-e1", "d1-d2", "b1-north", "e1-north")
    give(table, NOAH, "dog-m", "dog-f", "cat-m", "cat-f")
    for id in ("c1", "d1"):
        corral = corral_at(table, id)
        pitch(table, corral)
        feed(table, corral, 1)
    assert table.pitch_on_ark == 3
    run(rules.resolve(table, action(table, "load"), NOAH, ()), "dog-into-c1", "cat-into-d1")
    assert [entry for entry in points(table, NOAH) if entry[0] == "corral-pitch"] == [("corral-pitch", 2)] * 2


def test_loading_may_be_declined() -> None:
    table, _ = one_square()
    give(table, NOAH, "dog-m", "dog-f")
    assert run(rules.resolve(table, action(table, "load"), NOAH, ()), "done") is None
    assert table.scores == [0, 0, 0, 0]


def test_the_chooser_has_eight_loading_points_and_the_others_five() -> None:
    table, _ = one_square()
    lay(table, SEM, "f2-f1", "f2-f3", "f2-e2", "f2-g2")
    questions = list_questions(rules.resolve(table, action(table, "load"), NOAH, (SEM,)), "corral-f2")
    assert [(question.seat, question.about) for question in questions] == [(SEM, 5)]
    table, _ = one_square(food=0)
    questions = list_questions(rules.resolve(table, action(table, "load"), NOAH, (SEM,)))
    assert [(question.seat, question.about) for question in questions] == [(NOAH, 8)]
