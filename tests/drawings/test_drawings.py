"""The files in hw-schematics agree with the wiring: sources, netlists, board, wiring pictures and budgets."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from heapq import heappop, heappush
from itertools import chain, pairwise
from math import hypot
from pathlib import Path

import pytest
from drawings.board import HEIGHT, ORIGIN, PIN_NAMES, WIDTH, board
from drawings.box import CONNECTORS, TITLES, box, net_of
from drawings.circuit import FIVE_VOLTS, FUSED, GROUND, SUPPLIES, THREE_VOLTS
from drawings.footprints import footprint, room
from drawings.guide import guides, in_place
from drawings.harness import box_by_hand, by_hand, is_row, pod_by_hand, thing_of, with_board
from drawings.parts import items
from drawings.pod import PICO, pod
from drawings.power import BOARD_OHMS, budget, pod_draws
from drawings.schematic import schematics
from drawings.sexpr import every, read, value
from drawings.sheet import DATE, REVISION
from drawings.sources import circuits, sources
from drawings.tools import STARVED, extract_counts
from PIL import Image

from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.wiring import BUILDS, HEADER_POSITIONS, Wiring
from firmware.wiring import BUTTONS, LAMPS, RING

FOLDER = Path(__file__).parent.parent.parent / "hw-schematics"
WIRINGS = {name: Wiring.of_build(name) for name in BUILDS}
SOURCES = sources(WIRINGS)
USB_MILLIAMPS = 600
"""Least current of a Pi for all its USB sockets: a Pi 5 on a supply of 3 A."""


def netlist(name: str) -> dict[str, set[tuple[str, str]]]:
    """The nets that KiCad read out of a sheet, without those of pins that lead nowhere."""
    tree = read((FOLDER / "schematic" / f"{name}.net").read_text(encoding="utf-8"))
    nets = {}
    for net in every(every(tree, "nets")[0], "net"):
        if not value(net, "name").startswith("unconnected-"):
            nets[value(net, "name").rpartition("/")[2]] = {
                (value(node, "ref"), value(node, "pin")) for node in every(net, "node")
            }
    return nets


def net_at(nets: dict[str, set[tuple[str, str]]], ref: str, pin: int | str) -> str:
    return next(name for name, legs in nets.items() if (ref, str(pin)) in legs)


@pytest.mark.parametrize("name", SOURCES)
def test_the_drawing_that_hangs_there_is_the_one_that_would_be_drawn_now(name):
    assert (FOLDER / name).read_text(encoding="utf-8") == SOURCES[name], "run make drawings"


@pytest.mark.parametrize("circuit", [box(WIRINGS["table"]), pod(WIRINGS["race"].pod)], ids=lambda circuit: circuit.name)
def test_kicad_reads_the_nets_of_the_circuit_out_of_the_sheet(circuit):
    assert netlist(circuit.name) == {name: set(legs) for name, legs in circuit.nets().items()}


def test_every_entry_of_the_wiring_reaches_its_part_in_the_netlist():
    nets = netlist("box")
    wiring = WIRINGS["table"]
    reached = {}
    for entry, pin in wiring.pins():
        assert net_at(nets, "J1", HEADER_POSITIONS[pin]) == net_of(entry)
        reached[entry] = legs_behind(nets, net_of(entry))
    for part, button in wiring.buttons.items():
        assert (CONNECTORS[part], "1" if button.lamp is None else "3") in reached[f"button.{part}.pin"]
        assert button.lamp is None or (CONNECTORS[part], "1") in reached[f"button.{part}.lamp"]
    assert {("J12", "1")} == reached["dial.a"] & {("J12", str(pin)) for pin in range(1, 6)}
    assert {("J12", "2")} == reached["dial.b"] & {("J12", str(pin)) for pin in range(1, 6)}
    assert ("J12", "3") in reached["dial.push"]
    assert {("J2", "4"), ("J3", "4")} <= reached["i2c-1.sda"]
    assert {("J2", "3"), ("J3", "3")} <= reached["i2c-1.scl"]
    assert ("J4", "2") in reached["lights.pin"]
    assert ("J13", "2") in reached["buzzer.pin"]


@pytest.mark.parametrize("circuit", [box(WIRINGS["table"]), pod(WIRINGS["race"].pod)], ids=lambda circuit: circuit.name)
def test_a_paddle_has_the_same_number_on_its_nets_as_on_its_plug(circuit):
    plugs = {part.value: part for part in circuit.components if part.value.startswith("paddle")}
    assert len(plugs) == 5
    for title, plug in plugs.items():
        nets = {pin.name: pin.net for pin in plug.pins}
        number = title.removeprefix("paddle ")
        assert nets["SW"] == f"PADDLE_{number}_PLUG"
        assert nets["LAMP-"] in (f"PADDLE_{number}_LAMP_LOW", f"LAMP_{number}_LOW")


def legs_behind(nets: dict[str, set[tuple[str, str]]], name: str) -> set[tuple[str, str]]:
    """The legs on a net and on what lies behind the buffer, the series resistors and the lamp driver."""
    legs = set(nets[name])
    through = {("U1", "2"): ("U1", "3"), ("R1", "1"): ("R1", "2")}
    through |= {("U2", str(channel)): ("U2", str(17 - channel)) for channel in range(1, 8)}
    through |= {(f"R{number}", "1"): (f"R{number}", "2") for number in range(11, 21)}
    for leg, beyond in through.items():
        if leg in nets[name]:
            legs |= legs_behind(nets, net_at(nets, *beyond))
    return legs


def test_the_pods_pins_are_those_of_its_firmware():
    nets = netlist("pod")
    for seat, (button, lamp) in enumerate(zip(BUTTONS, LAMPS, strict=True)):
        assert (f"J{seat + 1}", "3") in legs_behind(nets, net_at(nets, "U3", PICO[button]))
        assert (f"J{seat + 1}", "1") in legs_behind(nets, net_at(nets, "U3", PICO[lamp]))
    assert ("J6", "2") in legs_behind(nets, net_at(nets, "U3", PICO[RING]))


@pytest.mark.parametrize("build", BUILDS)
def test_the_drivers_open_the_pins_of_the_picture_and_no_others(build):
    wiring = WIRINGS[build]
    drawn = {
        end.pin
        for wire in by_hand(build, wiring).wires
        for end in (wire.one, wire.other)
        if end.thing == "Raspberry Pi"
    }
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        opened = {int(info.name.removeprefix("GPIO")) for info, users in board.pins._reservations.items() if users}
        lit = Image.new("1", (128, 64), 1)
        for name, screen in (("question", panel.question_screen), ("table", panel.table_screen)):
            screen.show(lit)
            assert (board.image(name).tobytes() == lit.tobytes()) == (name in wiring.screens)
        opened |= {2, 3}  # the bus that the screens just answered on
        panel.show_lights([(9, 9, 9)] * 15)
        if board.pixels() == [(9, 9, 9)] * 15:
            opened.add(10)
    gpios = {str(position): pin for pin, position in HEADER_POSITIONS.items()}
    assert {gpios[pin] for pin in drawn if pin in gpios} == opened == {pin for _, pin in wiring.pins()}


def read_pictured_joints(name: str) -> set[frozenset[tuple[str, str]]]:
    """Return the joints of the wires in a picture's source, as (thing, pin)."""
    joined: dict[tuple[str, str], set[tuple[str, str]]] = {}
    text = (FOLDER / "wiring" / f"{name}.yml").read_text(encoding="utf-8")
    for line in text.partition("connections:\n")[2].splitlines():
        one, _, other = (next(iter(each.items())) for each in json.loads(line.removeprefix("  - ")))
        ends = [end(*one), end(*other)]
        group = set(chain.from_iterable(joined.get(each, {each}) for each in ends))
        joined |= dict.fromkeys(group, group)
    return {frozenset(each for each in group if not is_row(each[0])) for group in joined.values()}


def end(thing: str, pins: list[int | str]) -> tuple[str, str]:
    """An end by the name of its thing; a cable's own box spells its ends out as `Raspberry Pi 11 (GPIO17)`."""
    if thing.endswith(" from"):
        thing, pin = re.sub(r" \(.*\)$", "", str(pins[0])).rsplit(" ", 1)
    else:
        pin = str(pins[0])
    return (thing, "") if is_row(thing) else (thing, pin)


@pytest.mark.parametrize("build", [*BUILDS, "pod"])
def test_the_wiring_picture_joins_what_the_netlist_joins(build):
    circuit = pod(WIRINGS["race"].pod) if build == "pod" else box_by_hand(WIRINGS[build])
    hub = next(component for component in circuit.components if component.place == "header")
    kept = {component.ref: thing_of(component) for component in circuit.components}
    computer = "Pico" if build == "pod" else "Raspberry Pi"
    joined = read_pictured_joints(build)
    nets = {
        name: {(kept[ref], pin) for ref, pin in legs if ref in kept and ref != hub.ref}
        for name, legs in circuit.nets().items()
    }
    sources = {name: {(computer, pin) for ref, pin in legs if ref == hub.ref} for name, legs in circuit.nets().items()}
    for name, legs in nets.items():
        for leg in legs:
            group = next(group for group in joined if leg in group)
            assert group <= legs | sources[name], f"{leg} is joined with another net than {name}"
            assert group & sources[name] or not sources[name], f"{leg} does not reach the {computer}"
            assert legs <= group or len(sources[name]) > 1, f"{name} is in pieces"
    assert not [
        group
        for group in joined
        for leg in group
        if leg[0] == computer and leg[1] != "USB" and not any(leg in s for s in sources.values())
    ]


@pytest.mark.parametrize("name", [*BUILDS, "pod", "board"])
def test_a_wiring_picture_fits_a_page(name):
    drawn = (FOLDER / "wiring" / f"{name}.svg").read_text(encoding="utf-8")
    width, height = map(float, re.search(r'<svg width="(\d+)pt" height="(\d+)pt"', drawn).groups())
    assert height < 1.42 * width, "taller than a sheet of paper"


def test_with_the_board_every_cable_goes_from_its_connector_to_its_part():
    for part, ref in CONNECTORS.items():
        wires = [wire for wire in with_board(WIRINGS["table"]).wires if wire.one.thing == ref]
        assert {wire.other.thing for wire in wires} == {TITLES[part]}
        assert all(wire.one.pin == wire.other.pin and wire.millimetres > 0 for wire in wires)


@pytest.mark.parametrize(
    "harness",
    [*(by_hand(name, wiring) for name, wiring in WIRINGS.items()), pod_by_hand(WIRINGS["race"])],
    ids=lambda h: h.name,
)
def test_no_leg_and_no_header_pin_takes_two_wires(harness):
    ends = [(each.thing, each.pin) for wire in harness.wires for each in (wire.one, wire.other)]
    assert len(ends) == len(set(ends))


PLUGS = ("Screen", "Dial", "Button", "Lit_Button", "Strip", "Buzzer")
CIRCUITS = [box(WIRINGS["table"]), box(WIRINGS["race"]), box(WIRINGS["minimal"]), pod(WIRINGS["race"].pod)]
UNPROTECTED = {
    "SDA": "open drain with a pull-up on both sides, in a plug without 5 V",
    "SCL": "the same",
    "_LOW": "outputs of the lamp driver, which bear 50 V",
}


@pytest.mark.parametrize("circuit", CIRCUITS, ids=["table", "race", "minimal", "pod"])
def test_every_signal_in_a_plug_passes_through_its_resistor(circuit):
    nets = circuit.nets()
    computer = next(component.ref for component in circuit.components if component.place == "header")
    checked = 0
    for plug in (component for component in circuit.components if component.symbol in PLUGS):
        for pin in plug.pins:
            if pin.net in SUPPLIES or str(pin.net).endswith(tuple(UNPROTECTED)):
                continue
            refs = {ref for ref, _ in nets[pin.net]} - {plug.ref}
            assert len(refs) == 1, f"{plug.ref} {pin.name} reaches more than a resistor: {refs}"
            series = circuit.component(refs.pop())
            assert (series.symbol, series.value) in {("R", "1k"), ("R", "330")}
            beyond = next(leg.net for leg in series.pins if leg.net != pin.net)
            assert computer in {ref for ref, _ in nets[beyond]} or beyond.endswith("_5V")
            checked += 1
    assert checked == sum(
        component.ref in {"R1", *(f"R{n}" for n in range(11, 21))} for component in circuit.components
    )
    assert checked >= 4


@pytest.mark.parametrize("build", BUILDS)
def test_all_5_volts_that_leave_the_board_pass_the_fuse(build):
    circuit = box(WIRINGS[build])
    for plug in (component for component in circuit.components if component.symbol in PLUGS):
        assert FIVE_VOLTS not in {pin.net for pin in plug.pins}
    fuses = [component for component in circuit.components if component.symbol == "PTC"]
    assert [{pin.net for pin in fuse.pins} for fuse in fuses] == ([] if build == "minimal" else [{FIVE_VOLTS, FUSED}])


def test_a_plug_in_the_wrong_socket_of_its_size_shorts_nothing_and_reverses_nothing():
    plugs = [component for component in box(WIRINGS["table"]).components if component.symbol in PLUGS]
    level = {GROUND: 0, THREE_VOLTS: 3, FUSED: 5}
    tried = 0
    for plug in plugs:
        for socket in plugs:
            if plug is socket or len(plug.pins) != len(socket.pins):
                continue
            met = {pin.name: other.net for pin, other in zip(plug.pins, socket.pins, strict=True)}
            if "SW" in met:  # pressed, the contact joins these two
                assert {met["SW"], met["GND"]} - set(level), f"{plug.title} in {socket.title} shorts a supply"
            if "VCC" in met:
                assert level.get(met["VCC"], 5) >= level.get(met["GND"], 0), (
                    f"{plug.title} in {socket.title} is reversed"
                )
            tried += 1
    assert tried == 8 * 7 + 2  # four pins: two screens and six lit buttons; two pins: back and buzzer


@pytest.mark.parametrize("build", ["table", "race"])
def test_a_lamp_on_a_pin_that_the_pi_pulls_up_at_boot_stays_dark(build):
    wiring = WIRINGS[build]
    circuit = box(wiring)
    early = {net_of(entry) for entry, pin in wiring.pins() if entry.endswith(".lamp") and pin <= 8}
    held = {leg.net for part in circuit.components if part.value == "10k" for leg in part.pins} - {GROUND}
    assert early == held
    assert early == ({"PADDLE_1_LAMP", "PADDLE_2_LAMP"} if build == "table" else set())


# JST_XH_B{n}B-XH-A_1x0{n}_P2.50mm_Vertical of KiCad's own library (kicad-footprints 9.0.8, Connector_JST.pretty), for
# n pins: they are 2.5 mm apart, and from the first one the body reaches 2.45 mm to the left and to the right, 2.35 mm
# up to the wall with the two slots for the latch, and 3.4 mm down to the closed one. Y goes down.
XH_PITCH, XH_SIDE, XH_SLOTTED_WALL, XH_CLOSED_WALL, XH_MARGIN = 2.5, 2.45, -2.35, 3.4, 0.5
XH_DRILLS = {2: 1.0, 3: 0.95, 4: 0.95, 5: 0.95}
XH_SLOT_HALF, XH_SLOT_ROW = 0.75, -2.45


@pytest.mark.parametrize("pins", XH_DRILLS)
def test_a_plug_is_drawn_as_kicads_own_library_draws_it(pins):
    ours = footprint(f"XH_{pins}")
    right = (pins - 1) * XH_PITCH
    assert [(pad.x, pad.y, pad.drill) for pad in ours.pads] == [
        (n * XH_PITCH, 0.0, XH_DRILLS[pins]) for n in range(pins)
    ]
    assert ours.outline == (-XH_SIDE, XH_SLOTTED_WALL, right + XH_SIDE, XH_CLOSED_WALL)
    grown = (-XH_MARGIN, -XH_MARGIN, XH_MARGIN, XH_MARGIN)
    assert room(ours) == pytest.approx([edge + more for edge, more in zip(ours.outline, grown, strict=True)])
    along = sorted((min(x1, x2), max(x1, x2)) for x1, y1, x2, y2 in ours.marks if y1 == y2 == XH_SLOT_ROW)
    gaps = [(left[1], after[0]) for left, after in pairwise(along)]
    assert gaps == [(-XH_SLOT_HALF, XH_SLOT_HALF), (right - XH_SLOT_HALF, right + XH_SLOT_HALF)]
    closed = [line for line in ours.marks if line[1] == line[3] > 0]
    assert len(closed) == 1, "the far wall has no slots"


# from the same library: R_Axial_DIN0207_L6.3mm_D2.5mm_P2.54mm_Vertical, C_Disc_D5.0mm_W2.5mm_P5.00mm, CP_Radial_D10.0mm_P5.00mm,
# LED_D3.0mm, PinHeader_1x02_P2.54mm_Vertical: how far apart the legs are, how wide pad and hole; the second leg is to the right
KICADS_LEGS = {
    "R_Upright": (2.54, 1.6, 0.8), "C_Disc": (5.0, 1.6, 0.8), "CP_Radial": (5.0, 2.0, 1.0), "LED_3mm": (2.54, 1.8, 0.9),
    "PinHeader_2": (2.54, 1.7, 1.0),
}  # fmt: skip


@pytest.mark.parametrize("name", KICADS_LEGS)
def test_two_legs_go_where_kicads_library_has_them(name):
    apart, size, drill = KICADS_LEGS[name]
    pads = [(pad.number, pad.x, pad.y, pad.size, pad.drill) for pad in footprint(name).pads]
    assert pads == [("1", 0, 0, size, drill), ("2", apart, 0, size, drill)]


@pytest.mark.parametrize("legs", [8, 14, 16])
def test_the_legs_of_a_chip_are_counted_as_kicads_library_counts_them(legs):
    """DIP-14_W7.62mm_Socket and its neighbours begin at the upper left, ours a quarter turn further, at the lower left."""
    half = legs // 2
    down = [(str(n + 1), 0.0, n * 2.54) for n in range(half)]
    up = [(str(legs - n), 7.62, n * 2.54) for n in range(half)]
    ours = footprint(f"DIP_{legs}").pads
    assert [(pad.number, -pad.y, pad.x) for pad in ours] == down + up
    assert {(pad.size, pad.drill) for pad in ours} == {(1.6, 0.8)}


class Copper:
    """The board as it is committed: pads and tracks with their nets, in millimetres from its corner."""

    def __init__(self) -> None:
        tree = read((FOLDER / "schematic" / "box.kicad_pcb").read_text(encoding="utf-8"))
        self.names = {str(net[1]): str(net[2]) for net in every(tree, "net")}
        self.pads: list[tuple[str, str, str, float, float, float]] = []
        for part in every(tree, "footprint"):
            ref = next(str(each[2]) for each in every(part, "property") if each[1] == "Reference")
            x, y, *turn = (float(str(each)) for each in every(part, "at")[0][1:])
            for pad in every(part, "pad"):
                if every(pad, "net"):
                    dx, dy = (float(str(each)) for each in every(pad, "at")[0][1:3])
                    dx, dy = {0: (dx, dy), 90: (dy, -dx), 180: (-dx, -dy), 270: (-dy, dx)}[
                        int(turn[0]) % 360 if turn else 0
                    ]
                    self.pads.append(
                        (
                            ref,
                            str(pad[1]),
                            str(every(pad, "net")[0][2]),
                            x + dx,
                            y + dy,
                            float(str(every(pad, "size")[0][1])) / 2,
                        )
                    )
        self.tracks = []
        for track in every(tree, "segment"):
            ends = [float(str(each)) for key in ("start", "end") for each in every(track, key)[0][1:]]
            self.tracks.append((self.names[value(track, "net")], value(track, "layer"), *ends))
        self.vias = [
            (self.names[value(via, "net")], *(float(str(each)) for each in every(via, "at")[0][1:]))
            for via in every(tree, "via")
        ]


@pytest.fixture(scope="module")
def copper() -> Copper:
    return Copper()


def test_the_pads_of_the_board_are_on_the_nets_of_the_sheet(copper):
    on_the_board: dict[str, set[tuple[str, str]]] = {}
    for ref, pin, net, *_ in copper.pads:
        if not net.startswith("unconnected-"):
            on_the_board.setdefault(net.rpartition("/")[2], set()).add((ref, pin))
    assert on_the_board == netlist("box")


def test_the_tracks_of_the_board_join_all_pads_of_a_net(copper):
    def stitch(net, x, y):
        """Whether a via of ground hangs on the planes alone."""
        ends = [(a, b) for name, _, x1, y1, x2, y2 in copper.tracks if name == net for a, b in ((x1, y1), (x2, y2))]
        return net == GROUND and all(hypot(x - a, y - b) > 0.02 for a, b in ends)

    for net in {pad[2] for pad in copper.pads if not pad[2].startswith("unconnected-")}:
        nodes: list[tuple[str, str | None, float, float, float, float, float]] = []
        nodes += [("pad", None, x, y, x, y, radius) for *_, name, x, y, radius in copper.pads if name == net]
        nodes += [
            ("track", layer, x1, y1, x2, y2, 0.01) for name, layer, x1, y1, x2, y2 in copper.tracks if name == net
        ]
        nodes += [
            ("via", None, x, y, x, y, 0.01) for name, x, y in copper.vias if name == net and not stitch(net, x, y)
        ]
        reached, waiting = {0}, [0]
        while waiting:
            here = nodes[waiting.pop()]
            for at, there in enumerate(nodes):
                if at not in reached and touch(here, there):
                    reached.add(at)
                    waiting.append(at)
        assert len(reached) == len(nodes), f"{net} is in pieces"


def track_ohms(copper, net: str, start: tuple[str, str], end: tuple[str, str]) -> float:
    """The least resistance along tracks of 0.5 mm and 35 micrometres; every track on the way counts in full."""
    pads = [(ref, pin, x, y, radius) for ref, pin, name, x, y, radius in copper.pads if name == net]
    nodes = [(None, None, x, y, x, y, radius) for _, _, x, y, radius in pads]
    nodes += [(None, layer, x1, y1, x2, y2, 0.01) for name, layer, x1, y1, x2, y2 in copper.tracks if name == net]
    nodes += [(None, None, x, y, x, y, 0.01) for name, x, y in copper.vias if name == net]
    costs = [hypot(node[2] - node[4], node[3] - node[5]) / 0.5 * 0.0005 for node in nodes]
    places = {(ref, pin): at for at, (ref, pin, *_) in enumerate(pads)}
    best, waiting = {places[start]: 0.0}, [(0.0, places[start])]
    while waiting:
        so_far, here = heappop(waiting)
        for at, node in enumerate(nodes):
            if so_far + costs[at] < best.get(at, 1.0) and touch(nodes[here], node):
                best[at] = so_far + costs[at]
                heappush(waiting, (best[at], at))
    return best[places[end]]


def test_the_tracks_of_5_volts_lose_no_more_than_the_lists_count(copper):
    header = track_ohms(copper, FIVE_VOLTS, ("J1", "2"), ("F1", "1"))
    assert header + track_ohms(copper, FUSED, ("F1", "2"), ("J4", "1")) <= BOARD_OHMS
    # lamps and buzzer draw a tenth of what the lights do, so the rest of their way counts for a tenth
    for plug, pin in (("J5", "2"), ("J7", "2"), ("J10", "2"), ("J13", "1")):
        assert header + track_ohms(copper, FUSED, ("F1", "2"), (plug, pin)) / 10 <= BOARD_OHMS


def touch(one: tuple, other: tuple) -> bool:
    if one[1] and other[1] and one[1] != other[1]:
        return False
    reach = one[6] + other[6]
    ends = [(each[i], each[i + 1], against) for each, against in ((one, other), (other, one)) for i in (2, 4)]
    return any(from_line(x, y, *against[2:6]) <= reach for x, y, against in ends)


def from_line(x: float, y: float, x1: float, y1: float, x2: float, y2: float) -> float:
    length = hypot(x2 - x1, y2 - y1)
    along = 0.0 if not length else max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
    return hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))


def test_ground_is_stitched_all_over_the_board(copper):
    """Every square of 20 mm has vias between the two planes, or pads of ground."""
    spots = [(x, y) for net, x, y in copper.vias if net == GROUND]
    assert len(spots) > 40
    for left in (0, 20, 40):
        for top in (0, 20, 36):
            inside = [
                (x, y) for x, y in spots if left <= x - ORIGIN[0] <= left + 25 and top <= y - ORIGIN[1] <= top + 20.5
            ]
            assert len(inside) >= 2, f"no stitches around {left}, {top}"


def test_every_plug_says_on_both_sides_what_its_pins_are():
    tree = read((FOLDER / "schematic" / "box.kicad_pcb").read_text(encoding="utf-8"))
    printed = {}
    for part in every(tree, "footprint"):
        ref = next(str(each[2]) for each in every(part, "property") if each[1] == "Reference")
        texts = [(str(text[2]), value(text, "layer")) for text in every(part, "fp_text")]
        printed[ref] = {side: [text for text, layer in texts if layer == f"{side}.SilkS"] for side in "FB"}
    for component in box(WIRINGS["table"]).components:
        if component.symbol in PLUGS:
            names = {PIN_NAMES.get(pin.name, pin.name) for pin in component.pins}
            assert names <= set(printed[component.ref]["F"])
            assert names <= set(printed[component.ref]["B"])
            assert any(component.ref in text for text in printed[component.ref]["F"])
    words = {(str(text[1]), value(text, "layer")) for text in every(tree, "gr_text")}
    for side in ("F.SilkS", "B.SilkS"):
        said = " ".join(text for text, layer in words if layer == side)
        assert f"rev {REVISION}" in said
        assert DATE in said
        assert "J1" in said
        assert "Arkside" in said


def test_the_name_of_a_pad_to_measure_at_stands_beside_no_other_pad(copper):
    letter = 0.68  # as KiCad prints letters of 0.8 mm
    pads = sorted((x, y, radius, net) for ref, _, net, x, y, radius in copper.pads if ref.startswith("TP"))
    assert len(pads) == 4
    for (x, _, radius, net), (after, _, width, _) in pairwise(pads):
        begin = x + footprint("TestPoint").label[0]
        end = begin + letter * len(net.rpartition("/")[2])
        assert after - width - end > 2 * (begin - x - radius), f"{net} seems to belong to the next pad"


def test_every_part_on_the_board_has_a_body_of_kicads_library():
    tree = read((FOLDER / "schematic" / "box.kicad_pcb").read_text(encoding="utf-8"))
    bare = []
    for part in every(tree, "footprint"):
        ref = next(str(each[2]) for each in every(part, "property") if each[1] == "Reference")
        models = [str(model[1]) for model in every(part, "model")]
        assert all(model.startswith("${KICAD9_3DMODEL_DIR}/") for model in models)
        bare += [] if models else [ref.rstrip("0123456789")]
    assert set(bare) == {"TP", "H"}  # pads and holes


def test_the_board_is_checked_with_kicads_own_rules_for_spokes_and_severities():
    project = json.loads((FOLDER / "schematic" / "box.kicad_pro").read_text(encoding="utf-8"))
    settings = project["board"]["design_settings"]
    assert set(settings) == {"rules"}
    assert "min_resolved_spokes" not in settings["rules"]


def test_a_pad_that_stays_starved_hangs_on_its_track():
    line = "[starved_thermal]: ...\n    Local override; error\n    @(127.95 mm, 114.80 mm): PTH pad 1 [GND] of J2\n"
    assert STARVED.findall(line) == [("1", "J2")]
    tree = read(board(box(WIRINGS["minimal"]), 0, frozenset({("J2", "1")})))
    loose = set()
    for part in every(tree, "footprint"):
        ref = next(str(each[2]) for each in every(part, "property") if each[1] == "Reference")
        loose |= {(ref, str(pad[1])) for pad in every(part, "pad") if every(pad, "zone_connect")}
    assert {ref for ref, _ in loose} == {"J2", "U3", "TP1", "TP2", "TP4"}
    assert ("J2", "1") in loose


def test_the_footprint_library_holds_what_is_used_and_nothing_else():
    there = {f"schematic/arkside.pretty/{file.name}" for file in (FOLDER / "schematic" / "arkside.pretty").iterdir()}
    assert there == {name for name in SOURCES if ".pretty/" in name}


SHEET_FILES = [name for name in SOURCES if re.fullmatch(r"schematic/(box|pod)-\w+\.kicad_sch", name)]


@pytest.mark.parametrize("name", SHEET_FILES)
def test_a_sheet_has_wires_supplies_and_a_title_block(name):
    tree = read((FOLDER / name).read_text(encoding="utf-8"))
    block = every(tree, "title_block")[0]
    assert (value(block, "rev"), value(block, "date")) == (REVISION, DATE)
    used = {value(symbol, "lib_id") for symbol in every(tree, "symbol")}
    assert {name.partition("_side")[0] for name in used} & {f"arkside:{net}" for net in SUPPLIES}
    assert len(every(tree, "wire")) > 8
    grid = {
        float(str(number))
        for wire in every(tree, "wire")
        for end in every(every(wire, "pts")[0], "xy")
        for number in end[1:]
    }
    assert all(abs(round(number / 1.27) * 1.27 - number) < 0.001 for number in grid)


@pytest.mark.parametrize("circuit", CIRCUITS, ids=["table", "race", "minimal", "pod"])
def test_sheets_of_any_build_hold_each_part_once(circuit):
    drawn = []
    for text in schematics(circuit).values():
        for symbol in every(read(text), "symbol"):
            drawn += [str(each[2]) for each in every(symbol, "property") if each[1] == "Reference"]
    parts = [ref for ref in drawn if not ref.startswith("#")]
    assert sorted(parts) == sorted(component.ref for component in circuit.components)
    assert len(drawn) == len(set(drawn))


def test_the_board_is_a_hat_and_its_header_lies_where_the_pi_has_it(copper):
    assert (WIDTH, HEIGHT) == (65.0, 56.5)
    place = {
        pin: (round(x - ORIGIN[0], 2), round(y - ORIGIN[1], 2)) for ref, pin, _, x, y, _ in copper.pads if ref == "J1"
    }
    # the holes of a HAT are 58 mm apart, 3.5 mm from the edges, and the header lies in the middle between them
    assert place["1"] == (8.37, 4.77)
    assert place["2"] == (8.37, 2.23)
    assert place["40"] == (56.63, 2.23)


@pytest.mark.parametrize(("build", "total"), [("minimal", 1281), ("table", 1921), ("race", 2271)])
def test_the_supply_feeds_the_build_with_a_tenth_to_spare(build, total):
    drawn = budget(WIRINGS[build])
    assert drawn.total == total
    assert drawn.enough
    assert f"| **together** | **{total}** |" in (FOLDER / "parts" / "README.md").read_text(encoding="utf-8")


def test_the_pod_takes_no_more_than_a_usb_socket_gives():
    assert 0 < sum(draw.milliamps for draw in pod_draws(WIRINGS["race"])) <= USB_MILLIAMPS


def test_the_parts_list_counts_what_the_wiring_names():
    counted = {(item.part, item.look_for.partition(",")[0]): item for item in items(WIRINGS["table"])}
    assert counted["arcade button", "60 mm"].by_hand == 5
    assert counted["dome button", "100 mm"].by_hand == 1
    assert counted["screen", "OLED 0.96 inch"].with_board == 2
    assert counted["plug, 4 pins", "JST XH"].with_board == 8
    assert not [item for item in items(WIRINGS["minimal"]) if item.part in ("light bar", "lamp driver", "dome button")]
    race = {item.part: item.by_hand for item in items(WIRINGS["race"])}
    assert (race["pod"], race["lamp driver"], race["level shifter"]) == (1, 2, 2)


@pytest.mark.parametrize(
    ("build", "screws", "feet"), [("minimal", 5, 4), ("table", 5 + 3 + 15 + 6, 28), ("race", 32, 32)]
)
def test_the_list_has_what_holds_the_case_together(build, screws, feet):
    listed = {item.part: item for item in items(WIRINGS[build])}
    assert listed["screw M3 x 10"].by_hand == screws
    assert listed["foot"].with_board == feet
    assert (listed["screw M2.5 x 6"].by_hand, listed["standoffs"].by_hand) == (4, 0)
    assert (listed["screw M2.5 x 6"].with_board, listed["standoffs"].with_board) == (0, 4)
    assert listed["screw M2 x 5"].by_hand == 4 * len(WIRINGS[build].screens) + (4 if build == "race" else 0)


@pytest.mark.parametrize("build", BUILDS)
def test_the_header_speaks_of_parts_as_the_lists_do(build):
    drawn = (FOLDER / "wiring" / f"header-{build}.svg").read_text(encoding="utf-8")
    named = set(re.findall(r"GPIO\d+ · ([^<]+)<|>([^<]+) · GPIO\d+<", drawn))
    assert len(named) == len(list(WIRINGS[build].pins()))
    assert [
        name for pair in named for name in pair if name and not name.startswith((*TITLES.values(), "screens"))
    ] == []


def test_a_mistake_in_an_own_wiring_is_one_line_and_draws_nothing(tmp_path):
    own = tmp_path / "wiring.toml"
    own.write_text("[dial]\na = 17\n")
    words = (sys.executable, "-m", "drawings", "--wiring", str(own), "--out", str(tmp_path / "out"))
    done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("drawings: wiring.toml: dial.a is GPIO17, already taken by button.paddle-0.pin")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_kicads_counts_are_found_behind_its_greeting_too():
    greeting = "See the “Footprint Library Table” section of the CvPcb documentation for more information. "
    assert extract_counts(f"{greeting}Found 0 violations\nSaved ERC Report to erc.rpt\n") == "Found 0 violations"
    said = "Found 2 violations\nFound 0 unconnected items\nSaved DRC Report to drc.rpt\n"
    assert extract_counts(said) == "Found 2 violations; Found 0 unconnected items"


OWN = """
[screen.table]
address = 0x3E
[lights]
limit_milliamps = 300
[button.paddle-2]
pin = 27
lamp = 5
[button.paddle-1]
pin = 22
[button]
paddle-0 = false
[dial]
a = 19
b = 18
"""


@pytest.mark.parametrize("name", ["BUILD.md", "BUILD.fr.md"])
def test_the_guide_follows_an_own_wiring(name, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(OWN)
    told = re.sub(r"[\u00a0\u202f]", " ", guides(Wiring.load(file), file.name)[name])
    assert "A GPIO19 (" in told
    assert "B GPIO18 (" in told
    assert re.search(r"(paddle|palette) 3 ?: .* GPIO27 \(.* 13\)", told)
    assert not re.search(r"(paddle|palette) 1 ?: ok", told)  # it has none
    assert "`limit_milliamps` (300 mA)" in told
    assert "0x3E" in told
    assert "0x3D" not in told
    assert set(re.findall(r"--wiring (\S+?)[`,]", told)) == {"mine.toml"}


def test_a_third_screen_is_drawn_and_wired_by_hand_beside_the_board():
    race = WIRINGS["race"]
    far = replace(race.screens["table"], name="far", bus=3, shows="table")
    own = {"own": replace(race, screens={**race.screens, "far": far})}
    drawn = sources(own)
    joined = {frozenset(pins) for pins in circuits(own)[0].nets().values()}
    assert frozenset({("J1", "16"), ("J14", "4")}) in joined  # SDA of the second bus, and of no other screen
    assert frozenset({("J1", "18"), ("J14", "3")}) in joined
    assert "| Raspberry Pi | 16 (GPIO23) | screen far | 4 (SDA) | blue | 200 |" in drawn["wiring/own.md"]
    assert "screen far" not in drawn["wiring/board.md"]
    assert "J14" not in board(circuits(own)[0])
    assert all("0x3C" in page for page in guides(own["own"], "mine.toml").values())


@pytest.mark.parametrize("build", ["table", "race"])
def test_every_link_of_an_own_guide_leads_somewhere(build):
    """From a folder beside ours that holds what is drawn for one build alone."""
    wiring = WIRINGS[build]
    drawn = {*sources({"own": wiring}), "wiring/own.svg", "schematic/box.svg", "schematic/pod.svg", "carrier/box.png"}
    drawn |= {"schematic/box.pdf", "carrier/bare-top.png", "carrier/box-bom.html", "carrier/box-gerbers.zip"}
    for page in guides(wiring, "mine.toml").values():
        links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "://" not in link]
        assert len(links) > 20
        ours = [link for link in links if link.startswith("../")]
        assert [link for link in ours if not (FOLDER / "own" / ".." / link[3:]).resolve().exists()] == []
        assert set(links) - set(ours) <= drawn | {"BUILD.md", "BUILD.fr.md"}


def test_the_guide_measures_at_the_pin_that_the_lights_hang_on(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[lights]\nroute = "pwm"\npin = 12\n[button]\npaddle-2 = false\n')
    line = "| level shifter: pin 2 to header pin 19 | beep | the data wire of the lights |"
    assert in_place(line, Wiring.load(file), file.name) == line.replace("19", "32")
