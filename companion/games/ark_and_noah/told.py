"""What people tell of a real table in `score` depth: who did otherwise, a pair by its size, a corral by its boards."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from typing import NamedTuple

from companion.core.seat import Seat

ALL, NOBODY = "all", "nobody"
"""All did what was to be expected; nobody did anything at all."""


class Pair:
    """A pair that goes aboard, known by its size and by whose its halves are."""

    __slots__ = ("mate", "number", "points", "points_guessed", "seat", "size", "small")

    def __init__(self, size: int, points: int, guessed: bool, seat: int, mate: int, number: int) -> None:
        self.size = size
        self.points = points
        self.points_guessed = guessed
        """Of each of the two tiles."""
        self.small = size == 0
        self.seat = seat
        """Who loads it and has one half; `mate` has the other, and may be the same."""
        self.mate = mate
        self.number = number
        """Which pair of the match it is."""

    @property
    def id(self) -> str:
        """Which pair it is, once it is aboard."""
        return f"pair-{self.number}"

    @property
    def halves(self) -> int:
        """How many of its tiles the loader has."""
        return 2 if self.mate == self.seat else 1

    def __str__(self) -> str:
        return f"size{self.size}" if self.mate == self.seat else f"size{self.size}-with-{self.mate}"


class Group:
    """Some players of whom something is true; whoever loads two pairs is named twice."""

    __slots__ = ("seats",)

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats

    def __str__(self) -> str:
        return "-".join(f"s{seat}" for seat in self.seats)


class Expected(NamedTuple):
    """How much everyone adds to the ark who adds all they can."""

    shares: tuple[tuple[Seat, int], ...]

    def __bool__(self) -> bool:
        """Whether anybody is expected to do anything."""
        return any(number for _, number in self.shares)

    def __str__(self) -> str:
        return " ".join(f"{seat}:{number}" for seat, number in self.shares)


class Did(NamedTuple):
    """One player did something else than was to be expected, and how much it was; all others did as expected."""

    seat: Seat
    number: int

    def __str__(self) -> str:
        return f"s{self.seat.index}-did-{self.number}"


class Own(NamedTuple):
    """The loader's own boards around a corral, and the cubes next to it."""

    boards: int
    pitch: int

    def __str__(self) -> str:
        return f"{self.boards}-{self.pitch}"


class Split:
    """Whose the other boards around a corral are, by seat."""

    __slots__ = ("boards",)

    def __init__(self, boards: tuple[int, ...]) -> None:
        self.boards = boards

    def __str__(self) -> str:
        owners = "".join(str(seat) for seat, boards in enumerate(self.boards) if boards)
        return "-".join([f"of{owners}", *map(str, self.boards)])


class Walls(NamedTuple):
    """All boards around a corral, by seat, and the cubes next to it: what else is told one after the other."""

    own: Own
    others: Split

    def __str__(self) -> str:
        return f"{self.own.boards}p{self.own.pitch}-{self.others}"


def agreed(expected: Expected) -> tuple[str, ...]:
    """The answers for everybody together; that all did nothing need not be said twice."""
    return (ALL, NOBODY) if expected else (NOBODY,)


def did(answer: object, seat: int, expected: int) -> int:
    """How much this player did, if it was told, else as was to be expected."""
    return answer.number if isinstance(answer, Did) and answer.seat.index == seat else expected


def several(seats: tuple[int, ...]) -> tuple[Group, ...]:
    """All groups of two or more."""
    return tuple(Group(group) for group in groups(seats) if len(group) > 1)


@cache
def groups(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All groups of some seats in their order, single ones first."""
    found = [tuple(seat for at, seat in enumerate(seats) if bits >> at & 1) for bits in range(1, 1 << len(seats))]
    return tuple(sorted(found, key=lambda group: (len(group), [seats.index(seat) for seat in group])))


def pairs_from(own: int, others: int) -> int:
    """How many pairs can be made of tiles in front of somebody and of others, each with one of the own at least."""
    return min(own, others) + max(0, own - others) // 2


@cache
def loading(most: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """Who may load: each seat as often as it loads a pair, up to its most; fewest pairs first.

    >>> loading(((1, 2), (3, 1)))
    ((1,), (3,), (1, 1), (1, 3), (1, 1, 3))
    """
    ways = product(*([(seat,) * times for times in range(number, -1, -1)] for seat, number in most))
    return tuple(sorted((tuple(chain.from_iterable(way)) for way in ways if any(way)), key=len))


@cache
def shares(most: tuple[int, ...], totals: tuple[int, ...]) -> list[Split]:
    """The ways in which as many boards as one of the totals can belong to these owners; few owners first."""
    ways = [way for total in totals for way in _ways(most, total)]
    return [Split(way) for way in sorted(ways, key=lambda way: (sum(map(bool, way)), sum(way), [-n for n in way]))]


def _ways(most: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    if not most:
        if not total:
            yield ()
        return
    for number in range(min(most[0], total) + 1):
        for way in _ways(most[1:], total - number):
            yield number, *way
