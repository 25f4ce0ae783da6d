"""Files for an assembly house besides Gerbers: a list of parts, their places, and an interactive page."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict

from drawings.board import HEIGHT, PLACES, WIDTH, Placed
from drawings.circuit import Circuit, Component
from drawings.footprints import footprint, room
from drawings.sheet import DATE, REVISION

HOUSE_NUMBERS = {"XH_2": "C158012", "XH_3": "C144394", "XH_4": "C144395", "XH_5": "C157991"}
"""Order numbers at JLCPCB and LCSC of the JST headers; the rest is bought by its name, which is the comment."""
NAMES = {
    "74AHCT125": "SN74AHCT125N", "TBD62003A": "TBD62003APG", "CAT24C32": "CAT24C32LI-G", "PTC": "RUEF110",
    "LED": "LED 3mm", "C": "100nF X7R 50V", "C_Polarized": "1000uF 10V 10x12.5", "Raspberry_Pi": "socket 2x20 8.5mm",
    "Jumper": "pin header 1x2",
}  # fmt: skip
BELOW = ("J1",)
"""Parts that are soldered to the other side."""


def bom_csv(circuit: Circuit) -> str:
    """Bill of materials in the columns that JLCPCB reads."""
    rows: dict[tuple[str, str], list[str]] = defaultdict(list)
    for component in _list_soldered(circuit):
        rows[comment_of(component), component.footprint].append(component.ref)
    lines = [(comment, ",".join(refs), shape, HOUSE_NUMBERS.get(shape, "")) for (comment, shape), refs in rows.items()]
    return _csv([("Comment", "Designator", "Footprint", "JLCPCB Part #"), *lines])


def placement_csv(circuit: Circuit) -> str:
    """Middle of each body in millimetres from the lower left corner of the board, where the Gerbers begin too."""
    lines = []
    for component in _list_soldered(circuit):
        x, y = middle_of(component)
        layer = "Bottom" if component.ref in BELOW else "Top"
        lines.append((component.ref, f"{x:.3f}mm", f"{HEIGHT - y:.3f}mm", layer, PLACES[component.ref][2]))
    return _csv([("Designator", "Mid X", "Mid Y", "Layer", "Rotation"), *lines])


def interactive_json(circuit: Circuit) -> str:
    """The board in the form that InteractiveHtmlBom reads: pads, outlines and the parts in the order of soldering."""
    placed = [Placed(each, footprint(each.footprint), *PLACES[each.ref]) for each in _list_soldered(circuit)]
    board = {
        "spec_version": 1,
        "pcbdata": {
            "edges_bbox": {"minx": 0, "miny": 0, "maxx": WIDTH, "maxy": HEIGHT},
            "edges": [{"type": "rect", "start": [0, 0], "end": [WIDTH, HEIGHT], "width": 0.1}],
            "drawings": {
                "silkscreen": {"F": [line for each in placed for line in _list_marks(each)], "B": []},
                "fabrication": {"F": [], "B": []},
            },
            "footprints": [_describe_component(each) for each in placed],
            "metadata": {"title": "Arkside carrier board", "revision": REVISION, "company": "Arkside", "date": DATE},
        },
        "components": [
            {"ref": each.component.ref, "val": comment_of(each.component), "layer": _side(each.component),
             "footprint": each.component.footprint,
             "extra_fields": {"What": each.component.title, "JLCPCB": HOUSE_NUMBERS.get(each.component.footprint, "")}}
            for each in placed
        ],
    }  # fmt: skip
    return json.dumps(board, indent=1) + "\n"


def _side(component: Component) -> str:
    return "B" if component.ref in BELOW else "F"


def _describe_component(placed: Placed) -> dict[str, object]:
    left, top, right, bottom = room(placed.footprint)
    corners = [placed.at(left, top), placed.at(right, bottom)]
    (x1, x2), (y1, y2) = (sorted(corner[axis] for corner in corners) for axis in (0, 1))
    pads = [
        {"layers": ["F", "B"], "pos": list(placed.at(pad.x, pad.y)), "size": [pad.size, pad.size], "angle": 0,
         "shape": "rect" if pad.number == "1" else "circle", "type": "th", "drillshape": "circle",
         "drillsize": [pad.drill, pad.drill], **({"pin1": 1} if pad.number == "1" else {})}
        for pad in placed.footprint.pads
    ]  # fmt: skip
    return {
        "ref": placed.component.ref, "center": [(x1 + x2) / 2, (y1 + y2) / 2], "pads": pads, "drawings": [],
        "bbox": {"pos": [x1, y1], "relpos": [0, 0], "size": [x2 - x1, y2 - y1], "angle": 0},
        "layer": _side(placed.component),
    }  # fmt: skip


def _list_marks(placed: Placed) -> list[dict[str, object]]:
    """The outline and the marks of a part as lines on the board."""
    shape = placed.footprint
    if shape.circle is not None:
        x, y, radius = shape.circle
        marks: list[dict[str, object]] = [
            {"type": "circle", "start": list(placed.at(x, y)), "radius": radius, "width": 0.12}
        ]
    else:
        left, top, right, bottom = shape.outline
        marks = [{"type": "rect", "start": list(placed.at(left, top)), "end": list(placed.at(right, bottom)),
                  "width": 0.12}]  # fmt: skip
    for x1, y1, x2, y2 in shape.marks:
        marks.append(
            {"type": "segment", "start": list(placed.at(x1, y1)), "end": list(placed.at(x2, y2)), "width": 0.12}
        )
    return marks


def comment_of(component: Component) -> str:
    """Return the description under which a component is bought."""
    if component.footprint.startswith("XH_"):
        return f"B{component.footprint[3:]}B-XH-A"
    return NAMES.get(component.symbol, component.value)


def middle_of(component: Component) -> tuple[float, float]:
    """The middle of a component's body on the board; y goes down."""
    shape = footprint(component.footprint)
    left, top, right, bottom = shape.outline
    return Placed(component, shape, *PLACES[component.ref]).at((left + right) / 2, (top + bottom) / 2)


def _list_soldered(circuit: Circuit) -> list[Component]:
    """Everything that is soldered to the board; bare pads are not."""
    return [each for each in circuit.components if each.on_board and each.symbol != "TestPoint"]


def _csv(rows: list[tuple[object, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
