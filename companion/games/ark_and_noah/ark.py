"""The ark as it is built: boards on edges, pitch, corrals, and their food and animals."""

from bisect import bisect_left, insort
from typing import Final

from companion.games.ark_and_noah.hull import LARGEST_CORRAL, Hull, HullEdge, PitchSpace, Region, Square
from companion.games.ark_and_noah.pieces import Species

NOBODY: Final = -1
NO_ROOM: Final = "no-room"
NO_FOOD: Final = "no-food"
NO_PITCH: Final = "no-pitch"
"""Objections of a corral to a pair."""

Stray = tuple[HullEdge, int]
"""The edge of a board, and its owner."""


class Corral:
    """A finished corral. Its shape is final; its contents and, by swaps, the colours of its boards change."""

    __slots__ = (
        "big", "colours", "edges", "food", "food_wanted", "hungry", "id", "leaks", "number", "pitch", "size", "small",
        "squares", "strays", "takes",
    )  # fmt: skip

    def __init__(self, number: int, region: Region, seats: int, stores: bool) -> None:
        self.number = number
        """Number of corrals finished before it."""
        self.squares = region.squares
        self.id = region.id
        self.size = region.size
        self.edges = region.edges
        self.pitch = region.pitch if stores else 0
        """The pitch spaces next to its boards, as bits; none where the game is played without pitch."""
        self.colours = [0] * seats
        """Number of its boards by seat."""
        self.food = 0
        self.food_wanted = self.size if stores else 0
        self.hungry = self.food_wanted
        """Squares still without food, then empty pitch spaces, as bits: a finished corral has neither."""
        self.leaks = self.pitch
        self.takes = 1 << self.size | 1
        """The sizes of pairs that still find room, as bits; small animals have size 0."""
        self.strays: list[Stray] = []
        """The boards that stood inside as it closed, and whose they were; they go back to the supply."""
        self.big: Species | None = None
        self.small: Species | None = None

    def objections(self, size: int) -> list[str]:
        """Return the reasons against a pair of this size, independent of the player."""
        no_room = [] if self.takes >> size & 1 else [NO_ROOM]
        return no_room + self.list_missing()

    def list_missing(self) -> list[str]:
        """Return what animals need and this corral lacks: food, pitch."""
        missing = []
        if self.hungry:
            missing.append(NO_FOOD)
        if self.leaks:
            missing.append(NO_PITCH)
        return missing

    def has_no_board_of(self, seat: int | None) -> bool:
        """Whether none of its boards is this player's; `None` is the flood, when colours do not matter any more.

        What can be loaded looks at `colours` itself: a call for each corral would cost simulations more.
        """
        return seat is not None and not self.colours[seat]

    def __str__(self) -> str:
        return self.id


class Into:
    """A pair and a corral it could go into."""

    __slots__ = ("corral", "species")

    def __init__(self, species: Species, corral: Corral) -> None:
        self.species = species
        self.corral = corral

    def __str__(self) -> str:
        return f"{self.species.id}-into-{self.corral.squares[0].id}"


class ArkBoard:
    """The place of every board, cube and food tile."""

    def __init__(self, hull: Hull, seats: int, stores: bool = True) -> None:
        self.hull = hull
        self.seats = seats
        self.stores = stores
        """Whether corrals need food and pitch; in a quick game they do not."""
        self.owner = [NOBODY] * len(hull.edges)
        """Owner of the board on each edge."""
        self._ways = hull.ways.copy()
        """Neighbours of each square through edges without a board, as bits."""
        self.pitch = 0
        """The pitch spaces with a cube, as bits."""
        self.open_edges: list[HullEdge] = list(hull.edges)
        """Edges without a board, which only ever leave this list; `_open` has their numbers."""
        self._open = list(range(len(hull.edges)))
        self.open_spaces: list[PitchSpace] = []
        """Spaces where a cube may be placed now."""
        self.gaps = len(hull.outer)
        """Outer edges without a board."""
        self.corrals: list[Corral] = []
        self.hungry: list[Corral] = []
        """Those with a square that wants food."""
        self.welcomes: list[list[Corral]] = [[] for _ in range(LARGEST_CORRAL + 1)]
        """By the size of a pair, the corrals that nothing speaks against, in the order they were finished."""
        self.corral_at: list[Corral | None] = [None] * len(hull.squares)

    def has_board(self, edge: HullEdge) -> bool:
        """Whether there is a board."""
        return self.owner[edge.index] != NOBODY

    def place_board(self, edge: HullEdge, seat: int) -> list[Corral]:
        """Add a board; returns the corrals that it closes."""
        owner, ways = self.owner, self._ways
        owner[edge.index] = seat
        self._close_edge(edge)
        if edge.outer:
            self.gaps -= 1
            for space, other in edge.beside:
                if owner[other] != NOBODY:
                    self.open_spaces.append(space)
        closed: list[Corral] = []
        for square, beyond in edge.sides:
            ways[square] ^= beyond
            shut_in = self._find_enclosed(square)
            if shut_in:
                closed.append(self._close(shut_in))
        return closed

    def find_enclosed(self, edge: HullEdge, square: Square) -> int:
        """Return the squares that a board on this edge would enclose with a given one, as bits; 0 if none."""
        beyond = dict(edge.sides)[square.bit]
        self._ways[square.bit] ^= beyond
        shut_in = self._find_enclosed(square.bit)
        self._ways[square.bit] ^= beyond
        return shut_in

    def _close_edge(self, edge: HullEdge) -> None:
        """Remove an edge from those where a board can be placed."""
        at = bisect_left(self._open, edge.index)
        del self._open[at]
        del self.open_edges[at]

    def _find_enclosed(self, square: int) -> int:
        """Return the enclosed squares around this one, as bits; 0 if there is a gap or they are too many."""
        ways, inside = self._ways, self.hull.inside
        seen, reached = square, square | ways[square]
        while reached != seen:
            # bits above `inside` are the outside of the ark, so there is a gap
            if reached > inside or reached.bit_count() > LARGEST_CORRAL:
                return 0
            unseen = reached ^ seen
            lowest = unseen & -unseen
            seen |= lowest
            reached |= ways[lowest]
        return reached

    def _close(self, squares: int) -> Corral:
        """Finish a corral; boards left inside go back to the supply (rulings.md 1.8 #1)."""
        region = self.hull.regions[squares]
        corral = Corral(len(self.corrals), region, self.seats, self.stores)
        corral.leaks &= ~self.pitch  # cubes may have been placed before the corral closed
        self.corrals.append(corral)
        if corral.food_wanted:
            self.hungry.append(corral)
        else:
            self._welcome_if_ready(corral)
        for square in region.squares:
            self.corral_at[square.index] = corral
        owner, colours = self.owner, corral.colours
        for edge in region.edges:
            colours[owner[edge.index]] += 1
        for edge in region.inside:
            # only four squares in a block can close around a board
            if owner[edge.index] != NOBODY:
                corral.strays.append((edge, owner[edge.index]))
                owner[edge.index] = NOBODY
                for inner, outer in edge.sides:
                    self._ways[inner] |= outer
            else:
                self._close_edge(edge)
        return corral

    def place_pitch(self, space: PitchSpace) -> None:
        """Add a cube."""
        self.pitch |= space.bit
        self.open_spaces.remove(space)
        for edge in space.edges:
            corral = self.corral_at[edge.squares[0].index]
            if corral is not None and corral.leaks & space.bit:
                corral.leaks ^= space.bit
                self._welcome_if_ready(corral)

    def swap(self, one: HullEdge, other: HullEdge) -> None:
        """Swap two boards, also around finished corrals (rulings.md 1.8 #9)."""
        first, second = self.owner[one.index], self.owner[other.index]
        for edge, was, now in ((one, first, second), (other, second, first)):
            self.owner[edge.index] = now
            for square in edge.squares:
                corral = self.corral_at[square.index]
                if corral is not None:
                    corral.colours[was] -= 1
                    corral.colours[now] += 1

    def feed(self, corral: Corral) -> None:
        """Put a food tile on an empty square."""
        corral.food += 1
        corral.hungry -= 1
        if not corral.hungry:
            self.hungry.remove(corral)
            self._welcome_if_ready(corral)

    def _welcome_if_ready(self, corral: Corral) -> None:
        """Let animals in once no food or pitch is missing."""
        if not corral.list_missing():
            # one small and one big pair; in the order corrals were finished, as choices list them
            for size in (0, corral.size):
                insort(self.welcomes[size], corral, key=lambda corral: corral.number)

    def house_pair(self, pair: Species, corral: Corral) -> None:
        """Move a pair in. A corral holds one pair of its kind."""
        if pair.small:
            corral.small = pair
        else:
            corral.big = pair
        corral.takes &= ~(1 << pair.size)
        self.welcomes[pair.size].remove(corral)

    def list_ways_in(self, pairs: dict[Species, int], budget: int, seat: int | None) -> list[Into]:
        """Return each affordable pair with each corral that is ready for it.

        `seat` is None when colours do not matter.
        """
        return [
            Into(pair, corral)
            for pair, cost in pairs.items()
            if cost <= budget
            for corral in self.welcomes[pair.size]
            if seat is None or corral.colours[seat]
        ]

    def list_laid_edges(self) -> list[HullEdge]:
        """Return the edges with a board."""
        owner = self.owner  # looked at by itself: a call for each edge would cost simulations more
        return [edge for edge in self.hull.edges if owner[edge.index] != NOBODY]

    def count_outer_boards(self) -> list[int]:
        """Return the number of boards on the outer edges, by seat."""
        counts = [0] * self.seats
        for edge in self.hull.outer:
            if self.has_board(edge):
                counts[self.owner[edge.index]] += 1
        return counts
