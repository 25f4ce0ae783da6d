"""`arkside import`: read a match from a JSON file."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import open_journal
from companion.core.errors import N_, ExportError
from companion.core.match_export import import_match
from companion.core.untrusted import Unreadable, read_text

EXAMPLE = "arkside import friday.json"


def add_arguments(parser: Parser) -> None:
    """Add the file to import."""
    parser.add_argument("file", metavar=parser.say("FILE"), help=parser.say("a file written by arkside export"))


def run(args: argparse.Namespace) -> int:
    """Import the match if its answers replay, and print its number."""
    try:
        text = read_text(Path(args.file))
    except Unreadable as why:
        raise ExportError(N_("Can't read {file}: {why}"), file=args.file, why=why.why) from None
    record = import_match(text, args.file)
    with open_journal(args) as journal:
        known = journal.find_number(record.uid)
        if known is not None:
            raise ExportError(N_("{file} is already in the journal, as match {number}"), file=args.file, number=known)
        number = journal.write_match(record)
    sys.stdout.write(args.say("Imported as match {number}", number=number) + "\n")
    return 0
