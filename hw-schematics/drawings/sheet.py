"""One sheet of a schematic: parts are put onto it, wires are drawn between their pins, and what is left gets a name.

Every pin that no wire reaches ends in a short wire with the symbol of its supply or with the name of its net, so a
sheet is always complete; the layout only decides what is drawn as a wire.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, radians, sin

from drawings.circuit import GROUND, SHEETS, SUPPLIES, Circuit, Component
from drawings.sexpr import Text, Tree, make_uuid
from drawings.symbols import FLAG, Point, empty_fields, font, power_name, power_symbols, shape_of, symbol_tree

REVISION, DATE = "2", "2026-11-19"
"""Printed on the board and in every title block; both change with the copper."""
LIBRARY = "arkside"
STUB = 2.54
OUTWARDS = {0: (-1, 0), 180: (1, 0), 90: (0, 1), 270: (0, -1)}
"""Where a pin leads that points to its body at this angle; y goes down on a sheet."""


def sheet_id(circuit: Circuit, place: str) -> Text:
    """Identity of a sheet within the first one."""
    return make_uuid(circuit.name, "sheet", place)


def sheet_file(circuit: Circuit, place: str) -> str:
    """File of a sheet."""
    return f"{circuit.name}-{place}.kicad_sch"


def title_block(circuit: Circuit, name: str) -> Tree:
    """Return the title block in the lower right corner."""
    return [
        "title_block", ["title", Text(f"{circuit.title}: {name}")], ["date", Text(DATE)], ["rev", Text(REVISION)],
        ["company", Text("drawn from drivers/wiring.toml by make drawings")],
    ]  # fmt: skip


@dataclass
class SchematicSheet:
    """A sheet that is being drawn; all coordinates are millimetres on it."""

    circuit: Circuit
    place: str
    paper: str = "A5"
    items: list[Tree] = field(default_factory=list)
    symbols: dict[str, Tree] = field(default_factory=dict)
    ends: dict[tuple[str, str], tuple[Point, int]] = field(default_factory=dict)
    wired: set[tuple[str, str]] = field(default_factory=set)
    supplies: int = 0
    segments: list[tuple[Point, Point]] = field(default_factory=list)
    dots: list[Point] = field(default_factory=list)

    def put(self, component: Component, x: float, y: float, turn: int = 0) -> None:
        """Place a component; it may be turned by quarters, against the clock."""
        shape = shape_of(component)
        angle = radians(turn)
        for spot in shape.spots:
            dx = spot.x * cos(angle) - spot.y * sin(angle)
            dy = spot.x * sin(angle) + spot.y * cos(angle)
            self.ends[component.ref, spot.pin.number] = (_on_grid(x + dx, y - dy), (spot.angle + turn) % 360)
        self.symbols[f"{LIBRARY}:{component.symbol}"] = symbol_tree(component, f"{LIBRARY}:{component.symbol}")
        self.items.append(self._symbol(component, x, y, turn))

    def end(self, ref: str, pin: str) -> Point:
        """Where a pin ends."""
        return self.ends[ref, pin][0]

    def wire(self, *points: Point) -> None:
        """A wire through these points."""
        self.segments += [(start, stop) for start, stop in pairwise(points) if start != stop]

    def join(self, one: tuple[str, str], other: tuple[str, str], *corners: Point, name: bool = True) -> None:
        """A wire from pin to pin over some corners, with the name of the net on its first level piece."""
        points = [self.end(*one), *corners, self.end(*other)]
        self.wire(*points)
        self.wired |= {one, other}
        if name:
            self._name_wire(self._net(*one), points)

    def reach(self, pin: tuple[str, str], *points: Point) -> None:
        """A wire from a pin to a point where something else is drawn."""
        self.wire(self.end(*pin), *points)
        self.wired.add(pin)

    def dot(self, x: float, y: float) -> None:
        """Where three wires meet."""
        self.dots.append((x, y))

    def name(self, net: str, x: float, y: float, leftwards: bool = True) -> None:
        """The name of a net at the end of a wire: a flag if it goes on on another sheet."""
        identity = make_uuid("label", self.circuit.name, self.place, net, x, y)
        angle, justify = (180, "right") if leftwards else (0, "left")
        if self.circuit.is_shared(net):
            self.items.append(["global_label", Text(net), ["shape", "passive"], ["at", x, y, angle],
                               font(justify=justify), ["uuid", identity]])  # fmt: skip
        else:
            self.items.append(["label", Text(net), ["at", x, y, angle], font(justify=f"{justify} bottom"),
                               ["uuid", identity]])  # fmt: skip

    def supply(self, net: str, x: float, y: float, outwards: int = 0) -> None:
        """The symbol of a supply at the end of a wire: upright (0), or lying to the left (-1) or right (1) of it."""
        text: Point = (x, y + 3.81) if net == GROUND else (x, y - 3.556)
        justify = ""
        if outwards:
            text, justify = (x + outwards * 3.048, y), "right" if outwards < 0 else "left"
        self._power(power_name(net, outwards), net, x, y, text, justify)

    def flag(self, x: float, y: float) -> None:
        """Say that a net is fed here, which KiCad cannot know behind a fuse."""
        self._power(FLAG, FLAG, x, y, (x, y - 3.556), "")

    def note(self, text: str, x: float, y: float, size: float = 1.524, bold: bool = False) -> None:
        """Words on the sheet, written to the right of a point."""
        identity = make_uuid("text", self.circuit.name, self.place, text, x, y)
        self.items.append(["text", Text(text), ["exclude_from_sim", "no"], ["at", x, y, 0],
                           font(size=size, justify="left top", bold=bold), ["uuid", identity]])  # fmt: skip

    def finish(self) -> list[Tree]:
        """Ends for all pins that are not wired yet; the sheet as a file."""
        for component in self.circuit.components:
            for pin in component.pins:
                key = (component.ref, pin.number)
                if key in self.ends and key not in self.wired:
                    self._close(pin.net, *self.ends[key])
        self._draw_wires()
        return [
            "kicad_sch", ["version", "20250114"], ["generator", Text("arkside")], ["generator_version", Text("9.0")],
            ["uuid", make_uuid(self.circuit.name, "file", self.place)], ["paper", Text(self.paper)],
            title_block(self.circuit, SHEETS[self.place]),
            ["lib_symbols", *(self.symbols[name] for name in sorted(self.symbols))], *self.items,
        ]  # fmt: skip

    def _draw_wires(self) -> None:
        """All wires, cut where others meet them: KiCad takes only ends of wires for connected."""
        for start, stop in self.segments:
            cuts = sorted({start, stop, *(dot for dot in self.dots if _is_between(dot, start, stop))})
            for one, other in pairwise(cuts):
                identity = make_uuid("wire", self.circuit.name, self.place, *one, *other)
                self.items.append(["wire", ["pts", ["xy", *one], ["xy", *other]],
                                   ["stroke", ["width", 0], ["type", "default"]], ["uuid", identity]])  # fmt: skip
        for x, y in self.dots:
            identity = make_uuid("junction", self.circuit.name, self.place, x, y)
            self.items.append(["junction", ["at", x, y], ["diameter", 0], ["color", 0, 0, 0, 0], ["uuid", identity]])

    def _close(self, net: str | None, point: Point, angle: int) -> None:
        x, y = point
        if net is None:
            self.items.append(
                ["no_connect", ["at", x, y], ["uuid", make_uuid("nc", self.circuit.name, self.place, x, y)]]
            )
            return
        across, down = OUTWARDS[angle]
        far = (round(x + across * STUB, 4), round(y + down * STUB, 4))
        self.wire(point, far)
        if net in SUPPLIES:
            self.supply(net, *far, across)
        else:
            self.name(net, *far, leftwards=across < 0)

    def _net(self, ref: str, pin: str) -> str:
        return str(self.circuit.component(ref).pin(pin).net)

    def _name_wire(self, net: str, points: list[Point]) -> None:
        for (x1, y1), (x2, y2) in pairwise(points):
            if y1 == y2 and x1 != x2 and not self.circuit.is_shared(net):
                self.name(net, min(x1, x2), y1, leftwards=False)
                return

    def _power(self, symbol: str, net: str, x: float, y: float, text: Point, justify: str) -> None:
        self.supplies += 1
        prefix = "#FLG" if symbol == FLAG else "#PWR"
        reference = f"{prefix}{list(SHEETS).index(self.place) + 1}{self.supplies:02d}"
        names = (self.circuit.name, self.place, reference)
        tree = power_symbols()[symbol]
        if not isinstance(tree, list):
            raise TypeError("a symbol is a list")
        self.symbols[f"{LIBRARY}:{symbol}"] = [tree[0], Text(f"{LIBRARY}:{symbol}"), *tree[2:]]
        self.items.append([
            "symbol", ["lib_id", Text(f"{LIBRARY}:{symbol}")], ["at", x, y, 0], ["unit", 1], ["exclude_from_sim", "no"],
            ["in_bom", "yes"], ["on_board", "yes"], ["dnp", "no"], ["uuid", make_uuid(*names)],
            ["property", Text("Reference"), Text(reference), ["at", x, y, 0], font(hide=True)],
            ["property", Text("Value"), Text(net), ["at", *text, 0], font(hide=symbol == FLAG, justify=justify)],
            *empty_fields(x, y),
            ["pin", Text("1"), ["uuid", make_uuid(*names, "pin")]], self._instances(reference),
        ])  # fmt: skip

    def _symbol(self, component: Component, x: float, y: float, turn: int) -> Tree:
        names = (self.circuit.name, component.ref)
        footprint = "" if component.footprint == "Pico" else f"{LIBRARY}:{component.footprint}"
        pins: list[Tree] = [
            ["pin", Text(pin.number), ["uuid", make_uuid(*names, "pin", pin.number)]] for pin in component.pins
        ]
        return [
            "symbol", ["lib_id", Text(f"{LIBRARY}:{component.symbol}")], ["at", x, y, turn], ["unit", 1],
            ["exclude_from_sim", "no"], ["in_bom", "no" if component.symbol == "TestPoint" else "yes"],
            ["on_board", "yes" if component.on_board else "no"], ["dnp", "no"], ["uuid", make_uuid(*names)],
            *_texts(component, x, y, turn),
            ["property", Text("Footprint"), Text(footprint), ["at", x, y, 0], font(hide=True)],
            *empty_fields(x, y, ("Datasheet", "Description")), *pins,
            self._instances(component.ref),
        ]  # fmt: skip

    def _instances(self, reference: str) -> Tree:
        path = f"/{make_uuid(self.circuit.name, 'sheet')}/{sheet_id(self.circuit, self.place)}"
        return ["instances", ["project", Text(self.circuit.name),
                              ["path", Text(path), ["reference", Text(reference)], ["unit", 1]]]]  # fmt: skip


def _texts(component: Component, x: float, y: float, turn: int) -> list[Tree]:
    """Number and value beside a symbol: above and below it, or to the right of an upright one."""
    _, half_height = shape_of(component).half
    value = component.value if component.symbol != "TestPoint" else ""
    if component.symbol == "TestPoint":
        places = [(x, y - 5.588, ""), (x, y, "")]
    elif turn % 180:
        side = "left" if turn == 270 else "right"  # KiCad turns this too
        places = [(x + 2.54, y - 1.27, side), (x + 2.54, y + 1.27, side)]
    elif half_height < 2:
        places = [(x, y - 2.794, ""), (x, y + 2.794, "")]
    else:
        has_top_pin = any(pin.side == "top" for pin in component.pins)
        left = x + 1.27 if has_top_pin else x - shape_of(component).half[0]
        places = [(left, y - half_height - 3.302, "left"), (left, y - half_height - 1.27, "left")]
    # KiCad turns the words with the symbol; these stay level
    (rx, ry, rj), (vx, vy, vj) = places
    level = 90 if turn % 180 else 0
    return [
        ["property", Text("Reference"), Text(component.ref), ["at", rx, ry, level], font(justify=rj, bold=True)],
        ["property", Text("Value"), Text(value or component.value), ["at", vx, vy, level],
         font(justify=vj, hide=not value)],
    ]  # fmt: skip


def _is_between(point: Point, start: Point, stop: Point) -> bool:
    (x, y), (x1, y1), (x2, y2) = point, start, stop
    return min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


def _on_grid(x: float, y: float) -> Point:
    return round(x, 4), round(y, 4)
