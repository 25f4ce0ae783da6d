"""The flood: last-minute loading without points, then the final scoring."""

import pytest

from companion.core.game import Outcome
from companion.core.ledger import Entry
from companion.games.ark_and_noah import rules, scoring
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import (
    CAM,
    JAFET,
    NOAH,
    SEM,
    ark_of,
    corral_at,
    feed,
    give,
    ids,
    lay,
    list_questions,
    points,
    run,
    table_for,
)


def flooded(players: int = 4) -> ArkAndNoahTable:
    """A table with a corral of two squares, built by Noah, and nothing in anyone's hands."""
    table = table_for(players)
    table.boards, table.pitch, table.food = [0] * players, [0] * players, [0] * players
    for seat in range(players):
        table.completed[seat] = seat
    lay(table, NOAH, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2", "b3-c3")
    return table


def test_food_is_loaded_first_by_whoever_has_the_fewest_points() -> None:
    table = flooded()
    table.food = [1, 1, 1, 1]
    for seat, score in enumerate((7, 3, 5, 1)):
        table.ledger.add(seat, score, "test")
    questions = list_questions(rules.load_last_minute(table), "corral-b2", "corral-b2")
    assert [(question.ask, question.seat) for question in questions] == [("last_food", JAFET), ("last_food", SEM)]
    assert table.food == [1, 0, 1, 0], "the corral is full, so Cam and Noah keep theirs"
    assert table.scores == [7, 3, 5, 1], "no points for it"


def test_ties_load_in_turn_order() -> None:
    """rulings.md 1.8 #15."""
    table = flooded()
    table.completed = [CAM, -1, NOAH, -1, JAFET, SEM, -1]
    table.food = [1, 1, 1, 1]
    questions = list_questions(rules.load_last_minute(table), "done", "done", "done", "done")
    assert [question.seat for question in questions] == [CAM, NOAH, JAFET, SEM]


def test_last_pairs_need_no_own_board_and_cost_nothing() -> None:
    """rulings.md 1.8 #16."""
    table = flooded()
    feed(table, corral_at(table, "b2"), 2)
    give(table, SEM, "pig-m", "pig-f", "dog-m", "dog-f")
    assert run(rules.load_last_minute(table), "pig-into-b2") is None
    assert ids(table.tiles[SEM]) == ["dog-m", "dog-f"], "no corral has the size for dogs"
    assert table.scores == [0, 0, 0, 0]


def test_at_the_last_minute_the_mate_of_another_player_and_small_animals_come_along() -> None:
    table = flooded()
    feed(table, corral_at(table, "b2"), 2)
    give(table, SEM, "pig-m", "crow-f")
    give(table, CAM, "pig-f", "crow-m")
    assert run(rules.load_last_minute(table), "pig-into-b2", "crow-into-b2") is None
    assert not any(table.tiles), "Cam's halves are aboard too and cost him nothing"
    run(scoring.score_at_the_end(table))
    assert table.scores == [0, 0, 0, 0], "no points for tiles, boards or pitch"


@pytest.mark.parametrize("lacking", ["food", "mate", "size"])
def test_last_pairs_still_need_everything_else(lacking: str) -> None:
    """rulings.md 1.8 #16."""
    table = flooded()
    feed(table, corral_at(table, "b2"), 1 if lacking == "food" else 2)
    animal = "dog" if lacking == "size" else "pig"
    give(table, SEM, f"{animal}-m")
    if lacking != "mate":
        give(table, CAM, f"{animal}-f")
    assert run(rules.load_last_minute(table)) is None


def test_last_pairs_still_need_pitch() -> None:
    table = flooded()
    lay(table, NOAH, "e1-north", "e1-d1", "e1-f1", "e1-e2")
    feed(table, corral_at(table, "e1"), 1)
    give(table, SEM, "dog-m", "dog-f")
    assert run(rules.load_last_minute(table)) is None


def test_all_food_comes_before_all_pairs() -> None:
    table = flooded()
    table.food = [0, 1, 1, 0]
    give(table, SEM, "pig-m", "pig-f")
    questions = list_questions(rules.load_last_minute(table), "corral-b2", "corral-b2", "pig-into-b2")
    assert [(question.ask, question.seat) for question in questions] == [
        ("last_food", SEM),
        ("last_food", CAM),
        ("last_pairs", SEM),
    ]


def test_last_food_is_loaded_tile_by_tile_until_done() -> None:
    table = flooded()
    table.food = [2, 0, 0, 0]
    assert run(rules.load_last_minute(table), "corral-b2", "done") is None
    assert table.food[NOAH] == 1


def test_the_most_boards_on_the_outside_are_worth_five_points() -> None:
    table = flooded()
    lay(table, SEM, "a1-north", "b1-north")
    lay(table, CAM, "c1-north")
    run(scoring.score_at_the_end(table))
    assert points(table, SEM) == [("outer-majority", 5)]
    assert points(table, NOAH) == [], "boards inside do not count"


def test_tied_players_all_get_the_five_points() -> None:
    table = flooded()
    lay(table, SEM, "a1-north", "b1-north")
    lay(table, CAM, "c1-north", "d1-north")
    run(scoring.score_at_the_end(table))
    assert table.scores == [0, 5, 5, 0]


def test_leftover_boards_food_and_pitch_cost_a_point_each() -> None:
    table = flooded()
    table.boards[SEM], table.food[SEM], table.pitch[SEM] = 3, 2, 1
    run(scoring.score_at_the_end(table))
    assert points(table, SEM) == [("boards-left", -3), ("food-left", -2), ("pitch-left", -1)]


def test_animals_left_behind_cost_their_size_and_small_ones_nothing() -> None:
    table = flooded()
    give(table, SEM, "elephant-m", "dog-f", "crow-m")
    run(scoring.score_at_the_end(table))
    assert points(table, SEM) == [("tile-left", -4), ("tile-left", -1)]
    assert table.scores[SEM] == -5, "a score may be negative (rulings.md 1.8 #17)"


def test_nothing_on_the_outside_is_no_majority() -> None:
    table = flooded()
    assert not any(ark_of(table).count_outer_boards())
    run(scoring.score_at_the_end(table))
    assert table.scores == [0, 0, 0, 0]


def test_the_most_points_win_and_ties_share_the_victory() -> None:
    table = flooded()
    table.ledger.add(SEM, 4, "test")
    assert how(scoring.outcome(table)) == ((SEM,), "most-points")
    table.ledger.add(JAFET, 4, "test")
    assert how(scoring.outcome(table)) == ((SEM, JAFET), "shared")


def how(outcome: Outcome) -> tuple[tuple[int, ...], str]:
    return outcome.winners, outcome.why


def test_every_line_of_the_final_scoring_is_in_the_ledger_in_order() -> None:
    table = flooded(2)
    lay(table, NOAH, "a1-north")
    table.boards, table.food, table.pitch = [1, 0], [1, 2], [0, 1]
    give(table, NOAH, "lion-m")
    run(scoring.score_at_the_end(table))
    lines: list[Entry] = table.ledger.entries
    assert [(line.seat, line.points, line.reason) for line in lines] == [
        (NOAH, 5, "outer-majority"),
        (NOAH, -1, "boards-left"),
        (NOAH, -1, "food-left"),
        (NOAH, -3, "tile-left"),
        (SEM, -2, "food-left"),
        (SEM, -1, "pitch-left"),
    ]
