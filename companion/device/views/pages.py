"""Pages turned with the dial: figures as bars, and differences between options."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import BAR, draw_bar, write_title

NAME_WIDTH = 82
"""Most pixels for a name; what shorter names leave free is for the bars."""
ROWS = 4
GAP = 4
"""Pixels at the right of a row of bars: the scroll bar and one column beside it."""

Page = TypeVar("Page")


class Bar(NamedTuple):
    """A row: name, filled share of the bar, and the figure behind it."""

    name: str
    share: float
    figure: str


class BarSheet(NamedTuple):
    """One kind of figure."""

    title: str
    bars: Sequence[Bar]


class DifferencePage(NamedTuple):
    """A difference between the values of an option, with a line for each value."""

    title: str
    lines: Sequence[str]


def split_pages(sheets: Sequence[BarSheet]) -> list[BarSheet]:
    """Split sheets that have more rows than fit on the screen."""
    return [
        BarSheet(sheet.title, sheet.bars[first : first + ROWS])
        for sheet in sheets
        for first in range(0, len(sheet.bars), ROWS)
    ]


class PagesView(View, Generic[Page]):
    """Turn for the next page; push or back to close."""

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__()
        self.pages = pages
        self.at = 0

    def turn(self, steps: int) -> None:
        """Turn pages, up to the first and the last."""
        self.at = max(0, min(len(self.pages) - 1, self.at + steps))

    def push(self) -> None:
        """Close the pages."""
        self.decide(None)

    def draw_position(self, pencil: Pencil, top: int) -> None:
        """Draw a scroll bar for the position among all pages."""
        draw_bar(pencil, top, self.at / len(self.pages), (self.at + 1) / len(self.pages))


class DifferencesView(PagesView[DifferencePage]):
    """Differences between the values of an option, one a page."""

    def draw(self, pencil: Pencil) -> None:
        """Draw the title of the page, and its lines as large as they fit."""
        title, lines = self.pages[self.at]
        top = write_title(pencil, title, size="strong")
        pencil.put(0, top, fit("\n".join(lines), WIDTH - BAR - 1, HEIGHT - top, ("text", "small")))
        self.draw_position(pencil, 0)


class BarsView(PagesView[BarSheet]):
    """Figures as bars."""

    def __init__(self, sheets: Sequence[BarSheet]) -> None:
        super().__init__(split_pages(sheets))

    def draw(self, pencil: Pencil) -> None:
        """Draw names, bars and figures of a page."""
        page = self.pages[self.at]
        top = write_title(pencil, page.title, size="strong")
        figures = max(font("text").width(bar.figure) for bar in page.bars)
        names = min(NAME_WIDTH, max(font("text").width(bar.name) for bar in page.bars))
        for row, bar in enumerate(page.bars):
            self._draw_bar(pencil, top + row * 12, bar, names + 3, WIDTH - GAP - figures - 2)
        if len(self.pages) > 1:
            self.draw_position(pencil, top)

    def _draw_bar(self, pencil: Pencil, y: int, bar: Bar, left: int, right: int) -> None:
        pencil.put(0, y, fit(bar.name, left - 3, font("text").height, ("text", "small")))
        pencil.rectangle((left, y + 2, right, y + 8), outline=ON)
        full = left + round(min(1.0, max(0.0, bar.share)) * (right - left))
        pencil.rectangle((left, y + 2, full, y + 8), fill=ON)
        pencil.write(right + 3, y, bar.figure)
