"""A question laid out for one screen: each choice is a point, picked part by part.

`cat-m-3` at a real table of Noah is three parts: the cat, a male, then ferry 3. Each part is an axis with all its
values in an order that never changes, so that the same thing stays in the same place from turn to turn. A value that
no choice has now is shown as well, with the reason if the voice knows one. Voices return these values and
clients draw them; no client takes a label apart.
"""

import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.question import Question

NO_VALUE = -1
"""Coordinate of a choice on an axis that does not matter to it: a lion that sends Noah nowhere."""

OTHER_VALUE = -2
"""Coordinate of a choice that says only: another value than the usual one. A follow-up question asks which."""


class Control(StrEnum):
    """How people pick a value of an axis."""

    ROWS = "rows"
    """Heads of the rows of a grid, such as the species."""
    COLUMNS = "columns"
    """Cells of each row, such as the two sexes."""
    TILES = "tiles"
    """Tiles side by side, such as cards."""
    STRIP = "strip"
    """A row of places above the rest, picked last, such as the ferries."""
    SHEET = "sheet"
    """A list that opens over the page and is picked from last, such as places with long names."""
    TABS = "tabs"
    """A switch between two meanings of the tiles below it."""
    STEPPER = "stepper"
    """A value between − and +, such as a number of boards."""
    TOGGLE = "toggle"
    """A tile that steps through its values with each tap, such as an animal shown once, twice or not at all."""


class Value(NamedTuple):
    """One value of an axis."""

    text: str
    icon: str = ""
    """An emoji, drawn beside the text."""
    note: str = ""
    """A figure beside the text, such as a weight."""
    tone: str = ""
    """`m` or `f` for the colour of a sex, `hot` or `cold` for that of a climate, `here` for where a pawn is."""
    guessed: bool = False
    """Whether the box only guesses that there is such a piece."""
    seat: int | None = None
    """Index of the player named by this value; clients draw their sign."""
    answers: tuple[str, ...] = ()
    """Ids with which this value answers the follow-up questions of its axis, one after the other."""


class Axis(NamedTuple):
    """One part of a choice, with all its values in a fixed order."""

    control: Control
    values: tuple[Value, ...]
    title: str = ""
    icon: str = ""
    seat: int | None = None
    """Index of the player this part is about; clients draw their sign."""
    usual: int = 0
    """Value that a stepper or toggle starts with: what the box expects. `NO_VALUE` if it follows from the others."""
    follow_up: str = ""
    """`ask` of the question that takes this part, after a choice that doesn't say it."""
    plan: tuple[tuple[int, int], ...] = ()
    """Row and column of each value on a plan, such as the cabins of an ark, which clients draw instead of a list."""
    columns: tuple[str, ...] = ()
    """Names of the columns of the plan."""


class Layout(NamedTuple):
    """A question for one screen. Choices without a point are shown as buttons beside it."""

    axes: tuple[Axis, ...]
    points: Mapping[str, tuple[int, ...]]
    """For each choice id the index of its value on each axis, or `NO_VALUE` or `OTHER_VALUE`."""
    reasons: Mapping[tuple[int, ...], Sequence[str]] = {}
    """Why no choice is at a place, by the indices on the first axes."""
    agree: str = ""
    """Text of the button that sends the usual values; empty if they are no likelier than others."""
    otherwise: str = ""
    """Id of the choice for values without a choice of their own, such as a card that isn't in the list."""
    constants: tuple[tuple[str, str], ...] = ()
    """Further follow-up questions by `ask`, with answers that no part decides."""


@cache
def read_icons(folder: Path) -> Mapping[str, str]:
    """Return the emoji of a game's pieces by id, from `icons.toml` in its folder; none if there is no such file."""
    file = folder / "icons.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))["icons"] if file.exists() else {}


def find_layout_fault(layout: Layout, question: Question) -> str:
    """Return what is wrong with a layout; an empty text if clients can draw it and reach each of its choices."""
    ids = set(question.list_ids())
    if unknown := sorted({*layout.points, *([layout.otherwise] if layout.otherwise else [])} - ids):
        return f"not a choice: {unknown[0]}"
    # where all parts are set before one answer is sent, two choices may mean the same
    set_first = any(axis.control in (Control.STEPPER, Control.TOGGLE) for axis in layout.axes)
    if not set_first and len(set(layout.points.values())) < len(layout.points):
        return "two choices at one point"
    for id, point in layout.points.items():
        sizes = [len(axis.values) for axis in layout.axes]
        if len(point) != len(sizes) or not all(OTHER_VALUE <= at < size for at, size in zip(point, sizes, strict=True)):
            return f"{id} is outside: {point}"
    for axis in layout.axes:
        if axis.plan and (len(axis.plan) != len(axis.values) or max(at[1] for at in axis.plan) >= len(axis.columns)):
            return f"the plan of {axis.title or axis.control.value} doesn't fit its values"
    return ""


def layout_as_json(layout: Layout) -> dict[str, Any]:
    """Return a layout as pages read it."""
    return {
        "axes": [{**axis._asdict(), "values": [value._asdict() for value in axis.values]} for axis in layout.axes],
        "points": {id: list(point) for id, point in layout.points.items()},
        "reasons": [[list(place), list(reasons)] for place, reasons in layout.reasons.items()],
        "agree": layout.agree,
        "otherwise": layout.otherwise,
        "constants": layout.constants,
    }
