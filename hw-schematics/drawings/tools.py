"""Steps that need external tools: copper, pictures of sheets and wires, checks, files for a board house."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from drawings import kicad
from drawings.assembly import interactive_json
from drawings.board import board
from drawings.circuit import SHEETS, Circuit
from drawings.router import GROUND_CARE
from drawings.schematic import used_places
from drawings.sources import circuits
from drivers.wiring import Wiring

FILL = (
    "import sys, pcbnew\n"
    "board = pcbnew.LoadBoard(sys.argv[1])\n"
    "pcbnew.ZONE_FILLER(board).Fill(board.Zones())\n"
    "board.Save(sys.argv[1])\n"
)
GERBER_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"
SIDES = {"top": "F.Cu,F.Mask,F.SilkS,Edge.Cuts", "bottom": "B.Cu,B.Mask,B.SilkS,Edge.Cuts"}
# on one core: the renderer's samples depend on which of its threads comes first
RENDER = ("taskset", "-c", "0", "kicad-cli", "pcb", "render")
VIEWS = {
    "box.png": (*RENDER, "--rotate", "-40,0,-25", "--zoom", "0.9"),
    "bare-top.png": ("env", "KICAD9_3DMODEL_DIR=/none", *RENDER, "--side", "top"),
    "bare-bottom.png": ("env", "KICAD9_3DMODEL_DIR=/none", *RENDER, "--side", "bottom"),
}
"""Pictures of the board: with its parts, and without them (no models are found) so that the print can be read."""
KINDS = re.compile(r"^\[(\w+)\]", re.MULTILINE)
STARVED = re.compile(r"PTH pad (\w+) \[GND\] of (\w+)")
BY_ROUTE = {"starved_thermal", "unconnected_items", "track_dangling"}
"""Violations that another route of the tracks may solve; any other is a mistake in the drawing."""
FOUND = re.compile(r"Found \d+ [^\n]*")
# tools write down when and where they ran; a drawing is the same whenever and wherever it is made
TRACES = (
    (re.compile(r"date \d{4}/\d\d/\d\d \d\d:\d\d:\d\d"), "date 2026/01/01 00:00:00"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)?"), "2026-01-01T00:00:00+00:00"),
    (re.compile(r"D:\d{14}"), "D:20260101000000"),
    (re.compile(r'\(source "[^"]*/'), '(source "'),
    (re.compile(r'\(uri "[^"]*/'), '(uri "'),
)


def draw(out: Path, wirings: dict[str, Wiring]) -> None:
    """All pictures of what stands in a folder, and the checks by KiCad."""
    for circuit in circuits(wirings):
        _sheet(out / "schematic", circuit)
    _board(out, circuits(wirings)[0])
    for source in sorted((out / "wiring").glob("*.yml")):
        _run("wireviz", "-f", "s", "-o", str(source.parent), str(source))
        source.with_suffix(".svg").write_text(
            _plain(source.with_suffix(".svg").read_text(encoding="utf-8")), encoding="utf-8"
        )


def gerbers(out: Path, circuit: Circuit) -> int:
    """Everything a board house takes: Gerbers and drills in an archive, a page to click while soldering, a STEP model.

    All of them, and the placement, count from the lower left corner of the board.
    """
    target = out / "carrier"
    target.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        bench = Path(name)
        shutil.copytree(out / "schematic", bench, dirs_exist_ok=True)
        plot = ("kicad-cli", "pcb", "export", "gerbers", "--use-drill-file-origin", "-l", GERBER_LAYERS)
        kicad.must(bench, *plot, "-o", "gerbers/", "box.kicad_pcb")
        drill = ("kicad-cli", "pcb", "export", "drill", "--drill-origin", "plot", "--excellon-separate-th")
        kicad.must(bench, *drill, "-o", "gerbers/", "box.kicad_pcb")
        step = ("kicad-cli", "pcb", "export", "step", "--subst-models", "--drill-origin", "-f")
        kicad.must(bench, *step, "-o", "box.step", "box.kicad_pcb")
        model = _plain((bench / "box.step").read_text(encoding="utf-8"))
        texts = {file.name: _plain(file.read_text(encoding="utf-8")) for file in sorted((bench / "gerbers").iterdir())}
    _pack(target / "box-gerbers.zip", texts)
    _pack(target / "box-step.zip", {"box.step": model})
    (target / "box-bom.html").write_text(interactive_page(circuit), encoding="utf-8")
    sys.stdout.write(f"{target}: {len(texts)} files for the board house, a page to solder by and a STEP model\n")
    return 0


def _pack(target: Path, texts: dict[str, str]) -> None:
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text, ZIP_DEFLATED)


def interactive_page(circuit: Circuit) -> str:
    """The interactive bill of materials: one HTML file in which a click on a row shows its parts on the board."""
    with TemporaryDirectory() as name:
        source = Path(name) / "box.json"
        source.write_text(interactive_json(circuit), encoding="utf-8")
        _run("generate_interactive_bom", "--no-browser", "--dest-dir", name, "--name-format", "page",
             "--show-fields", "Value,What,Footprint,JLCPCB", "--group-fields", "Value,Footprint",
             "--checkboxes", "Soldered", str(source))  # fmt: skip
        return (Path(name) / "page.html").read_text(encoding="utf-8")


def _sheet(folder: Path, circuit: Circuit) -> None:
    """Check all sheets of a circuit and draw them, each as a picture and together as a PDF."""
    name = f"{circuit.name}.kicad_sch"
    with TemporaryDirectory() as bench_name:
        bench = Path(bench_name)
        shutil.copytree(folder, bench, dirs_exist_ok=True)
        report = kicad.must(
            bench, "kicad-cli", "sch", "erc", "--severity-all", "--exit-code-violations", "-o", "erc.rpt", name
        )
        sys.stdout.write(f"{name}: ERC {extract_counts(report)}\n")
        kicad.must(bench, "kicad-cli", "sch", "export", "netlist", "-o", f"{circuit.name}.net", name)
        kicad.must(bench, "kicad-cli", "sch", "export", "svg", "-o", "pictures", name)
        kicad.must(bench, "kicad-cli", "sch", "export", "pdf", "-o", f"{circuit.name}.pdf", name)
        netlist = (bench / f"{circuit.name}.net").read_text(encoding="utf-8")
        (folder / f"{circuit.name}.net").write_text(_plain(netlist), encoding="utf-8")
        for drawn, file in picture_names(circuit).items():
            text = (bench / "pictures" / drawn).read_text(encoding="utf-8")
            (folder / file).write_text(_plain(text), encoding="utf-8")
        pdf = _plain((bench / f"{circuit.name}.pdf").read_bytes().decode("latin-1"))
        (folder / f"{circuit.name}.pdf").write_bytes(pdf.encode("latin-1"))


def picture_names(circuit: Circuit) -> dict[str, str]:
    """Pictures of sheets as KiCad names them, after their titles, and as we do, after their files."""
    names = {f"{circuit.name}.svg": f"{circuit.name}.svg"}
    for place in used_places(circuit):
        names[f"{circuit.name}-{SHEETS[place]}.svg"] = f"{circuit.name}-{place}.svg"
    return names


def _board(out: Path, circuit: Circuit) -> None:
    """Route, pour ground, check and draw; a board that does not pass is not kept."""
    target = out / "carrier"
    target.mkdir(exist_ok=True)
    with TemporaryDirectory() as name:
        bench = Path(name)
        shutil.copytree(out / "schematic", bench, dirs_exist_ok=True)
        _route(bench, circuit)
        shutil.copy(bench / "box.kicad_pcb", out / "schematic" / "box.kicad_pcb")
        for side, layers in SIDES.items():
            picture = f"{side}.svg"
            flat = ("--mode-single", "--page-size-mode", "2", "--exclude-drawing-sheet", "-l", layers, "-o", picture)
            kicad.must(bench, "kicad-cli", "pcb", "export", "svg", *flat, "box.kicad_pcb")
            (target / picture).write_text(_plain((bench / picture).read_text(encoding="utf-8")), encoding="utf-8")
        for picture, view in VIEWS.items():
            size = ("--quality", "basic", "-w", "1200", "--height", "1000")
            kicad.must(bench, *view, "-o", picture, *size, "box.kicad_pcb")
            shutil.copy(bench / picture, target / picture)


def _route(bench: Path, circuit: Circuit) -> None:
    """Write the board with its copper; raises if KiCad's own checks, at their own severities, find anything.

    Where no way of the tracks leaves every ground pad its spokes, the pads that lack them hang on their track alone.
    """
    starved: frozenset[tuple[str, str]] = frozenset()
    for attempt in range(len(GROUND_CARE)):
        report = _try_route(bench, circuit, attempt)
        if report is None:
            return
        if set(KINDS.findall(report)) - BY_ROUTE:
            raise RuntimeError(f"box.kicad_pcb does not pass:\n{report}")
        starved = frozenset((ref, pin) for pin, ref in STARVED.findall(report))
    report = _try_route(bench, circuit, len(GROUND_CARE) - 1, starved)
    if report is not None:
        raise RuntimeError(f"box.kicad_pcb does not pass:\n{report}")


def _try_route(
    bench: Path, circuit: Circuit, attempt: int, loose: frozenset[tuple[str, str]] = frozenset()
) -> str | None:
    """Route and check once; returns KiCad's report if it found anything."""
    (bench / "fill.py").write_text(FILL, encoding="utf-8")
    (bench / "box.kicad_pcb").write_text(board(circuit, attempt, loose), encoding="utf-8")
    kicad.must(bench, "python3", "fill.py", "box.kicad_pcb")
    check = ("pcb", "drc", "--severity-all", "--schematic-parity", "--exit-code-violations", "-o", "drc.rpt")
    check_result = kicad.run(bench, "kicad-cli", *check, "box.kicad_pcb")
    sys.stdout.write(f"box.kicad_pcb: DRC {extract_counts(check_result.stdout)}\n")
    return (bench / "drc.rpt").read_text(encoding="utf-8") if check_result.returncode else None


def extract_counts(report: str) -> str:
    """Return the counts from the output of a KiCad check."""
    # At its very first start KiCad writes a greeting on the same line, so the counts are searched for.
    return "; ".join(FOUND.findall(report))


def _plain(text: str) -> str:
    for pattern, instead in TRACES:
        text = pattern.sub(instead, text)
    return text


def _run(*words: str) -> None:
    beside = Path(sys.executable).with_name(words[0])
    tool = str(beside) if beside.exists() else shutil.which(words[0])
    if tool is None:
        raise RuntimeError(f"{words[0]} is not here: run `make drawing-tools` first")
    environment = {**os.environ, "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    done = subprocess.run((tool, *words[1:]), capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
