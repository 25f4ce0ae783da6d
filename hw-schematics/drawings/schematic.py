"""A circuit as a sheet for KiCad: boxes with named pins, and a label at each pin instead of crossing wires."""

from __future__ import annotations

from collections.abc import Iterator

from drawings.circuit import Circuit, Component, Pin
from drawings.sexpr import Text, Tree, fixed, write

PITCH = 2.54
PIN_LENGTH = 2.54
STUB = 2.54
LIBRARY = "arkside"
VERSION = "20241209"
TWO_ENDED = ("R", "C", "C_Polarized", "PTC", "LED")
PAPER = "A2"
# where each group begins on the sheet, and the room between two of its symbols
PLACES = {
    "header": (76.2, 63.5), "identity": (76.2, 157.48), "power": (172.72, 50.8), "lights": (172.72, 150.8),
    "screens": (261.62, 45.72), "paddles": (350.52, 45.72),
}  # fmt: skip
GAP = 15.24
HEADINGS = {
    "header": "Computer", "identity": "Identity of the board (may be left out)", "power": "Power",
    "lights": "Lights and buzzer", "screens": "Screens, dial, back", "paddles": "Lit buttons",
}  # fmt: skip


def schematic(circuit: Circuit) -> str:
    """The whole sheet as text of a .kicad_sch file."""
    root = fixed(circuit.name, "sheet")
    symbols = {component.symbol: component for component in circuit.components}
    sheet: list[Tree] = [
        "kicad_sch", ["version", "20250114"], ["generator", Text("arkside")], ["generator_version", Text("9.0")],
        ["uuid", root], ["paper", Text(PAPER)],
        ["title_block", ["title", Text(circuit.title)], ["company", Text("from drivers/wiring.toml by make drawings")]],
        ["lib_symbols", *(_symbol(symbols[name], f"{LIBRARY}:{name}") for name in sorted(symbols))],
    ]  # fmt: skip
    places = dict(_places(circuit))
    sheet += [_heading(circuit, place) for place in dict.fromkeys(each.place for each in circuit.components)]
    for component in circuit.components:
        sheet += _ends(circuit, component, places[component.ref])
    sheet += [_placed(circuit, component, places[component.ref], root) for component in circuit.components]
    sheet.append(["sheet_instances", ["path", Text("/"), ["page", Text("1")]]])
    return write(sheet) + "\n"


def library(circuits: list[Circuit]) -> str:
    """All symbols as a library, so that KiCad knows where they come from."""
    symbols = {component.symbol: component for circuit in circuits for component in circuit.components}
    tree: list[Tree] = [
        "kicad_symbol_lib", ["version", VERSION], ["generator", Text("arkside")], ["generator_version", Text("9.0")],
        *(_symbol(symbols[name], name) for name in sorted(symbols)),
    ]  # fmt: skip
    return write(tree) + "\n"


def _rows(component: Component) -> tuple[list[Pin], list[Pin]]:
    left = [pin for pin in component.pins if pin.side == "left"]
    return left, [pin for pin in component.pins if pin.side == "right"]


def _half(component: Component) -> tuple[float, float]:
    """Half the width and half the height of a symbol's body."""
    if component.symbol in TWO_ENDED:
        return 2.54, 1.016
    left, right = _rows(component)
    letters = sum(max((len(pin.name) for pin in side), default=0) for side in (left, right))
    width = max(3, round((letters * 1.3 + 5) / 2 / PITCH)) * PITCH
    return width, (max(len(left), len(right)) + 1) * PITCH / 2


def _spots(component: Component) -> Iterator[tuple[Pin, float, float, float]]:
    """Every pin with its outer end in the symbol (y upwards) and the angle at which it points to the body."""
    half_width, _ = _half(component)
    left, right = _rows(component)
    if component.symbol in TWO_ENDED:
        yield left[0], -half_width - 1.27, 0.0, 0
        yield right[0], half_width + 1.27, 0.0, 180
        return
    top = (max(len(left), len(right)) - 1) * PITCH / 2
    for row, pin in enumerate(left):
        yield pin, -half_width - PIN_LENGTH, top - row * PITCH, 0
    for row, pin in enumerate(right):
        yield pin, half_width + PIN_LENGTH, top - row * PITCH, 180


def _symbol(component: Component, name: str) -> Tree:
    short = name.rpartition(":")[2]
    two_ended = component.symbol in TWO_ENDED
    half_width, half_height = _half(component)
    prefix = component.ref.rstrip("0123456789")
    pins: list[Tree] = [
        ["pin", pin.kind, "line", ["at", x, y, angle], ["length", 1.27 if two_ended else PIN_LENGTH],
         ["name", Text(pin.name), _font()], ["number", Text(pin.number), _font()]]
        for pin, x, y, angle in _spots(component)
    ]  # fmt: skip
    return [
        "symbol", Text(name), *([["pin_numbers", ["hide", "yes"]]] if two_ended else []),
        ["pin_names", ["offset", 0.762], *([["hide", "yes"]] if two_ended else [])],
        ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"],
        ["property", Text("Reference"), Text(prefix), ["at", 0, half_height + 3.81, 0], _font()],
        ["property", Text("Value"), Text(short), ["at", 0, half_height + 1.27, 0], _font()],
        ["property", Text("Footprint"), Text(""), ["at", 0, 0, 0], _font(hide=True)],
        ["property", Text("Datasheet"), Text(""), ["at", 0, 0, 0], _font(hide=True)],
        ["property", Text("Description"), Text(""), ["at", 0, 0, 0], _font(hide=True)],
        ["symbol", Text(f"{short}_0_1"), *_body(component, half_width, half_height)],
        ["symbol", Text(f"{short}_1_1"), *pins],
        ["embedded_fonts", "no"],
    ]  # fmt: skip


def _body(component: Component, half_width: float, half_height: float) -> list[Tree]:
    if component.symbol not in ("C", "C_Polarized"):
        return [_rectangle(-half_width, half_height, half_width, -half_height)]
    plates = [_line(x, -2.032, x, 2.032) for x in (-0.635, 0.635)]
    leads = [_line(-half_width, 0, -0.635, 0), _line(0.635, 0, half_width, 0)]
    plus = [_line(-2.286, 1.27, -1.27, 1.27), _line(-1.778, 0.762, -1.778, 1.778)]
    return plates + leads + (plus if component.symbol == "C_Polarized" else [])


def _rectangle(x1: float, y1: float, x2: float, y2: float) -> Tree:
    return ["rectangle", ["start", x1, y1], ["end", x2, y2], _stroke(), ["fill", ["type", "background"]]]


def _line(x1: float, y1: float, x2: float, y2: float) -> Tree:
    return ["polyline", ["pts", ["xy", x1, y1], ["xy", x2, y2]], _stroke(), ["fill", ["type", "none"]]]


def _stroke() -> Tree:
    return ["stroke", ["width", 0.254], ["type", "default"]]


def _font(hide: bool = False, size: float = 1.27, justify: str | None = None, bold: bool = False) -> Tree:
    font: list[Tree] = ["font", ["size", size, size], *([["bold", "yes"]] if bold else [])]
    return ["effects", font, *([["justify", justify]] if justify else []), *([["hide", "yes"]] if hide else [])]


def _places(circuit: Circuit) -> Iterator[tuple[str, tuple[float, float]]]:
    below: dict[str, float] = {}
    for component in circuit.components:
        x, top = PLACES[component.place]
        _, half_height = _half(component)
        y = below.get(component.place, top) + half_height
        y = round(y / 1.27) * 1.27
        below[component.place] = y + half_height + (8.89 if component.symbol in TWO_ENDED else GAP - 3.81)
        yield component.ref, (x, y)


def _heading(circuit: Circuit, place: str) -> Tree:
    x, y = PLACES[place]
    return [
        "text", Text(HEADINGS[place]), ["exclude_from_sim", "no"], ["at", x, y - 11.43, 0],
        _font(size=2.54, bold=True), ["uuid", fixed(circuit.name, "heading", place)],
    ]  # fmt: skip


def _ends(circuit: Circuit, component: Component, place: tuple[float, float]) -> list[Tree]:
    """A short wire with the net's name at every pin, or a cross where nothing may be connected."""
    drawn: list[Tree] = []
    for pin, dx, dy, angle in _spots(component):
        x, y = place[0] + dx, place[1] - dy
        names = (circuit.name, component.ref, pin.number)
        if pin.net is None:
            drawn.append(["no_connect", ["at", x, y], ["uuid", fixed("nc", *names)]])
            continue
        end, justify = (x - STUB, "right") if angle == 0 else (x + STUB, "left")
        drawn.append(["wire", ["pts", ["xy", x, y], ["xy", end, y]], ["stroke", ["width", 0], ["type", "default"]],
                      ["uuid", fixed("wire", *names)]])  # fmt: skip
        drawn.append(["label", Text(pin.net), ["at", end, y, 180 if angle == 0 else 0],
                      ["effects", ["font", ["size", 1.27, 1.27]], ["justify", justify, "bottom"]],
                      ["uuid", fixed("label", *names)]])  # fmt: skip
    return drawn


def _placed(circuit: Circuit, component: Component, place: tuple[float, float], root: Text) -> Tree:
    x, y = place
    _, half_height = _half(component)
    two_ended = component.symbol in TWO_ENDED
    above = y - half_height - (2.54 if two_ended else 1.27)
    texts = [("Reference", component.ref, above - 2.032), ("Value", component.value, above)]
    if two_ended:
        texts = [("Reference", component.ref, above), ("Value", component.value, y + half_height + 2.54)]
    footprint = "" if component.footprint == "Pico" else f"{LIBRARY}:{component.footprint}"
    return [
        "symbol", ["lib_id", Text(f"{LIBRARY}:{component.symbol}")], ["at", x, y, 0], ["unit", 1],
        ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes" if component.on_board else "no"],
        ["dnp", "no"],
        ["uuid", fixed(circuit.name, component.ref)],
        *(_property(name, text, x, height, bold=name == "Reference") for name, text, height in texts),
        _property("Footprint", footprint, x, y, hide=True), _property("Datasheet", "", x, y, hide=True),
        _property("Description", "", x, y, hide=True),
        *(_pin(circuit, component, pin) for pin in component.pins),
        ["instances", ["project", Text(circuit.name),
                       ["path", Text(f"/{root}"), ["reference", Text(component.ref)], ["unit", 1]]]],
    ]  # fmt: skip


def _property(name: str, text: str, x: float, y: float, hide: bool = False, bold: bool = False) -> Tree:
    return ["property", Text(name), Text(text), ["at", x, y, 0], _font(hide=hide, bold=bold)]


def _pin(circuit: Circuit, component: Component, pin: Pin) -> Tree:
    return ["pin", Text(pin.number), ["uuid", fixed(circuit.name, component.ref, "pin", pin.number)]]
