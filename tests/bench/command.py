"""Options and output that the benches of this package share with `arkside bench`."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from companion.commands.shared import print_json, whole_number
from companion.core.game import Game
from companion.core.registry import find_game


def make_parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """Return the parser of `python -m tests.bench.NAME`, with the option that every bench has."""
    parser = argparse.ArgumentParser(
        prog=f"python -m tests.bench.{name}", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def add_size(parser: argparse.ArgumentParser, default: int, what: str) -> None:
    """Add --size and --seed."""
    parser.add_argument("--size", "--games", type=whole_number, default=default, metavar="N", help=f"how many {what}")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed measures the same thing")


def add_game(parser: argparse.ArgumentParser, ids: Sequence[str]) -> None:
    """Add --game, which picks one of these games."""
    parser.set_defaults(ids=ids)
    parser.add_argument("--game", choices=ids, help="only this game")


def list_games(args: argparse.Namespace) -> list[Game]:
    """Return the game that was asked for, or all that the bench knows."""
    return [find_game(id) for id in ([args.game] if args.game else args.ids)]


def format_way(figure: Mapping[str, Any]) -> str:
    """Return a game and its unusual options, as in `noah length=long`."""
    return " ".join([figure["game"], *(f"{name}={value}" for name, value in figure["options"].items())])


def print_figures(name: str, figures: Mapping[str, Any], as_json: bool) -> None:
    """Print a line for each figure, or one JSON document."""
    if as_json:
        print_json({"bench": name, **figures})
    else:
        print("".join(f"{figure}: {value}\n" for figure, value in figures.items()), end="")
