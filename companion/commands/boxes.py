"""`arkside boxes`: the pieces of each game, where each figure comes from, and the owner's corrections."""

import argparse
import sys
from collections import Counter
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import folder_of, json_argument, options_argument, options_of, print_json
from companion.core.game import Game
from companion.core.home import corrections
from companion.core.shelf import game_ids, game_named

EXAMPLE = "arkside boxes noah"


def arguments(parser: Parser) -> None:
    """One box, or all."""
    say = parser.say
    parser.add_argument("game", nargs="?", metavar=say("GAME"), help=say("show every figure of this box"))
    options_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check the boxes and show them."""
    shown = [_box(game_named(name), args) for name in ([args.game] if args.game else game_ids())]
    if args.json:
        print_json(shown)
        return 0
    for box in shown:
        counts = Counter(figure["from"] for figure in box["figures"].values())
        origins = ", ".join(f"{number} {args.say(origin)}" for origin, number in counts.items())
        sys.stdout.write(
            args.say("{title} ({game}): figures {origins}", title=box["title"], game=box["game"], origins=origins)
            + "\n"
        )
        if args.game:
            for entry, figure in box["figures"].items():
                sys.stdout.write(f"  {entry} = {figure['value']}  ({args.say(figure['from'])})\n")
    return 0


def _box(game: Game, args: argparse.Namespace) -> dict[str, Any]:
    """Every figure of a checked box; a correction that cannot be is refused by name."""
    options = game.agree(options_of(args) if args.game else {})
    fixed = corrections(folder_of(args), game.id)
    for players in game.players:
        setup = game.set_up([str(n) for n in range(1, players + 1)], options, corrections=fixed)
        game.pieces(setup)
    box = game.box(options, fixed)
    figures = {path: {"value": box.value(path), "from": origin} for path, origin in box.provenance.items()}
    return {"game": game.id, "title": game.title, "figures": figures}
