"""`arkside backup`: copy journal, settings and corrections into one file."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import find_folder
from companion.core.untrusted import sanitize

EXAMPLE = "arkside backup --to /media/stick"


def add_arguments(parser: Parser) -> None:
    """Add the target of the copy."""
    say = parser.say
    parser.add_argument(
        "--to",
        metavar=say("FILE"),
        help=say("file or folder to write to (default: backups/ in the data folder, which keeps the last seven)"),
    )


def run(args: argparse.Namespace) -> int:
    """Make a copy, even during a match, and print its path."""
    from companion.service.backups import back_up

    file = back_up(find_folder(args), None if args.to is None else Path(args.to))
    sys.stdout.write(f"{sanitize(str(file))}\n")
    return 0
