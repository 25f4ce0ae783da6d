"""Entering a piece that the box doesn't know: its name, and each figure that has several possible values.

Wherever a real table is asked for a piece, `ANOTHER` is among the choices. If they pick it, the game asks for the
piece, and the table keeps it:

    if card is ANOTHER:
        name = yield Telling(TABLE, "name", (UNNAMED,))
        climate, weight = yield from ask_figures(TABLE, (PieceFigure("climate", CLIMATES), …))
        table.learn("animals.zebra.weight", weight)

The name is one question; each figure is one more if it could be several things.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.errors import N_
from companion.core.question import Play, Question

ANOTHER = "another"
"""The choice for a piece that isn't listed; each voice names the kind of piece."""

UNNAMED = "unnamed"
"""The choice of not entering a name."""

SHARED_WORDS = {UNNAMED: N_("without a name")}
"""Words for the choices that all games share."""

WRITE_IT = N_("write it")
"""The row that opens free text, on screens without a keyboard."""

LONGEST_NAME = 20
"""Most letters of a name."""


class PieceFigure(NamedTuple):
    """One printed figure of a piece: the question for it and its possible values."""

    ask: str
    values: Sequence[Any]


def ask_figures(seat: int, figures: Sequence[PieceFigure], about: Any = None) -> Play[list[Any]]:
    """Ask for each figure that has several possible values."""
    names = []
    for ask, values in figures:
        certain = len(values) == 1
        names.append(values[0] if certain else (yield Question(seat, ask, values, about)))
    return names
