"""Everything that is drawn without any tool: the files that KiCad and WireViz read, tables, lists; as texts by name."""

from __future__ import annotations

import json

from drawings import assembly, eeprom, footprints, parts, pictures, schematic
from drawings.box import box
from drawings.circuit import Circuit
from drawings.harness import Harness, by_hand, pod_by_hand, with_board
from drawings.pod import pod
from drawings.words import LANGUAGES
from drivers.hat import PRODUCT_IDS
from drivers.wiring import Wiring

TABLE = (
    '({kind}_lib_table (version 7) (lib (name "arkside")(type "KiCad")'
    '(uri "${{KIPRJMOD}}/{file}")(options "")(descr "")))\n'
)
RULES = {"min_clearance": 0.2, "min_track_width": 0.2, "min_hole_clearance": 0.25}
"""Design rules of the board; any board house can meet them."""


def circuits(builds: dict[str, Wiring]) -> list[Circuit]:
    """The box with everything that any of the builds hangs on the Pi, and the pod if one of them has it."""
    fullest = max(builds.values(), key=lambda wiring: len(list(wiring.pins())))
    pods = [wiring.pod for wiring in builds.values() if wiring.pod is not None]
    return [box(fullest), *(pod(each) for each in pods[:1])]


def harnesses(builds: dict[str, Wiring]) -> list[Harness]:
    """All wiring pictures."""
    harnesses_by_hand = [by_hand(name, wiring) for name, wiring in builds.items()]
    harnesses_by_hand += [pod_by_hand(wiring) for wiring in builds.values() if wiring.pod is not None][:1]
    fullest = max(builds.values(), key=lambda wiring: len(list(wiring.pins())))
    return [*harnesses_by_hand, with_board(fullest)]


def sources(builds: dict[str, Wiring]) -> dict[str, str]:
    """Every file with its text."""
    drawn = circuits(builds)
    files = {f"schematic/{name}": text for each in drawn for name, text in schematic.schematics(each).items()}
    files |= {f"schematic/{circuit.name}.kicad_pro": _project(circuit) for circuit in drawn}
    files["schematic/arkside.kicad_sym"] = schematic.library(drawn)
    files["schematic/sym-lib-table"] = TABLE.format(kind="sym", file="arkside.kicad_sym")
    files["schematic/fp-lib-table"] = TABLE.format(kind="fp", file="arkside.pretty")
    for name, text in footprints.library(used_footprints(drawn)).items():
        files[f"schematic/arkside.pretty/{name}"] = text
    for harness in harnesses(builds):
        files[f"wiring/{harness.name}.yml"] = pictures.wireviz(harness)
        files |= {f"wiring/{harness.name}{say.suffix}.md": pictures.table(harness, say) for say in LANGUAGES}
    for name, wiring in builds.items():
        files[f"wiring/header-{name}.svg"] = pictures.header(f"build {name}", wiring)
        files |= {f"parts/{name}{say.suffix}.csv": parts.as_csv(wiring, say) for say in LANGUAGES}
    files |= {f"parts/README{say.suffix}.md": parts.as_page(builds, say) for say in LANGUAGES}
    files |= {f"carrier/eeprom-{name}.txt": eeprom.settings_text(name) for name in builds if name in PRODUCT_IDS}
    files["carrier/box-bom.csv"] = assembly.bom_csv(drawn[0])
    files["carrier/box-cpl.csv"] = assembly.placement_csv(drawn[0])
    return files


def used_footprints(drawn: list[Circuit]) -> list[str]:
    """Names of all footprints of these circuits; a Pico is wired by hand and has none."""
    used = {component.footprint for circuit in drawn for component in circuit.components}
    return sorted(used - {"Pico"} | {"Hole"})


def _project(circuit: Circuit) -> str:
    settings = {
        "board": {"design_settings": {"rules": RULES}},
        "meta": {"filename": f"{circuit.name}.kicad_pro", "version": 3},
    }
    return json.dumps(settings, indent=2) + "\n"
