"""A number to set with the dial, large enough to be seen by the whole table."""

from collections.abc import Sequence
from typing import Any

from companion.device.font import font
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.view import View
from companion.device.views.pick import write_title


class NumberView(View):
    """Turn to change the number, push to take it."""

    def __init__(
        self, title: str, numbers: Sequence[int], symbol: str = "", seat: int | None = None, at: int = 0
    ) -> None:
        super().__init__()
        self.title = title
        self.numbers = numbers
        self.at = at
        self.symbol = symbol
        self.seat = seat

    def turn(self, steps: int) -> None:
        """Change the number. It stops at both ends, so that nobody turns from none to all by mistake."""
        self.at = max(0, min(len(self.numbers) - 1, self.at + steps))

    def push(self) -> None:
        """Answer with the number that is shown."""
        self.decide(self.numbers[self.at])

    def draw(self, pencil: Pencil) -> None:
        """Draw the number in the middle, and an arrow with the limit on each side where it can go on."""
        top = write_title(pencil, self.title, self.symbol, corner=self.corner)
        digits = str(self.numbers[self.at])
        middle = top + (HEIGHT - top - font("huge").height) // 2
        pencil.centre(middle, digits, "huge")
        pencil.marked = digits
        if self.at > 0:
            self._hint(pencil, 2, middle, "◀", self.numbers[0])
        if self.at < len(self.numbers) - 1:
            self._hint(pencil, WIDTH - 22, middle, "▶", self.numbers[-1])

    def _hint(self, pencil: Pencil, x: int, y: int, arrow: str, end: Any) -> None:
        pencil.centre(y + 2, arrow, "strong", left=x, right=x + 20)
        pencil.centre(y + 14, str(end), "text", left=x, right=x + 20)
