"""Which part hangs on which wire: reads `wiring.toml` and refuses what could not work on a real board."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drivers.errors import N_, DriverError

LONGEST_FILE = 2**20
DEFAULT = Path(__file__).with_name("wiring.toml")
BUILDS = {
    "minimal": Path(__file__).parent / "builds" / "minimal.toml",
    "table": DEFAULT,
    "race": Path(__file__).parent / "builds" / "race.toml",
}
"""Builds by name; each file but the one of `table` says only what differs from it."""

PADDLES = 5

# Broadcom number -> position on the 40-pin header, which is what people count with a finger.
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
RESERVED = {
    0: N_("the identity chip of a HAT"),
    1: N_("the identity chip of a HAT"),
    2: N_("the I2C bus (SDA)"),
    3: N_("the I2C bus (SCL)"),
    7: N_("the SPI bus (CE1)"),
    8: N_("the SPI bus (CE0)"),
    9: N_("the SPI bus (MISO)"),
    10: N_("the SPI bus (MOSI)"),
    11: N_("the SPI bus (SCLK)"),
    14: N_("the serial console (TXD)"),
    15: N_("the serial console (RXD)"),
}
FREE = tuple(sorted(set(HEADER) - set(RESERVED)))
PWM = (12, 13, 18, 19)
LIGHT_PINS = {"spi": (10,), "pwm": (10, 12, 18, 21)}
SCREEN_INCHES = ("0.96", "1.3", "1.54", "2.42")
CONNECTORS = ("jst-xh", "pin-header")
COLOURS = ("red", "blue", "green", "yellow", "white", "black")
BUTTON_SIZES = (24, 30, 60, 100)
I2C_PINS = {1: (2, 3), 3: (23, 24)}
"""Data and clock of each bus. An OLED has one of two addresses, so a third wants another bus: 3 is the one that
`dtoverlay=i2c-gpio,bus=3` in config.txt makes."""
SHOWN = ("question", "table")
"""What a screen may show: what is asked, or what lies on the table."""
ADDRESSES = range(0x08, 0x78)


class WiringError(DriverError, ValueError):
    """The wiring file cannot be right; the message names the entry and what is allowed there."""

    code = "bad-wiring"


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
    inches: str = "0.96"
    milliamps: int = 30
    connector: str = "jst-xh"
    cable_millimetres: int = 200
    shows: str = "question"

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
    pixels_a_metre: int = 144
    connector: str = "jst-xh"
    cable_millimetres: int = 200

    @property
    def wire(self) -> str:
        """The data wire of the strip."""
        return f"data {wire(self.pin)}"


@dataclass(frozen=True, slots=True)
class ButtonWiring:
    """A button to ground, with the lamp in its cap if it has one; `milliamps` is what that lamp takes."""

    part: str
    pin: int
    lamp: int | None
    milliamps: int = 20
    colour: str = "white"
    millimetres: int = 60
    connector: str = "jst-xh"
    cable_millimetres: int = 600


@dataclass(frozen=True, slots=True)
class DialWiring:
    """The rotary encoder and the switch under its knob."""

    a: int
    b: int
    push: int
    milliamps: int = 1
    connector: str = "jst-xh"
    cable_millimetres: int = 200

    @property
    def wire(self) -> str:
        """The two wires of the rotation."""
        return f"A {wire(self.a)}, B {wire(self.b)} and ground"


@dataclass(frozen=True, slots=True)
class BuzzerWiring:
    """The passive buzzer."""

    pin: int
    milliamps: int = 40
    connector: str = "jst-xh"
    cable_millimetres: int = 150


@dataclass(frozen=True, slots=True)
class PodWiring:
    """A Pico on a USB cable with the paddles on it; its pins are in `firmware/wiring.py`."""

    milliamps: int
    usb_millimetres: int
    lamp_milliamps: int
    button_millimetres: int
    connector: str
    cable_millimetres: int
    ring_cable_millimetres: int


@dataclass(frozen=True, slots=True)
class SupplyWiring:
    """What feeds everything, at 5 V, and what the Pi itself takes of it at most."""

    milliamps: int
    pi_milliamps: int


@dataclass(frozen=True, slots=True)
class PressWiring:
    """How the contacts of this device behave."""

    confirm_seconds: float
    quiet_seconds: float
    stuck_seconds: float


@dataclass(frozen=True, slots=True)
class Wiring:
    """All parts and their pins, checked. A part that is not in the file is None, or not in its mapping."""

    screens: Mapping[str, ScreenWiring]
    lights: LightsWiring | None
    buttons: Mapping[str, ButtonWiring]
    dial: DialWiring
    buzzer: BuzzerWiring | None
    pod: PodWiring | None
    supply: SupplyWiring
    press: PressWiring

    @classmethod
    def load(cls, path: Path | None = None) -> Wiring:
        """A wiring file laid over the build it names, `table` if it names none; without a path, `table` itself."""
        if path is None or path == DEFAULT:
            return cls.parse(read(DEFAULT), DEFAULT.name)
        entries = read(path)
        named = entries.pop("build", "table")
        if not isinstance(named, str) or named not in BUILDS:
            allowed = ", ".join(BUILDS)
            raise WiringError(
                N_("{file}: {entry} is {value!r}; allowed: one of {allowed}"),
                file=path.name, entry="build", value=named, allowed=allowed,
            )  # fmt: skip
        return cls.parse(laid_over(_entries_of(named), entries), path.name)

    @classmethod
    def of_build(cls, name: str) -> Wiring:
        """One of the builds by its name."""
        return cls.parse(_entries_of(name), BUILDS[name].name)

    @classmethod
    def parse(cls, entries: Mapping[str, Any], file: str = "wiring") -> Wiring:
        """Check a wiring given as nested tables."""
        from drivers.wiring_reader import Reader  # noqa: PLC0415  (it makes what is defined here)

        return Reader(entries, file).wiring()

    def pins(self) -> Iterator[tuple[str, int]]:
        """Every GPIO in use with the entry that names it, buses included."""
        for bus in sorted({screen.bus for screen in self.screens.values()}):
            for line, pin in zip(("sda", "scl"), I2C_PINS[bus], strict=True):
                yield f"i2c-{bus}.{line}", pin
        if self.lights is not None:
            yield "lights.pin", self.lights.pin
        for button in self.buttons.values():
            yield f"button.{button.part}.pin", button.pin
            if button.lamp is not None:
                yield f"button.{button.part}.lamp", button.lamp
        yield from (("dial.a", self.dial.a), ("dial.b", self.dial.b), ("dial.push", self.dial.push))
        if self.buzzer is not None:
            yield "buzzer.pin", self.buzzer.pin


def read(file: Path) -> dict[str, Any]:
    """The tables of one file, unchecked."""
    try:
        with file.open("rb") as stream:
            text = stream.read(LONGEST_FILE + 1)
        return tomllib.loads(text[:LONGEST_FILE].decode())
    except OSError as error:
        raise WiringError(N_("{file}: cannot be read: {why}"), file=file, why=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise WiringError(N_("{file}: is not a TOML file: {why}"), file=file.name, why=error) from error


def laid_over(beneath: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Both as one: the upper one wins entry by entry, and its `false` takes a part away."""
    merged = dict(beneath)
    for key, value in above.items():
        if value is False and key in merged:
            del merged[key]
        elif isinstance(value, Mapping) and isinstance(merged.get(key), Mapping):
            merged[key] = laid_over(merged[key], value)
        else:
            merged[key] = value
    return merged


def _entries_of(build: str) -> dict[str, Any]:
    table = read(DEFAULT)
    return table if build == "table" else laid_over(table, read(BUILDS[build]))
