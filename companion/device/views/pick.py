"""A title and a list to pick from with the dial; a long list scrolls, a long line gets smaller, then wraps."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.device.fit import Fitted, fit, on_one_line
from companion.device.font import font
from companion.device.pencil import HEIGHT, OFF, ON, WIDTH, Pencil
from companion.device.view import View

BAR = 3
"""Pixels at the right for the bar that shows where in the list we are."""

TITLE_HEIGHTS = (24, 28, 36)
"""A title takes as little as it needs, since the choices want the rest."""

SYMBOL_WIDTH = 13


class Row(NamedTuple):
    """One line of a list: its words, what picking it means, and a value to stand at its end."""

    label: str
    result: Any
    value: str = ""


def write_title(pencil: Pencil, title: str, symbol: str = "") -> int:
    """Write what is asked at the top, after the sign of the seat; returns where the rest begins."""
    left = SYMBOL_WIDTH if symbol else 1
    for height in TITLE_HEIGHTS:
        fitted = fit(title, WIDTH - left, height, ("strong", "text", "small"))
        if fitted.whole:
            break
    if symbol:
        pencil.write(1, 0, symbol, "strong")
    bottom = pencil.put(left, 0, fitted) + 1
    pencil.line((0, bottom, WIDTH - 1, bottom), fill=ON)
    return bottom + 2


class Line(NamedTuple):
    """A row as it is drawn."""

    words: Fitted
    value: str

    @property
    def height(self) -> int:
        """Its pixels from top to bottom."""
        return max(self.words.height, font("text").height) + 1


class PickView(View):
    """Turn to mark a row, push to pick it."""

    def __init__(
        self, title: str, rows: Sequence[Row], at: int = 0, symbol: str = "", seat: int | None = None
    ) -> None:
        super().__init__()
        self.title = title
        self.rows = list(rows)
        self.at = at
        self.symbol = symbol
        self.seat = seat

    @property
    def marked(self) -> Row:
        """The row that a push would pick."""
        return self.rows[self.at]

    def turn(self, steps: int) -> None:
        """Mark another row; the list is a ring, so the last one is a step before the first."""
        self.at = (self.at + steps) % len(self.rows)

    def push(self) -> None:
        """Pick the marked row."""
        self.decide(self.marked.result)

    def draw(self, pencil: Pencil) -> None:
        """Title, then as many rows as fit around the marked one."""
        top = write_title(pencil, self.title, self.symbol)
        room = HEIGHT - top
        lines = [self.line(row, index == self.at) for index, row in enumerate(self.rows)]
        first, last = visible([line.height for line in lines], self.at, room)
        y = top
        for index in range(first, last):
            self._draw_line(pencil, y, lines[index], index == self.at)
            y += lines[index].height
        if last - first < len(lines):
            self._draw_bar(pencil, top, first, last)

    def line(self, row: Row, marked: bool) -> Line:
        """The words of a row: on one line if any font allows it, never shortened."""
        value_width = font("strong").width(row.value) + 4 if row.value else 0
        width = WIDTH - BAR - 3 - value_width
        sizes = ("large", "strong", "text", "small") if marked else ("text", "small")
        words = on_one_line(row.label, width, sizes)
        return Line(words or fit(row.label, width, HEIGHT, ("small",)), row.value)

    def _draw_line(self, pencil: Pencil, y: int, line: Line, marked: bool) -> None:
        ink = OFF if marked else ON
        right = WIDTH - BAR - 1
        if marked:
            pencil.rectangle((0, y, right, y + line.height - 1), fill=ON)
        pencil.put(2, y + (line.height - line.words.height) // 2, line.words, ink)
        if line.value:
            x = right - 2 - font("strong").width(line.value)
            pencil.write(x, y + (line.height - font("strong").height) // 2, line.value, "strong", ink)

    def _draw_bar(self, pencil: Pencil, top: int, first: int, last: int) -> None:
        room = HEIGHT - top
        start = top + room * first // len(self.rows)
        end = max(start + 3, top + room * last // len(self.rows))
        pencil.rectangle((WIDTH - 2, start, WIDTH - 1, min(end, HEIGHT) - 1), fill=ON)


def visible(heights: Sequence[int], at: int, room: int) -> tuple[int, int]:
    """Which rows to show so that the marked one is among them, with its neighbours around it."""
    first, last, used = at, at + 1, heights[at]
    while True:
        before = first > 0 and used + heights[first - 1] <= room
        after = last < len(heights) and used + heights[last] <= room
        if before and (at - first <= last - 1 - at or not after):
            first -= 1
            used += heights[first]
        elif after:
            used += heights[last]
            last += 1
        else:
            return first, last
