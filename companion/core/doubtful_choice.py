"""A choice that a game doubts; `core/played_anyway.py` lets people enter it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.errors import Phrase


class DoubtfulChoice(NamedTuple):
    """A choice that isn't offered but can be entered anyway, with everything that speaks against it."""

    choice: Any
    reasons: Sequence[Phrase]
