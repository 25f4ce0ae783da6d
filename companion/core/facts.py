"""The table in short named lines that people can check against the real one."""

from typing import NamedTuple

Facts = dict[str, str]
"""Name of the fact to its value, both in stable ids: `noah` -> `ferry-3`."""


class FactChange(NamedTuple):
    """One fact that differs between two tables; None where a table does not have it."""

    name: str
    before: str | None
    after: str | None


def list_changes(before: Facts, after: Facts) -> list[FactChange]:
    """Return the facts that differ between two states of a table."""
    names = list(after) + [name for name in before if name not in after]
    changes = (FactChange(name, before.get(name), after.get(name)) for name in names)
    return [change for change in changes if change.before != change.after]
