"""Deduce which tears hidden hands can add up to, all of them together: a card in one hand is in no other.

This is exact where few steps suffice. Otherwise exclusions for single cards are ignored, and if that takes too many
steps as well, everything from the least to the most that a hand could hold is offered: too much, but never too little.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from companion.games.noah.pieces import Animal

MOST_STEPS = 3_000
"""Ways to take cards that are tried for one question, over all worlds, before the search becomes coarser."""

Left = int
"""Number of cards of each class that are not in a hand yet, packed into one number: such ways are compared quickly."""


def can_fill_slots(slots: Sequence[int], cards: Iterable[tuple[int, int]]) -> bool:
    """Whether every slot can have a card of its own, by Hall's theorem.

    `slots` counts the slots of each sort; `cards` are numbers of cards with the sorts that these cannot fill, as bits.
    """
    if not slots:
        return True
    sets = 1 << len(slots)
    unwelcome = [0] * sets
    """Cards that can fill no slot of a set of sorts; at first, only those that can fill all others."""
    total = 0
    for number, barred in cards:
        total += number
        unwelcome[barred] += number
    for at in range(len(slots)):
        sort = 1 << at
        for some in range(sets):
            if not some & sort:
                unwelcome[some] += unwelcome[some | sort]
    needed = [0] * sets
    for some in range(1, sets):
        last = some.bit_length() - 1
        needed[some] = needed[some ^ 1 << last] + slots[last]
        if needed[some] + unwelcome[some] > total:
            return False
    return True


class PartlyKnown(Protocol):
    """A hand of which some cards are known; `Hold` is one."""

    @property
    def known(self) -> tuple[int, ...]:
        """The kinds that are known."""

    @property
    def dark(self) -> tuple[int, ...]:
        """For each other card, the set of kinds it can't be."""


class Stock:
    """Unseen cards in classes: those of a class are worth the same and are barred by the same slots."""

    def __init__(self, unseen: Counter[int], kinds: Sequence[Animal]) -> None:
        self.kinds = kinds
        self.unseen = unseen

    def count_classes(self, slots: Sequence[int]) -> dict[tuple[int, frozenset[int]], int]:
        """Return how many cards there are of each class, where these slots matter."""
        classes: Counter[tuple[int, frozenset[int]]] = Counter()
        for kind, number in self.unseen.items():
            card = self.kinds[kind]
            classes[card.tears, frozenset(slot for slot in slots if card.bits & slot)] += number
        return classes

    def sum_tears(self, kinds: Iterable[int]) -> int:
        """Return what cards of these kinds add up to."""
        return sum(self.kinds[kind].tears for kind in kinds)


Possibility = tuple[Sequence[PartlyKnown], Stock]
"""The hands of one possible world, and the cards that nobody knows there."""


def list_sums(worlds: Sequence[Possibility], seat: int, entered: Mapping[int, int]) -> set[int]:
    """Return the sums that a hand can have in any of these worlds, if other hands have what was entered for them."""
    for ignores_bars in (False, True):
        try:
            sums = _search_sums(worlds, seat, entered, ignores_bars)
        except TooManyStepsError:
            continue
        if sums:  # there are none if a coarse search let people enter something impossible
            return sums
    return set[int]().union(*(_list_range(world[seat], stock) for world, stock in worlds))


class TooManyStepsError(Exception):
    """A search that would take too long."""


def _search_sums(worlds: Sequence[Possibility], seat: int, entered: Mapping[int, int], ignores_bars: bool) -> set[int]:
    steps = Steps()
    sums: set[int] = set()
    searched: set[object] = set()
    for world, stock in worlds:
        search = Search(world, stock, seat, entered, ignores_bars)
        if search.key not in searched:  # most worlds differ in what does not matter here
            searched.add(search.key)
            sums |= search.find_sums(steps)
    return sums


class Steps:
    """The steps that a search has left."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def take(self, number: int) -> None:
        """Take that many of them."""
        self.left -= number
        if self.left < 0:
            raise TooManyStepsError


class Search:
    """The unseen cards shared out among the hands of one world."""

    def __init__(
        self, world: Sequence[PartlyKnown], stock: Stock, seat: int, entered: Mapping[int, int], ignores_bars: bool
    ) -> None:
        darks = [(0,) * len(hand.dark) if ignores_bars else hand.dark for hand in world]
        slots = sorted({slot for dark in darks for slot in dark if slot})
        self.sure = stock.sum_tears(world[seat].known)
        """The tears of the known cards in the hand that is asked for."""
        self.dark = darks[seat]
        self.others = [(darks[other], tears - stock.sum_tears(world[other].known)) for other, tears in entered.items()]
        """The hands for which something was entered: their cards in the dark, and what those add up to."""
        rest = Counter(
            slot
            for other, dark in enumerate(darks)
            if other != seat and other not in entered
            for slot in dark
            if slot
        )  # fmt: skip
        classes = sorted(stock.count_classes(slots).items(), key=lambda item: (item[0][0], sorted(item[0][1])))
        self._set_classes([(tears, bars, number) for (tears, bars), number in classes])
        self.rest = list(rest.values())
        """How many slots of each sort all other hands have."""
        self.barred = [sum(1 << at for at, slot in enumerate(rest) if slot in bars) for bars in self.bars]
        """Those of them that each class cannot fill, as bits."""
        self.key = (self.sure, self.dark, tuple(self.others), tuple(sorted(rest.items())), tuple(classes))
        """Equal for worlds in which the same sums are found."""

    def _set_classes(self, classes: Sequence[tuple[int, frozenset[int], int]]) -> None:
        """Set the tears, the bars and the number of cards of each class."""
        self.tears = [tears for tears, _, _ in classes]
        self.bars = [bars for _, bars, _ in classes]
        width = max((number for *_, number in classes), default=0).bit_length()
        self.places = [at * width for at in range(len(classes))]
        """Bit position of each class's number in a `Left`, and the mask of such a number."""
        self.mask = (1 << width) - 1
        self.left: Left = sum(number << place for (*_, number), place in zip(classes, self.places, strict=True))

    def find_sums(self, steps: Steps) -> set[int]:
        """Return all sums of the hand that is asked for that leave enough for the others."""
        ways: set[Left] = {self.left}
        for dark, tears in self.others:
            ways = {left for left, total in self._fill_hand(ways, dark, steps) if total == tears}
        sums: set[int] = set()
        for left, total in self._fill_hand(ways, self.dark, steps):
            if total not in sums and self._can_fill_rest(left):
                sums.add(total)
        return {self.sure + total for total in sums}

    def _can_fill_rest(self, left: Left) -> bool:
        numbers = [left >> place & self.mask for place in self.places]
        return can_fill_slots(self.rest, zip(numbers, self.barred, strict=True))

    def _fill_hand(self, ways: set[Left], dark: tuple[int, ...], steps: Steps) -> set[tuple[Left, int]]:
        """Return every way to fill a hand, as the cards left over and the sum of the hand."""
        states = {(left, 0) for left in ways}
        for slot, number in Counter(dark).items():
            states = {
                (after, total + tears)
                for left, total in states
                for after, tears in self._take_cards(left, slot, number, steps)
            }
        return states

    def _take_cards(self, left: Left, slot: int, number: int, steps: Steps) -> list[tuple[Left, int]]:
        """Return every way to take that many cards for this slot: the remaining cards, and the sum of those taken."""
        if not number:
            steps.take(1)
            return [(left, 0)]
        outcomes: list[tuple[Left, int]] = []
        # From the last class to the first, all ways at once, which is much faster than one after the other. Each has
        # Remaining cards, number of missing cards, and tears so far.
        begun: list[tuple[Left, int, int]] = [(left, number, 0)]
        counted = 0
        for at in range(len(self.tears) - 1, -1, -1):
            steps.take(len(begun) + len(outcomes) - counted)
            counted = len(outcomes)
            tears, place = self.tears[at], self.places[at]
            available = 0 if slot in self.bars[at] else left >> place & self.mask
            if available:
                started, begun = begun, []
                for after, missing, total in started:
                    if missing <= available:
                        outcomes.append((after - (missing << place), total + missing * tears))
                        most = missing - 1
                    else:
                        most = available
                    if at:  # the first class must fit
                        begun += [
                            (after - (taken << place), missing - taken, total + taken * tears)
                            for taken in range(most + 1)
                        ]
            elif not at:
                begun = []
        steps.take(len(begun) + len(outcomes) - counted)
        return outcomes


def _list_range(hand: PartlyKnown, stock: Stock) -> set[int]:
    """Return everything from the least to the most that this hand alone could hold."""
    sure = stock.sum_tears(hand.known)
    tears = sorted(stock.kinds[kind].tears for kind in stock.unseen.elements())
    number = len(hand.dark)
    return set(range(sure + sum(tears[:number]), sure + sum(tears[len(tears) - number :]) + 1))
