"""Footprints of the parts on the board: where their legs go, what is printed, how much room they take.

Everything goes through holes, so that anyone can solder it, and every pad is round (the first one square), so that
turning a part by quarters changes nothing but places.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drawings.sexpr import Text, Tree, make_uuid, write

Line = tuple[float, float, float, float]
SILK_OFFSET = 0.11
"""How far the printed line runs outside the body, so that it is seen around the part."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A leg: its number, where it is, how big the copper and the hole are."""

    number: str
    x: float
    y: float
    size: float
    drill: float


@dataclass(frozen=True, slots=True)
class Model:
    """A body from KiCad's own library of 3D models, moved and turned onto our footprint."""

    file: str
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotate: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Footprint:
    """A part seen from above, measured in millimetres from its first pad; y goes down.

    `outline` is the body, `courtyard` the rectangle that no other part may enter (the body and the pads with a
    little room around them unless given). `label` and `value_label` are where its reference and its value are
    printed; `pin_labels` is the y at which pin names stand, for connectors.
    """

    name: str
    pads: tuple[Pad, ...]
    outline: tuple[float, float, float, float]
    label: tuple[float, float]
    circle: tuple[float, float, float] | None = None
    marks: tuple[Line, ...] = field(default=())
    hole: float = 0.0
    courtyard: tuple[float, float, float, float] | None = None
    value_label: tuple[float, float] | None = None
    pin_labels: float | None = None
    printed_outline: bool = True
    models: tuple[Model, ...] = ()


def footprint(name: str) -> Footprint:
    """One footprint by the name that the circuit uses."""
    kind, _, size = name.partition("_")
    sized = {"XH": _xh, "PinHeader": _pins, "DIP": _dip}
    if kind in sized:
        return sized[kind](name, int(size))
    single = {
        "R_Upright": _upright, "C_Disc": _disc, "CP_Radial": _radial, "PTC": _ptc, "LED_3mm": _make_led,
        "TestPoint": _test_point, "Header_40": _header, "Hole": _hole,
    }  # fmt: skip
    return single[name]()


def library(names: list[str]) -> dict[str, str]:
    """The files of a footprint library."""
    return {f"{name}.kicad_mod": write(_module(footprint(name))) + "\n" for name in sorted(names)}


def model_files(names: list[str]) -> list[str]:
    """The 3D models that these footprints use, as Debian's package of KiCad's library names its files."""
    models = {model.file for name in names for model in footprint(name).models}
    return [f"./usr/share/kicad/3dmodels/{file}.step" for file in sorted(models)]


def _row(count: int, pitch: float, size: float, drill: float) -> tuple[Pad, ...]:
    return tuple(Pad(str(number + 1), number * pitch, 0.0, size, drill) for number in range(count))


def _rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Line, ...]:
    return (
        (left, top, right, top), (right, top, right, bottom), (right, bottom, left, bottom), (left, bottom, left, top),
    )  # fmt: skip


XH_LATCH, XH_BACK = -2.35, 3.4
"""The two long walls of a JST XH header, from the row of pins: the slots for the plug's latch are in the near one."""


def _xh(name: str, count: int) -> Footprint:
    """A JST XH header, drawn as KiCad's own library draws it: three blocks with the two slots between them."""
    right = (count - 1) * 2.5
    outline = (-2.45, XH_LATCH, right + 2.45, XH_BACK)
    marks: list[Line] = []
    for start, end in ((-2.55, -0.75), (0.75, right - 0.75), (right + 0.75, right + 2.55)):
        marks += _rectangle(start, -2.45, end, -1.7)
    marks += [(-2.55, -0.2, -1.8, -0.2), (-1.8, -0.2, -1.8, 2.75), (-1.8, 2.75, right + 1.8, 2.75),
              (right + 1.8, 2.75, right + 1.8, -0.2), (right + 1.8, -0.2, right + 2.55, -0.2),
              (-2.85, -2.75, -2.85, -1.5), (-2.85, -2.75, -1.6, -2.75)]  # fmt: skip
    return Footprint(
        name, _row(count, 2.5, 1.7, 1.0 if count == 2 else 0.95), outline, (right / 2, -4.65), marks=tuple(marks),
        courtyard=(-2.95, -2.85, right + 2.95, 3.9), pin_labels=-3.4,
        models=(Model(f"Connector_JST.3dshapes/JST_XH_B{count}B-XH-A_1x0{count}_P2.50mm_Vertical"),),
    )  # fmt: skip


def _pins(name: str, count: int) -> Footprint:
    right = (count - 1) * 2.54
    model = Model(f"Connector_PinHeader_2.54mm.3dshapes/PinHeader_1x0{count}_P2.54mm_Vertical", rotate=(0, 0, -90))
    outline = (-1.4, -1.4, right + 1.4, 1.4)
    labels = (-2.1, 0.0), (right + 2.1, 0.0)
    return Footprint(name, _row(count, 2.54, 1.7, 1.0), outline, labels[0], value_label=labels[1], models=(model,))


def _dip(name: str, count: int) -> Footprint:
    """A chip in its socket; pin 1 is at the lower left, beside the notch."""
    half = count // 2
    below = [Pad(str(number + 1), number * 2.54, 0.0, 1.6, 0.8) for number in range(half)]
    above = [Pad(str(count - number), number * 2.54, -7.62, 1.6, 0.8) for number in range(half)]
    right = (half - 1) * 2.54
    outline = (-1.3, -6.6, right + 1.3, -1.02)
    notch = ((-1.3, -4.6, -0.5, -4.6), (-0.5, -4.6, -0.5, -3.0), (-0.5, -3.0, -1.3, -3.0))
    turned = (0.0, 0.0, -90.0)
    models = (
        Model(f"Package_DIP.3dshapes/DIP-{count}_W7.62mm_Socket", rotate=turned),
        Model(f"Package_DIP.3dshapes/DIP-{count}_W7.62mm", (0, 0, 3.9), turned),
    )
    return Footprint(name, (*below, *above), outline, (right / 2, -3.81), marks=notch, models=models)


def _upright() -> Footprint:
    """A resistor that stands on its first leg, the other bent down beside it: 2.54 mm apart."""
    return Footprint(
        "R_Upright", (Pad("1", 0, 0, 1.6, 0.8), Pad("2", 2.54, 0, 1.6, 0.8)), (-1.25, -1.25, 3.34, 1.25), (-2.3, 0),
        circle=(0, 0, 1.37), courtyard=(-1.5, -1.5, 3.59, 1.5), value_label=(4.2, 0),
        models=(Model("Resistor_THT.3dshapes/R_Axial_DIN0207_L6.3mm_D2.5mm_P2.54mm_Vertical"),),
    )  # fmt: skip


def _disc() -> Footprint:
    pads = (Pad("1", 0, 0, 1.6, 0.8), Pad("2", 5, 0, 1.6, 0.8))
    model = Model("Capacitor_THT.3dshapes/C_Disc_D5.0mm_W2.5mm_P5.00mm")
    return Footprint("C_Disc", pads, (1.1, -1.3, 3.9, 1.3), (2.5, 0), models=(model,))


def _radial() -> Footprint:
    pads = (Pad("1", 0, 0, 2.0, 1.0), Pad("2", 5, 0, 2.0, 1.0))
    plus = ((-1.6, -2.2, -0.4, -2.2), (-1.0, -2.8, -1.0, -1.6))
    model = Model("Capacitor_THT.3dshapes/CP_Radial_D10.0mm_P5.00mm")
    return Footprint("CP_Radial", pads, (-2.6, -5.1, 7.6, 5.1), (2.5, 2.6), (2.5, 0, 5.1), plus, models=(model,))


def _ptc() -> Footprint:
    """A resettable fuse: a disc on two legs 5.08 mm apart, at most 9 mm wide."""
    pads = (Pad("1", 0, 0, 1.8, 0.9), Pad("2", 5.08, 0, 1.8, 0.9))
    model = Model("Capacitor_THT.3dshapes/C_Disc_D9.0mm_W2.5mm_P5.00mm")
    return Footprint("PTC", pads, (-1.96, -1.6, 7.04, 1.6), (2.54, -2.6), value_label=(2.54, 2.6), models=(model,))


def _make_led() -> Footprint:
    """A 3 mm LED; its first leg is the cathode, beside the flat side."""
    pads = (Pad("1", 0, 0, 1.8, 0.9), Pad("2", 2.54, 0, 1.8, 0.9))
    flat = ((-1.5, -1.0, -1.5, 1.0),)
    return Footprint(
        "LED_3mm", pads, (-0.75, -1.99, 3.26, 1.99), (1.27, -3.1), (1.27, 0, 2.42), flat,
        courtyard=(-1.15, -2.21, 3.69, 2.21), value_label=(1.27, 3.1), models=(Model("LED_THT.3dshapes/LED_D3.0mm"),),
    )  # fmt: skip


def _test_point() -> Footprint:
    """A bare pad to hold a probe to."""
    return Footprint(
        "TestPoint", (Pad("1", 0, 0, 1.7, 0.9),), (-0.95, -0.95, 0.95, 0.95), (1.4, 0), printed_outline=False,
    )  # fmt: skip


def _header() -> Footprint:
    """The 40 pins as they lie on a HAT seen from above: odd numbers inside, even ones along the edge.

    The socket is soldered from above and hangs below the board, so its body is drawn there.
    """
    pads = [
        Pad(str(number), (number - 1) // 2 * 2.54, 0.0 if number % 2 else -2.54, 1.7, 1.0) for number in range(1, 41)
    ]
    model = Model("Connector_PinSocket_2.54mm.3dshapes/PinSocket_2x20_P2.54mm_Vertical", (0, 0, -1.6), (180, 0, 90))
    return Footprint("Header_40", tuple(pads), (-1.3, -3.84, 49.56, 1.3), (24.13, 2.4), models=(model,))


def _hole() -> Footprint:
    return Footprint("Hole", (), (-3.1, -3.1, 3.1, 3.1), (0, 0), (0, 0, 3.1), hole=2.75)


def _module(footprint: Footprint) -> list[Tree]:
    module: list[Tree] = [
        "footprint", Text(footprint.name), ["version", "20241229"], ["generator", Text("arkside")],
        ["generator_version", Text("9.0")], ["layer", Text("F.Cu")],
        *properties(footprint, f"fp-{footprint.name}", "REF**", footprint.name, 0),
        ["attr", *attributes(footprint)],
        *shapes(footprint, "fp"),
    ]  # fmt: skip
    module += [pad_tree(pad, 0, None, make_uuid("fp", footprint.name, "pad", pad.number)) for pad in footprint.pads]
    if footprint.hole:
        module.append(hole_tree(footprint, make_uuid("fp", footprint.name, "hole")))
    return [*module, ["embedded_fonts", "no"], *model_trees(footprint)]


def model_trees(footprint: Footprint) -> list[Tree]:
    """The 3D bodies, by KiCad's own path variable."""
    return [
        ["model", Text(f"${{KICAD9_3DMODEL_DIR}}/{model.file}.step"), ["offset", ["xyz", *model.offset]],
         ["scale", ["xyz", 1, 1, 1]], ["rotate", ["xyz", *model.rotate]]]
        for model in footprint.models
    ]  # fmt: skip


def properties(footprint: Footprint, owner: str, ref: str, value: str, turn: int, hide: bool = False) -> list[Tree]:
    """Its names, which are not printed on the board."""
    names = {"Reference": ref, "Value": value, "Datasheet": "", "Description": ""}
    hidden: Tree = ["hide", "yes"]
    trees: list[Tree] = []
    for name, text in names.items():
        place: Tree = ["at", *footprint.label, turn]
        hides = [hidden] if hide or not text else []
        identity: Tree = ["uuid", make_uuid(owner, name)]
        trees.append(["property", Text(name), Text(text), place, ["layer", Text("F.Fab")], *hides, identity, font()])
    return trees


def attributes(footprint: Footprint) -> list[Tree]:
    """Return KiCad's attributes of a footprint."""
    if footprint.hole:
        return ["exclude_from_pos_files", "exclude_from_bom"]
    if footprint.name == "TestPoint":  # nothing to buy or to place
        return ["through_hole", "exclude_from_pos_files", "exclude_from_bom"]
    return ["through_hole"]


def shapes(footprint: Footprint, owner: str) -> list[Tree]:
    """Return the silkscreen of a footprint, and its courtyard."""
    left, top, right, bottom = footprint.outline
    trees: list[Tree] = []
    if footprint.circle is None and footprint.printed_outline:
        edge = SILK_OFFSET
        corners = _rectangle(left - edge, top - edge, right + edge, bottom + edge)
        trees += [_line(line, "F.SilkS", 0.12, (owner, footprint.name, "edge", at)) for at, line in enumerate(corners)]
    elif footprint.circle is not None and not footprint.hole:
        x, y, radius = footprint.circle
        trees.append(["fp_circle", ["center", x, y], ["end", x + radius, y], _stroke(0.12), ["fill", "no"],
                      ["layer", Text("F.SilkS")], ["uuid", make_uuid(owner, footprint.name, "circle")]])  # fmt: skip
    trees += [
        _line(line, "F.SilkS", 0.12, (owner, footprint.name, "mark", at)) for at, line in enumerate(footprint.marks)
    ]
    left, top, right, bottom = room(footprint)
    trees.append(["fp_rect", ["start", left, top], ["end", right, bottom], _stroke(0.05), ["fill", "no"],
                  ["layer", Text("F.CrtYd")], ["uuid", make_uuid(owner, footprint.name, "room")]])  # fmt: skip
    return trees


def room(footprint: Footprint) -> tuple[float, float, float, float]:
    """The rectangle that no other part may enter."""
    if footprint.courtyard is not None:
        return footprint.courtyard
    left, top, right, bottom = footprint.outline
    reach = [(pad.x, pad.y, pad.size / 2) for pad in footprint.pads]
    return (
        min([left, *(x - half for x, _, half in reach)]) - 0.2,
        min([top, *(y - half for _, y, half in reach)]) - 0.2,
        max([right, *(x + half for x, _, half in reach)]) + 0.2,
        max([bottom, *(y + half for _, y, half in reach)]) + 0.2,
    )


def pad_tree(pad: Pad, turn: int, net: list[Tree] | None, identity: Text) -> list[Tree]:
    """A pad as KiCad writes it."""
    shape = "rect" if pad.number == "1" else "circle"
    return [
        "pad", Text(pad.number), "thru_hole", shape, ["at", pad.x, pad.y, *([turn] if turn else [])],
        ["size", pad.size, pad.size], ["drill", pad.drill],
        ["layers", Text("*.Cu"), Text("*.Mask")], ["remove_unused_layers", "no"], *([net] if net else []),
        ["uuid", identity],
    ]  # fmt: skip


def hole_tree(footprint: Footprint, identity: Text) -> Tree:
    """A hole without copper."""
    return [
        "pad", Text(""), "np_thru_hole", "circle", ["at", 0, 0], ["size", footprint.hole, footprint.hole],
        ["drill", footprint.hole], ["layers", Text("*.Cu"), Text("*.Mask")], ["uuid", identity],
    ]  # fmt: skip


def font(size: float = 0.9, justify: str = "") -> Tree:
    """How letters look on a board."""
    thickness = max(0.12, round(size * 0.15, 2))
    return [
        "effects", ["font", ["size", size, size], ["thickness", thickness]],
        *([["justify", justify]] if justify else []),
    ]  # fmt: skip


def _stroke(width: float) -> Tree:
    return ["stroke", ["width", width], ["type", "solid"]]


def _line(line: Line, layer: str, width: float, names: tuple[object, ...]) -> Tree:
    x1, y1, x2, y2 = line
    return [
        "fp_line",
        ["start", x1, y1],
        ["end", x2, y2],
        _stroke(width),
        ["layer", Text(layer)],
        ["uuid", make_uuid(*names)],
    ]
