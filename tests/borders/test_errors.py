"""One root for everything a person can put right, from a rule down to a wire."""

import builtins
import os
from importlib import import_module
from pkgutil import walk_packages

import pytest

import companion
import drivers
from companion import cli
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
    outer = kind("{file}: is not a TOML file: {why}", file="a.toml", why=WiringError("is missing"))
    assert str(outer) == "a.toml: is not a TOML file: is missing"
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


def test_whoever_stops_a_command_hears_nothing_more(capfd, monkeypatch):
    def stopped(words, say):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_dispatch", stopped)
    assert arkside(capfd, "history") == (1, "", "")


@pytest.mark.parametrize("width", ["-5", "9" * 20, "½", "80 "])
def test_a_width_that_no_terminal_has_is_none(capfd, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    assert arkside(capfd, "boxes", "noah")[0] == 0
    assert "COLUMNS" not in os.environ
