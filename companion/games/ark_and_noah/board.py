"""The ark drawn with letters: boards, pitch, food and animals."""

from collections.abc import Callable, Sequence

from companion.games.ark_and_noah.ark import NOBODY, ArkBoard
from companion.games.ark_and_noah.hull import EAST, NORTH, SOUTH, WEST, HullEdge, PitchSpace, Place, column_letters

WIDEST = 4
"""Letters between two corners, where there is room for them."""
PAGE = 60
"""Columns of a narrow terminal."""
MARGIN = 4
"""Columns beside the squares: the numbers of the rows, and the last corner."""

CUBE, FOOD, EMPTY, CORNER, WALL = "█", "∘", "▫", "·", "│"
ACROSS, DOWN = "across", "down"

Line = tuple[str, int, int]
"""An edge as it is drawn: which way it goes, and the column and row of the corner it starts from."""

STARTS = {NORTH: (ACROSS, 0, 0), SOUTH: (ACROSS, 0, 1), WEST: (DOWN, 0, 0), EAST: (DOWN, 1, 0)}


def find_line(edge: HullEdge) -> Line:
    """Return where an edge is drawn."""
    way, right, below = STARTS[edge.side]
    return way, edge.squares[0].column + right, edge.squares[0].row + below


def find_ends(edge: HullEdge) -> set[Place]:
    """Return the two corners of an edge."""
    way, column, row = find_line(edge)
    return {(column, row), (column + 1, row) if way == ACROSS else (column, row + 1)}


def find_corner(space: PitchSpace) -> Place:
    """Return the corner of a pitch space."""
    edge, other_edge = space.edges
    return min(find_ends(edge) & find_ends(other_edge))


def draw_board(ark: ArkBoard, symbols: Sequence[str], name: Callable[[str], str]) -> list[str]:
    """Return the ark as lines of text. Open pitch spaces show their number."""
    hull = ark.hull
    columns, rows = max(square.column for square in hull.squares) + 1, max(square.row for square in hull.squares) + 1
    wide = max(2, min(WIDEST, (PAGE - MARGIN) // columns - 1))
    boards = {find_line(edge): symbols[owner] for edge, owner in _list_owned_edges(ark)}
    corners = {corner: CORNER for edge in hull.edges for corner in find_ends(edge)}
    corners |= {find_corner(space): CUBE for space in hull.spaces if ark.pitch & space.bit}
    corners |= {find_corner(space): str(space.index + 1) for space in ark.open_spaces}
    inside = contents(ark, name, wide)
    heads = "".join(f" {column_letters(column):^{wide}}" for column in range(columns))
    lines = [f"   {heads}"]
    for row in range(rows + 1):
        across = [_across(boards, corners, (column, row), wide) for column in range(columns + 1)]
        lines.append(f"   {''.join(across)}")
        if row < rows:
            down = [_down(boards, inside, (column, row), wide) for column in range(columns + 1)]
            lines.append(f"{row + 1:>2} {''.join(down)}")
    # the last corner may have two figures: then a long ark moves to the left, if its rows have only one
    to_the_left = MARGIN + columns * (wide + 1) == PAGE and rows < 10
    return [line.rstrip()[to_the_left:] for line in lines]


def _list_owned_edges(ark: ArkBoard) -> list[tuple[HullEdge, int]]:
    return [(edge, owner) for edge, owner in zip(ark.hull.edges, ark.owner, strict=True) if owner != NOBODY]


def _across(boards: dict[Line, str], corners: dict[Place, str], at: Place, wide: int) -> str:
    """Return a corner and the edge to its right; the number of a pitch space covers the start of the edge."""
    board, corner = boards.get((ACROSS, *at), ""), corners.get(at, " ")
    edge = f"{board:─^{wide}}" if board else " " * wide
    return corner + edge[len(corner) - 1 :]


def _down(boards: dict[Line, str], inside: dict[Place, str], at: Place, wide: int) -> str:
    """Return an upright board, or none, and the square to its right."""
    board = boards.get((DOWN, *at), "")
    return (board + WALL if board else "  ") + f"{inside.get(at, ''):^{wide - 1}}"


def contents(ark: ArkBoard, name: Callable[[str], str], wide: int) -> dict[Place, str]:
    """Return the text in each square of a finished corral: pairs, food, empty."""
    inside = {}
    for corral in ark.corrals:
        pairs = [name(pair.id)[: wide - 1] for pair in (corral.big, corral.small) if pair is not None]
        signs = [*pairs, *[FOOD] * (corral.food - len(pairs)), *[EMPTY] * corral.size]
        for square, sign in zip(corral.squares, signs, strict=False):
            inside[square.column, square.row] = sign
    return inside
