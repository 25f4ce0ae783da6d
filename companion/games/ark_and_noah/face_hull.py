"""The hull from above on the small screen: squares, boards, and the places in question."""

from collections.abc import Sequence
from typing import Any

from companion.games.ark_and_noah.ark import NOBODY, ArkBoard, Corral, Into
from companion.games.ark_and_noah.board import ACROSS, find_corner, find_line
from companion.games.ark_and_noah.hull import HullEdge, PitchSpace, Place, Square, column_letters

WIDTH, HEIGHT = 126, 62
LETTERS, NUMBERS = 11, 8
"""Pixels above for letters, and at the left for numbers."""
LARGEST = 12


def draw_map(draw: Any, ark: ArkBoard, choices: Sequence[Any]) -> bool:
    """Draw the hull with these places marked; False if none of the choices has a place on it."""
    edges = [choice for choice in choices if isinstance(choice, HullEdge)]
    spaces = [choice for choice in choices if isinstance(choice, PitchSpace)]
    squares = [square for choice in choices for square in find_squares(choice)]
    if not edges and not spaces and not squares:
        return False
    plan = HullMap(draw, ark)
    for square in squares:
        plan.fill(square)
    plan.draw_boards(ark)
    for edge in edges:
        plan.edge(edge, 3)
    for space in spaces:
        plan.cube(space, 3)
    return True


def find_squares(choice: Any) -> Sequence[Square]:
    """Return the squares of a corral, or of the corral a pair goes into."""
    corral = choice.corral if isinstance(choice, Into) else choice
    return corral.squares if isinstance(corral, Corral) else ()


class HullMap:
    """The hull drawn on the screen."""

    def __init__(self, draw: Any, ark: ArkBoard) -> None:
        self.draw = draw
        columns = 1 + max(square.column for square in ark.hull.squares)
        rows = 1 + max(square.row for square in ark.hull.squares)
        self.wide = min(LARGEST, (WIDTH - NUMBERS) // columns)
        self.high = min(LARGEST, (HEIGHT - LETTERS) // rows)
        self.left = NUMBERS + (WIDTH - NUMBERS - columns * self.wide) // 2
        for column in range(columns):
            left = self.left + column * self.wide
            draw.centre(0, column_letters(column), "text", 1, left, left + self.wide)
        for row in range(rows):
            draw.write(self.left - NUMBERS, LETTERS - 1 + row * self.high, str(row + 1), "text")
        draw.point([self.at(place) for square in ark.hull.squares for place in corners(square)], fill=1)

    def at(self, place: Place) -> Place:
        """Return the pixel of a corner."""
        return self.left + place[0] * self.wide, LETTERS + 1 + place[1] * self.high

    def fill(self, square: Square) -> None:
        """Fill a square."""
        left, top = self.at((square.column, square.row))
        self.draw.rectangle((left + 3, top + 3, left + self.wide - 3, top + self.high - 3), fill=1)

    def edge(self, edge: HullEdge, width: int) -> None:
        """Draw an edge as a line."""
        way, column, row = find_line(edge)
        ends = (column, row), (column + 1, row) if way == ACROSS else (column, row + 1)
        self.draw.line([self.at(end) for end in ends], fill=1, width=width)

    def cube(self, space: PitchSpace, size: int) -> None:
        """Draw a cube of pitch at its corner."""
        x, y = self.at(find_corner(space))
        self.draw.rectangle((x - size // 2, y - size // 2, x + size // 2, y + size // 2), fill=1)

    def draw_boards(self, ark: ArkBoard) -> None:
        """Draw the boards as thin lines."""
        for edge, owner in zip(ark.hull.edges, ark.owner, strict=True):
            if owner != NOBODY:
                self.edge(edge, 1)


def corners(square: Square) -> list[Place]:
    """Return the four corners of a square."""
    return [(square.column + right, square.row + below) for right in (0, 1) for below in (0, 1)]
