"""Turn call: the name of the next player, shown large on the other screen for a moment."""

from companion.core.seat import Seat
from companion.device.pencil import HEIGHT, WIDTH, Pencil

CALL_SECONDS = 2.0
"""Long enough to be read from every chair; whoever touches something sees the table at once."""


class TurnCall:
    """Calls somebody whom nobody had asked just before."""

    def __init__(self, seat: Seat, now: float) -> None:
        self.who = seat.signed
        self.until = now + CALL_SECONDS

    def draw(self, pencil: Pencil) -> None:
        """Shape and name, as large as they fit."""
        pencil.loud_name(self.who, (0, 0, WIDTH, HEIGHT))
