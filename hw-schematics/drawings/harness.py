"""Every wire of a build with both ends, its colour and its length, for those who wire by hand and those with the board.

By hand the parts hang on the Pi's header or on chips in a breadboard. A net that joins more than two legs gets a row of
the breadboard, and supplies get a row too where the header has fewer pins of them than are needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from drawings.box import CONNECTORS, TITLES, box, needs_five_volts, title_of
from drawings.circuit import FIVE_VOLTS, FUSED, GROUND, PLUG, THREE_VOLTS, Circuit, Component
from drawings.pod import pod
from drawings.words import Words
from drivers.wiring import Wiring

PI, PICO, USB = "Raspberry Pi", "Pico", "USB cable"
JUMPER = 100
"""Millimetres of a wire that stays on the breadboard."""

COLOURS = {GROUND: "BK", FIVE_VOLTS: "RD", FUSED: "RD", THREE_VOLTS: "OG", "SDA": "BU", "SCL": "YE"}
ENDINGS = (
    ("_LOW", "VT"),
    ("_LAMP", "GY"),
    ("LIGHTS", "GN"),
    ("_DIN", "GN"),
    ("_5V", "GN"),
    ("DIAL_A", "WH"),
    ("DIAL_B", "GY"),
    ("RING", "GN"),
)
BEGINNINGS = {"DIAL": "BN", "LAMP": "GY", "SDA": "BU", "SCL": "YE"}
NAMES = {
    "BK": "black", "RD": "red", "OG": "orange", "BU": "blue", "YE": "yellow", "VT": "violet", "GY": "grey",
    "GN": "green", "WH": "white", "BN": "brown",
}  # fmt: skip
ORDERED = {ref: part for part, ref in CONNECTORS.items()}


@dataclass(frozen=True, slots=True)
class End:
    """Where a wire ends: a thing, the number of its pin or of a place in a row, and what is written there."""

    thing: str
    pin: str
    name: str


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire; `cable` groups those that run together."""

    cable: str
    net: str
    one: End
    other: End
    colour: str
    millimetres: int


@dataclass(frozen=True, slots=True)
class Harness:
    """All wires of one picture; the title is a template that may hold the name."""

    name: str
    title: str
    wires: tuple[Wire, ...]

    def translate_title(self, say: Words) -> str:
        """Return its title in a language."""
        return say(self.title, name=self.name)


def thing_in(say: Words, thing: str) -> str:
    """A thing of the wiring in a language; chips and resistors are called alike in all."""
    for head, template, name in (("paddle ", "paddle {number}", "number"), ("screen ", "screen {name}", "name"),
                                 ("row ", "row {net}", "net")):  # fmt: skip
        if thing.startswith(head):
            return say(template, **{name: thing.removeprefix(head)})
    if thing in ("left screen", "right screen", "lights", "Ark", "back", "dial", "buzzer", "ring", "USB cable"):
        return say(thing)
    return thing


def is_row(thing: str) -> bool:
    """Whether a thing is a row of the breadboard."""
    return thing.startswith("row ")


def by_hand(build: str, wiring: Wiring) -> Harness:
    """A build on a breadboard or perfboard."""
    lengths = part_lengths(wiring)
    wires = list(_wires(box_by_hand(wiring), PI, lengths))
    if wiring.pod is not None:
        wires.append(
            Wire(
                USB,
                "USB",
                End(PI, "USB", "any USB socket"),
                End(PICO, "USB", "micro USB"),
                "BK",
                wiring.pod.usb_millimetres,
            )
        )
    return Harness(build, "Arkside, build {name}, wired by hand", tuple(wires))


def pod_by_hand(wiring: Wiring) -> Harness:
    """The pod, which has no board of its own."""
    if wiring.pod is None:
        raise ValueError("this build has no pod")
    lengths = {TITLES[f"paddle-{seat}"]: wiring.pod.cable_millimetres for seat in range(5)}
    lengths["ring"] = wiring.pod.ring_cable_millimetres
    return Harness("pod", "Arkside, the pod, wired by hand", tuple(_wires(pod(wiring.pod), PICO, lengths)))


def with_board(wiring: Wiring) -> Harness:
    """Everything plugged into the carrier board that has a place there."""
    wires = []
    lengths = part_lengths(wiring)
    for component in box(wiring).components:
        if component.ref in ORDERED:
            part = thing_of(component)
            for pin in component.pins:
                ends = End(component.ref, pin.number, pin.name), End(part, pin.number, pin.name)
                wires.append(Wire(part, str(pin.net), *ends, colour_of(str(pin.net)), lengths[part]))
    return Harness("board", "Arkside, with the carrier board", tuple(wires))


def thing_of(component: Component) -> str:
    """Return the part on a connector, or the component itself with its description."""
    if component.ref.startswith("J"):
        return component.title.partition(" 0x")[0]
    return f"{component.ref} {component.value}"


def part_lengths(wiring: Wiring) -> dict[str, int]:
    """How long the cable to each part is."""
    parts = {**wiring.screens, **wiring.buttons, "dial": wiring.dial, "lights": wiring.lights, "buzzer": wiring.buzzer}
    return {title_of(name): part.cable_millimetres for name, part in parts.items() if part is not None}


def colour_of(net: str) -> str:
    """Supplies and buses have the colours people know; the rest goes by what it does."""
    net = net.removesuffix(PLUG)
    if net in COLOURS:
        return COLOURS[net]
    return next(
        (colour for ending, colour in ENDINGS if net.endswith(ending)), BEGINNINGS.get(net.partition("_")[0], "WH")
    )


def box_by_hand(wiring: Wiring) -> Circuit:
    """The circuit for those who wire by hand: without what only a board needs.

    A device that has no 5 V on any wire needs no resistors before its pins either, so it can do without a breadboard.
    """
    circuit = box(wiring, series=needs_five_volts(wiring))
    return replace(circuit, components=tuple(each for each in circuit.components if not each.board_only))


def _wires(circuit: Circuit, computer: str, lengths: dict[str, int]) -> Iterator[Wire]:
    pins = {(component.ref, pin.number): (component, pin) for component in circuit.components for pin in component.pins}
    hub = next(component.ref for component in circuit.components if component.place == "header")
    for net, legs in sorted(circuit.nets().items()):
        sources = [End(computer, number, pins[hub, number][1].name) for ref, number in legs if ref == hub]
        sinks = [End(thing_of(pins[leg][0]), leg[1], pins[leg][1].name) for leg in legs if leg[0] != hub]
        for one, other in _pairs(net, sources, sinks):
            cable = other.thing if other.thing in lengths else one.thing if one.thing in lengths else "jumpers"
            yield Wire(cable, net, one, other, colour_of(net), lengths.get(cable, JUMPER))


def _pairs(net: str, sources: list[End], sinks: list[End]) -> list[tuple[End, End]]:
    if not sinks:
        return []
    if len(sources) >= len(sinks):
        return list(zip(sources, sinks, strict=False))
    if not sources and len(sinks) == 2:
        return [(sinks[0], sinks[1])]
    ends = [*sources[:1], *sinks]
    row = [End(f"row {net}", str(place), net) for place in range(1, len(ends) + 1)]
    return [(row[at], end) if at or not sources else (end, row[0]) for at, end in enumerate(ends)]


def things(harness: Harness) -> dict[str, dict[str, str]]:
    """Everything that has an end of a wire, with its pins and what is written there."""
    pins: dict[str, dict[str, str]] = defaultdict(dict)
    for wire in harness.wires:
        for end in (wire.one, wire.other):
            pins[end.thing][end.pin] = end.name
    return dict(pins)
