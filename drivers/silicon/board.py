"""The whole device in simulated silicon, wired according to `wiring.toml`.

In tests the clock is virtual and `advance` moves it. On a laptop the clock is real and the host calls `advance`
often, which then only runs the events that are due. Either way the libraries above are the real ones.
"""

from __future__ import annotations

import errno
import random
from collections.abc import Callable
from contextlib import ExitStack
from heapq import heappop, heappush
from itertools import count
from types import TracebackType
from typing import Literal, Self

from gpiozero import Device
from PIL import Image

from drivers.clock import Clock, VirtualClock
from drivers.silicon.failures import Failures
from drivers.silicon.i2c import I2cBus, install_buses
from drivers.silicon.oled import Oled
from drivers.silicon.pins import SimulatedPin, SimulatedPins, simulate_bounce
from drivers.silicon.sh1106 import Sh1106
from drivers.silicon.sh1107 import Sh1107
from drivers.silicon.ssd1306 import Ssd1306
from drivers.silicon.ws2812 import Colour, PwmWire, SpiBus, Strip
from drivers.wiring import Wiring

Breakage = Literal["unplugged", "bus", "dead", "stuck", "flickering"]

CHIPS: dict[str, type[Ssd1306] | type[Sh1106]] = {
    "ssd1306": Ssd1306, "sh1106": Sh1106, "ssd1309": Ssd1306, "sh1107": Sh1107,
}  # fmt: skip
"""Simulated chips by name. An SSD1309 has the commands of an SSD1306; it only drives larger glass."""
QUADRATURE = 0.002  # seconds between two edges of the dial
DIAL_BOUNCE = 0.0008
FLICKER = (0.000_1, 0.000_5)  # seconds between edges of a loose wire: thousands a second, unlike any hand


class Board:
    """All chips and contacts; `with Board() as board:` puts them below the libraries."""

    def __init__(
        self, wiring: Wiring | None = None, seed: int = 0, clock: Clock | None = None, bounce: float = 0.005
    ) -> None:
        self.wiring = wiring or Wiring.load()
        self.clock = clock or VirtualClock()
        self.bounce = bounce
        self.failures = Failures()
        self.rng = random.Random(seed)
        self.buses = {screen.bus: I2cBus(screen.bus, self.failures) for screen in self.wiring.screens.values()}
        self.screens: dict[str, Oled] = {}
        for name, screen in self.wiring.screens.items():
            self.screens[name] = self.buses[screen.bus].chips[screen.address] = CHIPS[screen.chip]()
        self.strip = Strip(0 if self.wiring.lights is None else self.wiring.lights.pixels)
        self.spi = SpiBus(self.strip, failures=self.failures)
        self.pins = SimulatedPins(self._now, self.failures)
        self._event_time: float | None = None
        self._agenda: list[tuple[float, int, str, Callable[[], None]]] = []
        self._order = count()
        self._breakages: dict[str, Breakage] = {}
        self._dial_free = 0.0
        self._installed = ExitStack()

    # actions of a hand

    def press(self, part: str) -> None:
        """Push a button down: `paddle-0` to `paddle-4`, `dome`, `back`, or `dial`."""
        self._move_contact(part, True)

    def release(self, part: str) -> None:
        """Open the contact of a button, with its bounce."""
        self._move_contact(part, False)

    def tap(self, part: str, hold: float = 0.08) -> None:
        """Press now and release a little later."""
        self.press(part)
        self._schedule(hold, part + " let go", lambda: self.release(part))

    def push(self) -> None:
        """Tap the knob of the dial."""
        self.tap("dial")

    def turn(self, steps: int) -> None:
        """Turn the dial, clockwise if positive; it takes a few milliseconds a step."""
        dial = self.wiring.dial
        first, second = (dial.a, dial.b) if steps > 0 else (dial.b, dial.a)
        start = max(self._now(), self._dial_free) - self._now()
        for _ in range(abs(steps)):
            for pin, closed in ((first, True), (second, True), (first, False), (second, False)):
                self._schedule_bounce("dial turning", pin, closed, start, min(self.bounce, DIAL_BOUNCE))
                start += QUADRATURE
        self._dial_free = self._now() + start
        self._run_due(self._now())

    @property
    def turning(self) -> float:
        """Seconds until the dial has made all its steps."""
        return max(0.0, self._dial_free - self._now())

    def advance(self, seconds: float = 0.0) -> None:
        """Move virtual time forward; with a real clock, run the events that are due."""
        if isinstance(self.clock, VirtualClock):
            end = self.clock.now + seconds
            self._run_due(end)
            self.clock.now = end
        else:
            self._run_due(self.clock())

    def run_until_now(self) -> float:
        """Run all due events and return the time: the clock for a host that runs on this board.

        With another clock, a host that was delayed could see a time that the chips have not reached yet, and would
        take the middle of a bounce for a release.
        """
        now = self.clock()
        self._run_due(now)
        return now

    @property
    def next_due(self) -> float | None:
        """Time of the next edge, if any is scheduled."""
        return self._agenda[0][0] if self._agenda else None

    # what people see and hear

    def image(self, name: str) -> Image.Image:
        """Return the picture on a screen, from the chip's memory."""
        return Image.new("1", (128, 64)) if self.is_unplugged(name) else self.screens[name].image()

    def is_unplugged(self, name: str) -> bool:
        """Return whether a screen is unplugged, or not wired at all."""
        screen = self.wiring.screens.get(name)
        return screen is None or screen.address in self.buses[screen.bus].unplugged

    def pixels(self) -> list[Colour]:
        """Return the colours of the light bar, from the bits on its wire."""
        return [(0, 0, 0)] * self.strip.pixels if self.strip.unplugged else self.strip.colours

    def lamp(self, part: str) -> bool:
        """Return whether the lamp in a paddle or the dome is on."""
        button = self.wiring.buttons.get(part)
        return button is not None and button.lamp is not None and self._is_lit(self._pin(button.lamp))

    def sound(self) -> float | None:
        """Return the frequency of the buzzer, or None."""
        if self.wiring.buzzer is None:
            return None
        pin = self._pin(self.wiring.buzzer.pin)
        return None if pin._frequency is None or not pin._state else float(pin._frequency)

    # failures

    def break_part(self, part: str, how: Breakage = "unplugged") -> None:
        """Break a part: unplug it, take its bus down, kill its pins, or make its contact stick or flicker."""
        self._breakages[part] = how
        if part in self.wiring.screens:
            self._break_screen(part, how)
        elif part == "lights":
            self.strip.unplugged = how == "unplugged"
            self.spi.broken = errno.EIO if how == "bus" else None
        elif how == "dead":
            for pin in self._find_pins(part):
                pin.dead = True
        elif how in ("stuck", "flickering"):
            self._cancel(part)
            self._short(self._button_pin(part), how == "stuck")
            if how == "flickering":
                self._flicker(part)

    def mend_part(self, part: str) -> None:
        """Repair a part. It starts as new: a screen that lost its power has lost its memory."""
        how = self._breakages.pop(part, None)
        if part in self.wiring.screens:
            screen = self.wiring.screens[part]
            self.buses[screen.bus].broken = None
            self.buses[screen.bus].unplugged.discard(screen.address)
            self.screens[part].power_up()
        elif part == "lights":
            self.strip.unplugged, self.spi.broken = False, None
            self.strip.power_up()
        else:
            for pin in self._find_pins(part):
                pin.dead = False
            if how in ("stuck", "flickering"):
                self._cancel(part)
                self._short(self._button_pin(part), False)

    def _break_screen(self, part: str, how: Breakage) -> None:
        screen = self.wiring.screens[part]
        if how == "unplugged":
            self.buses[screen.bus].unplugged.add(screen.address)
        else:
            self.buses[screen.bus].broken = errno.ETIMEDOUT  # a shorted bus blocks every chip on it

    def _flicker(self, part: str) -> None:
        if self._breakages.get(part) == "flickering":
            pin = self._pin(self._button_pin(part))
            pin.short(not pin.shorted)
            self._schedule(self.rng.uniform(*FLICKER), part, lambda: self._flicker(part))

    # contacts and their chatter

    def _move_contact(self, part: str, closed: bool) -> None:
        if part != "dial" and part not in self.wiring.buttons:
            return  # nothing is wired there
        pin = self._button_pin(part)
        if self._breakages.get(part) is None or self._breakages[part] == "dead":
            self._cancel(part)
            self._schedule_bounce(part, pin, closed, 0.0, self.bounce)
        self._run_due(self._now())

    def _schedule_bounce(self, name: str, pin: int, closed: bool, start: float, longest: float) -> None:
        for delay, level in simulate_bounce(self.rng, closed, longest):
            self._schedule(start + delay, name, lambda level=level: self._short(pin, level))  # type: ignore[misc]

    def _short(self, pin: int, closed: bool) -> None:
        self._pin(pin).short(closed)

    def _schedule(self, delay: float, name: str, action: Callable[[], None]) -> None:
        heappush(self._agenda, (self._now() + delay, next(self._order), name, action))

    def _cancel(self, part: str) -> None:
        """Cancel the scheduled edges of a part: a new movement of the hand ends the bounce of the last one."""
        self._agenda = sorted(item for item in self._agenda if item[2] != part)  # a sorted list is a valid heap

    def _run_due(self, end: float) -> None:
        while self._agenda and self._agenda[0][0] <= end:
            moment, _, _, action = heappop(self._agenda)
            if isinstance(self.clock, VirtualClock):
                self.clock.now = max(self.clock.now, moment)
            self._event_time = moment  # edges are stamped with the time they were due, even if we run late
            try:
                action()
            finally:
                self._event_time = None

    def _now(self) -> float:
        return self.clock() if self._event_time is None else self._event_time

    # pins by part

    def _pin(self, number: int) -> SimulatedPin:
        pin: SimulatedPin = self.pins.pin(number)
        return pin

    @staticmethod
    def _is_lit(pin: SimulatedPin) -> bool:
        return bool(pin._function == "output" and pin._state)

    def _button_pin(self, part: str) -> int:
        return self.wiring.dial.push if part == "dial" else self.wiring.buttons[part].pin

    def _find_pins(self, part: str) -> list[SimulatedPin]:
        dial, buzzer, buttons = self.wiring.dial, self.wiring.buzzer, self.wiring.buttons
        numbers = {"dial": [dial.a, dial.b], "dial-push": [dial.push], "buzzer": [] if buzzer is None else [buzzer.pin]}
        for name, button in buttons.items():
            numbers[name] = [button.pin]
            if button.lamp is not None:
                numbers[f"{name}-lamp"] = [button.lamp]
        return [self._pin(number) for number in numbers[part]]

    def __enter__(self) -> Self:
        before = Device.pin_factory
        Device.pin_factory = self.pins
        self._installed.callback(setattr, Device, "pin_factory", before)
        self._installed.callback(self.pins.reset)
        self._installed.enter_context(install_buses(self.buses.values()))
        self._installed.enter_context(self.spi.install())
        if self.wiring.lights is not None and self.wiring.lights.route == "pwm":
            self._installed.enter_context(PwmWire(self.strip, self.failures).install())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._installed.close()
