"""`arkside words`: collect the texts of a package and compile its translations."""

import argparse
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.core.errors import N_, ArksideError, SetupError

EXAMPLE = "arkside words src/my_game --new de"


class BabelMissing(ArksideError, ImportError):
    """Babel isn't installed; it is an extra because few people need it."""

    code = "babel-missing"

    __str__ = ArksideError.__str__


def add_arguments(parser: Parser) -> None:
    """Add the package and the language to start."""
    say = parser.say
    parser.add_argument("folder", metavar=say("FOLDER"), help=say("folder of a Python package"))
    parser.add_argument("--new", default="", metavar=say("LANGUAGE"), help=say("start a new language, such as de"))


def run(args: argparse.Namespace) -> int:
    """Update every catalog, and print how many texts need a translation."""
    try:
        from babel import Locale, UnknownLocaleError

        from companion.catalogs import update
    except ImportError:
        raise BabelMissing(N_("`arkside words` needs Babel: pip install arkside[words]")) from None
    folder = Path(args.folder).resolve()
    if not any(folder.glob("*.py")):
        raise SetupError(N_("{folder} isn't a package: it has no Python files"), folder=args.folder)
    try:
        new = str(Locale.parse(args.new)) if args.new else ""
    except (ValueError, UnknownLocaleError):
        raise SetupError(
            N_("{language!r} isn't a language; use a code such as de or pt_BR"), language=args.new
        ) from None
    catalogs = list(update(folder, new))
    for catalog in catalogs:
        line = args.say("{domain} {language}: {texts} texts, {waiting} to translate", **catalog._asdict())
        sys.stdout.write(f"{line}\n")
    if not catalogs:
        raise SetupError(N_("{folder} has no languages yet; start one with --new de"), folder=args.folder)
    return 0
