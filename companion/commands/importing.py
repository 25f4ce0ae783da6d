"""`arkside import`: read a match from a JSON file."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import journal_of
from companion.core.errors import N_, ExportError
from companion.core.interchange import imported

EXAMPLE = "arkside import friday.json"


def arguments(parser: Parser) -> None:
    """Which file."""
    parser.add_argument("file", metavar=parser.say("FILE"), help=parser.say("a file written by arkside export"))


def run(args: argparse.Namespace) -> int:
    """Believe the file if it replays, and give it a number."""
    try:
        text = Path(args.file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ExportError(N_("{file} is not JSON"), file=args.file) from None
    except OSError as why:
        raise ExportError(N_("{file} cannot be read: {why}"), file=args.file, why=why.strerror) from None
    record = imported(text, args.file)
    with journal_of(args) as journal:
        known = journal.number_of(record.uid)
        if known is not None:
            raise ExportError(N_("{file} is in the journal already, as match {number}"), file=args.file, number=known)
        number = journal.write(record)
    sys.stdout.write(args.say("Imported as match {number}", number=number) + "\n")
    return 0
