"""What tears hidden hands can add up to, all of them together: a card that made one cry makes no other cry."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from companion.games.noah.pieces import Animal

MOST_WAYS = 20_000
"""With more ways to share out the cards we only look at how little and how much a hand can hold."""

Left = tuple[int, ...]
"""How many cards of each class are not given to a hand yet."""


def enough(slots: Counter[int], cards: Sequence[tuple[int, frozenset[int]]]) -> bool:
    """Whether every slot can have a card of its own: so many of each, and the slots that bar them (Hall's theorem)."""
    for number in range(1, len(slots) + 1):
        for some in combinations(slots, number):
            welcome = sum(n for n, bars in cards if not bars.issuperset(some))
            if welcome < sum(slots[slot] for slot in some):
                return False
    return True


class Dark(Protocol):
    """A hand of which some is known; `Hold` is one."""

    @property
    def known(self) -> tuple[int, ...]:
        """The kinds that are known."""

    @property
    def dark(self) -> tuple[int, ...]:
        """For each other card what it cannot be."""


class Stock:
    """Unseen cards in classes: those of a class are worth the same and are barred by the same slots."""

    def __init__(self, unseen: Counter[int], kinds: Sequence[Animal]) -> None:
        self.kinds = kinds
        self.unseen = unseen

    def classes(self, barred: Sequence[int]) -> dict[tuple[int, frozenset[int]], int]:
        """How many cards there are of each class, where these slots matter."""
        classes: Counter[tuple[int, frozenset[int]]] = Counter()
        for kind, number in self.unseen.items():
            card = self.kinds[kind]
            classes[card.tears, frozenset(slot for slot in barred if card.bits & slot)] += number
        return classes


def sums_of(world: Sequence[Dark], stock: Stock, told: Mapping[int, int | None]) -> set[int]:
    """The sums that the last of these hands can have, if the ones before it have what they told."""
    *_, asked = told
    sums = Sharing(world, stock).sums(told)
    return sums if sums is not None else _between(world[asked], stock)


class Sharing:
    """The unseen cards shared out among the hands of one world."""

    def __init__(self, world: Sequence[Dark], stock: Stock) -> None:
        self.world = world
        self.kinds = stock.kinds
        slots = sorted({slot for hand in world for slot in hand.dark if slot})
        self.classes = stock.classes(slots)
        self.tears = [tears for tears, _ in self.classes]
        self.bars = [bars for _, bars in self.classes]

    def sums(self, told: Mapping[int, int | None]) -> set[int] | None:
        """All sums of the last hand that leave enough for the others; None if there are too many ways to look at."""
        ways: set[Left] = {tuple(self.classes.values())}
        found: set[int] = set()
        for seat, sum_told in told.items():
            sure = sum(self.kinds[kind].tears for kind in self.world[seat].known)
            shared = self._dealt(ways, self.world[seat].dark)
            if shared is None:
                return None
            rest = [hand for other, hand in enumerate(self.world) if other not in told]
            if sum_told is None:
                found = {sure + total for left, total in shared if self._enough(left, rest)}
            ways = {left for left, total in shared if sure + total == sum_told}
        return found

    def _dealt(self, ways: set[Left], dark: tuple[int, ...]) -> set[tuple[Left, int]] | None:
        """Every way to fill a hand, as what is left and what the hand adds up to."""
        states = {(left, 0) for left in ways}
        for slot, number in Counter(dark).items():
            states = {
                (after, total + worth)
                for left, total in states
                for after, worth in self._taken(left, slot, number, len(left) - 1)
            }
            if len(states) > MOST_WAYS:
                return None
        return states

    def _taken(self, left: Left, slot: int, number: int, at: int) -> Iterator[tuple[Left, int]]:
        """Every way to take so many cards for this slot out of the classes up to this one."""
        if at < 0:
            if not number:
                yield left, 0
            return
        most = 0 if slot in self.bars[at] else min(number, left[at])
        for taken in range(most + 1):
            after = (*left[:at], left[at] - taken, *left[at + 1 :])
            for rest, worth in self._taken(after, slot, number - taken, at - 1):
                yield rest, worth + taken * self.tears[at]

    def _enough(self, left: Left, rest: Sequence[Dark]) -> bool:
        """Whether the other hands can be filled from what is left."""
        slots = Counter(slot for hand in rest for slot in hand.dark if slot)
        return enough(slots, list(zip(left, self.bars, strict=True)))


def _between(hand: Dark, stock: Stock) -> set[int]:
    """From the least to the most that this hand alone could hold."""
    sure = sum(stock.kinds[kind].tears for kind in hand.known)
    worth = sorted(stock.kinds[kind].tears for kind in stock.unseen.elements())
    number = len(hand.dark)
    return set(range(sure + sum(worth[:number]), sure + sum(worth[len(worth) - number :]) + 1))
