"""The schematic as sheets by function: an overview, the computer, power, and each group of parts with its wires."""

from __future__ import annotations

from collections.abc import Callable

from drawings.circuit import FUSED, GROUND, PLUG, SHEETS, Circuit, Component
from drawings.sexpr import Text, Tree, make_uuid, write
from drawings.sheet import SchematicSheet, sheet_file, sheet_id, title_block
from drawings.symbols import font, power_symbols, symbol_tree

VERSION = "20241209"
UNIT = 2.54
PAPER = {"paddles": "A4"}
"""Sheets that need more room than an A5 page has."""


def schematics(circuit: Circuit) -> dict[str, str]:
    """Every sheet by the name of its file; the first one shows how they belong together."""
    places = used_places(circuit)
    files = {f"{circuit.name}.kicad_sch": write(_overview(circuit, places)) + "\n"}
    for place in places:
        sheet = SchematicSheet(circuit, place, PAPER.get(place, "A5"))
        LAYOUTS[place](sheet, [each for each in circuit.components if each.place == place])
        files[sheet_file(circuit, place)] = write(sheet.finish()) + "\n"
    return files


def used_places(circuit: Circuit) -> list[str]:
    """The sheets of a circuit, in the order in which they are read."""
    return [place for place in SHEETS if any(component.place == place for component in circuit.components)]


def library(circuits: list[Circuit]) -> str:
    """All symbols as a library, so that KiCad knows where they come from."""
    parts = {component.symbol: component for circuit in circuits for component in circuit.components}
    symbols = {name: symbol_tree(part, name) for name, part in parts.items()} | power_symbols()
    tree: list[Tree] = [
        "kicad_symbol_lib", ["version", VERSION], ["generator", Text("arkside")], ["generator_version", Text("9.0")],
        *(symbols[name] for name in sorted(symbols)),
    ]  # fmt: skip
    return write(tree) + "\n"


def at(column: float, row: float) -> tuple[float, float]:
    """A point of the grid, counted in tenths of an inch."""
    return round(column * UNIT, 4), round(row * UNIT, 4)


# the sheets


def _draw_computer(sheet: SchematicSheet, components: list[Component]) -> None:
    """The 40 pins, each with the name of what it does."""
    for component in components:
        sheet.put(component, *at(41, 29.5))
    sheet.note(SHEETS["header"], *at(7, 6), size=3, bold=True)
    sheet.note(
        "Pins as they lie. Flags lead to the other sheets; a cross is a free pin.\n"
        "Every line from a switch passes 1k on its own sheet.",
        *at(7, 8.5),
    )


def _draw_power(sheet: SchematicSheet, components: list[Component]) -> None:
    """5 V through the fuse to everything outside, a light behind it, and pads to measure at."""
    parts = {component.ref: component for component in components}
    sheet.note(SHEETS["power"], *at(7, 6), size=3, bold=True)
    sheet.note(
        "5 V comes from the Pi's supply through header pins 2 and 4, 3.3 V from the Pi's regulator through 1 and 17.",
        *at(7, 8.5),
    )
    if "F1" in parts:
        _draw_fuse(sheet, parts)
    pads = [component for component in components if component.symbol == "TestPoint"]
    for number, pad in enumerate(pads):
        column = 54.5 + number * 6
        sheet.put(pad, *at(column, 21))
        net = str(pad.pins[0].net)
        x, y = at(column, 23)
        sheet.reach((pad.ref, "1"), (x, y))
        if net == GROUND:
            sheet.supply(net, x, y)
        else:
            sheet.supply(net, x, y, 1)
    sheet.note("Pads to measure at", *at(53, 12), size=2, bold=True)


def _draw_fuse(sheet: SchematicSheet, parts: dict[str, Component]) -> None:
    row = 20
    sheet.put(parts["F1"], *at(19, row))
    sheet.reach(("F1", "1"), at(12, row), at(12, row - 2))
    sheet.supply(str(parts["F1"].pins[0].net), *at(12, row - 2))
    sheet.reach(("F1", "2"), at(44, row), at(44, row - 2))
    sheet.supply(FUSED, *at(44, row - 2))
    sheet.flag(*at(38, row))
    sheet.dot(*at(38, row))
    sheet.put(parts["R6"], *at(30, row + 3.5), 270)
    sheet.put(parts["D1"], *at(30, row + 9.5), 90)
    sheet.reach(("R6", "1"), at(30, row))
    sheet.dot(*at(30, row))
    sheet.join(("R6", "2"), ("D1", "2"), name=False)
    sheet.name("POWER_LED", *at(30, row + 6.5), leftwards=False)
    x, y = sheet.end("D1", "1")
    sheet.reach(("D1", "1"), (x, y + UNIT))
    sheet.supply(GROUND, x, y + UNIT)
    sheet.note("Every 5 V that leaves the board passes F1", *at(7, 12), size=2, bold=True)
    sheet.note(
        "F1: PTC, holds 1.1 A, trips at 2.2 A, at most 0.17 ohm.\n"
        "It stays cool in use (parts/README.md says what it carries)\n"
        "and cuts a pinched cable off.\n"
        "D1 (3 mA) shines while F1 conducts. All resistors: 1/4 W, 5 %.",
        *at(7, 35.5),
    )
    sheet.note(
        "Standby (5 V on, 3.3 V off): no part that runs\n"
        "from 5 V drives a pin of the Pi, so nothing\nfeeds it backwards.",
        *at(53, 32),
    )


def _draw_screens(sheet: SchematicSheet, components: list[Component]) -> None:
    """Screens on their bus; dial and back through a resistor in each line."""
    sheet.note(SHEETS["screens"], *at(7, 6), size=3, bold=True)
    screens = [each for each in components if each.symbol == "Screen"]
    buses: dict[str, list[tuple[float, float]]] = {}
    for number, screen in enumerate(screens):
        sheet.put(screen, *at(32, 18 + number * 10))
        for pin in screen.pins[2:]:
            y = sheet.end(screen.ref, pin.number)[1]
            x = at(15 if pin.name == "SCL" else 18, 0)[0]
            sheet.reach((screen.ref, pin.number), (x, y))
            buses.setdefault(str(pin.net), []).append((x, y))
    for net, points in buses.items():
        (x, top), (_, bottom) = points[0], points[-1]
        sheet.wire((x, top), (x, bottom))
        for _, y in points[1:]:
            sheet.dot(x, y)
        end = (at(12, 0)[0], bottom)
        sheet.wire((x, bottom), end)
        sheet.name(net, *end)
    sheet.note("Screens run from 3.3 V. The Pi has\npull-ups of 1.8k on SDA and SCL.", *at(7, 9))
    for number, part in enumerate(each for each in components if each.symbol in ("Dial", "Button")):
        sheet.put(part, *at(72, 19 + number * 14))
        switches = [pin.number for pin in part.pins if str(pin.net).endswith(PLUG)]
        for place, switch in enumerate(switches):
            _draw_series(sheet, part, switch, 53, 3 * (place - len(switches) // 2))
    sheet.note("Dial and back: 1k in each line keeps a pin alive\nif 5 V or a spark gets onto the wire.", *at(44, 9))


def _draw_series(sheet: SchematicSheet, part: Component, number: str, column: float, away: int = 0) -> None:
    """The resistor before a pin of a plug; `away` is by how many rows it stands above or below that pin."""
    net = str(part.pin(number).net)
    series = next(
        sheet.circuit.component(ref) for ref, _ in sheet.circuit.nets()[net] if ref != part.ref and ref.startswith("R")
    )
    x, y = sheet.end(part.ref, number)
    level = round(y + away * UNIT, 4)
    sheet.put(series, at(column, 0)[0], level)
    bend = round(x - (6 if away > 0 else 3) * UNIT, 4)
    sheet.join((series.ref, "2"), (part.ref, number), (bend, level), (bend, y), name=False)
    sheet.name(net, sheet.end(series.ref, "2")[0], level, leftwards=False)


def _draw_paddles(sheet: SchematicSheet, components: list[Component]) -> None:
    """The driver in the middle, a wire from each of its outputs to the lamp, and the switches of all buttons."""
    sheet.note(SHEETS["paddles"], *at(8, 6), size=3, bold=True)
    buttons = [each for each in components if each.symbol == "Lit_Button"]
    driver = next((each for each in components if each.ref == "U2"), None)
    for number, button in enumerate(buttons):
        sheet.put(button, *at(100, 10.5 + number * 10))
        _draw_series(sheet, button, "3", 80)
    if driver is None:
        return
    sheet.put(driver, *at(28, 33))
    outputs = {str(pin.net): pin.number for pin in driver.pins if pin.side == "right"}
    lamps = [(outputs[str(button.pin("1").net)], button.ref) for button in buttons]
    above = [each for each in lamps if sheet.end(each[1], "1")[1] < sheet.end("U2", each[0])[1]]
    below = [each for each in lamps if each not in above]
    # the outermost lamp takes the channel next to the driver, so that no two wires cross
    channels = {ref: 40 + 2 * place for order in (above, below[::-1]) for place, (_, ref) in enumerate(order)}
    for output, ref in lamps:
        x = at(channels[ref], 0)[0]
        start, stop = sheet.end("U2", output), sheet.end(ref, "1")
        sheet.join(("U2", output), (ref, "1"), (x, start[1]), (x, stop[1]), name=False)
        sheet.name(str(driver.pin(output).net), at(56, 0)[0], stop[1], leftwards=False)
    pulls = [each for each in components if each.value == "10k"]
    for number, pull in enumerate(pulls):
        column = 14 + number * 16
        sheet.put(pull, *at(column, 62), 270)
        x, y = sheet.end(pull.ref, "1")
        sheet.reach((pull.ref, "1"), (x, y - UNIT))
        sheet.name(str(pull.pins[0].net), x, y - UNIT, leftwards=False)
        x, y = sheet.end(pull.ref, "2")
        sheet.reach((pull.ref, "2"), (x, y + UNIT))
        sheet.supply(GROUND, x, y + UNIT)
    if pulls:
        sheet.note(
            "The Pi pulls these pins up until the program runs:\n10k to ground keeps their lamps dark.", *at(8, 55)
        )
    sheet.note(
        "U2: seven switches to ground (DMOS, 0.5 A each),\nso a 5 V lamp gets all of its 5 V.\n"
        "ULN2003A or TD62003 fit too, and leave it 4.1 V.\nLAMP- comes first in the plug: a screen's plug put in\n"
        "here, or the other way round, does no harm.",
        *at(8, 9),
    )


def _draw_lights(sheet: SchematicSheet, components: list[Component]) -> None:
    """The level shifter into the strip, its capacitors, and the buzzer."""
    parts = {component.ref: component for component in components}
    strip = next((each for each in components if each.symbol == "Strip"), None)
    sheet.note(SHEETS["lights"], *at(7, 6), size=3, bold=True)
    if strip is not None:
        sheet.put(parts["U1"], *at(24, 23.5))
        y = sheet.end("U1", "3")[1]
        sheet.put(strip, at(71, 0)[0], y)
        sheet.put(parts["R1"], at(41, 0)[0], y)
        sheet.join(("U1", "3"), ("R1", "1"), name=False)
        sheet.name(str(parts["R1"].pins[0].net), at(31, 0)[0], y, leftwards=False)
        sheet.join(("R1", "2"), (strip.ref, "2"), name=False)
        sheet.name(str(parts["R1"].pins[1].net), at(45, 0)[0], y, leftwards=False)
        _draw_upright(sheet, parts["C2"], 9, 24)
        _draw_upright(sheet, parts["C1"], 56, 27)
        sheet.note(
            "U1 lifts the data line from 3.3 V to 5 V; its other gates are switched off. R1 damps the line,\n"
            "C1 (10 V, 105 °C) feeds the first pixels, C2 belongs beside U1.",
            *at(7, 9),
        )
    if "J13" in parts:
        _draw_buzzer(sheet, parts)


def _draw_buzzer(sheet: SchematicSheet, parts: dict[str, Component]) -> None:
    sheet.put(parts["J13"], *at(30, 45.5))
    (x, plus), (_, minus) = sheet.end("J13", "1"), sheet.end("J13", "2")
    column, side = at(17, 0)[0], at(23, 0)[0]
    sheet.put(parts["R2"], column, (plus + minus) / 2, 270)
    (_, top), (_, low) = sheet.end("R2", "1"), sheet.end("R2", "2")
    sheet.reach(("R2", "1"), (column, top - UNIT), (side, top - UNIT), (side, plus), (x, plus))
    sheet.wire((column, top - UNIT), (column, top - 2 * UNIT))
    sheet.dot(column, top - UNIT)
    sheet.supply(FUSED, column, top - 2 * UNIT)
    sheet.reach(("R2", "2"), (column, low + UNIT), (side, low + UNIT), (side, minus), (x, minus))
    sheet.wire((column, low + UNIT), (at(13, 0)[0], low + UNIT))
    sheet.dot(column, low + UNIT)
    sheet.wired |= {("J13", "1"), ("J13", "2")}
    sheet.name(str(parts["R2"].pins[1].net), at(13, 0)[0], low + UNIT)
    sheet.note("A piezo is a capacitor: the driver\npulls it down, R2 lets it up again.", *at(7, 36))


def _draw_upright(sheet: SchematicSheet, part: Component, column: float, row: float) -> None:
    """A part between a supply above and ground below."""
    sheet.put(part, *at(column, row), 270)
    for pin in part.pins:
        x, y = sheet.end(part.ref, pin.number)
        far = y + UNIT if pin.net == GROUND else y - UNIT
        sheet.reach((part.ref, pin.number), (x, far))
        sheet.supply(str(pin.net), x, far)


def _draw_identity(sheet: SchematicSheet, components: list[Component]) -> None:
    """The EEPROM of a HAT with its pull-ups and the jumper that lets it be written."""
    parts = {component.ref: component for component in components}
    sheet.note(SHEETS["identity"], *at(7, 6), size=3, bold=True)
    sheet.note(
        "By this EEPROM (I2C address 0x50) the Pi knows the board: see BUILD for how it is written.\n"
        "It may be left out. JP1 open: protected; closed: writable.",
        *at(7, 9),
    )
    sheet.put(parts["U3"], *at(26, 29))
    end = at(66, 0)[0]
    for number, (ref, pin) in enumerate((("R5", "7"), ("R4", "6"), ("R3", "5"))):
        column = 42 + number * 8
        y = sheet.end("U3", pin)[1]
        sheet.put(parts[ref], *at(column, 19.5), 270)
        top, bottom = sheet.end(ref, "1"), sheet.end(ref, "2")
        sheet.reach((ref, "1"), (top[0], top[1] - UNIT))
        sheet.supply(str(parts[ref].pins[0].net), top[0], top[1] - UNIT)
        sheet.reach((ref, "2"), (bottom[0], y))
        net = str(parts["U3"].pin(pin).net)
        if net == "ID_WP":
            sheet.put(parts["JP1"], *at(46, 37.5))
            corner = (at(37, 0)[0], sheet.end("JP1", "1")[1])
            sheet.reach(("U3", pin), (bottom[0], y))
            sheet.wire((at(37, 0)[0], y), corner)
            sheet.dot(at(37, 0)[0], y)
            sheet.reach(("JP1", "1"), corner)
            sheet.name(net, at(32, 0)[0], y, leftwards=False)
        else:
            sheet.reach(("U3", pin), (end, y))
            sheet.dot(bottom[0], y)
            sheet.name(net, end, y, leftwards=False)
    _draw_upright(sheet, parts["C3"], 11, 29)


LAYOUTS: dict[str, Callable[[SchematicSheet, list[Component]], None]] = {
    "header": _draw_computer, "power": _draw_power, "screens": _draw_screens, "paddles": _draw_paddles,
    "lights": _draw_lights, "identity": _draw_identity,
}  # fmt: skip


# the overview

BLOCKS: dict[str, tuple[float, float]] = {
    "power": (7, 11), "header": (29, 19), "identity": (7, 27), "screens": (55, 9), "paddles": (55, 19.5),
    "lights": (55, 30),
}  # fmt: skip
BLOCK = (17.0, 7.5)
ARROWS: dict[str, tuple[str, list[tuple[float, float]]]] = {
    "power": ("5 V, 3.3 V", [(24, 15), (37, 15), (37, 19)]),
    "identity": ("ID_SD, ID_SC", [(24, 31), (37, 31), (37, 26.5)]),
    "screens": ("", [(46, 21), (50, 21), (50, 13), (55, 13)]), "paddles": ("", [(46, 23), (55, 23)]),
    "lights": ("", [(46, 25), (50, 25), (50, 34), (55, 34)]),
}  # fmt: skip


def _overview(circuit: Circuit, places: list[str]) -> list[Tree]:
    """The first sheet: one block for each of the others, and what runs between them."""
    root = make_uuid(circuit.name, "sheet")
    tree: list[Tree] = [
        "kicad_sch", ["version", "20250114"], ["generator", Text("arkside")], ["generator_version", Text("9.0")],
        ["uuid", root], ["paper", Text("A5")], title_block(circuit, "overview"), ["lib_symbols"],
        _text(circuit, circuit.title, *at(7, 5.5), 3.5),
    ]  # fmt: skip
    for place in places:
        if place in ARROWS:
            words, points = ARROWS[place]
            tree += _arrow(circuit, words, [at(*point) for point in points])
    tree += [_block(circuit, place, page) for page, place in enumerate(places, 2)]
    return [*tree, ["sheet_instances", ["path", Text("/"), ["page", Text("1")]]]]


def _block(circuit: Circuit, place: str, page: int) -> Tree:
    column, row = BLOCKS[place]
    x, y = at(column, row)
    width, height = at(*BLOCK)
    shown = [each for each in circuit.components if each.place == place and each.ref[0] in "JUFD"]
    inside = "\n".join(_list_lines(shown))
    words: Tree = ["property", Text("Parts"), Text(inside), ["at", x + 1.5, y + 1.5, 0], font(justify="left top")]
    return [
        "sheet", ["at", x, y], ["size", width, height], ["exclude_from_sim", "no"], ["in_bom", "yes"],
        ["on_board", "yes"], ["dnp", "no"], ["fields_autoplaced", "yes"],
        ["stroke", ["width", 0.2], ["type", "solid"]], ["fill", ["color", 255, 255, 224, 1.0]],
        ["uuid", sheet_id(circuit, place)],
        ["property", Text("Sheetname"), Text(SHEETS[place]), ["at", x, y - 0.8, 0],
         font(size=2.0, justify="left bottom", bold=True)],
        ["property", Text("Sheetfile"), Text(sheet_file(circuit, place)), ["at", x, y + height + 0.6, 0],
         font(justify="left top", hide=True)],
        words,
        ["instances", ["project", Text(circuit.name),
                       ["path", Text(f"/{make_uuid(circuit.name, 'sheet')}"), ["page", Text(str(page))]]]],
    ]  # fmt: skip


def _list_lines(components: list[Component]) -> list[str]:
    """Return the lines of a block: its parts, those of one kind on one line."""
    lines: dict[str, list[str]] = {}
    for component in components:
        title = component.title.partition(" 0x")[0]
        kind = title.rstrip("0123456789 ") if component.symbol == "Lit_Button" else title
        lines.setdefault(kind, []).append(component.ref)
    return [
        f"{refs[0]} to {refs[-1]} {kind}s" if len(refs) > 1 else f"{refs[0]} {kind}" for kind, refs in lines.items()
    ]


def _arrow(circuit: Circuit, words: str, points: list[tuple[float, float]]) -> list[Tree]:
    (x1, y1), (x2, y2) = points[-2:]
    back, side = 2.0, 1.0
    dx, dy = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
    head = [
        (x2 - dx * back + dy * side, y2 - dy * back + dx * side), (x2, y2),
        (x2 - dx * back - dy * side, y2 - dy * back - dx * side),
    ]  # fmt: skip
    stroke: Tree = ["stroke", ["width", 0.4], ["type", "solid"]]
    lines: list[Tree] = [
        ["polyline", ["pts", *(["xy", round(x, 3), round(y, 3)] for x, y in path)], stroke,
         ["uuid", make_uuid(circuit.name, "arrow", *path[-1], len(path))]]
        for path in (points, [*head, head[1]])
    ]  # fmt: skip
    return [*lines, *([_text(circuit, words, points[0][0] + 1.0, points[0][1] - 2.2, 1.3)] if words else [])]


def _text(circuit: Circuit, words: str, x: float, y: float, size: float) -> Tree:
    effects = font(size=size, justify="left top", bold=size > 2)
    identity = make_uuid(circuit.name, "overview", words)
    return ["text", Text(words), ["exclude_from_sim", "no"], ["at", x, y, 0], effects, ["uuid", identity]]
