"""`arkside history`: list the matches in the journal, or show statistics."""

import argparse
import shutil
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, open_journal, print_json
from companion.core.journal import Journal
from companion.core.record import Record
from companion.core.registry import is_installed
from companion.core.words import Say

EXAMPLE = "arkside history --stats"


def add_arguments(parser: Parser) -> None:
    """Add the kind of output."""
    parser.add_argument(
        "--stats", action="store_true", help=parser.say("show statistics: wins, points, lengths, reaction times")
    )
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each match, the newest first, or statistics."""
    with open_journal(args) as journal:
        if args.stats:
            return print_statistics(args, journal)
        records = journal.readable()
        hidden = journal.count() - len(records)
    if hidden:
        warning = args.say.plural("{n} match can't be read", "{n} matches can't be read", hidden)
        sys.stderr.write(f"arkside: {warning}\n")
    if args.json:
        print_json([_record_as_json(record) for record in records])
    elif records:
        sys.stdout.write("".join(_format_record(record, args.say) + "\n" for record in records))
    else:
        sys.stdout.write(args.say("No matches yet. Start one: arkside play noah") + "\n")
    return 0


def print_statistics(args: argparse.Namespace, journal: Journal) -> int:
    """Print statistics of all matches."""
    from companion.core.statistics import statistics
    from companion.terminal.statistics import told

    found = statistics(journal)
    if args.json:
        print_json(found.as_json())
    else:
        width = shutil.get_terminal_size().columns
        sys.stdout.write("".join(f"{line}\n" for line in told(found, args.say, width)))
    return 0


def _record_as_json(record: Record) -> dict[str, Any]:
    return {
        "number": record.number,
        "game": record.setup.game,
        "seats": [seat.name for seat in record.setup.seats],
        "deal": record.setup.deal,
        "options": dict(record.setup.options),
        "answers": len(record.standing()),
        "began": record.began,
        "ended": record.ended,
        "installed": is_installed(record.setup.game),
        "game_version": record.game_version,
        "winners": list(record.winners),
        "scores": list(record.scores),
    }


def _format_record(record: Record, say: Say) -> str:
    seats = record.setup.seats
    if record.ended:
        scores = ", ".join(f"{seat.name} {score}" for seat, score in zip(seats, record.scores, strict=False))
        winners = say.names([seats[seat].name for seat in record.winners] or ["-"])
        result = say("{scores}; won by {winners}", scores=scores, winners=winners)
    else:
        names = ", ".join(seat.name for seat in seats)
        result = say.plural(
            "{names}; saved after {n} answer", "{names}; saved after {n} answers", len(record.standing()), names=names
        )
        if not is_installed(record.setup.game):
            result = say("{what}; its game isn't installed", what=result)
    return f"{record.number:>4}  {record.began[:10]}  {record.setup.game}  {result}"
