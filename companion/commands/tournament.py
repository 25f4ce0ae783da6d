"""`arkside tournament`: which bot is the strongest, and how sure that is."""

import argparse
import sys

from companion.commands.parser import Parser
from companion.commands.shared import (
    folder_of,
    json_argument,
    options_argument,
    options_of,
    plan_arguments,
    pool_of,
    print_json,
    whole_number,
)
from companion.core.data_folder import corrections
from companion.core.registry import game_named
from companion.lab.progress import progress_bar
from companion.lab.tournament import tournament

EXAMPLE = "arkside tournament noah --bots random,greedy --games 400"


def arguments(parser: Parser) -> None:
    """Who meets whom, and how often."""
    say = parser.say
    parser.add_argument("--games", type=whole_number, default=400, metavar="N", help=say("games for each pair of bots"))
    parser.add_argument(
        "--bots", default="random,greedy", metavar=say("NAMES"), help=say("the bots, with commas between")
    )
    plan_arguments(parser)
    options_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Play all pairs, then rate."""
    game, say = game_named(args.game), args.say
    bots = args.bots.split(",")
    pairs = len(set(bots)) * (len(set(bots)) - 1) // 2
    with progress_bar(say("{game}: games played", game=game.title), args.games * max(1, pairs)) as played:
        found = tournament(
            game, args.players or game.players[0], bots, args.games, args.seed, options_of(args),
            corrections(folder_of(args), game.id), pool_of(args), played,
        )  # fmt: skip
    if args.json:
        print_json(found.as_json())
        return 0
    for one in found.ratings:
        sys.stdout.write(
            say("{bot}: {elo:+.0f} Elo ({least:+.0f} to {most:+.0f})", **one._asdict()) + "\n"
        )  # fmt: skip
    for pairing in found.as_json()["pairings"]:
        sys.stdout.write(say("{one} against {other}: wins {won:.1%} of {games} games", **pairing) + "\n")
    return 0
