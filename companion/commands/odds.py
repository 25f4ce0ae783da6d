"""`arkside odds`: show who is likely to win a match, using only what everyone at its table can see."""

import argparse
import sys
import time

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, open_journal_for_reading, print_json, whole_number
from companion.core.errors import N_, NoOdds, UnknownMatch
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.replay import replay_record
from companion.core.words import Say
from companion.lab.odds import Odds, OddsCounter

EXAMPLE = "arkside odds 3"
ENDINGS = 1000
WIDTH = 16
"""Length of a full bar, in characters."""


def add_arguments(parser: Parser) -> None:
    """Add the match and the number of endings."""
    say = parser.say
    parser.add_argument(
        "number", type=int, nargs="?", metavar=say("MATCH"),
        help=say("number of the match, see arkside history (default: the latest unfinished one)"),
    )  # fmt: skip
    parser.add_argument(
        "--playouts",
        type=whole_number,
        metavar="N",
        help=say("number of endings to simulate (default: {n})", n=ENDINGS),
    )
    parser.add_argument(
        "--seconds", type=seconds, metavar="N", help=say("simulate endings for this many seconds instead")
    )  # fmt: skip
    parser.add_argument("--bot", default="", metavar=say("NAME"), help=say("bot that plays the endings for everyone"))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=say("the same seed gives the same endings"))
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate endings and print each seat's chance."""
    with open_journal_for_reading(args) as journal:
        record = journal.load_record(_choose_match(args, journal))
        match = replay_record(record, journal.file)
    try:
        counting = OddsCounter(match, args.bot, args.seed)
    except NoOdds as why:  # the message comes from the game's own catalog
        sys.stderr.write(f"arkside: {match.game.say(args.say.language).phrase(why)}\n")
        return 1
    _imagine_endings(counting, args)
    if args.json:
        print_json({"number": record.number, "game": match.game.id, "n": len(match.answers) + 1,
                    **counting.odds.as_json()})  # fmt: skip
    else:
        _print_odds(record.number, match, counting.odds, args.say)
    return 0


def _choose_match(args: argparse.Namespace, journal: Journal) -> int:
    if args.number is not None:
        return int(args.number)
    waiting = journal.list_waiting(1)
    if not waiting:
        raise UnknownMatch(N_("No unfinished match. Give a number (see arkside history)"))
    return waiting[0]


def _imagine_endings(counting: OddsCounter, args: argparse.Namespace) -> None:
    until = None if args.seconds is None else time.monotonic() + args.seconds
    most = args.playouts or (ENDINGS if until is None else sys.maxsize)
    while counting.endings < most and not counting.over and (until is None or time.monotonic() < until):
        counting.imagine(1)


def _print_odds(number: int, match: Match, odds: Odds, say: Say) -> None:
    write = sys.stdout.write
    write(
        say("{game}, match {number}, question {n}", game=match.game.title, number=number, n=len(match.answers) + 1)
        + "\n"
    )
    width = max(len(seat.name) for seat in match.setup.seats)
    for seat, chance in zip(match.setup.seats, odds.chances, strict=True):
        bar = "█" * round(chance.share * WIDTH)
        between = (
            say("({least:.0f} to {most:.0f}%)", least=100 * chance.least, most=100 * chance.most)
            if odds.endings
            else ""
        )
        share = say("{n:.0f}%", n=100 * chance.share)
        write(f"  {seat.symbol} {seat.name:{width}} {share:>5} {bar:░<{WIDTH}} {between}".rstrip() + "\n")
    if not odds.endings:
        write(say("The match is over.") + "\n")
        return
    write(say("From {n} simulated endings, using only what everyone can see.", n=odds.endings) + "\n")


def seconds(text: str) -> float:
    """Parse a duration in seconds, for argparse."""
    number = float(text)
    if not 0 < number <= 3600:
        raise ValueError(text)
    return number
