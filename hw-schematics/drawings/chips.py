"""The chips that stand between the computer and the parts, pin by pin as their makers number them."""

from __future__ import annotations

from drawings.circuit import FIVE_VOLTS, FUSED, GROUND, THREE_VOLTS, Component, Kind, Pin, Side

DRIVER = "TBD62003A"
DRIVER_INPUTS = 7


def buffer(ref: str, data: str, shifted: str) -> Component:
    """A 74AHCT125 that lifts one data line from 3.3 V to 5 V; the other gates are switched off."""
    pins = [Pin("1", "1OE", GROUND, "input"), Pin("2", "1A", data, "input"), _right("3", "1Y", shifted, "tri_state")]
    for gate, (enable, entry, out) in enumerate((("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11")), 2):
        pins += [Pin(enable, f"{gate}OE", FIVE_VOLTS, "input"), Pin(entry, f"{gate}A", GROUND, "input")]
        pins.append(_right(out, f"{gate}Y", None, "tri_state"))
    pins += [Pin("14", "VCC", FIVE_VOLTS, "power_in", "top"), Pin("7", "GND", GROUND, "power_in", "bottom")]
    return Component(ref, "74AHCT125", "74AHCT125", "DIP_14", tuple(pins), "lights", "74AHCT125")


def lamp_driver(ref: str, lines: list[tuple[str, str]], supply: str = FUSED) -> Component:
    """A TBD62003A: each line goes in from a pin and comes out as a switch to ground; unused inputs switch nothing.

    A ULN2003A has the same pins, but its Darlington pairs keep 0.9 V for themselves, so lamps shine less.
    """
    if len(lines) > DRIVER_INPUTS:
        raise ValueError(f"{ref}: a {DRIVER} has {DRIVER_INPUTS} channels, not {len(lines)}")
    pins = []
    for channel in range(DRIVER_INPUTS):
        entry, out = lines[channel] if channel < len(lines) else (None, None)
        pins.append(Pin(str(channel + 1), f"I{channel + 1}", entry, "input"))
        pins.append(_right(str(16 - channel), f"O{channel + 1}", out, "open_collector"))
    pins += [Pin("8", "GND", GROUND, "power_in", "bottom"), Pin("9", "COM", supply, "passive", "top")]
    return Component(ref, DRIVER, DRIVER, "DIP_16", tuple(pins), "paddles", DRIVER)


def identity(ref: str) -> Component:
    """The EEPROM by which a HAT tells the Pi what it is; may be left out."""
    pins = (
        Pin("1", "A0", GROUND, "input"), Pin("2", "A1", GROUND, "input"), Pin("3", "A2", GROUND, "input"),
        Pin("4", "VSS", GROUND, "power_in", "bottom"), Pin("8", "VCC", THREE_VOLTS, "power_in", "top"),
        _right("7", "WP", "ID_WP", "input"), _right("6", "SCL", "ID_SC", "input"),
        _right("5", "SDA", "ID_SD", "bidirectional"),
    )  # fmt: skip
    return Component(ref, "CAT24C32", "CAT24C32", "DIP_8", pins, "identity", "CAT24C32", board_only=True)


def _right(number: str, name: str, net: str | None, kind: Kind) -> Pin:
    side: Side = "right"
    return Pin(number, name, net, kind, side)
