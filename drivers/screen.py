"""An OLED of 128x64 pixels that is sent only what changed, over luma.oled."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from PIL import Image

from drivers.clock import Clock
from drivers.oled_chips import CHIPS
from drivers.oled_planner import HEIGHT, TRANSFER, WIDTH, Pages
from drivers.part import DevicePart
from drivers.wiring import ScreenWiring

NO_OPERATION = 0xE3
STATUS_OFF = 0x40
LOOK_EVERY = 2.0  # seconds; a screen that was unplugged and plugged in again shows noise until it is set up again
OPPOSITE = bytes(range(255, -1, -1))  # differs from any byte


@contextmanager
def _suppress_exit_hooks() -> Iterator[None]:
    """Keep luma from registering exit hooks.

    Each hook holds its device until the program ends, so a screen that comes and goes would fill the memory.
    """
    from luma.core import device  # noqa: PLC0415

    hooks, device.atexit = device.atexit, SimpleNamespace(register=lambda hook: None)
    try:
        yield
    finally:
        device.atexit = hooks


class Screen(DevicePart):
    """One OLED; `show` a picture and it appears, at the cost of the pixels that changed.

    >>> from drivers.silicon.board import Board
    >>> picture = Image.new("1", (128, 64))
    >>> picture.putpixel((5, 7), 1)
    >>> with Board() as board, Screen("question", 0x3C, clock=board.clock) as screen:
    ...     screen.show(picture)
    ...     before = screen.bytes_sent
    ...     screen.show(picture)
    ...     board.image("question").getbbox(), screen.bytes_sent - before
    ((5, 7, 6, 8), 0)
    """

    def __init__(
        self, name: str, address: int | None, chip: str = "ssd1306", bus: int = 1, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(name, None if address is None else ScreenWiring(name, chip, address, bus).wire, clock)
        self.address = address
        self.chip = chip
        self.bus = bus
        self.bytes_sent = 0
        self._chip_kind = CHIPS[chip]
        self._level = self._chip_kind.contrast
        self._asleep = False
        self._offset = (0, 0)
        self._image: Image.Image | None = None
        self._serial: Any = None
        self._device: Any = None
        self._on_glass: Pages | None = self._chip_kind.blank()
        self._planner = self._chip_kind.make_planner()
        self._readable = False
        self.stays = False
        """Whether the last picture stays on the glass when the program ends."""
        self._look_at = clock() + LOOK_EVERY
        self.open()

    def show(self, image: Image.Image) -> None:
        """Show this picture (mode "1", 128x64). Only changes are sent."""
        if image.mode != "1" or image.size != (WIDTH, HEIGHT):
            raise ValueError(f'{self.name}: wants a picture of mode "1" and {WIDTH}x{HEIGHT} pixels')
        self._image = image.copy()
        self._attempt(self._send)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; it survives a failure of the screen."""
        if not 0 <= level <= 255:
            raise ValueError(f"{self.name}: contrast goes from 0 to 255, not {level}")
        if level != self._level:
            self._level = level
            self._attempt(lambda: self._command(0x81, level))

    def sleep(self) -> None:
        """Switch the display off; pictures shown meanwhile appear on waking."""
        if not self._asleep:
            self._asleep = True
            self._attempt(lambda: self._command(0xAE))

    def wake(self) -> None:
        """Light up again."""
        if self._asleep:
            self._asleep = False
            self._attempt(lambda: self._command(0xAF))

    @property
    def asleep(self) -> bool:
        """True between `sleep` and `wake`."""
        return self._asleep

    def shift(self, right: int, down: int) -> None:
        """Move every picture by a few pixels against burn-in; pixels beyond the edge are cut off."""
        if (right, down) != self._offset:
            self._offset = (right, down)
            self._attempt(self._move_down)
            self.refresh()

    def refresh(self) -> None:
        """Send the whole picture, as stock luma always does, to repair what a noisy wire may have garbled."""
        self._planner = self._chip_kind.make_planner()
        self._on_glass = None
        self._attempt(self._set_mode)
        self._attempt(self._send)

    def poll(self, now: float) -> float | None:
        """Check the chip now and then, even when there is nothing new to show."""
        if not self._working:
            return super().poll(now)
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._attempt(self._check_chip)
        return self._look_at if self._working else self._retry_at

    def probe(self) -> bool:
        """Ask whether the chip answers, without changing what it shows."""
        return self._attempt(lambda: self._command(NO_OPERATION))

    def _open(self) -> None:
        from luma.core.interface.serial import i2c  # noqa: PLC0415  (heavy, and not needed without a screen)
        from luma.oled import device as chips  # noqa: PLC0415

        self._serial = i2c(port=self.bus, address=self.address)
        self._serial.command(NO_OPERATION)  # fails quickly if no chip answers, before luma sends its long setup
        with _suppress_exit_hooks():
            self._device = getattr(chips, self.chip)(self._serial)
        self._device.persist = True  # we switch the display off ourselves in _go_dark
        self._on_glass = self._chip_kind.blank()
        self._planner = self._chip_kind.make_planner()
        self._set_mode()
        # Some modules can't be read: they report "off" although they were just switched on.
        self._readable = self._can_be_read()

    def _set_mode(self) -> None:
        if self._chip_kind.mode:
            self._command(*self._chip_kind.mode)

    def _restore(self) -> None:
        if self._level != self._chip_kind.contrast:
            self._command(0x81, self._level)
        if self._offset[1]:
            self._move_down()
        self._send()
        if self._asleep:
            self._command(0xAE)

    def _move_down(self) -> None:
        """Let the chip move the picture down: lines of text stay in the pages they were drawn for, which is cheap."""
        if self._chip_kind.start_line is not None:
            self._command(self._chip_kind.start_line | -self._offset[1] % HEIGHT)

    def _send(self) -> None:
        if self._image is None:
            return
        pages = self._chip_kind.pages(self._shift_image(self._image))
        # Unknown contents count as the opposite of every byte, so that the planner sends the whole picture.
        on_chip = [page.translate(OPPOSITE) for page in pages] if self._on_glass is None else self._on_glass
        for transfer in self._planner.plan(on_chip, pages):
            if transfer.commands:
                self._device.command(*transfer.commands)
            self._device.data(transfer.data)
            self.bytes_sent += transfer.cost
        self._on_glass = pages

    def _shift_image(self, image: Image.Image) -> Image.Image:
        right, down = self._offset
        if self._offset == (0, 0):
            return image
        moved = Image.new("1", image.size)
        if self._chip_kind.start_line is None:
            moved.paste(image, self._offset)
        else:
            # The chip moves it down. Rows that would come in again at the top are left out.
            moved.paste(image.crop((0, 0, WIDTH, HEIGHT - down)), (right, 0))
        return moved

    def _command(self, *commands: int) -> None:
        self._device.command(*commands)
        self.bytes_sent += TRANSFER + len(commands)

    def _check_chip(self) -> None:
        if not self._readable:
            self._command(NO_OPERATION)
        elif self._is_off() != self._asleep:  # a chip that lost its power comes back switched off
            raise OSError(errno.EIO, "lost its power in between")

    def _can_be_read(self) -> bool:
        try:
            return not self._is_off()
        except OSError:
            return False

    def _is_off(self) -> bool:
        return bool(self._serial._bus.read_byte(self.address) & STATUS_OFF)

    def _go_dark(self) -> None:
        if not self.stays:
            self._device.hide()

    def _shut(self) -> None:
        serial, self._serial, self._device = self._serial, None, None
        if serial is not None:
            serial.cleanup()
