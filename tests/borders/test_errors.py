"""One root for everything a person can put right, from a rule down to a wire."""

import builtins
from importlib import import_module
from pkgutil import walk_packages

import pytest

import companion
import drivers
from companion.core.errors import ArksideError, JournalError, SetupError
from companion.core.words import Say
from companion.engine import BadRequest
from drivers.errors import DriverError
from drivers.pod import PodError
from drivers.wiring import WiringError

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
        error for error in all_errors() if error.code in ("error", "driver") and error not in {*ROOTS, BadRequest}
    ] == []


@pytest.mark.parametrize("kind", [SetupError, WiringError, JournalError])
def test_an_error_within_an_error_is_said_in_the_same_language(kind):
    outer = kind("{file}: is not a TOML file: {why}", file="a.toml", why=WiringError("is missing"))
    assert str(outer) == "a.toml: is not a TOML file: is missing"
    assert Say("fr").phrase(outer) == "a.toml\u202f: ce n’est pas un fichier TOML\u202f: manque"
