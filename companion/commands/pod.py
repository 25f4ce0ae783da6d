"""`arkside pod`: show or measure the pod under the paddles, or install its firmware."""

import argparse
import dataclasses
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, print_json
from companion.core.words import Say

EXAMPLE = "arkside pod measure --json"


def add_arguments(parser: Parser) -> None:
    """Add the action and the port."""
    say = parser.say
    parser.add_argument(
        "what",
        nargs="?",
        choices=("show", "measure", "install"),
        default="show",
        help=say("show its state, measure clock and round trips, or install the firmware"),
    )
    parser.add_argument("--port", metavar=say("PORT"), help=say("serial port (default: found automatically)"))
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Run the action and print its result."""
    report = {"show": _show, "measure": _measure, "install": _install}[args.what](args.port)
    if args.json:
        print_json(report)
    else:
        sys.stdout.write(_format_report(report, args.say))
    return 0


def _show(port: str | None) -> dict[str, Any]:
    from drivers.pod import Pod

    with Pod(_ignore_press, port) as pod:
        return _as_json(pod.wait())


def _measure(port: str | None) -> dict[str, Any]:
    from drivers.pod import Pod

    with Pod(_ignore_press, port) as pod:
        return _as_json(pod.measure())


def _install(port: str | None) -> dict[str, Any]:
    from drivers.pod import find_pod
    from drivers.pod_install import install

    return _as_json(install(port or find_pod()))


def _ignore_press(seat: int, closed: bool, at: float) -> None:
    """Ignore presses."""


def _as_json(report: Any) -> dict[str, Any]:
    values = dataclasses.asdict(report)
    return {name: round(value, 3) if isinstance(value, float) else value for name, value in values.items()}


def _format_report(report: dict[str, Any], say: Say) -> str:
    return "".join(
        say("{name}: {value}", name=name.replace("_", " "), value="-" if value is None else value) + "\n"
        for name, value in report.items()
    )
