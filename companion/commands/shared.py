"""Arguments shared by several commands."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.parser import Parser
from companion.core.data_folder import find_data_folder
from companion.core.errors import N_, SetupError
from companion.core.journal import Journal
from companion.core.journal_file import FILE, is_on_read_only_disk
from companion.core.registry import list_bad_plugins
from companion.core.words import Say

if TYPE_CHECKING:
    from companion.lab.simulate import WorkerPool
    from drivers.wiring import Wiring


def add_options_argument(parser: Parser) -> None:
    """Add --option NAME=VALUE, which can be repeated."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=parser.say("NAME=VALUE"),
        help=parser.say("set an option of the game; `arkside boxes GAME` lists them"),
    )


def add_json_argument(parser: Parser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help=parser.say("print JSON for programs"))


def add_plan_arguments(parser: Parser) -> None:
    """Add game, seed and workers of a simulation."""
    say = parser.say
    parser.add_argument("game", metavar=say("GAME"), help=say("the game to play"))
    parser.add_argument("--players", type=whole_number, metavar="N", help=say("number of players"))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=say("the same seed plays the same games"))
    parser.add_argument(
        "--workers", type=whole_number, metavar="N", help=say("number of processes; doesn't change the results")
    )
    parser.add_argument(
        "--cluster", default="", metavar=say("ADDRESS"), help=say("play on a Dask cluster; `local` starts one here")
    )


def make_pool(args: argparse.Namespace) -> "WorkerPool":
    """Return the workers: a cluster, or the given number of processes, by default one per core."""
    from companion.lab.simulate import WorkerPool  # loaded late, because --help must stay quick
    from companion.lab.workers import count_cores

    return WorkerPool(args.workers or count_cores(), args.cluster)


def parse_options(args: argparse.Namespace) -> dict[str, str]:
    """Return the given options by name."""
    options: dict[str, str] = {}
    for word in args.option:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise SetupError(N_("--option takes NAME=VALUE, not {word!r}"), word=word)
        options[name.strip()] = value.strip()
    return options


def find_folder(args: argparse.Namespace) -> Path:
    """Return the data folder of this call."""
    return find_data_folder(args.data)


def add_wiring_argument(parser: Parser) -> None:
    """Add --wiring, for a box that is built differently."""
    parser.add_argument(
        "--wiring",
        metavar=parser.say("FILE"),
        help=parser.say("parts and wiring of your box: a file, or minimal, table or race"),
    )


def choose_wiring(args: argparse.Namespace) -> "Wiring":
    """Return the named wiring, else `wiring.toml` in the data folder, else the board's own, else the default."""
    from drivers.hat import load_wiring
    from drivers.wiring import BUILDS, Wiring

    if args.wiring in BUILDS:
        return Wiring.of_build(args.wiring)
    if args.wiring is not None:
        return Wiring.load(Path(args.wiring))
    return load_wiring(find_folder(args) / "wiring.toml")


def open_journal(args: argparse.Namespace) -> Journal:
    """Open the journal of this call."""
    return Journal(find_folder(args))


def open_journal_for_reading(args: argparse.Namespace) -> Journal:
    """Open the journal of a call that changes nothing, even from an SD card that can only be read."""
    folder = find_folder(args)
    return Journal(folder, read_only=(folder / FILE).exists() and is_on_read_only_disk(folder))


def warn_left_out(say: Say) -> None:
    """Warn on standard error about each game plug-in that can't be played, with the reason."""
    for why in list_bad_plugins():
        sys.stderr.write(f"arkside: {say.phrase(why)}\n")


def print_json(value: Any) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def whole_number(text: str) -> int:
    """Parse a whole number above zero, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
