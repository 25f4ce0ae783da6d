"""What lies on the table: a pile, a basket, and everybody's wager."""

from typing import Any

from companion.core.cards import Card
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from olive_press.pieces import Pieces


class OliveTable(Table):
    """Everyone sees the basket and the points; a wager is its owner's alone."""

    def __init__(self, setup: Setup, pieces: Pieces) -> None:
        super().__init__(setup)
        self.pieces = pieces
        self.pile = self.deal.make_pile(pieces.kinds, pieces.deck)
        self.basket: list[Card] = []
        self.wagers: list[str] = []
        self.storms = [0] * len(setup.seats)

    @property
    def worth(self) -> int:
        """The points in the basket."""
        return sum(self.pieces.worth[card.id] for card in self.basket)

    def facts(self) -> Facts:
        """What everyone can see."""
        scores = {f"score-{seat}": str(score) for seat, score in enumerate(self.scores)}
        return {"pile": str(len(self.pile)), "basket": " ".join(map(str, self.basket)), **scores}

    def secrets(self, seat: int) -> Facts:
        """One's own wager."""
        return {"wager": self.wagers[seat]} if 0 <= seat < len(self.wagers) else {}

    def view(self, seat: int) -> dict[str, Any]:
        """The table for a program that plays this seat."""
        return {"pile": len(self.pile), "basket": [card.id for card in self.basket], **self.secrets(seat)}
