"""The promises in the README of the firmware hold."""

import re
from pathlib import Path

from drivers.pod_install import MODULES
from drivers.referee import GPIO, POD, TieBand
from firmware import pod
from firmware.link import parse_message
from firmware.wiring import BUTTONS, LAMPS, RING

FOLDER = Path(__file__).parents[2] / "firmware"
TEXT = (FOLDER / "README.md").read_text()
PROSE = " ".join(TEXT.split())


def test_the_table_of_pins_is_the_wiring() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \|", TEXT, re.MULTILINE)
    assert [tuple(map(int, row.split(","))) for row in rows] == [BUTTONS, LAMPS, (RING,)]


def test_the_frame_shown_is_a_frame() -> None:
    shown = re.search(r"^    (edge .*)$", TEXT, re.MULTILINE)
    assert shown is not None
    assert parse_message(shown[1].encode()) is not None


def test_every_file_is_in_the_table() -> None:
    named = set(re.findall(r"^\| `(\w+\.py)`", TEXT, re.MULTILINE))
    assert named == {file.name for file in FOLDER.glob("*.py")} - {"__init__.py"}
    assert set(MODULES) == named - {"main.py", "simulated.py"} | {"__init__.py"}


def test_the_figures_are_those_of_the_code() -> None:
    assert f"{TieBand.between([POD]).always * 1000:.1f} ms**" in TEXT
    assert TieBand.between([POD]) == TieBand.between([GPIO])
    assert f"{TieBand.between([POD, GPIO]).always * 1000:.1f} ms where a race mixes both" in PROSE
    assert f"every {pod.RESEND_US // 1000} ms again" in PROSE
