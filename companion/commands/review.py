"""`arkside review`: write a page about a finished match: chances, turning points, costly decisions."""

import argparse
import sys
from pathlib import Path

from companion.commands.odds import seconds
from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, open_journal, print_json
from companion.core.errors import N_, ExportError
from companion.core.files import write_new
from companion.core.highlights import measure_match
from companion.core.replay import replay_record

EXAMPLE = "arkside review 3 --to friday.html"
SECONDS = 60
"""Longest time for a review unless another is asked for."""


def add_arguments(parser: Parser) -> None:
    """Add the match, the file and the time."""
    say = parser.say
    parser.add_argument("number", type=int, metavar=say("MATCH"), help=say("number of the match (see arkside history)"))
    parser.add_argument("--to", metavar=say("FILE"), help=say("file to write (default: review-MATCH.html here)"))
    parser.add_argument(
        "--seconds", type=seconds, default=SECONDS, metavar="N",
        help=say("longest time for thinking (default: {n})", n=SECONDS),
    )  # fmt: skip
    parser.add_argument("--short", action="store_true", help=say("write a few lines of text instead of a page"))
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Review the match and write the page, but never overwrite a file."""
    from companion.lab.review import Effort, Reviewer  # loaded late, because --help must stay quick
    from companion.lab.review_page import ReviewPage, write_short_review

    file = Path(args.to or f"review-{args.number}.html")
    if file.exists() and not args.json:  # before the work, not after it
        raise ExportError(N_("{file} already exists; choose another name"), file=file)
    with open_journal(args) as journal:
        record = journal.load_record(args.number)
        match = replay_record(record, journal.file)
    review = Reviewer(match, Effort(seconds=args.seconds)).review()
    if args.json:
        print_json({"number": record.number, "game": match.game.id, **review.as_json()})
        return 0
    language = args.say.language
    if args.short:
        text = write_short_review(match, review, language)
    else:
        text = ReviewPage(match, review, measure_match(record, match), language, record.number).render()
    try:
        write_new(file, text)
    except FileExistsError:
        raise ExportError(N_("{file} already exists; choose another name"), file=file) from None
    except (OSError, ValueError) as why:
        reason = getattr(why, "strerror", None) or why
        raise ExportError(N_("Can't write {file}: {why}"), file=file, why=reason) from None
    sys.stdout.write(args.say("Written: {file}", file=file) + "\n")
    return 0
