"""Figures that tests measure, printed at the end of a run, also if the tests ran on several cores."""

from collections.abc import Iterable

import pytest

FIGURE = "figure"
"""Property that a test records for each line to print: `record_property(FIGURE, "…")`."""


def list_figures(reports: Iterable[pytest.TestReport]) -> list[str]:
    """Return the lines that tests recorded, in the order in which they ended."""
    return [str(value) for report in reports for name, value in report.user_properties if name == FIGURE]
