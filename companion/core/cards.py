"""Shuffling, hands and piles of cards, known to the program or only to the people at the table.

Rules make the same calls for both. In a virtual match the program draws and knows every hand; at a real table the calls
ask people which card they turned up, and a hidden hand offers every card that it could hold. Other differences at a
real table are up to the `real.py` of a game, which wraps its rules (`real_table.adapt`).

A set of kinds of cards is a whole number with one bit per kind, so "which of my cards fit here?" is one `&`.

Only `Random.random` is used: it alone is guaranteed to give the same numbers for the same seed in every version of
Python, so a match deals the same cards on every machine.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import floor
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from companion.core.question import TABLE, Bot, Play, Question
from companion.native import mypyc_attr

T = TypeVar("T")

DEALING_VERSION: Final = 2
"""Version of dealing from a seed. Journals record it, because other versions would deal other cards."""

Draw = Callable[[], float]
"""Function that returns a random number from 0 up to 1, such as `Random.random`."""


def shuffle(cards: list[T], draw: Draw, drawn: int | None = None) -> None:
    """Shuffle cards in place, the top card last; only the `drawn` top ones if that is given, to save time."""
    number = len(cards)
    for last in range(number - 1, 0 if drawn is None else number - drawn - 1, -1):
        at = floor(draw() * (last + 1))
        cards[at], cards[last] = cards[last], cards[at]


def draw_several(cards: Sequence[T], number: int, draw: Draw) -> list[T]:
    """Return this number of random cards, in random order."""
    all_of_them = list(cards)
    shuffle(all_of_them, draw, number)
    return all_of_them[len(cards) - number :]


def draw_one(choices: Sequence[T], draw: Draw) -> T:
    """Return a random one of these."""
    number = len(choices)  # a variable: mypyc boxes a length inside an expression
    return choices[floor(draw() * number)]


def make_random_bot(rng: Random) -> Bot:
    """Return a bot that picks any choice at random."""
    draw: Draw = rng.random  # the type spares the compiled build an object for each number

    def choose(question: Question, table: Any) -> Any:
        choices = question.choices
        number = len(choices)
        return choices[floor(draw() * number)]

    return choose


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """A kind of card; identical copies are one object.

    `bits` are the kinds this card can be played as: its own, or both for a card that can be turned either way up.
    """

    __slots__ = ("bits", "id", "index")

    def __init__(self, id: str, index: int) -> None:
        self.id = id
        self.index = index
        self.bits = 1 << index

    def __str__(self) -> str:
        return self.id


C = TypeVar("C", bound=Card)

UNKNOWN_CARD: Final = (None,)
"""Choices for a card that only its holder knows."""

HALF_WIDTH: Final = 13
HALF_MASK: Final = 0x1FFF
"""Width of one lookup half, in bits, and its mask."""
NOT_LISTED: Any = None
"""Placeholder for a combination not listed yet; adding to it raises a TypeError, which saves a check on each lookup."""


class Kinds(Generic[C]):
    """Kinds of cards of a game in a fixed order; card number i has bit i."""

    __slots__ = ("_first", "_second", "all", "cards")

    def __init__(self, kinds: Sequence[C]) -> None:
        assert [kind.index for kind in kinds] == list(range(len(kinds)))
        self.all = tuple(kinds)
        self.cards = (1 << len(kinds)) - 1
        """Set of the kinds that are cards, without kinds that are only another way up of a card."""
        for kind in kinds:
            self.cards &= ~(kind.bits ^ (1 << kind.index))
        self._first: list[tuple[C, ...]] = [NOT_LISTED] * (HALF_MASK + 1)
        """Kinds in each combination of the first half, and below of the second; filled on first use."""
        self._second: list[tuple[C, ...]] = [NOT_LISTED] * (HALF_MASK + 1)

    def list_kinds(self, bits: int) -> tuple[C, ...]:
        """Return the kinds in a set, in order. Called in every turn of a simulation, hence the lookup tables."""
        try:
            return self._first[bits & HALF_MASK] + self._second[bits >> HALF_WIDTH]
        except (TypeError, IndexError):  # not listed yet, or more kinds than two parts hold
            return self._list_new(bits)

    def _list_new(self, bits: int) -> tuple[C, ...]:
        """List the kinds in a new set and cache the result."""
        part, rest = bits & HALF_MASK, bits >> HALF_WIDTH
        first, second = self._list_half(part, 0), self._list_half(rest, HALF_WIDTH)
        self._first[part] = first
        if rest <= HALF_MASK:
            self._second[rest] = second
        return first + second

    def _list_half(self, bits: int, start: int) -> tuple[C, ...]:
        """Return the kinds in half a set, whose first bit is kind number `start`."""
        kinds = []
        while bits:  # a few bits of many: a bit at a time is quicker than going through all kinds
            lowest = bits & -bits
            kinds.append(self.all[start + lowest.bit_length() - 1])
            bits ^= lowest
        return tuple(kinds)

    def find_bits(self, wanted: Callable[[C], bool]) -> int:
        """Return the set of kinds for which `wanted` is true."""
        return sum(1 << kind.index for kind in self.all if wanted(kind))


class Cards(Generic[C]):
    """Cards in no particular order. `bits` is the set of kinds they can be played as."""

    __slots__ = ("bits", "held", "kinds", "twice")

    def __init__(self, kinds: Kinds[C]) -> None:
        self.kinds = kinds
        self.bits = 0
        self.twice = 0
        """Set of the kinds that are here at least twice, which saves searching for another copy."""
        self.held: list[C] = []

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.held)

    def add(self, card: C) -> None:
        """Add one such card."""
        kinds = card.bits
        self.held.append(card)
        if self.bits & kinds:
            self.twice |= kinds
        else:
            self.bits |= kinds

    def add_all(self, cards: list[C]) -> None:
        """Add several cards."""
        bits, twice = self.bits, self.twice
        for card in cards:
            kinds = card.bits
            if bits & kinds:
                twice |= kinds
            else:
                bits |= kinds
        self.bits = bits
        self.twice = twice
        self.held += cards

    def remove(self, card: C) -> None:
        """Remove one such card."""
        kinds, held = card.bits, self.held
        held.remove(card)
        if not self.twice & kinds:
            self.bits ^= kinds
        elif held.count(card) == 1:
            self.twice ^= kinds

    def replace_all(self, cards: list[C]) -> None:
        """Replace all cards by these."""
        self.held.clear()
        self.bits = 0
        self.twice = 0
        self.add_all(cards)

    def list_kinds(self) -> tuple[C, ...]:
        """Return the kinds of cards that are here, each once."""
        return self.kinds.list_kinds(self.bits & self.kinds.cards)

    def __str__(self) -> str:
        return " ".join(card.id for card in sorted(self.held, key=lambda card: card.index))


class Hand(Protocol[C]):
    """The cards one player holds: `size` of them, which can be played as `bits`, or could be.

    `bits` is 0 when the hand is empty, and only then. Hands inherit nothing from this: they are known by what they can
    do, so a game may have its own kind.
    """

    @property
    def bits(self) -> int:
        """The set of what the cards can be played as."""

    @property
    def hidden(self) -> bool:
        """Whether only its holder knows the cards."""

    @property
    def size(self) -> int:
        """Number of cards."""

    def must_hold(self, wanted: int) -> bool:
        """Whether this hand certainly holds a card of the wanted kinds."""

    def can_hold(self, cards: Sequence[C]) -> bool:
        """Whether all of these cards are here, or could be in some deal that agrees with everything entered."""

    def list_cards(self, wanted: int) -> list[C]:
        """Return the cards of these kinds, each once, that are or could be in this hand."""

    def remove(self, card: C) -> None:
        """Remove a card that everyone sees."""

    def add(self, card: C) -> None:
        """Add a card that everyone has seen."""

    def get_known_cards(self) -> "Cards[C] | None":
        """Return the cards if the whole hand is known; else None."""

    def list_unseen_choices(self) -> tuple[C | None, ...]:
        """Return the cards its holder could pass on face down; None is a card only they know."""

    def pass_unseen(self, card: C | None, to: "Hand[C]") -> None:
        """Pass a card to another hand face down."""


class OpenHand(Cards[C]):
    """A hand the program dealt and knows; front-ends decide who may see it."""

    __slots__ = ()

    hidden = False

    def must_hold(self, wanted: int) -> bool:
        """Whether a wanted card is here."""
        return bool(self.bits & wanted)

    def can_hold(self, cards: Sequence[C]) -> bool:
        """Whether all of these cards are here."""
        return Counter(cards) <= Counter(self.held)

    def list_cards(self, wanted: int) -> list[C]:
        """Return the cards in the order they came."""
        if wanted == self.bits:
            cards = self.held[:]
        else:
            cards = []
            for card in self.held:  # half again as fast as a comprehension for a few cards
                if card.bits & wanted:
                    cards.append(card)
        return list(dict.fromkeys(cards)) if wanted & self.twice else cards

    def get_known_cards(self) -> Cards[C]:
        """Return the hand itself."""
        return self

    def list_unseen_choices(self) -> tuple[C | None, ...]:
        """Return each kind of card once."""
        return self.list_kinds()

    def pass_unseen(self, card: C | None, to: Hand[C]) -> None:
        """Move that card."""
        assert card is not None
        assert isinstance(to, OpenHand)
        self.remove(card)
        to.add(card)


@mypyc_attr(allow_interpreted_subclasses=True)
class HiddenHand(Generic[C]):
    """A hand of real cards: `seen` by everyone, or `dark`, that is unknown."""

    __slots__ = ("dark", "seen", "unseen")

    hidden = True

    def __init__(self, unseen: Cards[C]) -> None:
        self.dark = 0
        self.seen = Cards(unseen.kinds)
        self.unseen = unseen

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.dark + self.seen.size

    @property
    def bits(self) -> int:
        """Set of the kinds that cards of this hand could be played as."""
        return self.seen.bits | self.unseen.bits if self.dark else self.seen.bits

    def must_hold(self, wanted: int) -> bool:
        """Whether a wanted card is among those everyone saw this player pick up."""
        return bool(self.seen.bits & wanted)

    def can_hold(self, cards: Sequence[C]) -> bool:
        """Whether all of these could be here: cards everyone saw, and as many others as the hidden part holds."""
        in_the_dark = Counter(cards) - Counter(self.seen.held)
        return in_the_dark.total() <= self.dark and in_the_dark <= Counter(self.unseen.held)

    def list_cards(self, wanted: int) -> list[C]:
        """Return the cards in the order of their kinds."""
        return list(self.unseen.kinds.list_kinds(wanted))

    def remove(self, card: C) -> None:
        """Remove a card that was shown: one that had been seen before, if there is one."""
        if card in self.seen.held:
            self.seen.remove(card)
        else:
            self.unseen.remove(card)
            self.dark -= 1

    def add(self, card: C) -> None:
        """Add a card everyone has seen."""
        self.seen.add(card)

    def forget_seen_cards(self) -> None:
        """Treat all seen cards as unknown again, because a card may have left or come face down.

        This offers a few cards too many, but never hides one that is really there.
        """
        self.dark += self.seen.size
        self.unseen.add_all(self.seen.held)
        self.seen = Cards(self.unseen.kinds)

    def get_known_cards(self) -> Cards[C] | None:
        """Return the whole hand if everyone knows all of it."""
        return None if self.dark else self.seen

    def list_unseen_choices(self) -> tuple[C | None, ...]:
        """Return the placeholder for a card that only the holder knows."""
        return UNKNOWN_CARD

    def pass_unseen(self, card: C | None, to: Hand[C]) -> None:
        """Pass a card without showing it to others."""
        assert isinstance(to, HiddenHand)
        self.forget_seen_cards()
        self.dark -= 1
        to.dark += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Pile(ABC, Generic[C]):
    """Face-down cards: a shuffled pile, a bag, the rest in the box."""

    __slots__ = ()

    @abstractmethod
    def reveal(self, ask: str, about: Any = None) -> Play[C]:
        """Turn up a card for everyone to see."""

    @abstractmethod
    def deal(self, hand: Hand[C], number: int) -> None:
        """Deal cards face down into a hand."""

    @abstractmethod
    def make_hand(self) -> Hand[C]:
        """Make an empty hand for cards of this pile."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of cards left."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ShuffledPile(Pile[C]):
    """Cards the program shuffled, at least as many as will be drawn; the top one is the last."""

    __slots__ = ("cards", "kinds")

    def __init__(self, kinds: Kinds[C], cards: Iterable[C], rng: Random, drawn: int | None = None) -> None:
        self.kinds = kinds
        self.cards = list(cards)
        shuffle(self.cards, rng.random, drawn)

    def turn_up(self) -> C:
        """Turn up the next card for everyone to see."""
        return self.cards.pop()

    def reveal(self, ask: str, about: Any = None) -> Play[C]:
        """Turn up the next card; nobody needs to be asked."""
        return self.turn_up()
        yield  # makes this a generator, as the rules expect

    def deal(self, hand: Hand[C], number: int) -> None:
        """Deal that many cards into a hand."""
        assert isinstance(hand, OpenHand)
        start = len(self.cards) - number
        hand.add_all(self.cards[start:])
        del self.cards[start:]

    def make_hand(self) -> OpenHand[C]:
        """Make a hand whose cards the program knows."""
        return OpenHand(self.kinds)

    def __len__(self) -> int:
        return len(self.cards)


@mypyc_attr(allow_interpreted_subclasses=True)
class RealPile(Pile[C]):
    """Real cards on a real table: `unseen` counts cards nobody has shown, wherever they are."""

    __slots__ = ("left", "unseen")

    def __init__(self, kinds: Kinds[C], cards: Iterable[C]) -> None:
        self.unseen = Cards(kinds)
        self.unseen.add_all(list(cards))
        self.left = self.unseen.size

    def turn_up(self) -> None:
        """Return nothing: only the players see the next card, and `reveal` asks them."""

    def reveal(self, ask: str, about: Any = None) -> Play[C]:
        """Ask the table which card is there now."""
        could_be = self.unseen.list_kinds()
        card: C = (yield Question(TABLE, ask, could_be, about)) if len(could_be) > 1 else could_be[0]
        self.unseen.remove(card)
        self.left -= 1
        return card

    def deal(self, hand: Hand[C], number: int) -> None:
        """Count cards that a player dealt into a hidden hand."""
        assert isinstance(hand, HiddenHand)
        hand.dark += number
        self.left -= number

    def make_hand(self) -> Hand[C]:
        """Make a hand that only its holder can see."""
        return HiddenHand(self.unseen)

    def __len__(self) -> int:
        return self.left


def shuffle_unseen(cards: Iterable[C], rng: Random) -> list[C]:
    """Return cards that a seat cannot see in random order, independent of their real order.

    They are sorted first: otherwise the same random numbers would give another order in a world that looks the same.
    """
    shuffled = sorted(cards, key=lambda card: card.index)
    shuffle(shuffled, rng.random)
    return shuffled


def refill_hands(hands: Iterable[OpenHand[C]], cards: list[C]) -> None:
    """Replace the cards of each hand by as many of these, which are removed from the list."""
    for hand in hands:
        number = len(hand.held)
        hand.replace_all(cards[:number])
        del cards[:number]


def redeal(hands: Sequence[OpenHand[C]], pile: list[C], rng: Random) -> None:
    """Deal the cards of these hands and this pile again, each as many as it had."""
    cards = shuffle_unseen([*pile, *(card for hand in hands for card in hand.held)], rng)
    refill_hands(hands, cards)
    pile[:] = cards


class Deal(ABC):
    """Handles the cards and draws lots: the program, or the people at the table."""

    __slots__ = ()

    virtual: bool

    @abstractmethod
    def make_pile(self, kinds: Kinds[C], cards: Iterable[C], drawn: int | None = None) -> Pile[C]:
        """Make a face-down pile of these cards. `drawn` is how many of them will be drawn, if that is known."""

    @abstractmethod
    def draw_blind(self, hand: Hand[C]) -> C | None:
        """Draw a card from a fanned-out hand without looking; None if only the players know which."""

    @abstractmethod
    def pick_one(self, ask: str, choices: Sequence[T], about: Any = None) -> Play[T]:
        """Pick a choice by lot, or ask the people at the table which one it was."""


class VirtualDeal(Deal):
    """Shuffles, deals and draws lots in the program."""

    __slots__ = ("_draw", "_piles", "rng")

    virtual = True

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._draw = rng.random
        self._piles: list[ShuffledPile[Any]] = []

    def make_pile(self, kinds: Kinds[C], cards: Iterable[C], drawn: int | None = None) -> ShuffledPile[C]:
        """Make a pile that the program draws from."""
        pile = ShuffledPile(kinds, cards, self.rng, drawn)
        self._piles.append(pile)
        return pile

    def reshuffle_piles(self) -> None:
        """Shuffle every pile again, so that an imagined match doesn't know the order of the real one."""
        for pile in self._piles:
            shuffle(pile.cards, self._draw)

    def draw_blind(self, hand: Hand[C]) -> C | None:
        """Draw a random card of the hand."""
        assert isinstance(hand, OpenHand)
        card: C = self.draw_lot(hand.held)
        return card

    def draw_lot(self, choices: Sequence[T]) -> T:
        """Return a random choice, for code that runs only where the program draws."""
        return draw_one(choices, self._draw)

    def pick_one(self, ask: str, choices: Sequence[T], about: Any = None) -> Play[T]:
        """Draw a lot."""
        return self.draw_lot(choices)
        yield  # makes this a generator, as the rules expect


class TableDeal(Deal):
    """Real cards and real lots: asks the people at the table."""

    __slots__ = ()

    virtual = False

    def make_pile(self, kinds: Kinds[C], cards: Iterable[C], drawn: int | None = None) -> Pile[C]:
        """Return a pile of real cards, which only the players can turn up."""
        return RealPile(kinds, cards)

    def draw_blind(self, hand: Hand[C]) -> C | None:
        """Return nothing: a player drew a real card and kept it secret."""
        return None

    def pick_one(self, ask: str, choices: Sequence[T], about: Any = None) -> Play[T]:
        """Ask the players, unless there is only one choice."""
        if len(choices) == 1:
            return choices[0]
        answer: T = yield Question(TABLE, ask, choices, about)
        return answer
