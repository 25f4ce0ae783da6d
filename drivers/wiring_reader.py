"""Checks a wiring: every complaint names the file, the entry and what is allowed there."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from drivers.errors import N_, Sentence
from drivers.oled_chips import CHIPS
from drivers.wiring import (
    ADDRESSES,
    BUTTON_SIZES,
    COLOURS,
    CONNECTORS,
    FREE,
    I2C_PINS,
    LIGHT_PINS,
    PADDLES,
    PWM,
    RESERVED,
    SCREEN_INCHES,
    SHOWN,
    ButtonWiring,
    BuzzerWiring,
    DialWiring,
    LightsWiring,
    PodWiring,
    PressWiring,
    ScreenWiring,
    SupplyWiring,
    Wiring,
    WiringError,
)

T = TypeVar("T", int, str)
SCREEN_NAME = re.compile(r"[a-z]{1,12}")
BUTTONS = (*(f"paddle-{seat}" for seat in range(PADDLES)), "dome", "back")
OTHER_PARTS = {*BUTTONS, "dial", "lights", "lamps", "buzzer", "pod", "power", "buttons"}
TABLES = ("supply", "screen", "lights", "button", "dial", "buzzer", "pod", "press")
CABLE = ("connector", "cable_millimetres")
MOST_MILLIAMPS = 10_000
LONGEST_CABLE = 5_000


class Reader:
    """Walks the tables of one file and makes the wiring of them, or the first complaint."""

    def __init__(self, entries: Mapping[str, Any], file: str) -> None:
        self.entries = entries
        self.file = file

    def wiring(self) -> Wiring:
        """Everything, checked; screen and dial are the least a device has."""
        self._known(self.entries, "", TABLES)
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
            press=self._debouncer(),
        )
        self._no_pin_twice(wiring)
        self._no_address_twice(wiring)
        return wiring

    def _screens(self) -> list[str]:
        """The names of all screens, those of our own boxes first, in any order that a file has them."""
        names = self._table("screen", None)
        if not names:
            raise self._wrong(
                "screen", Sentence(N_("is empty")), Sentence(N_("at least one of {names}"), names=", ".join(SHOWN))
            )
        for name in names:
            if not SCREEN_NAME.fullmatch(name) or name in OTHER_PARTS:
                allowed = Sentence(N_("a name of up to 12 small letters that no other part has"))
                raise self._wrong(f"screen.{name}", Sentence(N_("is not a name for a screen")), allowed)
        return sorted(names, key=lambda name: SHOWN.index(name) if name in SHOWN else len(SHOWN))

    def _screen(self, name: str) -> ScreenWiring:
        entry = f"screen.{name}"
        keys = self._table(entry, ("chip", "address", "bus", "glass", "milliamps", "shows", *CABLE))
        chip = self._one_of(entry, "chip", tuple(CHIPS))
        bus = self._one_of(entry, "bus", tuple(I2C_PINS))
        address = self._whole(entry, "address", ADDRESSES.start, ADDRESSES.stop - 1)
        inches = self._one_of(entry, "glass", SCREEN_INCHES)
        shows = name if name in SHOWN and "shows" not in keys else self._one_of(entry, "shows", SHOWN)
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
        return BuzzerWiring(self._pin("buzzer", "pin", PWM), self._milliamps("buzzer"), *self._cable("buzzer"))

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

    def _debouncer(self) -> PressWiring:
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
        words = Sentence(N_("a table with {names}"), names=", ".join(allowed or SHOWN))
        if table is None:
            raise self._wrong(entry, Sentence(N_("is missing")), words)
        if not isinstance(table, Mapping):
            raise self._wrong(entry, Sentence(N_("is {value!r}"), value=table), words)
        if allowed is not None:
            self._known(table, f"{entry}.", allowed)
        return table

    def _find(self, entry: str) -> Any:
        found: Any = self.entries
        for name in entry.split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def _known(self, table: Mapping[str, Any], prefix: str, allowed: Collection[str]) -> None:
        for key in table:
            if key not in allowed:
                raise self._wrong(f"{prefix}{key}", Sentence(N_("is not known")), one_of(allowed))

    def _value(self, entry: str, key: str, allowed: Sentence) -> Any:
        value = self._find(f"{entry}.{key}")
        if value is None:
            raise self._wrong(f"{entry}.{key}", Sentence(N_("is missing")), allowed)
        return value

    def _one_of(self, entry: str, key: str, allowed: tuple[T, ...]) -> T:
        words = one_of(map(str, allowed))
        value = self._value(entry, key, words)
        for each in allowed:
            if type(value) is type(each) and value == each:
                return each
        raise self._wrong(f"{entry}.{key}", Sentence(N_("is {value!r}"), value=value), words)

    def _whole(self, entry: str, key: str, least: int, most: int) -> int:
        words = Sentence(N_("a whole number from {least} to {most}"), least=least, most=most)
        value = self._value(entry, key, words)
        if type(value) is not int or not least <= value <= most:
            raise self._wrong(f"{entry}.{key}", Sentence(N_("is {value!r}"), value=value), words)
        return value

    def _pin(self, entry: str, key: str, allowed: tuple[int, ...] = FREE) -> int:
        words = Sentence(N_("one of GPIO {pins}"), pins=", ".join(map(str, allowed)))
        pin = self._value(entry, key, words)
        if type(pin) is int and pin in allowed:
            return pin
        if type(pin) is int and pin in RESERVED:
            what = Sentence(N_("is GPIO{pin}, reserved for {purpose}"), pin=pin, purpose=Sentence(RESERVED[pin]))
        elif type(pin) is int and pin in FREE:
            what = Sentence(N_("is {value!r}, which has no PWM"), value=pin)
        else:
            what = Sentence(N_("is {value!r}, which is not a GPIO of the header"), value=pin)
        raise self._wrong(f"{entry}.{key}", what, words)

    def _no_pin_twice(self, wiring: Wiring) -> None:
        taken: dict[int, str] = {}
        for entry, pin in wiring.pins():
            if pin in taken:
                free = ", ".join(map(str, sorted(set(FREE) - {used for _, used in wiring.pins()})))
                other = Sentence(N_("a free one: GPIO {pins}"), pins=free)
                what = Sentence(N_("is GPIO{pin}, already taken by {entry}"), pin=pin, entry=taken[pin])
                raise self._wrong(entry, what, other if free else Sentence(N_("a pin no other entry uses")))
            taken[pin] = entry

    def _no_address_twice(self, wiring: Wiring) -> None:
        taken: dict[tuple[int, int], str] = {}
        for screen in wiring.screens.values():
            if (place := (screen.bus, screen.address)) in taken:
                address, entry = f"0x{screen.address:02X}", f"screen.{taken[place]}"
                what = Sentence(N_("is {address}, already taken by {entry}"), address=address, entry=entry)
                raise self._wrong(f"screen.{screen.name}.address", what, Sentence(N_("another address on that bus")))
            taken[place] = screen.name

    def _wrong(self, entry: str, what: Sentence, allowed: Sentence) -> WiringError:
        message = N_("{file}: {entry} {what}; allowed: {allowed}")
        return WiringError(message, file=self.file, entry=entry, what=what, allowed=allowed)


def one_of(names: Collection[str] | map[str]) -> Sentence:
    """What is allowed, as words."""
    return Sentence(N_("one of {names}"), names=", ".join(names))
