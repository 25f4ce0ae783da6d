"""The hull of the ark: edges, outer edges, pitch spaces and corral shapes, all derived from its squares."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

LARGEST_CORRAL: Final = 4
"""More squares than that are not a corral, however well closed."""

NORTH, EAST, SOUTH, WEST = "north", "east", "south", "west"
STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
CLOCKWISE = (NORTH, EAST, SOUTH, WEST)

Place = tuple[int, int]
"""Column and row of a square, or of a corner point, counted from the north-west."""


class Square:
    """One square of the ark."""

    __slots__ = ("bit", "column", "edges", "id", "index", "neighbours", "row")

    def __init__(self, index: int, place: Place) -> None:
        self.index = index
        self.bit = 1 << index
        self.column, self.row = place
        self.id = f"{column_letters(self.column)}{self.row + 1}"
        self.edges: list[HullEdge] = []
        self.neighbours: list[Square] = []

    def __str__(self) -> str:
        return self.id


class HullEdge:
    """A side of a square, with room for one board."""

    __slots__ = ("beside", "bit", "id", "index", "outer", "side", "sides", "spaces", "squares")

    def __init__(self, index: int, square: Square, side: str, other: Square | None) -> None:
        self.index = index
        self.bit = 1 << index
        self.side = side
        self.outer = other is None
        self.squares = (square,) if other is None else (square, other)
        self.sides: tuple[tuple[int, int], ...] = ()
        """Each of those squares with its neighbour across the edge, as bits: another square, or the outside."""
        self.id = f"{square.id}-{other.id if other else side}"
        self.spaces: tuple[PitchSpace, ...] = ()
        self.beside: tuple[tuple[PitchSpace, int], ...] = ()
        """Each of those spaces with the number of the outer edge that follows there."""

    def __str__(self) -> str:
        return self.id


class PitchSpace:
    """A place for a pitch cube, between two neighbouring outer edges."""

    __slots__ = ("bit", "edges", "id", "index")

    def __init__(self, index: int, edges: tuple[HullEdge, HullEdge]) -> None:
        self.index = index
        self.bit = 1 << index
        self.edges = edges
        self.id = f"pitch-{index + 1}"

    def __str__(self) -> str:
        return self.id


class Region:
    """Up to four squares that boards may enclose, with the edges and pitch spaces around them."""

    __slots__ = ("edges", "id", "inside", "pitch", "size", "squares")

    def __init__(self, squares: Sequence[Square]) -> None:
        self.squares = tuple(squares)
        self.size = len(squares)
        self.id = f"corral-{squares[0].id}"
        self.edges = walls(squares)
        """The edges around it, and below those between its squares."""
        self.inside = list(dict.fromkeys(edge for square in squares for edge in square.edges if edge not in self.edges))
        self.pitch = sum(space.bit for space in pitch_at(self.edges))


class _Regions(dict[int, Region]):
    """Regions by the bits of their squares, computed on demand."""

    def __init__(self, squares: Sequence[Square]) -> None:
        self.squares = squares

    def __missing__(self, bits: int) -> Region:
        region = self[bits] = Region([square for square in self.squares if square.bit & bits])
        return region


def column_letters(column: int) -> str:
    """Return the letters of a column: a, b, … z, aa, ab …"""
    first, last = divmod(column, 26)
    return (chr(96 + first) if first else "") + chr(97 + last)


class Hull:
    """All squares, edges and pitch spaces of an assembled ark."""

    def __init__(self, places: Iterable[Place]) -> None:
        ordered = sorted(places)
        self.squares = tuple(Square(index, place) for index, place in enumerate(ordered))
        self.at: dict[Place, Square] = dict(zip(ordered, self.squares, strict=True))
        edges: list[HullEdge] = []
        around: dict[tuple[Place, str], HullEdge] = {}
        for place, square in self.at.items():
            for side in CLOCKWISE:
                self._add_edge(edges, around, place, square, side)
        self.edges = tuple(edges)
        self.outer = tuple(edge for edge in edges if edge.outer)
        self.inside = (1 << len(self.squares)) - 1
        """All squares, as bits; the outside has higher ones, one for each side of a square."""
        self.ways = dict.fromkeys((square.bit for square in self.squares), 0)
        """Squares next to each square of an empty ark, all as bits."""
        for edge in edges:
            for one, beyond in edge.sides:
                self.ways[one] |= beyond
        self.regions = _Regions(self.squares)
        self.spaces = tuple(self._spaces(around)) if self.squares else ()

    def _add_edge(
        self, edges: list[HullEdge], around: dict[tuple[Place, str], HullEdge], place: Place, square: Square, side: str
    ) -> None:
        other = self.at.get(beside(place, side))
        if other is None or side in (EAST, SOUTH):
            edge = HullEdge(len(edges), square, side, other)
            edges.append(edge)
            around[place, side] = edge
            square.edges.append(edge)
            if other is None:
                edge.sides = ((square.bit, 1 << (len(self.squares) + CLOCKWISE.index(side))),)
            else:
                other.edges.append(edge)
                square.neighbours.append(other)
                other.neighbours.append(square)
                edge.sides = (square.bit, other.bit), (other.bit, square.bit)

    def _spaces(self, around: dict[tuple[Place, str], HullEdge]) -> Iterable[PitchSpace]:
        """Yield a space after each outer edge, clockwise from the north-west square."""
        start = corner = min(self.at), NORTH
        while True:
            following = self._next_outer(*corner)
            edges = around[corner], around[following]
            space = PitchSpace(sum(len(edge.spaces) for edge in self.outer) // 2, edges)
            for edge, other in (edges, edges[::-1]):
                edge.spaces += (space,)
                edge.beside += ((space, other.index),)
            yield space
            corner = following
            if corner == start:
                return

    def _next_outer(self, place: Place, side: str) -> tuple[Place, str]:
        """Return the next outer edge: around the corner, straight on, or into the corner."""
        onward = CLOCKWISE[(CLOCKWISE.index(side) + 1) % 4]
        ahead = beside(place, onward)
        if ahead not in self.at:
            return place, onward
        across = beside(ahead, side)
        if across not in self.at:
            return ahead, side
        return across, CLOCKWISE[(CLOCKWISE.index(side) - 1) % 4]

    @property
    def whole(self) -> bool:
        """Whether the squares are connected and enclose no hole: one walk around meets every outer edge."""
        return (
            bool(self.squares)
            and len(self.spaces) == len(self.outer)
            and len(self._find_connected()) == len(self.squares)
        )

    def _find_connected(self) -> set[Square]:
        reached, todo = {self.squares[0]}, [self.squares[0]]
        while todo:
            for other in todo.pop().neighbours:
                if other not in reached:
                    reached.add(other)
                    todo.append(other)
        return reached

    @cached_property
    def places(self) -> dict[str, Square | HullEdge | PitchSpace]:
        """All squares, edges and pitch spaces by id."""
        return {place.id: place for places in (self.squares, self.edges, self.spaces) for place in places}

    @cached_property
    def shapes(self) -> dict[int, frozenset[tuple[int, int]]]:
        """Possible numbers of boards and pitch cubes of a corral, by number of squares."""
        shapes: dict[int, frozenset[tuple[int, int]]] = {}
        groups = {frozenset([square]) for square in self.squares}
        for size in range(1, LARGEST_CORRAL + 1):
            shapes[size] = frozenset((len(walls(group)), len(pitch_at(walls(group)))) for group in groups)
            groups = {group | {other} for group in groups for square in group for other in square.neighbours} - groups
            groups = {group for group in groups if len(group) == size + 1}
        return shapes


def beside(place: Place, side: str) -> Place:
    """Return the place next to this one."""
    column, row = STEPS[side]
    return place[0] + column, place[1] + row


def walls(squares: Iterable[Square]) -> list[HullEdge]:
    """Return the edges around a group of squares."""
    group = list(squares)
    return [edge for square in group for edge in square.edges if sum(other in group for other in edge.squares) == 1]


def pitch_at(edges: Iterable[HullEdge]) -> set[PitchSpace]:
    """Return the pitch spaces next to these edges."""
    return {space for edge in edges for space in edge.spaces}
