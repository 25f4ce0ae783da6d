"""`arkside diagnostics`: report on this box for people who help, without player names."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import find_folder

EXAMPLE = "arkside diagnostics --to report.zip"


def add_arguments(parser: Parser) -> None:
    """Add the target of the report."""
    say = parser.say
    parser.add_argument("--to", metavar=say("FILE"), help=say("file to write (default: the terminal)"))


def run(args: argparse.Namespace) -> int:
    """Print the report, or write it to a file."""
    from companion.service.diagnostics import format_report, write_report

    if args.to is None:
        sys.stdout.write(format_report(find_folder(args)))
    else:
        write_report(find_folder(args), Path(args.to))
        sys.stdout.write(f"{args.to}\n")
    return 0
