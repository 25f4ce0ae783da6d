"""What hands must do now: the rules say it where it happens, voices word it, every client shows it."""

from typing import Any, NamedTuple


class Cue(NamedTuple):
    """One thing to do or to know at the table, such as a ferry that leaves; everybody may hear it.

    `about` holds what the words need: seats, pieces, numbers. It must say all by itself, because the table has moved
    on by the time it is worded, and it must not hold what somebody may not see.
    """

    kind: str
    about: tuple[Any, ...] = ()

    @property
    def ids(self) -> list[str]:
        """The kind and what it is about, in the stable ids that programs and golden files use.

        >>> Cue("gives", ("seat-0", 1, "seat-1")).ids
        ['gives', 'seat-0', '1', 'seat-1']
        """
        return [self.kind, *map(str, self.about)]

    def __str__(self) -> str:
        return " ".join(self.ids)
