"""Turn call: the name of the next player, shown large on the other screen for a moment."""

from companion.core.seat import Seat
from companion.device.font import font
from companion.device.pencil import HEIGHT, ON, WIDTH, Box, Pencil, blown_up

CALL_SECONDS = 2.0
"""Long enough to be read from every chair; whoever touches something sees the table at once."""

GLASS: Box = (0, 0, WIDTH, HEIGHT)
PAGE = 8
"""Dots that are sent as one byte: a band of whole pages doesn't touch the bytes of the picture around it."""

MARGIN = 2
"""Least dots above and below the letters: a line that sets the band off, and one that stays dark."""


class TurnCall:
    """Calls somebody whom nobody had asked just before."""

    def __init__(self, seat: Seat, now: float) -> None:
        self.who = seat.signed
        self.until = now + CALL_SECONDS

    def draw(self, pencil: Pencil) -> None:
        """Draw shape and name as large as they fit, in a band across the picture of the table.

        Letters are as large as on an empty screen. Since the band covers no more of the table than they need, much
        less is sent for a call and after it, each turn. A name that takes two lines needs the whole screen.
        """
        letters = blown_up(self.who, GLASS, "large")
        pages = -(-(letters.height + 2 * MARGIN) // PAGE)
        if pages * PAGE > HEIGHT or not fits_twice_as_large(self.who):
            pencil.cover(GLASS)
            pencil.loud_name(self.who, GLASS)
            return
        top = (HEIGHT + 1 - pages * PAGE) // 2 // PAGE * PAGE
        bottom = top + pages * PAGE - 1
        pencil.cover((0, top, WIDTH - 1, bottom))
        pencil.line((0, top, WIDTH - 1, top), fill=ON)
        pencil.line((0, bottom, WIDTH - 1, bottom), fill=ON)
        pencil.loud(self.who, (0, top, WIDTH, bottom + 1))


def fits_twice_as_large(text: str) -> bool:
    """Whether large letters, blown up to twice their size, fit on one line."""
    image = font("large").line(text).image
    return image is not None and 2 * image.width <= WIDTH
