"""Who sits where: a list to pick from, and on the other screen the seats taken so far."""

from collections.abc import Sequence

from companion.core.seat import SYMBOLS
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.views.pick import PickView, Row

SIGN_WIDTH = 14


class SeatsView(PickView):
    """Pick a name for the next seat."""

    def __init__(self, title: str, rows: Sequence[Row], names: Sequence[str], symbol: str) -> None:
        super().__init__(title, rows, symbol=symbol, seat=len(names))
        self.names = names

    def beside(self, pencil: Pencil) -> bool:
        """Five places in the order of the paddles, each with its sign; the next one is framed."""
        step = HEIGHT // len(SYMBOLS)
        for index, symbol in enumerate(SYMBOLS):
            y = index * step
            pencil.write(2, y, symbol, "strong")
            if index < len(self.names):
                pencil.put(
                    SIGN_WIDTH + 2, y, fit(self.names[index], WIDTH - SIGN_WIDTH, 12, ("strong", "text", "small"))
                )
            elif index == len(self.names):
                pencil.rectangle((SIGN_WIDTH, y, WIDTH - 1, y + step - 2), outline=ON)
        return True
