"""Figures with bars: a page a kind of figure, turned with the dial."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import draw_bar, write_title

NAME_WIDTH = 82
"""Pixels for the longest name; shorter ones leave the rest to the bars."""
ROWS = 4
BAR = 4
"""Pixels at the right for where in all pages we are."""


class Bar(NamedTuple):
    """A row: whose, how much of the bar is full, and the figure behind it."""

    name: str
    share: float
    figure: str


class BarSheet(NamedTuple):
    """One kind of figure."""

    title: str
    bars: Sequence[Bar]


def split_pages(sheets: Sequence[BarSheet]) -> list[BarSheet]:
    """The same with as many rows a sheet as fit on the screen."""
    return [
        BarSheet(sheet.title, sheet.bars[first : first + ROWS])
        for sheet in sheets
        for first in range(0, len(sheet.bars), ROWS)
    ]


class BarsView(View):
    """Turn for the next page; push or back when seen."""

    def __init__(self, sheets: Sequence[BarSheet]) -> None:
        super().__init__()
        self.pages = split_pages(sheets)
        self.at = 0

    def turn(self, steps: int) -> None:
        """Another page; the ends are ends."""
        self.at = max(0, min(len(self.pages) - 1, self.at + steps))

    def push(self) -> None:
        """Close the pages."""
        self.decide(None)

    def draw(self, pencil: Pencil) -> None:
        """Names, bars and figures of a page."""
        page = self.pages[self.at]
        top = write_title(pencil, page.title, size="strong")
        figures = max(font("text").width(bar.figure) for bar in page.bars)
        names = min(NAME_WIDTH, max(font("text").width(bar.name) for bar in page.bars))
        for row, bar in enumerate(page.bars):
            self._draw_bar(pencil, top + row * 12, bar, names + 3, WIDTH - BAR - figures - 2)
        if len(self.pages) > 1:
            draw_bar(pencil, top, self.at / len(self.pages), (self.at + 1) / len(self.pages))

    def _draw_bar(self, pencil: Pencil, y: int, bar: Bar, left: int, right: int) -> None:
        pencil.put(0, y, fit(bar.name, left - 3, font("text").height, ("text", "small")))
        pencil.rectangle((left, y + 2, right, y + 8), outline=ON)
        full = left + round(min(1.0, max(0.0, bar.share)) * (right - left))
        pencil.rectangle((left, y + 2, full, y + 8), fill=ON)
        pencil.write(right + 3, y, bar.figure)
