"""Cards dealt by the program, with deductions of what everyone sees of them.

It is a separate module because it is compiled together with the table.
"""

from random import Random

from companion.core.cards import Cards, Hand, OpenHand, ShuffledPile
from companion.games.noah.deductions import Deductions
from companion.games.noah.pieces import Animal
from companion.games.noah.table import NoahTable


class ObservedNoahHand(OpenHand[Animal]):
    """A hand dealt by the program that reports to the deductions what everyone sees of it."""

    __slots__ = ("deductions", "seat")

    deductions: Deductions
    seat: int

    def remove(self, card: Animal) -> None:
        """Remove a card that is shown."""
        self.deductions.show(self.seat, card)
        super().remove(card)

    def add(self, card: Animal) -> None:
        """Add a card everyone has seen."""
        self.deductions.pick_up(self.seat, card)
        super().add(card)

    def pass_unseen(self, card: Animal | None, to: Hand[Animal]) -> None:
        """Move a card that nobody else sees."""
        assert card is not None
        assert isinstance(to, ObservedNoahHand)
        Cards.remove(self, card)
        Cards.add(to, card)
        self.deductions.slip(self.seat, to.seat)


class ObservedNoahPile(ShuffledPile[Animal]):
    """A pile shuffled by the program that reports to the deductions what is turned up and dealt."""

    __slots__ = ("deductions",)

    deductions: Deductions

    def turn_up(self) -> Animal:
        """Turn up the next card."""
        card = super().turn_up()
        self.deductions.turn_up(card)
        return card

    def deal(self, hand: Hand[Animal], number: int) -> None:
        """Deal that many cards into a hand."""
        assert isinstance(hand, ObservedNoahHand)
        super().deal(hand, number)
        self.deductions.deal(hand.seat, number)


class ObservedNoahTable(NoahTable):
    """A table that the program deals, with deductions of what everyone saw."""

    def gather(self) -> None:
        """Begin new deductions with each round."""
        super().gather()
        kinds, shuffled = self.pieces.kinds, self.pile
        assert isinstance(shuffled, ShuffledPile)
        deductions = Deductions(kinds, self.pieces.deck, len(self.seats))
        pile = ObservedNoahPile(kinds, (), Random(0))
        pile.cards, pile.deductions = shuffled.cards, deductions
        self.pile = pile
        self.hands = []
        for seat in range(len(self.seats)):
            hand = ObservedNoahHand(kinds)
            hand.deductions, hand.seat = deductions, seat
            self.hands.append(hand)

    def take_back(self, seat: int) -> None:
        """Record that nothing in that hand fits, as everyone knows now."""
        hand = self.hands[seat]
        assert isinstance(hand, ObservedNoahHand)
        hand.deductions.rule_out(seat, self.loads[self.noah.index].takes)
        super().take_back(seat)
