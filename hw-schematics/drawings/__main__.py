"""`python -m drawings`: write every drawing anew; needs KiCad 9, WireViz and Graphviz (`make drawing-tools`)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from drawings import kicad, tools
from drawings.footprints import model_files
from drawings.guide import guides
from drawings.sources import circuits, sources, used_footprints
from drivers.errors import DriverError
from drivers.wiring import BUILDS, Wiring

HERE = Path(__file__).resolve().parent.parent


def main() -> int:
    """Draw our builds, or a maker's own wiring into another folder."""
    parser = argparse.ArgumentParser(prog="python -m drawings", description=__doc__)
    parser.add_argument("--wiring", type=Path, metavar="FILE", help="a wiring of your own, in place of our builds")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where to draw; the folder hw-schematics if not given"
    )
    parser.add_argument("--gerbers", action="store_true", help="write what a board house wants, and nothing else")
    parser.add_argument("--models", action="store_true", help="list the 3D models that the board uses, and do nothing")
    args = parser.parse_args()
    if args.models:
        names = used_footprints(circuits(_builds(None)))
        sys.stdout.writelines(f"{file}\n" for file in model_files(names))
        return 0
    out = args.out or (HERE if args.wiring is None else HERE / "own")
    try:
        builds = _builds(args.wiring)
        if args.gerbers:
            return tools.gerbers(out, circuits(builds)[0])
        pages = guides(builds["own"], args.wiring.name) if args.wiring else {}
        for name, text in {**sources(builds), **pages}.items():
            file = out / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        tools.draw(out, builds)
        if args.wiring:  # the guide of an own device leads to them
            tools.gerbers(out, circuits(builds)[0])
    except (DriverError, kicad.NoKicad, RuntimeError) as error:
        sys.stderr.write(f"drawings: {error}\n")
        return 1
    return 0


def _builds(own: Path | None) -> dict[str, Wiring]:
    if own is not None:
        return {"own": Wiring.load(own)}
    return {name: Wiring.of_build(name) for name in BUILDS}


if __name__ == "__main__":
    sys.exit(main())
