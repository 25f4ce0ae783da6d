"""Things that are different, one a page: turn for the next, push or back to close."""

from collections.abc import Sequence

from companion.device.fit import fit
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import BAR, draw_bar, write_title

Page = tuple[str, Sequence[str]]
"""The difference, and each case."""


class ComparisonView(View):
    """Pages to leaf through; a bar shows how many there are."""

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__()
        self.pages = pages
        self.at = 0

    def turn(self, steps: int) -> None:
        """Another page; the first and the last are the ends."""
        self.at = max(0, min(len(self.pages) - 1, self.at + steps))

    def push(self) -> None:
        """Close the pages."""
        self.decide(None)

    def draw(self, pencil: Pencil) -> None:
        """One page: its title, and its lines as large as they fit."""
        title, lines = self.pages[self.at]
        top = write_title(pencil, title, size="strong")
        pencil.put(0, top, fit("\n".join(lines), WIDTH - BAR - 1, HEIGHT - top, ("text", "small")))
        draw_bar(pencil, 0, self.at / len(self.pages), (self.at + 1) / len(self.pages))
