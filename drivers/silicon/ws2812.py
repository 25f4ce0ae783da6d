"""Simulated WS2812 lights: decodes the level of the data wire, and checks the timing a real one needs."""

from __future__ import annotations

import array
import ctypes
import errno
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from drivers.silicon.failures import Failures
from drivers.silicon.kernel import install_nodes

Colour = tuple[int, int, int]

# WS2812B data sheet, in nanoseconds: how long the wire may be high for a 0 and for a 1, and low between bits.
ZERO_HIGH = (200.0, 500.0)
ONE_HIGH = (550.0, 1000.0)
LOW_BETWEEN = (220.0, 5000.0)
LATCH = 280_000.0
DARK: Colour = (0, 0, 0)


class Strip:
    """A chain of lights; `colours` are those it shows, `complaints` the errors in the signal."""

    def __init__(self, pixels: int = 15) -> None:
        self.pixels = pixels
        self.unplugged = False
        self.pictures = 0
        self._colours: list[Colour] = [DARK] * pixels
        self._found_problems: list[str] = []
        self._signal: tuple[bytes, int] | None = None

    def feed_levels(self, levels: bytes, hertz: int) -> None:
        """Take one burst on the data wire: one bit per clock tick, the highest bit of a byte first."""
        if not self.unplugged:
            self.pictures += 1
            self._signal = (levels, hertz)

    def take_bytes(self, wire: bytes) -> None:
        """Take one picture as bytes, from a driver that makes the pulses itself."""
        if not self.unplugged:
            self.pictures += 1
            self.latch(wire)

    def power_up(self) -> None:
        """Go dark, as after a power cut."""
        self._colours, self._signal = [DARK] * self.pixels, None

    @property
    def colours(self) -> list[Colour]:
        """Red, green and blue of each light."""
        self._decode()
        return list(self._colours)

    @property
    def complaints(self) -> list[str]:
        """Errors in the last burst that a real light could have misread."""
        self._decode()
        return list(self._found_problems)

    def latch(self, wire: bytes) -> None:
        """Show bytes in wire order: green, red, blue."""
        self._signal = None
        for pixel in range(min(self.pixels, len(wire) // 3)):
            green, red, blue = wire[3 * pixel : 3 * pixel + 3]
            self._colours[pixel] = (red, green, blue)

    def _decode(self) -> None:
        """Decode the last burst. This is slow, so it's done only on request; most pictures are never read."""
        if self._signal is None:
            return
        pulses = list(_measure_pulses(*self._signal))
        self._found_problems = list(_found_problems(pulses))
        bits = "".join("1" if high >= ONE_HIGH[0] else "0" for high, _ in pulses)
        self.latch(bytes(int(bits[place : place + 8], 2) for place in range(0, len(bits) - 7, 8)))


def _measure_pulses(levels: bytes, hertz: int) -> Iterator[tuple[float, float]]:
    """Yield how long the wire is high and then low, in nanoseconds, pulse by pulse."""
    tick = 1e9 / hertz
    # A leading 1 keeps bin() from dropping the zeros at the start; [3:] cuts it off again together with "0b".
    wire = bin(int.from_bytes(b"\x01" + levels, "big"))[3:]
    for pulse in wire.lstrip("0").replace("01", "0 1").split():
        high = len(pulse.rstrip("0"))
        yield high * tick, (len(pulse) - high) * tick


def _found_problems(pulses: list[tuple[float, float]]) -> Iterator[str]:
    for number, (high, low) in enumerate(pulses):
        last = number == len(pulses) - 1
        if not (ZERO_HIGH[0] <= high <= ZERO_HIGH[1] or ONE_HIGH[0] <= high <= ONE_HIGH[1]):
            yield f"bit {number}: high for {high:.0f} ns"
        if not last and not LOW_BETWEEN[0] <= low <= LOW_BETWEEN[1]:
            yield f"bit {number}: low for {low:.0f} ns"
        if last and low < LATCH:
            yield f"silent for only {low:.0f} ns at the end"
    if len(pulses) % 24:
        yield f"{len(pulses)} bits are no whole number of lights"


class PwmWire:
    """A strip below the `neopixel` module, which hands whole bytes to code for one kind of Pi.

    There is no wire to decode, so no timing is checked. Blinka must be told that this is not a board it knows.
    """

    def __init__(self, strip: Strip, failures: Failures | None = None) -> None:
        self.strip = strip
        self.failures = failures or Failures()

    @contextmanager
    def install(self) -> Iterator[PwmWire]:
        """Replace the layer below the library within this context."""
        os.environ["BLINKA_OS_AGNOSTIC"] = "1"
        import neopixel_write as library  # noqa: PLC0415  (only where there is a strip to simulate)

        real, library._neopixel = library._neopixel, self
        try:
            yield self
        finally:
            library._neopixel = real
            del os.environ["BLINKA_OS_AGNOSTIC"]

    def neopixel_write(self, pin: Any, levels: bytes) -> None:
        """Take one picture, in wire order."""
        self.failures.check("pwm-write")
        self.strip.take_bytes(bytes(levels))


class SpiBus:
    """`/dev/spidevN.M` below Adafruit's PureIO, with a strip on its MOSI wire."""

    def __init__(self, strip: Strip, path: str = "/dev/spidev0.0", failures: Failures | None = None) -> None:
        self.path = path
        self.strip = strip
        self.failures = failures or Failures()
        self.broken: int | None = None
        self.hertz = 500_000
        self.mode = 0
        self.bytes_sent = 0

    @contextmanager
    def install(self) -> Iterator[SpiBus]:
        """Replace the layer below the library within this context."""
        import Adafruit_PureIO.spi as library  # noqa: PLC0415  (only where there is a strip to simulate)

        with install_nodes(library, {self.path: self}, "/dev/spidev"):
            yield self

    def on_open(self, handle: int) -> None:
        """Handle a library opening the bus."""
        self._check("spi-open")

    def ioctl(self, handle: int, request: int, argument: Any) -> int:
        """Serve the requests PureIO makes."""
        from Adafruit_PureIO.spi import SPI  # noqa: PLC0415

        if request == SPI._IOC_MESSAGE:
            self._check("spi-write")
            address, _, length, hertz, *_ = struct.unpack(SPI._IOC_TRANSFER_FORMAT, argument)
            self.bytes_sent += length
            self.strip.feed_levels(ctypes.string_at(address, length), hertz or self.hertz)
        elif request == SPI._IOC_WR_MAX_SPEED_HZ[1]:
            (self.hertz,) = struct.unpack("=I", argument)
        elif request == SPI._IOC_WR_MODE[1]:
            (self.mode,) = struct.unpack("=B", argument)
        elif isinstance(argument, array.array):
            argument[0] = self.hertz if request == SPI._IOC_RD_MAX_SPEED_HZ[1] else self.mode
        else:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _check(self, kind: str) -> None:
        self.failures.check(kind)
        if self.broken is not None:
            raise OSError(self.broken, os.strerror(self.broken))
