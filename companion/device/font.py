"""Bitmap letters that are crisp in black and white: each glyph was drawn for its size, none is scaled."""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from PIL import Image
from PIL.ImageDraw import ImageDraw

FOLDER = Path(__file__).parent / "fonts"
UNKNOWN = "□"
KEPT_LINES, KEPT_WIDTHS = 256, 1024


class Glyph:
    """One letter: how far it moves the pen, its offset, and its rows of bits."""

    __slots__ = ("advance", "bottom", "height", "image", "left", "width")

    def __init__(self, line: str) -> None:
        advance, left, bottom, width, *rows = line.split(" ")
        bits = [int(row, 16) for row in rows[0].split(",")] if rows and rows[0] else []
        self.advance = int(advance)
        self.left = int(left)
        self.bottom = int(bottom)
        self.width = int(width)
        self.height = len(bits)
        self.image = self._image(bits) if bits and self.width else None

    def _image(self, bits: list[int]) -> Image.Image:
        across = (self.width + 7) // 8
        packed = b"".join((row << (across * 8 - self.width)).to_bytes(across, "big") for row in bits)
        return Image.frombytes("1", (self.width, self.height), packed)


class RenderedLine(NamedTuple):
    """Adjacent letters as one picture, with its offset below the pen and how far it moves the pen."""

    image: Image.Image | None
    left: int
    top: int
    advance: int


class Font:
    """All letters of one size and weight; `height` is the distance from line to line."""

    def __init__(self, name: str) -> None:
        self.name = name
        lines = (FOLDER / f"{name}.glyphs").read_text(encoding="ascii").splitlines()
        self.ascent, descent = map(int, lines[1].split())
        self.height = self.ascent + descent - 1
        self._lines = {chr(int(code, 16)): glyph for code, _, glyph in (line.partition(" ") for line in lines[2:])}
        self._glyphs: dict[str, Glyph] = {}
        # Cached: an evening writes the same few words again and again, and drawing them is slow on a Pi.
        self.line = lru_cache(KEPT_LINES)(self._render_line)
        self.width = lru_cache(KEPT_WIDTHS)(self._measure_width)

    def glyph(self, letter: str) -> Glyph:
        """Return the picture of a letter; one the font lacks is shown without its accents, or as an empty box."""
        glyph = self._glyphs.get(letter)
        if glyph is None:
            known = next(
                candidate
                for candidate in (letter, normalize("NFKD", letter)[:1], UNKNOWN, "-")
                if candidate in self._lines
            )
            glyph = self._glyphs[letter] = Glyph(self._lines[known])
        return glyph

    def has(self, letter: str) -> bool:
        """Whether the font can draw this letter as it is."""
        return letter in self._lines

    def _render_line(self, text: str) -> RenderedLine:
        """Render a text on one line."""
        placed: list[tuple[int, int, Image.Image]] = []
        pen = 0
        for letter in text:
            glyph = self.glyph(letter)
            if glyph.image is not None:
                placed.append((pen + glyph.left, self.ascent - glyph.bottom - glyph.height, glyph.image))
            pen += glyph.advance
        if not placed:
            return RenderedLine(None, 0, 0, pen)
        left, top = min(x for x, _, _ in placed), min(y for _, y, _ in placed)
        right, bottom = max(x + glyph.width for x, _, glyph in placed), max(y + glyph.height for _, y, glyph in placed)
        image = Image.new("1", (right - left, bottom - top))
        draw = ImageDraw(image)
        for x, y, bitmap in placed:
            draw.bitmap((x - left, y - top), bitmap, fill=1)
        return RenderedLine(image, left, top, pen)

    def _measure_width(self, text: str) -> int:
        """Return the width of a text on one line, in pixels, including the overhang of the last letter."""
        if not text:
            return 0
        glyph = self.glyph
        last = glyph(text[-1])
        return sum([glyph(letter).advance for letter in text]) + max(0, last.left + last.width - last.advance)


@cache
def font(name: str) -> Font:
    """Return the font of that name, read when first needed: small, text, strong, large or huge."""
    return Font(name)
