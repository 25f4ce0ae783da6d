"""The circuit of the pod: a Pico with five paddles, their lamps and a ring of lights."""

from __future__ import annotations

from drawings.box import SERIES_OHMS, TITLES, lit_button_pins
from drawings.chips import buffer, lamp_driver
from drawings.circuit import (
    FIVE_VOLTS,
    GROUND,
    PLUG,
    Circuit,
    Component,
    Kind,
    Pin,
    capacitor,
    connector,
    electrolytic,
    resistor,
)
from drivers.wiring import PodWiring
from firmware.wiring import BUTTONS, LAMPS, RING

# GPIO number -> pin of the Pico's board, counted from the USB socket as the Pico's own drawing does
PICO = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
    16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
OTHERS = {30: "RUN", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}


def pod(wiring: PodWiring) -> Circuit:
    """A Pico and what hangs on it."""
    lines = [(f"LAMP_{number}", f"LAMP_{number}_LOW") for number in range(1, len(LAMPS) + 1)]
    ring = [("5V", FIVE_VOLTS), ("DIN", "RING_DIN"), ("GND", GROUND)]
    components = [
        pico(),
        buffer("U1", "RING", "RING_5V"),
        resistor("R1", "330", "RING_5V", "RING_DIN", "lights"),
        capacitor("C2", "100n", FIVE_VOLTS, GROUND, "lights"),
        electrolytic("C1", "1000u", FIVE_VOLTS, GROUND, "lights"),
        lamp_driver("U2", lines, FIVE_VOLTS),
        connector("J6", "Strip", wiring.connector, ring, "lights", "ring"),
    ]
    for seat in range(len(BUTTONS)):
        net, title = f"PADDLE_{seat + 1}", TITLES[f"paddle-{seat}"]
        pins = lit_button_pins(net + PLUG, f"LAMP_{seat + 1}_LOW", FIVE_VOLTS)
        components.append(resistor(f"R{11 + seat}", SERIES_OHMS, net, net + PLUG, "paddles"))
        components.append(connector(f"J{seat + 1}", "Lit_Button", wiring.connector, pins, "paddles", title))
    return Circuit("pod", "Arkside: the pod", tuple(components))


def pico() -> Component:
    """The Pico with its forty pins; it takes its power from its USB socket and gives it at VBUS."""
    nets = {PICO[gpio]: f"PADDLE_{number}" for number, gpio in enumerate(BUTTONS, 1)}
    nets |= {PICO[gpio]: f"LAMP_{number}" for number, gpio in enumerate(LAMPS, 1)}
    nets |= {PICO[RING]: "RING", 40: FIVE_VOLTS}
    nets |= dict.fromkeys(GROUNDS, GROUND)
    names = {number: f"GP{gpio}" for gpio, number in PICO.items()} | dict.fromkeys(GROUNDS, "GND") | OTHERS
    pins = []
    for number in (*range(1, 21), *range(40, 20, -1)):
        source = number in (40, GROUNDS[0])
        kind: Kind = "power_out" if source else "bidirectional" if names[number].startswith("GP") else "passive"
        pins.append(Pin(str(number), names[number], nets.get(number), kind, "left" if number <= 20 else "right"))
    return Component("U3", "Pico", "Raspberry Pi Pico", "Pico", tuple(pins), "header", "Pico")
