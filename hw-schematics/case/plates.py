"""Plates in colour, as 3MF files: what a slicer opens with every part in its place on the bed and in its plastic.

A 3MF file is a zip archive with one XML model in it. It is written here by hand: it is short, and the same parts give
the same text each time.
"""

import argparse
import json
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

import numpy as np
import trimesh

from case.make import HERE, OWN, CaseError, Sizes, body_of, prints, sizes
from case.solid import Points, Solid
from case.space import UPRIGHT, rotate_about_x

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MODEL = "3D/3dmodel.model"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, so that it does not change from day to day."""

PLASTIC = {
    "walnut": "#5A3A22FF", "sand": "#D8C4A0FF", "black": "#202020FF", "white": "#F4F2ECFF", "brass": "#C89B4AFF",
    "red": "#C8201CFF", "blue": "#1F4FC8FF", "green": "#1F9A3CFF", "yellow": "#F2B010FF",
}  # fmt: skip
SEATS = ("red", "blue", "green", "yellow", "white")
"""Seats in the order of their badges."""

GAP = 6.0
"""Air between two parts on the bed."""


@dataclass(frozen=True)
class Piece:
    """A part on a plate: its mesh as it lies there, and its plastic. Slicers keep the pieces of a group together."""

    name: str
    plastic: str
    mesh: trimesh.Trimesh
    group: str


def list_plates(
    known: Sizes, layout: Mapping[str, Any], solids: Mapping[str, Solid], own: bool
) -> Iterator[tuple[str, list[Piece]]]:
    """Yield name and pieces of every plate: bodies with the ark in colour, small parts, a plate for each seat."""
    wired = (known["screen"]["question"], known["screen"]["table"])
    for glasses in [wired] if own else [("0.96", "0.96"), ("1.3", "1.3")]:
        yield body_of(*glasses), list(_body(solids[body_of(*glasses)], solids["emblem"], layout))
    yield "box-parts", list(_box_parts(solids))
    shell = solids[f"paddle-shell-{known['paddle']['size']}"]
    for seat, badge in zip(SEATS, _badges(solids["badges"]), strict=True):
        yield f"paddle-{seat}", list(_paddle(seat, shell, solids["paddle-base"], badge))


def _body(body: Solid, emblem: Solid, layout: Mapping[str, Any]) -> Iterator[Piece]:
    """Yield the body on its face, and the ark in it, which is at the bed too."""
    u, v = layout["emblem"]
    ark = emblem.transform(rotate_about_x(180), (u, -v, emblem.size[2]))
    yield Piece(body.name, "walnut", body.mesh, body.name)
    yield Piece("emblem", "brass", ark.mesh, body.name)


def _box_parts(solids: Mapping[str, Solid]) -> Iterator[Piece]:
    """Yield the plate and the small parts of the box, one behind the other."""
    front = 0.0
    for name, plastic in (("box-base", "sand"), ("light-tray", "black"), ("diffuser", "white"), ("dial-knob", "brass")):
        low, high = solids[name].mesh.bounds
        shift = (-(low[0] + high[0]) / 2, front - low[1], 0.0)
        front += high[1] - low[1] + GAP
        yield Piece(name, plastic, solids[name].transform(UPRIGHT, shift).mesh, name)


def _paddle(seat: str, shell: Solid, base: Solid, badge: Solid) -> Iterator[Piece]:
    """Yield the shell with its badge, which is at the bed too, and the plate diagonally behind it."""
    group = f"paddle-shell-{seat}"
    yield Piece(group, seat, shell.mesh, group)
    wide = badge.size[0]
    dent = next((loop for loop in shell.slice(badge.size[2] / 2) if 0.0 < loop.size[0] - wide < 1.0), None)
    if dent is not None:
        middle = badge.mesh.bounds.mean(axis=0)
        turned = badge.transform(
            rotate_about_x(180), (dent.middle[0] - middle[0], dent.middle[1] + middle[1], badge.size[2])
        )
        yield Piece(f"badge-{seat}", "black" if seat == "white" else "white", turned.mesh, group)
    across = (max(shell.size[:2]) + max(base.size[:2])) / 2 + GAP
    shift = across / np.sqrt(2)
    yield Piece(f"paddle-base-{seat}", seat, base.transform(UPRIGHT, (shift, shift, 0.0)).mesh, f"paddle-base-{seat}")


def _badges(badges: Solid) -> list[Solid]:
    """Return the five badges of the mesh, from left to right."""
    parts = badges.mesh.split()
    return [Solid("badge", part) for part in sorted(parts, key=lambda part: float(part.bounds[0][0]))]


def write_plate(file: Path, pieces: list[Piece]) -> None:
    """Write a 3MF file: a mesh for every piece, an object for every group, moved so that the plate begins at 0, 0."""
    corner = np.min([piece.mesh.bounds[0] for piece in pieces], axis=0)
    plastics = list(dict.fromkeys(piece.plastic for piece in pieces))
    model = Element("model", {"unit": "millimeter", "xml:lang": "en-US", "xmlns": CORE})
    SubElement(model, "metadata", {"name": "Title"}).text = f"Arkside: {file.stem}"
    resources = SubElement(model, "resources")
    colours = SubElement(resources, "basematerials", {"id": "1"})
    for plastic in plastics:
        SubElement(colours, "base", {"name": plastic, "displaycolor": PLASTIC[plastic]})
    groups: dict[str, list[str]] = {}
    for number, piece in enumerate(pieces, start=2):
        words = {"id": str(number), "type": "model", "name": piece.name}
        words |= {"pid": "1", "pindex": str(plastics.index(piece.plastic))}
        _add_mesh(SubElement(resources, "object", words), piece.mesh, corner)
        groups.setdefault(piece.group, []).append(str(number))
    build = SubElement(model, "build")
    for number, (name, members) in enumerate(groups.items(), start=2 + len(pieces)):
        if len(members) == 1:
            SubElement(build, "item", {"objectid": members[0]})
            continue
        assembly = SubElement(resources, "object", {"id": str(number), "type": "model", "name": name})
        components = SubElement(assembly, "components")
        for member in members:
            SubElement(components, "component", {"objectid": member})
        SubElement(build, "item", {"objectid": str(number)})
    _zip(file, model)


def _add_mesh(parent: Element, mesh: trimesh.Trimesh, corner: Points) -> None:
    element = SubElement(parent, "mesh")
    vertices, triangles = SubElement(element, "vertices"), SubElement(element, "triangles")
    for point in (mesh.vertices - corner).tolist():
        x, y, z = (f"{value + 0.0:.4f}".rstrip("0").rstrip(".") for value in point)
        SubElement(vertices, "vertex", {"x": x, "y": y, "z": z})
    for a, b, c in mesh.faces.tolist():
        SubElement(triangles, "triangle", {"v1": str(a), "v2": str(b), "v3": str(c)})


def _zip(file: Path, model: Element) -> None:
    types = Element("Types", {"xmlns": f"{PACKAGE}/content-types"})
    for extension, kind in (
        ("rels", "application/vnd.openxmlformats-package.relationships+xml"),
        ("model", "application/vnd.ms-package.3dmanufacturing-3dmodel+xml"),
    ):
        SubElement(types, "Default", {"Extension": extension, "ContentType": kind})
    relations = Element("Relationships", {"xmlns": f"{PACKAGE}/relationships"})
    kind = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
    SubElement(relations, "Relationship", {"Target": f"/{MODEL}", "Id": "rel0", "Type": kind})
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, tree in (("[Content_Types].xml", types), ("_rels/.rels", relations), (MODEL, model)):
            text: bytes = tostring(tree, encoding="utf-8", xml_declaration=True)
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), text, zipfile.ZIP_DEFLATED, 9)


def read_plate(file: Path) -> list[Piece]:
    """Return the pieces of a 3MF file that we wrote."""
    with zipfile.ZipFile(file) as archive:
        model = fromstring(archive.read(MODEL))  # noqa: S314 - a file of our own, from the repository
    space = {"m": CORE}
    plastics = [base.attrib["name"] for base in model.iterfind("m:resources/m:basematerials/m:base", space)]
    groups = {
        component.attrib["objectid"]: assembly.attrib["name"]
        for assembly in model.iterfind("m:resources/m:object", space)
        for component in assembly.iterfind("m:components/m:component", space)
    }
    pieces = []
    for element in model.iterfind("m:resources/m:object[m:mesh]", space):
        points = [[float(vertex.attrib[axis]) for axis in "xyz"] for vertex in element.iterfind(".//m:vertex", space)]
        faces = [
            [int(face.attrib[at]) for at in ("v1", "v2", "v3")] for face in element.iterfind(".//m:triangle", space)
        ]
        mesh = trimesh.Trimesh(np.array(points), np.array(faces), process=False)
        name = element.attrib["name"]
        plastic = plastics[int(element.attrib["pindex"])]
        pieces.append(Piece(name, plastic, mesh, groups.get(element.attrib["id"], name)))
    return pieces


def find_folder(meshes: Path) -> Path:
    """Return the folder of the plates that belong to a folder of meshes."""
    return meshes.parent / "3mf"


def main() -> int:
    """Write all plates from the meshes that are there."""
    parser = argparse.ArgumentParser(
        description="put the printed parts onto plates in colour", epilog="example: python -m case.plates"
    )
    parser.add_argument(
        "--wiring", type=Path, metavar="FILE", help="the wiring of your own that the meshes were made for"
    )
    args = parser.parse_args()
    meshes = OWN if args.wiring else HERE / "stl"
    try:
        known, own = sizes(args.wiring), args.wiring is not None
        solids = {name: Solid.load(meshes / f"{name}.stl") for name, _ in prints(known, own)}
        layout = json.loads((meshes / "layout.json").read_text(encoding="utf-8"))
    except (CaseError, OSError, ValueError) as error:
        sys.stderr.write(f"case: {error}\n")
        return 1
    out = find_folder(meshes)
    out.mkdir(exist_ok=True)
    for name, pieces in list_plates(known, layout, solids, own):
        write_plate(out / f"{name}.3mf", pieces)
        sys.stdout.write(f"{name}.3mf\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
