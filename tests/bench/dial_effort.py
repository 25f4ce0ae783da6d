"""How often the dial is pushed and how far it is turned for an answer."""

from typing import Any, NamedTuple

from companion.app.choice_rows import Group
from companion.core.game import Voice
from companion.core.match import Match
from companion.core.question import FreeText
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView, Row
from companion.device.views.question import ask

CLICKS_A_LETTER = 7
"""About a quarter of the alphabet: letters are a ring."""


class Effort(NamedTuple):
    """What hands do for an answer."""

    pushes: int
    clicks: int
    """Steps that the dial is turned."""


def dial_effort(match: Match, voice: Voice, choice: Any) -> Effort:
    """Return the effort of giving this answer, from the view that the question opens with."""
    view = next(ask(match.question, match, voice))
    if isinstance(choice, FreeText):
        return Effort(2 + len(choice.text), 1 + CLICKS_A_LETTER * len(choice.text))
    if isinstance(view, NumberView):
        return Effort(1, abs(view.numbers.index(choice) - view.at))
    assert isinstance(view, PickView)
    effort = _way_to(choice, view.rows)
    assert effort is not None, f"{choice} is not on the screen"
    return effort


def _way_to(choice: Any, rows: list[Row]) -> Effort | None:
    """Return the effort of reaching a row, or None if it isn't there.

    Groups are opened by a push. A list is a ring, so its end is near.
    """
    for at, row in enumerate(rows):
        near = min(at, len(rows) - at)
        if isinstance(row.result, Group):
            inner = _way_to(choice, row.result.rows)
            if inner is not None:
                return Effort(inner.pushes + 1, inner.clicks + near)
        elif str(row.result) == str(choice):
            return Effort(1, near)
    return None
