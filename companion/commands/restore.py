"""`arkside restore`: put a copy back."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import folder_of

EXAMPLE = "arkside restore arkside-2026-11-16T030000Z.zip"


def arguments(parser: Parser) -> None:
    """The copy to put back."""
    parser.add_argument("file", metavar=parser.say("FILE"), help=parser.say("a copy made by arkside backup"))


def run(args: argparse.Namespace) -> int:
    """Put it back; what was there is copied first."""
    from companion.service.backups import put_back

    saved = put_back(Path(args.file), folder_of(args))
    sys.stdout.write(args.say("{file} is put back", file=args.file) + "\n")
    if saved is not None:
        sys.stdout.write(args.say("What was there before: {file}", file=saved) + "\n")
    return 0
