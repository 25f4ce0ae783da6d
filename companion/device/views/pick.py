"""A title and a list to pick from with the dial. Long lists scroll; long lines get smaller, then wrap."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from companion.app.choice_rows import MORE
from companion.app.choice_rows import Row as Row  # noqa: PLC0414 (views and walks that make lists find it here)
from companion.core.words import Say
from companion.device.fit import Fitted, fit
from companion.device.font import font
from companion.device.pencil import AIRY_GRID, GRID, HEIGHT, OFF, ON, PAGE, PITCH, WIDTH, Pencil
from companion.device.view import BACK, View

GUTTER = 12
"""Width reserved at the left for the mark, in pixels."""

BAR = 3
"""Width of the scroll bar at the right, in pixels."""

BESIDE = 3
"""Pixels between the words of a heading and its `MORE` sign."""

TITLE_GRID = (-2, 12, 26)
"""Tops of the lines of a title: capitals of the first, and small letters of the others, fill exactly one page."""

TITLES = ((25, ("text",)), (36, ("text",)), (36, ("small",)))
FINE_TITLES = ((25, ("text", "small")), (27, ("text", "small")), (36, ("text", "small")))
"""Heights and fonts to try for a title, in this order: it should leave as much room as possible to the choices. On the
smallest glass a third line is better than letters that nobody can read from a chair."""

SYMBOL_WIDTH = 13
ROW_FONTS = ("strong", "text", "small")
"""Fonts for the rows of a list; the last one only on glass on which it can be read from a chair."""


def write_title(
    pencil: Pencil, title: str, symbol: str = "", size: str = "text", corner: str = "", brief: bool = False
) -> int:
    """Write the question at the top, between the sign of the seat and the corner; returns the y below it.

    A `brief` title leaves room for rows that are long themselves.
    """
    left = SYMBOL_WIDTH if symbol else 1
    right = WIDTH - (font("text").width(corner) + 3 if corner else 0)
    for height, sizes in FINE_TITLES if pencil.fine or brief else TITLES:
        fitted = fit(title, right - left, height, [size if used == "text" else used for used in sizes])
        if fitted.whole:
            break
    write_below_edge(pencil, right + 3, corner)
    if symbol:
        write_below_edge(pencil, 1, symbol, "strong")
    if fitted.font.name == size:
        first, *others = fitted.lines
        write_below_edge(pencil, left, first, size)
        for y, line in zip(TITLE_GRID[1:], others, strict=False):
            pencil.write(left, y, line, size)
        return GRID[len(fitted.lines)]
    bottom = pencil.put(left, 0, fitted)
    return next(y for y in GRID if y >= bottom - 1)


def write_below_edge(pencil: Pencil, x: int, line: str, size: str = "text") -> None:
    """Write the first line of a title, no higher than its accents and signs allow."""
    pencil.write(x, max(TITLE_GRID[0], -font(size).line(line).top), line, size)


class RowLayout(NamedTuple):
    """A row as it is drawn. It looks the same marked or not, because unchanged pixels aren't sent to the screen."""

    words: Fitted
    value: str
    airy: bool = False
    """Whether it takes whole pages, so that fewer bytes are sent for it."""

    @property
    def least_height(self) -> int:
        """Least height in pixels."""
        return max(self.words.height, font("text").height) + 1

    @property
    def height(self) -> int:
        """Height in pixels."""
        return fill_pages(self.least_height) if self.airy else self.least_height

    @property
    def width(self) -> int:
        """Width in pixels of a row that is no more than a line of words; any other takes the whole screen."""
        return WIDTH if self.value or len(self.words.lines) > 1 else self.words.font.width(self.words.lines[0])


class PickPage(NamedTuple):
    """The rows of a list that are visible together."""

    top: int
    rows: dict[int, tuple[int, RowLayout]]
    """Top and layout of each row, by its index."""


class PickView(View):
    """Turn to mark a row, push to pick it."""

    left, mark_left = GUTTER, 0
    """Left edges of the words of the rows, and of the mark."""

    def __init__(self, title: str, rows: Sequence[Row], at: int = 0, symbol: str = "", seat: int | None = None) -> None:
        super().__init__()
        self.title = title
        self.rows = list(rows)
        self.at = at
        self.symbol = symbol
        self.seat = seat

    @property
    def marked(self) -> Row:
        """Row that a push would pick."""
        return self.rows[self.at]

    def turn(self, steps: int) -> None:
        """Mark another row. The list wraps around: the last row comes before the first."""
        self.at = (self.at + steps) % len(self.rows)

    def push(self) -> None:
        """Pick the marked row."""
        self.decide(self.marked.result)

    def draw(self, pencil: Pencil) -> None:
        """Draw the title and the page of the list with the marked row."""
        self.draw_rows(pencil, self.lay_out(pencil))

    def lay_out(self, pencil: Pencil) -> PickPage:
        """Write the title and draw the bar; return the visible rows below.

        Rows are airy if all of them fit even so, or if they need several pages anyway.
        """
        lines = self.lines(pencil)
        heights = [line.height for line in lines]
        brief = max(heights, default=0) > HEIGHT - GRID[3]
        top = write_title(pencil, self.title, self.symbol, corner=self.corner, brief=brief)
        if max(heights, default=0) > HEIGHT - top:
            lines = [smaller(*pair, HEIGHT - top) for pair in zip(self.rows, lines, strict=True)]
            heights = [line.height for line in lines]
        airy_top, airy_heights = next(y for y in AIRY_GRID if y >= top), [fill_pages(height) for height in heights]
        has_room = sum(heights) <= HEIGHT - top
        airy = sum(airy_heights) <= HEIGHT - airy_top or (top == airy_top and not has_room)
        if airy:
            top, heights = airy_top, airy_heights
        first, last = page_with(heights, self.at, HEIGHT - top)
        if last - first < len(lines):
            draw_bar(pencil, top, first / len(lines), last / len(lines))
        return PickPage(
            top, place_rows(range(first, last), [line._replace(airy=airy) for line in lines[first:last]], top)
        )

    def draw_rows(self, pencil: Pencil, page: PickPage, with_mark: bool = True) -> None:
        """Draw the rows of a page, and the mark beside the one that a push would pick."""
        for index, (y, line) in page.rows.items():
            self._draw_line(pencil, y, line)
            if with_mark and index == self.at:
                draw_mark(pencil, self.mark_left, y + (line.least_height - PITCH) // 2)
                pencil.marked = f"{self.marked.label} {self.marked.value}".rstrip()

    def lines(self, pencil: Pencil) -> list[RowLayout]:
        """Lay out all rows in one weight, otherwise some would look as if they couldn't be picked.

        It is the boldest in which each row has room on one line; where there is none, long rows wrap. No row is ever
        shortened.
        """
        sizes = ROW_FONTS if pencil.fine else ROW_FONTS[:-1]
        size = next((size for size in sizes if all(fits(row, size, self.left) for row in self.rows)), "text")
        fitted = [fit(row.label, room_for(row, size, self.left), HEIGHT, (size,)) for row in self.rows]
        return [RowLayout(words, row.value) for words, row in zip(fitted, self.rows, strict=True)]

    def _draw_line(self, pencil: Pencil, y: int, line: RowLayout) -> None:
        face, lines = line.words.font, line.words.lines
        bottom = pencil.put(self.left, y + (line.least_height - line.words.height) // 2, line.words)
        if line.value == MORE:  # beside the words, it is sent together with them
            pencil.write(self.left + face.width(lines[-1]) + BESIDE, bottom - face.height, MORE, face.name)
        elif line.value:
            x = WIDTH - BAR - 1 - face.width(line.value)
            pencil.write(x, y + (line.least_height - face.height) // 2, line.value, face.name)


def fill_pages(height: int) -> int:
    """Round a height up to whole pages."""
    return -(-height // PAGE) * PAGE


def place_rows(indexes: Sequence[int], lines: Sequence[RowLayout], y: int) -> dict[int, tuple[int, RowLayout]]:
    """Return rows below one another, the first of them at `y`."""
    tops = accumulate((line.height for line in lines), initial=y)
    return dict(zip(indexes, zip(tops, lines, strict=False), strict=True))


def room_for(row: Row, size: str, left: int = GUTTER) -> int:
    """Return the width for the words of a row, beside the mark, its value and the bar."""
    return WIDTH - left - BAR - (font(size).width(row.value) + 3 if row.value else 0)


def fits(row: Row, size: str, left: int = GUTTER) -> bool:
    """Whether a row has room on one line in this font."""
    return font(size).width(row.label) <= room_for(row, size, left)


def smaller(row: Row, line: RowLayout, room: int) -> RowLayout:
    """Return the row in small letters if it needs more room otherwise, as several long names may."""
    if line.words.height <= room:
        return line
    return RowLayout(fit(row.label, room_for(row, "small"), room, ("small",)), row.value)


def draw_mark(pencil: Pencil, x: int, y: int) -> None:
    """Draw the hand that points at the marked row: as high as its capitals, so that turning the dial sends little."""
    pencil.rectangle((x, y + 2, x + 6, y + 9), fill=ON)
    pencil.polygon([(x + 2, y + 3), (x + 2, y + 8), (x + 4, y + 6), (x + 4, y + 5)], fill=OFF)


def draw_bar(pencil: Pencil, top: int, start: float, end: float) -> None:
    """Draw the bar that shows which part of a long list is visible, in whole pages so that few bytes change."""
    first_page = -(-top // PAGE)
    room = HEIGHT // PAGE + 1 - first_page
    first = first_page + min(room - 1, int(room * start))
    last = max(first + 1, first_page + int(room * end))
    pencil.rectangle((WIDTH - 2, PAGE * first, WIDTH - 1, min(PAGE * last, HEIGHT) - 1), fill=ON)


def page_with(heights: Sequence[int], at: int, room: int) -> tuple[int, int]:
    """Return the first row of the page with row `at`, and the one after its last. Pages fill up from the first row."""
    first = used = 0
    for index, height in enumerate(heights):
        if used and used + height > room:
            if at < index:
                return first, index
            first, used = index, 0
        used += height
    return first, len(heights)


def confirm(say: Say, question: str, yes: str) -> PickView:
    """Return a view that asks before something that can't be undone; Cancel is marked first."""
    return PickView(question, [Row(say("Cancel"), BACK), Row(yes, True)])
