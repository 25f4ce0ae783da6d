"""The SH1107: a memory of 128 columns and 16 pages, written like the SH1106's, behind a glass 64 wide and 128 high."""

from __future__ import annotations

from PIL import Image, ImageChops

from drivers.silicon.oled import HEIGHT, WIDTH
from drivers.silicon.sh1106 import Sh1106


class Sh1107(Sh1106):
    """The chip of modules that are taller than wide; ours is mounted on its side, so that people see 128x64 pixels.

    The offset of the glass against the memory depends on how it was bonded, and luma sets it for these modules.
    """

    COLUMNS, PAGES = 128, 16
    FIRST_COLUMN = 0
    WITHOUT_ARGUMENT = (0x20, 0x21)  # along the page, or down the columns

    def execute(self, code: int, arguments: list[int]) -> None:
        """Run a command; the addressing modes, which take no argument here, are ignored."""
        if code not in self.WITHOUT_ARGUMENT:
            super().execute(code, arguments)

    def image(self) -> Image.Image:
        """Return the picture on a module whose top points to the left, as people see it."""
        if not self.on:
            return Image.new("1", (WIDTH, HEIGHT))
        if self.all_on:
            return Image.new("1", (WIDTH, HEIGHT), 1)
        pixels = b"".join(bytes(page[:HEIGHT]) for page in self.memory)
        columns = b"".join(pixels[column::HEIGHT] for column in range(HEIGHT))
        upright = Image.frombytes("1", (WIDTH, HEIGHT), columns, "raw", "1;R").transpose(Image.Transpose.TRANSPOSE)
        image = upright.transpose(Image.Transpose.ROTATE_90)
        return ImageChops.invert(image) if self.inverted else image
