"""`arkside selftest`: test all parts of the box and name the wires to check."""

import argparse
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.app.part_words import INPUTS, Finding, describe_finding, describe_test_step
from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, add_wiring_argument, choose_wiring, print_json
from companion.core.words import Say
from companion.device.computer import is_a_pi
from companion.device.words import load_words

if TYPE_CHECKING:
    from drivers.silicon.board import Board

EXAMPLE = "arkside selftest --json > selftest.json"


def add_arguments(parser: Parser) -> None:
    """Add the kind of hardware and the time limit."""
    say = parser.say
    silicon = parser.add_mutually_exclusive_group()
    silicon.add_argument("--pi", action="store_true", help=say("test the real parts, even if this isn't a Pi"))
    silicon.add_argument("--emulate", action="store_true", help=say("test simulated parts with simulated hands"))
    parser.add_argument("--seconds", type=float, default=15.0, metavar="N", help=say("seconds to wait for each part"))
    add_wiring_argument(parser)
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Test all parts and report. Return 1 if one doesn't respond."""
    say = load_words(args.say.language)

    def announce_part(part: str) -> None:
        if not args.json:
            sys.stdout.write(describe_test_step(say, part) + " … ")
            sys.stdout.flush()

    real = args.pi or (is_a_pi() and not args.emulate)
    choose_wiring(args)  # refuses invalid wiring before anything is printed
    if not real and not args.json:
        simulated = args.say("Testing simulated parts with simulated hands; --pi tests the real ones.")
        sys.stdout.write(simulated + "\n")
    findings = test_real(args, announce_part, say) if real else test_simulated(args, announce_part, say)
    if args.json:
        print_json({"selftest": [finding.as_json() for finding in findings], "simulated": not real})
    return 0 if all(finding.works for finding in findings) else 1


def test_real(args: argparse.Namespace, announce: Callable[[str], None], say: Say) -> list[Finding]:
    """Test the parts of this Pi, operated by a person."""
    from companion.device.selftest import TerminalSelfTest
    from drivers.panel import Panel
    from drivers.pod import Pod

    wiring = choose_wiring(args)
    with Panel(wiring, pod=None if wiring.pod is None else Pod) as panel:
        test = TerminalSelfTest(panel, time.monotonic, time.sleep, args.seconds, announce)
        return [_report(args, say, finding) for finding in test.run()]


def test_simulated(args: argparse.Namespace, announce: Callable[[str], None], say: Say) -> list[Finding]:
    """Run the same test on simulated parts, operated by simulated hands."""
    from companion.device.selftest import TerminalSelfTest
    from drivers.panel import Panel
    from drivers.silicon.board import Board

    wiring = choose_wiring(args)
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:

        def announce_and_move(part: str) -> None:
            announce(part)
            move_part(board, part)

        test = TerminalSelfTest(panel, board.clock, board.advance, args.seconds, announce_and_move)
        return [_report(args, say, finding) for finding in test.run()]


def move_part(board: "Board", part: str) -> None:
    """Operate a simulated part."""
    if part == "dial":
        board.turn(1)
    elif part == "dial-push":
        board.push()
    elif part in INPUTS:
        board.tap(part)


def _report(args: argparse.Namespace, say: Say, finding: Finding) -> Finding:
    if not args.json:
        sys.stdout.write(describe_finding(say, finding) + "\n")
        sys.stdout.flush()
    return finding
