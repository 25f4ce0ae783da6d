"""The table of Noah: five ferries in a ring, Noah in front of one, a hand for each player."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from companion.core.cards import OpenHand, ShuffledPile, VirtualDeal, redeal
from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.question import TABLE, Question
from companion.core.seat import Seat
from companion.games.noah.deduced_cards import DeducedHand, DeducedPile, NoahHand
from companion.games.noah.pieces import TAKE_BACK, Animal, Ferry, Load, Loading, Pieces
from companion.native import mypyc_attr

NOTHING_FITS: Final = (TAKE_BACK,)


class Departure:
    """A ferry that left: in which round, filled by whom, at which limit."""

    __slots__ = ("limit", "round", "seat")

    def __init__(self, round: int, seat: int, limit: int) -> None:
        self.round = round
        self.seat = seat
        self.limit = limit


@mypyc_attr(allow_interpreted_subclasses=True)
class NoahTable(Table):
    """All that lies on the table, and the hands as far as the program knows them."""

    def __init__(self, setup: Setup, pieces: Pieces) -> None:
        super().__init__(setup)
        self.others = setup.others
        self.pieces = pieces
        self.ferries = pieces.ferries
        self.noah = pieces.ferries[0]
        self.aboard: list[list[Animal]] = [[] for _ in pieces.ferries]
        """The animals on each ferry, the first one loaded first."""
        self.loads: list[Load] = [pieces.nothing for _ in pieces.ferries]
        """What those animals come to."""
        self.shortest: Seat = setup.seats[0]
        """Who begins, and begins again if others shed as many tears."""
        self.round = 0
        self.departures = 0
        self.departed: list[Departure] = []
        """All ferries that left so far, in all rounds."""
        self.pile: ShuffledPile[Animal] | DeducedPile
        self.hands: list[NoahHand] = []
        self.loading = [Question(seat.index, "load", ()) for seat in self.seats]
        """What each seat is asked every turn, filled anew: making a new one would cost a tenth of all time."""
        self._kinds = pieces.kinds
        self._virtual = self.deal.virtual
        self.pair = False
        """Whether the animal just loaded is of the same species as the one before it."""
        self.ending = False
        """Whether the round ends with this turn, because the last ferry has left."""
        self.looker = TABLE
        """The seat that looks at a hand after a giraffe; it means something only while `peeked` is set."""
        self.peeked: Seat | None = None
        """Whose hand the looker sees."""

    def preparations(self) -> list[Cue]:
        """What to take out of the box and where to lay it, if people do that."""
        if self.deal.virtual:
            return []
        pieces = self.pieces
        steps = [Cue("left_out", tuple(pieces.left_out))] if pieces.left_out else [Cue("all_cards")]
        return [*steps, Cue("ring", (len(self.ferries), pieces.in_the_middle)), Cue("first_ferry", (self.noah,))]

    def gather(self) -> None:
        """Shuffle all cards together and lay out empty ferries for a new round."""
        self.round += 1
        self.departures = 0
        self.ending = False
        for ferry in self.ferries:
            self.clear(ferry)
        pieces = self.pieces
        deal = self.deal
        if isinstance(deal, VirtualDeal):
            self.pile = deal.pile(pieces.kinds, pieces.deck, len(self.ferries) + pieces.hand * len(self.seats))
        else:
            self.pile = DeducedPile(pieces.kinds, pieces.deck, len(self.seats))
        self.hands = [self.pile.hand() for _ in self.seats]

    def clear(self, ferry: Ferry) -> None:
        """Leave an empty ferry there."""
        self.aboard[ferry.index] = []
        self.loads[ferry.index] = self.pieces.nothing

    def load(self, ferry: Ferry, animal: Animal) -> Load:
        """Put an animal on top of those aboard; it must be one that fits. Returns what they come to now."""
        at = ferry.index
        aboard, before = self.aboard[at], self.loads[at]
        self.pair = aboard[-1].species is animal.species if aboard else False
        aboard.append(animal)
        load = self.loads[at] = before.after[animal.index] or before.plus(animal)
        return load

    def is_last_ferry(self) -> bool:
        """Whether no ferry lies in the middle that could take the place of one that leaves."""
        return self.departures >= self.pieces.in_the_middle

    def told(self, seat: int, fitting: int) -> tuple[Any, ...]:
        """With real cards people tell at once where Noah goes, unless a lion or a giraffe may change their mind."""
        choices: list[Any] = []
        for animal in self._kinds.those(fitting):
            goals = () if animal.asks else self.goals(seat, animal)
            choices += [Loading(animal, goal) for goal in goals] or [animal]
        aboard, takes = self.aboard[self.noah.index], self.loads[self.noah.index].takes
        if aboard and not self.hands[seat].surely(takes):
            choices.append(TAKE_BACK)  # only the holder knows that nothing fits
        return tuple(choices)

    def goals(self, seat: int, animal: Animal) -> Sequence[Ferry]:
        """Where Noah may go once this animal is loaded; nowhere if he stays, or if the round is over with it."""
        load = self.loads[self.noah.index].plus(animal)
        last = self.hands[seat].size == 1 or (load.full and self.is_last_ferry())
        return () if animal.stays or last else (self.noah.across if animal.male else self.noah.beside)[seat].choices

    def take_back(self, seat: int) -> None:
        """Everything where Noah stands comes into a hand, for all to see: nothing in that hand would have fitted."""
        hand, ferry = self.hands[seat], self.noah
        if not self._virtual:
            assert isinstance(hand, DeducedHand)
            hand.lacks(self.loads[ferry.index].takes)
        for animal in self.aboard[ferry.index]:
            hand.put(animal.card)
        self.clear(ferry)

    def look_at_hand(self, looker: int, other: Seat) -> None:
        """Let one seat, and nobody else, see the hand of another until `peeked` is cleared."""
        self.looker = looker
        self.peeked = other

    def hands_seen_by(self, seat: int) -> list[int]:
        """Return the seats whose cards this seat knows: its own, and the one it looks at after a giraffe."""
        return [seat, self.peeked.index] if self.peeked is not None and self.looker == seat else [seat]

    def imagine(self, seat: int, rng: Random) -> None:
        """Redeal the pile and all hands that this seat does not see."""
        super().imagine(seat, rng)
        pile = self.pile
        assert isinstance(pile, ShuffledPile)
        seen = self.hands_seen_by(seat)
        others = [hand for place, hand in enumerate(self.hands) if place not in seen and isinstance(hand, OpenHand)]
        redeal(others, pile.cards, rng)

    def facts(self) -> Facts:
        """Round, Noah, ferries, departures, hand sizes, tears."""
        facts: Facts = {"round": str(self.round), "noah": self.noah.id}
        for ferry, aboard, load in zip(self.ferries, self.aboard, self.loads, strict=True):
            facts[ferry.id] = " ".join([*(animal.id for animal in aboard), f"{load.weight}/{load.limit}"])
        facts["departures"] = str(self.departures)
        for seat, hand in enumerate(self.hands):
            facts[f"hand-{seat}"] = str(hand.size)
        if self.options.get("memory") == "on":
            facts |= self._remembered()
        for seat, score in enumerate(self.scores):
            facts[f"score-{seat}"] = str(score)
        return facts

    def swap_matters(self, seat: int) -> bool:
        """Whether it makes a difference to the books of a real table with whom this seat swaps a card unseen."""
        hand = self.hands[seat]
        return isinstance(hand, DeducedHand) and hand.swap_matters(self.others[seat])

    def _remembered(self) -> Facts:
        """What everyone saw a player pick up and surely still have: perfect memory, so only if people agreed on it."""
        sure = {seat: str(hand.sure()) for seat, hand in enumerate(self.hands) if isinstance(hand, DeducedHand)}
        return {f"seen-{seat}": cards for seat, cards in sure.items() if cards}

    def secrets(self, seat: int) -> Facts:
        """The cards of this seat, and those of the hand it looks at after a giraffe."""
        if not (self.deal.virtual and seat >= 0 and self.hands):
            return {}
        return {
            "cards" if other == seat else f"cards-{other}": str(self.hands[other].known())
            for other in self.hands_seen_by(seat)
        }

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
