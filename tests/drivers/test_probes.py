"""The self-test's probes: each part shows itself, hears its answer, and names its wire when it is silent."""

import json

import pytest

from drivers.probes import Probe, probes
from tests.drivers.conftest import BUTTONS, Table


def probe_of(table: Table, name: str) -> Probe:
    (found,) = [probe for probe in probes(table.panel) if probe.part.name == name]
    return found


def answers(table: Table, probe: Probe) -> bool:
    return any(probe.hears(event) for event in table.events())


def test_every_part_of_the_panel_is_probed_once(table):
    assert sorted(probe.part.name for probe in probes(table.panel)) == sorted(part.name for part in table.panel.parts())


@pytest.mark.parametrize("part", BUTTONS)
def test_a_button_that_is_pressed_works(table, part):
    probe = probe_of(table, part)
    table.board.tap(part)
    table.wait(0.3)
    finding = probe.finding(answers(table, probe))
    assert finding.fault is None
    assert finding.as_json()["ok"] is True


def test_another_button_is_not_the_answer(table):
    probe = probe_of(table, "paddle-3")
    table.board.tap("paddle-2")
    table.wait(0.3)
    assert not answers(table, probe)


def test_a_silent_button_names_its_wire(table):
    table.board.break_part("paddle-3", "unplugged")
    probe = probe_of(table, "paddle-3")
    table.board.tap("paddle-3")
    table.wait(0.3)
    finding = probe.finding(answers(table, probe))
    assert finding.fault is not None
    assert finding.fault.wire == "GPIO23 (header pin 16) and ground"
    assert json.loads(json.dumps(finding.as_json())) == {
        "part": "paddle-3",
        "ask": "press",
        "wire": "GPIO23 (header pin 16) and ground",
        "ok": False,
        "what": "no-answer",
        "detail": "",
    }


def test_the_dial_is_turned_and_its_knob_pushed(table):
    turn, push = probe_of(table, "dial"), probe_of(table, "dial-push")
    assert (turn.ask, push.ask) == ("turn", "push")
    table.board.turn(1)
    table.board.push()
    table.wait(0.3)
    events = table.events()
    assert [turn.hears(event) for event in events] == [False, True]
    assert [push.hears(event) for event in events] == [True, False]


@pytest.mark.parametrize("name", ["question", "table"])
def test_a_screen_shows_a_pattern_with_its_name_up_to_the_edge(table, name):
    probe = probe_of(table, name)
    probe.begin()
    glass = table.board.glass(name)
    assert glass.getbbox() == (0, 0, 128, 64)
    assert probe.finding(True).fault is None
    probe.end()
    assert table.board.glass(name).getbbox() is None


def test_a_screen_that_does_not_answer_is_found_without_asking_anyone(table):
    table.board.break_part("table")
    probe = probe_of(table, "table")
    probe.begin()
    fault = probe.finding(True).fault
    assert fault is not None
    assert fault.what == "no-answer"
    assert "0x3D" in fault.wire


def test_lights_lamps_and_buzzer_show_themselves_and_stop(table):
    lights, lamp, buzzer = (probe_of(table, name) for name in ("lights", "dome-lamp", "buzzer"))
    for probe in (lights, lamp, buzzer):
        probe.begin()
    assert table.board.pixels()[:3] == [(90, 0, 0), (0, 90, 0), (0, 0, 90)]
    assert table.board.lamp("dome")
    assert table.board.sound() is not None
    for probe in (lights, lamp, buzzer):
        probe.end()
    assert table.board.pixels() == [(0, 0, 0)] * 15
    assert not table.board.lamp("dome")
    assert table.board.sound() is None
    assert (lights.ask, lamp.ask, buzzer.ask) == ("look", "look", "listen")
    dark = lamp.finding(False).fault
    assert dark is not None
    assert dark.wire == "GPIO21 (header pin 40)"
