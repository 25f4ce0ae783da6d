"""Figures that tests record are printed once, at the end of the run, wherever the tests ran."""

from types import SimpleNamespace
from typing import Any

from tests.conftest import pytest_terminal_summary
from tests.figures import FIGURE


def test_figures_of_passed_and_failed_tests_are_printed_at_the_end() -> None:
    properties = {"passed": [(FIGURE, "slowest: 3 ms"), ("other", "x")], "failed": [(FIGURE, "slowest: 900 ms")]}
    printed: list[str] = []

    def list_reports(outcome: str) -> list[Any]:
        whens = ("setup", "call", "teardown")  # each of them carries the properties of its test
        return [SimpleNamespace(when=when, user_properties=properties[outcome]) for when in whens]

    reporter: Any = SimpleNamespace(getreports=list_reports, section=printed.append, write_line=printed.append)
    pytest_terminal_summary(reporter)
    assert printed == ["figures", "slowest: 3 ms", "slowest: 900 ms"]
