"""Plugs at the ends of wires: a socket on a header, a pin in the breadboard, a spade on a button, or solder."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from drawings.harness import PI, PICO, End, Harness, Wire, is_row

Kind = Literal["socket", "pin", "spade", "solder", "plug", "usb"]
MODULES = ("left screen", "right screen", "screen ", "dial")
BUTTONS = ("paddle ", "Ark", "back")
SOLDERED = ("lights", "ring", "buzzer")
LONGEST_JUMPER = 200
"""Millimetres of the jumper wires that every shop has."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How many jumper wires and loose ends of each kind a harness needs."""

    socket_socket: int = 0
    socket_pin: int = 0
    pin_pin: int = 0
    pins: int = 0
    sockets: int = 0
    spades: int = 0

    def __add__(self, other: Ends) -> Ends:
        """Both together."""
        return Ends(**{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)})


def kind_of(end: End) -> Kind:
    """Return the plug at the end of a wire at this thing."""
    if end.pin == "USB":
        return "usb"
    if end.thing in (PI, PICO) or end.thing.startswith(MODULES):
        return "socket"
    if end.thing.startswith(BUTTONS):
        return "spade"
    if end.thing.startswith(SOLDERED):
        return "solder"
    if end.thing.startswith("J") and end.thing[1:].isdigit():
        return "plug"
    if is_row(end.thing) or end.thing[0] in "URCF":
        return "pin"
    raise ValueError(f"nobody knows how a wire ends at {end.thing}")


def is_jumper(wire: Wire) -> bool:
    """Whether a ready-made jumper wire does: it is short, and both of its ends are plugged."""
    return wire.millimetres <= LONGEST_JUMPER and {kind_of(wire.one), kind_of(wire.other)} <= {"socket", "pin"}


def count_ends(harness: Harness) -> Ends:
    """Jumper wires for what is short and plugged at both ends; for cables, what goes onto each end."""
    ends = Ends()
    for wire in harness.wires:
        kinds = sorted((kind_of(wire.one), kind_of(wire.other)), reverse=True)
        if is_jumper(wire):
            ends += _jumper(kinds)
        else:
            pins, sockets, spades = (kinds.count(kind) for kind in ("pin", "socket", "spade"))
            ends += Ends(pins=pins, sockets=sockets, spades=spades)
    return ends


def _jumper(kinds: list[Kind]) -> Ends:
    match kinds:
        case ["socket", "socket"]:
            return Ends(socket_socket=1)
        case ["socket", "pin"]:
            return Ends(socket_pin=1)
        case ["pin", "pin"]:
            return Ends(pin_pin=1)
    raise ValueError(f"no jumper wire ends in {kinds}")
