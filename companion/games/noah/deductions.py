"""Deduce what hands of real cards could hold: everything that some deal allows that agrees with all answers.

A card that nobody saw is known only by what it cannot be: a player who picks up a ferry holds nothing that would have
fitted. A card that everyone saw somebody pick up is known until one leaves that hand secretly; from then on there are
several possible worlds, in which it went or stayed. A world is possible if the unseen cards can be shared out among all
places in the dark, which Hall's theorem decides.

This is exact while there are few worlds. With many, hands are blurred one after the other: a blurred hand keeps what it
holds in every world and forgets the rest, so that too much is offered, but never too little.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.cards import Kinds
from companion.games.noah.deduced_tears import Stock, can_fill_slots, list_sums
from companion.games.noah.pieces import Animal

MOST_WORLDS = 64
"""Worlds that are kept. With more of them, hands are blurred."""
MOST_SUCCESSORS = 256
"""Worlds that one card passed on unseen may lead to before they are checked. With more, the giver is blurred first."""


class Hold(NamedTuple):
    """A hand in one possible world."""

    known: tuple[int, ...]
    """The numbers of the kinds that certainly are in it, in order."""
    dark: tuple[int, ...]
    """For each other card, the set of cards it can't be played as, in order."""

    def add_known(self, kind: int) -> "Hold":
        """Return this hand with one more known card."""
        return Hold(tuple(sorted((*self.known, kind))), self.dark)

    def drop_known(self, kind: int) -> "Hold":
        """Return this hand without one of its known cards."""
        at = self.known.index(kind)
        return Hold(self.known[:at] + self.known[at + 1 :], self.dark)

    def add_dark(self, barred: int) -> "Hold":
        """Return this hand with one more card in the dark."""
        return Hold(self.known, tuple(sorted((*self.dark, barred))))

    def drop_dark(self, barred: int) -> "Hold":
        """Return this hand without one of its cards in the dark."""
        at = self.dark.index(barred)
        return Hold(self.known, self.dark[:at] + self.dark[at + 1 :])

    def rule_out(self, kinds: int) -> "Hold":
        """Return this hand with no card in the dark that is one of these kinds."""
        return Hold(self.known, tuple(sorted(barred | kinds for barred in self.dark)))


World = tuple[Hold, ...]

CardsOfWorld = tuple[tuple[int, ...], tuple[int, ...]]
"""The cards of all hands of a world, as in a `Hold`, without their holders."""


class Deductions:
    """All hands of a round, in every world that is possible."""

    def __init__(self, kinds: Kinds[Animal], deck: Iterable[Animal], seats: int) -> None:
        self.kinds = kinds.all
        self.hidden = Counter(card.index for card in deck)
        """The cards in hands and in the pile."""
        self.worlds: set[World] = {(Hold((), ()),) * seats}
        self._bits: dict[int, int] = {}
        """Results of `find_playable_kinds` for the current worlds, by seat."""
        self._verdicts: dict[CardsOfWorld, bool] = {}
        """Results of `_is_possible` for the current hidden cards."""
        self._unseen: dict[tuple[int, ...], dict[int, int]] = {}
        """Results of `_count_unseen` for the current hidden cards."""
        self._barred: dict[tuple[int, ...], list[int]] = {}
        """Results of `_list_barred`, by slots."""

    def turn_up(self, card: Animal) -> None:
        """Turn up a card of the pile."""
        self._count_hidden(card, -1)

    def _count_hidden(self, card: Animal, change: int) -> None:
        self.hidden[card.index] += change
        self._verdicts = {}
        self._unseen = {}

    def deal(self, seat: int, number: int) -> None:
        """Deal cards face down into an empty hand."""
        self._set_worlds({_replace_hand(world, seat, Hold((), (0,) * number)) for world in self.worlds})

    def pick_up(self, seat: int, card: Animal) -> None:
        """Move a card that lay open into a hand."""
        self._count_hidden(card, 1)
        self._set_worlds({_replace_hand(world, seat, world[seat].add_known(card.index)) for world in self.worlds})

    def show(self, seat: int, card: Animal) -> None:
        """Move a card of this hand to where it lies open.

        If it could be several of the cards in the hand, it is the one of which most is known: what stays could then be
        all the more.
        """
        self._count_hidden(card, -1)
        self._keep_possible(
            _replace_hand(world, seat, hold)
            for world in self.worlds
            for hold in self._list_holds_after_showing(world[seat], card)
        )

    def _list_holds_after_showing(self, hold: Hold, card: Animal) -> Iterator[Hold]:
        if card.index in hold.known:
            yield hold.drop_known(card.index)
            return
        ways = {barred for barred in hold.dark if not card.bits & barred}
        for barred in ways:
            if not any(barred != other and barred & other == barred for other in ways):
                yield hold.drop_dark(barred)

    def forget_hands(self) -> None:
        """Forget everything about the hands but their sizes, because people contradicted it."""
        sizes = [self.count_cards(seat) for seat in range(len(next(iter(self.worlds))))]
        self._set_worlds({tuple(Hold((), (0,) * size) for size in sizes)})

    def add_copy(self, card: Animal) -> None:
        """Count one more hidden copy of a card: one that was entered before must have been another card."""
        self._count_hidden(card, 1)

    def rule_out(self, seat: int, kinds: int) -> None:
        """Record that this hand has none of these kinds."""
        self._keep_possible(self._list_worlds_lacking(seat, kinds))

    def can_lack(self, seat: int, kinds: int) -> bool:
        """Whether this hand could have none of these kinds."""
        return any(self._is_possible(world) for world in self._list_worlds_lacking(seat, kinds))

    def _list_worlds_lacking(self, seat: int, kinds: int) -> Iterator[World]:
        for world in self.worlds:
            if not any(self.kinds[kind].bits & kinds for kind in world[seat].known):
                yield _replace_hand(world, seat, world[seat].rule_out(kinds))

    def slip(self, giver: int, taker: int) -> None:
        """Pass a card from hand to hand unseen."""
        worlds = self.worlds
        if _count_slips(worlds, giver) > MOST_SUCCESSORS:
            worlds = _blur_hand(worlds, giver)
        self._keep_possible(_list_slips(worlds, giver, taker))

    def swap_matters(self, seat: int, others: Sequence[int]) -> bool:
        """Whether it may make a difference to the deductions with whom this seat swaps a card unseen.

        With too many worlds to compare, it is assumed to.
        """
        ends: list[set[World]] = []
        for other in others:
            if _count_slips(self.worlds, other) > MOST_SUCCESSORS:
                return True
            drawn = _list_slips(self.worlds, other, seat)
            if _count_slips(drawn, seat) > MOST_SUCCESSORS:
                return True
            ends.append(_list_slips(drawn, seat, other))
        return any(end != ends[0] for end in ends)

    def list_sure_cards(self, seat: int) -> list[Animal]:
        """Return the cards that are known to be in this hand in every world."""
        return [self.kinds[kind] for kind in _find_common([world[seat].known for world in self.worlds])]

    def find_playable_kinds(self, seat: int) -> int:
        """Return the set of everything that the cards of this hand could be played as."""
        if seat not in self._bits:
            self._bits[seat] = self._find_playable_kinds(seat)
        return self._bits[seat]

    def _find_playable_kinds(self, seat: int) -> int:
        bits = 0
        for world in self.worlds:
            for kind in world[seat].known:
                bits |= self.kinds[kind].bits
        searched: set[tuple[CardsOfWorld, tuple[int, ...]]] = set()
        for world in self.worlds:
            dark = world[seat].dark
            if dark:
                # Most worlds differ only in who holds a known card, which makes no difference here.
                alike = (_sort_cards(world), dark)
                if alike not in searched:
                    searched.add(alike)
                    bits |= self._find_kinds_in_the_dark(world, seat, bits, self._count_unseen(alike[0][0]))
        return bits

    def _find_kinds_in_the_dark(self, world: World, seat: int, found: int, unseen: dict[int, int]) -> int:
        """Return what the cards in the dark could be played as; kinds that were found before are left out."""
        barred = self._list_barred(tuple(sorted(set[int]().union(*(hold.dark for hold in world)))))
        tried: dict[int, bool] = {}
        bits = 0
        for kind in unseen:
            card = self.kinds[kind]
            if not card.bits & found:
                places = barred[kind]
                if places not in tried:  # cards that are barred from the same places can be held alike
                    tried[places] = self._can_hold(world, seat, [card], unseen)
                if tried[places]:
                    bits |= card.bits
        return bits

    def _list_barred(self, slots: tuple[int, ...]) -> list[int]:
        """Return for each kind the slots that it is barred from, as bits."""
        if slots not in self._barred:
            self._barred[slots] = [
                sum(1 << at for at, slot in enumerate(slots) if card.bits & slot) for card in self.kinds
            ]
        return self._barred[slots]

    def can_hold(self, seat: int, cards: Sequence[Animal]) -> bool:
        """Whether all of these cards could be in this hand together."""
        return any(
            self._can_hold(world, seat, cards, self._count_unseen(_sort_cards(world)[0])) for world in self.worlds
        )

    def _can_hold(self, world: World, seat: int, cards: Sequence[Animal], unseen: dict[int, int]) -> bool:
        """Whether the unknown cards fit so that every other hidden place can still be filled."""
        left = unseen.copy()
        known = list(world[seat].known)
        places: set[tuple[int, ...]] = {world[seat].dark}
        for card in cards:
            kind = card.index
            if kind in known:
                known.remove(kind)
                continue
            if not left.get(kind):
                return False
            left[kind] -= 1
            places = {
                (*dark[:at], *dark[at + 1 :])
                for dark in places
                for at, barred in enumerate(dark)
                if not card.bits & barred and barred not in dark[:at]
            }
        return any(self._can_fill(_replace_hand(world, seat, Hold(world[seat].known, dark)), left) for dark in places)

    def list_tears(self, seat: int, entered: Mapping[int, int]) -> list[int]:
        """Return what the tears of this hand could add up to, after what other seats entered for theirs."""
        worlds: dict[object, tuple[World, Stock]] = {}
        for world in sorted(self.worlds):
            # Who holds the other cards makes no difference.
            cards = _sort_cards(world)
            alike = (cards, world[seat], *(world[other] for other in entered))
            if alike not in worlds:
                worlds[alike] = (world, Stock(Counter(self._count_unseen(cards[0])), self.kinds))
        return sorted(list_sums(list(worlds.values()), seat, entered))

    def _count_unseen(self, known: tuple[int, ...]) -> dict[int, int]:
        """Return the number of unknown cards of each kind, for kinds that have any."""
        if known not in self._unseen:
            unseen = dict(self.hidden)
            for kind in known:
                unseen[kind] -= 1
            self._unseen[known] = {kind: number for kind, number in unseen.items() if number > 0}
        return self._unseen[known]

    def _is_possible(self, world: World) -> bool:
        # Who holds which of the cards makes no difference, so worlds with the same cards share a verdict.
        cards = _sort_cards(world)
        if cards not in self._verdicts:
            self._verdicts[cards] = self._can_be_dealt(world, cards[0])
        return self._verdicts[cards]

    def _can_be_dealt(self, world: World, known: tuple[int, ...]) -> bool:
        if any(known.count(kind) > self.hidden[kind] for kind in set(known)):
            return False
        return self._can_fill(world, self._count_unseen(known))

    def _can_fill(self, world: World, unseen: Mapping[int, int]) -> bool:
        """Whether the unseen cards fit the unknown places of hands; the pile takes the others."""
        slots: dict[int, int] = {}
        for hold in world:
            for slot in hold.dark:
                if slot:
                    slots[slot] = slots.get(slot, 0) + 1
        if not slots or _has_plenty(slots, unseen, self.kinds):
            return True
        sorts = tuple(sorted(slots))
        barred = self._list_barred(sorts)
        return can_fill_slots([slots[sort] for sort in sorts], [(n, barred[kind]) for kind, n in unseen.items()])

    def _keep_possible(self, worlds: Iterable[World]) -> None:
        """Keep the worlds that are possible; while they are too many, blur the hand that could be the most things."""
        possible = {world for world in worlds if self._is_possible(world)}
        while len(possible) > MOST_WORLDS:
            seats = range(len(next(iter(possible))))
            possible = _blur_hand(possible, max(seats, key=lambda seat: len({world[seat] for world in possible})))
        self._set_worlds(possible)

    def _set_worlds(self, worlds: set[World]) -> None:
        self.worlds = worlds
        self._bits = {}

    def count_cards(self, seat: int) -> int:
        """Return the size of this hand, which is the same in all worlds."""
        hold = next(iter(self.worlds))[seat]
        return len(hold.known) + len(hold.dark)


def _replace_hand(world: World, seat: int, hold: Hold) -> World:
    return (*world[:seat], hold, *world[seat + 1 :])


def _sort_cards(world: World) -> CardsOfWorld:
    known: list[int] = []
    dark: list[int] = []
    for hold in world:
        known += hold.known
        dark += hold.dark
    known.sort()
    dark.sort()
    return tuple(known), tuple(dark)


def _count_slips(worlds: Iterable[World], giver: int) -> int:
    """Return how many worlds `_list_slips` has to make, some of them perhaps twice."""
    return sum(len(set(world[giver].known)) + len(set(world[giver].dark)) for world in worlds)


def _list_slips(worlds: Iterable[World], giver: int, taker: int) -> set[World]:
    """Return the worlds after each card that the giver could have passed on."""
    slips: set[World] = set()
    ways: dict[tuple[Hold, Hold], list[tuple[Hold, Hold]]] = {}  # many worlds differ only in other hands
    for world in worlds:
        hands = (world[giver], world[taker])
        if hands not in ways:
            ways[hands] = list(_list_passes(*hands))
        after = list(world)
        for after[giver], after[taker] in ways[hands]:
            slips.add(tuple(after))
    return slips


def _list_passes(gives: Hold, takes: Hold) -> Iterator[tuple[Hold, Hold]]:
    """Yield two hands after each card that the first could have passed on to the second."""
    for kind in set(gives.known):
        yield gives.drop_known(kind), takes.add_known(kind)
    for barred in set(gives.dark):
        yield gives.drop_dark(barred), takes.add_dark(barred)


def _blur_hand(worlds: set[World], seat: int) -> set[World]:
    """Reduce a hand to the cards it has in all of these worlds; the others could be anything."""
    known = _find_common([world[seat].known for world in worlds])
    dark = _find_common([world[seat].dark for world in worlds])
    hold = next(iter(worlds))[seat]
    free = len(hold.known) + len(hold.dark) - len(known) - len(dark)
    blurred = Hold(known, tuple(sorted((*dark, *(0,) * free))))
    return {_replace_hand(world, seat, blurred) for world in worlds}


def _find_common(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the numbers that are in all of these rows, in order, each as often as in every row."""
    common = Counter(rows[0])
    for row in set(rows):
        common &= Counter(row)
    return tuple(sorted(common.elements()))


def _has_plenty(slots: Mapping[int, int], unseen: Mapping[int, int], kinds: Sequence[Animal]) -> bool:
    """Whether enough unseen cards can fill each slot, whatever the other slots take."""
    number = sum(slots.values())
    for slot in slots:
        welcome = 0
        for kind, copies in unseen.items():
            if not kinds[kind].bits & slot:
                welcome += copies
        if welcome < number:
            return False
    return True
