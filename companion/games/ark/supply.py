"""The supply of Ark: face-down cards with the rain hidden in their lower half."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import floor
from typing import Any

from companion.core.cards import Cards, Deal, Hand, HiddenHand, OpenHand, RealPile, ShuffledPile, VirtualDeal
from companion.core.question import TABLE, Play, Question
from companion.core.telling import ANOTHER
from companion.games.ark.pieces import Cargo, Pieces
from companion.native import mypyc_attr

APPROXIMATELY = 3
"""By how many cards the two stacks may differ from half, which the book calls approximately equal."""


class Second:
    """A second card of the turn, told where the next card turned up would have meant that there is none."""

    __slots__ = ("card", "id")

    def __init__(self, card: Cargo | str) -> None:
        self.card = card
        self.id = f"second-{card}"

    def __str__(self) -> str:
        return self.id


@mypyc_attr(allow_interpreted_subclasses=True)
class DealtSupply(ShuffledPile[Cargo]):
    """A supply the program shuffled; the top card is the last."""

    __slots__ = ("rain", "random")

    def __init__(self, deal: VirtualDeal, pieces: Pieces) -> None:
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
        """One rain card halfway down, the others anywhere below it."""
        self.hide_rain_below(len(self.cards) - len(self.cards) // 2, rains)

    def hide_rain_below(self, depth: int, rains: int) -> None:
        """Hide the rain anew: one so many cards down, the others anywhere below it."""
        cards, below = self.cards, len(self.cards) - depth
        for size in range(below, below + rains - 1):
            cards.insert(floor(self.random() * (size + 1)), self.rain)
        cards.insert(below + rains - 1, self.rain)

    def fill(self, display: list[Cargo], size: int) -> bool:
        """Turn up cards, one at least, until so many lie open, or it rains: then this is False."""
        cards, rain = self.cards, self.rain
        while True:
            card = cards.pop()
            if card is rain:
                return False
            display.append(card)
            if len(display) == size:
                return True

    def draw(self, hand: Hand[Cargo]) -> bool:
        """The top card goes into a hand, unless it is rain and everyone sees it: then this is False."""
        card = self.cards.pop()
        if card is self.rain:
            return False
        hand.put(card)
        return True


class RealHand(HiddenHand[Cargo]):
    """A hand of real cards, one of which may have been put face down as a pet; which one nobody has seen.

    `seen` are the cards that everyone saw this player take, and `dark` counts the others. While the pet may be one of
    either, it is still counted here (`aside`), and those it may be of the seen ones are in `maybe`.
    """

    __slots__ = ("aside", "maybe", "old", "pet")

    def __init__(self, unseen: Cards[Cargo]) -> None:
        super().__init__(unseen)
        self.maybe: Cards[Cargo] = Cards(unseen.kinds)
        self.aside = 0
        self.old = 0
        """How many cards were in the dark when the pet was chosen: one drawn later is not the pet."""
        self.pet: Cargo | None = None
        """The pet, where it can be only one card."""

    @property
    def size(self) -> int:
        """How many cards are in the hand itself."""
        return self.dark + self.seen.size + self.maybe.size - self.aside

    @property
    def dark_pet(self) -> bool:
        """Whether the pet could be one of the cards in the dark that are still counted here."""
        return self.aside > 0 and self.old > 0 and self.dark > 0

    @property
    def may_be_unseen(self) -> bool:
        """Whether some card in the hand itself could be one that nobody has seen."""
        return self.dark > 0 and (self.dark > 1 or self.maybe.size > 0 or not self.aside)

    @property
    def bits(self) -> int:
        """What the cards of this hand could be played as."""
        maybe = self.maybe.bits if self.maybe.size > 1 or self.dark_pet else 0
        return self.seen.bits | maybe | (self.unseen.bits if self.may_be_unseen else 0)

    def could_hold(self, cards: Sequence[Cargo]) -> bool:
        """Whether all of these could be in the hand itself, whichever card is the pet."""
        known, unseen = Counter([*self.seen.held, *self.maybe.held]), Counter(self.unseen.held)
        pets: list[tuple[list[Cargo], int]] = [([pet], self.dark) for pet in self.maybe.held] if self.aside else []
        pets += [([], self.dark - self.aside)] if self.dark_pet or not self.aside else []
        hidden = [(Counter(cards) - (known - Counter(pet)), dark) for pet, dark in pets]
        return any(dark_ones.total() <= dark and dark_ones <= unseen for dark_ones, dark in hidden)

    def those(self, wanted: int) -> list[Cargo]:
        """The cards, those first that everyone saw this player take."""
        taken = (self.seen.bits | self.maybe.bits) & wanted
        kinds = self.unseen.kinds
        return [*kinds.those(taken), *kinds.those(wanted ^ taken)] if taken else list(kinds.those(wanted))

    def take(self, card: Cargo) -> None:
        """Remove a card that was shown."""
        if card in self.maybe.held and card not in self.seen.held:
            self.maybe.take(card)
        else:
            super().take(card)
        self._settle()

    def show(self, card: Cargo) -> None:
        """A card nobody had seen is shown, and stays in the hand."""
        self.unseen.take(card)
        self.dark -= 1
        self.seen.put(card)
        self._settle()

    def put_aside(self) -> None:
        """A pet is put face down; it can be any card that is here now."""
        self.aside, self.old = 1, self.dark
        self.maybe, self.seen = self.seen, Cards(self.unseen.kinds)
        self._settle()

    def _settle(self) -> None:
        """Stop counting the pet here, as soon as it can be only one card, or only one that nobody has seen."""
        if self.aside and not self.maybe.size:
            self.aside = 0
            self.dark -= 1
        elif self.aside and self.maybe.size == 1 and not self.dark_pet:
            self.aside = 0
            self.pet = self.maybe.held[0]
            self.maybe.take(self.pet)

    def pets(self) -> list[Cargo]:
        """The cards that the pet could be, if there is one."""
        if self.pet is not None:
            return [self.pet]
        unseen = self.unseen.bits if self.dark_pet or not self.aside else 0
        return list(self.unseen.kinds.those(self.maybe.bits | unseen))

    def sums(self, worth: Callable[[Cargo], int]) -> range:
        """What the cards of this hand could add up to, whichever of them is the pet."""
        known = sum(map(worth, self.seen.held)) + sum(map(worth, self.maybe.held))
        unseen = sorted(map(worth, self.unseen.held))
        ways = [(worth(pet), self.dark) for pet in self.maybe.held] if self.aside else [(0, self.dark)]
        ways += [(0, self.dark - 1)] if self.dark_pet else []
        least = min(known - pet + sum(unseen[:dark]) for pet, dark in ways)
        most = max(known - pet + sum(unseen[len(unseen) - dark :]) for pet, dark in ways)
        return range(least, most + 1)


class RealSupply(RealPile[Cargo]):
    """A real supply. What goes into a hand stays unseen, and of the rain the table tells with the next open card."""

    __slots__ = ("dry", "rain", "rains", "turned")

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces.kinds, pieces.deck)
        self.rain = pieces.rain
        self.rains = 0
        self.dry = 0
        """With more cards than this it cannot rain yet: those above the first rain."""
        self.turned: Cargo | None = None
        """The next open card, if it was told before its time: it said that a turn had no second card."""

    def hand(self) -> RealHand:
        """A hand that only its holder can see."""
        return RealHand(self.unseen)

    def starter(self, wanted: int, cabin: Any, another: bool = False) -> Play[Any]:
        """The table tells only the card that stays."""
        could_be: list[Any] = [*self.unseen.kinds.those(self.unseen.bits & wanted), *([ANOTHER] if another else [])]
        card = (yield Question(TABLE, "starting", could_be, cabin)) if len(could_be) > 1 else could_be[0]
        if card is not ANOTHER:
            self.see(card)
        return card

    def see(self, card: Cargo) -> None:
        """A card of the supply lies open now."""
        self.unseen.take(card)
        self.left -= 1

    def hide_rain(self, rains: int) -> None:
        """From halfway down a card turned up may be rain: one lies there, the others below it."""
        above = max(0, self.left // 2 - APPROXIMATELY)
        self.rains = rains
        self.left += rains
        self.dry = self.left - above
        self.unseen.put_all([self.rain] * rains)

    @property
    def may_rain(self) -> bool:
        """Whether the next card can be rain, or one of those drawn since the last open card was."""
        return self.rains > 0 and self.left <= self.dry

    def known(self) -> Cargo | None:
        """When nothing but rain is left, it must be rain; otherwise `reveal` asks, if it was not told already."""
        if self.turned is not None:
            told, self.turned = self.turned, None
            return told
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

    def reveal(self, ask: str, about: Any = None, others: Sequence[Any] = ()) -> Play[Any]:
        """Ask the table what was turned up; rain is one of the answers where it can come, and so are `others`."""
        could_be: list[Any] = [self.rain] if self.may_rain else []
        could_be += self.unseen.kinds.those(self.unseen.bits & ~self.rain.bits)
        could_be += others
        card = (yield Question(TABLE, ask, could_be, about)) if len(could_be) > 1 else could_be[0]
        if card is self.rain:
            return self._found_rain()
        if isinstance(card, Cargo):
            self.see(card)
        return card

    def _found_rain(self) -> Cargo:
        self.unseen.take(self.rain)
        self.rains -= 1
        self.left -= 1
        return self.rain


Supply = DealtSupply | RealSupply
"""What the display and the hands are filled from; both can do the same."""

CargoHand = OpenHand[Cargo] | RealHand
"""The cards of one player, dealt by the program or by people."""


def supply_of(deal: Deal, pieces: Pieces) -> Supply:
    """All cards but the rain face down, shuffled by the program or by the people at the table."""
    return DealtSupply(deal, pieces) if isinstance(deal, VirtualDeal) else RealSupply(pieces)
