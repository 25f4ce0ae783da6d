"""What is offered at a real table is exactly what is possible: small decks, and every deal there is."""

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random
from types import SimpleNamespace

import pytest

from companion.core.bots import random_bot
from companion.core.match import Match
from companion.games.noah import GAME, deduced_tears
from companion.games.noah.deduced_tears import Stock, sums_of
from companion.games.noah.pieces import TAKE_BACK
from companion.games.noah.real import split_loading
from tests.laws import NAMES

SPECIES = ("woodpecker", "parrot", "snail", "cat", "kangaroo", "panda", "lion", "mule", "bear", "giraffe",
           "rhinoceros", "elephant")  # fmt: skip
LIGHT = {"kangaroo": 2, "panda": 3, "lion": 1, "mule": 2, "bear": 4, "giraffe": 1, "rhinoceros": 5, "elephant": 5}


def small_box(seed, players, hand):
    """A dozen cards at random, many of them lions, and ferries that soon are full."""
    rng = Random(seed)
    copies = {species: [] for species in SPECIES}
    for _ in range(3 + players * hand + rng.randint(1, 2)):
        species = rng.choice((*SPECIES, "lion", "lion", "mule"))
        copies[species].append("either" if species == "snail" else rng.choice("mf"))
    entries = {species: {"for_all": found} for species, found in copies.items()}
    for species, weight in LIGHT.items():
        entries[species]["weight"] = weight
    return {
        "ferries": {"around": 3, "in_all": 5, "limit": 7, "drilled_limit": 5},
        "game": {"hand": hand, "rounds": 1},
        "species": entries,
    }


class AllDeals:
    """Every way in which the cards could lie, after everything that was told: hands as sorted card ids."""

    def __init__(self, match):
        self.match = match
        self.seats = len(match.setup.seats)
        self.open = []
        self.hands = set()
        self.aboard = {}

    @property
    def table(self):
        return self.match.table

    def hear(self, question, answer):
        """Follow an answer, and then what hands were told to do."""
        at = self.table.noah.id
        if question.ask == "turned_up":
            self.open.append(answer.id)
            self.aboard[question.about.id] = [answer]
        elif question.ask == "snail_fell":
            self.aboard[question.about.id] = [answer]
        elif question.ask == "load":
            self.load_or_take_back(question.seat, answer, at)
        self.match.answer(answer)
        if question.ask == "take_from":
            self.swap(question.seat, [answer.index])
        elif question.ask == "give_to":
            self.give(question.seat, answer.index, 1)
        elif question.ask == "share_out":
            for seat, number in answer.gets:
                self.give(question.seat, seat.index, number)
        elif question.ask == "tears":
            self.keep(lambda hands: self.tears(hands[question.seat]) == answer)
        for cue in self.match.cues:
            self.obey(cue, question)

    def obey(self, cue, question):
        kind, about = cue
        if kind == "deal":
            self.hands = self.dealt(about[0])
        elif kind in ("loads", "takes_back"):
            choice = TAKE_BACK if kind == "takes_back" else about[2]
            self.load_or_take_back(about[0].index, choice, about[1].id)
        elif kind == "departs":
            self.aboard[about[0].id] = []
        elif kind == "swaps" and question.ask != "take_from":
            self.swap(about[0].index, [about[1].index])
        elif kind == "swaps_with_any":
            self.swap(about[0].index, [other.index for other in self.table.others[about[0].index]])
        elif kind == "gives":
            self.give(about[0].index, about[2].index, about[1])

    def dealt(self, number):
        """All deals of what does not lie open, face down and in no order."""
        left = Counter(card.id for card in self.table.pieces.deck)
        left.subtract(self.open)
        ways = {((), left_of(left))}
        for _ in range(self.seats):
            ways = {
                ((*hands, hand), rest) for hands, stock in ways for hand, rest in hands_from(stock, number)
            }  # fmt: skip
        return {hands for hands, _ in ways}

    def card(self, id):
        return next(kind for kind in self.table.pieces.kinds.all if kind.id == id)

    def fitting(self, hand, takes):
        return {id for id in hand if self.card(id).bits & takes}

    def tears(self, hand):
        return sum(self.card(id).tears for id in hand)

    def keep(self, wanted):
        self.hands = {hands for hands in self.hands if wanted(hands)}
        assert self.hands, "what was offered is possible"

    def change(self, seat, become):
        self.hands = {(*hands[:seat], hand, *hands[seat + 1 :]) for hands in self.hands for hand in become(hands[seat])}

    def load_or_take_back(self, seat, choice, ferry):
        if choice is TAKE_BACK:
            takes = self.load_of(ferry).takes
            self.keep(lambda hands: not self.fitting(hands[seat], takes))
            taken, self.aboard[ferry] = [animal.card.id for animal in self.aboard[ferry]], []
            self.change(seat, lambda hand: [tuple(sorted((*hand, *taken)))])
        else:
            animal, _ = split_loading(choice)
            card = animal.card.id
            self.keep(lambda hands: card in hands[seat])
            self.aboard[ferry].append(animal)
            self.change(seat, lambda hand: [without(hand, card)])

    def load_of(self, ferry):
        load = self.table.pieces.nothing
        for animal in self.aboard[ferry]:
            load = load.plus(animal)
        return load

    def give(self, giver, taker, number):
        for _ in range(number):
            self.hands = {moved for hands in self.hands for moved in self.slips(hands, giver, taker)}

    def slips(self, hands, giver, taker):
        for card in set(hands[giver]):
            after = list(hands)
            after[giver], after[taker] = without(hands[giver], card), tuple(sorted((*hands[taker], card)))
            yield tuple(after)

    def swap(self, robber, victims):
        found = set()
        for hands, victim in product(self.hands, victims):
            for drawn in self.slips(hands, victim, robber):
                found |= set(self.slips(drawn, robber, victim))
        self.hands = found


def left_of(counter):
    return tuple(sorted(counter.elements()))


def without(hand, card):
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def hands_from(stock, number):
    """Every hand of so many cards, and what is left."""
    ways = {((), stock)}
    for _ in range(number):
        ways = {(tuple(sorted((*hand, card))), without(rest, card)) for hand, rest in ways for card in set(rest)}
    return ways


def check_offer(deals, question):
    """The choices against all deals."""
    table, seat = deals.table, question.seat
    if question.ask == "tears":
        assert set(question.choices) == {deals.tears(hands[seat]) for hands in deals.hands}
    if question.ask != "load":
        return
    for pair in combinations_with_replacement(sorted({card.id for card in table.pieces.deck}), 2):
        together = any(Counter(pair) <= Counter(hands[seat]) for hands in deals.hands)
        assert table.hands[seat].could_hold([deals.card(id) for id in pair]) == together, (deals.match.answers, pair)
    takes = table.loads[table.noah.index].takes
    possible = {id for hands in deals.hands for id in deals.fitting(hands[seat], takes)}
    offered = {split_loading(choice)[0].card.id for choice in question.choices if choice is not TAKE_BACK}
    assert offered == possible, (deals.match.answers, offered ^ possible)
    nothing_fits = any(not deals.fitting(hands[seat], takes) for hands in deals.hands)
    assert (TAKE_BACK in question.choices) == nothing_fits, deals.match.answers
    sure = [Counter(hands[seat]) for hands in deals.hands]
    if table.hands[seat].sure().size:
        for hand in sure:
            assert Counter(card.id for card in table.hands[seat].sure().held) <= hand


@pytest.mark.laws
@pytest.mark.parametrize(("players", "hand"), [(2, 3), (2, 4), (3, 2)])
def test_what_is_offered_is_exactly_what_some_deal_allows(players, hand, games):
    seen = Counter()
    for seed in range(min(60, max(8, games // 25))):
        setup = GAME.set_up(NAMES[:players], {}, deal="table", corrections=small_box(seed, players, hand))
        deals, bot = AllDeals(Match(GAME, setup)), random_bot(Random(seed))
        while (question := deals.match.question) is not None and len(deals.match.answers) < 60:
            check_offer(deals, question)
            answer = bot(question, deals.table)
            seen[question.ask] += 1
            seen["take-back"] += answer is TAKE_BACK
            deals.hear(question, answer)
    assert seen["load"] > 30
    assert seen["take-back"] > 0 or players > 2
    assert seen["tears"] > 0


def test_with_too_many_ways_to_share_the_cards_a_hand_has_from_its_least_to_its_most(monkeypatch):
    kinds = GAME.pieces(GAME.set_up(NAMES[:2], {})).kinds.all
    worth = {
        tears: next(kind.index for kind in kinds if kind.tears == tears) for tears in {kind.tears for kind in kinds}
    }
    least, most = min(worth), max(worth)
    hand = SimpleNamespace(known=(worth[most],), dark=(0, 0))
    stock = Stock(Counter({worth[least]: 2, worth[most]: 2}), kinds)
    exact = {most + 2 * least, most + least + most, most + 2 * most}
    assert sums_of([hand], stock, {0: None}) == exact
    monkeypatch.setattr(deduced_tears, "MOST_WAYS", 0)
    assert sums_of([hand], stock, {0: None}) == set(range(min(exact), max(exact) + 1)) > exact
