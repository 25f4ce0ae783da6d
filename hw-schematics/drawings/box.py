"""The circuit of the box: what stands between the 40-pin header and every part that the wiring names."""

from __future__ import annotations

import re
from dataclasses import replace

from drawings.chips import buffer, identity, lamp_driver
from drawings.circuit import (
    FIVE_VOLTS,
    FUSED,
    GROUND,
    PLUG,
    THREE_VOLTS,
    Circuit,
    Component,
    Kind,
    Pin,
    Side,
    capacitor,
    connector,
    electrolytic,
    fuse,
    make_led,
    probe_pad,
    resistor,
)
from drivers.wiring import HEADER_POSITIONS, Wiring

POWER = {1: THREE_VOLTS, 17: THREE_VOLTS, 2: FIVE_VOLTS, 4: FIVE_VOLTS}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
NAMES = {2: "SDA", 3: "SCL", 0: "ID_SD", 1: "ID_SC"}
TITLES = {
    "question": "left screen", "table": "right screen", "lights": "lights", "dome": "Ark", "back": "back",
    "dial": "dial", "buzzer": "buzzer",
    **{f"paddle-{seat}": f"paddle {seat + 1}" for seat in range(5)},
}  # fmt: skip
"""Labels printed beside the connectors of parts."""

CONNECTORS = {
    "question": "J2", "table": "J3", "lights": "J4", "paddle-0": "J5", "paddle-1": "J6", "paddle-2": "J7",
    "paddle-3": "J8", "paddle-4": "J9", "dome": "J10", "back": "J11", "dial": "J12", "buzzer": "J13",
}  # fmt: skip
"""A part keeps its connector's number in every build."""


SERIES = {
    "button.paddle-0.pin": "R11", "button.paddle-1.pin": "R12", "button.paddle-2.pin": "R13",
    "button.paddle-3.pin": "R14", "button.paddle-4.pin": "R15", "button.dome.pin": "R16", "button.back.pin": "R17",
    "dial.a": "R18", "dial.b": "R19", "dial.push": "R20",
}  # fmt: skip
"""The resistor in each line from a switch to a pin: 5 V on that wire, or a spark, then costs a few milliamperes."""
SERIES_OHMS = "1k"

PULLED_UP_AT_BOOT = range(9)
"""Pins that the Pi pulls up until the program runs: a lamp on one needs a resistor to ground, or it glows."""


def box(wiring: Wiring, series: bool = True) -> Circuit:
    """The carrier board between the Pi and the parts; without `series`, the lines of switches are bare wires."""
    components = [header(wiring), *_power(wiring), *_screens(wiring), *_dial(wiring, series)]
    components += [*_buttons(wiring, series), *_drivers(wiring), *_lights(wiring), *_buzzer(wiring), *_identity()]
    return Circuit("box", "Arkside: the box", tuple(components))


def needs_five_volts(wiring: Wiring) -> bool:
    """Whether any part of a wiring takes 5 V; a device without such parts cannot get 5 V on a pin by mistake."""
    lamps = any(button.lamp is not None for button in wiring.buttons.values())
    return wiring.lights is not None or wiring.buzzer is not None or lamps


def net_of(entry: str) -> str:
    """The net that an entry of the wiring is on, at the header; paddles are counted from 1, as on their plugs.

    >>> net_of("button.paddle-0.lamp")
    'PADDLE_1_LAMP'
    """
    words = entry.removeprefix("button.").removesuffix(".pin")
    bus, _, line = words.partition(".")
    if bus.startswith("i2c-"):
        number = bus.removeprefix("i2c-")
        return line.upper() if number == "1" else f"{line.upper()}_{number}"
    counted = re.sub(r"(?<=^paddle-)\d+", lambda seat: str(int(seat[0]) + 1), words)
    return counted.upper().replace(".", "_").replace("-", "_")


def title_of(part: str) -> str:
    """Return the title of a part in lists and on the board; a maker's own screens keep their names."""
    return TITLES.get(part) or f"screen {part}"


def driver_lines(wiring: Wiring) -> list[tuple[str, str]]:
    """Return the channels of the lamp driver: net of the pin and net of the part."""
    entries = [f"button.{button.part}.lamp" for button in wiring.buttons.values() if button.lamp is not None]
    entries += ["buzzer.pin"] if wiring.buzzer is not None else []
    return [(net_of(entry), f"{net_of(entry)}_LOW") for entry in entries]


def header(wiring: Wiring) -> Component:
    """The 40-pin header of the Pi; one pin of each supply counts as its source."""
    nets = {HEADER_POSITIONS[pin]: net_of(entry) for entry, pin in wiring.pins()}
    nets |= {HEADER_POSITIONS[pin]: name for pin, name in NAMES.items() if pin < 2}
    names = {position: f"GPIO{pin}" for pin, position in HEADER_POSITIONS.items()}
    pins = []
    for position in range(1, 41):
        supply = POWER.get(position) or (GROUND if position in GROUNDS else None)
        kind: Kind = "power_out" if position in (1, 2, 6) else "passive" if supply else "bidirectional"
        side: Side = "left" if position % 2 else "right"
        pins.append(Pin(str(position), supply or names[position], supply or nets.get(position), kind, side))
    return Component("J1", "Raspberry_Pi", "Raspberry Pi", "Header_40", tuple(pins), "header", "Raspberry Pi")


def _power(wiring: Wiring) -> list[Component]:
    """The fuse in front of everything outside that runs from 5 V, a light behind it, and pads to measure at."""
    fused = [
        fuse("F1", "1100mA", FIVE_VOLTS, FUSED, "power"),
        resistor("R6", SERIES_OHMS, FUSED, "POWER_LED", "power", board_only=True),
        make_led("D1", "power", GROUND, "POWER_LED", "power"),
    ]
    nets = [GROUND, FIVE_VOLTS, *([FUSED] if needs_five_volts(wiring) else []), THREE_VOLTS]
    pads = {GROUND: "TP1", FIVE_VOLTS: "TP2", FUSED: "TP3", THREE_VOLTS: "TP4"}
    return [*(fused if needs_five_volts(wiring) else []), *(probe_pad(pads[net], net, "power") for net in nets)]


def _identity() -> list[Component]:
    jumper = connector("JP1", "Jumper", "pin-header", [("WP", "ID_WP"), ("GND", GROUND)], "identity", "write")
    return [
        identity("U3"),
        resistor("R3", "3.9k", THREE_VOLTS, "ID_SD", "identity", board_only=True),
        resistor("R4", "3.9k", THREE_VOLTS, "ID_SC", "identity", board_only=True),
        resistor("R5", "1k", THREE_VOLTS, "ID_WP", "identity", board_only=True),
        replace(jumper, board_only=True),
        capacitor("C3", "100n", THREE_VOLTS, GROUND, "identity", board_only=True),
    ]


def _screens(wiring: Wiring) -> list[Component]:
    components: list[Component] = []
    for name, screen in wiring.screens.items():
        lines = [(line.upper(), net_of(f"i2c-{screen.bus}.{line}")) for line in ("scl", "sda")]
        ref = CONNECTORS.get(name) or f"J{len(CONNECTORS) + len(components)}"  # ours come first: J14 and on
        title = f"{title_of(name)} 0x{screen.address:02X}"
        pins = [("GND", GROUND), ("VCC", THREE_VOLTS), *lines]
        components.append(
            connector(ref, "Screen", screen.connector, pins, "screens", title, on_board=name in CONNECTORS)
        )
    return components


def _lights(wiring: Wiring) -> list[Component]:
    if wiring.lights is None:
        return []
    pins = [("5V", FUSED), ("DIN", "LIGHTS_DIN"), ("GND", GROUND)]
    return [
        buffer("U1", "LIGHTS", "LIGHTS_5V"),
        resistor("R1", "330", "LIGHTS_5V", "LIGHTS_DIN", "lights"),
        capacitor("C2", "100n", FIVE_VOLTS, GROUND, "lights"),
        electrolytic("C1", "1000u", FUSED, GROUND, "lights"),
        connector("J4", "Strip", wiring.lights.connector, pins, "lights", TITLES["lights"]),
    ]


def lit_button_pins(switch: str, lamp_low: str, supply: str = FUSED) -> list[tuple[str, str]]:
    """The plug of a lit button.

    In this order a screen's plug (GND VCC SCL SDA) that is put into a button's socket, or the other way round, meets
    no wrong polarity, and pressing the button shorts no supply.
    """
    return [("LAMP-", lamp_low), ("LAMP+", supply), ("SW", switch), ("GND", GROUND)]


def _buttons(wiring: Wiring, series: bool) -> list[Component]:
    components: list[Component] = []
    for part, button in wiring.buttons.items():
        entry = f"button.{part}.pin"
        place = "screens" if button.lamp is None else "paddles"
        switch, resistors = _protect_input(entry, place, series)
        if button.lamp is None:
            symbol, pins = "Button", [("SW", switch), ("GND", GROUND)]
        else:
            symbol, pins = "Lit_Button", lit_button_pins(switch, net_of(f"button.{part}.lamp") + "_LOW")
        components += [*resistors, connector(CONNECTORS[part], symbol, button.connector, pins, place, TITLES[part])]
    return components


def _protect_input(entry: str, place: str, series: bool) -> tuple[str, list[Component]]:
    """Return the net at the plug of an input, and the resistor between it and the pin."""
    net = net_of(entry)
    if not series:
        return net, []
    return net + PLUG, [resistor(SERIES[entry], SERIES_OHMS, net, net + PLUG, place)]


def _drivers(wiring: Wiring) -> list[Component]:
    """The lamp driver, and a resistor to ground at each of its inputs that the Pi pulls up at start."""
    lines = driver_lines(wiring)
    if not lines:
        return []
    inputs = {net for net, _ in lines}
    early = [net_of(entry) for entry, pin in wiring.pins() if net_of(entry) in inputs and pin in PULLED_UP_AT_BOOT]
    resistors = [resistor(f"R{number}", "10k", net, GROUND, "paddles") for number, net in enumerate(early, 21)]
    return [*resistors, lamp_driver("U2", lines)]


def _dial(wiring: Wiring, series: bool) -> list[Component]:
    components: list[Component] = []
    pins = []
    for name, entry in (("CLK", "dial.a"), ("DT", "dial.b"), ("SW", "dial.push")):
        net, resistors = _protect_input(entry, "screens", series)
        pins.append((name, net))
        components += resistors
    pins += [("+", THREE_VOLTS), ("GND", GROUND)]
    return [*components, connector("J12", "Dial", wiring.dial.connector, pins, "screens", TITLES["dial"])]


def _buzzer(wiring: Wiring) -> list[Component]:
    if wiring.buzzer is None:
        return []
    pins = [("+", FUSED), ("-", "BUZZER_LOW")]
    # a piezo is a capacitor: the driver only pulls it down, so this resistor lets it go up again
    return [
        connector("J13", "Buzzer", wiring.buzzer.connector, pins, "lights", TITLES["buzzer"]),
        resistor("R2", "1k", FUSED, "BUZZER_LOW", "lights"),
    ]
