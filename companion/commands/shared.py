"""Arguments that several commands take, and what they mean."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.commands.parser import Parser
from companion.core.errors import N_, SetupError
from companion.core.home import data_folder
from companion.core.journal import Journal


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
