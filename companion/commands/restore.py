"""`arkside restore`: restore a backup."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import find_folder

EXAMPLE = "arkside restore arkside-2026-11-16T030000Z.zip"


def add_arguments(parser: Parser) -> None:
    """Add the backup to restore."""
    parser.add_argument("file", metavar=parser.say("FILE"), help=parser.say("a backup made by arkside backup"))


def run(args: argparse.Namespace) -> int:
    """Restore a backup, after saving the current data."""
    from companion.service.backups import restore_backup

    saved = restore_backup(Path(args.file), find_folder(args))
    sys.stdout.write(args.say("{file} is restored", file=args.file) + "\n")
    if saved is not None:
        sys.stdout.write(args.say("Your previous data: {file}", file=saved) + "\n")
    return 0
