"""`arkside export`: write a match to a JSON file, or in the text notation."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.commands.shared import open_journal_for_reading
from companion.core.errors import N_, ExportError, StillPlayed
from companion.core.files import write_new
from companion.core.match_export import export_match
from companion.core.record import Record
from companion.core.replay import replay_record

EXAMPLE = "arkside export 3 --to friday.json"


def add_arguments(parser: Parser) -> None:
    """Add the match and the target file."""
    say = parser.say
    parser.add_argument("number", type=int, metavar="N", help=say("number of the match (see arkside history)"))
    parser.add_argument(
        "--notation", action="store_true", help=say("write the text notation, for papers and programs, instead of JSON")
    )
    parser.add_argument(
        "--secrets", action="store_true", help=say("also export a match that isn't over, with its hidden cards")
    )
    parser.add_argument("--to", metavar=say("FILE"), help=say("file to write (default: the terminal)"))


def run(args: argparse.Namespace) -> int:
    """Write the match, but never overwrite a file."""
    with open_journal_for_reading(args) as journal:
        record = journal.load_record(args.number)
        if has_secrets(record) and not args.secrets:
            raise StillPlayed(
                N_("Match {number} isn't over yet, so its cards stay secret; add --secrets to export them too"),
                number=args.number,
            )
        if args.notation:
            from companion.lab.notation import write_notation  # loaded late, because few need it

            text = write_notation(replay_record(record, journal.file), record.game_version)
        else:
            text = export_match(record)
    if args.to is None:
        sys.stdout.write(text)
        return 0
    try:
        write_new(Path(args.to), text)
    except FileExistsError:
        raise ExportError(N_("{file} already exists; choose another name"), file=args.to) from None
    except (OSError, ValueError) as why:
        reason = getattr(why, "strerror", None) or why
        raise ExportError(N_("Can't write {file}: {why}"), file=args.to, why=reason) from None
    return 0


def has_secrets(record: Record) -> bool:
    """Whether a file of this match gives away cards of people who may play on."""
    return record.ended is None and record.setup.deal == "virtual"
