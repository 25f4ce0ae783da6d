"""`arkside history`: list the matches in the journal, or show statistics."""

import argparse
import shutil
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, open_journal_for_reading, print_json
from companion.core.journal import Journal
from companion.core.play_export import write_csv
from companion.core.record import MatchHeading
from companion.core.registry import is_installed
from companion.core.words import Say

EXAMPLE = "arkside history --stats"


def add_arguments(parser: Parser) -> None:
    """Add the kind of output."""
    parser.add_argument(
        "--stats", action="store_true", help=parser.say("show statistics: wins, points, lengths, reaction times")
    )
    parser.add_argument(
        "--csv", action="store_true", help=parser.say("print all finished matches as a table for spreadsheets")
    )
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each match, the newest first, or statistics."""
    with open_journal_for_reading(args) as journal:
        if args.stats:
            return print_statistics(args, journal)
        if args.csv:
            sys.stdout.write(write_csv(journal.iterate_headings(oldest_first=True)))
            return 0
        headings = journal.list_headings()
        hidden = journal.count_matches() - len(headings)
        answers = journal.count_answers(of_all=args.json)
    if hidden:
        warning = args.say.plural("{n} match can't be read", "{n} matches can't be read", hidden)
        sys.stderr.write(f"arkside: {warning}\n")
    if args.json:
        print_json([_heading_as_json(heading, answers.get(heading.number, 0)) for heading in headings])
    elif headings:
        sys.stdout.write(
            "".join(_format_heading(heading, answers.get(heading.number, 0), args.say) + "\n" for heading in headings)
        )
    else:
        sys.stdout.write(args.say("No matches yet. Start one: arkside play noah") + "\n")
    return 0


def print_statistics(args: argparse.Namespace, journal: Journal) -> int:
    """Print statistics of all matches."""
    from companion.core.statistics import compute_statistics
    from companion.terminal.statistics import format_statistics

    statistics = compute_statistics(journal, language=args.say.language)
    if args.json:
        print_json(statistics.as_json())
    else:
        width = shutil.get_terminal_size().columns
        sys.stdout.write("".join(f"{line}\n" for line in format_statistics(statistics, args.say, width)))
    return 0


def _heading_as_json(heading: MatchHeading, answers: int) -> dict[str, Any]:
    return {
        "number": heading.number,
        "game": heading.game,
        "seats": [seat.name for seat in heading.seats],
        "deal": heading.deal,
        "options": dict(heading.options),
        "answers": answers,
        "began": heading.began,
        "ended": heading.ended,
        "installed": is_installed(heading.game),
        "game_version": heading.game_version,
        "house_rules": heading.house_rules,
        "winners": list(heading.winners),
        "scores": list(heading.scores),
    }


def _format_heading(heading: MatchHeading, answers: int, say: Say) -> str:
    seats = heading.seats
    if heading.ended:
        scores = ", ".join(f"{seat.name} {score}" for seat, score in zip(seats, heading.scores, strict=False))
        winners = say.join_names([seats[seat].name for seat in heading.winners] or ["-"])
        result = say("{scores}; won by {winners}", scores=scores, winners=winners)
    else:
        names = ", ".join(seat.name for seat in seats)
        result = say.plural("{names}; saved after {n} answer", "{names}; saved after {n} answers", answers, names=names)
        if not is_installed(heading.game):
            result = say("{what}; its game isn't installed", what=result)
    if heading.house_rules:
        result = say("{what}; house rules: {words}", what=result, words=heading.house_rules)
    return f"{heading.number:>4}  {heading.began[:10]}  {heading.game}  {result}"
