"""The table of Noah's Ark: deck, objectives, cards won, and the current race."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from companion.core.cards import Card, VirtualDeal
from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.question import Play
from companion.games.noahs_ark.area import Area
from companion.games.noahs_ark.deck import DealtDeck, Deck, Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import AnimalCard, NoahsArkPieces, Objective, Style
from companion.games.noahs_ark.runners import Dice, DrawnDice, Goal, RealDice

NO_WINNER = "nobody"
OPEN = "open"
CAME = "has-come"


def join_ids(cards: Iterable[Card]) -> str:
    """Join the ids of cards for a fact."""
    return " ".join(card.id for card in cards)


def tally_names(tally: Sequence[int]) -> list[str]:
    """List animals, each as often as it is counted."""
    return [ANIMALS[animal] for animal, number in enumerate(tally) for _ in range(number)]


class NoahsArkTable(Table):
    """Everything on the table; only the order of the deck is secret.

    With real cards it is a `RealNoahsArkTable`, which asks people where this one knows.
    """

    def __init__(self, setup: Setup, pieces: NoahsArkPieces) -> None:
        super().__init__(setup)
        self.others = setup.others
        self.pieces = pieces
        self.deck = self.make_deck()
        self.dice = self.make_dice()
        self.revealer: int | None = None
        self.areas = [Area() for _ in self.seats]
        self.discarded: list[AnimalCard] = []
        self.styles: list[Style] = []
        self.ark_came = False
        self.card: AnimalCard | None = None
        self.goal: Goal | None = None
        self.racing: tuple[int, ...] = ()
        self.rolls_again = False
        """Whether this race is run again, for the same card and with the same dice."""
        self.winner: int | None = None
        """Seat that won the last race."""
        self.objectives: list[Objective] = []
        self.objectives_left: list[Objective] = list(pieces.objectives)
        self.objectives_gone: list[Objective] = []
        self.worth = {objective: objective.points for objective in pieces.objectives}
        self.awarded: dict[Objective, int | None] = {}

    def make_deck(self) -> Deck:
        """Shuffle the deck."""
        assert isinstance(self.deal, VirtualDeal)
        return DealtDeck(self.pieces, self.deal.rng)

    def make_dice(self) -> Dice:
        """Let people roll, or draw the races by lot."""
        if self.options["race"] != "drawn":
            return RealDice()
        assert isinstance(self.deal, VirtualDeal)
        return DrawnDice(self.pieces.racing, self.deal.rng)

    @property
    def knows_cards(self) -> bool:
        """Whether the program knows which cards everyone has won."""
        return True

    def count_cards(self, seat: int) -> int:
        """Count the cards in front of a seat."""
        return len(self.areas[seat].list_cards())

    def seats_from_revealer(self) -> list[int]:
        """List all seats around the table, from the player who turns up the next card."""
        seats, first = len(self.seats), self.revealer or 0
        return [(first + step) % seats for step in range(seats)]

    def preparations(self) -> list[Cue]:
        """List what hands must do before the first card: take dice, where people roll."""
        if not self.dice.by_hand:
            return []
        # double pairs show four animals, so players may need a fourth die
        fewer, more = self.pieces.dice_without_pairs, self.pieces.dice_each
        sure = fewer == more or self.pieces.all_advanced
        return [Cue("dice", (more,)) if sure else Cue("dice_with_pairs", (fewer, more))]

    def turn_up_objective(self) -> Play[Objective]:
        """Turn up one of the objectives that are left."""
        objective = yield from self.deal.pick_one("objective", list(self.objectives_left))
        self.cue("comes", objective)
        return objective

    def read_points(self, objective: Objective) -> Play[None]:
        """Read the points on an objective: these are the ones in the box."""
        return
        yield  # makes this a generator, as the rules expect

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Turn up the next card, unless a player uses a single-use card first."""
        return self.deck.reveal(uses)

    @property
    def style(self) -> Style:
        """Current style: that of the last FLICE card, or the index finger."""
        return self.styles[-1] if self.styles else self.pieces.styles[0]

    def win(self, seat: int, card: AnimalCard, reason: str) -> None:
        """Give a card and its points to a seat."""
        self.areas[seat].won.append(card)
        # cards without points leave no line in the ledger
        if card.points:
            self.ledger.add(seat, card.points, reason, card)

    def lose(self, seat: int, card: AnimalCard, reason: str) -> None:
        """Take a card and its points from a seat."""
        self.areas[seat].won.remove(card)
        if card.points:
            self.ledger.add(seat, -card.points, reason, card)

    def flip(self, seat: int, card: AnimalCard) -> None:
        """Turn a played card over; it still counts."""
        self.areas[seat].flip(card)

    def award(self, objective: Objective, winner: int | None) -> None:
        """Give an objective to a seat, or to nobody."""
        self.awarded[objective] = winner
        if winner is not None:
            self.ledger.add(winner, self.worth[objective], "objective", objective)

    def add_objective(self, objective: Objective) -> None:
        """Put an objective on the table."""
        self.objectives_left.remove(objective)
        self.objectives.append(objective)

    def count_for(self, objective: Objective) -> list[int]:
        """Count what each seat has of an objective."""
        # counted from those awarded so far, so it must be awarded last
        if objective.counts == "objectives":
            return [list(self.awarded.values()).count(seat.index) for seat in self.seats]
        return [area.count_amounts()[objective.counts] for area in self.areas]

    def is_guess(self, card: AnimalCard | Objective) -> bool:
        """Whether a card may show something else than the box says."""
        return False

    def imagine(self, seat: int, rng: Random) -> None:
        """Reshuffle the deck; the Ark stays among the last cards."""
        super().imagine(seat, rng)
        assert isinstance(self.deck, DealtDeck)
        self.deck.shuffle_again(rng)

    def facts(self) -> Facts:
        """Return deck, style, the card raced for, objectives, cards and points."""
        facts: Facts = {"deck": str(len(self.deck)), "style": self.style.id}
        if self.pieces.guesses:
            facts["box"] = str(self.pieces.guesses)
        # until the first question is answered nobody knows who reveals
        if self.revealer is not None:
            facts["reveals"] = f"seat-{self.revealer}"
        if self.ark_came:
            facts["ark"] = CAME
        if self.card is not None:
            facts["card"] = self.card.id
        facts |= self._race_facts()
        for objective in self.objectives:
            facts[objective.id] = " ".join((str(self.worth[objective]), self._holder(objective)))
        for seat in range(len(self.areas)):
            facts |= self.card_facts(seat)
        for seat, area in enumerate(self.areas):
            facts |= self._list_played(seat, area)
        if self.discarded:
            facts["discarded"] = join_ids(self.discarded)
        for seat, score in enumerate(self.scores):
            facts[f"score-{seat}"] = str(score)
        return facts

    def card_facts(self, seat: int) -> Facts:
        """Return the cards a seat has won."""
        return {f"cards-{seat}": join_ids(self.areas[seat].won)}

    def _race_facts(self) -> Facts:
        """Return who races with how many dice, unless all wait for the next card."""
        facts: Facts = {}
        if self.goal is not None and self.goal.dice:
            facts["dice"] = str(self.goal.dice)
        if self.goal is not None and (self.goal.dice or len(self.racing) < len(self.seats)):
            facts["racing"] = " ".join(f"seat-{seat}" for seat in self.racing)
        return facts

    @staticmethod
    def _list_played(seat: int, area: Area) -> Facts:
        """Return what a player did with single-use cards."""
        facts: Facts = {}
        if area.spent:
            facts[f"spent-{seat}"] = join_ids(area.spent)
        if area.wild:
            facts[f"wild-{seat}"] = " ".join(ANIMALS[animal] for animal in area.wild)
        if area.turned is not None:
            facts[f"turned-{seat}"] = " ".join(ANIMALS[animal] for animal in area.turned)
        return facts

    def _holder(self, objective: Objective) -> str:
        if objective not in self.awarded:
            return OPEN
        seat = self.awarded[objective]
        return NO_WINNER if seat is None else f"seat-{seat}"

    def secrets(self, seat: int) -> Facts:
        """Return nothing: no seat has secrets."""
        return {}

    def view(self, seat: int) -> dict[str, Any]:
        """Return the table for a program that plays this seat."""
        return {
            "deck": len(self.deck),
            "deck_size": self.pieces.size,
            "last_cards": self.pieces.last_cards + 1,
            "style": self.style.id,
            "reveals": self.revealer,
            "card": None if self.card is None else self.card.id,
            # a race for a card that only people have seen has no dice to show, just a stand-in for bots
            "dice": tally_names(self.goal.wanted) if self.goal is not None and self.goal.dice else [],
            "racing": list(self.racing),
            "objectives": [
                {"id": objective.id, "points": self.worth[objective], "holder": self._holder(objective)}
                for objective in self.objectives
            ],
            "card_counts": [self.count_cards(seat.index) for seat in self.seats],
            "cards": [[card.id for card in area.won] for area in self.areas],
            "spent": [[card.id for card in area.spent] for area in self.areas],
            "discarded": [card.id for card in self.discarded],
            "animals": [dict(zip(ANIMALS, area.count_animals(), strict=True)) for area in self.areas],
            "last_race": self._last_race(),
        }

    def _last_race(self) -> dict[str, Any] | None:
        """Return the last drawn race; real ones are kept with their answers."""
        if isinstance(self.dice, DrawnDice) and self.dice.finishes:
            return self.dice.finishes[-1]._asdict()
        return None
