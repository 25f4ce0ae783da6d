"""`arkside templates`: kinds of scoring for any game, as files to write, check, add and share."""

import argparse
import sys
from pathlib import Path

from companion.app.scoring_kinds import add_kind, get_reader, load_kind_trees, remove_kind, write_kind
from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, find_folder, print_json
from companion.core.box import read_toml
from companion.core.errors import N_, SetupError
from companion.core.registry import ANY_GAME, find_game

EXAMPLE = "arkside templates check my-game.toml"
LIST, CHECK, ADD, EXPORT, REMOVE = "list", "check", "add", "export", "remove"


def add_arguments(parser: Parser) -> None:
    """Add what to do, and the file or the id."""
    say = parser.say
    parser.add_argument(
        "act", nargs="?", choices=(LIST, CHECK, ADD, EXPORT, REMOVE), default=LIST, help=say("what to do")
    )
    parser.add_argument(
        "what",
        nargs="?",
        metavar=say("FILE or ID"),
        help=say("a file to check or add, or the id of a kind to export or remove"),
    )
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """List all kinds of scoring, check or add a file, print one as a file, or remove one."""
    if args.act == LIST:
        return _list(args)
    if not args.what:
        raise SetupError(N_("Which one? Type: arkside templates {act} FILE"), act=args.act)
    folder = find_folder(args)
    if args.act == EXPORT:
        sys.stdout.write(write_kind(folder, args.what))
        return 0
    if args.act == REMOVE:
        remove_kind(folder, args.what)
        sys.stdout.write(args.say("{id} is removed.", id=args.what) + "\n")
        return 0
    return _take_file(args, folder)


def _take_file(args: argparse.Namespace, folder: Path) -> int:
    """Check a file, and add it if that is wanted."""
    file = Path(args.what)
    tree = read_toml(file)
    get_reader().check_template(tree, file.stem, str(file))
    if args.act == ADD:
        add_kind(folder, file.stem, tree)
    lines = {CHECK: N_("{title}: all is well"), ADD: N_("{title} is added. Pick it when you start “Any game”.")}
    sys.stdout.write(args.say(lines[args.act], title=tree["title"]) + "\n")
    return 0


def _list(args: argparse.Namespace) -> int:
    kinds = get_reader().describe_templates(load_kind_trees(find_folder(args)))
    if args.json:
        print_json(kinds)
        return 0
    say = find_game(ANY_GAME).say(args.say.language)
    for kind in kinds:
        sys.stdout.write(f"{kind['id']:13}{say(kind['title'])}\n")
    return 0
