"""Noah alone, as on Board Game Arena (rulings.md 3.5): two cards in hand, a pile to draw from, nobody to give to."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

from companion.core.cards import ShuffledPile
from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.core.real_table import adapt
from companion.games.noah.pieces import TAKE_BACK, Animal, Ferry
from companion.games.noah.real import RealNoahTable, RealQuestions
from companion.games.noah.table import Departure, NoahTable

SEAT = 0
LEVELS = {"easy": 2, "middle": 4, "hard": 5}
"""Number of players whose cards each level uses."""
HAND = 2
IN_SIGHT = 3
"""Cards of the pile that a giraffe sees."""
NOBODY = "nobody"
"""Answer of a lion that chases no animal off its ferry."""


class PutBack:
    """An animal that a lion sends back to the pile: `back-2-1` is the first one aboard ferry 2."""

    __slots__ = ("animal", "ferry", "id", "place")

    def __init__(self, animal: Animal, ferry: Ferry, place: int) -> None:
        self.animal = animal
        self.ferry = ferry
        self.place = place
        self.id = f"back-{ferry.index + 1}-{place + 1}"

    def __str__(self) -> str:
        return self.id


class PileOrder:
    """An order for the cards on top of the pile, the next one first."""

    __slots__ = ("cards", "id")

    def __init__(self, cards: Sequence[Animal]) -> None:
        self.cards = tuple(cards)
        self.id = "_".join(card.id for card in cards)

    def __str__(self) -> str:
        return self.id


class TableForOne(NoahTable):
    """A table without rounds and tears, but with a pile to draw from."""

    def facts(self) -> Facts:
        """Return Noah, the ferries, and the cards in hand and pile."""
        facts = {name: value for name, value in super().facts().items() if name not in ("round", "score-0")}
        return facts | {"pile": str(len(self.pile) if self.round else 0)}

    def view(self, seat: int) -> dict[str, Any]:
        """Return the table as JSON for a program that plays alone."""
        return super().view(seat) | {
            "pile": len(self.pile),
            "gaps": [self.ferries[gap].id for gap in sorted(self.gaps)],
        }


class SoloNoahTable(TableForOne):
    """A table for one with cards on the screen."""

    known_on_top = 0
    """Number of cards on top of the pile that the player has seen."""

    def make_pile(self) -> ShuffledPile[Animal]:
        """Shuffle all cards, as any of them may be drawn."""
        return self.deal.make_pile(self.pieces.kinds, self.pieces.deck)  # type: ignore[return-value]

    def cue_round(self, departed: int) -> None:
        """Say nothing: a game for one has no rounds."""

    def take_from_pile(self, number: int) -> int:
        """Throw cards away unseen from the top of the pile. Returns how many there were."""
        number = min(number, len(self.pile))
        del self._cards[len(self.pile) - number :]
        self.known_on_top = max(0, self.known_on_top - number)
        return number

    def draw(self, number: int) -> int:
        """Draw cards into the hand, as many as there are. Returns their number."""
        number = min(number, len(self.pile))
        self.pile.deal(self.hands[SEAT], number)
        self.known_on_top = max(0, self.known_on_top - number)
        return number

    def put_on_pile(self, card: Animal) -> None:
        """Put a card back on top of the pile, face up before everybody's eyes."""
        self._cards.append(card)
        self.known_on_top += 1

    def see_top(self) -> list[Animal]:
        """Let the player see the top of the pile, the next card first."""
        top = self._cards[: -IN_SIGHT - 1 : -1]
        self.known_on_top = max(self.known_on_top, len(top))
        return top

    def sort_top(self, order: PileOrder) -> None:
        """Put the cards that a giraffe saw back in this order."""
        self._cards[len(self.pile) - len(order.cards) :] = reversed(order.cards)

    @property
    def _cards(self) -> list[Animal]:
        assert isinstance(self.pile, ShuffledPile)
        return self.pile.cards

    def imagine(self, seat: int, rng: Random) -> None:
        """Shuffle the pile again, except for the cards on top that the player has seen."""
        cards = self._cards
        end = len(cards) - (self.known_on_top if seat == SEAT else 0)
        known = cards[end:]
        del cards[end:]
        super().imagine(seat, rng)
        cards += known


class RealSoloNoahTable(TableForOne, RealNoahTable):
    """A table for one with real cards. Only the player sees them, and sorts the pile alone."""

    def preparations(self) -> list[Cue]:
        """Return what to take out of the box; nothing counts tears."""
        return [step for step in super().preparations() if step.kind != "tokens"]

    def cue_round(self, departed: int) -> None:
        """Let the player shuffle the pile."""
        self.cue("solo_pile", HAND)

    def take_from_pile(self, number: int) -> int:
        """Count the cards that are thrown away unseen. Returns how many there were."""
        number = min(number, len(self.pile))
        self.deduced_pile.left -= number
        return number

    def draw(self, number: int) -> int:
        """Count the cards drawn into the hand. Returns their number."""
        number = min(number, len(self.pile))
        hand = self.hands[SEAT]
        self.deduced_pile.deductions.deal(SEAT, hand.size + number)  # nothing is known of the cards that stayed
        self.deduced_pile.left -= number
        return number

    def put_on_pile(self, card: Animal) -> None:
        """Count a card that lay aboard among those of the pile again."""
        self.deduced_pile.add_copy(card)
        self.deduced_pile.left += 1

    def see_top(self) -> list[Animal]:
        """Return nothing: only the player sees real cards."""
        return []

    def sort_top(self, order: PileOrder) -> None:
        """Do nothing: the player sorts the real pile."""

    def list_goals(self, seat: int, animal: Animal) -> Sequence[Ferry]:
        """Return where Noah may go once this animal is loaded, if there is a choice."""
        goals = list_reach(self, animal)
        return goals if len(goals) > 1 else ()


SoloTable = SoloNoahTable | RealSoloNoahTable


def list_reach(table: NoahTable, animal: Animal) -> list[Ferry]:
    """Return the ferries that Noah can go to after this animal, or his own; those that left for good are out."""
    if animal.stays:
        return [table.noah]
    ferry = table.noah
    ferries: Sequence[Ferry] = (ferry.across if animal.male else ferry.beside)[SEAT].choices
    return [goal for goal in ferries if goal.index not in table.gaps]


def play_real(table: RealSoloNoahTable) -> Play[Outcome]:
    """Play with real cards: where Noah goes is entered together with the animal."""
    return adapt(play(table), RealQuestions(table).ask_table)


def play(table: SoloTable) -> Play[Outcome]:
    """Lay out the empty ferries, draw two cards, and take turns."""
    for step in table.preparations():
        table.cue(step.kind, *step.about)
    table.gather()
    table.draw(HAND)
    return (yield from take_turns(table))


def take_turns(table: SoloTable) -> Play[Outcome]:
    """Load and draw until no card is left, nothing fits, or Noah has no ferry to go to."""
    kinds, hand = table.pieces.kinds, table.hands[SEAT]
    while True:
        ferry = table.noah
        # a mule may leave Noah at a place whose ferry was not replaced
        choices = () if ferry.index in table.gaps else kinds.list_kinds(hand.bits & table.loads[ferry.index].takes)
        if not choices:
            return lose(table, "nothing-fits")
        if len(choices) > 1 or (choice := table.take_only_choice(SEAT, choices)) is None:
            choice = yield Question(SEAT, "load", choices)
        if choice is TAKE_BACK:  # nobody picks a ferry up in a game for one
            return lose(table, "nothing-fits")
        animal: Animal = choice
        hand.remove(animal.card)
        aboard = table.aboard[ferry.index]
        number = 2 if is_couple(aboard[-1] if aboard else None, animal) else 1
        table.load(ferry, animal)
        if animal.power:
            yield from use_power(table, animal)
        reach = list_reach(table, animal)
        if not reach:
            return lose(table, "no-ferry")
        yield from move_noah(table, reach)
        if table.loads[ferry.index].full:
            depart(table, ferry)
        drawn = table.draw(number)
        if drawn:
            table.cue("draws" if number == 1 else "draws_for_couple", drawn)
        if not hand.size and not len(table.pile):
            return Outcome((SEAT,), "all-aboard")


def move_noah(table: SoloTable, reach: Sequence[Ferry]) -> Play[None]:
    """Move Noah, and ask where to only if there is a choice."""
    if len(reach) > 1:
        table.noah = yield Question(SEAT, "move_noah", reach)
    elif reach[0] is not table.noah:
        table.noah = reach[0]
        table.cue("noah_goes", table.noah)


def is_couple(last: Animal | None, animal: Animal) -> bool:
    """Whether an animal joins its mate: the same species, and the other sex."""
    return last is not None and last.species is animal.species and last.sex != animal.sex


def use_power(table: SoloTable, animal: Animal) -> Play[None]:
    """Use the power of an animal: lions and giraffes change the pile."""
    if animal.swaps:
        yield from send_back(table)
    elif animal.looks:
        yield from sort_pile(table)
    else:
        table.cue(animal.power, animal, table.noah, table.loads[table.noah.index].limit)


def send_back(table: SoloTable) -> Play[None]:
    """Let a lion send an animal from any ferry back to the top of the pile, if the player likes."""
    choices = list_back(table)
    if not choices:
        return
    chosen = yield Question(SEAT, "send_back", [*choices, NOBODY])
    if chosen is NOBODY:
        return
    back: PutBack = chosen
    at = back.ferry.index
    del table.aboard[at][back.place]
    table.loads[at] = table.weigh(back.ferry, table.aboard[at])
    table.put_on_pile(back.animal.card)
    table.cue("sent_back", back.ferry, back.animal)


def list_back(table: SoloTable) -> list[PutBack]:
    """Return the animals that may go without breaking the order of the sexes; the lion itself stays."""
    found = []
    for ferry in table.ferries:
        aboard = table.aboard[ferry.index]
        ends = (0, len(aboard) - 1)
        # where males and females alternate, one from between would leave two of a kind side by side
        mixed = len(aboard) > 2 and aboard[-1].sex != aboard[-2].sex
        places = [place for place in range(len(aboard)) if not mixed or place in ends]
        if ferry is table.noah:
            places.remove(len(aboard) - 1)
        found += [PutBack(aboard[place], ferry, place) for place in places]
    return found


def sort_pile(table: SoloTable) -> Play[None]:
    """Let a giraffe sort the top of the pile."""
    if len(table.pile):
        top = table.see_top()
        table.cue("looks_ahead", min(IN_SIGHT, len(table.pile)))
        orders = [PileOrder(cards) for cards in dict.fromkeys(permutations(top))]
        if len(orders) > 1:
            table.sort_top((yield Question(SEAT, "sort_pile", orders)))


def depart(table: SoloTable, ferry: Ferry) -> None:
    """Replace a full ferry while one is left in the middle, and throw away cards of the pile."""
    is_replaced = not table.is_last_ferry()
    table.departures += 1
    table.departed.append(Departure(table.round, SEAT, table.loads[ferry.index].limit))
    table.clear(ferry)
    if not is_replaced:
        table.gaps.add(ferry.index)
    table.cue("departs", ferry, table.pieces.in_the_middle - table.departures)
    thrown = table.take_from_pile(table.departures)
    if thrown:
        table.cue("thrown_away", thrown)


def lose(table: SoloTable, why: str) -> Outcome:
    """Count the animals that stay behind (rulings.md 3.5 #8)."""
    for left, reason in ((table.hands[SEAT].size, "hand"), (len(table.pile), "pile")):
        if left:
            table.ledger.add(SEAT, left, reason)
    return Outcome((), why)
