"""What hands of real cards could hold: exactly what some deal allows that agrees with everything told.

A card in the dark is known only by what it cannot be: whoever takes a ferry back holds nothing that would have fitted.
A card that everyone saw somebody pick up is known, until one leaves that hand secretly: then it is one of several
possible worlds in which it went or stayed. A world is possible if the unseen cards can be shared out among all that is
in the dark, which is Hall's theorem.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.cards import Kinds
from companion.games.noah.deduced_tears import Stock, enough, sums_of
from companion.games.noah.pieces import Animal

MOST_WORLDS = 400
"""With more than that we forget a little: too much is offered then, rather than ever hiding what is there."""


class Hold(NamedTuple):
    """A hand in one possible world."""

    known: tuple[int, ...]
    """The numbers of the kinds that certainly are in it, in order."""
    dark: tuple[int, ...]
    """For each other card what it cannot be played as, in order."""

    def without(self, kind: int) -> "Hold":
        """One known card less."""
        at = self.known.index(kind)
        return self._replace(known=self.known[:at] + self.known[at + 1 :])

    def darker(self, by: int, barred: int) -> "Hold":
        """One card in the dark more or less."""
        if by > 0:
            return self._replace(dark=tuple(sorted((*self.dark, barred))))
        at = self.dark.index(barred)
        return self._replace(dark=self.dark[:at] + self.dark[at + 1 :])

    def knowing(self, kind: int) -> "Hold":
        """One known card more."""
        return self._replace(known=tuple(sorted((*self.known, kind))))

    def barring(self, kinds: int) -> "Hold":
        """No card in the dark is one of these kinds."""
        return self._replace(dark=tuple(sorted(barred | kinds for barred in self.dark)))


World = tuple[Hold, ...]


class Deductions:
    """All hands of a round, in every world that is possible."""

    def __init__(self, kinds: Kinds[Animal], deck: Iterable[Animal], seats: int) -> None:
        self.kinds = kinds.all
        self.hidden = Counter(card.index for card in deck)
        """The cards that do not lie open: in hands and in the pile."""
        self.worlds: set[World] = {(Hold((), ()),) * seats}
        self._bits: dict[int, int] = {}
        """What was worked out since something changed."""

    def turned_up(self, card: Animal) -> None:
        """A card of the pile lies open now."""
        self.hidden[card.index] -= 1

    def dealt(self, seat: int, number: int) -> None:
        """Cards came face down."""
        self._now({_with(world, seat, Hold((), (0,) * number)) for world in self.worlds})

    def picked_up(self, seat: int, card: Animal) -> None:
        """A card that lay open comes into a hand."""
        self.hidden[card.index] += 1
        self._now({_with(world, seat, world[seat].knowing(card.index)) for world in self.worlds})

    def shown(self, seat: int, card: Animal) -> None:
        """A card of this hand lies open now.

        A known one goes first, else one in the dark of which most is known: what stays could be all the more.
        """
        self.hidden[card.index] -= 1
        self._keep(
            _with(world, seat, hold)
            for world in self.worlds
            for hold in self._after_showing(world[seat], card)
        )  # fmt: skip

    def _after_showing(self, hold: Hold, card: Animal) -> Iterator[Hold]:
        if card.index in hold.known:
            yield hold.without(card.index)
            return
        ways = {barred for barred in hold.dark if not card.bits & barred}
        for barred in ways:
            if not any(barred != other and barred & other == barred for other in ways):
                yield hold.darker(-1, barred)

    def lacks(self, seat: int, kinds: int) -> None:
        """This hand has none of these kinds."""
        self._keep(_with(world, seat, world[seat].barring(kinds)) for world in self._lacking(seat, kinds))

    def could_lack(self, seat: int, kinds: int) -> bool:
        """Whether this hand could have none of these kinds."""
        return any(
            self._possible(_with(world, seat, world[seat].barring(kinds))) for world in self._lacking(seat, kinds)
        )

    def _lacking(self, seat: int, kinds: int) -> Iterator[World]:
        for world in self.worlds:
            if not any(self.kinds[kind].bits & kinds for kind in world[seat].known):
                yield world

    def slipped(self, giver: int, taker: int) -> None:
        """A card changed hands unseen."""
        self._keep(_slipped(self.worlds, giver, taker))

    def swap_matters(self, seat: int, others: Sequence[int]) -> bool:
        """Whether it makes a difference to what could be where, with whom this seat swaps a card unseen."""
        ends = [_slipped(_slipped(self.worlds, other, seat), seat, other) for other in others]
        return any(end != ends[0] for end in ends)

    def surely(self, seat: int) -> list[Animal]:
        """The cards that are known to be in this hand, whatever else is possible."""
        known = [Counter(world[seat].known) for world in self.worlds]
        sure = known[0]
        for other in known[1:]:
            sure &= other
        return [self.kinds[kind] for kind in sorted(sure.elements())]

    def could_be(self, seat: int) -> int:
        """All that the cards of this hand could be played as."""
        if seat not in self._bits:
            self._bits[seat] = self._could_be(seat)
        return self._bits[seat]

    def _could_be(self, seat: int) -> int:
        bits = 0
        for world in self.worlds:
            for kind in world[seat].known:
                bits |= self.kinds[kind].bits
            for kind in self._unseen(world) if world[seat].dark else ():
                card = self.kinds[kind]
                if not card.bits & bits and self._could_hold(world, seat, [card]):
                    bits |= card.bits
        return bits

    def could_hold(self, seat: int, cards: Sequence[Animal]) -> bool:
        """Whether all of these cards could be in this hand together."""
        return any(self._could_hold(world, seat, cards) for world in self.worlds)

    def _could_hold(self, world: World, seat: int, cards: Sequence[Animal]) -> bool:
        """Those that are not known must each be one in the dark, so that all others still have what they can be."""
        in_the_dark = Counter(card.index for card in cards) - Counter(world[seat].known)
        unseen = self._unseen(world)
        if not in_the_dark <= unseen:
            return False
        places: set[tuple[int, ...]] = {world[seat].dark}
        for kind in in_the_dark.elements():
            places = {
                (*dark[:at], *dark[at + 1 :])
                for dark in places
                for at, barred in enumerate(dark)
                if not self.kinds[kind].bits & barred and barred not in dark[:at]
            }
        left = unseen - in_the_dark
        return any(_fits(_with(world, seat, Hold(world[seat].known, dark)), left, self.kinds) for dark in places)

    def tears(self, seat: int, told: Mapping[int, int]) -> list[int]:
        """What the tears of this hand could add up to, after what others told of theirs."""
        found: set[int] = set()
        for world in self.worlds:
            found |= sums_of(world, Stock(self._unseen(world), self.kinds), {**told, seat: None})
        return sorted(found)

    def _unseen(self, world: World) -> Counter[int]:
        return self.hidden - Counter(kind for hold in world for kind in hold.known)

    def _possible(self, world: World) -> bool:
        known = Counter(kind for hold in world for kind in hold.known)
        return known <= self.hidden and _fits(world, self.hidden - known, self.kinds)

    def _keep(self, worlds: Iterable[World]) -> None:
        """Those that are possible; of very many only what all of them have in common."""
        kept = {world for world in worlds if self._possible(world)}
        if len(kept) > MOST_WORLDS:
            kept = {tuple(Hold(hold.known, (0,) * len(hold.dark)) for hold in world) for world in kept}
        if len(kept) > MOST_WORLDS:
            kept = {tuple(Hold((), (0,) * (len(hold.known) + len(hold.dark))) for hold in next(iter(kept)))}
        self._now(kept)

    def _now(self, worlds: set[World]) -> None:
        self.worlds = worlds
        self._bits = {}

    @property
    def any(self) -> World:
        """One of the worlds; in all of them hands are of the same size."""
        return next(iter(self.worlds))

    def size(self, seat: int) -> int:
        """How many cards are in this hand."""
        hold = self.any[seat]
        return len(hold.known) + len(hold.dark)


def _with(world: World, seat: int, hold: Hold) -> World:
    return (*world[:seat], hold, *world[seat + 1 :])


def _slipped(worlds: Iterable[World], giver: int, taker: int) -> set[World]:
    """Every card of the giver may be the one."""
    found: set[World] = set()
    for world in worlds:
        gives, takes = world[giver], world[taker]
        for kind in set(gives.known):
            found.add(_with(_with(world, giver, gives.without(kind)), taker, takes.knowing(kind)))
        for barred in set(gives.dark):
            found.add(_with(_with(world, giver, gives.darker(-1, barred)), taker, takes.darker(1, barred)))
    return found


def _fits(world: World, unseen: Counter[int], kinds: Sequence[Animal]) -> bool:
    """Whether the unseen cards can lie where something is in the dark, the rest in the pile, which takes anything."""
    slots = Counter(barred for hold in world for barred in hold.dark if barred)
    if not slots:
        return True
    if all(sum(n for kind, n in unseen.items() if not kinds[kind].bits & slot) >= slots.total() for slot in slots):
        return True  # whatever the others take, enough is left for each
    bars = [(n, frozenset(slot for slot in slots if kinds[kind].bits & slot)) for kind, n in unseen.items()]
    return enough(slots, bars)
