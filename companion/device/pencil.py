"""Drawing on one of the two small screens: Pillow's drawing tools, and words in crisp letters."""

from functools import cache, lru_cache
from math import hypot
from typing import NamedTuple

from PIL import Image
from PIL.ImageDraw import ImageDraw

from companion.device.fit import Fitted
from companion.device.font import font

WIDTH, HEIGHT = 127, 63
"""Size that views may use; one more row and column stay free for shifting the picture against burn-in."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""

PAGE = 8
"""Dots that are sent as one byte: capitals that fill whole pages don't touch the bytes of the lines around them."""

PITCH = 12
GRID = (2, 14, 26, 38, 50)
"""Tops of lines. Capitals of every other line fill just one page."""

AIRY_GRID = (-2, 14, 30, 46)
"""Tops of fewer lines, the first of them that of titles. Capitals of every line fill just one page."""

ON, OFF = 1, 0
SMALLEST_INCHES = "0.96"
MILLIMETRES_AN_INCH = 25.4
READABLE = 1.86
"""Millimetres that a capital needs at arm's length: 16 minutes of arc at 40 cm, the least that ISO 9241-3 allows.

Small letters are 6 dots high, which is 1.0 mm behind 0.96 inches of glass, 1.4 behind 1.3, 1.6 behind 1.54 and 2.6
behind 2.42; those of a text are 8 dots high: 1.4, 1.8, 2.2 and 3.4 mm.
"""

SAME_LINE = 4
"""Most dots by which two words of one line may differ in height."""


class ScreenWords(NamedTuple):
    """The words of a picture, for screen readers and tests."""

    lines: tuple[str, ...] = ()
    marked: str = ""
    """Row that a push would pick."""


class WrittenWords(NamedTuple):
    """Words of a picture, ordered by where their line begins, and the dots they take."""

    y: int
    x: int
    text: str
    box: Box
    ink: int


class Pencil(ImageDraw):
    """An empty black picture to draw and write on; it remembers its words. `inches` is the diagonal of its screen."""

    def __init__(self, inches: str = SMALLEST_INCHES) -> None:
        self.fine = is_fine(inches)
        """Whether small letters can be read from a chair."""
        self.image = Image.new("1", (128, 64), OFF)
        super().__init__(self.image)
        self.marked = ""
        """Words of the row that a push would pick; set by the view that draws the mark."""
        self._written: list[WrittenWords] = []

    def collect_words(self) -> ScreenWords:
        """Return the written words from top to bottom. Words at the same height form one line."""
        rows: list[tuple[int, list[tuple[int, str]]]] = []
        for y, x, text, *_ in sorted(self._written):
            if not rows or y - rows[-1][0] > SAME_LINE:
                rows.append((y, []))
            rows[-1][1].append((x, text))
        return ScreenWords(tuple(" ".join(text for _, text in sorted(row)) for _, row in rows), self.marked)

    def write(self, x: int, y: int, text: str, size: str = "text", ink: int = ON) -> int:
        """Write on one line with its top left corner at x, y; return the x of the next letter."""
        line = font(size).line(text)
        if line.image is not None:
            left, top = x + line.left, y + line.top
            box = (left, top, left + line.image.width - 1, top + line.image.height - 1)
            self._written.append(WrittenWords(y, x, text.strip(), box, ink))
            self.bitmap((left, top), line.image, fill=ink)
        return x + line.advance

    def write_double(self, x: int, y: int, text: str, size: str) -> None:
        """Write on one line in letters of twice their size, with its top left corner at x, y."""
        line = font(size).line(text)
        if line.image is not None:
            left, top = x + 2 * line.left, y + 2 * line.top
            letters = line.image.resize((2 * line.image.width, 2 * line.image.height), Image.Resampling.NEAREST)
            box = (left, top, left + letters.width - 1, top + letters.height - 1)
            self._written.append(WrittenWords(y, x, text.strip(), box, ON))
            self.bitmap((left, top), letters, fill=ON)

    def centre(self, y: int, text: str, size: str = "text", ink: int = ON, left: int = 0, right: int = WIDTH) -> None:
        """Write a line in the middle between two edges."""
        self.write(left + (right - left - font(size).width(text) + 1) // 2, y, text, size, ink)

    def loud(self, text: str, box: Box, *sizes: str) -> None:
        """Write in the middle of a rectangle, in letters enlarged by whole dots as far as they fit.

        Of several sizes, the one with the tallest result is used.
        """
        self._written.append(WrittenWords(box[1], box[0], text, box, ON))
        left, top, right, bottom = box
        letters = max((blown_up(text, box, size) for size in sizes or ("large",)), key=lambda image: image.height)
        self.bitmap(
            (left + (right - left - letters.width) // 2, top + (bottom - top - letters.height) // 2), letters, fill=ON
        )

    def loud_name(self, who: str, box: Box) -> None:
        """Write a player's shape and name, enlarged: on one line if that fits at twice the size, else on two."""
        left, top, right, bottom = box
        symbol, _, name = who.partition(" ")
        if not name or 2 * font("large").width(who) <= right - left:
            self.loud(who, box)
            return
        sizes = [size for size in ("large", "strong", "text") if font(size).width(name) <= right - left]
        below = top + 2 * (bottom - top) // 5
        self.loud(symbol, (left, top, right, below - 1))
        self.loud(name, (left, below, right, bottom), *(sizes or ["small"]))

    def cover(self, box: Box) -> None:
        """Blank a rectangle, edges included, and forget all words it touches: half a letter can't be read."""
        for words in [words for words in self._written if overlaps(words.box, box)]:
            self.rectangle(words.box, fill=OFF if words.ink else ON)
            self._written.remove(words)
        self.rectangle(box, fill=OFF)

    def put(self, x: int, y: int, fitted: Fitted, ink: int = ON) -> int:
        """Write fitted lines below each other; returns the y of the next one."""
        for line in fitted.lines:
            self.write(x, y, line, fitted.font.name, ink)
            y += fitted.font.height
        return y


@cache
def is_fine(inches: str) -> bool:
    """Whether small letters can be read from a chair on a screen of that diagonal."""
    dot = float(inches) * MILLIMETRES_AN_INCH / hypot(128, 64)
    return font("small").glyph("H").height * dot >= READABLE


def overlaps(box: Box, other: Box) -> bool:
    """Whether two boxes have dots in common."""
    return box[0] <= other[2] and other[0] <= box[2] and box[1] <= other[3] and other[1] <= box[3]


@lru_cache(maxsize=64)
def blown_up(text: str, box: Box, size: str) -> Image.Image:
    """Draw letters of that size, enlarged as much as the rectangle allows."""
    small = Pencil()
    small.write(1, 1, text, size)
    letters = small.image.crop(small.image.getbbox() or (0, 0, 1, 1))
    left, top, right, bottom = box
    # Whole multiples only: a dot that is blown up by a fraction gets ragged edges.
    times = max(1, min((right - left) // letters.width, (bottom - top) // letters.height))
    return letters.resize((letters.width * times, letters.height * times), Image.Resampling.NEAREST)
