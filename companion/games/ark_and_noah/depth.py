"""How much of the ark people enter: every place (`board`), numbers (`counts`), or only scores (`score`).

The rules ask a depth about everything on the ark itself; the rest of the game is the same for all depths.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.core.facts import Facts
from companion.core.question import TABLE, Play, Question
from companion.native import mypyc_attr

if TYPE_CHECKING:
    from companion.games.ark_and_noah.pieces import Action, ArkAndNoahPieces
    from companion.games.ark_and_noah.table import ArkAndNoahTable

DONE: Final = "done"
YES: Final = "yes"
NO: Final = "no"
CLOSED: Final = "closed"
NO_BOARD: Final = "no-board"
"""Why the flood comes: every outer edge has a board, or no board is left that could ever close the hull."""

LeftOver = tuple[int, str, Any]
"""Points lost, the reason, and the piece."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Depth(ABC):
    """Questions and bookkeeping for everything on the ark, at one of three levels of detail."""

    knows_animals: ClassVar[bool] = True
    """Whether it is known which animals lie in front of whom."""

    @abstractmethod
    def build(self, table: "ArkAndNoahTable", seat: int, most: int) -> Play[None]:
        """Let a player add up to that many boards and cubes."""

    @abstractmethod
    def swap(self, table: "ArkAndNoahTable", seat: int) -> Play[None]:
        """Let a player swap two boards of different colours."""

    @abstractmethod
    def load(self, table: "ArkAndNoahTable", seat: int, budget: int) -> Play[None]:
        """Let a player load food and pairs for that many loading points, or that many pairs in a quick game."""

    @abstractmethod
    def load_last_food(self, table: "ArkAndNoahTable", seat: int) -> Play[None]:
        """Let a player load their last food, without scoring, when the flood comes."""

    @abstractmethod
    def load_last_pairs(self, table: "ArkAndNoahTable", seat: int) -> Play[None]:
        """Let a player load their last pairs, without scoring, when the flood comes."""

    @abstractmethod
    def check_flood(self, table: "ArkAndNoahTable") -> Play[str]:
        """Return why the flood comes now, after enough rounds; empty if it does not."""

    @abstractmethod
    def find_outer_leaders(self, table: "ArkAndNoahTable") -> Play[tuple[int, ...]]:
        """Return the seats with the most boards on the outer edges."""

    @abstractmethod
    def facts(self, table: "ArkAndNoahTable") -> Facts:
        """Return the ark as short facts."""

    @abstractmethod
    def view(self, table: "ArkAndNoahTable") -> dict[str, Any]:
        """Return the ark as JSON."""

    def build_in_turn(
        self, table: "ArkAndNoahTable", action: "Action", chooser: int, others: tuple[int, ...]
    ) -> Play[None]:
        """Let the chooser build, then the others, who may build less."""
        yield from self.build(table, chooser, action.chooser)
        for seat in others:
            yield from self.build(table, seat, action.others)

    def load_in_turn(
        self, table: "ArkAndNoahTable", action: "Action", chooser: int, others: tuple[int, ...]
    ) -> Play[None]:
        """Let the chooser load, then the others, who may load less."""
        yield from self.load(table, chooser, action.chooser)
        for seat in others:
            yield from self.load(table, seat, action.others)

    def list_left_over(self, table: "ArkAndNoahTable", seat: int) -> Play[Iterable[LeftOver]]:
        """Return what a player has not brought aboard. Everything is open, so nobody is asked."""
        return [
            (table.boards[seat], "boards-left", ""),
            (table.food[seat], "food-left", ""),
            (table.pitch[seat], "pitch-left", ""),
            *((tile.species.size, "tile-left", tile) for tile in table.tiles[seat]),
        ]
        yield  # makes this a generator, as the rules expect

    def has_boards_in_supply(self, table: "ArkAndNoahTable", seat: int) -> bool:
        """Whether a board of this colour can be taken."""
        return table.boards_left[seat] > 0

    def note_short_supply(self, seat: int, missing: int) -> None:  # most depths have nothing to note
        """Note that a player could not take all boards due to them."""

    def count_open_outer_edges(self) -> int | None:
        """Return the number of outer edges without a board; None if unknown."""
        return None


Shape = tuple[int, int]
"""Boards around a corral and cubes next to them."""

SMALLEST_WALL_AROUND_A_STRAY: Final = 9
"""Only four squares in a block can close with a board inside: eight boards around them, and that one."""


class KnownCorral:
    """A corral as people described it when a pair was loaded: boards, pitch and pair."""

    __slots__ = ("colours", "pair", "pitch")

    def __init__(self, colours: list[int], pitch: int, pair: Any) -> None:
        self.colours = colours
        self.pitch = pitch
        self.pair = pair

    def can_hold(self, seat: int, pair: Any, possible: list[Shape]) -> bool:
        """Whether this player can load such a pair into it as well."""
        shape = sum(self.colours), self.pitch
        return bool(self.colours[seat]) and self.pair.small != pair.small and shape in possible

    def __str__(self) -> str:
        return f"with-{self.pair.id}"


class Leaders:
    """Seats that share the lead."""

    __slots__ = ("seats",)

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats

    def __str__(self) -> str:
        return "-".join(["seat", *map(str, self.seats)])


@mypyc_attr(allow_interpreted_subclasses=True)
class DepthWithoutPlaces(Depth):
    """Shared part of `counts` and `score`: limits of the hull, described corrals, possible leaders."""

    def __init__(self, pieces: "ArkAndNoahPieces") -> None:
        hull = pieces.hull
        self.quick = pieces.quick
        self.worth = pieces.worth_of_building
        self.edges, self.outer, self.spaces = len(hull.edges), len(hull.outer), len(hull.spaces)
        self.squares = len(hull.squares)
        self.shapes: dict[int, list[Shape]] = {
            # in a quick game nobody asks for pitch
            size: sorted({(boards, 0) for boards, _ in shapes} if self.quick else shapes)
            for size, shapes in hull.shapes.items()
        }
        self.shapes[0] = sorted({shape for shapes in self.shapes.values() for shape in shapes})
        self.corrals: list[KnownCorral] = []
        """Corrals with room for a second pair, as long as no swap has changed their colours."""
        self.leaders = [Leaders(seats) for seats in list_groups(tuple(range(pieces.players)))]

    def swap(self, table: "ArkAndNoahTable", seat: int) -> Play[None]:
        """Let a player swap two boards of different colours."""
        self.corrals.clear()
        return
        yield  # makes this a generator, as the rules expect

    def find_outer_leaders(self, table: "ArkAndNoahTable") -> Play[tuple[int, ...]]:
        """Return the seats with the most boards on the outer edges."""
        could_lead = self.list_possible_leaders(table)
        if not could_lead:
            return ()
        leaders = could_lead[0] if len(could_lead) == 1 else (yield Question(TABLE, "outer_majority", could_lead))
        return tuple(leaders.seats)

    def list_possible_leaders(self, table: "ArkAndNoahTable") -> list[Leaders]:
        """List all groups of seats that have boards on the ark."""
        return [group for group in self.leaders if all(table.boards_on_ark[seat] for seat in group.seats)]

    def count_pitch_room(self, boards: int) -> int:
        """Return the spaces for cubes: one fewer than boards in a row, until the hull is closed."""
        return self.spaces if boards >= self.outer else max(0, boards - 1)

    def list_shapes(self, size: int, pitch: int) -> list[Shape]:
        """List the shapes of a corral for a pair of that size that have pitch all around, with that many cubes."""
        return [shape for shape in self.shapes[size] if shape[1] <= pitch]

    def remember_corral(self, colours: list[int], pitch: int, pair: Any) -> KnownCorral:
        """Remember a corral that a small and a big pair can share; not in a quick game."""
        corral = KnownCorral(colours, pitch, pair)
        if not self.quick:
            self.corrals.append(corral)
        return corral


@cache
def list_groups(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List all groups of some seats in their order, single seats first.

    >>> list_groups((2, 0, 1))
    ((2,), (0,), (1,), (2, 0), (2, 1), (0, 1), (2, 0, 1))
    """
    return tuple(group for size in range(1, len(seats) + 1) for group in combinations(seats, size))


@cache
def list_board_counts(most: int, counted: int, later: int, around: tuple[int, ...]) -> tuple[int, ...]:
    """List how many boards of one owner a corral can have.

    `counted` boards of others are known before, up to `later` more come after; `around` are the totals there can be.
    """
    return tuple(
        number
        for number in range(min(most, around[-1] - counted) + 1)
        if any(counted + number <= boards <= counted + number + later for boards in around)
    )
