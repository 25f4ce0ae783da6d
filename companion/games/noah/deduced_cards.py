"""Hands and a pile of real cards, deduced from what people see: the same calls as for cards that the program deals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.cards import UNKNOWN_CARD, Cards, Hand, Kinds, OpenHand, RealPile
from companion.core.question import Play
from companion.core.seat import Seat
from companion.games.noah.deductions import Deductions
from companion.games.noah.pieces import Animal


class DeducedHand:
    """A hand that only its holder can see, so that its cards are deduced."""

    __slots__ = ("deductions", "kinds", "seat")

    hidden = True

    def __init__(self, kinds: Kinds[Animal], deductions: Deductions, seat: int) -> None:
        self.kinds = kinds
        self.deductions = deductions
        self.seat = seat

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.deductions.count_cards(self.seat)

    @property
    def bits(self) -> int:
        """The set of what the cards could be played as."""
        return self.deductions.find_playable_kinds(self.seat)

    def must_hold(self, wanted: int) -> bool:
        """Whether one of these kinds must be here."""
        return not self.deductions.can_lack(self.seat, wanted)

    def can_hold(self, cards: Sequence[Animal]) -> bool:
        """Whether all of these could be here, in some deal that agrees with all answers."""
        return self.deductions.can_hold(self.seat, cards)

    def list_cards(self, wanted: int) -> list[Animal]:
        """Return the cards for these kinds, in order."""
        return list(self.kinds.list_kinds(wanted))

    def remove(self, card: Animal) -> None:
        """Remove a card that is shown."""
        self.deductions.show(self.seat, card)

    def add(self, card: Animal) -> None:
        """Add a card everyone has seen."""
        self.deductions.pick_up(self.seat, card)

    def rule_out(self, wanted: int) -> None:
        """Record that its holder has none of these kinds."""
        self.deductions.rule_out(self.seat, wanted)

    def swap_matters(self, others: Sequence[Seat]) -> bool:
        """Whether it makes a difference with which of the others a card is swapped unseen."""
        return self.deductions.swap_matters(self.seat, [other.index for other in others])

    def list_tears(self, entered: Mapping[int, int]) -> list[int]:
        """Return what its tears could add up to, after what other seats entered for theirs."""
        return self.deductions.list_tears(self.seat, entered)

    def get_known_cards(self) -> Cards[Animal] | None:
        """Return the whole hand, or None if any of it is in the dark."""
        sure = self.find_sure_cards()
        return sure if sure.size == self.size else None

    def find_sure_cards(self) -> Cards[Animal]:
        """Return the cards that certainly are here, from what everyone saw."""
        cards = Cards(self.kinds)
        cards.add_all(self.deductions.list_sure_cards(self.seat))
        return cards

    def list_unseen_choices(self) -> tuple[Animal | None, ...]:
        """Return one unknown card: its holder picks it, and the program never learns which."""
        return UNKNOWN_CARD

    def pass_unseen(self, card: Animal | None, to: Hand[Animal]) -> None:
        """Pass an unknown card to another hand."""
        assert isinstance(to, DeducedHand)
        self.deductions.slip(self.seat, to.seat)


NoahHand = OpenHand[Animal] | DeducedHand
"""The cards of one player, dealt by the program or by people."""


class DeducedPile(RealPile[Animal]):
    """A pile of real cards: people enter what is turned up, but not what is dealt."""

    __slots__ = ("deductions", "hands", "kinds")

    def __init__(self, kinds: Kinds[Animal], cards: Iterable[Animal], seats: int) -> None:
        deck = list(cards)
        super().__init__(kinds, deck)
        self.kinds = kinds
        self.deductions = Deductions(kinds, deck, seats)
        self.hands = 0

    def reveal(self, ask: str, about: Any = None) -> Play[Animal]:
        """Ask the table which card was turned up."""
        card = yield from super().reveal(ask, about)
        self.deductions.turn_up(card)
        return card

    def add_copy(self, card: Animal) -> None:
        """Expect one more copy of a card to be turned up, although all of them seem to lie on ferries."""
        self.unseen.add(card)
        self.deductions.add_copy(card)

    def expect_card(self, card: Animal) -> None:
        """Let any hand hold this card, although the deductions exclude it."""
        self.deductions.forget_hands()
        if not self.deductions.hidden[card.index]:
            self.deductions.add_copy(card)

    def deal(self, hand: Hand[Animal], number: int) -> None:
        """Record that people dealt that many cards into a hidden hand."""
        assert isinstance(hand, DeducedHand)
        self.deductions.deal(hand.seat, number)
        self.left -= number

    def make_hand(self) -> DeducedHand:
        """Make the hand of the next seat."""
        self.hands += 1
        return DeducedHand(self.kinds, self.deductions, self.hands - 1)
