"""The carrier board of the box: a HAT on which every part has its place, with copper found by the router."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from drawings.circuit import FIVE_VOLTS, GROUND, THREE_VOLTS, Circuit, Component
from drawings.footprints import Footprint, Pad, attributes, font, footprint, hole_tree, pad_tree, properties, shapes
from drawings.router import Router, Terminal, Track
from drawings.sexpr import Text, Tree, fixed, number, write

WIDTH, HEIGHT, CORNER = 65.0, 56.5, 3.0
ORIGIN = (100.0, 80.0)
HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
"""Where a HAT is screwed to the Pi."""

HEADER = (8.37, 4.77)
SIGNAL, SUPPLY, LOGIC_SUPPLY = 0.25, 0.5, 0.35
LAYERS = ("F.Cu", "B.Cu")
LETTER = 0.8
# first pad and turn of every part; connectors stand in three rows, the wire side towards the lower edge
PLACES: dict[str, tuple[float, float, int]] = {
    "J1": (*HEADER, 0),
    "U1": (8.4, 20.0, 0), "U3": (30.0, 20.0, 0), "U2": (61.2, 12.4, 180),
    "C2": (3.2, 12.4, 270), "R1": (8.0, 25.0, 0), "R3": (28.4, 25.0, 0), "R4": (28.4, 28.4, 0), "R5": (28.4, 31.8, 0),
    "JP1": (42.6, 31.0, 0), "C3": (26.8, 12.4, 270), "C1": (16.6, 34.0, 0), "R2": (50.0, 28.4, 0),
    "J4": (4.0, 38.0, 0), "J13": (34.0, 38.0, 0), "J12": (46.0, 38.0, 0),
    "J11": (4.9, 45.3, 0), "J2": (12.9, 45.3, 0), "J3": (25.9, 45.3, 0), "J9": (38.9, 45.3, 0), "J10": (51.9, 45.3, 0),
    "J5": (9.5, 52.6, 0), "J6": (22.32, 52.6, 0), "J7": (35.14, 52.6, 0), "J8": (47.96, 52.6, 0),
}  # fmt: skip
LAYER_TABLE = (
    (0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (9, "F.Adhes", "user"), (11, "B.Adhes", "user"),
    (13, "F.Paste", "user"), (15, "B.Paste", "user"), (5, "F.SilkS", "user"), (7, "B.SilkS", "user"),
    (1, "F.Mask", "user"), (3, "B.Mask", "user"), (25, "Edge.Cuts", "user"), (27, "Margin", "user"),
    (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"), (35, "F.Fab", "user"), (33, "B.Fab", "user"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Placed:
    """A component at its place on the board."""

    component: Component
    footprint: Footprint
    x: float
    y: float
    turn: int

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the footprint on the board; turning goes against the clock."""
        angle = radians(self.turn)
        return (
            round(self.x + x * cos(angle) + y * sin(angle), 4),
            round(self.y - x * sin(angle) + y * cos(angle), 4),
        )


def board(circuit: Circuit) -> str:
    """The whole board as text of a .kicad_pcb file, its ground planes not yet poured."""
    placed = [
        Placed(each, footprint(each.footprint), *PLACES[each.ref]) for each in circuit.components if each.on_board
    ]
    nets = {name: at for at, name in enumerate(_names(circuit), 1)}
    tracks = _routed(placed, nets)
    tree: list[Tree] = [
        "kicad_pcb", ["version", "20241229"], ["generator", Text("arkside")], ["generator_version", Text("9.0")],
        ["general", ["thickness", 1.6], ["legacy_teardrops", "no"]], ["paper", Text("A4")],
        ["title_block", ["title", Text("Arkside: carrier board")]],
        ["layers", *([str(at), Text(name), kind] for at, name, kind in LAYER_TABLE)],
        ["setup", ["pad_to_mask_clearance", 0], ["allow_soldermask_bridges_in_footprints", "no"]],
        *(_declared(at, name) for at, name in enumerate(("", *nets))),
        *(_part(circuit, each, nets) for each in placed),
        *(_hole(at, x, y) for at, (x, y) in enumerate(HOLES, 1)),
        *_edge(), *_words(), *(_copper(at, track) for at, track in enumerate(tracks)),
        *(_plane(layer, nets) for layer in LAYERS),
        ["embedded_fonts", "no"],
    ]  # fmt: skip
    return write(tree) + "\n"


def _declared(at: int, name: str) -> Tree:
    return ["net", at, Text(name)]


def _names(circuit: Circuit) -> Iterator[str]:
    """Nets as KiCad names them: local ones with a slash, pins without one after themselves."""
    yield from (f"/{name}" for name in sorted(circuit.nets()))
    for component in circuit.components:
        yield from (_loose(component, pin.number, pin.name) for pin in component.pins if pin.net is None)


def _loose(component: Component, pin: str, name: str) -> str:
    return f"unconnected-({component.ref}-{name}-Pad{pin})"


def _net(component: Component, pad: Pad) -> str:
    pin = component.pin(pad.number)
    return _loose(component, pin.number, pin.name) if pin.net is None else f"/{pin.net}"


def _routed(placed: list[Placed], nets: dict[str, int]) -> list[Track]:
    terminals = [
        Terminal(nets[_net(each.component, pad)], *each.at(pad.x, pad.y), pad.size / 2, pad.number == "1")
        for each in placed for pad in each.footprint.pads
    ]  # fmt: skip
    walls = [(x, y, 2.9) for x, y in HOLES]
    widths = {}
    for name, at in nets.items():
        if name.startswith("/") and name != f"/{GROUND}":
            widths[at] = {f"/{FIVE_VOLTS}": SUPPLY, f"/{THREE_VOLTS}": LOGIC_SUPPLY}.get(name, SIGNAL)
    return Router(WIDTH, HEIGHT, terminals, walls).route(widths)


def _on_page(x: float, y: float) -> list[Tree]:
    return [round(ORIGIN[0] + x, 4), round(ORIGIN[1] + y, 4)]


def _part(circuit: Circuit, placed: Placed, nets: dict[str, int]) -> Tree:
    component, shape = placed.component, placed.footprint
    owner = f"board-{component.ref}"
    turn: list[Tree] = [placed.turn] if placed.turn else []
    tree: list[Tree] = [
        "footprint", Text(f"arkside:{shape.name}"), ["layer", Text("F.Cu")], ["uuid", fixed(owner)],
        ["at", *_on_page(placed.x, placed.y), *turn],
        *properties(shape, owner, component.ref, component.value, placed.turn % 180),
        ["path", Text(f"/{fixed(circuit.name, component.ref)}")], ["sheetname", Text("/")],
        ["sheetfile", Text(f"{circuit.name}.kicad_sch")],
        ["attr", *attributes(shape)],
        *shapes(shape, owner),
        ["fp_text", "user", Text(_printed(component, shape)), ["at", *shape.label, placed.turn % 180],
         ["layer", Text("F.SilkS")], ["uuid", fixed(owner, "printed")], font()],
    ]  # fmt: skip
    for pad in shape.pads:
        name = _net(component, pad)
        net: list[Tree] = ["net", nets[name], Text(name)]
        function: list[Tree] = [["pinfunction", Text(component.pin(pad.number).name)],
                                ["pintype", Text(_type(component, pad))]]  # fmt: skip
        *before, identity = pad_tree(pad, placed.turn, net, fixed(owner, "pad", pad.number))
        tree.append([*before, *function, identity])
    return [*tree, ["embedded_fonts", "no"]]


def _type(component: Component, pad: Pad) -> str:
    pin = component.pin(pad.number)
    return pin.kind if pin.net is not None else f"{pin.kind}+no_connect"


def _printed(component: Component, shape: Footprint) -> str:
    """Its number, and what it is if there is room."""
    left, _, right, _ = shape.outline
    whole = f"{component.ref} {component.title.partition(' 0x')[0]}"
    inside = shape.name.startswith(("DIP", "R_"))  # between the legs; a connector's name stands above it
    return whole if len(whole) * LETTER < right - left + (-1.5 if inside else 0.8) else component.ref


def _hole(at: int, x: float, y: float) -> Tree:
    shape = footprint("Hole")
    owner = f"board-H{at}"
    return [
        "footprint", Text("arkside:Hole"), ["layer", Text("F.Cu")], ["uuid", fixed(owner)], ["at", *_on_page(x, y)],
        *properties(shape, owner, f"H{at}", "M2.5", 0, hide=True),
        ["attr", "board_only", *attributes(shape)], *shapes(shape, owner), hole_tree(shape, fixed(owner, "hole")),
        ["embedded_fonts", "no"],
    ]  # fmt: skip


def _edge() -> list[Tree]:
    """A rectangle with round corners."""
    c, far = CORNER, CORNER * (1 - cos(radians(45)))
    lines = [(c, 0, WIDTH - c, 0), (WIDTH, c, WIDTH, HEIGHT - c), (WIDTH - c, HEIGHT, c, HEIGHT), (0, HEIGHT - c, 0, c)]
    arcs = [
        ((0, c), (far, far), (c, 0)), ((WIDTH - c, 0), (WIDTH - far, far), (WIDTH, c)),
        ((WIDTH, HEIGHT - c), (WIDTH - far, HEIGHT - far), (WIDTH - c, HEIGHT)),
        ((c, HEIGHT), (far, HEIGHT - far), (0, HEIGHT - c)),
    ]  # fmt: skip
    stroke: Tree = ["stroke", ["width", 0.1], ["type", "solid"]]
    layer: Tree = ["layer", Text("Edge.Cuts")]
    drawn: list[Tree] = [
        [
            "gr_line",
            ["start", *_on_page(x1, y1)],
            ["end", *_on_page(x2, y2)],
            stroke,
            layer,
            ["uuid", fixed("edge", at)],
        ]
        for at, (x1, y1, x2, y2) in enumerate(lines)
    ]
    drawn += [
        ["gr_arc", ["start", *_on_page(*one)], ["mid", *_on_page(*middle)], ["end", *_on_page(*other)], stroke, layer,
         ["uuid", fixed("corner", at)]] for at, (one, middle, other) in enumerate(arcs)
    ]  # fmt: skip
    return drawn


def _words() -> list[Tree]:
    words = (("Arkside", 23.3, 24.6, 1.2), ("5 V only", 23.3, 26.8, 0.9), ("1", 5.9, 6.1, 1.0))
    return [
        [
            "gr_text",
            Text(text),
            ["at", *_on_page(x, y), 0],
            ["layer", Text("F.SilkS")],
            ["uuid", fixed("word", text)],
            font(size),
        ]
        for text, x, y, size in words
    ]


def _copper(at: int, track: Track) -> Tree:
    place = ("track", at, track.net, number(track.x1), number(track.y1), number(track.x2), number(track.y2))
    if track.layer is None:
        return ["via", ["at", *_on_page(track.x1, track.y1)], ["size", track.width], ["drill", 0.3],
                ["layers", Text("F.Cu"), Text("B.Cu")], ["net", track.net], ["uuid", fixed(*place)]]  # fmt: skip
    return ["segment", ["start", *_on_page(track.x1, track.y1)], ["end", *_on_page(track.x2, track.y2)],
            ["width", track.width], ["layer", Text(LAYERS[track.layer])], ["net", track.net],
            ["uuid", fixed(*place)]]  # fmt: skip


def _plane(layer: str, nets: dict[str, int]) -> Tree:
    """Ground over all that is left of a layer."""
    corners = ((0.5, 0.5), (WIDTH - 0.5, 0.5), (WIDTH - 0.5, HEIGHT - 0.5), (0.5, HEIGHT - 0.5))
    return [
        "zone", ["net", nets[f"/{GROUND}"]], ["net_name", Text(f"/{GROUND}")], ["layer", Text(layer)],
        ["uuid", fixed("plane", layer)], ["name", Text(f"ground {layer}")], ["hatch", "edge", 0.5],
        ["connect_pads", ["clearance", 0.25]], ["min_thickness", 0.25], ["filled_areas_thickness", "no"],
        ["fill", "yes", ["thermal_gap", 0.3], ["thermal_bridge_width", 0.4]],
        ["polygon", ["pts", *(["xy", *_on_page(x, y)] for x, y in corners)]],
    ]  # fmt: skip
