"""The supply of Ark: face-down cards with the rain hidden in their lower half."""

from math import floor

from companion.core.cards import HiddenHand, OpenHand, ShuffledPile, VirtualDeal
from companion.games.ark.pieces import ArkPieces, Cargo
from companion.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class DealtSupply(ShuffledPile[Cargo]):
    """A supply the program shuffled; the top card is the last."""

    __slots__ = ("rain", "random")

    def __init__(self, deal: VirtualDeal, pieces: ArkPieces) -> None:
        super().__init__(pieces.kinds, pieces.deck, deal.rng)
        self.random = deal.rng.random
        self.rain = pieces.rain

    def starter(self, wanted: int) -> Cargo:
        """Draw until a card comes that is wanted for one of the first cabins; the others are shuffled in again."""
        cards, unwanted = self.cards, []
        while not (card := cards.pop()).bits & wanted:
            unwanted.append(card)
        for other in unwanted:
            cards.insert(floor(self.random() * (len(cards) + 1)), other)
        return card

    def hide_rain(self, rains: int) -> None:
        """Hide one rain card halfway down and the others below it."""
        self.hide_rain_below(len(self.cards) - len(self.cards) // 2, rains)

    def hide_rain_below(self, depth: int, rains: int) -> None:
        """Hide one rain card at this depth and the others at random below it."""
        cards, below = self.cards, len(self.cards) - depth
        for size in range(below, below + rains - 1):
            cards.insert(floor(self.random() * (size + 1)), self.rain)
        cards.insert(below + rains - 1, self.rain)


CargoHand = OpenHand[Cargo] | HiddenHand[Cargo]
"""The cards of one player, dealt by the program or by people."""
