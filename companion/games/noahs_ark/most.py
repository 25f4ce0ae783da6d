"""Who has the most of something, as people tell it who count for themselves."""

from collections.abc import Sequence
from itertools import combinations

from companion.core.seat import Seat


class Most:
    """One seat alone, two that are tied, or nobody: because nobody has any, or three or more are tied."""

    __slots__ = ("id", "seats")

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats
        self.id = "-".join(("tied", *(str(seat.index) for seat in seats))) if len(seats) > 1 else ""
        self.id = self.id or (str(seats[0]) if seats else "nobody")

    def __str__(self) -> str:
        return self.id


def all_who_may_lead(seats: Sequence[Seat]) -> list[Most]:
    """Everyone, every two, and nobody."""
    return [*(Most(seat) for seat in seats), *(Most(*two) for two in combinations(seats, 2)), Most()]
