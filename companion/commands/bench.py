"""`arkside bench`: measure how fast this machine plays."""

import argparse
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import json_argument, print_json
from companion.core.shelf import game_ids, game_named
from companion.lab.bench import bench_games

EXAMPLE = "arkside bench games --game noah"


def arguments(parser: Parser) -> None:
    """What can be measured."""
    say = parser.say
    parser.add_argument("what", nargs="?", choices=("games",), default="games", help=say("what to measure"))
    parser.add_argument("--game", metavar=say("GAME"), help=say("only this game"))
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print, a line at a time, or one JSON document."""
    names = [args.game] if args.game else game_ids()
    figures: list[dict[str, Any]] = []

    def said(figure: dict[str, Any]) -> None:
        figures.append(figure)
        if not args.json:
            line = args.say(
                "{game}, {players} players: {best:,} questions a second (best of {repeats}; median {median:,})",
                game=figure["game"], players=figure["players"], repeats=figure["repeats"],
                best=figure["questions_per_second"], median=figure["median_questions_per_second"],
            )  # fmt: skip
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    bench_games([game_named(name) for name in names], said)
    if args.json:
        print_json({"bench": "games", "figures": figures})
    return 0
