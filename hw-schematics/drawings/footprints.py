"""Footprints of the parts on the board: where their legs go, what is printed, how much room they take.

Everything goes through holes, so that anyone can solder it, and every pad is round (the first one square), so that
turning a part by quarters changes nothing but places.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drawings.sexpr import Text, Tree, fixed, write

Line = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Pad:
    """A leg: its number, where it is, how big the copper and the hole are."""

    number: str
    x: float
    y: float
    size: float
    drill: float


@dataclass(frozen=True, slots=True)
class Footprint:
    """A part seen from above, measured in millimetres from its first pad; y goes down."""

    name: str
    pads: tuple[Pad, ...]
    outline: tuple[float, float, float, float]
    label: tuple[float, float]
    circle: tuple[float, float, float] | None = None
    marks: tuple[Line, ...] = field(default=())
    hole: float = 0.0


def footprint(name: str) -> Footprint:
    """One footprint by the name that the circuit uses."""
    kind, _, size = name.partition("_")
    made = {"XH": _xh, "PinHeader": _pins, "DIP": _dip}
    if kind in made:
        return made[kind](name, int(size))
    return {"R_Axial": _axial, "C_Disc": _disc, "CP_Radial": _radial, "Header_40": _header, "Hole": _hole}[name]()


def library(names: list[str]) -> dict[str, str]:
    """The files of a footprint library."""
    return {f"{name}.kicad_mod": write(_module(footprint(name))) + "\n" for name in sorted(names)}


def _row(count: int, pitch: float, size: float, drill: float) -> tuple[Pad, ...]:
    return tuple(Pad(str(number + 1), number * pitch, 0.0, size, drill) for number in range(count))


def _xh(name: str, count: int) -> Footprint:
    right = (count - 1) * 2.5
    outline = (-2.45, -2.35, right + 2.45, 3.4)
    latch = ((-0.5, 3.4, -0.5, 2.6), (-0.5, 2.6, right + 0.5, 2.6), (right + 0.5, 2.6, right + 0.5, 3.4))
    return Footprint(name, _row(count, 2.5, 1.7, 0.95), outline, (right / 2, -3.2), marks=latch)


def _pins(name: str, count: int) -> Footprint:
    right = (count - 1) * 2.54
    return Footprint(name, _row(count, 2.54, 1.7, 1.0), (-1.4, -1.4, right + 1.4, 1.4), (right / 2, -2.3))


def _dip(name: str, count: int) -> Footprint:
    half = count // 2
    below = [Pad(str(number + 1), number * 2.54, 0.0, 1.6, 0.8) for number in range(half)]
    above = [Pad(str(count - number), number * 2.54, -7.62, 1.6, 0.8) for number in range(half)]
    right = (half - 1) * 2.54
    outline = (-1.3, -6.6, right + 1.3, -1.02)
    notch = ((-1.3, -4.6, -0.5, -4.6), (-0.5, -4.6, -0.5, -3.0), (-0.5, -3.0, -1.3, -3.0))
    return Footprint(name, (*below, *above), outline, (right / 2, -3.81), marks=notch)


def _axial() -> Footprint:
    pads = (Pad("1", 0, 0, 1.6, 0.8), Pad("2", 10.16, 0, 1.6, 0.8))
    leads = ((1.05, 0, 1.5, 0), (8.66, 0, 9.11, 0))
    return Footprint("R_Axial", pads, (1.5, -1.25, 8.66, 1.25), (5.08, 0), marks=leads)


def _disc() -> Footprint:
    return Footprint("C_Disc", (Pad("1", 0, 0, 1.6, 0.8), Pad("2", 5, 0, 1.6, 0.8)), (1.1, -1.3, 3.9, 1.3), (2.5, 0))


def _radial() -> Footprint:
    pads = (Pad("1", 0, 0, 2.0, 1.0), Pad("2", 5, 0, 2.0, 1.0))
    plus = ((-1.6, -2.2, -0.4, -2.2), (-1.0, -2.8, -1.0, -1.6))
    return Footprint("CP_Radial", pads, (-2.6, -5.1, 7.6, 5.1), (2.5, 2.6), (2.5, 0, 5.1), plus)


def _header() -> Footprint:
    """The 40 pins as they lie on a HAT seen from above: odd numbers inside, even ones along the edge."""
    pads = [
        Pad(str(number), (number - 1) // 2 * 2.54, 0.0 if number % 2 else -2.54, 1.7, 1.0) for number in range(1, 41)
    ]
    return Footprint("Header_40", tuple(pads), (-1.3, -3.84, 49.56, 1.3), (24.13, 2.4))


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
    module += [pad_tree(pad, 0, None, fixed("fp", footprint.name, "pad", pad.number)) for pad in footprint.pads]
    if footprint.hole:
        module.append(hole_tree(footprint, fixed("fp", footprint.name, "hole")))
    return [*module, ["embedded_fonts", "no"]]


def properties(footprint: Footprint, owner: str, ref: str, value: str, turn: int, hide: bool = False) -> list[Tree]:
    """Its names, which are not printed on the board."""
    names = {"Reference": ref, "Value": value, "Datasheet": "", "Description": ""}
    hidden: Tree = ["hide", "yes"]
    found: list[Tree] = []
    for name, text in names.items():
        place: Tree = ["at", *footprint.label, turn]
        hides = [hidden] if hide or not text else []
        identity: Tree = ["uuid", fixed(owner, name)]
        found.append(["property", Text(name), Text(text), place, ["layer", Text("F.Fab")], *hides, identity, font()])
    return found


def attributes(footprint: Footprint) -> list[Tree]:
    """What KiCad should know about it besides."""
    if footprint.hole:
        return ["exclude_from_pos_files", "exclude_from_bom"]
    return ["through_hole"]


def shapes(footprint: Footprint, owner: str) -> list[Tree]:
    """What is printed, and the room that it takes."""
    left, top, right, bottom = footprint.outline
    found: list[Tree] = []
    if footprint.circle is None:
        corners = (
            (left, top, right, top),
            (right, top, right, bottom),
            (right, bottom, left, bottom),
            (left, bottom, left, top),
        )
        found += [_line(line, "F.SilkS", 0.12, (owner, footprint.name, "edge", at)) for at, line in enumerate(corners)]
    elif not footprint.hole:
        x, y, radius = footprint.circle
        found.append(["fp_circle", ["center", x, y], ["end", x + radius, y], _stroke(0.12), ["fill", "no"],
                      ["layer", Text("F.SilkS")], ["uuid", fixed(owner, footprint.name, "circle")]])  # fmt: skip
    found += [
        _line(line, "F.SilkS", 0.12, (owner, footprint.name, "mark", at)) for at, line in enumerate(footprint.marks)
    ]
    left, top, right, bottom = room(footprint)
    found.append(["fp_rect", ["start", left, top], ["end", right, bottom], _stroke(0.05), ["fill", "no"],
                  ["layer", Text("F.CrtYd")], ["uuid", fixed(owner, footprint.name, "room")]])  # fmt: skip
    return found


def room(footprint: Footprint) -> tuple[float, float, float, float]:
    """The rectangle that no other part may enter."""
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


def font(size: float = 0.9) -> Tree:
    """How letters look on a board."""
    return ["effects", ["font", ["size", size, size], ["thickness", 0.14]]]


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
        ["uuid", fixed(*names)],
    ]
