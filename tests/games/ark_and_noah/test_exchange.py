"""The Exchange: its award, the swap of boards and the trade of an animal."""

from collections.abc import Sequence

import pytest

from companion.core.question import Question
from companion.games.ark_and_noah import rules
from companion.games.ark_and_noah.table import ArkAndNoahTable, list_draws
from tests.games.ark_and_noah.stage import (
    NOAH,
    SEM,
    action,
    ark_of,
    edge,
    give,
    ids,
    lay,
    list_questions,
    points,
    run,
    table_for,
    tile,
)


def sem_exchanges(table: ArkAndNoahTable, *answers: str) -> Question | None:
    return run(rules.resolve(table, action(table, "exchange"), SEM, (NOAH,)), *answers)


def test_the_award_is_a_point_food_a_board_or_pitch() -> None:
    table = table_for(4)
    question = sem_exchanges(table)
    assert question is not None
    assert question.list_ids() == ["point", "food", "board", "pitch"]


@pytest.mark.parametrize(
    ("award", "boards", "pitch", "food", "score"),
    [("point", 3, 2, 2, 1), ("food", 3, 2, 3, 0), ("board", 4, 2, 2, 0), ("pitch", 3, 3, 2, 0)],
)
def test_each_award_is_given(award: str, boards: int, pitch: int, food: int, score: int) -> None:
    table = table_for(4)
    assert sem_exchanges(table, award) is None, "without animals and boards there is only the award"
    mine = table.boards[SEM], table.pitch[SEM], table.food[SEM], table.scores[SEM]
    assert mine == (boards, pitch, food, score)
    assert table.boards[NOAH] == 3, "nothing happens to the others"


def test_awards_never_exceed_the_supply() -> None:
    table = table_for(4)
    table.food_left, table.pitch_left = 0, 0
    table.boards_left[SEM] = 0
    assert sem_exchanges(table) is None, "only the point is left, so nothing is asked"
    assert points(table, SEM) == [("exchange", 1)]


def test_sems_exchange_of_the_rulebook() -> None:
    """Crow and tiger may go, dog and elephant not; he gives the tiger for the male crow."""
    table = table_for(4, "table")
    give(table, SEM, "crow-f", "tiger-m", "dog-f", "elephant-f")
    give(table, NOAH, "dog-m", "elephant-m")
    question = sem_exchanges(table, "point")
    assert question is not None
    assert question.list_ids() == ["keep", "crow-f", "tiger-m"]
    assert sem_exchanges(table, "point", "tiger-m", "crow-m") is None
    assert ids(table.tiles[SEM]) == ["crow-f", "dog-f", "elephant-f", "crow-m"]
    assert tile(table, "tiger-m") in table.bags["m"]
    assert tile(table, "tiger-f") in table.bags["f"]
    assert table.is_coupled(tile(table, "crow-f"))


def drawing(table: ArkAndNoahTable, wanted: Sequence[str]) -> None:
    """Only these tiles are left in the bags."""
    for sex in ("m", "f"):
        table.bags[sex] = [tile(table, id) for id in wanted if id.endswith(sex)]


def test_drawn_tiles_are_not_in_play() -> None:
    """Sem may give his tiger although another one was just drawn (rulings.md 1.8 #8)."""
    table = table_for(4)
    give(table, SEM, "crow-f", "tiger-m")
    drawing(table, ["crow-m", "tiger-f", "rhinoceros-f"])
    question = sem_exchanges(table, "point")
    assert question is not None
    assert question.ask == "trade", "there is only one way to draw the last three tiles"
    assert "tiger-m-for-crow-m" in question.list_ids()
    assert len(question.choices) == 1 + 2 * 3
    assert table.facts()["animals-1"] == "crow-f tiger-m", "not coupled"


def test_tiles_that_are_not_kept_go_back_into_the_bags() -> None:
    table = table_for(4)
    give(table, SEM, "crow-f", "tiger-m")
    drawing(table, ["crow-m", "tiger-f", "rhinoceros-f"])
    sem_exchanges(table, "point", "tiger-m-for-crow-m")
    assert ids(table.bags["m"]) == ["tiger-m"]
    assert sorted(ids(table.bags["f"])) == ["rhinoceros-f", "tiger-f"]
    assert not table.drawn


def test_animals_of_different_sex_may_be_exchanged() -> None:
    table = table_for(4)
    give(table, SEM, "tiger-m")
    drawing(table, ["crow-f", "dog-f", "pig-f"])
    sem_exchanges(table, "point", "tiger-m-for-dog-f")
    assert ids(table.tiles[SEM]) == ["dog-f"]


def test_keeping_ones_animals_is_an_exchange_too() -> None:
    """rulings.md 1.8 #7."""
    table = table_for(4)
    give(table, SEM, "tiger-m")
    drawing(table, ["crow-f", "dog-f", "pig-f"])
    sem_exchanges(table, "point", "keep")
    assert ids(table.tiles[SEM]) == ["tiger-m"]
    assert len(table.bags["f"]) == 3


def test_the_bags_to_draw_from_are_the_players_choice() -> None:
    table = table_for(4)
    give(table, SEM, "tiger-m")
    question = sem_exchanges(table, "point")
    assert question is not None
    assert question.list_ids() == ["draw-0m-3f", "draw-1m-2f", "draw-2m-1f", "draw-3m-0f"]
    trade = sem_exchanges(table, "point", "draw-2m-1f")
    assert trade is not None
    assert [drawn.sex for drawn in table.drawn] == ["m", "m", "f"]


def test_bags_that_are_nearly_empty_give_what_they_have() -> None:
    table = table_for(4)
    give(table, SEM, "tiger-m")
    assert ids(list_draws(1, 1)) == ["draw-1m-1f"]
    assert ids(list_draws(5, 1)) == ["draw-2m-1f", "draw-3m-0f"]
    drawing(table, [])
    assert sem_exchanges(table, "point") is None


def test_with_only_coupled_animals_boards_must_be_swapped() -> None:
    table = table_for(4)
    give(table, SEM, "dog-f")
    give(table, NOAH, "dog-m")
    lay(table, NOAH, "a1-north")
    assert sem_exchanges(table, "point") is None, "boards of one colour cannot be swapped: award only"
    lay(table, SEM, "b1-north")
    lay(table, SEM, "c1-north")
    question = sem_exchanges(table, "point")
    assert question is not None
    assert question.ask == "swap"


def test_swapped_boards_have_different_colours_and_score_nothing() -> None:
    table = table_for(4)
    lay(table, NOAH, "a1-north", "d2-e2")
    lay(table, SEM, "b1-north", "c1-north")
    questions = list_questions(rules.resolve(table, action(table, "exchange"), SEM, ()), "food", "a1-north", "c1-north")
    assert [question.ask for question in questions] == ["award", "swap", "swap_with"]
    assert questions[2].list_ids() == ["b1-north", "c1-north"]
    ark = ark_of(table)
    assert ark.owner[edge(ark, "a1-north").index] == SEM
    assert ark.owner[edge(ark, "c1-north").index] == NOAH
    assert table.scores == [0, 0, 0, 0]


def test_boards_around_an_occupied_corral_may_be_swapped() -> None:
    """rulings.md 1.8 #9."""
    table = table_for(4)
    lay(table, NOAH, "c2-c1", "c2-c3", "c2-b2", "c2-d2")
    ark_of(table).corrals[0].big = tile(table, "dog-m").species
    lay(table, SEM, "a1-north")
    sem_exchanges(table, "point", "a1-north", "c1-c2")
    assert ark_of(table).corrals[0].colours == [3, 1, 0, 0]


def test_at_a_real_table_an_exchange_takes_three_answers_at_most() -> None:
    table = table_for(4, "table", depth="counts")
    give(table, SEM, "tiger-m")
    table.boards_on_ark = [1, 1, 0, 0]
    play = rules.resolve(table, action(table, "exchange"), SEM, (NOAH,))
    questions = list_questions(play, "point", "tiger-m", "crow-f")
    assert [question.ask for question in questions] == ["award", "give", "get"]
    assert questions[1].list_ids() == ["keep", "swap", "tiger-m"]
    give(table, SEM, "pig-m")
    assert sem_exchanges(table, "point", "swap") is None, "which boards were swapped need not be told"
