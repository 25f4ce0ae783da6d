"""Turn call: the name of the next player, shown large on the other screen for a moment."""

from companion.core.seat import Seat
from companion.device.font import font
from companion.device.pencil import HEIGHT, ON, WIDTH, Box, Pencil, blown_up

CALL_SECONDS = 2.0
"""Seconds of a call, long enough to be read from every chair; any input shows the table at once."""

GLASS: Box = (0, 0, WIDTH, HEIGHT)
PAGE = 8
"""Dots that are sent as one byte: a plate of whole pages doesn't touch the bytes of the picture around it."""

SIZE = "strong"
"""Letters of 8 dots: at twice their size a name takes three pages; the next larger letters would take four."""

FRAME, BESIDE = 1, 4
"""Dots of the frame, and dark ones left and right of the words. Above and below, words have room of their own."""

WORDS: Box = (0, 0, WIDTH - 2 * (FRAME + BESIDE), 4 * PAGE - 2 * FRAME)
"""Room for the words: a plate takes up to half of the screen."""


class TurnCall:
    """Calls a player who wasn't asked just before."""

    def __init__(self, seat: Seat, now: float) -> None:
        self.who = seat.signed
        self.until = now + CALL_SECONDS

    def draw(self, pencil: Pencil) -> None:
        """Draw shape and name on a plate in the middle of the table's picture, at least twice as large as choices.

        What the plate covers is sent twice, each turn: for the call and after it. So the plate is no larger than
        its words, in whole pages. A name that would be too small on one line takes the whole screen.
        """
        if 2 * font(SIZE).width(self.who) > WORDS[2]:
            pencil.cover(GLASS)
            pencil.loud_name(self.who, GLASS)
            return
        letters = blown_up(self.who, WORDS, SIZE)
        pages = -(-(letters.height + 2 * FRAME) // PAGE)
        left = (WIDTH - letters.width) // 2 - BESIDE - FRAME
        top = (HEIGHT + 1 - pages * PAGE) // 2 // PAGE * PAGE
        right, below = left + letters.width + 2 * (BESIDE + FRAME), top + pages * PAGE
        plate = (left, top, right - 1, below - 1)
        pencil.cover(plate)
        pencil.rectangle(plate, outline=ON)
        pencil.loud(self.who, (left, top, right, below), SIZE)
