"""One root for everything a person can put right, from a rule down to a wire."""

import builtins
import errno
import os
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest

import companion
import drivers
from companion import VERSION, cli
from companion.core.errors import ArksideError, JournalError, SetupError
from companion.core.words import Say
from companion.engine import BadEngineRequest
from drivers.errors import DriverError
from drivers.pod import PodError
from drivers.wiring import WiringError
from tests.borders.command import arkside

ROOTS = {DriverError, PodError}
"""Never raised themselves."""
NEED_EXTRAS = ("companion.lab.", "drivers.gpiod_pins", "drivers.silicon.gpiochip")


def all_errors() -> list[type[ArksideError]]:
    for package in (companion, drivers):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(NEED_EXTRAS) and not module.name.endswith("__main__"):
                import_module(module.name)
    found, new = [], [ArksideError]
    while new:
        new = [below for error in new for below in error.__subclasses__()]
        found += new
    return found


def test_every_error_is_also_a_built_in_one():
    built_in = tuple(
        kind
        for kind in vars(builtins).values()
        if isinstance(kind, type) and issubclass(kind, Exception) and kind is not Exception
    )
    errors = all_errors()
    assert WiringError in errors
    assert [error for error in errors if not issubclass(error, built_in) and error not in ROOTS] == []


def test_every_error_has_a_code_for_programs():
    """The engine's gets its code where it is raised."""
    assert [
        error for error in all_errors() if error.code in ("error", "driver") and error not in {*ROOTS, BadEngineRequest}
    ] == []


@pytest.mark.parametrize("kind", [SetupError, WiringError, JournalError])
def test_an_error_within_an_error_is_said_in_the_same_language(kind):
    outer = kind("{file} isn't a TOML file: {why}", file="a.toml", why=WiringError("is missing"))
    assert str(outer) == "a.toml isn't a TOML file: is missing"
    assert Say("fr").phrase(outer) == "a.toml\u202f: ce n’est pas un fichier TOML\u202f: manque"


def test_a_mistake_of_ours_is_one_line_too_and_shows_where_only_if_asked(capfd, monkeypatch):
    def stumble(words, say):
        raise KeyError("a mistake")

    monkeypatch.setattr(cli, "_dispatch", stumble)
    monkeypatch.delenv(cli.TRACEBACK, raising=False)
    code, out, err = arkside(capfd, "history", "--lang", "en")
    assert (code, out) == (1, "")
    assert err == (
        "arkside: Something went wrong inside (KeyError). Everything saved is safe;"
        f" {cli.TRACEBACK}=1 shows the details\n"
    )
    monkeypatch.setenv(cli.TRACEBACK, "1")
    with pytest.raises(KeyError):
        cli.main(["history"])


def test_a_stopped_command_prints_nothing_more(capfd, monkeypatch):
    def stopped(words, say):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_dispatch", stopped)
    assert arkside(capfd, "history") == (1, "", "")


@pytest.mark.parametrize("width", ["-5", "9" * 20, "½", "80 "])
def test_a_width_that_no_terminal_has_is_none(capfd, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    assert arkside(capfd, "boxes", "noah")[0] == 0
    assert "COLUMNS" not in os.environ


def test_a_disk_that_is_full_is_one_line(capfd, monkeypatch):
    def fail(words, say):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(cli, "_dispatch", fail)
    monkeypatch.setattr(cli, "_drop_output", lambda: None)  # it would close the output of all other tests
    assert arkside(capfd, "history", "--lang", "en") == (1, "", "arkside: I/O error: No space left on device\n")


def test_a_reader_that_goes_away_ends_a_command_without_a_word(capfd, monkeypatch):
    def fail(words, say):
        raise BrokenPipeError

    monkeypatch.setattr(cli, "_dispatch", fail)
    monkeypatch.setattr(cli, "_drop_output", lambda: None)
    assert arkside(capfd, "history") == (1, "", "")


def test_output_that_nobody_reads_any_more_goes_nowhere(tmp_path, monkeypatch):
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr("sys.stdout", out)
        cli._drop_output()
        out.write("too late")
    assert (tmp_path / "out").read_text() == ""


def test_a_program_without_any_output_still_works(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert cli.main(["--version"]) == 0
    sys.stdout.close()
    sys.stderr.close()


def test_an_edited_file_that_was_compiled_is_named(capfd, monkeypatch):
    monkeypatch.setattr(cli.BUILD, "edited", "rules.py")
    code, out, err = arkside(capfd, "--version", "--lang", "en")
    assert (code, out) == (0, f"arkside {VERSION}\n")
    assert err.startswith("arkside: rules.py has changed since it was compiled")
