"""The guide for a device of one's own: ours, with its pins, its lists, its figures and what its self-test says.

Our own guide is written by hand, and a test holds it to what the program says. For another wiring the same pages are
taken, and what depends on the wiring is put in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.app.part_words import Finding, describe_finding, describe_test_step, list_parts_to_check
from companion.device.host import map_wires
from companion.device.words import load_words
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.wiring import HEADER_POSITIONS, Wiring

HERE = Path(__file__).resolve().parent.parent
GUIDES = {"BUILD.md": "en", "BUILD.fr.md": "fr"}
DRAWN = (
    "parts/README.md", "parts/README.fr.md", "schematic/box.svg", "schematic/box.pdf", "carrier/box.png",
    "carrier/bare-top.png", "carrier/box-bom.html", "carrier/box-gerbers.zip", "wiring/board.md", "wiring/board.fr.md",
    *GUIDES,
)  # fmt: skip
"""Files beside a maker's own guide; links to everything else go to ours."""
BUILD = re.compile(r"(wiring/(?:header-)?)(?:minimal|table|race)\b")
LINK = re.compile(r"(?<=\]\()(?!\w+://)[^)#]+")
ROWS = re.compile(r"^\| minimal \|.*\n^\| table \|.*\n^\| race \|.*\n", re.MULTILINE)
ROW = {
    "en": "| own | what your wiring names | [picture](wiring/own.svg), [list](wiring/own.md) |\n",
    "fr": "| own | ce que nomme ton câblage | [image](wiring/own.svg), [liste](wiring/own.md) |\n",
}
LIGHTS_PIN = re.compile(r"(?<=header pin )19\b|(?<=à la broche )19\b")
LIMIT = re.compile(r"(?<=`limit_milliamps` \()450(?= mA\))")
QUOTED = re.compile(r"( {4,})(\S.*…\s.*)$")
WIRING = re.compile(r"(?<=--wiring )(?:minimal|table|my-wiring\.toml)")
OURS = {"question": "0x3C", "table": "0x3D"}
ADDRESS = re.compile("|".join(OURS.values()))


def guides(wiring: Wiring, file: str) -> dict[str, str]:
    """Both guides for a wiring that lies in a file of this name."""
    return {name: guide((HERE / name).read_text(encoding="utf-8"), wiring, file, GUIDES[name]) for name in GUIDES}


def guide(text: str, wiring: Wiring, file: str, language: str) -> str:
    """One of the guides."""
    own = list_selftest_lines(wiring, language)
    parts = {plain(line): part for part, line in list_selftest_lines(Wiring.load(), language).items()}
    lines = []
    for line in text.splitlines(keepends=True):
        if (quoted := QUOTED.match(line)) is None:
            lines.append(in_place(line, wiring, file))
        elif (part := parts[plain(quoted[2])]) in own:  # nothing is quoted of a part that this device does not have
            lines.append(f"{quoted[1]}{own[part]}\n")
    return ROWS.sub(ROW[language], "".join(lines))


def in_place(line: str, wiring: Wiring, file: str) -> str:
    """A line of ours with what this wiring says instead."""
    line = WIRING.sub(file, line)
    if wiring.lights is not None:
        line = LIGHTS_PIN.sub(str(HEADER_POSITIONS[wiring.lights.pin]), line)
        line = LIMIT.sub(str(wiring.lights.limit_milliamps), line)
    addresses = {OURS[name]: f"0x{screen.address:02X}" for name, screen in wiring.screens.items() if name in OURS}
    line = ADDRESS.sub(lambda match: addresses.get(match[0], match[0]), line)
    return LINK.sub(lambda match: _link(match[0], wiring.pod is not None), line)


def list_selftest_lines(wiring: Wiring, language: str) -> dict[tuple[str, bool], str]:
    """Return the self-test's texts about each part of this device, both for a working and a failed one."""
    say = load_words(language)
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        wires = map_wires(panel)
    return {
        (part, works): f"{describe_test_step(say, part)} … {describe_finding(say, Finding(part, works, wires[part]))}"
        for part, works in _findings(wires)
    }


def _findings(wires: dict[str, str]) -> Iterator[tuple[str, bool]]:
    yield from ((part, works) for parts in list_parts_to_check(wires) for part in parts for works in (True, False))


def plain(line: str) -> str:
    """A line without the spaces that must not break, which an editor may have made ordinary ones."""
    return re.sub(r"[\u00a0\u202f]", " ", line)


def _link(link: str, has_pod: bool) -> str:
    own = BUILD.sub(r"\1own", link)
    beside = (
        own != link or link in DRAWN or (has_pod and link in ("wiring/pod.md", "wiring/pod.fr.md", "schematic/pod.svg"))
    )
    return own if beside else f"../{link}"
