"""The self-test blames a wire only where a wire can be at fault."""

import errno
import re

import pytest

from companion.app.part_words import INPUTS, Finding, describe_finding
from companion.app.self_test import SelfTest
from companion.device.host import map_wires
from companion.device.selftest import TerminalSelfTest
from companion.device.words import load_words
from drivers.fault import Fault
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.wiring import Wiring


def findings(board: Board, panel: Panel, seconds: float = 15.0) -> dict[str, Finding]:
    """What a test finds that nobody lends a hand."""
    test = TerminalSelfTest(panel, board.clock, board.advance, seconds, lambda part: None)
    return {finding.part: finding for finding in test.run()}


def test_pins_that_another_program_has_are_found_at_once_and_no_wire_is_blamed():
    with Board() as board:
        board.failures.arm("pin-open", times=10_000, error=errno.EBUSY)
        with Panel(clock=board.clock) as panel:
            began = board.clock()
            results = findings(board, panel)
            assert board.clock() - began < 5  # not fifteen seconds for each part
        assert {part for part, finding in results.items() if finding.works} == {"question", "table", "lights"}
        for part in INPUTS:
            assert results[part].as_json()["fault"] == "busy"
            assert "GPIO" not in describe_finding(load_words("en"), results[part])


def test_a_paddle_that_nobody_presses_is_silent_and_its_wire_is_named():
    with Board() as board, Panel(clock=board.clock) as panel:
        paddle = findings(board, panel, seconds=0.1)["paddle-0"]
        assert (
            describe_finding(load_words("en"), paddle) == "paddle 1: no signal, check GPIO17 (header pin 11) and ground"
        )


@pytest.mark.parametrize(
    ("fault", "english", "french"),
    [
        (
            Fault("dome", "busy", "GPIO25", owner="arkside"),
            "Ark: in use by arkside; stop that first",
            "Arche : arkside l’utilise ; arrête-le d’abord",
        ),
        (
            Fault("dome", "busy", "GPIO25"),
            "Ark: in use by another program; stop that first",
            "Arche : un autre programme l’utilise ; arrête-le d’abord",
        ),
        (
            Fault("dome", "not-allowed", "GPIO25"),
            "Ark: no permission; add this user to the groups gpio, i2c and spi",
            "Arche : accès refusé ; ajoute cet utilisateur aux groupes gpio, i2c et spi",
        ),
        (
            Fault("dome", "no-library", "GPIO25"),
            "Ark: a library is missing; install arkside[pi]",
            "Arche : il manque une bibliothèque ; installe arkside[pi]",
        ),
    ],
)
def test_faults_that_are_not_of_the_wires_say_what_to_do(fault, english, french):
    finding = Finding("dome", False, "GPIO25", fault)
    assert describe_finding(load_words("en"), finding) == english
    assert describe_finding(load_words("fr"), finding).replace("\u202f", " ").replace("\xa0", " ") == french


WIRES = {
    "buzzer": "GPIO13", "lights": "data GPIO10", "question": "SDA GPIO2", "paddle-0": "GPIO17", "back": "GPIO4",
    "paddle-0-lamp": "GPIO5", "dome-lamp": "GPIO21", "lamps": "GPIO5, GPIO21", "dial": "A GPIO18", "dial-push": "GPIO26",
}  # fmt: skip


def test_parts_are_tested_in_one_order_and_lamps_one_by_one_only_if_one_is_dark():
    test = SelfTest(WIRES)
    parts = []
    while test.part is not None:
        parts.append(test.part)
        if test.is_moved_part:
            test.hear_part(test.part)
        else:
            test.answer(test.part not in ("lamps", "dome-lamp"))
    assert parts == [
        "question", "lights", "lamps", "paddle-0-lamp", "dome-lamp", "buzzer", "paddle-0", "dial", "dial-push", "back",
    ]  # fmt: skip
    assert [(finding.part, finding.wire) for finding in test.failures] == [("dome-lamp", "GPIO21")]
    assert test.count == len(parts) - 1  # the lamps together are not a part of their own


def test_another_part_says_that_this_one_is_silent_but_a_push_may_turn_the_dial():
    test = SelfTest({"dial-push": "GPIO26", "back": "GPIO4"})
    test.hear_part("dial")
    assert test.part == "dial-push"
    test.hear_part("dome")
    assert [(finding.part, finding.works) for finding in test.findings] == [("dial-push", False)]


def test_a_known_fault_decides_at_once_but_a_stuck_contact_may_still_be_pressed():
    test = SelfTest({"table": "SDA", "paddle-0": "GPIO17"})
    assert not test.notice_faults([Fault("question", "no-answer", "SDA")])
    assert test.notice_faults([Fault("table", "no-answer", "SDA")])
    assert not test.notice_faults([Fault("paddle-0", "stuck", "GPIO17")])
    assert test.part == "paddle-0"
    test.hear_part("paddle-0")
    assert [finding.works for finding in test.findings] == [False, True]


def test_no_part_is_named_beyond_the_last_one():
    test = SelfTest({"back": "GPIO4"})
    test.hear_part("back")
    test.hear_part("back")
    test.answer(False)
    assert (test.part, len(test.findings), test.failures) == (None, 1, [])


@pytest.mark.parametrize("build", ["minimal", "table", "race"])
def test_every_wire_of_the_header_has_its_place_in_the_picture(build):
    wiring = Wiring.of_build(build)
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        for part, wire in map_wires(panel).items():
            if part != "lamps":
                assert wiring.list_header_pins(part) == [int(pin) for pin in re.findall(r"header pin (\d+)", wire)], (
                    part
                )


def test_a_failing_lamp_is_found_in_the_terminal_among_the_others():
    with Board() as board, Panel(clock=board.clock) as panel:
        panel.noticed.append(Fault("dome-lamp", "failed", "GPIO21"))
        results = findings(board, panel, seconds=0.1)
    lamps = {part: finding.works for part, finding in results.items() if "lamp" in part}
    assert lamps == {**{f"paddle-{seat}-lamp": True for seat in range(5)}, "dome-lamp": False}
