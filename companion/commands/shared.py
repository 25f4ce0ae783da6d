"""Arguments that several commands take, and what they mean."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.parser import Parser
from companion.core.errors import N_, ArksideError, Phrase, SetupError
from companion.core.home import data_folder
from companion.core.journal import Journal

if TYPE_CHECKING:
    from drivers.errors import DriverError
    from drivers.wiring import Wiring


class DeviceTrouble(ArksideError, RuntimeError):
    """What a driver says that a person can put right, as an error of the program."""

    code = "device"

    @classmethod
    def of(cls, error: "DriverError") -> "DeviceTrouble":
        """The same words, so that they are said in the language of this call."""
        trouble = cls(error.message, **{name: _phrase(value) for name, value in error.values.items()})
        trouble.code = error.code
        return trouble


def _phrase(value: Any) -> Any:
    from drivers.errors import Phrase as OfTheDrivers

    if not isinstance(value, OfTheDrivers):
        return value
    return Phrase(value.message, **{name: _phrase(inner) for name, inner in value.values.items()})


def options_argument(parser: Parser) -> None:
    """--option name=value, as often as wanted."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=parser.say("NAME=VALUE"),
        help=parser.say("agree on an option of the game; `arkside boxes GAME` lists them"),
    )


def json_argument(parser: Parser) -> None:
    """--json for programs."""
    parser.add_argument("--json", action="store_true", help=parser.say("print JSON for a program to read"))


def options_of(args: argparse.Namespace) -> dict[str, str]:
    """The options given, by name."""
    options: dict[str, str] = {}
    for word in args.option:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise SetupError(N_("--option takes NAME=VALUE, not {word!r}"), word=word)
        options[name.strip()] = value.strip()
    return options


def folder_of(args: argparse.Namespace) -> Path:
    """The data folder of this call."""
    return data_folder(args.data)


def wiring_argument(parser: Parser) -> None:
    """--wiring, for a device that is built differently."""
    parser.add_argument(
        "--wiring",
        metavar=parser.say("FILE"),
        help=parser.say("what your device has and where it is wired: a file, or minimal, table or race"),
    )


def wiring_of(args: argparse.Namespace) -> "Wiring":
    """The wiring named, else `wiring.toml` in the data folder, else the one that ships."""
    from drivers.errors import DriverError
    from drivers.wiring import BUILDS, Wiring

    own = folder_of(args) / "wiring.toml"
    try:
        if args.wiring in BUILDS:
            return Wiring.of_build(args.wiring)
        if args.wiring is not None:
            return Wiring.load(Path(args.wiring))
        return Wiring.load(own if own.exists() else None)
    except DriverError as error:
        raise DeviceTrouble.of(error) from None


def journal_of(args: argparse.Namespace) -> Journal:
    """The journal of this call."""
    return Journal(folder_of(args))


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def whole_number(text: str) -> int:
    """A whole number above zero, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
