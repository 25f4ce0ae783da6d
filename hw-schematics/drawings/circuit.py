"""A circuit as a value: components with pins, and the net that each pin is on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

Kind = Literal["passive", "input", "output", "power_in", "power_out", "tri_state", "open_collector", "bidirectional"]
Side = Literal["left", "right", "top", "bottom"]

FIVE_VOLTS, THREE_VOLTS, GROUND = "+5V", "+3V3", "GND"
FUSED = "+5V_OUT"
"""5 V behind the resettable fuse: the only 5 V that leaves a board."""
SUPPLIES = (FIVE_VOLTS, THREE_VOLTS, GROUND, FUSED)
SHEETS = {
    "header": "Computer", "power": "Power", "screens": "Screens and dial", "paddles": "Paddles and lamps",
    "lights": "Lights and sound", "identity": "Identity",
}  # fmt: skip
"""The sheets by the place that components name, in the order in which they are read."""
PLUG = "_PLUG"
"""Ending of the net at a plug, behind the resistor that protects the computer's pin."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of a component; `net` is None where nothing may be connected."""

    number: str
    name: str
    net: str | None
    kind: Kind = "passive"
    side: Side = "left"


@dataclass(frozen=True, slots=True)
class Component:
    """Something to solder. `place` is where it belongs on the sheet, `title` is what is printed beside it.

    What is not `on_board` has no place on our carrier board and is wired by hand; what is `board_only` is left out
    by those who wire by hand.
    """

    ref: str
    symbol: str
    value: str
    footprint: str
    pins: tuple[Pin, ...]
    place: str
    title: str = ""
    on_board: bool = True
    board_only: bool = False

    def pin(self, number: str) -> Pin:
        """One pin by its number."""
        return next(pin for pin in self.pins if pin.number == number)


@dataclass(frozen=True, slots=True)
class Circuit:
    """All components of one device, over several sheets."""

    name: str
    title: str
    components: tuple[Component, ...]

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """Every net with the pins on it, as (component, pin number)."""
        nets: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for component in self.components:
            for pin in component.pins:
                if pin.net is not None:
                    nets[pin.net].append((component.ref, pin.number))
        return dict(nets)

    def is_shared(self, net: str) -> bool:
        """Whether a net runs over several sheets: then its name holds on all of them."""
        places = {component.place for component in self.components for pin in component.pins if pin.net == net}
        return net in SUPPLIES or len(places) > 1

    def full_name(self, net: str) -> str:
        """The name that KiCad gives a net: one that stays on its sheet has the sheet's name before it."""
        if self.is_shared(net):
            return net
        place = next(each.place for each in self.components for pin in each.pins if pin.net == net)
        return f"/{SHEETS[place]}/{net}"

    def component(self, ref: str) -> Component:
        """One component by its reference."""
        return next(component for component in self.components if component.ref == ref)


def resistor(ref: str, value: str, one: str, other: str, place: str, board_only: bool = False) -> Component:
    """A resistor between two nets."""
    return Component(ref, "R", value, "R_Upright", _ends(one, other), place, value, board_only=board_only)


def capacitor(ref: str, value: str, one: str, other: str, place: str, board_only: bool = False) -> Component:
    """A ceramic capacitor between two nets."""
    return Component(ref, "C", value, "C_Disc", _ends(one, other), place, value, board_only=board_only)


def fuse(ref: str, value: str, one: str, other: str, place: str) -> Component:
    """A resettable fuse between two nets."""
    return Component(ref, "PTC", value, "PTC", _ends(one, other), place, value)


def make_led(ref: str, value: str, cathode: str, anode: str, place: str) -> Component:
    """An LED; its first leg is the cathode."""
    ends = (Pin("1", "K", cathode), Pin("2", "A", anode, side="right"))
    return Component(ref, "LED", value, "LED_3mm", ends, place, value, board_only=True)


def probe_pad(ref: str, net: str, place: str) -> Component:
    """A bare pad on which to measure a supply."""
    return Component(ref, "TestPoint", net, "TestPoint", (Pin("1", "1", net),), place, net, board_only=True)


def electrolytic(ref: str, value: str, plus: str, minus: str, place: str) -> Component:
    """An electrolytic capacitor; its plus comes first."""
    ends = (Pin("1", "+", plus), Pin("2", "-", minus, side="right"))
    return Component(ref, "C_Polarized", value, "CP_Radial", ends, place, value)


def connector(
    ref: str, symbol: str, kind: str, pins: list[tuple[str, str]], place: str, title: str, on_board: bool = True
) -> Component:
    """A connector with named pins, numbered from 1."""
    numbered = tuple(Pin(str(number), name, net) for number, (name, net) in enumerate(pins, 1))
    prefix = {"jst-xh": "XH", "pin-header": "PinHeader"}[kind]
    return Component(ref, symbol, title, f"{prefix}_{len(pins)}", numbered, place, title, on_board)


def _ends(one: str, other: str) -> tuple[Pin, ...]:
    return (Pin("1", "1", one), Pin("2", "2", other, side="right"))
