"""The light bar under the screens, over Adafruit's NeoPixel libraries, with a limit on its current."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from typing import Any

from drivers.clock import Clock
from drivers.part import DevicePart
from drivers.wiring import describe_pin

Colour = tuple[int, int, int]

MILLIAMPS_A_CHANNEL = 20.0  # one of red, green, blue at full
MILLIAMPS_IDLE = 1.0  # a dark pixel's own chip
RESET_SECONDS = 300e-6  # newer WS2812B wait for 280 us of silence; the library's default is 80
AGAIN_EVERY = 2.0  # seconds; a strip that was unplugged and plugged in again is dark until the colours are resent
SPI_NODE = "/dev/spidev0.0"


class LightBar(DevicePart):
    """A strip of coloured lights; `show` takes one colour for each.

    White on all of them would draw more than the supply gives, so everything is scaled down alike:

    >>> from drivers.silicon.board import Board
    >>> with Board() as board, LightBar(clock=board.clock) as lights:
    ...     lights.show([(255, 0, 0), (0, 255, 0)])
    ...     board.pixels()[:3]
    ...     lights.show([(255, 255, 255)] * 15)
    ...     board.pixels()[0]
    [(255, 0, 0), (0, 255, 0), (0, 0, 0)]
    (123, 123, 123)
    """

    def __init__(
        self,
        pixels: int = 15,
        limit_milliamps: int = 450,
        route: str = "spi",
        pin: int | None = 10,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("lights", None if pin is None else f"data {describe_pin(pin)}", clock)
        self.pixels = pixels
        self.limit_milliamps = limit_milliamps
        self.route = route
        self.pin = pin
        self._brightness = 1.0
        self._wanted: list[Colour] = [(0, 0, 0)] * pixels
        self._lit: list[Colour] | None = None
        self._bus: CircuitPythonSpi | None = None
        self._strip: Any = None
        self._again_at = clock() + AGAIN_EVERY
        self.open()

    @property
    def brightness(self) -> float:
        """Share of each colour that is shown, 0 to 1."""
        return self._brightness

    @brightness.setter
    def brightness(self, share: float) -> None:
        if not 0 <= share <= 1:
            raise ValueError(f"lights: brightness goes from 0 to 1, not {share}")
        self._brightness = share
        self._attempt(self._send)

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the bar, one (red, green, blue) of 0 to 255 for each pixel; missing ones stay dark."""
        if len(colours) > self.pixels:
            raise ValueError(f"lights: {len(colours)} colours for {self.pixels} pixels")
        dark = [(0, 0, 0)] * (self.pixels - len(colours))
        self._wanted = [*map(_check_colour, colours), *dark]
        self._attempt(self._send)

    def poll(self, now: float) -> float | None:
        """Resend the colours now and then: a WS2812 strip can't report that it was unplugged and plugged in again."""
        if not self._working:
            return super().poll(now)
        if self._lit is None or not any(map(any, self._lit)):
            return None
        if now >= self._again_at:
            self._lit = None
            self._attempt(self._send)
        return self._again_at if self._working else self._retry_at

    def _send(self) -> None:
        lit = limit_current(self._wanted, self._brightness, self.limit_milliamps)
        if lit != self._lit:
            self._strip[:] = lit
            self._strip.show()
            self._lit = lit
            self._again_at = self.clock() + AGAIN_EVERY

    def _open(self) -> None:
        if self.route == "spi":
            from neopixel_spi import NeoPixel_SPI  # noqa: PLC0415  (only where there are lights)

            self._bus = CircuitPythonSpi(SPI_NODE)
            self._strip = NeoPixel_SPI(self._bus, self.pixels, auto_write=False, reset_time=RESET_SECONDS)
        else:
            import board  # noqa: PLC0415  (finds out which computer this is)
            import neopixel  # noqa: PLC0415

            pin = getattr(board, f"D{self.pin}", None) or board.NEOPIXEL
            self._strip = neopixel.NeoPixel(pin, self.pixels, auto_write=False)

    def _restore(self) -> None:
        self._send()

    def _go_dark(self) -> None:
        self._strip.fill(0)
        self._strip.show()

    def _shut(self) -> None:
        bus, strip, self._bus, self._strip, self._lit = self._bus, self._strip, None, None, None
        if bus is not None:
            bus.close()
        # NeoPixel_SPI's own deinit would write to the bus once more, which fails if that is why we close.
        elif strip is not None:
            strip.deinit()


class CircuitPythonSpi:
    """The kernel's SPI node as a CircuitPython bus. Blinka's own would first have to recognise the board."""

    def __init__(self, node: str) -> None:
        from Adafruit_PureIO.spi import SPI  # noqa: PLC0415

        self._spi = SPI(node)
        self.frequency = 0

    def try_lock(self) -> bool:
        """Grant the lock: the strip is alone on this bus."""
        return True

    def unlock(self) -> None:
        """Do nothing: the lock was never taken."""

    def configure(self, baudrate: int, polarity: int, phase: int) -> None:
        """Set the clock. The library calls this before every picture, so only changes reach the kernel."""
        if baudrate != self.frequency:
            self._spi.max_speed_hz = baudrate
            self._spi.mode = polarity << 1 | phase
            self.frequency = baudrate

    def write(self, data: Iterable[int]) -> None:
        """Send the bits."""
        self._spi.writebytes(data)

    def close(self) -> None:
        """Give the node back; the library below has no way to do so."""
        os.close(self._spi.handle)


def limit_current(colours: Sequence[Colour], brightness: float, limit: float) -> list[Colour]:
    """Return the colours at this brightness, scaled down evenly until they fit the limit."""
    spare = max(0.0, limit - len(colours) * MILLIAMPS_IDLE)
    wanted = sum(map(sum, colours)) * brightness * MILLIAMPS_A_CHANNEL / 255
    share = brightness * min(1.0, spare / wanted) if wanted else 0.0
    return [(int(red * share), int(green * share), int(blue * share)) for red, green, blue in colours]


def _check_colour(colour: Colour) -> Colour:
    red, green, blue = colour
    if not (0 <= red <= 255 and 0 <= green <= 255 and 0 <= blue <= 255):
        raise ValueError(f"lights: a colour is three numbers from 0 to 255, not {colour}")
    return red, green, blue
