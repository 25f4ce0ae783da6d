"""Parts and their pins: reads `wiring.toml` and refuses what could not work on a real board."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from drivers.errors import N_, DriverError, Sentence
from drivers.oled_chips import CHIPS

LONGEST_FILE = 2**20
DEFAULT = Path(__file__).with_name("wiring.toml")
BUILDS = {
    "minimal": Path(__file__).parent / "builds" / "minimal.toml",
    "table": DEFAULT,
    "race": Path(__file__).parent / "builds" / "race.toml",
}
"""Files of the builds by name; all but `table` contain only the differences from it."""

PADDLES = 5

# Broadcom number -> position on the 40-pin header, which is what people count with a finger.
HEADER_POSITIONS = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
RESERVED_PINS = {
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
FREE_PINS = tuple(sorted(set(HEADER_POSITIONS) - set(RESERVED_PINS)))
PWM_PINS = (12, 13, 18, 19)
LIGHT_PINS = {"spi": (10,), "pwm": (10, 12, 18, 21)}
SCREEN_INCHES = ("0.96", "1.3", "1.54", "2.42")
CONNECTORS = ("jst-xh", "pin-header")
COLOURS = ("red", "blue", "green", "yellow", "white", "black")
BUTTON_SIZES = (24, 30, 60, 100)
I2C_PINS = {1: (2, 3), 3: (23, 24)}
"""Data and clock of each bus. An OLED has one of two addresses, so a third wants another bus: 3 is the one that
`dtoverlay=i2c-gpio,bus=3` in config.txt makes."""
SCREEN_ROLES = ("question", "table")
"""Roles of screens: one shows the question, the other the table."""
ADDRESSES = range(0x08, 0x78)


T = TypeVar("T", int, str)
SCREEN_NAME = re.compile(r"[a-z]{1,12}")
BUTTONS = (*(f"paddle-{seat}" for seat in range(PADDLES)), "dome", "back")
OTHER_PARTS = {*BUTTONS, "dial", "lights", "lamps", "buzzer", "pod", "power", "buttons"}
TABLES = ("supply", "screen", "lights", "button", "dial", "buzzer", "pod", "press")
CABLE = ("connector", "cable_millimetres")
MOST_MILLIAMPS = 10_000
LONGEST_CABLE = 5_000


class WiringError(DriverError, ValueError):
    """The wiring file is wrong; the message names the entry and its allowed values."""

    code = "bad-wiring"


def describe_pin(pin: int) -> str:
    """Return a pin as people look for it: its name and its position on the header."""
    return f"GPIO{pin} (header pin {HEADER_POSITIONS[pin]})"


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
        """Wires of the bus, and the address the module must be set to."""
        data, clock = I2C_PINS[self.bus]
        return f"SDA {describe_pin(data)}, SCL {describe_pin(clock)}, address 0x{self.address:02X}"


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
        return f"data {describe_pin(self.pin)}"


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
        return f"A {describe_pin(self.a)}, B {describe_pin(self.b)} and ground"


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
    """The 5 V supply, and the most the Pi itself takes of it."""

    milliamps: int
    pi_milliamps: int


@dataclass(frozen=True, slots=True)
class PressWiring:
    """Timing of the contacts of this device."""

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
        """Read a wiring file over the build it names (default `table`); without a path, return `table` itself."""
        if path is None or path == DEFAULT:
            return cls.parse(read_toml(DEFAULT), DEFAULT.name)
        entries = read_toml(path)
        named = entries.pop("build", "table")
        if not isinstance(named, str) or named not in BUILDS:
            allowed = ", ".join(BUILDS)
            raise WiringError(
                N_("{file}: {entry} is {value!r}; allowed: one of {allowed}"),
                file=path.name, entry="build", value=named, allowed=allowed,
            )  # fmt: skip
        return cls.parse(merge_tables(_read_build(named), entries), path.name)

    @classmethod
    def of_build(cls, name: str) -> Wiring:
        """Return one of the builds by its name."""
        return cls.parse(_read_build(name), BUILDS[name].name)

    @classmethod
    def parse(cls, entries: Mapping[str, Any], file: str = "wiring") -> Wiring:
        """Check a wiring given as nested tables."""
        return WiringReader(entries, file).wiring()

    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield every GPIO in use with the entry that names it, buses included."""
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

    def list_header_pins(self, part: str) -> list[int]:
        """Return the pins of the header that the wires of a part go to, ground aside; none for parts of the pod.

        >>> wiring = Wiring.load()
        >>> wiring.list_header_pins("paddle-0"), wiring.list_header_pins("dial")
        ([11], [12, 35])
        """
        button = part.removesuffix("-lamp")
        if part in self.screens:
            bus = self.screens[part].bus
            entries: tuple[str, ...] = (f"i2c-{bus}.sda", f"i2c-{bus}.scl")
        elif button in self.buttons:
            entries = (f"button.{button}.{'pin' if part == button else 'lamp'}",)
        else:
            entries = {"dial": ("dial.a", "dial.b"), "dial-push": ("dial.push",)}.get(part, (f"{part}.pin",))
        return [HEADER_POSITIONS[pin] for entry, pin in self.pins() if entry in entries]


def read_toml(file: Path) -> dict[str, Any]:
    """Return the tables of one file, unchecked."""
    try:
        with file.open("rb") as stream:
            text = stream.read(LONGEST_FILE + 1)  # limited: the path may name a device or something huge
        return tomllib.loads(text[:LONGEST_FILE].decode())
    except OSError as error:
        raise WiringError(N_("{file} can't be read: {why}"), file=file, why=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise WiringError(N_("{file} isn't a TOML file: {why}"), file=file.name, why=error) from error


def merge_tables(beneath: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two tables: `above` wins entry by entry, and `false` in it removes a part."""
    merged = dict(beneath)
    for key, value in above.items():
        if value is False and key in merged:
            del merged[key]
        elif isinstance(value, Mapping) and isinstance(merged.get(key), Mapping):
            merged[key] = merge_tables(merged[key], value)
        else:
            merged[key] = value
    return merged


def _read_build(build: str) -> dict[str, Any]:
    table = read_toml(DEFAULT)
    return table if build == "table" else merge_tables(table, read_toml(BUILDS[build]))


class WiringReader:
    """Checks the tables of one file and builds the wiring; each error names file, entry and allowed values."""

    def __init__(self, entries: Mapping[str, Any], file: str) -> None:
        self.entries = entries
        self.file = file

    def wiring(self) -> Wiring:
        """Return the checked wiring; a device has at least a screen and the dial."""
        self._check_keys(self.entries, "", TABLES)
        screens = self._screens()
        buttons = self._table("button", BUTTONS) if "button" in self.entries else {}
        wiring = Wiring(
            screens={name: self._screen(name) for name in screens},
            lights=self._lights() if "lights" in self.entries else None,
            buttons={part: self._button(part) for part in BUTTONS if part in buttons},
            dial=self._dial(),
            buzzer=self._buzzer() if "buzzer" in self.entries else None,
            pod=self._pod() if "pod" in self.entries else None,
            supply=self._supply(),
            press=self._press(),
        )
        self._check_pins(wiring)
        self._check_addresses(wiring)
        return wiring

    def _screens(self) -> list[str]:
        """Return the names of all screens, `question` and `table` first, then the others as in the file."""
        names = self._table("screen", None)
        if not names:
            raise self._complaint(
                "screen",
                Sentence(N_("is empty")),
                Sentence(N_("at least one of {names}"), names=", ".join(SCREEN_ROLES)),
            )
        for name in names:
            if not SCREEN_NAME.fullmatch(name) or name in OTHER_PARTS:
                allowed = Sentence(N_("a name of up to 12 lower-case letters that no other part has"))
                raise self._complaint(f"screen.{name}", Sentence(N_("isn't a name for a screen")), allowed)
        return sorted(names, key=lambda name: SCREEN_ROLES.index(name) if name in SCREEN_ROLES else len(SCREEN_ROLES))

    def _screen(self, name: str) -> ScreenWiring:
        entry = f"screen.{name}"
        keys = self._table(entry, ("chip", "address", "bus", "glass", "milliamps", "shows", *CABLE))
        chip = self._one_of(entry, "chip", tuple(CHIPS))
        bus = self._one_of(entry, "bus", tuple(I2C_PINS))
        address = self._whole(entry, "address", ADDRESSES.start, ADDRESSES.stop - 1)
        inches = self._one_of(entry, "glass", SCREEN_INCHES)
        shows = name if name in SCREEN_ROLES and "shows" not in keys else self._one_of(entry, "shows", SCREEN_ROLES)
        return ScreenWiring(name, chip, address, bus, inches, self._milliamps(entry), *self._cable(entry), shows)

    def _lights(self) -> LightsWiring:
        self._table("lights", ("pixels", "pixels_a_metre", "route", "pin", "limit_milliamps", *CABLE))
        route = self._one_of("lights", "route", tuple(LIGHT_PINS))
        return LightsWiring(
            self._whole("lights", "pixels", 1, 400),
            route,
            self._one_of("lights", "pin", LIGHT_PINS[route]),
            self._milliamps("lights", "limit_milliamps"),
            self._whole("lights", "pixels_a_metre", 10, 400),
            *self._cable("lights"),
        )

    def _button(self, part: str) -> ButtonWiring:
        entry = f"button.{part}"
        keys = self._table(entry, ("pin", "lamp", "milliamps", "colour", "millimetres", *CABLE))
        lit = "lamp" in keys
        return ButtonWiring(
            part,
            self._pin(entry, "pin"),
            self._pin(entry, "lamp") if lit else None,
            self._milliamps(entry) if lit else 0,
            self._one_of(entry, "colour", COLOURS),
            self._one_of(entry, "millimetres", BUTTON_SIZES),
            *self._cable(entry),
        )

    def _dial(self) -> DialWiring:
        self._table("dial", ("a", "b", "push", "milliamps", *CABLE))
        a, b, push = (self._pin("dial", key) for key in ("a", "b", "push"))
        return DialWiring(a, b, push, self._milliamps("dial"), *self._cable("dial"))

    def _buzzer(self) -> BuzzerWiring:
        self._table("buzzer", ("pin", "milliamps", *CABLE))
        return BuzzerWiring(self._pin("buzzer", "pin", PWM_PINS), self._milliamps("buzzer"), *self._cable("buzzer"))

    def _pod(self) -> PodWiring:
        lengths = ("usb_millimetres", "cable_millimetres", "ring_cable_millimetres")
        self._table("pod", ("milliamps", "lamp_milliamps", "button_millimetres", "connector", *lengths))
        usb, cable, ring = (self._whole("pod", key, 1, LONGEST_CABLE) for key in lengths)
        return PodWiring(
            self._milliamps("pod"),
            usb,
            self._milliamps("pod", "lamp_milliamps"),
            self._one_of("pod", "button_millimetres", BUTTON_SIZES),
            self._one_of("pod", "connector", CONNECTORS),
            cable,
            ring,
        )

    def _supply(self) -> SupplyWiring:
        self._table("supply", ("milliamps", "pi_milliamps"))
        return SupplyWiring(self._milliamps("supply"), self._milliamps("supply", "pi_milliamps"))

    def _press(self) -> PressWiring:
        self._table("press", ("confirm_microseconds", "quiet_milliseconds", "stuck_seconds"))
        return PressWiring(
            self._whole("press", "confirm_microseconds", 1, 5_000) / 1e6,
            self._whole("press", "quiet_milliseconds", 1, 1_000) / 1e3,
            float(self._whole("press", "stuck_seconds", 1, 600)),
        )

    def _cable(self, entry: str) -> tuple[str, int]:
        length = self._whole(entry, "cable_millimetres", 1, LONGEST_CABLE)
        return self._one_of(entry, "connector", CONNECTORS), length

    def _milliamps(self, entry: str, key: str = "milliamps") -> int:
        return self._whole(entry, key, 1, MOST_MILLIAMPS)

    def _table(self, entry: str, allowed: Collection[str] | None) -> Mapping[str, Any]:
        table = self._find(entry)
        words = Sentence(N_("a table with {names}"), names=", ".join(allowed or SCREEN_ROLES))
        if table is None:
            raise self._complaint(entry, Sentence(N_("is missing")), words)
        if not isinstance(table, Mapping):
            raise self._complaint(entry, Sentence(N_("is {value!r}"), value=table), words)
        if allowed is not None:
            self._check_keys(table, f"{entry}.", allowed)
        return table

    def _find(self, entry: str) -> Any:
        value: Any = self.entries
        for name in entry.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def _check_keys(self, table: Mapping[str, Any], prefix: str, allowed: Collection[str]) -> None:
        for key in table:
            if key not in allowed:
                raise self._complaint(f"{prefix}{key}", Sentence(N_("isn't known")), list_allowed(allowed))

    def _value(self, entry: str, key: str, allowed: Sentence) -> Any:
        value = self._find(f"{entry}.{key}")
        if value is None:
            raise self._complaint(f"{entry}.{key}", Sentence(N_("is missing")), allowed)
        return value

    def _one_of(self, entry: str, key: str, allowed: tuple[T, ...]) -> T:
        words = list_allowed(map(str, allowed))
        value = self._value(entry, key, words)
        for candidate in allowed:
            # in TOML, 1 and true are different, in Python they are equal
            if type(value) is type(candidate) and value == candidate:
                return candidate
        raise self._complaint(f"{entry}.{key}", Sentence(N_("is {value!r}"), value=value), words)

    def _whole(self, entry: str, key: str, least: int, most: int) -> int:
        words = Sentence(N_("a whole number from {least} to {most}"), least=least, most=most)
        value = self._value(entry, key, words)
        if type(value) is not int or not least <= value <= most:
            raise self._complaint(f"{entry}.{key}", Sentence(N_("is {value!r}"), value=value), words)
        return value

    def _pin(self, entry: str, key: str, allowed: tuple[int, ...] = FREE_PINS) -> int:
        words = Sentence(N_("one of GPIO {pins}"), pins=", ".join(map(str, allowed)))
        pin = self._value(entry, key, words)
        if type(pin) is int and pin in allowed:
            return pin
        if type(pin) is int and pin in RESERVED_PINS:
            reason = Sentence(N_("is GPIO{pin}, reserved for {purpose}"), pin=pin, purpose=Sentence(RESERVED_PINS[pin]))
        elif type(pin) is int and pin in FREE_PINS:
            reason = Sentence(N_("is {value!r}, which has no PWM"), value=pin)
        else:
            reason = Sentence(N_("is {value!r}, which isn't a GPIO of the header"), value=pin)
        raise self._complaint(f"{entry}.{key}", reason, words)

    def _check_pins(self, wiring: Wiring) -> None:
        taken: dict[int, str] = {}
        for entry, pin in wiring.pins():
            if pin in taken:
                free = ", ".join(map(str, sorted(set(FREE_PINS) - {used for _, used in wiring.pins()})))
                other = Sentence(N_("a free one: GPIO {pins}"), pins=free)
                reason = Sentence(N_("is GPIO{pin}, already taken by {entry}"), pin=pin, entry=taken[pin])
                raise self._complaint(entry, reason, other if free else Sentence(N_("a pin no other entry uses")))
            taken[pin] = entry

    def _check_addresses(self, wiring: Wiring) -> None:
        taken: dict[tuple[int, int], str] = {}
        for screen in wiring.screens.values():
            if (place := (screen.bus, screen.address)) in taken:
                address, entry = f"0x{screen.address:02X}", f"screen.{taken[place]}"
                reason = Sentence(N_("is {address}, already taken by {entry}"), address=address, entry=entry)
                raise self._complaint(
                    f"screen.{screen.name}.address", reason, Sentence(N_("another address on that bus"))
                )
            taken[place] = screen.name

    def _complaint(self, entry: str, reason: Sentence, allowed: Sentence) -> WiringError:
        message = N_("{file}: {entry} {what}; allowed: {allowed}")
        return WiringError(message, file=self.file, entry=entry, what=reason, allowed=allowed)


def list_allowed(names: Collection[str] | map[str]) -> Sentence:
    """Return the allowed names as a sentence."""
    return Sentence(N_("one of {names}"), names=", ".join(names))
