"""Makes the printed parts: sizes from parts.toml and the wiring go to OpenSCAD, meshes and a layout come back.

`make case` runs it. It needs OpenSCAD 2021.01 (`make case-tools`); the meshes are kept in the repository, so nobody
needs it who only wants to print.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WIRING = HERE.parents[1] / "drivers" / "wiring.toml"
CHOICES = ("oled", "button")
"""Tables of which a maker picks one row."""

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


def sizes(wiring: Path = WIRING) -> Sizes:
    """All sizes, and what the wiring says of glass, buttons and pixels; a maker's own file lies over ours."""
    found = read(HERE / "parts.toml")
    wired = read(WIRING)
    if wiring != WIRING:
        wired = laid_over(wired, read(wiring))
    lights = wired["lights"] or {}
    found["lights"] = {"pixels": lights.get("pixels", 15), "pixels_a_metre": lights.get("pixels_a_metre", 144)}
    found["screen"] = {name: _glass(wired, name, found["oled"]) for name in ("question", "table")}
    found["back"] = {"size": _button(wired, "back", found["button"], 24)}
    found["paddle"]["size"] = _button(wired, "paddle-0", found["button"], 60)
    return found


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Nested tables; what stands above wins."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = laid_over(under, value) if isinstance(value, dict) and isinstance(under, dict) else value
    return merged


def _glass(wired: Mapping[str, Any], name: str, known: Mapping[str, Any]) -> str:
    glass = str((wired["screen"][name] or {}).get("glass", "0.96"))
    if glass not in known:
        raise CaseError(
            f"screen.{name}.glass is {glass!r}, for which parts.toml has no size; known: {', '.join(known)}"
        )
    return glass


def _button(wired: Mapping[str, Any], name: str, known: Mapping[str, Any], usual: int) -> str:
    size = str((wired["button"].get(name) or {}).get("millimetres", usual))
    if size not in known:
        raise CaseError(
            f"button.{name}.millimetres is {size}, for which parts.toml has no size; known: {', '.join(known)}"
        )
    return size


def as_scad(found: Mapping[str, Any]) -> str:
    """The sizes as OpenSCAD reads them: `pi_board`, and for tables of choices the columns by name."""
    lines = ["// Written by `make case` from parts.toml and drivers/wiring.toml: change the figures there."]
    for name, table in found.items():
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


def prints(found: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """Every mesh by name, with what OpenSCAD has to be told for it."""
    screens = found["screen"]
    glasses = [(glass, glass) for glass in found["oled"]]
    if (screens["question"], screens["table"]) not in glasses:
        glasses.append((screens["question"], screens["table"]))
    for question, table in glasses:
        yield body_of(question, table), {"what": "box-body", "question": question, "table": table}
    for button in found["button"]:
        if button != "100":
            yield f"paddle-shell-{button}", {"what": "paddle-shell", "arcade": button}
    for part in ("box-base", "diffuser", "light-tray", "dial-knob", "paddle-base", "badges", "emblem"):
        yield part, {"what": part}
    for part in ("dome-shell", "dome-ring", "dome-base", "pod-shell", "pod-base"):
        yield part, {"what": part}


def body_of(question: str, table: str) -> str:
    """The name of the body for two screens."""
    return f"box-body-{question}" if question == table else f"box-body-{question}-{table}"


def openscad(source: str, out: Path, told: Mapping[str, str] = {}) -> None:
    """Run OpenSCAD on one of our sources; any warning is an error, for it means a name that nobody defined."""
    defines = [word for name, value in told.items() for word in ("-D", f'{name}="{value}"')]
    kind = ["--export-format", "binstl"] if out.suffix == ".stl" else []
    command = ["openscad", "--hardwarnings", *kind, *defines, "-o", str(out), str(HERE / source)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise CaseError("openscad is not installed: run `make case-tools`") from None
    if (
        done.returncode or "ERROR" in done.stderr
    ):  # a shape that is no solid is left out, and the program still exits with 0
        raise CaseError(f"{source} {dict(told)}: {_complaint(done.stderr)}")


def _complaint(said: str) -> str:
    lines = [line for line in said.splitlines() if "WARNING" in line or "ERROR" in line]
    return lines[0] if lines else said.strip()


def layout() -> dict[str, Any]:
    """Where things are in the box, as geometry.scad computes it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "layout.echo"
        openscad("layout.scad", out)
        lines = out.read_text(encoding="utf-8").splitlines()
    said = [json.loads("[" + re.sub(r"^ECHO: ", "", line) + "]") for line in lines if line.startswith("ECHO")]
    return {name: values[0] if len(values) == 1 else values for name, *values in said}


def main() -> int:
    """Write sizes, layout and meshes; `--only` makes one mesh, for those who draw."""
    parser = argparse.ArgumentParser(
        description="make the printed parts of the case", epilog="example: make.py --only box-base"
    )
    parser.add_argument("--only", metavar="PART", help="one mesh by its name, for instance box-base")
    parser.add_argument(
        "--wiring", type=Path, default=WIRING, metavar="FILE", help="the wiring whose glass the windows follow"
    )
    parser.add_argument("--out", type=Path, default=HERE / "stl", metavar="FOLDER", help="where the meshes go")
    args = parser.parse_args()
    try:
        found = sizes(args.wiring)
        (HERE / "dimensions.scad").write_text(as_scad(found), encoding="utf-8")
        (HERE / "layout.json").write_text(json.dumps(layout(), indent=1) + "\n", encoding="utf-8")
        args.out.mkdir(parents=True, exist_ok=True)
        for name, told in prints(found):
            if args.only in (None, name):
                openscad("print.scad", args.out / f"{name}.stl", told)
                sys.stdout.write(f"{name}.stl\n")
                sys.stdout.flush()
    except CaseError as error:
        sys.stderr.write(f"case: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
