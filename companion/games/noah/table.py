"""The table of Noah: five ferries in a ring, Noah in front of one, a hand for each player."""

from random import Random
from typing import Any, NamedTuple

from companion.core.cards import Hand, HiddenHand, OpenHand, Pile, ShuffledPile, redeal
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.seat import Seat
from companion.games.noah.pieces import Animal, Ferry, Load, Pieces


class Departure(NamedTuple):
    """A ferry that left: in which round, filled by whom, at which limit."""

    round: int
    seat: int
    limit: int


class NoahTable(Table):
    """All that lies on the table, and the hands as far as the program knows them."""

    def __init__(self, setup: Setup, pieces: Pieces) -> None:
        super().__init__(setup)
        self.pieces = pieces
        self.ferries = pieces.ferries
        self.noah = pieces.ferries[0]
        self.aboard: list[list[Animal]] = [[] for _ in pieces.ferries]
        """The animals on each ferry, the first one loaded first."""
        self.loads: list[Load] = [pieces.nothing for _ in pieces.ferries]
        """What those animals come to."""
        self.round = 0
        self.departures = 0
        self.departed: list[Departure] = []
        """All ferries that left so far, in all rounds."""
        self.pile: Pile[Animal]
        self.hands: list[Hand[Animal]] = []
        self.peeked: Seat | None = None
        """Whose hand the player at turn is looking at, after a giraffe."""

    def gather(self) -> None:
        """Shuffle all cards together and lay out empty ferries for a new round."""
        self.round += 1
        self.departures = 0
        for ferry in self.ferries:
            self.clear(ferry)
        self.pile = self.deal.pile(self.pieces.kinds, self.pieces.deck)
        self.hands = [self.pile.hand() for _ in self.seats]

    def clear(self, ferry: Ferry) -> None:
        """Leave an empty ferry there."""
        self.aboard[ferry.index] = []
        self.loads[ferry.index] = self.pieces.nothing

    def load(self, ferry: Ferry, animal: Animal) -> None:
        """Put an animal on top of those aboard; it must be one that fits."""
        self.aboard[ferry.index].append(animal)
        self.loads[ferry.index] = self.loads[ferry.index].after[animal]

    def take_back(self, ferry: Ferry, hand: Hand[Animal]) -> None:
        """Everything aboard comes into a hand, for all to see."""
        for animal in self.aboard[ferry.index]:
            hand.put(animal.card)
        self.clear(ferry)

    def imagine(self, seat: int, rng: Random) -> None:
        """The hands of the others and the rest of the cards are dealt anew; a giraffe's look is not forgotten."""
        super().imagine(seat, rng)
        pile = self.pile
        assert isinstance(pile, ShuffledPile)
        known = (seat, None if self.peeked is None else self.peeked.index)
        others = [hand for place, hand in enumerate(self.hands) if place not in known and isinstance(hand, OpenHand)]
        redeal(others, pile.cards, rng)

    def facts(self) -> Facts:
        """Round, Noah, ferries, departures, hand sizes, tears."""
        facts: Facts = {"round": str(self.round), "noah": self.noah.id}
        for ferry, aboard, load in zip(self.ferries, self.aboard, self.loads, strict=True):
            facts[ferry.id] = " ".join([*(animal.id for animal in aboard), f"{load.weight}/{load.limit}"])
        facts["departures"] = str(self.departures)
        for seat, hand in enumerate(self.hands):
            facts[f"hand-{seat}"] = str(hand.size)
        for seat, hand in enumerate(self.hands):
            if isinstance(hand, HiddenHand) and hand.seen.size:
                facts[f"seen-{seat}"] = str(hand.seen)
        for seat, score in enumerate(self.scores):
            facts[f"score-{seat}"] = str(score)
        return facts

    def secrets(self, seat: int) -> Facts:
        """The own hand, and the one a giraffe is looking at."""
        secrets: Facts = {}
        if self.deal.virtual and seat >= 0 and self.hands:
            secrets["cards"] = str(self.hands[seat].known())
            if self.peeked is not None:
                secrets[f"cards-{self.peeked.index}"] = str(self.hands[self.peeked.index].known())
        return secrets

    def view(self, seat: int) -> dict[str, Any]:
        """The table for a program that plays this seat."""
        return {
            "round": self.round,
            "noah": self.noah.id,
            "ferries": [
                {
                    "id": ferry.id,
                    "aboard": [animal.id for animal in aboard],
                    "weights": [animal.weight for animal in aboard],
                    "weight": load.weight,
                    "limit": load.limit,
                    "wants": load.wanted,
                }
                for ferry, aboard, load in zip(self.ferries, self.aboard, self.loads, strict=True)
            ],
            "departures": self.departures,
            "waiting": max(0, self.pieces.in_the_middle - self.departures),
            "hands": [hand.size for hand in self.hands],
            **{name: cards.split() for name, cards in self.secrets(seat).items()},
        }
