"""How much of the ark the companion knows: every place (`board`) or numbers only (`counts`).

The rules ask a depth for whatever happens on the ark itself; all the rest of the game is the same for both.
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from companion.core.facts import Facts
from companion.core.question import Play

if TYPE_CHECKING:
    from companion.games.ark_and_noah.table import ArkAndNoahTable

DONE = "done"


class Depth(ABC):
    """What happens on the ark, asked for in one of two ways."""

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
