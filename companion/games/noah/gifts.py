"""Who gets how many of the cards that are given away: with real cards one answer for all of them."""

from collections.abc import Iterator, Sequence
from functools import cache

from companion.core.seat import Seat


class Share:
    """How many cards each of the others gets: `share-2-0-1`, in the order of the seats."""

    __slots__ = ("gets", "id")

    def __init__(self, others: Sequence[Seat], numbers: Sequence[int]) -> None:
        self.gets = tuple((seat, number) for seat, number in zip(others, numbers, strict=True) if number)
        self.id = "-".join(("share", *map(str, numbers)))

    def __str__(self) -> str:
        return self.id


def shares(others: Sequence[Seat], number: int) -> list[Share]:
    """Every way to give away so many cards; all to one comes first."""
    ways = sorted(ways_to_share(number, len(others)), key=lambda way: len(way) - way.count(0))
    return [Share(others, way) for way in ways]


@cache
def ways_to_share(number: int, among: int) -> tuple[tuple[int, ...], ...]:
    """All rows of so many numbers with that sum."""
    return tuple(_ways(number, among))


def _ways(number: int, among: int) -> Iterator[tuple[int, ...]]:
    if among == 1:
        yield (number,)
        return
    for first in range(number, -1, -1):
        for rest in ways_to_share(number - first, among - 1):
            yield (first, *rest)
