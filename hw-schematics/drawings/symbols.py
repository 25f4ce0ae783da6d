"""Symbols for the sheets: where each pin is, and a body that shows what the part does."""

from __future__ import annotations

from dataclasses import dataclass

from drawings.circuit import FIVE_VOLTS, FUSED, GROUND, THREE_VOLTS, Component, Pin
from drawings.sexpr import Text, Tree

PITCH = 2.54
PIN_LENGTH = 2.54
TWO_ENDED = ("R", "C", "C_Polarized", "PTC", "LED")
HALF_TWO_ENDED = 2.54
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """The outer end of a pin in its symbol (y goes up) and the angle at which it points to the body."""

    pin: Pin
    x: float
    y: float
    angle: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A symbol: pins, body, half its width and height; `plain` ones show neither names nor numbers of their pins."""

    spots: tuple[Spot, ...]
    body: tuple[Tree, ...]
    half: tuple[float, float]
    pin_length: float = PIN_LENGTH
    plain: bool = False


def shape_of(component: Component) -> Shape:
    """The symbol of a component."""
    if component.symbol in TWO_ENDED:
        one, other = component.pins
        end = HALF_TWO_ENDED + 1.27
        spots = (Spot(one, -end, 0, 0), Spot(other, end, 0, 180))
        return Shape(spots, tuple(_two_ended(component.symbol)), (HALF_TWO_ENDED, 1.27), 1.27, plain=True)
    if component.symbol == "TestPoint":
        body = (circle((0, 3.302), 0.762),)
        return Shape((Spot(component.pins[0], 0, 0, 90),), body, (0.762, 4.064), PIN_LENGTH, plain=True)
    if component.symbol in PICTURES or component.symbol == "Jumper":
        return _plug(component)
    return _chip(component)


def _chip(component: Component) -> Shape:
    sides: dict[str, list[Pin]] = {"left": [], "right": [], "top": [], "bottom": []}
    for pin in component.pins:
        sides[pin.side].append(pin)
    rows = max(len(sides["left"]), len(sides["right"]))
    letters = sum(max((len(pin.name) for pin in sides[side]), default=0) for side in ("left", "right"))
    half_width = max(3, round((letters * 1.3 + 5) / 2 / PITCH)) * PITCH
    half_height = (rows + 1) * PITCH / 2
    top = (rows - 1) * PITCH / 2
    spots = [Spot(pin, -half_width - PIN_LENGTH, top - row * PITCH, 0) for row, pin in enumerate(sides["left"])]
    spots += [Spot(pin, half_width + PIN_LENGTH, top - row * PITCH, 180) for row, pin in enumerate(sides["right"])]
    reach = _on_grid(half_height) + PIN_LENGTH
    spots += [Spot(pin, 0, reach, 270) for pin in sides["top"]]
    spots += [Spot(pin, 0, -reach, 90) for pin in sides["bottom"]]
    half_height = _on_grid(half_height) if sides["top"] or sides["bottom"] else half_height
    return Shape(
        tuple(spots), (rectangle(-half_width, half_height, half_width, -half_height),), (half_width, half_height)
    )


def _on_grid(length: float) -> float:
    return -(-length // 1.27) * 1.27


def _plug(component: Component) -> Shape:
    """A plug with the part that hangs on it, pins to the left."""
    top = (len(component.pins) - 1) * PITCH / 2
    half_width, half_height = (5.08, top + 1.905) if component.symbol == "Jumper" else (7.62, top + 1.905)
    spots = tuple(Spot(pin, -half_width - PIN_LENGTH, top - row * PITCH, 0) for row, pin in enumerate(component.pins))
    body = [
        rectangle(-half_width, half_height, half_width, -half_height),
        *PICTURES.get(component.symbol, list)(),
    ]
    return Shape(spots, tuple(body), (half_width, half_height))


def _switch(x: float, upper: float, lower: float) -> list[Tree]:
    """A push button between the wires of two pins."""
    middle = (upper + lower) / 2
    return [
        line((0.5, upper), (x, upper), (x, middle + 0.7)), line((0.5, lower), (x, lower), (x, middle - 0.7)),
        circle((x, middle + 0.5), 0.2), circle((x, middle - 0.5), 0.2),
        line((x + 0.7, middle + 0.9), (x + 0.7, middle - 0.9)), line((x + 0.7, middle), (x + 1.7, middle)),
    ]  # fmt: skip


def _lamp(x: float, upper: float, lower: float) -> list[Tree]:
    middle, radius = (upper + lower) / 2, 0.9
    slant = radius * 0.707
    return [
        line((2.3, upper), (x, upper), (x, middle + radius)), line((2.3, lower), (x, lower), (x, middle - radius)),
        circle((x, middle), radius), line((x - slant, middle - slant), (x + slant, middle + slant)),
        line((x - slant, middle + slant), (x + slant, middle - slant)),
    ]  # fmt: skip


def _lit_button() -> list[Tree]:
    return [*_lamp(5.0, 3.81, 1.27), *_switch(5.0, -1.27, -3.81)]


def _button() -> list[Tree]:
    return _switch(4.0, 1.27, -1.27)


def _screen() -> list[Tree]:
    rows = [line((1.8, 2.6 - 1.3 * row), (5.6 - row % 2, 2.6 - 1.3 * row)) for row in range(4)]
    return [rectangle(0.9, 4.2, 6.7, -3.0, fill="none"), *rows]


def _strip() -> list[Tree]:
    squares = [rectangle(x, 1.0, x + 1.7, -1.0, fill="none") for x in (-0.4, 2.0, 4.4)]
    return [*squares, *(circle((x + 0.85, 0), 0.55) for x in (-0.4, 2.0, 4.4)), line((-0.2, -2.0), (6.3, -2.0)),
            line((5.5, -1.6), (6.3, -2.0), (5.5, -2.4))]  # fmt: skip


def _dial() -> list[Tree]:
    return [circle((3.2, 0), 2.9), circle((3.2, 0), 1.9), line((3.2, 1.9), (3.2, 3.6)),
            line((0.2, 3.3), (-0.3, 2.0), (1.0, 2.0))]  # fmt: skip


def _buzzer() -> list[Tree]:
    return [
        circle((3.6, 0), 2.0),
        circle((3.6, 0), 0.5),
        line((0.5, 1.27), (2.05, 1.27)),
        line((0.5, -1.27), (2.05, -1.27)),
    ]


PICTURES = {
    "Lit_Button": _lit_button, "Button": _button, "Screen": _screen, "Strip": _strip, "Dial": _dial, "Buzzer": _buzzer,
}  # fmt: skip


def _two_ended(symbol: str) -> list[Tree]:
    if symbol in ("R", "PTC"):
        box = rectangle(-2.54, 1.016, 2.54, -1.016)
        return [box, line((-2.9, -1.8), (-2.0, -1.8), (2.0, 1.8))] if symbol == "PTC" else [box]
    if symbol == "LED":
        rays = [line((x, 1.6), (x + 0.9, 2.7)) for x in (0.2, 1.4)]
        triangle = line((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27))
        return [triangle, line((-1.27, 1.27), (-1.27, -1.27)), line((-2.54, 0), (2.54, 0)), *rays]
    plates = [line((x, -2.032), (x, 2.032)) for x in (-0.635, 0.635)]
    leads = [line((-2.54, 0), (-0.635, 0)), line((0.635, 0), (2.54, 0))]
    plus = [line((-2.286, 1.27), (-1.27, 1.27)), line((-1.778, 0.762), (-1.778, 1.778))]
    return [*plates, *leads, *(plus if symbol == "C_Polarized" else [])]


POWER_NETS = (FIVE_VOLTS, FUSED, THREE_VOLTS, GROUND)
FLAG = "PWR_FLAG"
"""Tells KiCad's check that a net behind a fuse is fed."""


def power_name(net: str, outwards: int) -> str:
    """Symbol of a supply: upright (0), or lying at the end of a wire that leads left (-1) or right (1)."""
    return {-1: f"{net}_side", 0: net, 1: f"{net}_side_right"}[outwards]


def power_symbols() -> dict[str, Tree]:
    """All supply symbols by name: an arrow up, the bars of ground, and both lying down to either side."""
    up = [line((0, 0), (0, 2.54)), line((-0.762, 1.27), (0, 2.54), (0.762, 1.27))]
    down = [
        line((0, 0), (0, -1.27)),
        *(line((-w, y), (w, y)) for w, y in ((1.27, -1.27), (0.762, -1.778), (0.254, -2.286))),
    ]
    symbols: dict[str, Tree] = {}
    for net in POWER_NETS:
        is_ground = net == GROUND
        symbols[net] = _power(net, net, down if is_ground else up, 270 if is_ground else 90, "power_in")
        for outwards, angle in ((-1, 180), (1, 0)):
            name = power_name(net, outwards)
            symbols[name] = _power(name, net, _lay_power(is_ground, outwards), angle, "power_in")
    flag = [line((0, 0), (0, 1.27), (-1.016, 1.905), (0, 2.54), (1.016, 1.905), (0, 1.27))]
    symbols[FLAG] = _power(FLAG, FLAG, flag, 90, "power_out")
    return symbols


def _lay_power(is_ground: bool, outwards: int) -> list[Tree]:
    """The bars of ground or an arrow, lying to the left (-1) or to the right (1)."""
    if is_ground:
        bars = ((1.27, 1.27), (0.762, 1.778), (0.254, 2.286))
        return [
            line((0, 0), (outwards * 1.27, 0)),
            *(line((outwards * x, -w), (outwards * x, w)) for w, x in bars),
        ]
    near, tip = outwards * 1.27, outwards * 2.54
    return [line((0, 0), (tip, 0)), line((near, 0.762), (tip, 0), (near, -0.762))]


def _power(name: str, net: str, body: list[Tree], angle: int, kind: str) -> Tree:
    reference = "#FLG" if name == FLAG else "#PWR"
    pin: Tree = ["pin", kind, "line", ["at", 0, 0, angle], ["length", 0], ["name", Text(""), font()],
                 ["number", Text("1"), font()]]  # fmt: skip
    return [
        "symbol", Text(name), ["power"], ["pin_numbers", ["hide", "yes"]],
        ["pin_names", ["offset", 0], ["hide", "yes"]],
        ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"],
        ["property", Text("Reference"), Text(reference), ["at", 0, 0, 0], font(hide=True)],
        ["property", Text("Value"), Text(net), ["at", 0, 3.81, 0], font()],
        *empty_fields(0, 0),
        ["symbol", Text(f"{name}_0_1"), *body], ["symbol", Text(f"{name}_1_1"), pin], ["embedded_fonts", "no"],
    ]  # fmt: skip


def symbol_tree(component: Component, name: str) -> Tree:
    """A symbol as KiCad's libraries hold it."""
    shape = shape_of(component)
    _, half_height = shape.half
    hidden: list[Tree] = [["hide", "yes"]] if shape.plain else []
    pins: list[Tree] = [
        ["pin", spot.pin.kind, "line", ["at", spot.x, spot.y, spot.angle], ["length", shape.pin_length],
         ["name", Text(spot.pin.name), font()], ["number", Text(spot.pin.number), font()]]
        for spot in shape.spots
    ]  # fmt: skip
    short = name.rpartition(":")[2]
    prefix = component.ref.rstrip("0123456789")
    return [
        "symbol", Text(name), *([["pin_numbers", ["hide", "yes"]]] if shape.plain else []),
        ["pin_names", ["offset", 0.762], *hidden],
        ["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"],
        ["property", Text("Reference"), Text(prefix), ["at", 0, half_height + 3.81, 0], font()],
        ["property", Text("Value"), Text(short), ["at", 0, half_height + 1.27, 0], font()],
        *empty_fields(0, 0),
        ["symbol", Text(f"{short}_0_1"), *shape.body], ["symbol", Text(f"{short}_1_1"), *pins],
        ["embedded_fonts", "no"],
    ]  # fmt: skip


def empty_fields(x: float, y: float, names: tuple[str, ...] = ("Footprint", "Datasheet", "Description")) -> list[Tree]:
    """Fields that KiCad wants to be there."""
    return [["property", Text(name), Text(""), ["at", x, y, 0], font(hide=True)] for name in names]


def rectangle(x1: float, y1: float, x2: float, y2: float, fill: str = "background") -> Tree:
    """A box; `background` is KiCad's light yellow."""
    return ["rectangle", ["start", x1, y1], ["end", x2, y2], _stroke(), ["fill", ["type", fill]]]


def circle(centre: Point, radius: float) -> Tree:
    """A circle."""
    return ["circle", ["center", *centre], ["radius", radius], _stroke(), ["fill", ["type", "none"]]]


def line(*points: Point) -> Tree:
    """A line through several points."""
    return ["polyline", ["pts", *(["xy", x, y] for x, y in points)], _stroke(), ["fill", ["type", "none"]]]


def font(hide: bool = False, size: float = 1.27, justify: str = "", bold: bool = False) -> Tree:
    """How a text looks on a sheet."""
    face: list[Tree] = ["font", ["size", size, size], *([["bold", "yes"]] if bold else [])]
    words: list[Tree] = [["justify", *justify.split()]] if justify else []
    return ["effects", face, *words, *([["hide", "yes"]] if hide else [])]


def _stroke() -> Tree:
    return ["stroke", ["width", 0.254], ["type", "default"]]
