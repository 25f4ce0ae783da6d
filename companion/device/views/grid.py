"""Editor for the shape of a board part: squares set one by one with the dial."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.words import Say
from companion.device.font import font
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title

SQUARE, NONE = "#", "."
DONE = 0
"""Position of the dial that finishes; the squares follow."""


class Room(NamedTuple):
    """Size of the grid in squares."""

    columns: int
    rows: int


class GridView(View):
    """Turn to move from square to square, push to add or remove one; the map is on the other screen."""

    def __init__(self, title: str, drawn: Sequence[str], room: Room, say: Say) -> None:
        super().__init__()
        self.title = title
        self.room = room
        self.say = say
        self.at = DONE
        self.squares = {(x, y) for y, row in enumerate(drawn) for x, mark in enumerate(row) if mark == SQUARE}

    @property
    def place(self) -> tuple[int, int] | None:
        """Column and row of the marked square; None while Done is marked."""
        return None if self.at == DONE else ((self.at - 1) % self.room.columns, (self.at - 1) // self.room.columns)

    def turn(self, steps: int) -> None:
        """Move row by row, in reading order; after the last square come Done and the first square."""
        self.at = (self.at + steps) % (self.room.columns * self.room.rows + 1)

    def push(self) -> None:
        """Add or remove the marked square; on Done, answer with all of them."""
        if self.place is None:
            self.decide(" ".join(self.format_squares()))
        else:
            self.squares ^= {self.place}

    def format_squares(self) -> list[str]:
        """Return the squares row by row, without empty margins."""
        across, down = sorted({x for x, _ in self.squares}), sorted({y for _, y in self.squares})
        if not self.squares:
            return []
        return [
            "".join(SQUARE if (x, y) in self.squares else NONE for x in range(across[0], across[-1] + 1))
            for y in range(down[0], down[-1] + 1)
        ]

    def draw(self, pencil: Pencil) -> None:
        """Draw the position and the effect of a push."""
        top = write_title(pencil, self.title, brief=True)
        count = self.say.plural("{n} square", "{n} squares", len(self.squares))
        if self.place is None:
            where, marked = count, self.say("Done")
        else:
            x, y = self.place
            where = self.say("row {row}, column {column}", row=y + 1, column=x + 1)
            marked = self.say("remove this square") if self.place in self.squares else self.say("add a square here")
        pencil.write(1, top, where)
        pencil.write(1, HEIGHT - font("strong").height, f"▶ {marked}", "strong")
        pencil.marked = marked

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the map; the marked square has a frame."""
        size = min(WIDTH // self.room.columns, HEIGHT // self.room.rows)
        left, top = (WIDTH - size * self.room.columns) // 2, (HEIGHT - size * self.room.rows) // 2
        for y in range(self.room.rows):
            for x in range(self.room.columns):
                corner = left + x * size, top + y * size
                if (x, y) in self.squares:
                    pencil.rectangle(_box(corner, size, 2), fill=ON)
                else:
                    pencil.point((corner[0] + size // 2, corner[1] + size // 2), fill=ON)
                if (x, y) == self.place:
                    pencil.rectangle(_box(corner, size, 0), outline=ON)
        return True


def _box(corner: tuple[int, int], size: int, inset: int) -> tuple[int, int, int, int]:
    x, y = corner
    return x + inset, y + inset, x + size - 1 - inset, y + size - 1 - inset
