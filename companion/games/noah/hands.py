"""Hands and pile of real cards, on the books: the same calls as for cards that the program deals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.cards import Cards, Hand, Kinds, RealPile
from companion.core.question import Play
from companion.core.seat import Seat
from companion.games.noah.books import Books
from companion.games.noah.pieces import Animal


class BookedHand(Hand[Animal]):
    """A hand that only its holder can see; the books know what it could be."""

    __slots__ = ("books", "kinds", "seat")

    hidden = True

    def __init__(self, kinds: Kinds[Animal], books: Books, seat: int) -> None:
        self.kinds = kinds
        self.books = books
        self.seat = seat

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.books.size(self.seat)

    @property
    def bits(self) -> int:  # type: ignore[override]  # a plain attribute in an open hand, for speed
        """What the cards of this hand could be played as."""
        return self.books.could_be(self.seat)

    def surely(self, wanted: int) -> bool:
        """Whether one of these kinds must be here."""
        return not self.books.could_lack(self.seat, wanted)

    def those(self, wanted: int) -> list[Animal]:
        """The cards in the order of their kinds."""
        return list(self.kinds.those(wanted))

    def take(self, card: Animal) -> None:
        """Remove a card that is shown."""
        self.books.shown(self.seat, card)

    def put(self, card: Animal) -> None:
        """Add a card everyone has seen."""
        self.books.picked_up(self.seat, card)

    def lacks(self, wanted: int) -> None:
        """Its holder says that none of these kinds is here."""
        self.books.lacks(self.seat, wanted)

    def swap_matters(self, others: Sequence[Seat]) -> bool:
        """Whether it makes a difference with which of the others a card is swapped unseen."""
        return self.books.swap_matters(self.seat, [other.index for other in others])

    def tears(self, told: Mapping[int, int]) -> list[int]:
        """What its tears could add up to, after what others told of theirs."""
        return self.books.tears(self.seat, told)

    def known(self) -> Cards[Animal] | None:
        """The whole hand, if nothing of it is in the dark."""
        sure = self.sure()
        return sure if sure.size == self.size else None

    def sure(self) -> Cards[Animal]:
        """What is certainly here, from what everyone saw."""
        cards = Cards(self.kinds)
        cards.put_all(self.books.surely(self.seat))
        return cards

    def choose(self, seat: int, ask: str, about: Any = None) -> Play[Animal | None]:
        """The holder picks; the table is not told which, so nobody is asked."""
        return None
        yield  # makes this a generator, as the rules expect

    def slip(self, card: Animal | None, to: Hand[Animal]) -> None:
        """One card changes hands in the dark."""
        assert isinstance(to, BookedHand)
        self.books.slipped(self.seat, to.seat)


class BookedPile(RealPile[Animal]):
    """Real cards: what is turned up is told, what is dealt is not."""

    __slots__ = ("books", "hands", "kinds")

    def __init__(self, kinds: Kinds[Animal], cards: Iterable[Animal], seats: int) -> None:
        deck = list(cards)
        super().__init__(kinds, deck)
        self.kinds = kinds
        self.books = Books(kinds, deck, seats)
        self.hands = 0

    def reveal(self, ask: str, about: Any = None) -> Play[Animal]:
        """Ask the table which card lies there now."""
        card = yield from super().reveal(ask, about)
        self.books.turned_up(card)
        return card

    def deal(self, hand: Hand[Animal], number: int) -> None:
        """Somebody dealt that many cards into a hidden hand."""
        assert isinstance(hand, BookedHand)
        self.books.dealt(hand.seat, number)
        self.left -= number

    def hand(self) -> Hand[Animal]:
        """The hand of the next seat."""
        self.hands += 1
        return BookedHand(self.kinds, self.books, self.hands - 1)
