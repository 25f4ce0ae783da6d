"""`arkside export`: write a match to a JSON file."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import open_journal
from companion.core.errors import N_, ExportError
from companion.core.files import write_new
from companion.core.match_file import exported

EXAMPLE = "arkside export 3 --to friday.json"


def add_arguments(parser: Parser) -> None:
    """Add the match and the target file."""
    say = parser.say
    parser.add_argument("number", type=int, metavar="N", help=say("the number of the match; see arkside history"))
    parser.add_argument("--to", metavar=say("FILE"), help=say("the file to write; the terminal if not given"))


def run(args: argparse.Namespace) -> int:
    """Write the match, but never overwrite a file."""
    with open_journal(args) as journal:
        text = exported(journal.record(args.number))
    if args.to is None:
        sys.stdout.write(text)
        return 0
    try:
        write_new(Path(args.to), text)
    except FileExistsError:
        raise ExportError(N_("{file} is there already; choose another name"), file=args.to) from None
    except (OSError, ValueError) as why:
        reason = getattr(why, "strerror", None) or why
        raise ExportError(N_("{file} cannot be written: {why}"), file=args.to, why=reason) from None
    return 0
