"""Wiring pictures: the source that WireViz draws, a table of all wires, and the 40-pin header."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from html import escape

from drawings.box import POWER, TITLES
from drawings.circuit import FIVE_VOLTS, GROUND, THREE_VOLTS
from drawings.harness import NAMES, PI, PICO, End, Harness, Wire, is_row, thing_in, things
from drawings.words import ENGLISH, Words
from drivers.wiring import HEADER_POSITIONS, Wiring

ROW_HEIGHT = 26
COMPUTERS = (PI, PICO)
CHIP = re.compile(r"to [URC]\d")
FILLS = {FIVE_VOLTS: "#c62828", THREE_VOLTS: "#ef6c00", GROUND: "#222222"}
WORDS = {"pin": "", "lamp": "lamp", "a": "CLK", "b": "DT", "push": "SW", "sda": "SDA", "scl": "SCL"}
"""Labels printed on the parts themselves."""
USED, UNUSED = "#1565c0", "#cccccc"
COLUMN, MOST_COLUMNS = 8, 3
"""Cables that a picture shows one above the other before it begins another column, and the most columns it has."""


def wireviz(harness: Harness) -> str:
    """The picture's source; each connection stands on a line of its own.

    Wires without rows are drawn from one box for each thing. Rows would make them cross in all directions: then every
    cable begins at a box of its own that names the other ends.
    """
    few = not any(map(is_row, things(harness)))
    cables = cables_of(harness)
    apart = len({wire.one.thing for wire in harness.wires}) > 1
    height = len(cables)
    if apart:
        height = -(-len(cables) // min(MOST_COLUMNS, -(-len(cables) // COLUMN)))
        # Graphviz draws columns from the left, but each of them from the bottom up
        names = list(cables)
        columns = [names[start : start + height] for start in range(0, len(names), height)]
        cables = {name: cables[name] for column in columns for name in reversed(column)}
    connectors: dict[str, dict[str, object]] = {}
    connections = []
    for cable, wires in cables.items():
        for number, wire in enumerate(wires, 1):
            one: tuple[str, int | str] = (
                (wire.one.thing, _number(wire.one.pin)) if few else (f"{cable} from", describe_end(wire.one))
            )
            other = (wire.other.thing, _number(wire.other.pin))
            connections.append([{one[0]: [one[1]]}, {cable: [number]}, {other[0]: [other[1]]}])
    pins = things(harness)
    if not few:
        connectors |= {f"{cable} from": _sources(wires) for cable, wires in cables.items()}
        pins = things(
            replace(harness, wires=tuple(replace(wire, one=wire.other) for wires in cables.values() for wire in wires))
        )
    connectors |= {thing: _thing(labels) for thing, labels in pins.items()}
    return "\n".join([
        f"# {harness.translate_title(ENGLISH)}; written by make drawings",
        *(("tweak:", f"  append: ['graph [pack=24, packmode=\"array_u{height}\"]']") if height < len(cables) else ()),
        "connectors:", *(f"  {json.dumps(name)}: {json.dumps(face)}" for name, face in connectors.items()),
        "cables:", *(f"  {json.dumps(cable)}: {json.dumps(_bundle(wires))}" for cable, wires in cables.items()),
        "connections:", *(f"  - {json.dumps(connection)}" for connection in connections),
    ]) + "\n"  # fmt: skip


def _thing(labels: dict[str, str]) -> dict[str, object]:
    pins = sorted(labels, key=lambda pin: (len(pin), pin))
    return {"pins": [_number(pin) for pin in pins], "pinlabels": [labels[pin] for pin in pins]}


def _sources(wires: list[Wire]) -> dict[str, object]:
    return {"pins": [describe_end(wire.one) for wire in wires], "show_name": False, "show_pincount": False}


def _bundle(wires: list[Wire]) -> dict[str, object]:
    return {
        "category": "bundle", "wirecount": len(wires), "colors": [wire.colour for wire in wires],
        "length": wires[0].millimetres / 1000,
    }  # fmt: skip


def describe_end(end: End) -> str:
    """Return the text of an end in a picture: the thing, its pin, and the label beside it."""
    return (
        f"{end.thing} {end.pin}" if is_row(end.thing) or end.name.isdigit() else f"{end.thing} {end.pin} ({end.name})"
    )


def _number(pin: str) -> int | str:
    return int(pin) if pin.isdigit() else pin


def cables_of(harness: Harness) -> dict[str, list[Wire]]:
    """Wires that run together, turned so that each cable ends at what it is named after."""
    cables: dict[str, list[Wire]] = defaultdict(list)
    for wire in harness.wires:
        end = wire.cable
        if end == "jumpers":
            end = (
                wire.one.thing
                if is_row(wire.other.thing) and not is_row(wire.one.thing) and wire.one.thing not in COMPUTERS
                else wire.other.thing
            )
        turned = replace(wire, one=wire.other, other=wire.one) if wire.one.thing == end else wire
        cables["to the rows" if is_row(end) else f"to {end}"].append(turned)
    return {name: sorted(wires, key=_along_the_plug) for name, wires in sorted(cables.items(), key=_rows_first)}


def _rows_first(cable: tuple[str, list[Wire]]) -> tuple[int, str]:
    name = cable[0]
    if name == "to the rows":
        return 0, name
    return (1, name) if CHIP.match(name) else (2, "")


def _along_the_plug(wire: Wire) -> tuple[str, int, int]:
    return wire.other.thing, len(wire.other.pin), int(wire.other.pin) if wire.other.pin.isdigit() else 0


def table(harness: Harness, say: Words = ENGLISH) -> str:
    """All wires as a table in Markdown."""
    lines = [f"# {harness.translate_title(say)}", "",
             say("{count} wires. Lengths are in millimetres.", count=len(harness.wires)), ""]  # fmt: skip
    heads = " | ".join(map(say, ("from", "pin", "to", "pin", "colour", "length")))
    for cable, wires in cables_of(harness).items():
        thing = cable.removeprefix("to ")
        lines += [f"## {_to(say, thing)}", "", f"| {heads} |", "|---|---|---|---|---|---|"]
        lines += [
            f"| {thing_in(say, wire.one.thing)} | {wire.one.pin} {_name(say, wire.one.name)} "
            f"| {thing_in(say, wire.other.thing)} | {wire.other.pin} {_name(say, wire.other.name)} "
            f"| {say(NAMES[wire.colour])} | {wire.millimetres} |"
            for wire in wires
        ]
        lines.append("")
    return "\n".join(lines)


def _to(say: Words, thing: str) -> str:
    return say("to the rows") if thing == "the rows" else say("to {thing}", thing=thing_in(say, thing))


def _name(say: Words, name: str) -> str:
    if name.isdigit():
        return ""
    return f"({say(name)})" if name in ("any USB socket", "micro USB") else f"({name})"


def header(title: str, wiring: Wiring) -> str:
    """The header of the Pi as it lies with the USB sockets to the right turned down: pin 1 top left."""
    purposes = {HEADER_POSITIONS[pin]: purpose(entry) for entry, pin in wiring.pins()}
    names = {position: f"GPIO{pin}" for pin, position in HEADER_POSITIONS.items()}
    height = 20 * ROW_HEIGHT + 90
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760" height="{height}" '
        'font-family="DejaVu Sans, sans-serif" font-size="13">',
        f'<rect width="760" height="{height}" fill="#ffffff"/>',
        f'<text x="380" y="28" text-anchor="middle" font-size="17" font-weight="bold">{escape(title)}</text>',
        '<text x="380" y="48" text-anchor="middle" fill="#555555">the edge with the SD card is up; '
        "the square is pin 1</text>",
        f'<rect x="340" y="60" width="80" height="{20 * ROW_HEIGHT + 8}" rx="4" fill="#333333"/>',
    ]
    for position in range(1, 41):
        drawn += _pin(position, names, purposes)
    return "\n".join([*drawn, "</svg>"]) + "\n"


def purpose(entry: str) -> str:
    """An entry of the wiring in the words of the lists, the board and the self-test."""
    part, _, what = entry.removeprefix("button.").partition(".")
    return f"{TITLES.get(part, 'screens')} {WORDS[what]}".rstrip()


def _pin(position: int, names: dict[int, str], purposes: dict[int, str]) -> list[str]:
    left = position % 2 == 1
    x, y = (360 if left else 400), 64 + (position - 1) // 2 * ROW_HEIGHT + ROW_HEIGHT / 2
    supply = POWER.get(position) or (None if position in names else GROUND)
    use = supply or purposes.get(position, "")
    fill = FILLS[supply] if supply else USED if use else UNUSED
    shape = (
        f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" fill="{fill}"/>' if position == 1
        else f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}"/>'
    )  # fmt: skip
    ink = "#555555" if fill == UNUSED else "#ffffff"
    at, anchor = (330, "end") if left else (430, "start")
    words = [names.get(position, ""), use]
    text = " · ".join(word for word in (words if not left else words[::-1]) if word)
    weight = ' font-weight="bold"' if use and not supply else ""
    return [
        shape,
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="10" fill="{ink}">{position}</text>',
        f'<text x="{at}" y="{y + 5}" text-anchor="{anchor}" fill="{"#999999" if not use else "#000000"}"{weight}>'
        f"{escape(text)}</text>",
    ]
