"""Hands and pile of real cards, with what they could be deduced: the same calls as for cards that the program deals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.cards import NOT_TOLD, Cards, Hand, Kinds, OpenHand, RealPile
from companion.core.question import Play
from companion.core.seat import Seat
from companion.games.noah.deductions import Deductions
from companion.games.noah.pieces import Animal


class DeducedHand:
    """A hand that only its holder can see; what it could be is deduced."""

    __slots__ = ("deductions", "kinds", "seat")

    hidden = True

    def __init__(self, kinds: Kinds[Animal], deductions: Deductions, seat: int) -> None:
        self.kinds = kinds
        self.deductions = deductions
        self.seat = seat

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.deductions.size(self.seat)

    @property
    def bits(self) -> int:
        """What the cards of this hand could be played as."""
        return self.deductions.could_be(self.seat)

    def surely(self, wanted: int) -> bool:
        """Whether one of these kinds must be here."""
        return not self.deductions.could_lack(self.seat, wanted)

    def could_hold(self, cards: Sequence[Animal]) -> bool:
        """Whether all of these could be here, in some deal that agrees with what was told."""
        return self.deductions.could_hold(self.seat, cards)

    def those(self, wanted: int) -> list[Animal]:
        """The cards in the order of their kinds."""
        return list(self.kinds.those(wanted))

    def take(self, card: Animal) -> None:
        """Remove a card that is shown."""
        self.deductions.shown(self.seat, card)

    def put(self, card: Animal) -> None:
        """Add a card everyone has seen."""
        self.deductions.picked_up(self.seat, card)

    def lacks(self, wanted: int) -> None:
        """Its holder says that none of these kinds is here."""
        self.deductions.lacks(self.seat, wanted)

    def swap_matters(self, others: Sequence[Seat]) -> bool:
        """Whether it makes a difference with which of the others a card is swapped unseen."""
        return self.deductions.swap_matters(self.seat, [other.index for other in others])

    def tears(self, told: Mapping[int, int]) -> list[int]:
        """What its tears could add up to, after what others told of theirs."""
        return self.deductions.tears(self.seat, told)

    def known(self) -> Cards[Animal] | None:
        """The whole hand, if nothing of it is in the dark."""
        sure = self.sure()
        return sure if sure.size == self.size else None

    def sure(self) -> Cards[Animal]:
        """What is certainly here, from what everyone saw."""
        cards = Cards(self.kinds)
        cards.put_all(self.deductions.surely(self.seat))
        return cards

    def unseen_choices(self) -> tuple[Animal | None, ...]:
        """The holder picks; the table is not told which, so nobody is asked."""
        return NOT_TOLD

    def slip(self, card: Animal | None, to: Hand[Animal]) -> None:
        """One card changes hands in the dark."""
        assert isinstance(to, DeducedHand)
        self.deductions.slipped(self.seat, to.seat)


NoahHand = OpenHand[Animal] | DeducedHand
"""The cards of one player, dealt by the program or by people."""


class DeducedPile(RealPile[Animal]):
    """Real cards: what is turned up is told, what is dealt is not."""

    __slots__ = ("deductions", "hands", "kinds")

    def __init__(self, kinds: Kinds[Animal], cards: Iterable[Animal], seats: int) -> None:
        deck = list(cards)
        super().__init__(kinds, deck)
        self.kinds = kinds
        self.deductions = Deductions(kinds, deck, seats)
        self.hands = 0

    def reveal(self, ask: str, about: Any = None) -> Play[Animal]:
        """Ask the table which card lies there now."""
        card = yield from super().reveal(ask, about)
        self.deductions.turned_up(card)
        return card

    def deal(self, hand: Hand[Animal], number: int) -> None:
        """Somebody dealt that many cards into a hidden hand."""
        assert isinstance(hand, DeducedHand)
        self.deductions.dealt(hand.seat, number)
        self.left -= number

    def hand(self) -> DeducedHand:
        """The hand of the next seat."""
        self.hands += 1
        return DeducedHand(self.kinds, self.deductions, self.hands - 1)
