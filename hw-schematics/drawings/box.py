"""The circuit of the box: what stands between the 40-pin header and every part that the wiring names."""

from __future__ import annotations

from drawings.chips import buffer, identity, lamp_driver
from drawings.circuit import (
    FIVE_VOLTS,
    GROUND,
    THREE_VOLTS,
    Circuit,
    Component,
    Kind,
    Pin,
    Side,
    capacitor,
    connector,
    electrolytic,
    resistor,
)
from drivers.wiring import HEADER, Wiring

POWER = {1: THREE_VOLTS, 17: THREE_VOLTS, 2: FIVE_VOLTS, 4: FIVE_VOLTS}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
NAMES = {2: "SDA", 3: "SCL", 0: "ID_SD", 1: "ID_SC"}
TITLES = {
    "question": "left screen", "table": "right screen", "lights": "lights", "dome": "Ark", "back": "back",
    "dial": "dial", "buzzer": "buzzer",
    **{f"paddle-{seat}": f"paddle {seat + 1}" for seat in range(5)},
}  # fmt: skip
"""What is printed beside the connector of a part."""

CONNECTORS = {
    "question": "J2", "table": "J3", "lights": "J4", "paddle-0": "J5", "paddle-1": "J6", "paddle-2": "J7",
    "paddle-3": "J8", "paddle-4": "J9", "dome": "J10", "back": "J11", "dial": "J12", "buzzer": "J13",
}  # fmt: skip
"""A part keeps its connector's number in every build."""


def box(wiring: Wiring) -> Circuit:
    """The carrier board between the Pi and the parts."""
    components = [header(wiring), *_identity(), *_screens(wiring), *_lights(wiring), *_buttons(wiring), _dial(wiring)]
    components += _buzzer(wiring)
    lines = driver_lines(wiring)
    if lines:
        components.append(lamp_driver("U2", lines))
    return Circuit("box", "Arkside: the box", tuple(components))


def net_of(entry: str) -> str:
    """The net that an entry of the wiring is on, at the header: `button.paddle-0.lamp` is on `PADDLE_0_LAMP`."""
    words = entry.removeprefix("button.").removesuffix(".pin")
    bus, _, line = words.partition(".")
    if bus.startswith("i2c-"):
        number = bus.removeprefix("i2c-")
        return line.upper() if number == "1" else f"{line.upper()}_{number}"
    return words.upper().replace(".", "_").replace("-", "_")


def title_of(part: str) -> str:
    """What a part is called in lists and on the board; a maker's own screens have the names they were given."""
    return TITLES.get(part) or f"screen {part}"


def driver_lines(wiring: Wiring) -> list[tuple[str, str]]:
    """What goes through the lamp driver: net of the pin, net of the part."""
    entries = [f"button.{button.part}.lamp" for button in wiring.buttons.values() if button.lamp is not None]
    entries += ["buzzer.pin"] if wiring.buzzer is not None else []
    return [(net_of(entry), f"{net_of(entry)}_LOW") for entry in entries]


def header(wiring: Wiring) -> Component:
    """The 40-pin header of the Pi; one pin of each supply counts as its source."""
    nets = {HEADER[pin]: net_of(entry) for entry, pin in wiring.pins()}
    nets |= {HEADER[pin]: name for pin, name in NAMES.items() if pin < 2}
    names = {position: f"GPIO{pin}" for pin, position in HEADER.items()}
    pins = []
    for position in range(1, 41):
        supply = POWER.get(position) or (GROUND if position in GROUNDS else None)
        kind: Kind = "power_out" if position in (1, 2, 6) else "passive" if supply else "bidirectional"
        side: Side = "left" if position % 2 else "right"
        pins.append(Pin(str(position), supply or names[position], supply or nets.get(position), kind, side))
    return Component("J1", "Raspberry_Pi", "Raspberry Pi", "Header_40", tuple(pins), "header", "Raspberry Pi")


def _identity() -> list[Component]:
    return [
        identity("U3"),
        resistor("R3", "3.9k", THREE_VOLTS, "ID_SD", "identity"),
        resistor("R4", "3.9k", THREE_VOLTS, "ID_SC", "identity"),
        resistor("R5", "1k", THREE_VOLTS, "ID_WP", "identity"),
        connector("JP1", "Jumper", "pin-header", [("WP", "ID_WP"), ("GND", GROUND)], "identity", "write"),
        capacitor("C3", "100n", THREE_VOLTS, GROUND, "identity"),
    ]


def _screens(wiring: Wiring) -> list[Component]:
    found: list[Component] = []
    for name, screen in wiring.screens.items():
        lines = [(line.upper(), net_of(f"i2c-{screen.bus}.{line}")) for line in ("scl", "sda")]
        ref = CONNECTORS.get(name) or f"J{len(CONNECTORS) + len(found)}"  # ours come first: J14 and on
        title = f"{title_of(name)} 0x{screen.address:02X}"
        pins = [("GND", GROUND), ("VCC", THREE_VOLTS), *lines]
        found.append(connector(ref, "Screen", screen.connector, pins, "screens", title, on_board=name in CONNECTORS))
    return found


def _lights(wiring: Wiring) -> list[Component]:
    if wiring.lights is None:
        return []
    pins = [("5V", FIVE_VOLTS), ("DIN", "LIGHTS_DIN"), ("GND", GROUND)]
    return [
        buffer("U1", "LIGHTS", "LIGHTS_5V"),
        resistor("R1", "330", "LIGHTS_5V", "LIGHTS_DIN", "chip"),
        capacitor("C2", "100n", FIVE_VOLTS, GROUND, "chip"),
        electrolytic("C1", "1000u", FIVE_VOLTS, GROUND, "chip"),
        connector("J4", "Strip", wiring.lights.connector, pins, "screens", TITLES["lights"]),
    ]


def _buttons(wiring: Wiring) -> list[Component]:
    found = []
    for part, button in wiring.buttons.items():
        pins = [("SW", net_of(f"button.{part}.pin")), ("GND", GROUND)]
        symbol = "Button"
        if button.lamp is not None:
            symbol = "Lit_Button"
            pins += [("LAMP+", FIVE_VOLTS), ("LAMP-", net_of(f"button.{part}.lamp") + "_LOW")]
        place = "paddles" if symbol == "Lit_Button" else "rest"
        found.append(connector(CONNECTORS[part], symbol, button.connector, pins, place, TITLES[part]))
    return found


def _dial(wiring: Wiring) -> Component:
    pins = [("CLK", "DIAL_A"), ("DT", "DIAL_B"), ("SW", "DIAL_PUSH"), ("+", THREE_VOLTS), ("GND", GROUND)]
    return connector("J12", "Dial", wiring.dial.connector, pins, "rest", TITLES["dial"])


def _buzzer(wiring: Wiring) -> list[Component]:
    if wiring.buzzer is None:
        return []
    pins = [("+", FIVE_VOLTS), ("-", "BUZZER_LOW")]
    # a piezo is a capacitor: the driver only pulls it down, so this resistor lets it go up again
    return [
        connector("J13", "Buzzer", wiring.buzzer.connector, pins, "rest", TITLES["buzzer"]),
        resistor("R2", "1k", FIVE_VOLTS, "BUZZER_LOW", "rest"),
    ]
