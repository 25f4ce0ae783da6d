"""The carrier board of the box: a HAT on which every part has its place, with copper found by the router."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from drawings.circuit import FIVE_VOLTS, FUSED, GROUND, SHEETS, THREE_VOLTS, Circuit, Component
from drawings.footprints import (
    Footprint,
    Pad,
    attributes,
    font,
    footprint,
    hole_tree,
    model_trees,
    pad_tree,
    properties,
    shapes,
)
from drawings.router import Router, Terminal, Track
from drawings.sexpr import Text, Tree, make_uuid, number, write
from drawings.sheet import DATE, REVISION, sheet_file, sheet_id

WIDTH, HEIGHT, CORNER = 65.0, 56.5, 3.0
ORIGIN = (100.0, 80.0)
HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
"""Where a HAT is screwed to the Pi."""

HEADER = (8.37, 4.77)
SIGNAL, SUPPLY, LOGIC_SUPPLY = 0.25, 0.5, 0.35
LAYERS = ("F.Cu", "B.Cu")
LETTER = 0.8
UPRIGHT = 24.2
# first pad and turn of every part: chips below the header, then a row of upright resistors, then three rows of plugs
PLACES: dict[str, tuple[float, float, int]] = {
    "J1": (*HEADER, 0),
    "TP1": (35.0, 9.3, 0), "TP2": (41.0, 9.3, 0), "TP3": (47.0, 9.3, 0), "TP4": (56.5, 9.3, 0),
    "U1": (8.4, 19.3, 0), "U3": (30.2, 19.3, 0), "U2": (61.9, 11.68, 180),
    "C2": (3.2, 12.0, 270), "C3": (26.9, 12.0, 270), "JP1": (41.0, 13.8, 270),
    "R1": (4.6, UPRIGHT, 270), "R6": (7.6, UPRIGHT, 270), "R2": (10.6, UPRIGHT, 270),
    "R11": (13.6, UPRIGHT, 270), "R12": (16.6, UPRIGHT, 270), "R13": (19.6, UPRIGHT, 270), "R14": (22.6, UPRIGHT, 270),
    "R15": (25.6, UPRIGHT, 270), "R3": (28.6, UPRIGHT, 270), "R4": (31.6, UPRIGHT, 270), "R5": (34.6, UPRIGHT, 270),
    "R16": (37.6, UPRIGHT, 270), "R18": (40.6, UPRIGHT, 270), "R19": (43.6, UPRIGHT, 270), "R20": (46.6, UPRIGHT, 270),
    "R17": (49.6, UPRIGHT, 270), "R21": (52.6, UPRIGHT, 270), "R22": (55.6, UPRIGHT, 270), "R23": (58.6, UPRIGHT, 270),
    "C1": (3.3, 34.2, 0), "J2": (14.55, 34.8, 0), "J3": (27.95, 34.8, 0), "J12": (41.35, 34.8, 0),
    "J11": (57.3, 34.8, 0),
    "F1": (3.0, 43.2, 0), "D1": (12.2, 43.2, 0), "J13": (19.35, 43.7, 0), "J8": (27.75, 43.7, 0),
    "J9": (41.15, 43.7, 0), "J10": (54.55, 43.7, 0),
    "J4": (9.8, 52.6, 0), "J5": (20.75, 52.6, 0), "J6": (34.15, 52.6, 0), "J7": (47.55, 52.6, 0),
}  # fmt: skip
ON_TRACKS = ("CAT24C32", "TestPoint")
"""Parts whose ground pads hang on a track alone: they draw next to nothing, and slivers of plane would end there."""
PIN_NAMES = {"LAMP-": "L-", "LAMP+": "L+"}
"""Names that would not fit above a pin, as they are printed."""
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


def place_parts(circuit: Circuit) -> list[Placed]:
    """Return every part of a circuit that is soldered to the board, at its place."""
    return [Placed(each, footprint(each.footprint), *PLACES[each.ref]) for each in circuit.components if each.on_board]


def board(circuit: Circuit, attempt: int = 0, loose: frozenset[tuple[str, str]] = frozenset()) -> str:
    """The whole board as text of a .kicad_pcb file, its ground planes not yet poured.

    Each attempt takes other ways for the tracks; `loose` pads of ground hang on a track and not on the planes.
    """
    placed = place_parts(circuit)
    nets = {name: at for at, name in enumerate(_names(circuit), 1)}
    tracks = _route_tracks(circuit, placed, nets, attempt)
    tree: list[Tree] = [
        "kicad_pcb", ["version", "20241229"], ["generator", Text("arkside")], ["generator_version", Text("9.0")],
        ["general", ["thickness", 1.6], ["legacy_teardrops", "no"]], ["paper", Text("A4")],
        ["title_block", ["title", Text("Arkside: carrier board")], ["date", Text(DATE)], ["rev", Text(REVISION)]],
        ["layers", *([str(at), Text(name), kind] for at, name, kind in LAYER_TABLE)],
        ["setup", ["pad_to_mask_clearance", 0], ["allow_soldermask_bridges_in_footprints", "no"],
         ["aux_axis_origin", *_on_page(0, HEIGHT)]],
        *(_declare_net(at, name) for at, name in enumerate(("", *nets))),
        *(_part(circuit, each, nets, loose) for each in placed),
        *(_hole(at, x, y) for at, (x, y) in enumerate(HOLES, 1)),
        *_edge(), *_words(), *(_copper(at, track) for at, track in enumerate(tracks)),
        *(_plane(layer, nets) for layer in LAYERS),
        ["embedded_fonts", "no"],
    ]  # fmt: skip
    return write(tree) + "\n"


def _declare_net(at: int, name: str) -> Tree:
    return ["net", at, Text(name)]


def _names(circuit: Circuit) -> Iterator[str]:
    """Nets as KiCad names them; pins without one have a name of their own."""
    yield from (circuit.full_name(name) for name in sorted(circuit.nets()))
    for component in circuit.components:
        yield from (_loose(component, pin.number, pin.name) for pin in component.pins if pin.net is None)


def _loose(component: Component, pin: str, name: str) -> str:
    return f"unconnected-({component.ref}-{name}-Pad{pin})"


def _net(circuit: Circuit, component: Component, pad: Pad) -> str:
    pin = component.pin(pad.number)
    return _loose(component, pin.number, pin.name) if pin.net is None else circuit.full_name(pin.net)


def _route_tracks(circuit: Circuit, placed: list[Placed], nets: dict[str, int], attempt: int) -> list[Track]:
    terminals = [
        Terminal(nets[_net(circuit, each.component, pad)], *each.at(pad.x, pad.y), pad.size / 2, pad.number == "1")
        for each in placed for pad in each.footprint.pads
    ]  # fmt: skip
    walls = [(x, y, 2.9) for x, y in HOLES]
    widths = {}
    for name, at in nets.items():
        if not name.startswith("unconnected-"):
            supplies = {FIVE_VOLTS: SUPPLY, FUSED: SUPPLY, THREE_VOLTS: LOGIC_SUPPLY}
            widths[at] = supplies.get(name, SIGNAL)
    router = Router(WIDTH, HEIGHT, terminals, walls, nets[GROUND], attempt)
    return [*router.route(widths), *router.stitches(list(_printed_boxes(placed)))]


def _printed_boxes(placed: list[Placed]) -> Iterator[tuple[float, float, float, float]]:
    """Where letters are printed on either side: left, top, right, bottom."""
    texts = [(text, each.at(*at), size) for each in placed for text, at, _, size in _texts(each)]
    texts += [(text, each.at(*at), 0.8) for each in placed for text, at in _texts_below(each)]
    texts += [(text, (x, y), size) for text, x, y, size, _ in WORDS]
    for text, (x, y), size in texts:
        half = len(text) * size * 0.5 + 0.3
        yield x - half, y - size / 2 - 0.4, x + half, y + size / 2 + 0.4


def _on_page(x: float, y: float) -> list[Tree]:
    return [round(ORIGIN[0] + x, 4), round(ORIGIN[1] + y, 4)]


def _part(circuit: Circuit, placed: Placed, nets: dict[str, int], loose: frozenset[tuple[str, str]]) -> Tree:
    component, shape = placed.component, placed.footprint
    owner = f"board-{component.ref}"
    turn: list[Tree] = [placed.turn] if placed.turn else []
    tree: list[Tree] = [
        "footprint", Text(f"arkside:{shape.name}"), ["layer", Text("F.Cu")], ["uuid", make_uuid(owner)],
        ["at", *_on_page(placed.x, placed.y), *turn],
        *properties(shape, owner, component.ref, component.value, placed.turn % 180),
        ["path", Text(f"/{sheet_id(circuit, component.place)}/{make_uuid(circuit.name, component.ref)}")],
        ["sheetname", Text(f"/{SHEETS[component.place]}/")],
        ["sheetfile", Text(sheet_file(circuit, component.place))],
        ["attr", *attributes(shape)],
        *shapes(shape, owner),
        *(_silk_text(owner, text, at, angle, size) for text, at, angle, size in _texts(placed)),
        *(_silk_text(owner, text, at, 0, 0.8, "B") for text, at in _texts_below(placed)),
    ]  # fmt: skip
    for pad in shape.pads:
        name = _net(circuit, component, pad)
        net: list[Tree] = ["net", nets[name], Text(name)]
        function: list[Tree] = [["pinfunction", Text(component.pin(pad.number).name)],
                                ["pintype", Text(_type(component, pad))]]  # fmt: skip
        on_track = component.symbol in ON_TRACKS or (component.ref, pad.number) in loose
        joined: list[Tree] = [["zone_connect", 0]] if on_track else []
        *before, identity = pad_tree(pad, placed.turn, net, make_uuid(owner, "pad", pad.number))
        tree.append([*before, *function, *joined, identity])
    return [*tree, ["embedded_fonts", "no"], *model_trees(shape)]


def _texts(placed: Placed) -> Iterator[tuple[str, tuple[float, float], int, float]]:
    """Everything printed beside a part: text, place in the footprint, angle on the board, size."""
    component, shape = placed.component, placed.footprint
    if shape.name == "TestPoint":
        yield component.value, shape.label, 0, 0.8
        return
    if shape.value_label is not None:
        yield component.ref, shape.label, 0, 0.8
        yield component.title, shape.value_label, 0, 0.8
        return
    if component.symbol != "Raspberry_Pi":  # what is said of the header is among the words
        yield _choose_label(component, shape), shape.label, placed.turn % 180, 0.8
    if shape.pin_labels is not None:
        for pad in shape.pads:
            name = component.pin(pad.number).name
            yield PIN_NAMES.get(name, name), (pad.x, shape.pin_labels), 0, 0.8


def _texts_below(placed: Placed) -> Iterator[tuple[str, tuple[float, float]]]:
    """Print the names of a plug's pins on the back, beside the joints where people measure."""
    component, shape = placed.component, placed.footprint
    if shape.pin_labels is not None:
        yield component.ref, (-2.3, 0.0)
        for pad in shape.pads:
            name = component.pin(pad.number).name
            yield PIN_NAMES.get(name, name), (pad.x, 1.7)


def _silk_text(owner: str, text: str, at: tuple[float, float], angle: int, size: float, side: str = "F") -> Tree:
    justify = "mirror" if side == "B" else "left" if owner.startswith("board-TP") else ""
    return ["fp_text", "user", Text(text), ["at", *at, angle], ["layer", Text(f"{side}.SilkS")],
            ["uuid", make_uuid(owner, "printed", side, text, *at)], font(size, justify)]  # fmt: skip


def _type(component: Component, pad: Pad) -> str:
    pin = component.pin(pad.number)
    return pin.kind if pin.net is not None else f"{pin.kind}+no_connect"


def _choose_label(component: Component, shape: Footprint) -> str:
    """Its number, and what it is if there is room."""
    left, _, right, _ = shape.outline
    label = f"{component.ref} {component.title.partition(' 0x')[0]}"
    inside = shape.name.startswith("DIP")  # between the legs; a connector's name stands above it
    return label if len(label) * LETTER < right - left + (-1.5 if inside else 0.8) else component.ref


def _hole(at: int, x: float, y: float) -> Tree:
    shape = footprint("Hole")
    owner = f"board-H{at}"
    return [
        "footprint", Text("arkside:Hole"), ["layer", Text("F.Cu")], ["uuid", make_uuid(owner)], ["at", *_on_page(x, y)],
        *properties(shape, owner, f"H{at}", "M2.5", 0, hide=True),
        ["attr", "board_only", *attributes(shape)], *shapes(shape, owner), hole_tree(shape, make_uuid(owner, "hole")),
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
            ["uuid", make_uuid("edge", at)],
        ]
        for at, (x1, y1, x2, y2) in enumerate(lines)
    ]
    drawn += [
        ["gr_arc", ["start", *_on_page(*one)], ["mid", *_on_page(*middle)], ["end", *_on_page(*other)], stroke, layer,
         ["uuid", make_uuid("corner", at)]] for at, (one, middle, other) in enumerate(arcs)
    ]  # fmt: skip
    return drawn


WORDS = (
    ("1", 5.9, 6.1, 1.0, "F"), ("J1 Raspberry Pi: solder the socket below, plug it onto the Pi", 32.5, 7.3, 0.8, "F"),
    (f"Arkside  rev {REVISION}  {DATE}", 18.0, 9.3, 0.8, "F"),
    ("This side faces the Pi: only the 2x20 socket J1 goes here", 32.5, 7.3, 0.8, "B"), ("1", 5.9, 6.1, 1.0, "B"),
    ("Arkside carrier board", 16.0, 14.6, 1.0, "B"), (f"rev {REVISION}   {DATE}", 16.0, 16.6, 1.0, "B"),
    ("5 V from the Pi only", 53.0, 14.6, 1.0, "B"), ("never mains", 53.0, 16.6, 1.0, "B"),
)  # fmt: skip
"""Texts that belong to no part: text, place, size and side of the board."""


def _words() -> list[Tree]:
    drawn: list[Tree] = []
    for text, x, y, size, side in WORDS:
        effects = font(size, "mirror" if side == "B" else "")
        place: Tree = ["at", *_on_page(x, y), 0]
        layer: Tree = ["layer", Text(f"{side}.SilkS")]
        drawn.append(["gr_text", Text(text), place, layer, ["uuid", make_uuid("word", side, text)], effects])
    return drawn


def _copper(at: int, track: Track) -> Tree:
    place = ("track", at, track.net, number(track.x1), number(track.y1), number(track.x2), number(track.y2))
    if track.layer is None:
        return ["via", ["at", *_on_page(track.x1, track.y1)], ["size", track.width], ["drill", 0.3],
                ["layers", Text("F.Cu"), Text("B.Cu")], ["net", track.net], ["uuid", make_uuid(*place)]]  # fmt: skip
    return ["segment", ["start", *_on_page(track.x1, track.y1)], ["end", *_on_page(track.x2, track.y2)],
            ["width", track.width], ["layer", Text(LAYERS[track.layer])], ["net", track.net],
            ["uuid", make_uuid(*place)]]  # fmt: skip


def _plane(layer: str, nets: dict[str, int]) -> Tree:
    """Ground over all that is left of a layer."""
    corners = ((0.5, 0.5), (WIDTH - 0.5, 0.5), (WIDTH - 0.5, HEIGHT - 0.5), (0.5, HEIGHT - 0.5))
    return [
        "zone", ["net", nets[GROUND]], ["net_name", Text(GROUND)], ["layer", Text(layer)],
        ["uuid", make_uuid("plane", layer)], ["name", Text(f"ground {layer}")], ["hatch", "edge", 0.5],
        ["connect_pads", ["clearance", 0.25]], ["min_thickness", 0.25], ["filled_areas_thickness", "no"],
        ["fill", "yes", ["thermal_gap", 0.3], ["thermal_bridge_width", 0.4]],
        ["polygon", ["pts", *(["xy", *_on_page(x, y)] for x, y in corners)]],
    ]  # fmt: skip
