"""The `arkside` command: loads only the command it runs, and turns errors into one line."""

import gettext
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from companion.commands.parser import Parser
from companion.core.errors import N_, ArksideError
from companion.core.words import PROGRAM, Say, choose_language
from companion.native import BUILD

COMMANDS = {
    "run": ("run", N_("run the box: real parts on a Pi, elsewhere a simulated box on a web page")),
    "play": ("play", N_("play a game in this terminal, or continue a saved match")),
    "simulate": ("simulate", N_("let bots play many games and count the results")),
    "tournament": ("tournament", N_("let bots play against each other and rate them")),
    "odds": ("odds", N_("show who is likely to win a match")),
    "engine": ("engine", N_("let other programs play matches over JSON Lines")),
    "history": ("history", N_("list the matches in the journal")),
    "replay": ("replay", N_("show a match from the journal, answer by answer")),
    "review": ("review", N_("write a page about a finished match: chances, turning points, costly decisions")),
    "export": ("exporting", N_("write a match to a JSON file")),
    "import": ("importing", N_("read a match from a JSON file")),
    "rules": ("rules", N_("look up the rules of a game")),
    "boxes": ("boxes", N_("show the pieces of each game, where each figure comes from, and your corrections")),
    "templates": ("templates", N_("list, check, add, export and remove kinds of scoring for any game")),
    "selftest": ("selftest", N_("test all parts of the box and name the wires to check")),
    "pod": ("pod", N_("show, measure or install the pod under the paddles")),
    "backup": ("backup", N_("copy journal, settings and corrections into one file")),
    "restore": ("restore", N_("restore a backup")),
    "update": ("update", N_("install another version from a file; the box rolls back if it doesn't start")),
    "diagnostics": ("diagnostics", N_("report on this box for people who help you, without player names")),
    "words": ("words", N_("collect the texts of a package and compile its translations")),
    "bench": ("bench", N_("run benchmarks on this machine")),
}
"""Commands with their module under `companion.commands` and their help."""

DEFAULT = "run"
LONGEST_WIDTH = 4
"""Most digits in the width of a terminal."""
TRACEBACK = "ARKSIDE_TRACEBACK"
"""Environment variable that shows the traceback of unexpected errors."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return 0 on success, 1 on failure, 2 for wrong usage."""
    words = list(sys.argv[1:] if argv is None else argv)
    # argparse translates by LANGUAGE, which is set for this call only: tests and programs call main repeatedly
    before = os.environ.get("LANGUAGE")
    _tolerate_encodings()
    _drop_invalid_width()
    try:
        return _run_in_language(words)
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:  # the reader went away
        _drop_output()
        return 1
    finally:
        if before is None:
            os.environ.pop("LANGUAGE", None)
        else:
            os.environ["LANGUAGE"] = before


def _run_in_language(words: list[str]) -> int:
    """Run a command in the language of this call, and print any error in one line."""
    say = Say("en")
    try:
        say = _choose_language(words)
        if BUILD.edited:
            edited = say(
                "{file} has changed since it was compiled: running plain Python until you rebuild it", file=BUILD.edited
            )
            sys.stderr.write(f"arkside: {edited}\n")
        try:
            return _dispatch(words, say)
        finally:
            sys.stdout.flush()  # report write errors here, not in the interpreter's shutdown
    except ArksideError as error:
        sys.stderr.write(f"arkside: {say.phrase(error)}\n")
        return 2 if error.asked_wrongly else 1
    except BrokenPipeError:
        raise
    except OSError as error:
        _drop_output()
        line = say("I/O error: {why}", why=error.strerror or error)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        line = say(
            "Something went wrong inside ({kind}). Everything saved is safe; {variable}=1 shows the details",
            kind=type(error).__name__, variable=TRACEBACK,
        )  # fmt: skip
    sys.stderr.write(f"arkside: {line}\n")
    return 1


def _tolerate_encodings() -> None:
    """Replace characters that an output can't encode, and discard output to a closed one."""
    sys.stdout = sys.stdout or _open_null()
    sys.stderr = sys.stderr or _open_null()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            utf8 = stream.encoding.lower().replace("-", "") == "utf8"
            stream.reconfigure(errors="backslashreplace" if utf8 else "replace")


def _open_null() -> io.TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")


def _drop_output() -> None:
    """Discard pending output, so that the interpreter's final flush doesn't fail."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _drop_invalid_width() -> None:
    """Ignore an impossible terminal width in COLUMNS."""
    width = os.environ.get("COLUMNS", "1")
    if not (width.isascii() and width.isdecimal() and len(width) <= LONGEST_WIDTH):
        del os.environ["COLUMNS"]


def _move_command_first(words: list[str]) -> list[str]:
    """Return the words with the command first; common options may precede it."""
    at = 0
    while at < len(words) and words[at].partition("=")[0] in ("--data", "--lang"):
        at += 1 if "=" in words[at] else 2
    return words[at:] + words[:at]


def _dispatch(words: list[str], say: Say) -> int:
    words = _move_command_first(words)
    if words and words[0] in COMMANDS:
        name, arguments = words[0], words[1:]
    elif words and (words[0] in ("-h", "--help", "--version") or not words[0].startswith("-")):
        return _show_overview(words, say)
    else:
        name, arguments = DEFAULT, words
    module, about = COMMANDS[name]
    command = import_module(f"companion.commands.{module}")
    parser = Parser(say, name, say(about), command.EXAMPLE)
    command.add_arguments(parser)
    args = parser.parse_args(arguments)
    args.say = say
    return int(command.run(args))


def _show_overview(words: list[str], say: Say) -> int:
    parser = Parser(say, "", say("A table companion for four boxed games about the Flood."), "arkside play noah")
    parser.add_argument("--version", action="store_true", help=say("print the version and exit"))
    width = max(map(len, COMMANDS)) + 2
    listed = "\n".join(f"  {name:{width}}{say(about)}" for name, (_, about) in COMMANDS.items())
    parser.add_argument(
        "command", nargs="?", metavar=say("COMMAND"), help=say("what to do (default: {default})", default=DEFAULT)
    )
    heading = say("commands:")
    parser.description = f"{parser.description}\n\n{heading}\n{listed}"
    args = parser.parse_args(words)
    if args.version:
        from companion import VERSION

        sys.stdout.write(f"arkside {VERSION} ({say('compiled')})\n" if BUILD.used else f"arkside {VERSION}\n")
        return 0
    return parser.error(say("unknown command {name!r}", name=args.command))


def _choose_language(words: list[str]) -> Say:
    """Choose the language of this call: --lang, else the settings, else the locale."""
    wanted = _find_option(words, "--lang")
    if wanted is None:
        wanted = _read_language(_find_option(words, "--data"), _move_command_first(words)[:1])
    language = choose_language(wanted)
    domain, folder = PROGRAM
    os.environ["LANGUAGE"] = language  # argparse asks the process-wide catalog
    gettext.bindtextdomain(domain, folder)
    gettext.textdomain(domain)
    return Say(language)


def _read_language(data: str | None, command: list[str]) -> str | None:
    """Return the language in the settings. Damaged settings are an error, but never keep the box from starting."""
    from companion.core.data_folder import find_data_folder, read_usable_settings

    settings, wrong = read_usable_settings(find_data_folder(data))
    if wrong is not None and command and command[0] in COMMANDS and command[0] != DEFAULT:
        raise wrong
    return settings.get("language")


def _find_option(words: list[str], option: str) -> str | None:
    """Return the value of an option before parsing, because the parser itself needs the language."""
    for word, after in zip(words, [*words[1:], ""], strict=False):  # without words there is nothing to pair
        if word == option:
            return after
        if word.startswith(option + "="):
            return word.partition("=")[2]
    return None
