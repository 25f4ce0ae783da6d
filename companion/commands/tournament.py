"""`arkside tournament`: rate bots, with the certainty of each rating."""

import argparse
import sys

from companion.commands.parser import Parser
from companion.commands.shared import (
    add_json_argument,
    add_options_argument,
    add_plan_arguments,
    find_folder,
    make_pool,
    parse_options,
    print_json,
    whole_number,
)
from companion.core.data_folder import read_corrections
from companion.core.registry import find_game
from companion.lab.progress import progress_bar
from companion.lab.tournament import run_tournament

EXAMPLE = "arkside tournament noah --bots random,greedy --games 400"


def add_arguments(parser: Parser) -> None:
    """Add the bots and the number of games."""
    say = parser.say
    parser.add_argument("--games", type=whole_number, default=400, metavar="N", help=say("games for each pair of bots"))
    parser.add_argument("--bots", default="random,greedy", metavar=say("NAMES"), help=say("bots, separated by commas"))
    add_plan_arguments(parser)
    add_options_argument(parser)
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Play all pairs, then print ratings."""
    game, say = find_game(args.game), args.say
    bots = args.bots.split(",")
    pairs = len(set(bots)) * (len(set(bots)) - 1) // 2
    with progress_bar(say("{game}: games played", game=game.title), args.games * max(1, pairs)) as played:
        tournament = run_tournament(
            game, args.players or game.usual_players, bots, args.games, args.seed, parse_options(args),
            read_corrections(find_folder(args), game.id), make_pool(args), played,
        )  # fmt: skip
    if args.json:
        print_json(tournament.as_json())
        return 0
    for rating in tournament.ratings:
        sys.stdout.write(
            say("{bot}: {elo:+.0f} Elo ({least:+.0f} to {most:+.0f})", **rating._asdict()) + "\n"
        )  # fmt: skip
    for pairing in tournament.as_json()["pairings"]:
        sys.stdout.write(say("{one} against {other}: wins {won:.1%} of {games} games", **pairing) + "\n")
    return 0
