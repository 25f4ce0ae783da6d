"""The quick game: clockwise, five actions, no food, no pitch, no small animals."""

import pytest

from companion.core.match import Match
from companion.core.question import Question
from companion.games.ark_and_noah import GAME, rules, scoring
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import (
    CAM,
    NOAH,
    SEM,
    action,
    ark_of,
    board_depth,
    corral_at,
    give,
    ids,
    lay,
    list_questions,
    points,
    run,
    table_for,
)


def quick(players: int = 4, deal: str = "virtual") -> ArkAndNoahTable:
    return table_for(players, deal, mode="quick")


def resolve(table: ArkAndNoahTable, id: str, *answers: str) -> Question | None:
    return run(rules.resolve(table, action(table, id), NOAH, tuple(range(1, len(table.seats)))), *answers)


def test_food_pitch_and_small_animals_stay_in_the_box() -> None:
    table = quick()
    assert table.food == table.pitch == [0, 0, 0, 0]
    assert (table.food_left, table.pitch_left) == (0, 0)
    assert table.boards == [3, 3, 3, 3]
    assert not any(tile.species.small for bag in table.bags.values() for tile in bag)


def test_play_goes_clockwise_and_actions_may_be_repeated() -> None:
    table = quick()
    questions = list_questions(rules.quick_round(table, CAM), "wood", "wood", "wood", "wood")
    assert [question.seat for question in questions] == [CAM, 3, NOAH, SEM]
    assert all(len(question.choices) == 5 for question in questions)
    assert table.boards == [3 + 4 + 6] * 4


def test_two_players_take_one_action_a_turn_without_workers() -> None:
    """rulings.md 1.8 #18."""
    table = quick(2)
    questions = list_questions(rules.quick_round(table, NOAH), "wood", "wood")
    assert [question.seat for question in questions] == [NOAH, SEM]
    assert all(seat == -1 for seat in (*table.current, *table.completed))


def test_nobody_starts_on_the_action_board() -> None:
    table = quick(2, "table")
    run(rules.set_up(table), "dog-m", "cat-f", "pig-m", "wolf-f", "seat-1")
    assert all(seat == -1 for seat in table.completed)


def test_building_scores_nothing() -> None:
    table = quick(2)
    assert resolve(table, "build", "a1-north", "b1-north", "done", "c1-north", "done") is None
    assert table.scores == [0, 0]
    assert table.boards == [1, 2]


def test_no_pitch_is_ever_asked_for() -> None:
    table = quick(2)
    question = resolve(table, "build", "a1-north", "a1-west")
    assert question is not None
    assert not any(id.startswith("pitch") for id in question.list_ids())


def with_corral(seat: int = NOAH) -> ArkAndNoahTable:
    table = quick()
    lay(table, seat, "c2-c1", "c2-c3", "c2-b2", "c2-d2")
    lay(table, seat, "f1-north", "f1-e1", "f1-g1", "f1-f2")
    lay(table, seat, "i2-i1", "i2-i3", "i2-h2", "i2-j2")
    return table


def test_a_pair_needs_no_food_and_no_pitch() -> None:
    table = with_corral()
    give(table, NOAH, "dog-m", "dog-f")
    assert ids(board_depth(table).list_loadable(table, NOAH, 1)) == ["dog-into-c2", "dog-into-f1", "dog-into-i2"]


def test_points_are_those_of_tiles_and_boards() -> None:
    table = with_corral()
    give(table, NOAH, "dog-m")
    give(table, SEM, "dog-f")
    resolve(table, "load", "dog-into-f1")
    assert points(table, NOAH) == [("tile", 2), ("corral-boards", 4)]
    assert points(table, SEM) == [("tile", 2)]


def test_the_chooser_loads_two_pairs_and_the_others_one_each() -> None:
    table = with_corral()
    give(table, NOAH, "dog-m", "dog-f", "cat-m", "cat-f", "fox-m", "fox-f")
    question = resolve(table, "load", "dog-into-c2", "cat-into-f1")
    assert question is None, "no third pair for the chooser"
    table = with_corral(SEM)
    give(table, SEM, "dog-m", "dog-f", "cat-m", "cat-f")
    assert resolve(table, "load", "dog-into-c2") is None
    assert ids(table.tiles[SEM]) == ["cat-m", "cat-f"]


def test_a_corral_takes_one_pair_of_its_size_with_an_own_board() -> None:
    table = with_corral()
    give(table, NOAH, "dog-m", "dog-f", "cat-m", "cat-f", "pig-m", "pig-f")
    give(table, SEM, "fox-m", "fox-f")
    assert not board_depth(table).list_loadable(table, SEM, 1), "no board of Sem's"
    resolve(table, "load", "dog-into-c2", "done")
    offered = ids(board_depth(table).list_loadable(table, NOAH, 2))
    assert offered == ["cat-into-f1", "cat-into-i2"], "pigs want two squares, and the dogs stay alone"


def test_an_exchange_gives_a_point_and_may_trade_coupled_animals() -> None:
    table = quick(4, "table")
    give(table, NOAH, "dog-m")
    give(table, SEM, "dog-f")
    question = resolve(table, "exchange")
    assert question is not None
    assert question.list_ids() == ["keep", "dog-m"]
    resolve(table, "exchange", "dog-m", "lion-f")
    assert ids(table.tiles[NOAH]) == ["lion-f"]
    assert points(table, NOAH) == [("exchange", 1)] * 2
    assert table.facts()["animals-1"] == "dog-f", "single again"


def test_boards_are_not_swapped() -> None:
    """rulings.md 1.8 #20."""
    table = quick()
    lay(table, NOAH, "a1-north")
    lay(table, SEM, "b1-north")
    assert resolve(table, "exchange") is None
    give(table, NOAH, "dog-m")
    question = resolve(table, "exchange")
    assert question is not None
    assert "swap" not in question.list_ids()


def test_at_the_end_only_the_outer_majority_counts() -> None:
    """rulings.md 1.8 #19."""
    table = quick()
    lay(table, CAM, "a1-north")
    give(table, NOAH, "elephant-m")
    run(scoring.score_at_the_end(table))
    assert table.scores == [0, 0, 5, 0]


def test_walls_inside_a_closing_corral_go_back_here_too() -> None:
    table = quick(2)
    lay(table, SEM, "b2-b3")
    lay(table, NOAH, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "c2-c1", "c2-d2", "c3-d3", "c3-c4")
    assert corral_at(table, "b2").size == 4
    assert table.boards_on_ark == [8, 0]
    assert len(ark_of(table).list_laid_edges()) == 8


@pytest.mark.parametrize(("language", "worker"), [("en", "worker"), ("fr", "ouvrier")])
def test_the_first_question_speaks_of_no_workers(language: str, worker: str) -> None:
    helped = {}
    for mode in ("normal", "quick"):
        match = Match(GAME, GAME.set_up(["Noah", "Sem"], {"mode": mode}, deal="table"))
        assert match.question is not None
        helped[mode] = " ".join(GAME.voice(GAME.say(language)).help(match.question, match.table))
    assert (worker in helped["normal"].lower(), worker in helped["quick"].lower()) == (True, False)
