"""Lists of parts that can be plugged together, in both languages, and the files for a board house."""

import csv
import io
import re
import zipfile
from pathlib import Path

import pytest
from case.make import sizes
from drawings.assembly import HOUSE_NUMBERS, interactive_json, placement_csv
from drawings.board import HEIGHT, WIDTH
from drawings.box import box
from drawings.harness import by_hand, pod_by_hand, with_board
from drawings.parts import items
from drawings.plugs import count_ends, kind_of
from drawings.power import FUSE_OHMS, find_pod_volts, fused_draw, voltage_drops
from drawings.sources import sources
from drawings.words import FRENCH, LANGUAGES, Words

from drivers.wiring import BUILDS, Wiring

FOLDER = Path(__file__).parent.parent.parent / "hw-schematics"
WIRINGS = {name: Wiring.of_build(name) for name in BUILDS}
HARNESSES = [
    *(by_hand(name, wiring) for name, wiring in WIRINGS.items()), pod_by_hand(WIRINGS["race"]),
    with_board(WIRINGS["table"]),
]  # fmt: skip


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.name)
def test_the_list_has_something_for_every_end_of_every_wire(harness):
    counted = count_ends(harness)
    ends = [kind_of(end) for wire in harness.wires for end in (wire.one, wire.other)]
    sockets = 2 * counted.socket_socket + counted.socket_pin + counted.sockets
    pins = counted.socket_pin + 2 * counted.pin_pin + counted.pins
    assert (sockets, pins, counted.spades) == (ends.count("socket"), ends.count("pin"), ends.count("spade"))
    assert sum(kind in ("socket", "pin", "spade", "solder", "plug", "usb") for kind in ends) == 2 * len(harness.wires)


def test_by_hand_the_smallest_build_needs_no_breadboard_but_wires_that_fit_the_header():
    listed = {item.part: item for item in items(WIRINGS["minimal"])}
    assert "board to wire on" not in listed
    assert "resistor 330" not in listed
    assert listed["jumper wire, socket to socket"].by_hand == 4 + 5  # screen and dial
    assert listed["spade terminal"].by_hand == 2
    assert listed["resistor 1k"].by_hand == 0


def test_the_table_by_hand_can_be_plugged_together():
    listed = {item.part: item for item in items(WIRINGS["table"])}
    assert listed["board to wire on"].by_hand == 1
    assert listed["jumper wire, socket to pin"].by_hand > 20
    assert listed["jumper wire, pin to pin"].by_hand > 20
    assert listed["pin strip"].by_hand == 1
    assert listed["spade terminal"].by_hand == 6 * 4 + 2
    assert listed["resistor 1k"].by_hand == 10 + 1
    assert listed["Dupont socket"].with_board == 4 + 4 + 5


def test_standoffs_and_socket_over_a_cooler_are_as_high_as_the_case_expects():
    carrier = sizes()["carrier"]
    rise = carrier["tall_standoff"] - carrier["standoff"]
    listed = {item.part: item for item in items(WIRINGS["table"])}
    assert f"{carrier['standoff']:g} mm" in listed["standoffs"].look_for
    assert f"over the cooler of a Pi 5: {carrier['tall_standoff']:g} mm" in listed["standoffs"].also
    socket = float(re.search(r"at least ([\d.]+) mm high", listed["header socket"].look_for)[1])
    assert f"over the cooler of a Pi 5: {socket + rise:g} mm high" in listed["header socket"].also


@pytest.mark.parametrize("build", BUILDS)
def test_every_line_says_what_to_search_for(build):
    assert [item.part for say in LANGUAGES for item in items(WIRINGS[build], say) if not item.search] == []


@pytest.mark.parametrize("build", BUILDS)
def test_french_lists_have_the_same_lines_and_numbers_as_the_english_ones(build):
    english, french = (items(WIRINGS[build], say) for say in LANGUAGES)
    assert len(english) == len(french)
    for one, other in zip(english, french, strict=True):
        assert [str(one.by_hand), str(one.with_board)] == [
            str(number).replace(",", ".") for number in (other.by_hand, other.with_board)
        ]
        assert bool(one.also) == bool(other.also)
    said = " ".join(item.look_for for item in french)
    assert not re.search(r"\b(with|without|the|and|legs|wide)\b", said)


def test_french_keeps_the_placeholders_and_the_narrow_spaces():
    for template, translated in FRENCH.items():
        assert sorted(re.findall(r"{\w+}", template)) == sorted(re.findall(r"{\w+}", translated)), template
    for name, text in sources(WIRINGS).items():
        if name.endswith(".fr.md"):
            assert re.findall(r".{12} [:;?!](?:\s|$)", text) == [], name
    assert Words("fr")("{metres} m", metres="0.6") == "0,6 m"


@pytest.mark.parametrize(("build", "through"), [("minimal", 0), ("table", 610), ("race", 510)])
def test_the_fuse_carries_what_hangs_behind_it_with_room_to_spare(build, through):
    assert fused_draw(WIRINGS[build]) == through
    assert through <= 0.75 * 1100, "a PTC holds a quarter less at 50 degrees"
    for drop in voltage_drops(WIRINGS[build]):
        assert drop.fuse == pytest.approx(through / 1000 * FUSE_OHMS)
        assert drop.arrives > 4.5


def test_the_voltage_at_the_pod_is_enough_for_its_lamps():
    assert find_pod_volts(WIRINGS["race"]) == pytest.approx(4.81, abs=0.005)
    assert find_pod_volts(WIRINGS["table"]) == 5.0


def test_the_board_house_gets_its_columns_and_one_origin():
    circuit = box(WIRINGS["table"])
    bom = list(csv.DictReader(io.StringIO((FOLDER / "carrier" / "box-bom.csv").read_text(encoding="utf-8"))))
    places = list(csv.DictReader(io.StringIO(placement_csv(circuit))))
    assert list(bom[0]) == ["Comment", "Designator", "Footprint", "JLCPCB Part #"]
    assert list(places[0]) == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]
    listed = [ref for row in bom for ref in row["Designator"].split(",")]
    assert sorted(listed) == sorted(row["Designator"] for row in places)
    assert sorted(listed) == sorted(part.ref for part in circuit.components if part.symbol != "TestPoint")
    for row in places:
        x, y = (float(row[key].removesuffix("mm")) for key in ("Mid X", "Mid Y"))
        assert 0 < x < WIDTH
        assert 0 < y < HEIGHT
    assert {row["Designator"]: row["Layer"] for row in places}["J1"] == "Bottom"
    assert set(HOUSE_NUMBERS) == {f"XH_{pins}" for pins in (2, 3, 4, 5)}


def test_gerbers_and_drills_begin_at_the_corner_of_the_board():
    with zipfile.ZipFile(FOLDER / "carrier" / "box-gerbers.zip") as archive:
        names = archive.namelist()
        assert {"box-PTH.drl", "box-NPTH.drl"} <= set(names)
        holes = archive.read("box-NPTH.drl").decode()
        edge = next(archive.read(name).decode() for name in names if "Edge" in name)
    found = {(float(x), float(y)) for x, y in re.findall(r"^X([\d.]+)Y([\d.]+)$", holes, re.M)}
    assert found == {(3.5, 53.0), (61.5, 53.0), (3.5, 4.0), (61.5, 4.0)}  # from the lower left
    corners = [(int(x) / 1e6, int(y) / 1e6) for x, y in re.findall(r"X(-?\d+)Y(-?\d+)", edge)]
    assert (min(x for x, _ in corners), min(y for _, y in corners)) == (0.0, 0.0)
    assert (max(x for x, _ in corners), max(y for _, y in corners)) == (WIDTH, HEIGHT)


def test_the_page_to_solder_by_and_the_model_are_there():
    page = (FOLDER / "carrier" / "box-bom.html").read_text(encoding="utf-8")
    assert "InteractiveHtmlBom" in page
    assert len(page) > 100_000
    for part in box(WIRINGS["table"]).components:
        assert (part.symbol == "TestPoint") != (f'"ref": "{part.ref}"' in interactive_json(box(WIRINGS["table"])))
    with zipfile.ZipFile(FOLDER / "carrier" / "box-step.zip") as archive:
        assert archive.read("box.step").startswith(b"ISO-10303-21;")
