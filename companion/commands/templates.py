"""`arkside templates`: kinds of scoring for any game, as files to write, check, add and share."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, cast

from companion.commands.parser import Parser
from companion.commands.shared import add_json_argument, find_folder, print_json
from companion.core.box import Box, Tree
from companion.core.errors import N_, SetupError
from companion.core.registry import ANY_GAME, find_game
from companion.core.teach import check_corrections, load_corrections, locate_corrections, write_corrections

EXAMPLE = "arkside templates check my-game.toml"
LIST, CHECK, ADD, EXPORT = "list", "check", "add", "export"


class TemplateReader(Protocol):
    """The part of the game that reads kinds of scoring."""

    def describe_templates(self, box: Box) -> list[dict[str, Any]]:
        """Return all kinds of scoring of a box as JSON."""

    def read_template_file(self, file: Path) -> Tree:
        """Return the tree of a file with one kind of scoring; a mistake is refused."""


def add_arguments(parser: Parser) -> None:
    """Add what to do, and the file or the id."""
    say = parser.say
    parser.add_argument("act", nargs="?", choices=(LIST, CHECK, ADD, EXPORT), default=LIST, help=say("what to do"))
    parser.add_argument(
        "what", nargs="?", metavar=say("FILE or ID"), help=say("a file to check or add, or the id of a kind to export")
    )
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    """List all kinds of scoring, check or add a file, or print one as a file."""
    if args.act == LIST:
        return _list(args)
    if not args.what:
        raise SetupError(N_("Which one? Type: arkside templates {act} FILE"), act=args.act)
    if args.act == EXPORT:
        return _export(args)
    file = Path(args.what)
    tree = cast(TemplateReader, find_game(ANY_GAME)).read_template_file(file)
    if args.act == ADD:
        _add(find_folder(args), file.stem, tree)
    lines = {CHECK: N_("{title}: all is well"), ADD: N_("{title} is added. Pick it when you start “Any game”.")}
    sys.stdout.write(args.say(lines[args.act], title=tree["title"]) + "\n")
    return 0


def _open_box(folder: Path) -> Box:
    """Return all kinds of scoring, those of the owner included."""
    game = find_game(ANY_GAME)
    return game.open_box({}, load_corrections(game, folder))


def _list(args: argparse.Namespace) -> int:
    game = find_game(ANY_GAME)
    kinds = cast(TemplateReader, game).describe_templates(_open_box(find_folder(args)))
    if args.json:
        print_json(kinds)
        return 0
    say = game.say(args.say.language)
    for kind in kinds:
        sys.stdout.write(f"{kind['id']:13}{say(kind['title'])}\n")
    return 0


def _add(folder: Path, id: str, tree: Tree) -> None:
    """Add a kind of scoring to the owner's file; one with the same id is replaced."""
    game = find_game(ANY_GAME)
    known = load_corrections(game, folder)
    known = {**known, "templates": {**known.get("templates", {}), id: tree}}
    check_corrections(game, known, {})
    write_corrections(locate_corrections(game, folder), known)


def _export(args: argparse.Namespace) -> int:
    import tomlkit

    trees: Mapping[str, Tree] = _open_box(find_folder(args)).export_tree()["templates"]
    if args.what not in trees:
        raise SetupError(N_("There's no kind {id!r}; known: {known}"), id=args.what, known=", ".join(trees))
    sys.stdout.write(tomlkit.dumps(trees[args.what]))
    return 0
