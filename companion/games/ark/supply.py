"""The supply of Ark: face-down cards with the rain hidden in their lower half."""

from abc import abstractmethod
from math import floor
from typing import Any

from companion.core.cards import Deal, Hand, HiddenHand, Pile, RealPile, ShuffledPile, VirtualDeal
from companion.core.question import TABLE, Play, Question
from companion.games.ark.pieces import Cargo, Pieces


class Supply(Pile[Cargo]):
    """What the display and the hands are filled from."""

    __slots__ = ()

    @abstractmethod
    def starter(self, wanted: int, cabin: Any) -> Play[Cargo]:
        """Draw until a card comes that is wanted for this one of the first cabins; the others are shuffled in again."""

    @abstractmethod
    def hide_rain(self, rains: int) -> None:
        """One rain card halfway down, the others anywhere below it."""

    @abstractmethod
    def known(self) -> Cargo | None:
        """Turn up the top card if the program knows which it is; otherwise `reveal` asks for it."""

    @abstractmethod
    def draw(self, hand: Hand[Cargo]) -> bool:
        """The top card goes into a hand, unless it is rain and everyone sees it: then this is False."""


class DealtSupply(ShuffledPile[Cargo], Supply):
    """A supply the program shuffled; the top card is the last."""

    __slots__ = ("rain", "random")

    def __init__(self, deal: VirtualDeal, pieces: Pieces) -> None:
        super().__init__(pieces.kinds, pieces.deck, deal.rng)
        self.random = deal.rng.random
        self.rain = pieces.rain

    def starter(self, wanted: int, cabin: Any) -> Play[Cargo]:
        """Nobody needs to be asked."""
        cards, unwanted = self.cards, []
        while not (card := cards.pop()).bits & wanted:
            unwanted.append(card)
        for other in unwanted:
            cards.insert(floor(self.random() * (len(cards) + 1)), other)
        return card
        yield  # makes this a generator, as the rules expect

    def hide_rain(self, rains: int) -> None:
        """Slip all but one anywhere into the lower half, and one on top of it."""
        self.hide_rain_below(len(self.cards) - len(self.cards) // 2, rains)

    def hide_rain_below(self, depth: int, rains: int) -> None:
        """Hide the rain anew: one so many cards down, the others anywhere below it."""
        cards, below = self.cards, len(self.cards) - depth
        for size in range(below, below + rains - 1):
            cards.insert(floor(self.random() * (size + 1)), self.rain)
        cards.insert(below + rains - 1, self.rain)

    def known(self) -> Cargo | None:
        """The program always knows."""
        return self.cards.pop()

    def draw(self, hand: Hand[Cargo]) -> bool:
        """Pop the top card."""
        card = self.cards.pop()
        if card is self.rain:
            return False
        hand.put(card)
        return True


class RealSupply(RealPile[Cargo], Supply):
    """A real supply. What goes into a hand stays unseen, and of the rain the table tells with the next open card."""

    __slots__ = ("rain", "rains")

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces.kinds, pieces.deck)
        self.rain = pieces.rain
        self.rains = 0

    def starter(self, wanted: int, cabin: Any) -> Play[Cargo]:
        """The table tells only the card that stays."""
        could_be = self.unseen.kinds.those(self.unseen.bits & wanted)
        card: Cargo = (yield Question(TABLE, "starting", could_be, cabin)) if len(could_be) > 1 else could_be[0]
        self.unseen.take(card)
        self.left -= 1
        return card

    def hide_rain(self, rains: int) -> None:
        """From now on a card turned up may be rain."""
        self.rains = rains
        self.left += rains
        self.unseen.put_all([self.rain] * rains)

    def known(self) -> Cargo | None:
        """When nothing but rain is left, it must be rain."""
        return self._found_rain() if 0 < self.left <= self.rains else None

    def draw(self, hand: Hand[Cargo]) -> bool:
        """A card nobody else sees, unless it must be rain."""
        if self.known() is not None:
            return False
        self.deal(hand, 1)
        return True

    def undraw(self, hand: HiddenHand[Cargo]) -> None:
        """The rain told now had come before the card we thought was drawn into this hand."""
        hand.dark -= 1
        self.left += 1

    def reveal(self, ask: str, about: Any = None) -> Play[Cargo]:
        """Ask the table what was turned up; rain is one of the answers."""
        could_be = self.unseen.cards()
        if self.rains:
            could_be = (self.rain, *could_be[:-1])  # rain is the last kind; one tap away if it comes first
        card: Cargo = (yield Question(TABLE, ask, could_be, about)) if len(could_be) > 1 else could_be[0]
        if card is self.rain:
            return self._found_rain()
        self.unseen.take(card)
        self.left -= 1
        return card

    def _found_rain(self) -> Cargo:
        self.unseen.take(self.rain)
        self.rains -= 1
        self.left -= 1
        return self.rain


def supply_of(deal: Deal, pieces: Pieces) -> Supply:
    """All cards but the rain face down, shuffled by the program or by the people at the table."""
    return DealtSupply(deal, pieces) if isinstance(deal, VirtualDeal) else RealSupply(pieces)
