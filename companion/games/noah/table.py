"""The table of Noah: five ferries in a ring, Noah in front of one, a hand for each player."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.core.cards import OpenHand, ShuffledPile, VirtualDeal, redeal
from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.question import TABLE, Question
from companion.core.seat import Seat
from companion.games.noah.deduced_cards import DeducedPile, NoahHand
from companion.games.noah.pieces import MIDDLE, PLAIN, ROOMMATES, TAKE_BACK, Animal, Ferry, Load, NoahPieces
from companion.native import mypyc_attr


class Departure:
    """A ferry that left: in which round, filled by whom, at which limit."""

    __slots__ = ("limit", "round", "seat")

    def __init__(self, round: int, seat: int, limit: int) -> None:
        self.round = round
        self.seat = seat
        self.limit = limit


@mypyc_attr(allow_interpreted_subclasses=True)
class NoahTable(Table):
    """Everything on the table, and the hands as far as the program knows them."""

    def __init__(self, setup: Setup, pieces: NoahPieces) -> None:
        super().__init__(setup)
        self.others = setup.others
        self.pieces = pieces
        self.ferries = pieces.ferries
        self.noah = pieces.ferries[0]
        self.aboard: list[list[Animal]] = [[] for _ in pieces.ferries]
        """The animals on each ferry, the first one loaded first."""
        self.loads: list[Load] = [pieces.nothing] * len(pieces.ferries)
        """Weight, limit and wanted sex of each ferry."""
        self.shortest: Seat = setup.seats[0]
        """The player who begins, and again after a tie for the most tears."""
        self.round = 0
        self.departures = 0
        self.departed: list[Departure] = []
        """All ferries that left so far, in all rounds."""
        self.pile: ShuffledPile[Animal] | DeducedPile
        self.hands: list[NoahHand] = []
        self.pair = False
        """Whether the animal just loaded is of the same species as the one before it."""
        self.ending = False
        """Whether the round ends with this turn, because the last ferry has left."""
        self.looker = TABLE
        """The seat that looks at a hand after a giraffe; it means something only while `peeked` is set."""
        self.peeked: Seat | None = None
        """The player whose hand the looker sees."""
        self.roommates: Ferry | None = None
        """The place of the roommates' ferry, if it is in the ring."""
        self.roommates_wait = False
        """Whether the roommates' ferry is among those in the middle."""
        self.gaps: set[int] = set()
        """Places whose ferry left for good, by index: only in a game for one."""
        self._loading = [Question(seat.index, "load", ()) for seat in setup.seats]

    def preparations(self) -> list[Cue]:
        """Return what hands must take out of the box and where it goes: nothing, as the program deals."""
        return []

    def gather(self) -> None:
        """Shuffle all cards together and lay out empty ferries for a new round."""
        self.round += 1
        departed = self.departures
        self.departures = 0
        self.ending = False
        self.aboard = [[] for _ in self.ferries]
        self.loads = [self.pieces.nothing] * len(self.ferries)
        self.roommates = None
        self.roommates_wait = False
        self.pile = self.make_pile()
        self.hands = [self.pile.make_hand() for _ in self.seats]
        self.cue_round(departed)

    def list_roommate_places(self) -> Sequence[Any]:
        """Return where the roommates' ferry may lie when a round begins: each card in the middle counts."""
        return [*self.ferries, *[MIDDLE] * self.pieces.in_the_middle]

    def list_new_ferries(self) -> Sequence[str]:
        """Return which ferries may come from the middle, where the roommates' one waits."""
        return [ROOMMATES, *[PLAIN] * (self.pieces.in_the_middle - self.departures)]

    def lay_roommates(self, ferry: Ferry | None) -> None:
        """Lay the roommates' ferry, still empty, at a place of the ring, or leave it in the middle."""
        self.roommates, self.roommates_wait = ferry, ferry is None
        if ferry is not None:
            self.loads[ferry.index] = self.pieces.nothing_of_roommates

    def let_first_flee(self, other: Seat) -> None:
        """Move the first animal of Noah's ferry into a hand, face up, and weigh the others again."""
        place = self.noah.index
        first, *stay = self.aboard[place]
        self.hands[other.index].add(first.card)
        self.aboard[place] = stay
        self.loads[place] = self.weigh(self.noah, stay)
        self.pair = len(stay) > 1 and stay[-1].species is stay[-2].species

    def weigh(self, ferry: Ferry, animals: Sequence[Animal]) -> Load:
        """Return the load of these animals at a place."""
        load = self.pieces.nothing_of_roommates if ferry is self.roommates else self.pieces.nothing
        for animal in animals:
            load = load.plus(animal)
        return load

    def foresee_load(self, ferry: Ferry, animal: Animal) -> Load:
        """Return what a ferry will carry once this animal is aboard; a crocodile chases the first one away."""
        aboard = self.aboard[ferry.index]
        return self.weigh(ferry, [*aboard[1:], animal]) if animal.chases else self.loads[ferry.index].plus(animal)

    def make_pile(self) -> ShuffledPile[Animal] | DeducedPile:
        """Shuffle the cards of a round."""
        pieces, deal = self.pieces, self.deal
        assert isinstance(deal, VirtualDeal)
        return deal.make_pile(pieces.kinds, pieces.deck, len(self.ferries) + pieces.hand * len(self.seats))

    def cue_round(self, departed: int) -> None:
        """Say that a round begins; `departed` is how many ferries left in the one before."""
        self.cue("dealt", self.round)

    def cue_tears(self, shed: Sequence[int]) -> None:
        """Say what hands must do with the tears of a round, given by seat: nothing, as the program counts them."""

    def deal_hands(self) -> None:
        """Deal everyone the cards of a round."""
        for hand in self.hands:
            self.pile.deal(hand, self.pieces.hand)

    def clear(self, ferry: Ferry) -> None:
        """Leave an empty ferry there."""
        self.aboard[ferry.index] = []
        pieces = self.pieces
        self.loads[ferry.index] = pieces.nothing_of_roommates if ferry is self.roommates else pieces.nothing

    def load(self, ferry: Ferry, animal: Animal) -> Load:
        """Put a fitting animal on top of those aboard. Return the new load."""
        at = ferry.index
        aboard, before = self.aboard[at], self.loads[at]
        # species share one string, so identity is enough, and faster in simulations
        self.pair = aboard[-1].species is animal.species if aboard else False
        aboard.append(animal)
        load = self.loads[at] = before.after[animal.index] or before.plus(animal)
        return load

    def is_last_ferry(self) -> bool:
        """Whether no ferry is left in the middle to replace one that departs."""
        return self.departures >= self.pieces.in_the_middle

    def ask_load(self, seat: int, choices: tuple[Any, ...]) -> Question:
        """Ask which animal to load. Simulations, which keep no question, fill in the same one every time."""
        if self.cues is not None:
            return Question(seat, "load", choices)
        question = self._loading[seat]
        question.choices = choices
        return question

    def take_only_choice(self, seat: int, choices: tuple[Any, ...]) -> Any:
        """Announce and return the only possible choice, or return None if it must be asked anyway."""
        choice = choices[0]
        if self.cues is not None:
            self.cue("takes_back" if choice is TAKE_BACK else "loads", self.seats[seat], self.noah, choice)
        return choice

    def take_back(self, seat: int) -> None:
        """Move all animals of Noah's ferry into a hand, face up: nothing in that hand fitted."""
        hand, ferry = self.hands[seat], self.noah
        for animal in self.aboard[ferry.index]:
            hand.add(animal.card)  # a snail goes back to the hand as the card of both sexes
        self.clear(ferry)

    def cue_swap(self, seat: int, other: Seat) -> None:
        """Say whose cards a lion swaps."""
        self.cue("swaps", self.seats[seat], other)

    def look_at_hand(self, looker: int, other: Seat) -> None:
        """Let only this seat see the hand of another until `peeked` is cleared."""
        self.looker = looker
        self.peeked = other

    def hands_seen_by(self, seat: int) -> list[int]:
        """Return the seats whose cards this seat knows: its own, and the one it looks at after a giraffe."""
        return [seat, self.peeked.index] if self.peeked is not None and self.looker == seat else [seat]

    @property
    def stage(self) -> int:
        """Number of the round: tears are shed when one ends."""
        return self.round

    def imagine(self, seat: int, rng: Random) -> None:
        """Redeal the pile and all hands that this seat does not see."""
        super().imagine(seat, rng)
        pile = self.pile
        assert isinstance(pile, ShuffledPile)
        # the cards that this seat sees must stay where they are
        seen = self.hands_seen_by(seat)
        others = [hand for place, hand in enumerate(self.hands) if place not in seen and isinstance(hand, OpenHand)]
        redeal(others, pile.cards, rng)

    def facts(self) -> Facts:
        """Return round, Noah, ferries, departures, hand sizes and tears."""
        facts: Facts = {"round": str(self.round), "noah": self.noah.id}
        for ferry, aboard, load in zip(self.ferries, self.aboard, self.loads, strict=True):
            facts[ferry.id] = " ".join([*(animal.id for animal in aboard), f"{load.weight}/{load.limit}"])
        facts["departures"] = str(self.departures)
        if self.pieces.has_roommates and self.round:
            facts["roommates"] = MIDDLE if self.roommates_wait else str(self.roommates or "")
        for seat, hand in enumerate(self.hands):
            facts[f"hand-{seat}"] = str(hand.size)
        facts |= self.remembered_cards()
        for seat, score in enumerate(self.scores):
            facts[f"score-{seat}"] = str(score)
        return facts

    def remembered_cards(self) -> Facts:
        """Return the cards that everyone saw a player pick up, if people agreed to be reminded of them."""
        return {}

    def list_possible_tears(self, seat: int, shed: Sequence[int]) -> Sequence[int]:
        """Return what the tears of a hand may add up to, in order; `shed` is what those of the seats before it did."""
        cards = self.hands[seat].get_known_cards()
        assert cards is not None
        # a plain loop, as simulations count tears all the time
        tears = 0
        for card in cards.held:
            tears += card.tears
        return (tears,)

    def secrets(self, seat: int) -> Facts:
        """Return the cards of this seat, and those of the hand it looks at after a giraffe."""
        if seat < 0 or not self.hands:
            return {}
        return {
            "cards" if other == seat else f"cards-{other}": str(self.hands[other].get_known_cards())
            for other in self.hands_seen_by(seat)
        }

    def view(self, seat: int) -> dict[str, Any]:
        """Return the table as JSON for a program that plays this seat."""
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
            **({"roommates": str(self.roommates or "")} if self.pieces.has_roommates else {}),
            "departures": self.departures,
            "waiting": max(0, self.pieces.in_the_middle - self.departures),
            "hands": [hand.size for hand in self.hands],
            **{name: cards.split() for name, cards in self.secrets(seat).items()},
        }
