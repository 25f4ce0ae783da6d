"""What people tell about a piece that the box does not know: its name, and every figure that could be several things.

Wherever a game asks a real table for a piece, `ANOTHER` is among the choices. Whoever picks it tells the piece:

    if card is ANOTHER:
        name = yield from told_name(TABLE)
        climate, weight = yield from told_figures(TABLE, (Figure("climate", CLIMATES), Figure("weight", weights)))
        table.learn("animals.zebra.name", name)

There are as many questions as there are figures with more than one value, and one for the name.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.errors import N_
from companion.core.question import Play, Question

ANOTHER = "another"
"""The choice for a piece that is none of those named; each voice says another what."""

UNNAMED = "unnamed"
"""The choice for who does not want to write a name."""

WORDS = {UNNAMED: N_("without a name")}
"""What the choices that all games share are called."""

WRITE_IT = N_("write it")
"""The way to words of one's own, on screens that have no keyboard."""

LONGEST = 20
"""Letters of a name."""


class Figure(NamedTuple):
    """One thing that is printed on a piece: what to ask for it, and what it could be."""

    ask: str
    values: Sequence[Any]


def told_figures(seat: int, figures: Sequence[Figure], about: Any = None) -> Play[list[Any]]:
    """Ask for each figure that could be several things; what is certain is not asked."""
    told = []
    for ask, values in figures:
        certain = len(values) == 1
        told.append(values[0] if certain else (yield Question(seat, ask, values, about)))
    return told
