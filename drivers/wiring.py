"""Which wire goes where: reads `wiring.toml` and refuses what could not work on a real board."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

DEFAULT = Path(__file__).with_name("wiring.toml")
PADDLES = 5
T = TypeVar("T", int, str)

# Broadcom number -> position on the 40-pin header, which is what people count with a finger.
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
RESERVED = {
    0: "the identity chip of a HAT",
    1: "the identity chip of a HAT",
    2: "the I2C bus (SDA)",
    3: "the I2C bus (SCL)",
    7: "the SPI bus (CE1)",
    8: "the SPI bus (CE0)",
    9: "the SPI bus (MISO)",
    10: "the SPI bus (MOSI)",
    11: "the SPI bus (SCLK)",
    14: "the serial console (TXD)",
    15: "the serial console (RXD)",
}
FREE = tuple(sorted(set(HEADER) - set(RESERVED)))
PWM = (12, 13, 18, 19)
LIGHT_PINS = {"spi": (10,), "pwm": (10, 12, 18, 21)}
CHIPS = ("ssd1306", "sh1106")
I2C_PINS = {1: (2, 3)}
ADDRESSES = range(0x08, 0x78)


class WiringError(ValueError):
    """The wiring file cannot be right; the message names the entry and what is allowed there."""


def wire(pin: int) -> str:
    """A pin as people look for it: its name and its place on the header."""
    return f"GPIO{pin} (header pin {HEADER[pin]})"


@dataclass(frozen=True, slots=True)
class ScreenWiring:
    """One OLED on the I2C bus."""

    name: str
    chip: str
    address: int
    bus: int

    @property
    def wire(self) -> str:
        """The two wires of the bus and the address the module must be set to."""
        data, clock = I2C_PINS[self.bus]
        return f"SDA {wire(data)}, SCL {wire(clock)}, address 0x{self.address:02X}"


@dataclass(frozen=True, slots=True)
class LightsWiring:
    """The light bar."""

    pixels: int
    route: str
    pin: int
    limit_milliamps: int

    @property
    def wire(self) -> str:
        """The data wire of the strip."""
        return f"data {wire(self.pin)}"


@dataclass(frozen=True, slots=True)
class ButtonWiring:
    """A button to ground, with the lamp in its cap if it has one."""

    part: str
    pin: int
    lamp: int | None


@dataclass(frozen=True, slots=True)
class DialWiring:
    """The rotary encoder and the switch under its knob."""

    a: int
    b: int
    push: int

    @property
    def wire(self) -> str:
        """The two wires of the rotation."""
        return f"A {wire(self.a)}, B {wire(self.b)} and ground"


@dataclass(frozen=True, slots=True)
class BuzzerWiring:
    """The passive buzzer."""

    pin: int


@dataclass(frozen=True, slots=True)
class PressWiring:
    """How the contacts of this device behave."""

    confirm_seconds: float
    quiet_seconds: float
    stuck_seconds: float


@dataclass(frozen=True, slots=True)
class Wiring:
    """All parts and their pins, checked."""

    screens: Mapping[str, ScreenWiring]
    lights: LightsWiring
    buttons: Mapping[str, ButtonWiring]
    dial: DialWiring
    buzzer: BuzzerWiring
    press: PressWiring

    @classmethod
    def load(cls, path: Path | None = None) -> Wiring:
        """Read and check a wiring file; without a path, the one that ships with the device."""
        file = path or DEFAULT
        try:
            entries = tomllib.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise WiringError(f"{file}: cannot be read ({error.strerror})") from error
        except tomllib.TOMLDecodeError as error:
            raise WiringError(f"{file.name}: {error}") from error
        return cls.parse(entries, file.name)

    @classmethod
    def parse(cls, entries: Mapping[str, Any], file: str = "wiring") -> Wiring:
        """Check a wiring given as nested tables."""
        return _Reader(entries, file).wiring()

    def pins(self) -> Iterator[tuple[str, int]]:
        """Every GPIO in use with the entry that names it, buses included."""
        for bus in sorted({screen.bus for screen in self.screens.values()}):
            for line, pin in zip(("sda", "scl"), I2C_PINS[bus], strict=True):
                yield f"i2c-{bus}.{line}", pin
        yield "lights.pin", self.lights.pin
        for button in self.buttons.values():
            yield f"button.{button.part}.pin", button.pin
            if button.lamp is not None:
                yield f"button.{button.part}.lamp", button.lamp
        yield from (("dial.a", self.dial.a), ("dial.b", self.dial.b), ("dial.push", self.dial.push))
        yield "buzzer.pin", self.buzzer.pin


class _Reader:
    """Walks the tables of one file; every complaint names the file, the entry and what is allowed."""

    def __init__(self, entries: Mapping[str, Any], file: str) -> None:
        self.entries = entries
        self.file = file

    def wiring(self) -> Wiring:
        """Everything, or the first complaint."""
        self._known(self.entries, "", ("screen", "lights", "button", "dial", "buzzer", "press"))
        parts = [f"paddle-{seat}" for seat in range(PADDLES)] + ["dome", "back"]
        screens = self._table("screen", ("question", "table"))
        buttons = self._table("button", parts)
        wiring = Wiring(
            screens={name: self._screen(name) for name in screens},
            lights=self._lights(),
            buttons={part: self._button(part) for part in parts if part in buttons},
            dial=DialWiring(*(self._pin("dial", key) for key in self._keys("dial", ("a", "b", "push")))),
            buzzer=BuzzerWiring(*(self._pin("buzzer", key, PWM) for key in self._keys("buzzer", ("pin",)))),
            press=self._press(),
        )
        self._all_there(screens, ("question", "table"), "screen")
        self._all_there(buttons, parts, "button")
        self._no_pin_twice(wiring)
        self._no_address_twice(wiring)
        return wiring

    def _screen(self, name: str) -> ScreenWiring:
        entry = f"screen.{name}"
        self._table(entry, ("chip", "address", "bus"))
        chip = self._one_of(entry, "chip", CHIPS)
        bus = self._one_of(entry, "bus", tuple(I2C_PINS))
        address = self._whole(entry, "address", ADDRESSES.start, ADDRESSES.stop - 1)
        return ScreenWiring(name, chip, address, bus)

    def _lights(self) -> LightsWiring:
        self._table("lights", ("pixels", "route", "pin", "limit_milliamps"))
        route = self._one_of("lights", "route", tuple(LIGHT_PINS))
        return LightsWiring(
            self._whole("lights", "pixels", 1, 400),
            route,
            self._one_of("lights", "pin", LIGHT_PINS[route]),
            self._whole("lights", "limit_milliamps", 1, 10_000),
        )

    def _button(self, part: str) -> ButtonWiring:
        entry = f"button.{part}"
        keys = self._table(entry, ("pin", "lamp"))
        return ButtonWiring(part, self._pin(entry, "pin"), self._pin(entry, "lamp") if "lamp" in keys else None)

    def _press(self) -> PressWiring:
        self._table("press", ("confirm_microseconds", "quiet_milliseconds", "stuck_seconds"))
        return PressWiring(
            self._whole("press", "confirm_microseconds", 1, 5_000) / 1e6,
            self._whole("press", "quiet_milliseconds", 1, 1_000) / 1e3,
            float(self._whole("press", "stuck_seconds", 1, 600)),
        )

    def _table(self, entry: str, allowed: Collection[str]) -> Mapping[str, Any]:
        table = self._find(entry)
        if not isinstance(table, Mapping):
            raise self._wrong(entry, "is missing", f"a table with {', '.join(allowed)}")
        self._known(table, f"{entry}.", allowed)
        return table

    def _find(self, entry: str) -> Any:
        found: Any = self.entries
        for name in entry.split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def _keys(self, entry: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        self._table(entry, allowed)
        return allowed

    def _known(self, table: Mapping[str, Any], prefix: str, allowed: Collection[str]) -> None:
        for key in table:
            if key not in allowed:
                raise self._wrong(f"{prefix}{key}", "is not known", f"one of {', '.join(allowed)}")

    def _all_there(self, table: Mapping[str, Any], wanted: Collection[str], entry: str) -> None:
        for name in wanted:
            if name not in table:
                raise self._wrong(f"{entry}.{name}", "is missing", "an entry of its own")

    def _value(self, entry: str, key: str, allowed: str) -> Any:
        value = self._find(f"{entry}.{key}")
        if value is None:
            raise self._wrong(f"{entry}.{key}", "is missing", allowed)
        return value

    def _one_of(self, entry: str, key: str, allowed: tuple[T, ...]) -> T:
        words = "one of " + ", ".join(map(str, allowed))
        value = self._value(entry, key, words)
        for each in allowed:
            if type(value) is type(each) and value == each:
                return each
        raise self._wrong(f"{entry}.{key}", f"is {value!r}", words)

    def _whole(self, entry: str, key: str, least: int, most: int) -> int:
        words = f"a whole number from {least} to {most}"
        value = self._value(entry, key, words)
        if type(value) is not int or not least <= value <= most:
            raise self._wrong(f"{entry}.{key}", f"is {value!r}", words)
        return value

    def _pin(self, entry: str, key: str, allowed: tuple[int, ...] = FREE) -> int:
        words = "one of GPIO " + ", ".join(map(str, allowed))
        pin = self._value(entry, key, words)
        if type(pin) is int and pin in allowed:
            return pin
        if type(pin) is int and pin in RESERVED:
            raise self._wrong(f"{entry}.{key}", f"is GPIO{pin}, reserved for {RESERVED[pin]}", words)
        reason = "which has no PWM" if type(pin) is int and pin in FREE else "which is not a GPIO of the header"
        raise self._wrong(f"{entry}.{key}", f"is {pin!r}, {reason}", words)

    def _no_pin_twice(self, wiring: Wiring) -> None:
        taken: dict[int, str] = {}
        for entry, pin in wiring.pins():
            if pin in taken:
                free = sorted(set(FREE) - {used for _, used in wiring.pins()})
                allowed = "a free one: GPIO " + ", ".join(map(str, free)) if free else "a pin no other entry uses"
                raise self._wrong(entry, f"is GPIO{pin}, already taken by {taken[pin]}", allowed)
            taken[pin] = entry

    def _no_address_twice(self, wiring: Wiring) -> None:
        taken: dict[tuple[int, int], str] = {}
        for screen in wiring.screens.values():
            if (place := (screen.bus, screen.address)) in taken:
                wrong = f"is 0x{screen.address:02X}, already taken by screen.{taken[place]}"
                raise self._wrong(f"screen.{screen.name}.address", wrong, "another address on that bus")
            taken[place] = screen.name

    def _wrong(self, entry: str, what: str, allowed: str) -> WiringError:
        return WiringError(f"{self.file}: {entry} {what}; allowed: {allowed}")
