"""Noah with real cards: hands are deduced, and people are asked less often than the rules ask."""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Outcome, Setup
from companion.core.question import Play, Question
from companion.core.real_table import adapt
from companion.core.seat import Seat
from companion.games.noah import rules
from companion.games.noah.deduced_cards import DeducedHand, DeducedPile
from companion.games.noah.pieces import MIDDLE, TAKE_BACK, Animal, Ferry, NoahPieces
from companion.games.noah.table import NoahTable


class Loading:
    """An animal to load and where Noah goes next, in one answer: `cat-m-3` is a male cat, then ferry 3."""

    __slots__ = ("animal", "goal", "id")

    def __init__(self, animal: Animal, goal: Ferry) -> None:
        self.animal = animal
        self.goal = goal
        self.id = f"{animal.id}-{goal.index + 1}"

    def __str__(self) -> str:
        return self.id


def split_loading(choice: Animal | Loading) -> tuple[Animal, Ferry | None]:
    """Return the animal that is loaded, and where Noah goes if that was entered with it."""
    return (choice.animal, choice.goal) if isinstance(choice, Loading) else (choice, None)


class Share:
    """Number of cards that each of the others gets: `share-2-0-1`, in seat order."""

    __slots__ = ("gets", "id")

    def __init__(self, others: Sequence[Seat], numbers: Sequence[int]) -> None:
        self.gets = tuple((seat, number) for seat, number in zip(others, numbers, strict=True) if number)
        self.id = "-".join(("share", *map(str, numbers)))

    def __str__(self) -> str:
        return self.id


class TokenMove(NamedTuple):
    """How far the score token of a seat goes: `seat-0-3` is three spaces."""

    seat: Seat
    tears: int

    def __str__(self) -> str:
        return f"{self.seat}-{self.tears}"


def list_shares(others: Sequence[Seat], number: int) -> list[Share]:
    """Return every way to give that many cards away; all to one comes first."""
    ways = sorted(_split_number(number, len(others)), key=lambda way: len(way) - way.count(0))
    return [Share(others, way) for way in ways]


@cache
def _split_number(number: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Return all rows of that many numbers that add up to the number."""
    return tuple(_iterate_splits(number, parts))


def _iterate_splits(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (number,)
        return
    for first in range(number, -1, -1):
        for rest in _split_number(number - first, parts - 1):
            yield (first, *rest)


class RealNoahTable(NoahTable):
    """A table with real cards: only their holders see the hands, and what those could be is deduced."""

    def __init__(self, setup: Setup, pieces: NoahPieces) -> None:
        super().__init__(setup, pieces)
        self.trusts_deductions = True
        """Whether tears are limited to what was deduced: not after people entered a sum that seemed impossible."""

    @property
    def deduced_pile(self) -> DeducedPile:
        """Pile of this round, with the deductions about all hands."""
        assert isinstance(self.pile, DeducedPile)
        return self.pile

    def preparations(self) -> list[Cue]:
        """Return what to take out of the box and where to put it."""
        pieces = self.pieces
        steps = [Cue("left_out", tuple(pieces.left_out))] if pieces.left_out else [Cue("all_cards")]
        steps += [Cue(f"{promo}_joins") for promo in pieces.promos]
        ring = Cue("ring", (len(self.ferries), pieces.in_the_middle))
        return [*steps, Cue("tokens"), ring, Cue("first_ferry", (self.noah,))]

    def list_roommate_places(self) -> Sequence[Any]:
        """Return the places that people choose from."""
        return [*self.ferries, MIDDLE]

    def list_new_ferries(self) -> Sequence[str]:
        """Return what people choose from; the last ferry in the middle must be the roommates'."""
        return super().list_new_ferries()[:2]

    def make_pile(self) -> DeducedPile:
        """Begin new deductions with each round."""
        self.trusts_deductions = True
        return DeducedPile(self.pieces.kinds, self.pieces.deck, len(self.seats))

    def cue_round(self, departed: int) -> None:
        """Let people put departed ferries back, shuffle and turn up the first animals."""
        if departed:
            self.cue("ferries_back", len(self.ferries), self.pieces.in_the_middle)
        self.cue("round", self.round)

    def cue_tears(self, shed: Sequence[int]) -> None:
        """Let people move the score tokens of all who shed tears."""
        moves = [TokenMove(seat, tears) for seat, tears in zip(self.seats, shed, strict=True) if tears]
        if moves:
            self.cue("tears", *moves)

    def deal_hands(self) -> None:
        """Let people deal."""
        self.cue("deal", self.pieces.hand)
        super().deal_hands()

    def take_only_choice(self, seat: int, choices: tuple[Any, ...]) -> Any:
        """Ask even so: people may have to enter where Noah goes, or that nothing fits."""
        return None

    def list_loads(self, seat: int, fitting: Sequence[Any]) -> tuple[Any, ...]:
        """Return what people can enter: one of the animals that fit, with where Noah goes then, or that none does.

        Where he goes is asked later if a lion or a giraffe may change the mind of its player.
        """
        choices: list[Any] = []
        for animal in fitting:
            if animal is not TAKE_BACK:
                goals = () if animal.asks else self.list_goals(seat, animal)
                choices += [Loading(animal, goal) for goal in goals] or [animal]
        if self.aboard[self.noah.index] and not self.hands[seat].must_hold(self.loads[self.noah.index].takes):
            choices.append(TAKE_BACK)  # only the holder knows that nothing fits
        return tuple(choices)

    def list_goals(self, seat: int, animal: Animal) -> Sequence[Ferry]:
        """Return where Noah may go once this animal is loaded; nowhere if he stays, or if the round is over with it."""
        load = self.loads[self.noah.index].plus(animal)
        # the round ends with the last card, or with a departure that cannot be replaced
        last = self.hands[seat].size == 1 or (load.full and self.is_last_ferry())
        return () if animal.stays or last else (self.noah.across if animal.male else self.noah.beside)[seat].choices

    def take_back(self, seat: int) -> None:
        """Deduce that nothing in this hand fitted."""
        hand = self.hands[seat]
        assert isinstance(hand, DeducedHand)
        fitting = self.loads[self.noah.index].takes
        if not hand.must_hold(fitting):  # else a player kept a card that fits, and nothing can be deduced
            hand.rule_out(fitting)
        super().take_back(seat)

    def swap_matters(self, seat: int) -> bool:
        """Whether it makes a difference to the deductions with whom this seat swaps a card unseen."""
        hand = self.hands[seat]
        assert isinstance(hand, DeducedHand)
        return hand.swap_matters(self.others[seat])

    def cue_swap(self, seat: int, other: Seat) -> None:
        """Say whose cards are swapped, if that was decided by anybody but the player."""
        if len(self.others[seat]) == 1 or self.swap_matters(seat):
            super().cue_swap(seat, other)
        else:
            self.cue("swaps_with_any", self.seats[seat])

    def look_at_hand(self, looker: int, other: Seat) -> None:
        """Let a player look at real cards; the program shows nothing."""
        self.cue("looks", self.seats[looker])

    def list_possible_tears(self, seat: int, shed: Sequence[int]) -> Sequence[int]:
        """Return what the tears of this hand could add up to, after what others entered of theirs."""
        hand = self.hands[seat]
        assert isinstance(hand, DeducedHand)
        if hand.get_known_cards() is not None:  # everyone saw all of its cards
            return super().list_possible_tears(seat, shed)
        if not self.trusts_deductions:
            return self.list_conceivable_tears(seat)
        entered = {place: tears for place, tears in enumerate(shed) if self.hands[place].get_known_cards() is None}
        return hand.list_tears(entered)

    def list_conceivable_tears(self, seat: int) -> range:
        """Return every sum a hand of this size can have, ignoring deductions."""
        most = max(card.tears for card in self.pieces.deck)
        return range(most * self.hands[seat].size + 1)

    def remembered_cards(self) -> Facts:
        """Return what everyone saw a player pick up and surely still have: perfect memory, so only if people agreed."""
        if self.options.get("memory") != "on":
            return {}
        sure = {
            seat: str(hand.find_sure_cards()) for seat, hand in enumerate(self.hands) if isinstance(hand, DeducedHand)
        }
        return {f"seen-{seat}": cards for seat, cards in sure.items() if cards}

    def secrets(self, seat: int) -> Facts:
        """Return nothing: the program does not know what players hold."""
        return {}


def play(table: RealNoahTable) -> Play[Outcome]:
    """Play by the rules, but ask people less often: several answers at once, and nothing that the books do not need."""
    return adapt(rules.play(table), RealQuestions(table).ask_table)


class RealQuestions:
    """Questions for people at a real table, in place of those of the rules."""

    def __init__(self, table: RealNoahTable) -> None:
        self.table = table
        self.goal: Ferry | None = None
        """Ferry that Noah goes to, as entered with the animal, until the rules ask for it."""
        self.takers: deque[Seat] = deque()
        """Players who get the next cards, as entered in one answer."""

    def ask_table(self, question: Question) -> Play[Any] | None:
        """Return how people are asked, or None for a question of the rules that they are asked as it is."""
        ask = question.ask
        if ask == "load":
            return self.ask_to_load(question)
        if ask == "move_noah" and self.goal is not None:
            return answer_at_once(self.goal)
        if ask == "give_to" and (self.takers or question.about > 1):
            return self.ask_who_gets(question)
        # it is done with real cards and seen by whom it concerns, so nobody needs to enter whose they were
        if ask == "look_at" or (ask == "take_from" and not self.table.swap_matters(question.seat)):
            return answer_at_once(question.choices[0])
        return None

    def ask_to_load(self, question: Question) -> Play[Any]:
        """Ask for the load and for Noah's place, and pass both to the rules one after the other."""
        table, seat = self.table, question.seat
        choices = table.list_loads(seat, question.choices)
        if len(choices) > 1:
            choice = yield Question(seat, "load", choices)
        else:
            choice = NoahTable.take_only_choice(table, seat, choices)
        if choice is TAKE_BACK:
            return choice
        animal, self.goal = split_loading(choice)
        return animal

    def ask_who_gets(self, question: Question) -> Play[Seat]:
        """Ask at the first of several gifts who gets how many, and answer for all of them."""
        if not self.takers:
            share: Share = yield Question(
                question.seat, "share_out", list_shares(question.choices, question.about), question.about
            )
            for seat, number in share.gets:
                self.takers += [seat] * number
        return self.takers.popleft()


def answer_at_once(answer: Any) -> Play[Any]:
    """Answer the rules without asking anybody."""
    return answer
    yield  # makes this a generator, as the adapter expects
