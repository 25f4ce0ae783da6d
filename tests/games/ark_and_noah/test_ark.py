"""Boards, pitch and corrals on the ark, one by one."""

from random import Random

import pytest

from companion.games.ark_and_noah.ark import ArkBoard
from companion.games.ark_and_noah.hull import Hull
from tests.games.ark_and_noah.judge import is_tight, naive_corrals
from tests.games.ark_and_noah.stage import (
    CAM,
    JAFET,
    NOAH,
    SEM,
    ark_of,
    corral_at,
    edge,
    ids,
    lay,
    space_between,
    table_for,
)


def empty_ark() -> ArkBoard:
    return ark_of(table_for(4))


def place(ark: ArkBoard, seat: int, *wanted: str) -> list[int]:
    """Place boards; returns whose boards came back."""
    strays = []
    for id in wanted:
        strays += [owner for corral in ark.place_board(edge(ark, id), seat) for _, owner in corral.strays]
    return strays


def test_a_board_fits_on_any_empty_edge_also_outside() -> None:
    ark = empty_ark()
    assert ark.open_edges == list(ark.hull.edges)
    place(ark, NOAH, "a1-north", "c2-d2")
    assert len(ark.open_edges) == 110
    assert ids(ark.list_laid_edges()) == ["a1-north", "c2-d2"]
    assert ark.gaps == 31


def test_four_boards_around_a_square_are_a_corral() -> None:
    ark = empty_ark()
    place(ark, NOAH, "c2-c1", "c2-c3", "c2-b2")
    assert not ark.corrals
    place(ark, SEM, "c2-d2")
    (corral,) = ark.corrals
    assert corral.id == "corral-c2"
    assert corral.size == 1
    assert corral.colours == [3, 1, 0, 0]
    assert corral.pitch == 0


def test_a_corral_at_the_hull_needs_its_outer_board() -> None:
    ark = empty_ark()
    place(ark, NOAH, "c1-b1", "c1-d1", "c1-c2")
    assert not ark.corrals
    place(ark, NOAH, "c1-north")
    assert ids(ark.corrals) == ["corral-c1"]


def test_one_board_can_finish_two_corrals() -> None:
    ark = empty_ark()
    place(ark, NOAH, "c2-c1", "c2-c3", "c2-b2", "d2-d1", "d2-d3", "d2-e2")
    assert [corral.size for corral in ark.corrals] == [2]
    ark = empty_ark()
    place(ark, NOAH, "c2-c1", "c2-c3", "c2-b2", "d2-d1", "d2-d3")
    place(ark, CAM, "c2-d2", "d2-e2")
    assert [corral.size for corral in ark.corrals] == [1, 1]
    assert [corral.colours[CAM] for corral in ark.corrals] == [1, 2]


def test_corrals_of_three_and_four_squares_can_have_any_shape() -> None:
    ark = empty_ark()
    around = ["b2-a2", "b2-b1", "c2-c1", "c2-d2", "b3-a3", "b3-b4", "b3-c3"]
    place(ark, NOAH, *around)
    assert not ark.corrals
    place(ark, NOAH, "c2-c3")
    assert ids(ark.corrals[0].squares) == ["b2", "b3", "c2"]
    assert len(ark.corrals[0].edges) == 8


def test_more_than_four_closed_squares_are_no_corral_and_can_be_divided_later() -> None:
    ark = empty_ark()
    place(ark, NOAH, "a1-west", "a2-west", "a3-west", "a4-west", "a1-north", "b1-north", "a4-south", "b4-south")
    place(ark, SEM, "b1-c1", "b2-c2", "b3-c3", "b4-c4")
    assert not ark.corrals, "eight squares are too many (rulings.md 1.8 #2)"
    place(ark, CAM, "a1-b1")
    assert ark.has_board(edge(ark, "a1-b1")), "walls inside a large area stay"
    strays = place(ark, CAM, "a2-a3", "b2-b3")
    assert [corral.size for corral in ark.corrals] == [4, 4]
    assert strays == [CAM], "the wall inside the northern half went back"


def test_walls_left_inside_a_closing_corral_go_back_to_their_owners() -> None:
    table = table_for(4)
    lay(table, JAFET, "c2-d2")
    lay(table, NOAH, "c2-c1", "d2-d1", "c2-c3", "d2-d3", "c2-b2")
    lay(table, SEM, "d2-e2")
    ark = ark_of(table)
    assert [corral.size for corral in ark.corrals] == [1, 1], "a wall that divides makes two corrals"
    table = table_for(4)
    lay(table, JAFET, "b2-b3")
    lay(table, NOAH, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "c2-c1", "c2-d2", "c3-d3")
    assert table.boards_left[JAFET] == 23
    lay(table, SEM, "c3-c4")
    corral = corral_at(table, "b2")
    assert corral.size == 4
    assert corral.colours == [7, 1, 0, 0], "the wall inside is none of its boards"
    assert table.boards_left[JAFET] == 24
    assert "b2-b3" not in ids(ark_of(table).list_laid_edges())
    assert table.boards_on_ark == [7, 1, 0, 0]


def test_no_board_is_ever_placed_inside_a_finished_corral() -> None:
    ark = empty_ark()
    place(ark, NOAH, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2", "b3-c3")
    assert ids(ark.corrals) == ["corral-b2"]
    assert edge(ark, "b2-b3") not in ark.open_edges


def test_an_opponents_half_built_corral_can_be_walled_off() -> None:
    ark = empty_ark()
    place(ark, NOAH, "b2-b1", "b2-a2", "b3-a3", "b3-b4", "b2-c2")
    place(ark, SEM, "b2-b3")
    assert [corral.size for corral in ark.corrals] == [1], "rulings.md 1.8 #3"


def test_pitch_needs_both_boards_next_to_its_space() -> None:
    ark = empty_ark()
    place(ark, NOAH, "b1-north")
    assert not ark.open_spaces
    place(ark, SEM, "c1-north")
    assert ark.open_spaces == [space_between(ark, "b1-north", "c1-north")]


def test_corner_spaces_take_pitch_too() -> None:
    ark = empty_ark()
    place(ark, NOAH, "a1-north", "a1-west")
    assert ark.open_spaces == [space_between(ark, "a1-north", "a1-west")]
    ark.place_pitch(ark.open_spaces[0])
    assert not ark.open_spaces


def test_a_corral_touches_one_pitch_space_more_than_its_outer_boards_in_a_row() -> None:
    ark = empty_ark()
    place(ark, NOAH, "c1-north", "d1-north", "c1-b1", "d1-e1", "c1-c2", "d1-d2")
    assert ark.corrals[0].pitch.bit_count() == 3
    place(ark, NOAH, "a1-north", "a1-west", "a1-b1", "a1-a2")
    assert ark.corrals[1].pitch.bit_count() == 3, "round the corner"


def test_a_corral_is_tight_once_all_its_pitch_spaces_are_filled_even_beyond_its_boards() -> None:
    ark = empty_ark()
    place(ark, NOAH, "c1-north", "c1-b1", "c1-d1", "c1-c2", "b1-north")
    (corral,) = ark.corrals
    ark.place_pitch(space_between(ark, "b1-north", "c1-north"))
    assert not is_tight(ark, corral)
    place(ark, SEM, "d1-north")
    ark.place_pitch(space_between(ark, "c1-north", "d1-north"))
    assert is_tight(ark, corral)


def test_swapped_boards_change_the_colours_of_every_corral_they_belong_to() -> None:
    ark = empty_ark()
    place(ark, NOAH, "c2-c1", "c2-c3", "c2-b2", "c2-d2")
    place(ark, SEM, "d2-d1", "d2-d3", "d2-e2")
    place(ark, CAM, "l4-south")
    ark.swap(edge(ark, "c2-d2"), edge(ark, "l4-south"))
    assert [corral.colours for corral in ark.corrals] == [[3, 0, 1, 0], [0, 3, 1, 0]]
    assert ark.count_outer_boards() == [1, 0, 0, 0]


@pytest.mark.parametrize("seed", range(40))
def test_corrals_found_step_by_step_are_those_a_flood_of_the_whole_ark_finds(seed: int) -> None:
    """On random hulls, with boards placed at random until none fits."""
    from tests.games.ark_and_noah.test_hull import grown

    rng = Random(seed)
    ark = ArkBoard(Hull(grown(rng, rng.randint(5, 40))), 4)
    finished: set[frozenset[str]] = set()
    while ark.open_edges:
        ark.place_board(rng.choice(ark.open_edges), rng.randrange(4))
        found = {frozenset(ids(corral.squares)) for corral in ark.corrals}
        assert found == naive_corrals(ark)
        assert finished <= found, "a finished corral stays as it is"
        finished = found
        for corral in ark.corrals:
            assert sum(corral.colours) == len(corral.edges)
            assert all(map(ark.has_board, corral.edges))
    assert {square for corral in ark.corrals for square in corral.squares} == set(ark.hull.squares)
