"""Tests that repeat a promise with more seeds, players or parts: `make long` runs them, `make test` only some of each.

A long test always has a quick sibling, the same function with other parameters; the collection fails otherwise.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest

LONG = pytest.mark.long


def mark_long(values: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """Return parameters of which only the quick ones are tried in `make test`."""
    found = [value if value in quick else _as_long(value) for value in values]
    assert any(value in quick for value in found), "nothing of it would be left in `make test`"
    return found


def _as_long(value: Any) -> Any:
    return pytest.param(*value, marks=LONG) if isinstance(value, tuple) else pytest.param(value, marks=LONG)


def find_orphans(items: Sequence[pytest.Item]) -> list[str]:
    """Return the functions of which all tests are long: nothing would hold their promise in `make test`."""
    functions: dict[str, list[bool]] = {}
    for item in items:
        is_long = item.get_closest_marker("long") is not None
        functions.setdefault(item.nodeid.partition("[")[0], []).append(is_long)
    return sorted(name for name, long in functions.items() if all(long))
