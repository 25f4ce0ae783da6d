"""The examples in docstrings run, so that the page that teaches cannot lie."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "drivers", "firmware")
MODULES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for package in PACKAGES
    for file in (ROOT / package).rglob("*.py")
    if ">>>" in file.read_text(encoding="utf-8")
)
TAUGHT = {
    "companion.core": ("box.Box", "ledger.Ledger", "match.Match", "question.Question", "session.Session"),
    "drivers": (
        "buttons.Button", "buttons.Dome", "buttons.Paddle", "buzzer.Buzzer", "contact.Contact", "dial.Dial",
        "lightbar.LightBar", "panel.Panel", "screen.Screen",
    ),
}  # fmt: skip
"""What a newcomer meets first has an example."""


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = import_module(name)
    results = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0


@pytest.mark.parametrize("name", [f"{package}.{name}" for package, names in TAUGHT.items() for name in names])
def test_every_class_a_newcomer_meets_first_has_an_example(name: str) -> None:
    module, _, taught = name.rpartition(".")
    assert ">>>" in getattr(import_module(module), taught).__doc__
