"""Makes the printed parts: sizes from parts.toml and the wiring go to OpenSCAD, meshes and a layout come back.

`make case` runs it. It needs OpenSCAD 2021.01 (`make case-tools`); the meshes are kept in the repository, so nobody
needs it who only wants to print.
"""

import argparse
import json
import math
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from case.computers import find_opening, read_computers
from drivers.wiring import Wiring, WiringError

HERE = Path(__file__).parent
OWN = HERE.parent / "own" / "stl"
"""Where the meshes of a maker's own wiring go."""

CHOICES = ("oled", "button")
"""Tables of which a maker picks one row."""

BOUGHT = ("socket", "computer", "carrier", "cooler")
"""Tables that OpenSCAD does not need: it gets the openings that follow from them."""

DIMENSIONS = "dimensions.scad"
HEADER = 80
"""Bytes of a binary STL before the number of its triangles."""

Corner = tuple[float, ...]
Sizes = dict[str, Any]


class CaseError(ValueError):
    """Something about the case cannot be right; the message says what."""


def read(file: Path) -> Sizes:
    """A TOML file, or one line about why not."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CaseError(f"{file}: cannot be read ({error.strerror})") from error
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"{file.name}: {error}") from error


def sizes(file: Path | None = None) -> Sizes:
    """All sizes, and what the wiring says of glass, buttons and pixels; a maker's own file lies over ours."""
    dimensions = read(HERE / "parts.toml")
    _add_openings(dimensions)
    try:
        wiring = Wiring.load(file)
    except WiringError as error:
        raise CaseError(str(error)) from error
    lights = wiring.lights or Wiring.load().lights
    assert lights is not None
    glasses = {name: screen.inches for name, screen in wiring.screens.items()}
    usual = next(iter(glasses.values()), "0.96")
    dimensions["lights"] = {"pixels": lights.pixels, "pixels_a_metre": lights.pixels_a_metre}
    dimensions["screen"] = {
        name: _check_size(glasses.get(name, usual), dimensions["oled"]) for name in ("question", "table")
    }
    dimensions["back"] = {"size": _button(wiring, "back", dimensions["button"], 24)}
    dimensions["paddle"]["size"] = _button(
        wiring, "paddle-0", dimensions["button"], wiring.pod.button_millimetres if wiring.pod else 60
    )
    return dimensions


def _add_openings(dimensions: Sizes) -> None:
    """Add the openings in the back and in the left wall, cut for all computers that the box is made for."""
    fitting = [computer for computer in read_computers(dimensions).values() if computer.fits]
    for edge, sockets in (
        ("rear", [socket for computer in fitting for socket in computer.rear]),
        ("side", [socket for computer in fitting for socket in computer.side]),
    ):
        opening = find_opening(sockets, dimensions["case"]["port"])
        dimensions["pi"][edge] = [opening.begin, opening.end, opening.above, opening.below]


def _button(wiring: Wiring, name: str, known: Mapping[str, Any], usual: int) -> str:
    return _check_size(str(wiring.buttons[name].millimetres if name in wiring.buttons else usual), known)


def _check_size(size: str, known: Mapping[str, Any]) -> str:
    if size not in known:
        raise CaseError(f"parts.toml has no size for {size}; it knows {', '.join(known)}")
    return size


def as_scad(dimensions: Mapping[str, Any]) -> str:
    """The sizes as OpenSCAD reads them: `pi_board`, and for tables of choices the columns by name."""
    lines = ["// Written by `make case` from parts.toml and drivers/wiring.toml: change the figures there."]
    for name, table in dimensions.items():
        if name in BOUGHT:
            continue
        if name in CHOICES:
            columns = list(next(iter(table.values())))
            rows = ", ".join(
                f'["{choice}", {json.dumps([row[key] for key in columns])}]' for choice, row in table.items()
            )
            lines.append(f"{name} = [{rows}];")
            lines += [f"{name}_{key} = {number};" for number, key in enumerate(columns)]
        else:
            lines += [f"{name}_{key} = {json.dumps(value)};" for key, value in table.items()]
    return "\n".join(lines) + "\n"


def prints(dimensions: Mapping[str, Any], own: bool = False) -> Iterator[tuple[str, dict[str, str]]]:
    """Every mesh by name, with what OpenSCAD has to be told for it; of one's own device only what it needs."""
    wired = (dimensions["screen"]["question"], dimensions["screen"]["table"])
    glasses = [wired] if own else [(glass, glass) for glass in dimensions["oled"]]
    for question, table in glasses:
        yield body_of(question, table), {"what": "box-body", "question": question, "table": table}
    for button in [dimensions["paddle"]["size"]] if own else [size for size in dimensions["button"] if size != "100"]:
        yield f"paddle-shell-{button}", {"what": "paddle-shell", "arcade": button}
    for part in ("box-base", "diffuser", "light-tray", "dial-knob", "paddle-base", "badges", "emblem"):
        yield part, {"what": part}
    for part in ("dome-shell", "dome-ring", "dome-base", "pod-shell", "pod-base"):
        yield part, {"what": part}


def body_of(question: str, table: str) -> str:
    """The name of the body for two screens."""
    return f"box-body-{question}" if question == table else f"box-body-{question}-{table}"


def openscad(sources: Path, source: str, out: Path, values: Mapping[str, str]) -> None:
    """Run OpenSCAD on one of our sources; any warning is an error, for it means a name that nobody defined."""
    defines = [word for name, value in values.items() for word in ("-D", f'{name}="{value}"')]
    kind = ["--export-format", "binstl"] if out.suffix == ".stl" else []
    command = ["openscad", "--hardwarnings", *kind, *defines, "-o", str(out), str(sources / source)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise CaseError("openscad is not installed: run `make case-tools`") from None
    # a shape that is no solid is left out with an error, and the program still exits with 0
    if done.returncode or "ERROR" in done.stderr:
        raise CaseError(f"{source} {dict(values)}: {_complaint(done.stderr)}")


def _complaint(output: str) -> str:
    lines = [line for line in output.splitlines() if "WARNING" in line or "ERROR" in line]
    return lines[0] if lines else output.strip()


def tidy(file: Path) -> None:
    """Put the triangles in order: OpenSCAD writes the same ones each time, but in an order of chance."""
    content = file.read_bytes()
    triangles = []
    for number in range(*struct.unpack_from("<I", content, HEADER)):
        values = struct.unpack_from("<12f", content, HEADER + 4 + 50 * number)
        corners = [tuple(value + 0.0 for value in values[at : at + 3]) for at in (3, 6, 9)]  # no minus zero
        first = corners.index(min(corners))
        triangles.append(corners[first:] + corners[:first])
    written = bytearray(b"Arkside".ljust(HEADER) + struct.pack("<I", len(triangles)))
    for a, b, c in sorted(triangles):
        written += struct.pack("<12fH", *_normal(a, b, c), *a, *b, *c, 0)
    file.write_bytes(written)


def _normal(a: Corner, b: Corner, c: Corner) -> Corner:
    u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(a, c, strict=True)]
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.sqrt(sum(value * value for value in cross)) or 1.0
    return tuple(value / length for value in cross)


def layout(sources: Path) -> dict[str, Any]:
    """Where things are in the box, as geometry.scad computes it."""
    out = sources / "layout.echo"
    openscad(sources, "layout.scad", out, {})
    lines = out.read_text(encoding="utf-8").splitlines()
    echoes = [json.loads("[" + re.sub(r"^ECHO: ", "", line) + "]") for line in lines if line.startswith("ECHO")]
    return {name: values[0] if len(values) == 1 else values for name, *values in echoes}


def build(dimensions: Sizes, out: Path, own: bool, only: str | None) -> Iterator[str]:
    """Write layout and meshes, telling each; OpenSCAD works on a copy of the sources with these sizes."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder)
        for source in HERE.glob("*.scad"):
            shutil.copy(source, sources)
        (sources / DIMENSIONS).write_text(as_scad(dimensions), encoding="utf-8")
        (out / "layout.json").write_text(json.dumps(layout(sources), indent=1) + "\n", encoding="utf-8")
        for name, values in prints(dimensions, own):
            if only in (None, name):
                openscad(sources, "print.scad", out / f"{name}.stl", values)
                tidy(out / f"{name}.stl")
                yield f"{name}.stl"


def main() -> int:
    """Make all meshes, those of one's own device, or a single one."""
    parser = argparse.ArgumentParser(
        description="make the printed parts of the case", epilog="example: python -m case.make --only box-base"
    )
    parser.add_argument("--only", metavar="PART", help="one mesh by its name, for instance box-base")
    parser.add_argument(
        "--wiring", type=Path, metavar="FILE", help="a wiring of your own, whose glass the windows follow"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the meshes go")
    args = parser.parse_args()
    try:
        dimensions = sizes(args.wiring)
        if args.wiring is None:
            (HERE / DIMENSIONS).write_text(as_scad(dimensions), encoding="utf-8")
        out = args.out or (OWN if args.wiring else HERE / "stl")
        for file in build(dimensions, out, args.wiring is not None, args.only):
            sys.stdout.write(f"{file}\n")
            sys.stdout.flush()
    except CaseError as error:
        sys.stderr.write(f"case: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
