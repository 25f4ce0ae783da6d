"""How much of the ark the companion knows: every place (`board`), numbers (`counts`), or points alone (`score`).

The rules ask a depth for whatever happens on the ark itself; all the rest of the game is the same for all of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.core.facts import Facts
from companion.core.question import Play
from companion.native import mypyc_attr

if TYPE_CHECKING:
    from companion.games.ark_and_noah.pieces import Action
    from companion.games.ark_and_noah.table import ArkAndNoahTable

DONE: Final = "done"
CLOSED: Final = "closed"
NO_BOARD: Final = "no-board"
"""Why the flood comes: every outer edge has a board, or no board is left that could ever close the hull."""

LeftOver = tuple[int, str, Any]
"""Points that somebody loses, why, and for what."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Depth(ABC):
    """What happens on the ark, asked for in one of three ways."""

    animals_told: ClassVar[bool] = True
    """Whether the table tells which animals lie in front of whom."""

    workers_together: ClassVar[bool] = False
    """Whether two workers of one player that follow one another are told in one answer."""

    @abstractmethod
    def build(self, table: "ArkAndNoahTable", seat: int, most: int) -> Play[None]:
        """A player may add that many boards and cubes."""

    @abstractmethod
    def swap(self, table: "ArkAndNoahTable", seat: int) -> Play[None]:
        """A player swaps two boards of different colours."""

    @abstractmethod
    def load(self, table: "ArkAndNoahTable", seat: int, budget: int) -> Play[None]:
        """A player may load food and pairs for that many loading points, or in a quick game that many pairs."""

    @abstractmethod
    def load_last_food(self, table: "ArkAndNoahTable", seat: int) -> Play[None]:
        """When the flood comes, a player may load the food that is left, for no points."""

    @abstractmethod
    def load_last_pairs(self, table: "ArkAndNoahTable", seat: int) -> Play[None]:
        """When the flood comes, a player may load the pairs that still fit, for no points."""

    @abstractmethod
    def hull_is_closed(self, table: "ArkAndNoahTable") -> Play[bool]:
        """Whether there is a board on every outer edge."""

    @abstractmethod
    def most_outer_boards(self, table: "ArkAndNoahTable") -> Play[tuple[int, ...]]:
        """The seats with the most boards on the outside of the ark."""

    @abstractmethod
    def facts(self, table: "ArkAndNoahTable") -> Facts:
        """The ark in short lines."""

    @abstractmethod
    def view(self, table: "ArkAndNoahTable") -> dict[str, Any]:
        """The ark as JSON."""

    def build_in_turn(
        self, table: "ArkAndNoahTable", action: "Action", chooser: int, others: tuple[int, ...]
    ) -> Play[None]:
        """The chooser may build more than the others, who follow in their order."""
        yield from self.build(table, chooser, action.chooser)
        for seat in others:
            yield from self.build(table, seat, action.others)

    def load_in_turn(
        self, table: "ArkAndNoahTable", action: "Action", chooser: int, others: tuple[int, ...]
    ) -> Play[None]:
        """The chooser may load more than the others, who follow in their order."""
        yield from self.load(table, chooser, action.chooser)
        for seat in others:
            yield from self.load(table, seat, action.others)

    def flood(self, table: "ArkAndNoahTable") -> Play[str]:
        """Why the flood comes now, after enough rounds; empty if it does not."""
        if table.boards_off_ark() == 0:
            return NO_BOARD
        closed = yield from self.hull_is_closed(table)
        return CLOSED if closed else ""

    def left_over(self, table: "ArkAndNoahTable", seat: int) -> Play[Iterable[LeftOver]]:
        """What a player has not brought aboard: everything lies open, so nobody needs to be asked."""
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

    def supply_is_short(self, seat: int, missing: int) -> None:  # most depths have nothing to note
        """A player could not take all the boards there were to take."""

    def open_outer_edges(self) -> int | None:
        """How many outer edges still want a board; None where nobody knows."""
        return None
