"""Checks the printed parts as they lie in the repository: closed meshes, on the bed, and everything fits.

The holes are measured in the meshes and compared with the sizes of the parts that go into them, so a source that
says one thing and draws another is found. `make case-check` runs it, and so does `make test`. It needs no OpenSCAD.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from case.computers import Computer, ComputerSetup, list_setups, read_computers
from case.inside import ComputerPlacement, face_spaces
from case.make import HERE, OWN, CaseError, Sizes, body_of, prints, sizes
from case.plates import Piece, find_folder, list_plates, read_plate
from case.solid import Loop, Points, Solid
from case.space import UPRIGHT, PartSpace, rotate_about_x

BRIDGE = 15.0
"""Longest bridge in millimetres that a printer spans without supports."""

EXACT = 0.15
"""Largest distance in millimetres between a measured centre and its planned place."""

SUNK = (0.0, 0.0, -0.02)
"""Small shift in millimetres, so that a plate that only touches the part above it does not count as colliding."""

Layout = dict[str, Any]


class Check:
    """Goes through all meshes of a folder and collects one line for each thing that was looked at."""

    def __init__(self, folder: Path, wiring: Path | None = None, pi: str | None = None) -> None:
        self.sizes: Sizes = sizes(wiring)
        self.computers = self._computers(pi)
        self.own = wiring is not None
        self.folder = folder
        self.layout: Layout = self._layout(folder / "layout.json")
        self.case = self.sizes["case"]
        self.good: list[str] = []
        self.bad: list[str] = []
        self.solids = {name: self._load(folder / f"{name}.stl") for name, _ in prints(self.sizes, self.own)}

    def run(self) -> None:
        """Everything."""
        # plates first: a missing file is told at once, and not after all the measuring
        for name, pieces in list_plates(self.sizes, self.layout, self.solids, self.own):
            self.colour_plate(name, pieces)
        for solid in self.solids.values():
            self.mesh(solid)
        self.walls()
        for name, values in prints(self.sizes, self.own):
            if values["what"] == "box-body":
                self.body(self.solids[name], (values["question"], values["table"]))
            if values["what"] == "paddle-shell":
                self.puck(name, "paddle-base", "paddle", values["arcade"])
        for computer in self.computers:
            self.base(computer)
        self.light()
        self.puck("dome-shell", "dome-base", "dome", "100")
        self.dome_ring()
        self.pod()

    def mesh(self, solid: Solid) -> None:
        """Closed, turned the right way out, on the bed and inside it, printable without supports."""
        mesh, name = solid.mesh, solid.name
        self.say(bool(mesh.is_watertight), f"{name}: the mesh is closed")
        self.say(bool(mesh.is_winding_consistent and mesh.volume > 0), f"{name}: every face looks outwards")
        self.say(abs(float(mesh.bounds[0][2])) < 0.01, f"{name}: lies flat on the bed")
        self.within(f"{name}: largest side on the bed", max(solid.size), 0.0, self.case["bed"])
        self.within(f"{name}: widest bridge", max(solid.bridges(), default=0.0), 0.0, BRIDGE)

    def walls(self) -> None:
        """The walls the parts are drawn with."""
        for name in ("wall", "face", "base"):
            self.within(f"{name} of the case", self.case[name], 2.0, 5.0)

    def body(self, body: Solid, glasses: tuple[str, str]) -> None:
        """Everything in the sloping face, and nothing in the way behind it. On the bed x is u, y is -v, z is -w."""
        inner = self.case["face"] - 0.2
        name = body.name
        for side, glass in zip((-1, 1), glasses, strict=True):
            self.screen(body, side * self.screen_u(glasses), self.sizes["oled"][glass])
        slit = body.opening((0.0, -self.layout["light"][0][1]), inner)
        bar = self.solids["diffuser"].slice(self.solids["diffuser"].size[2] - 0.5)[-1]
        for axis in (0, 1):
            self.within(f"{name}: slit around the diffuser", _gap(slit, bar.size[axis], axis), 0.2, 1.5)
        self.hole(body, self.layout["dial"], inner, self.sizes["dial"]["bushing"], "dial")
        self.hole(
            body, self.layout["back"], inner, self.sizes["button"][self.sizes["back"]["size"]]["hole"], "back button"
        )
        cup = self.case["face"] + 3.0
        self.hole(body, self.layout["buzzer"], cup, self.sizes["buzzer"]["diameter"], "buzzer")
        standing = self.stand_up(body)
        self.wall(standing, self.case["front"] + 13.0)
        self.same_screws(name, standing, self.solids["box-base"])
        self.plate(standing)
        face = list(face_spaces(self.sizes, self.layout, glasses, self.screen_u(glasses)))
        for space in face:
            self.room(standing, space, name)
            self.apart(space, face, name)
        for computer in self.computers:
            for setup in list_setups(self.sizes, computer):
                self.check_mounting(standing, setup, face)

    def stand_up(self, body: Solid) -> Solid:
        """Return the body as it stands on the table."""
        return body.transform(rotate_about_x(self.case["slope"] - 180), (0.0, 0.0, self.case["front"]))

    def plate(self, standing: Solid) -> None:
        """The plate and the body do not reach into each other."""
        base = self.solids["box-base"]
        corners, rim = base.mesh.vertices + SUNK, standing.mesh.vertices - SUNK
        apart = not standing.holds(corners).any() and not base.holds(rim).any()
        self.say(apart, f"{standing.name}: closes over box-base without touching it")

    def check_mounting(self, standing: Solid, setup: ComputerSetup, face: list[PartSpace]) -> None:
        """A computer and what is on it have room, and sockets and plugs pass the walls."""
        bench, name = ComputerPlacement(self.sizes, self.layout), f"{standing.name}, {setup.name}"
        parts = list(bench.computer(setup))
        for space in parts:
            self.room(standing, space, name)
            self.apart(space, [*parts, *face], name)
        for space, lowered in bench.passages(setup):
            self.room(standing, space, name, body_only=lowered)

    def room(self, standing: Solid, space: PartSpace, name: str, body_only: bool = False) -> None:
        """Nothing printed is where a part goes."""
        points = space.points()
        printed = [standing] if body_only else [standing, self.solids["box-base"]]
        hit = np.concatenate([points[solid.holds(points)] for solid in printed])
        blocked = ""
        if len(hit):
            sides = np.maximum(hit.max(axis=0) - hit.min(axis=0), 0.1)
            blocked = ", but plastic is in the way: at least " + " x ".join(f"{side:.1f}" for side in sides) + " mm"
        self.say(not blocked, f"{name}: room for {space.name}{blocked}")

    def apart(self, space: PartSpace, others: list[PartSpace], name: str) -> None:
        """A part touches no other."""
        points = space.points()
        clash = [other.name for other in others if other is not space and other.holds(points)]
        exceptions = f", except {', '.join(clash)}" if clash else ""
        self.say(not clash, f"{name}: {space.name} clear of everything else{exceptions}")

    def screen_u(self, glasses: tuple[str, str]) -> float:
        """How far the screens are from the middle."""
        return float(max(self.layout[f"screen_u_{glass}"] for glass in glasses))

    def screen(self, body: Solid, u: float, glass: dict[str, Any]) -> None:
        """The window shows all dots, the posts stand under the holes of the module."""
        v = self.layout["screen_v"]
        window = body.opening((u, -v), self.case["face"] - 0.2)
        for axis in (0, 1):
            self.within(f"{body.name}: window around the dots", _gap(window, glass["active"][axis], axis), 0.8, 3.0)
        for right in (-0.5, 0.5):
            for up in (-0.5, 0.5):
                at = (u + right * glass["holes"][0], -(v - glass["rise"] + up * glass["holes"][1]))
                self.hole(body, at, self.case["face"] + glass["stack"] / 2, glass["pilot"] - 0.2, "screw of a screen")

    def base(self, computer: Computer) -> None:
        """The posts stand where the holes of a computer are."""
        base, pi = self.solids["box-base"], self.sizes["pi"]
        x, y = self.layout["pi"][0]
        for along in (0, 1):
            for up in (0, 1):
                at = (x - pi["inset"] - along * computer.holes[0], y - pi["inset"] - up * computer.holes[1])
                self.hole(base, at, self.case["base"] + 3.0, pi["pilot"] - 0.2, f"screw of a {computer.name}")

    def light(self) -> None:
        """One cell a pixel, at the pitch of the strip, and a slot that lets the strip in."""
        tray, lights, strip = self.solids["light-tray"], self.sizes["lights"], self.sizes["strip"]
        pitch = 1000 / lights["pixels_a_metre"]
        for n in range(lights["pixels"]):
            at = ((n + 0.5 - lights["pixels"] / 2) * pitch, 0.0)
            cell = tray.opening(at, tray.size[2] - 1.0)
            self.near(f"light-tray: cell {n + 1} is over its pixel", cell, at)
        long, wide = lights["pixels"] * pitch / 2, strip["width"] / 2
        inside = PartSpace("strip", (-long, -wide, 1.65), (long, wide, 1.65 + strip["height"]), UPRIGHT)
        self.say(not tray.holds(inside.points()).any(), "light-tray: the strip slides in")
        beside = PartSpace("rail", (-long, wide + 0.6, 2.0), (long, wide + 1.6, 3.0), UPRIGHT)
        self.say(bool(tray.holds(beside.points()).all()), "light-tray: rails on both sides hold the strip")

    def puck(self, shell: str, plate: str, kind: str, button: str) -> None:
        """A button in the top of a cone, and the plate that closes it."""
        top, size = self.solids[shell], self.sizes[kind]
        known = self.sizes["button"][button]
        self.hole(top, (0.0, 0.0), self.case["face"] / 2, known["hole"], f"{button} mm button")
        self.within(f"{shell}: top around the rim of the button", size["top"] - known["flange"], 4.0, 99.0)
        self.within(f"{shell}: air below the button", size["height"] - self.case["base"] - known["depth"], 2.0, 99.0)
        self.closes(shell, plate)

    def closes(self, shell: str, plate: str) -> None:
        """The plate goes into the cone, and its screws meet their holes."""
        top, below = self.solids[shell], self.solids[plate]
        standing = top.transform(rotate_about_x(180), (0.0, 0.0, top.size[2]))
        self.say(
            not standing.holds(below.mesh.vertices + SUNK).any(), f"{plate}: goes into {shell} without touching it"
        )
        rim = _right(standing.slice(self.case["base"])) - self.case["wall"]
        disc = _right(below.slice(self.case["base"] - 0.1))
        self.within(f"{plate}: air around the plate in {shell}", rim - disc, 0.15, 1.0)
        self.wall(standing, top.size[2] / 2)
        self.same_screws(shell, standing, below)

    def dome_ring(self) -> None:
        """The ring goes around the dome and onto its shell."""
        ring, shell = self.solids["dome-ring"], self.solids["dome-shell"]
        rim = ring.opening((0.0, 0.0), ring.size[2] / 2)
        self.within("dome-ring: air around the dome", _gap(rim, self.sizes["button"]["100"]["flange"], 0), 1.0, 4.0)
        screws = [loop for loop in ring.slice(2.0) if loop.size[0] < 4]
        self.say(len(screws) == 3, f"dome-ring: {len(screws)} screws of 3")
        for screw in screws:
            at = (screw.middle[0], -screw.middle[1])
            self.near("dome-ring: a hole in the shell over each screw", shell.opening(at, self.case["face"] / 2), at)

    def colour_plate(self, name: str, wanted: list[Piece]) -> None:
        """A 3MF file holds the parts of today's meshes, side by side on the bed."""
        file = find_folder(self.folder) / f"{name}.3mf"
        try:
            pieces = read_plate(file)
        except (OSError, ValueError, KeyError, SyntaxError, BadZipFile) as error:
            raise CaseError(f"{file}: cannot be read ({error}); run `make case`") from error
        corner = np.min([piece.mesh.bounds[0] for piece in wanted], axis=0)
        same = [_same_piece(piece, other, corner) for piece, other in zip(wanted, pieces, strict=False)]
        self.say(len(pieces) == len(wanted) and all(same), f"{name}.3mf: holds the parts as they are in the STL files")
        for piece in pieces:
            self.say(bool(piece.mesh.is_watertight), f"{name}.3mf: {piece.name} is closed")
            others = [other for other in pieces if other is not piece]
            alone = not any(Solid(piece.name, piece.mesh).holds(other.mesh.vertices + SUNK).any() for other in others)
            self.say(alone, f"{name}.3mf: nothing else lies where {piece.name} is")
        sides = np.max([piece.mesh.bounds[1] for piece in pieces], axis=0)
        self.within(f"{name}.3mf: largest side on the bed", float(sides[:2].max()), 0.0, self.case["bed"])

    def pod(self) -> None:
        """The ring of pixels behind its skin, and the Pico on its posts."""
        shell, base, pico, ring = (
            self.solids["pod-shell"],
            self.solids["pod-base"],
            self.sizes["pico"],
            self.sizes["ring"],
        )
        self.closes("pod-shell", "pod-base")
        groove = shell.opening(((ring["outer"] + ring["inner"]) / 4, 0.0), self.case["face"] - 0.2)
        self.within("pod-shell: groove around the ring of pixels", _gap(groove, ring["outer"], 0), 0.5, 2.0)
        skin = shell.slice(self.case["skin"] / 2)
        self.say(len(skin) == 1, "pod-shell: the skin over the ring of pixels is closed")
        posts = [loop.middle for loop in base.slice(self.case["base"] + 4.0) if loop.size[0] < 2.2]
        self.say(len(posts) == 4, f"pod-base: {len(posts)} posts of 4 for the Pico")
        for axis, apart in ((0, pico["holes"][1]), (1, pico["holes"][0])):
            spread = max(post[axis] for post in posts) - min(post[axis] for post in posts) if posts else 0.0
            self.within("pod-base: holes of the Pico", spread, apart - EXACT, apart + EXACT)

    def wall(self, standing: Solid, z: float) -> None:
        """How thick the walls are at a height that no opening cuts, measured from side to side."""
        inner, outer = standing.slice(z)[-2:]
        self.within(f"{standing.name}: its walls", (outer.size[0] - inner.size[0]) / 2, 2.0, 5.0)

    def same_screws(self, name: str, standing: Solid, plate: Solid) -> None:
        """Every screw of a plate meets a hole in what stands on it."""
        pilot, clear = self.sizes["screw"]["pilot"], self.sizes["screw"]["clear"]
        holes = [loop.middle for loop in standing.slice(self.case["base"] + 4.0) if abs(loop.size[0] - pilot) < 0.4]
        screws = [loop.middle for loop in plate.slice(self.case["base"] - 0.3) if abs(loop.size[0] - clear) < 0.3]
        met = [screw for screw in screws if any(_apart(screw, hole) < EXACT for hole in holes)]
        self.say(
            len(screws) >= 3 and len(met) == len(screws), f"{name}: {len(met)} of {len(screws)} screws meet their holes"
        )

    def hole(self, solid: Solid, at: tuple[float, float], z: float, part: float, what: str) -> None:
        """A round hole at a place on the face, a little wider than what goes through it."""
        place = (at[0], -abs(at[1])) if solid.name.startswith("box-body") else at
        loop = solid.opening(place, z)
        self.near(f"{solid.name}: hole for {what}", loop, place)
        self.within(f"{solid.name}: air around {what}", _gap(loop, part, 0), 0.05, 1.2)

    def near(self, text: str, loop: Loop | None, at: tuple[float, float]) -> None:
        """A hole is where it should be."""
        off = 99.0 if loop is None else _apart(loop.middle, at)
        self.say(off < EXACT, f"{text}: " + ("there is none" if loop is None else f"{off:.2f} mm off"))

    def within(self, text: str, value: float, least: float, most: float) -> None:
        """A measure lies between two others."""
        self.say(least <= value <= most, f"{text}: {value:.2f} mm, allowed {least:g} to {most:g}")

    def say(self, good: bool, text: str) -> None:
        """Keep a line."""
        (self.good if good else self.bad).append(text)

    def table(self) -> Iterator[str]:
        """The parts by size and plastic."""
        for name, solid in self.solids.items():
            x, y, z = solid.size
            plastic, faces = solid.litres * 1000, len(solid.mesh.faces)
            yield f"{name:18} {x:6.1f} x {y:5.1f} x {z:5.1f} mm  {plastic:6.1f} cm3  {faces:5} triangles"

    def _computers(self, name: str | None) -> list[Computer]:
        """Those that the box is made for, or a single one by name."""
        known = read_computers(self.sizes)
        if name is None:
            return [computer for computer in known.values() if computer.fits]
        if name not in known:
            raise CaseError(f"parts.toml has no computer {name}; it knows {', '.join(known)}")
        return [known[name]]

    def _layout(self, file: Path) -> Layout:
        try:
            layout: Layout = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CaseError(f"{file}: cannot be read ({error}); run `make case`") from error
        return layout

    def _load(self, file: Path) -> Solid:
        if not file.is_file():
            raise CaseError(f"{file}: is missing; run `make case`")
        try:
            return Solid.load(file)
        except (ValueError, KeyError, AssertionError) as error:
            raise CaseError(f"{file}: is no binary STL ({error}); run `make case`") from error


def _gap(loop: Loop | None, part: float, axis: int) -> float:
    """How much wider a hole is than what goes in; far too narrow if there is no hole."""
    return -part if loop is None else loop.size[axis] - part


def _same_piece(wanted: Piece, piece: Piece, corner: Points) -> bool:
    """Whether a piece of a plate is the one that it should be, but for the rounding in its file."""
    named = (wanted.name, wanted.plastic, wanted.group) == (piece.name, piece.plastic, piece.group)
    shape = wanted.mesh.vertices.shape == piece.mesh.vertices.shape
    return named and shape and bool(np.allclose(wanted.mesh.vertices - corner, piece.mesh.vertices, atol=1e-3))


def _right(loops: list[Loop]) -> float:
    """How far a slice reaches to the right, where no cable comes in."""
    return max(loop.middle[0] + loop.size[0] / 2 for loop in loops)


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def main() -> int:
    """Print the table and what is wrong; 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="example: python -m case.check --all")
    parser.add_argument("--stl", type=Path, metavar="FOLDER", help="where the meshes are")
    parser.add_argument("--wiring", type=Path, metavar="FILE", help="the wiring of your own that they were made for")
    parser.add_argument("--pi", metavar="NAME", help="one computer of parts.toml only, for instance 'Pi 4 B'")
    parser.add_argument("--all", action="store_true", help="tell what is right as well")
    args = parser.parse_args()
    try:
        check = Check(args.stl or (OWN if args.wiring else HERE / "stl"), args.wiring, args.pi)
        check.run()
    except CaseError as error:
        sys.stderr.write(f"case: {error}\n")
        return 1
    lines = [*check.table(), *(check.good if args.all else ()), *(f"WRONG {line}" for line in check.bad)]
    body = body_of(*(check.sizes["screen"][name] for name in ("question", "table")))
    sys.stdout.write("\n".join(lines) + f"\n{len(check.good)} of {len(check.good) + len(check.bad)} checks are right; ")
    sys.stdout.write(f"the wiring wants {body} and paddle-shell-{check.sizes['paddle']['size']}\n")
    return 1 if check.bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
