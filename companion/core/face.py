"""The face of a game on the device: lights, lamps, a picture and tunes, defined in each game's `face.py`."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from companion.core.facts import FactChange
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.core.seat import COLOURS, PLACES, Seat
from companion.core.words import Say

LIGHTS = 15
"""Pixels of the light bar."""

ZONE = 3
"""Pixels of one seat's zone, above its paddle; see `zone_width` for tables with more seats than fit."""

BLINKS = tuple(place.rhythm for place in PLACES)
"""Rhythms; that of a seat is the one with its number, so that nobody needs to see colours."""


TUNES = ("click", "load", "good", "bad", "depart", "round", "rain", "victory")
"""Tunes that a face may ask for."""


class Light(NamedTuple):
    """One pixel of the bar: its colour at full brightness, and its rhythm."""

    red: int
    green: int
    blue: int
    blink: str = "steady"

    def dim(self, part: float) -> "Light":
        """Return the same colour, darker."""
        return Light(int(self.red * part), int(self.green * part), int(self.blue * part), self.blink)


DARK = Light(0, 0, 0)
WHITE = Light(255, 255, 255)
AMBER = Light(255, 120, 0)
GREEN = Light(0, 255, 0)

SEAT_LIGHTS = tuple(Light(*place.light) for place in PLACES)
"""The colours of the seats, in the order of `seat.COLOURS`."""


def make_seat_light(seat: Seat, blink: str = "steady") -> Light:
    """Return the colour of a seat as a light."""
    return SEAT_LIGHTS[COLOURS.index(seat.colour)]._replace(blink=blink)


def zone_width(seats: int) -> int:
    """Return how many pixels of the bar each of these seats gets: three, or fewer where those would not fit."""
    return min(ZONE, LIGHTS // seats)


class DrawingSurface(Protocol):
    """Drawing methods for a picture: Pillow's ImageDraw, and text in fonts made for small screens.

    The screen is 127 x 63 pixels for a picture; ink 1 is light, 0 is dark.
    """

    def write(self, x: int, y: int, text: str, size: str = "text", ink: int = 1) -> int:
        """Write with the top left corner at x, y; sizes are small, text, strong, large and, for digits, huge."""

    def centre(self, y: int, text: str, size: str = "text", ink: int = 1, left: int = 0, right: int = 127) -> None:
        """Write a line in the middle between two edges."""

    def line(self, xy: Any, fill: Any = None, width: int = 0) -> None:
        """Draw a line through these points."""

    def rectangle(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw a rectangle, including both corners."""

    def polygon(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw a shape through these points."""

    def ellipse(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw a round shape that fills this box."""

    def point(self, xy: Any, fill: Any = None) -> None:
        """Draw single pixels."""


class Face(ABC):
    """The 15 lights, the second screen and the buzzer, as views of a table."""

    names_asked_player = False
    """Whether the picture leaves its lowest 16 rows free. The box writes there whose turn it is, instead of covering
    the picture with each player's name for a moment: what is covered is sent again after it."""

    page = 0
    """Number of the visible page, if the picture has several."""

    say: Say | None = None
    """The game's words in the viewer's language, for pictures that contain a few."""

    def count_pages(self, table: Any) -> int:
        """Return the number of pages the picture has."""
        return 1

    def draw_choices(self, draw: DrawingSurface, table: Any, choices: Sequence[Any]) -> bool:
        """Draw where the choices of a question are, instead of the picture; return False if they have no places."""
        return False

    @abstractmethod
    def lights(self, table: Any, question: Question | None) -> Sequence[Light]:
        """Return the light bar, from left to right."""

    @abstractmethod
    def picture(self, draw: DrawingSurface, table: Any, question: Question | None) -> None:
        """Draw the table on an empty screen."""

    @abstractmethod
    def tune(self, changes: Sequence[FactChange]) -> str:
        """Return the name of the tune for these changes; empty for the usual click.

        The names are those of `TUNES`.
        """

    def list_final_entries(self, table: Any) -> Sequence[Entry]:
        """Return the lines of a final scoring, shown one by one; none in games that score all along."""
        return ()

    def light_countdown(self, left: int, of: int) -> Sequence[Light]:
        """Light the bar for the countdown of a race: amber shrinks to nothing, and at NOW! all turns green."""
        if left <= 0:
            return [GREEN] * LIGHTS
        lit = max(1, LIGHTS * left // of)
        return [AMBER] * lit + [DARK] * (LIGHTS - lit)


class FallbackFace(Face):
    """Face of a game that defines none: everybody's place and points."""

    def lights(self, table: Any, question: Question | None) -> Sequence[Light]:
        """Light a zone for each seat in its colour. The player whose turn it is blinks in their rhythm."""
        lights: list[Light] = []
        width = zone_width(len(table.seats))
        for seat in table.seats:
            is_asked = question is not None and question.seat == seat.index
            lights += [
                make_seat_light(seat, BLINKS[seat.index]) if is_asked else make_seat_light(seat).dim(0.15)
            ] * width
        return [*lights, *[DARK] * (LIGHTS - len(lights))]

    def picture(self, draw: DrawingSurface, table: Any, question: Question | None) -> None:
        """Draw a line for each seat: symbol, name, points, and a mark for whose turn it is."""
        step = min(13, 65 // len(table.seats))
        for seat, score in zip(table.seats, table.scores, strict=True):
            y = seat.index * step
            is_asked = question is not None and question.seat == seat.index
            ink = 0 if is_asked else 1
            if is_asked:
                draw.rectangle((0, y + (step < 12), 126, y + min(step, 11)), fill=1)  # dense lines share their edges
            draw.write(2, y, seat.symbol, "strong", ink)
            draw.write(15, y, seat.name[:12], "text", ink)
            draw.centre(y, str(score), "strong", ink, 104, 127)

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Return the good tune for points, a click for anything else."""
        return "good" if any(change.name.startswith("score") for change in changes) else ""
