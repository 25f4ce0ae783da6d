"""What `make test` leaves to `make long` is always a repetition: something of each promise stays in `make test`."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.long import LONG, find_orphans, mark_long

MAKEFILE = Path(__file__).parents[2] / "Makefile"


class Collected(NamedTuple):
    """As much of a collected test as is looked at."""

    nodeid: str
    is_long: bool

    def get_closest_marker(self, name: str) -> pytest.MarkDecorator | None:
        return LONG if self.is_long and name == "long" else None


def test_only_the_quick_values_stay_quick() -> None:
    marked = mark_long([2, 3, (4, "en")], quick=[3])
    assert marked[1] == 3
    assert [(one.values, [mark.name for mark in one.marks]) for one in (marked[0], marked[2])] == [
        ((2,), ["long"]), ((4, "en"), ["long"]),
    ]  # fmt: skip


def test_a_promise_cannot_be_left_to_long_tests_alone() -> None:
    with pytest.raises(AssertionError, match="nothing of it would be left"):
        mark_long([2, 3], quick=[4])
    items = [Collected("a.py::test_a[1]", False), Collected("a.py::test_a[2]", True), Collected("b.py::test_b", True)]
    assert find_orphans(items) == ["b.py::test_b"]  # type: ignore[arg-type]


def test_tests_left_out_by_one_target_run_in_the_other() -> None:
    text = MAKEFILE.read_text(encoding="utf-8")
    recipes = {name: text.partition(f"\n{name}:")[2].partition("\n\n")[0] for name in ("test", "long")}
    assert "-m 'not long'" in recipes["test"]
    assert "-m long" in recipes["long"]
    assert "-rs" in recipes["test"]
