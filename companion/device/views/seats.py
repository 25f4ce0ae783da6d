"""Seating: a list of names, and on the other screen the seats taken so far."""

from collections.abc import Sequence

from companion.app.part_words import PADDLE_COUNT
from companion.core.seat import SYMBOLS
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import Sign
from companion.device.views.pick import PickView, Row

SIGN_WIDTH = 14


class Typed(Sign):
    """Result for a name that is being typed instead of picked."""


class SeatsView(PickView):
    """Pick a name for the next seat, or just type one."""

    def __init__(self, title: str, rows: Sequence[Row], names: Sequence[str], symbol: str) -> None:
        super().__init__(title, rows, symbol=symbol, seat=len(names))
        self.names = names

    def type(self, text: str) -> None:
        """Start to type a name that isn't in the list."""
        if text.strip():
            self.decide(Typed(text))

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the places in the order of the paddles, each with its symbol; the next one is framed."""
        draw_seats(pencil, self.names, len(self.names))
        return True


def draw_seats(pencil: Pencil, names: Sequence[str], framed: int | None = None) -> None:
    """Draw a line for each place: its symbol and its player; the place that is being filled is framed.

    Places without a paddle are drawn only once they are needed, so that most tables have larger lines.
    """
    places = max(PADDLE_COUNT, len(names), 0 if framed is None else framed + 1)
    step = HEIGHT // min(places, len(SYMBOLS))
    for index, symbol in enumerate(SYMBOLS[:places]):
        y = index * step
        pencil.write(2, y, symbol, "strong")
        if index < len(names) and names[index]:
            name = fit(names[index], WIDTH - SIGN_WIDTH - 4, step, ("strong", "text", "small"))
            pencil.put(SIGN_WIDTH + 2, y, name)
        if index == framed:
            pencil.rectangle((SIGN_WIDTH, y, WIDTH - 1, y + step - 1), outline=ON)
