"""The self-test blames a wire only where a wire can be at fault."""

import errno

import pytest

from companion.app.part_words import INPUTS, Finding, describe_finding
from companion.device.selftest import SelfTest
from companion.device.words import device_say
from drivers.fault import Fault
from drivers.panel import Panel
from drivers.silicon.board import Board


def findings(board: Board, panel: Panel, seconds: float = 15.0) -> dict[str, Finding]:
    """What a test finds that nobody lends a hand."""
    test = SelfTest(panel, board.clock, board.advance, seconds, lambda part: None)
    return {finding.part: finding for finding in test.run()}


def test_pins_that_another_program_has_are_found_at_once_and_no_wire_is_blamed():
    with Board() as board:
        board.failures.arm("pin-open", times=10_000, error=errno.EBUSY)
        with Panel(clock=board.clock) as panel:
            began = board.clock()
            found = findings(board, panel)
            assert board.clock() - began < 5  # not fifteen seconds for each part
        assert {part for part, finding in found.items() if finding.works} == {"question", "table", "lights"}
        for part in INPUTS:
            assert found[part].as_json()["fault"] == "busy"
            assert "GPIO" not in describe_finding(device_say("en"), found[part])


def test_a_paddle_that_nobody_presses_is_silent_and_its_wire_is_named():
    with Board() as board, Panel(clock=board.clock) as panel:
        paddle = findings(board, panel, seconds=0.1)["paddle-0"]
        assert (
            describe_finding(device_say("en"), paddle) == "paddle 1: no signal, check GPIO17 (header pin 11) and ground"
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
def test_what_is_no_fault_of_the_wires_is_told_with_what_to_do(fault, english, french):
    finding = Finding("dome", False, "GPIO25", fault)
    assert describe_finding(device_say("en"), finding) == english
    assert describe_finding(device_say("fr"), finding).replace("\u202f", " ").replace("\xa0", " ") == french
