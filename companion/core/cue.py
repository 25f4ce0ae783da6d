"""Cues tell people what to do at the table: rules give them, voices word them, clients show them."""

from typing import Any, NamedTuple


class Cue(NamedTuple):
    """One public thing to do or to know at the table, such as a ferry that leaves.

    `about` holds the seats, pieces and numbers needed to word it. It must be complete, because the table has moved on
    by the time it is worded, and must hold nothing secret.
    """

    kind: str
    about: tuple[Any, ...] = ()

    @property
    def ids(self) -> list[str]:
        """Kind and subjects, in the stable ids that programs and golden files use.

        >>> Cue("gives", ("seat-0", 1, "seat-1")).ids
        ['gives', 'seat-0', '1', 'seat-1']
        """
        return [self.kind, *map(str, self.about)]

    def __str__(self) -> str:
        return " ".join(self.ids)
