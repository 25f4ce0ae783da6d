"""The books of a real table prove themselves: what is offered is exactly what is possible in some deal.

A small box, and every deal of it that agrees with all that was told: brute force says what could lie there or be held.
"""

from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.core.box import Box
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.ark import GAME, real
from companion.games.ark.pieces import ArkPieces, Cargo, Take
from companion.games.ark.real import Bringing, CabinOpening, RealHand, RealSupply, Second
from companion.games.ark.table import ArkTable
from tests.laws import NAMES
from tests.long import mark_long

RAIN = "rain"
GAME_TABLE = {
    "rain": 2, "pet_rain": 1, "hand": 1, "display": 3, "cabin": 3, "incline": 2, "discs": 22, "figures": 17,
    "second_kind": 4, "start_lightest": 1, "start_heaviest": 2, "pet_heaviest": 2, "fox_discs": 2,
}  # fmt: skip
ANIMALS = ("ant", "bat", "cod", "daw", "eel", "fly", "gnu", "hen", "ibis", "jay", "kite", "lark")


def small_box() -> Box:
    """Twelve light animals that get along, and two cards of hay."""
    animals: dict[str, Any] = {
        name: {"climate": "both", "weight": 1, "nourishment": "none", "kind": "useful" if n % 2 else "shy"}
        for n, name in enumerate(ANIMALS)
    }
    tree = {
        "from": "owner",
        "game": GAME_TABLE,
        "discs": {"of_three": 4, "in_front": 3, "behind": 4},
        "scoring": {"first": 10, "second": 6, "further": 2},
        "provisions": {"hay": {"name": "hay", "copies": 2, "climate": "hot", "weight": 1}},
        "animals": {name: {"name": name, **printed} for name, printed in animals.items()},
    }
    return Box(Path("small.toml"), tree)


class Deal(NamedTuple):
    """Where every card lies that nobody has seen: hands, pets, and the supply from the top."""

    hands: tuple[tuple[str, ...], ...]
    pets: tuple[str, ...]
    supply: tuple[str, ...]
    draws: int = -1
    """The seat that still draws a card for the hand."""


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


class Deals:
    """Every deal that agrees with what was told, followed card by card, apart from the books that are checked."""

    def __init__(self, unseen: list[str], dry: int) -> None:
        self.all: set[Deal] = set()
        cards = len(unseen) - 3
        for order in set(permutations(unseen)):
            hands = tuple((card,) for card in order[:3])
            for wet in combinations(range(cards + 2), 2):
                if wet[0] >= dry:
                    rest = iter(order[3:])
                    pile = tuple(RAIN if at in wet else next(rest) for at in range(cards + 2))
                    self.all.add(Deal(hands, ("", "", ""), pile))

    def held(self, seat: int) -> set[str]:
        """What this seat could hold."""
        return {card for deal in self.all for card in deal.hands[seat]}

    def hand(self, seat: int, deal: Deal, cards: tuple[str, ...], **changes: Any) -> Deal:
        hands = (*deal.hands[:seat], tuple(sorted(cards)), *deal.hands[seat + 1 :])
        return deal._replace(hands=hands, **changes)

    def play(self, seat: int, card: str) -> None:
        """This seat shows that it holds a card, and puts it down."""
        self.all = {
            self.hand(seat, deal, without(deal.hands[seat], card)) for deal in self.all if card in deal.hands[seat]
        }

    def take(self, seat: int, card: str) -> None:
        """An open card goes into a hand."""
        self.all = {self.hand(seat, deal, (*deal.hands[seat], card)) for deal in self.all}

    def pet(self, seat: int) -> None:
        """Any card of the hand lies face down now."""
        self.all = {
            self.hand(
                seat, deal, without(deal.hands[seat], card), pets=(*deal.pets[:seat], card, *deal.pets[seat + 1 :])
            )
            for deal in self.all
            for card in set(deal.hands[seat])
        }

    def draw(self, seat: int) -> None:
        """A card for the hand comes next, but rain comes before it if it lies on top."""
        self.all = {deal._replace(draws=seat) for deal in self.all}

    def next_up(self) -> set[str]:
        """What could be told of the next card that everyone sees."""
        return {drawn.supply[0] for drawn in map(self._drawn, self.all) if drawn.supply}

    def turn_up(self, card: str) -> None:
        """It was this one."""
        drawn = [deal for deal in map(self._drawn, self.all) if deal.supply and deal.supply[0] == card]
        self.all = {deal._replace(supply=deal.supply[1:]) for deal in drawn}

    def _drawn(self, deal: Deal) -> Deal:
        """With the card for the hand drawn, unless rain lies before it."""
        if deal.draws < 0 or not deal.supply or deal.supply[0] == RAIN:
            return deal
        held = (*deal.hands[deal.draws], deal.supply[0])
        return self.hand(deal.draws, deal, held, supply=deal.supply[1:], draws=-1)


class Books:
    """A match with the small box, and all deals beside it."""

    def __init__(self, seed: int) -> None:
        setup = GAME.set_up(NAMES[:3], deal="table")
        self.table: ArkTable = GAME.new_table(setup, ArkPieces(small_box(), 3))
        self.play = GAME.play(self.table)
        self.question: Question | None = next(self.play)
        self.rng = Random(seed)
        self.deals: Deals | None = None
        self.checked = 0

    def answer(self, choice: Any) -> None:
        try:
            self.question = self.play.send(choice)
        except StopIteration:
            self.question = None

    def begin(self) -> None:
        """Tell what lies there at the start, whatever it is."""
        while self.question is not None and self.question.ask in ("starter", "starting", "turned_up"):
            self.answer(self.rng.choice(list(self.question.choices)))
        real = self.table.supply
        unseen = [card.id for card in real.unseen.held if card.id != RAIN]  # type: ignore[attr-defined]
        self.deals = Deals(unseen, (len(unseen) - 3) // 2)

    def check(self) -> None:
        """What the books think possible, and what the deals say."""
        assert self.deals is not None
        assert self.deals.all, "some deal always agrees with what was told"
        question = self.question
        assert question is not None
        if question.ask in ("turned_up", "turned_up_or_second"):
            up = {str(choice) for choice in self.list_likely(question) if isinstance(choice, Cargo)}
            assert up == self.deals.next_up()
        elif question.ask in ("turn", "second"):
            for seat, hand in enumerate(self.table.hands):
                assert isinstance(hand, RealHand)
                cards = self.table.pieces.kinds.list_kinds(hand.bits & self.table.pieces.cargo)
                assert {card.id for card in cards} == self.deals.held(seat), f"seat {seat}, {question}"
                for pair in combinations(cards, 2):
                    together = any({card.id for card in pair} <= set(deal.hands[seat]) for deal in self.deals.all)
                    assert hand.can_hold(pair) == together, f"seat {seat}, {question}, {pair}"
        self.checked += 1

    def list_likely(self, question: Question) -> list[Any]:
        """What can be told, but for rain that comes while the stack above it is not gone: no fair deal has that."""
        supply = self.table.supply
        assert isinstance(supply, RealSupply)
        early = not supply.is_rain_expected
        return [choice for choice in question.choices if not (early and str(choice) == RAIN)]

    def follow(self, deals: Deals, question: Question, choice: Any, seat: int) -> None:
        """Let the deals do what was told."""
        if isinstance(choice, Take):
            deals.take(seat, choice.card.id)
            deals.draw(seat)
        elif isinstance(choice, Bringing):
            deals.play(seat, choice.card.id)
            self.follow(deals, question, choice.place, seat)
        elif isinstance(choice, Second):
            deals.play(seat, str(choice.card))
        elif question.ask in ("turned_up", "turned_up_or_second"):
            deals.turn_up(str(choice))
        elif isinstance(choice, Cargo) and question.ask in ("turn", "second", "last_minute"):
            deals.play(seat, choice.id)
        elif isinstance(choice, CabinOpening):
            deals.take(seat, choice.card.id)
        elif question.ask == "pets":
            keep = question.choices if choice == "everyone" else [choice]
            for keeper in [keeper for keeper in keep if isinstance(keeper, Seat)]:
                deals.pet(keeper.index)

    def step(self) -> None:
        """Answer at random, and let the deals follow."""
        question, deals = self.question, self.deals
        assert question is not None
        assert deals is not None
        choice = self.rng.choice(self.list_likely(question))
        seat = question.about.index if isinstance(question.about, Seat) and question.seat < 0 else question.seat
        self.follow(deals, question, choice, seat)
        rained = self.table.rain + (str(choice) == RAIN)
        self.table.cues = []
        self.answer(choice)
        for cue in self.table.cues:  # what nobody was asked about
            if cue.kind == "only_place" and isinstance(cue.about[1], CabinOpening):
                deals.take(seat, cue.about[1].card.id)
        for _ in range(self.table.rain - rained):
            deals.turn_up(RAIN)


@pytest.mark.parametrize("seed", mark_long(range(12), quick=(2, 8, 9)))
def test_offers_are_possible_in_some_deal(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real, "APPROXIMATELY", 0)
    books = Books(seed)
    books.begin()
    while books.question is not None and books.table.rain < 2:
        books.check()
        books.step()
    assert books.checked > 3
