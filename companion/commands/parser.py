"""Argument parser of all commands: argparse with one-line errors in the user's language."""

from __future__ import annotations

import argparse
import sys

from companion.core.errors import N_
from companion.core.words import LANGUAGES, Say, list_languages, measure_translated_share

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from typing import NoReturn

ARGPARSE = (
    N_("usage: "), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("the following arguments are required: %s"), N_("unrecognized arguments: %s"), N_("expected one argument"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"), N_("expected at least one argument"),
    N_("not allowed with argument %s"),
)  # fmt: skip
"""Texts of argparse itself, listed here so that they are translated too."""


EXPECTED = {
    "int": N_("a whole number"), "float": N_("a number"), "whole_number": N_("a whole number of at least 1"),
    "share": N_("a number between 0 and 1"), "seconds": N_("a number above 0 and up to 3600"),
    "number_or_file": N_("a whole number or a file that ends in .ark"),
}  # fmt: skip
"""Descriptions of expected values, by the name of the function that parses them."""


class Parser(argparse.ArgumentParser):
    """Parser with one-line errors."""

    def __init__(self, say: Say, name: str, about: str, example: str = "") -> None:
        self.say = say
        super().__init__(
            prog=f"arkside {name}".strip(),
            description=about,
            epilog=say("example: {command}", command=example) if example else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.add_argument(
            "--data", metavar=say("FOLDER"), help=say("data folder, with journal, settings and corrections")
        )
        self.add_argument("--lang", choices=list_languages(), help=self._describe_languages())

    def _describe_languages(self) -> str:
        """Return the help of --lang, with the completeness of unfinished translations."""
        parts = [
            f"{language} {self.say.format_number(measure_translated_share(language), '.0%')}"
            for language in list_languages()
            if language not in LANGUAGES
        ]
        return ", ".join([self.say("language of all texts"), *parts]).replace("%", "%%")  # as argparse wants it

    def _get_value(self, action: argparse.Action, arg_string: str) -> object:
        """Return the value of an argument. An error says in words what was expected."""
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            wanted = EXPECTED.get(getattr(action.type, "__name__", ""))
            if wanted is None:
                raise
            problem = self.say("{value!r} isn't {wanted}", value=arg_string, wanted=self.say(wanted))
            raise argparse.ArgumentError(action, problem) from None

    def error(self, message: str) -> NoReturn:
        """Exit with one line that says what was wrong and where to look."""
        line = self.say(
            "{command}: {problem} (see {command} --help)", command=self.prog, problem=" ".join(message.split())
        )
        sys.stderr.write(line + "\n")
        sys.exit(2)
