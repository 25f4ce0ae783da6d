"""Base class of simulated OLED controllers: control bytes, commands with arguments, and memory to glass."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from PIL import Image, ImageChops

WIDTH, HEIGHT, PAGES = 128, 64, 8
CONTINUES, IS_DATA = 0x80, 0x40


class Oled(ABC):
    """An OLED controller that decodes the bytes it receives; `image` returns what a person sees.

    Unknown commands are kept in `unknown`, so that a test can insist on there being none.
    """

    COLUMNS, PAGES = WIDTH, PAGES
    FIRST_COLUMN = 0  # where the glass begins in the memory
    ARGUMENTS: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    IGNORED: ClassVar[frozenset[int]] = frozenset({0xD5, 0xD9, 0xDA, 0xDB, 0xE3})

    def __init__(self) -> None:
        self.power_up()

    def power_up(self) -> None:
        """Reset everything, as after a power cut. The memory of a real chip then holds noise, so ours does too."""
        self.memory = [bytearray(b"\xa5" * self.COLUMNS) for _ in range(self.PAGES)]
        self.on = self.inverted = self.all_on = False
        self.mirrored_columns = self.mirrored_rows = False
        self.contrast = 0x7F
        self.multiplex, self.offset, self.start_line = HEIGHT - 1, 0, 0
        self.pump = False
        self.page = self.column = 0
        self.transfers = getattr(self, "transfers", 0) + 1
        """Number of writes; while it stays the same, so does the picture."""
        self.unknown: list[tuple[int, ...]] = []
        self._waiting: list[int] = []

    def write(self, payload: bytes) -> None:
        """Take one I2C transfer; control bytes separate commands from data."""
        # With the "continues" bit, one byte follows and then another control byte; without it, only bytes follow.
        self.transfers += 1
        place = 0
        while place < len(payload):
            control = payload[place]
            rest = payload[place + 1 : place + 2] if control & CONTINUES else payload[place + 1 :]
            place += 1 + len(rest)
            if control & IS_DATA:
                self.take_data(rest)
            else:
                for byte in rest:
                    self._take_command(byte)

    def read(self, count: int) -> bytes:
        """Return the status byte: bit 6 is set while the display is off."""
        return bytes([0 if self.on else 0x40]) * count

    @abstractmethod
    def take_data(self, data: bytes) -> None:
        """Store picture bytes and move the pointer, as this chip does."""

    def _take_command(self, byte: int) -> None:
        self._waiting.append(byte)
        code, *arguments = self._waiting
        if len(arguments) >= self.ARGUMENTS.get(code, 0):
            self._waiting = []
            self.execute(code, arguments)

    def execute(self, code: int, arguments: list[int]) -> None:
        """Run one complete command that all chips know."""
        if code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code in (0xA4, 0xA5):
            self.all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverted = code == 0xA7
        elif code in (0xA0, 0xA1):
            self.mirrored_columns = code == 0xA1
        elif code in (0xC0, 0xC8):
            self.mirrored_rows = code == 0xC8
        elif 0x40 <= code <= 0x7F:
            self.start_line = code & 63
        elif 0xB0 <= code < 0xB0 + self.PAGES:
            self.page = code - 0xB0
        elif code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = self.column & 0x0F | (code & 0x0F) << 4
        else:
            self._set_register(code, arguments)

    def _set_register(self, code: int, arguments: list[int]) -> None:
        if code == 0x81:
            self.contrast = arguments[0]
        elif code == 0xA8:
            self.multiplex = arguments[0] & 63
        elif code == 0xD3:
            self.offset = arguments[0] & 63
        elif code not in self.IGNORED:
            self.unknown.append((code, *arguments))

    def memory_image(self) -> Image.Image:
        """Return the part of the memory behind the glass, as a picture the way luma draws it."""
        pixels = b"".join(bytes(page[self.FIRST_COLUMN : self.FIRST_COLUMN + WIDTH]) for page in self.memory)
        columns = b"".join(pixels[column::WIDTH] for column in range(WIDTH))
        image = Image.frombytes("1", (HEIGHT, WIDTH), columns, "raw", "1;R").transpose(Image.Transpose.TRANSPOSE)
        return ImageChops.offset(image, 0, -self.start_line - self.offset)

    def image(self) -> Image.Image:
        """Return what a person sees on an upright module."""
        # Modules are bonded so that luma's setup, which mirrors columns and rows, shows the picture upright.
        if not self.on or not self.pump:
            return Image.new("1", (WIDTH, HEIGHT))
        if self.all_on:
            return Image.new("1", (WIDTH, HEIGHT), 1)
        image = self.memory_image()
        if self.inverted:
            image = ImageChops.invert(image)
        if not self.mirrored_columns:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self.mirrored_rows:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return image
