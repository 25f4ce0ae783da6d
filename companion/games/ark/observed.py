"""A dealt table that also tracks what everyone sees of the hands: face-up cards taken, but not cards drawn.

It is a separate module because it is compiled together with the table.
"""

from companion.core.cards import Cards, OpenHand
from companion.core.game import Setup
from companion.games.ark.pieces import ArkPieces, Cargo
from companion.games.ark.supply import DealtSupply
from companion.games.ark.table import ArkTable


class ObservedArkHand(OpenHand[Cargo]):
    """A dealt hand. Everyone saw this player take `seen`; one of `maybe` may be the pet."""

    __slots__ = ("maybe", "old", "seen")

    seen: list[Cargo]
    maybe: list[Cargo]
    old: int
    """Number of unseen cards when the pet was put down."""

    def add(self, card: Cargo) -> None:
        """Add a face-up card, which everyone sees."""
        super().add(card)
        self.seen.append(card)

    def remove(self, card: Cargo) -> None:
        """Remove a card that is played openly."""
        super().remove(card)
        for known in (self.seen, self.maybe):
            if card in known:
                known.remove(card)
                return

    def hide(self, pet: Cargo) -> None:
        """Put a pet face down: any seen card that can be a pet may be it."""
        self.old = self.size - len(self.seen)
        self.maybe = [card for card in self.seen if card.pet]
        self.seen = [card for card in self.seen if not card.pet]
        Cards.remove(self, pet)


class ObservedArkTable(ArkTable):
    """A dealt table that tracks what everyone saw."""

    def __init__(self, setup: Setup, pieces: ArkPieces) -> None:
        super().__init__(setup, pieces)
        self.hands = []
        for _ in self.seats:
            hand = ObservedArkHand(pieces.kinds)
            hand.seen, hand.maybe, hand.old = [], [], 0
            self.hands.append(hand)

    def draw_card(self, seat: int) -> bool:
        """Draw the top card; only its drawer sees it."""
        supply, hand = self.supply, self.hands[seat]
        assert isinstance(supply, DealtSupply)
        assert isinstance(hand, ObservedArkHand)
        card = supply.cards.pop()
        if card is self.pieces.rain:
            return False
        Cards.add(hand, card)  # not `hand.add`, which would count it among the cards everyone saw
        return True

    def keep_pet(self, seat: int, pet: Cargo) -> None:
        """Put a pet down: everyone sees that there is one, but not which."""
        hand = self.hands[seat]
        assert isinstance(hand, ObservedArkHand)
        hand.hide(pet)
        self.pets[seat] = pet
