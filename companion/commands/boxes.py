"""`arkside boxes`: the pieces of each game, where each figure comes from, and the owner's corrections."""

import argparse
import sys
from collections import Counter
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import folder_of, json_argument, options_argument, options_of, print_json
from companion.core.errors import N_, SetupError
from companion.core.game import Game
from companion.core.shelf import game_ids, game_named
from companion.core.teach import Teaching, corrections_of

EXAMPLE = "arkside boxes teach ark"
TEACH = "teach"


def arguments(parser: Parser) -> None:
    """One box, all, or the one to teach."""
    say = parser.say
    parser.add_argument(
        "words",
        nargs="*",
        metavar=say("[teach] GAME"),
        help=say("show every figure of this box; `teach` asks for what is printed in yours"),
    )
    options_argument(parser)
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check the boxes and show them, or be taught one."""
    words = list(args.words)
    if words[:1] == [TEACH]:
        return _teach(args, words[1:])
    if len(words) > 1:
        raise SetupError(N_("One game at a time, not {words}"), words=" ".join(words))
    shown = [_box(game_named(name), args, bool(words)) for name in words or game_ids()]
    if args.json:
        print_json(shown)
        return 0
    for box in shown:
        counts = Counter(figure["from"] for figure in box["figures"].values())
        origins = ", ".join(f"{number} {args.say(origin)}" for origin, number in counts.items())
        line = args.say("{title} ({game}): figures {origins}", title=box["title"], game=box["game"], origins=origins)
        sys.stdout.write(line + "\n")
        for entry, figure in box["figures"].items() if words else ():
            sys.stdout.write(f"  {entry} = {figure['value']}  ({args.say(figure['from'])})\n")
    return 0


def _teach(args: argparse.Namespace, words: list[str]) -> int:
    from rich.console import Console

    from companion.terminal.teach import teach

    if len(words) != 1:
        raise SetupError(N_("Say which box to teach: arkside boxes teach GAME"))
    game = game_named(words[0])
    teaching = Teaching(game, folder_of(args), options_of(args))
    if not teaching.lessons:
        raise SetupError(N_("Every figure in the box of {game} is known; there is nothing to teach"), game=game.title)
    teach(teaching, game.say(args.say.language), Console(highlight=False), input)
    told, every = teaching.progress
    sys.stdout.write(
        args.say("{told} of {every} told, kept in {file}", told=told, every=every, file=teaching.file) + "\n"
    )
    return 0


def _box(game: Game, args: argparse.Namespace, alone: bool) -> dict[str, Any]:
    """Every figure of a checked box; a correction that cannot be is refused by name."""
    options = game.agree(options_of(args) if alone else {})
    box = game.box(options, corrections_of(game, folder_of(args), options))
    figures = {path: {"value": box.value(path), "from": origin} for path, origin in box.provenance.items()}
    return {"game": game.id, "title": game.title, "figures": figures}
