"""Drawing on one of the two small screens: Pillow's drawing tools, and words in crisp letters."""

from PIL import Image
from PIL.ImageDraw import ImageDraw

from companion.device.fit import Fitted
from companion.device.font import font

WIDTH, HEIGHT = 127, 63
"""What views may use; one more row and column stay free for shifting the picture against burn-in."""

ON, OFF = 1, 0


class Pencil(ImageDraw):
    """An empty black picture to draw and write on."""

    def __init__(self) -> None:
        self.image = Image.new("1", (128, 64), OFF)
        super().__init__(self.image)

    def write(self, x: int, y: int, text: str, size: str = "text", ink: int = ON) -> int:
        """Write on one line with its top left corner at x, y; returns where the next letter would stand."""
        face = font(size)
        base = y + face.ascent
        for letter in text:
            glyph = face.glyph(letter)
            if glyph.image is not None:
                self.bitmap((x + glyph.left, base - glyph.bottom - glyph.height), glyph.image, fill=ink)
            x += glyph.advance
        return x

    def centre(self, y: int, text: str, size: str = "text", ink: int = ON, left: int = 0, right: int = WIDTH) -> None:
        """Write a line in the middle between two edges."""
        self.write(left + (right - left - font(size).width(text) + 1) // 2, y, text, size, ink)

    def loud(self, text: str, box: tuple[int, int, int, int], size: str = "large") -> None:
        """Write in the middle of a box, in letters blown up by whole dots as far as they fit: for those who sit far."""
        small = Pencil()
        small.write(1, 1, text, size)
        edges = small.image.getbbox()
        if edges is None:
            return
        letters = small.image.crop(edges)
        left, top, right, bottom = box
        times = max(1, min((right - left) // letters.width, (bottom - top) // letters.height))
        wide, high = letters.width * times, letters.height * times
        blown_up = letters.resize((wide, high), Image.Resampling.NEAREST)
        self.bitmap((left + (right - left - wide) // 2, top + (bottom - top - high) // 2), blown_up, fill=ON)

    def put(self, x: int, y: int, fitted: Fitted, ink: int = ON) -> int:
        """Write fitted lines below one another; returns where the next one would stand."""
        for line in fitted.lines:
            self.write(x, y, line, fitted.font.name, ink)
            y += fitted.font.height
        return y
