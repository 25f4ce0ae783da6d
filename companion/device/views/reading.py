"""Lines to read: scores, facts, help. Turn to scroll, push or back to close."""

from collections.abc import Iterable

from companion.device.fit import wrap
from companion.device.font import font
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import draw_bar, write_title

BAR = 4


def wrap_paragraphs(paragraphs: Iterable[str]) -> list[str]:
    """Return paragraphs as lines that fit the screen."""
    return [line for text in paragraphs for line in wrap(text, font("text"), WIDTH - BAR)]


class ReadingView(View):
    """Shows paragraphs below a title; turn the dial to scroll."""

    def __init__(self, title: str, paragraphs: Iterable[str], symbol: str = "", last: bool = False) -> None:
        super().__init__()
        self.title = title
        self.symbol = symbol
        self.lines = wrap_paragraphs(paragraphs)
        self.at = 0
        self.from_the_end = last

    def turn(self, steps: int) -> None:
        """Scroll, up to both ends."""
        self.at += steps

    def push(self) -> None:
        """Close the view."""
        self.decide(None)

    def draw(self, pencil: Pencil) -> None:
        """Draw as many lines as fit, and a bar if there are more."""
        top = write_title(pencil, self.title, self.symbol, "strong")
        face = font("text")
        rows = (HEIGHT - top) // face.height
        most = max(0, len(self.lines) - rows)
        self.at = most if self.from_the_end else max(0, min(most, self.at))
        self.from_the_end = False
        for row, line in enumerate(self.lines[self.at : self.at + rows]):
            pencil.write(0, top + row * face.height, line)
        if most:
            draw_bar(pencil, top, self.at / len(self.lines), (self.at + rows) / len(self.lines))
