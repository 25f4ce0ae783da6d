"""The geometry of the ark follows from its squares alone, whatever the owner's ark looks like."""

from random import Random

import pytest

from companion.games.ark_and_noah.hull import Hull, Place, column_letters, pitch_at, walls


def rectangle(columns: int, rows: int) -> list[Place]:
    return [(column, row) for column in range(columns) for row in range(rows)]


def grown(rng: Random, size: int) -> list[Place]:
    """A random group of squares that hang together."""
    places = {(0, 0)}
    while len(places) < size:
        column, row = rng.choice(sorted(places))
        dx, dy = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        places.add((column + dx, row + dy))
    left, top = min(column for column, _ in places), min(row for _, row in places)
    return [(column - left, row - top) for column, row in places]


def has_hole(places: list[Place]) -> bool:
    """Flood the sea around the ark, also through gaps between two corners: a dry place that is no square is a hole."""
    right, bottom = max(column for column, _ in places) + 1, max(row for _, row in places) + 1
    sea, todo = {(-1, -1)}, [(-1, -1)]
    while todo:
        column, row = todo.pop()
        for place in ((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            if -1 <= place[0] <= right and -1 <= place[1] <= bottom and place not in sea and place not in places:
                sea.add(place)
                todo.append(place)
    return len(sea) + len(places) < (right + 2) * (bottom + 2)


def test_a_single_square_has_four_edges_and_a_pitch_space_at_each_corner() -> None:
    hull = Hull([(0, 0)])
    assert [edge.id for edge in hull.edges] == ["a1-north", "a1-east", "a1-south", "a1-west"]
    assert len(hull.spaces) == 4
    assert all(len(edge.spaces) == 2 for edge in hull.edges)


def test_neighbours_share_their_edge() -> None:
    hull = Hull(rectangle(2, 1))
    shared = [edge for edge in hull.edges if not edge.outer]
    assert [edge.id for edge in shared] == ["a1-b1"]
    assert all(shared[0] in square.edges for square in hull.squares)
    assert [len(square.edges) for square in hull.squares] == [4, 4]


def test_pitch_spaces_go_once_around_clockwise_from_the_north_west() -> None:
    hull = Hull(rectangle(2, 2))
    around = [space.edges[0].id for space in hull.spaces]
    assert around == ["a1-north", "b1-north", "b1-east", "b2-east", "b2-south", "a2-south", "a2-west", "a1-west"]


def test_a_corner_into_the_ark_has_a_pitch_space_too() -> None:
    hull = Hull([(0, 1), (1, 0), (1, 1)])
    pairs = [{edge.id for edge in space.edges} for space in hull.spaces]
    assert {"a2-north", "b1-west"} in pairs
    assert len(hull.spaces) == len(hull.outer) == 8


def test_squares_that_touch_only_at_a_corner_do_not_hang_together() -> None:
    assert not Hull([(0, 0), (1, 1)]).whole


def test_a_hole_is_noticed() -> None:
    ring = [place for place in rectangle(3, 3) if place != (1, 1)]
    assert not Hull(ring).whole
    assert Hull(rectangle(3, 3)).whole


def test_no_squares_are_no_ark() -> None:
    assert not Hull([]).whole


@pytest.mark.parametrize("seed", range(60))
def test_on_any_hull_each_outer_edge_lies_between_two_pitch_spaces(seed: int) -> None:
    rng = Random(seed)
    places = grown(rng, rng.randint(2, 40))
    hull = Hull(places)
    assert hull.whole != has_hole(places)
    if hull.whole:
        assert len(hull.spaces) == len(hull.outer)
        assert all(len(edge.spaces) == (2 if edge.outer else 0) for edge in hull.edges)
        assert all(space.edges[0] is not space.edges[1] for space in hull.spaces)
        assert len({edge.id for edge in hull.edges}) == len(hull.edges)
        assert 4 * len(hull.squares) == len(hull.outer) + 2 * (len(hull.edges) - len(hull.outer))


@pytest.mark.parametrize("seed", range(20))
def test_shapes_are_those_of_all_groups_of_connected_squares(seed: int) -> None:
    hull = Hull(grown(Random(seed), 9))
    for size in range(1, 5):
        shapes = set()
        for bits in range(1 << len(hull.squares)):
            if bits.bit_count() == size:
                group = [square for square in hull.squares if bits & square.bit]
                if Hull([(square.column, square.row) for square in group])._find_connected() and connected(group):
                    shapes.add((len(walls(group)), len(pitch_at(walls(group)))))
        assert hull.shapes[size] == shapes


def connected(group: list) -> bool:
    reached = {group[0]}
    for _ in group:
        reached |= {other for square in reached for other in square.neighbours if other in group}
    return len(reached) == len(group)


def test_columns_go_on_after_z() -> None:
    assert [column_letters(column) for column in (0, 25, 26, 27)] == ["a", "z", "aa", "ab"]
