"""`arkside boxes`: show the pieces of each game with the origin of each figure, or enter corrections."""

import argparse
import sys
from typing import Any

from companion.commands.parser import Parser
from companion.commands.shared import (
    add_json_argument,
    add_options_argument,
    find_folder,
    parse_options,
    print_json,
    warn_left_out,
)
from companion.core.box import Box
from companion.core.errors import N_, SetupError
from companion.core.game import Game
from companion.core.registry import find_game, list_game_ids
from companion.core.teach import Teaching, load_corrections

EXAMPLE = "arkside boxes teach ark"
TEACH = "teach"


def add_arguments(parser: Parser) -> None:
    """Add the game to show or to teach."""
    say = parser.say
    parser.add_argument(
        "words",
        nargs="*",
        metavar=say("[teach] GAME"),
        help=say("show every figure of this game; `teach` asks what is printed on your pieces"),
    )
    add_options_argument(parser)
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check and show the pieces of games, or ask the owner for theirs."""
    words = list(args.words)
    if words[:1] == [TEACH]:
        return _teach(args, words[1:])
    if len(words) > 1:
        raise SetupError(N_("One game at a time, not {words}"), words=" ".join(words))
    games = [find_game(name) for name in words or list_game_ids()]
    if not words:
        warn_left_out(args.say)
    options = parse_options(args) if words else {}
    boxes = [(game, _load_box(game, args, options)) for game in games]
    if args.json:
        print_json([_box_as_json(game, box) for game, box in boxes])
    else:
        _show(args, boxes, options, bool(words))
    return 0


def _show(args: argparse.Namespace, boxes: list[tuple[Game, Box]], options: dict[str, str], alone: bool) -> None:
    from rich.console import Console

    from companion.terminal.boxes import show_box, show_boxes

    console = Console(highlight=False)
    if alone:
        ((game, box),) = boxes
        show_box(Teaching(game, find_folder(args), options), box, game.say(args.say.language), console)
    else:
        show_boxes(boxes, args.say, console)


def _teach(args: argparse.Namespace, words: list[str]) -> int:
    from rich.console import Console

    from companion.terminal.teach import teach

    if len(words) != 1:
        raise SetupError(N_("Which game? Type: arkside boxes teach GAME"))
    game = find_game(words[0])
    teaching = Teaching(game, find_folder(args), parse_options(args))
    if not teaching.lessons:
        raise SetupError(N_("I already know every figure of {game}; there's nothing to teach"), game=game.title)
    teach(teaching, game.say(args.say.language), Console(highlight=False), input)
    entered, every = teaching.progress
    sys.stdout.write(
        args.say("{entered} of {every} entered, saved in {file}", entered=entered, every=every, file=teaching.file)
        + "\n"
    )
    return 0


def _load_box(game: Game, args: argparse.Namespace, options: dict[str, str]) -> Box:
    """Return a game's pieces with the owner's corrections. Raise BoxError for an invalid correction."""
    agreed = game.complete_options(options)
    return game.open_box(agreed, load_corrections(game, find_folder(args), agreed))


def _box_as_json(game: Game, box: Box) -> dict[str, Any]:
    """Return every figure with its origin as JSON values."""
    figures = {path: {"value": box.get_value(path), "from": origin} for path, origin in box.provenance.items()}
    return {"game": game.id, "title": game.title, "figures": figures}
