"""Turn call: the name of the next player, large on the other screen, permanently or for a moment."""

from companion.core.seat import Seat
from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import HEIGHT, ON, PAGE, WIDTH, Box, Pencil, blown_up

CALL_SECONDS = 2.0
"""Seconds of a call, long enough to be read from every chair; any input shows the table at once."""

GLASS: Box = (0, 0, WIDTH, HEIGHT)
SIZE = "strong"
"""Letters of 8 dots: at twice their size a name takes three pages; the next larger letters would take four."""

FRAME, BESIDE = 1, 4
"""Dots of the frame, and dark ones left and right of the words. Above and below, words have room of their own."""

WORDS: Box = (0, 0, WIDTH - 2 * (FRAME + BESIDE), 4 * PAGE - 2 * FRAME)
"""Room for the words: a plate takes up to half of the screen."""

TURN_SIZE, TURN_TOP = "small", 45
"""At twice its size, capitals of this font are 12 dots high, which is more than those of a question and still two
pages, and readable at arm's length on the smallest glass."""

TURN_ROWS = HEIGHT - 2 * PAGE
"""From this row on, pictures of faces with `names_asked_player` are empty."""

ARROW = "◀"
ARROW_LEFT, ARROW_TOP = WIDTH - 10, 49
"""Where the arrow of a call begins, small since it is sent twice for each turn; names end before it."""


def write_turn(pencil: Pencil, seat: Seat) -> None:
    """Write whose turn it is below the table's picture, where a new name takes the place of the last."""
    pencil.cover((0, TURN_ROWS, WIDTH, HEIGHT))
    if 2 * font(TURN_SIZE).width(seat.signed) < ARROW_LEFT:
        pencil.write_double(0, TURN_TOP, seat.signed, TURN_SIZE)
    else:
        height = font("large").height
        pencil.put(0, HEIGHT - height, fit(seat.signed, ARROW_LEFT - 1, height, ("large", "strong", "text", "small")))


class TurnCall:
    """Calls a player who wasn't asked just before; with an arrow if the name is `written` below the table anyway."""

    def __init__(self, seat: Seat, now: float, written: bool = False) -> None:
        self.name = seat.signed
        self.written = written
        self.until = now + CALL_SECONDS

    def draw(self, pencil: Pencil) -> None:
        """Draw an arrow beside the name; or shape and name, at least twice as large as choices, on a plate.

        What the plate covers is sent twice, each turn: for the call and after it. So the plate is no larger than
        its words, in whole pages. A name that would be too small on one line takes the whole screen.
        """
        if self.written:
            pencil.write(ARROW_LEFT, ARROW_TOP, ARROW, "strong")
            return
        if 2 * font(SIZE).width(self.name) > WORDS[2]:
            pencil.cover(GLASS)
            pencil.loud_name(self.name, GLASS)
            return
        letters = blown_up(self.name, WORDS, SIZE)
        pages = -(-(letters.height + 2 * FRAME) // PAGE)
        left = (WIDTH - letters.width) // 2 - BESIDE - FRAME
        top = (HEIGHT + 1 - pages * PAGE) // 2 // PAGE * PAGE
        right, below = left + letters.width + 2 * (BESIDE + FRAME), top + pages * PAGE
        plate = (left, top, right - 1, below - 1)
        pencil.cover(plate)
        pencil.rectangle(plate, outline=ON)
        pencil.loud(self.name, (left, top, right, below), SIZE)
