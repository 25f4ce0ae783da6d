"""What is offered at a real table is exactly what is possible: small decks, and every deal there is."""

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.noah import GAME, deduced_tears
from companion.games.noah.deduced_tears import Stock, list_sums
from companion.games.noah.deductions import MOST_WORLDS, Deductions
from companion.games.noah.pieces import TAKE_BACK
from companion.games.noah.real import split_loading
from tests.bench.slowest_answers import count_calls
from tests.laws import NAMES

SPECIES = ("woodpecker", "parrot", "snail", "cat", "kangaroo", "panda", "lion", "mule", "bear", "giraffe",
           "rhinoceros", "elephant")  # fmt: skip
MOST_CALLS = 100_000
"""Function calls that one answer may take, many times less than what people notice."""
MOST_CALLS_A_REPLAY = 330_000
"""Function calls that the replay of a long match may take, which is what an undo or a resume does."""
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
            self.hands = self.deal_hidden_cards(about[0])
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

    def deal_hidden_cards(self, number):
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
        deals = set()
        for hands, victim in product(self.hands, victims):
            for drawn in self.slips(hands, victim, robber):
                deals |= set(self.slips(drawn, robber, victim))
        self.hands = deals


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
        assert table.hands[seat].can_hold([deals.card(id) for id in pair]) == together, (deals.match.answers, pair)
    takes = table.loads[table.noah.index].takes
    possible = {id for hands in deals.hands for id in deals.fitting(hands[seat], takes)}
    offered = {split_loading(choice)[0].card.id for choice in question.choices if choice is not TAKE_BACK}
    assert offered == possible, (deals.match.answers, offered ^ possible)
    nothing_fits = any(not deals.fitting(hands[seat], takes) for hands in deals.hands)
    assert (TAKE_BACK in question.choices) == nothing_fits, deals.match.answers
    sure = [Counter(hands[seat]) for hands in deals.hands]
    if table.hands[seat].find_sure_cards().size:
        for hand in sure:
            assert Counter(card.id for card in table.hands[seat].find_sure_cards().held) <= hand


@pytest.mark.laws
@pytest.mark.parametrize(("players", "hand"), [(2, 3), (2, 4), (3, 2)])
def test_offers_are_exactly_what_some_deal_allows(players, hand, games):
    seen = Counter()
    for seed in range(min(60, max(8, games // 25))):
        setup = GAME.set_up(NAMES[:players], {}, deal="table", corrections=small_box(seed, players, hand))
        deals, bot = AllDeals(Match(GAME, setup)), make_random_bot(Random(seed))
        while (question := deals.match.question) is not None and len(deals.match.answers) < 60:
            check_offer(deals, question)
            answer = bot(question, deals.table)
            seen[question.ask] += 1
            seen["take-back"] += answer is TAKE_BACK
            deals.hear(question, answer)
    assert seen["load"] > 30
    assert seen["take-back"] > 0 or players > 2
    assert seen["tears"] > 0


def tears_example():
    """A hand of one known card and two in the dark, four unseen cards, and what three cards of this hand add up to."""
    kinds = GAME.make_pieces(GAME.set_up(NAMES[:2], {})).kinds.all
    worth = {
        tears: next(kind.index for kind in kinds if kind.tears == tears) for tears in {kind.tears for kind in kinds}
    }
    least, most = min(worth), max(worth)
    stock = Stock(Counter({worth[least]: 2, worth[most]: 2}), kinds)
    return worth, stock, {most + 2 * least, most + least + most, most + 2 * most}


def test_with_too_many_steps_a_hand_has_from_its_least_to_its_most(monkeypatch):
    worth, stock, exact = tears_example()
    hand = SimpleNamespace(known=(worth[max(worth)],), dark=(0, 0))
    assert list_sums([([hand], stock)], 0, {}) == exact
    monkeypatch.setattr(deduced_tears, "MOST_STEPS", 0)
    assert list_sums([([hand], stock)], 0, {}) == set(range(min(exact), max(exact) + 1)) > exact


def test_with_many_steps_only_exclusions_of_single_cards_are_ignored(monkeypatch):
    worth, stock, unbarred = tears_example()
    not_most = stock.kinds[worth[max(worth)]].bits
    hand = SimpleNamespace(known=(worth[max(worth)],), dark=(not_most, not_most))
    assert list_sums([([hand], stock)], 0, {}) == {min(unbarred)}
    search = deduced_tears.Search.find_sums

    def give_up_with_bars(self, steps):
        if any(self.dark):
            raise deduced_tears.TooManyStepsError
        return search(self, steps)

    monkeypatch.setattr(deduced_tears.Search, "find_sums", give_up_with_bars)
    assert list_sums([([hand], stock)], 0, {}) == unbarred


def test_tears_that_contradict_each_other_still_leave_an_answer():
    worth, stock, exact = tears_example()
    hand = SimpleNamespace(known=(worth[max(worth)],), dark=(0, 0))
    empty = SimpleNamespace(known=(), dark=())
    assert list_sums([([empty, hand], stock)], 1, {0: 99}) == set(range(min(exact), max(exact) + 1))


def list_ways_one_by_one(search, left, slot, number, at):
    """Yield every way to take cards, as `Search` does, and a None for each step: the definition, written down plainly."""
    yield None
    if not number:
        yield left, 0
    elif at >= 0:
        most = 0 if slot in search.bars[at] else min(number, left[at])
        for taken in range(number if at == 0 else 0, most + 1):
            after = (*left[:at], left[at] - taken, *left[at + 1 :])
            for way in list_ways_one_by_one(search, after, slot, number - taken, at - 1):
                yield way and (way[0], way[1] + taken * search.tears[at])


@given(
    some.lists(some.tuples(some.integers(0, 3), some.integers(0, 4), some.sets(some.integers(1, 2))), max_size=4),
    some.integers(0, 2),
    some.integers(0, 4),
)
def test_cards_are_taken_in_every_way_and_in_as_many_steps_as_one_by_one(classes, slot, number):
    search = object.__new__(deduced_tears.Search)
    search._set_classes([(tears, frozenset(bars), copies) for tears, copies, bars in classes])
    left, steps = tuple(copies for _, copies, _ in classes), deduced_tears.Steps()
    plainly = list(list_ways_one_by_one(search, left, slot, number, len(left) - 1))
    before = steps.left
    taken = [
        (tuple(packed >> place & search.mask for place in search.places), total)
        for packed, total in search._take_cards(search.left, slot, number, steps)
    ]
    assert sorted(taken) == sorted(filter(None, plainly))
    assert before - steps.left == plainly.count(None)


# fmt: off
MANY_WORLDS_AND_BARS = (["length=long", "memory=on"], """
    seat-3 panda-m panda-m panda-f cat-f woodpecker-f elephant-f-5 giraffe-f ferry-1 lion-m ferry-4 mule-m
    bear-f-3 rhinoceros-m-1 snail-f-2 rhinoceros-f-1 parrot-m-3 mule-f take-back rhinoceros-m-5 take-back
    giraffe-f ferry-1 snail-f-2 seat-3 cat-m-4 snail-m-1 giraffe-m ferry-3 mule-f lion-m seat-4 ferry-1 lion-f
    seat-0 ferry-5 elephant-m-2 mule-f share-2-0-0-0 mule-m panda-f-3 take-back rhinoceros-m-5 cat-f-4 panda-f-5
    take-back elephant-m-3 panda-f-4 parrot-m-2 snail-m-5 panda-m-3 kangaroo-m-5 take-back elephant-m-3 lion-f
    seat-2 ferry-4 share-1-1-0-1 parrot-f-3 mule-f kangaroo-m-1 kangaroo-m-3 kangaroo-f-4 take-back bear-f-5 cat-f
    21 1 4 6 parrot-f cat-f cat-f cat-f woodpecker-m elephant-f-1 elephant-m-4 rhinoceros-f-3 bear-f-4 lion-f
    ferry-3 take-back giraffe-m ferry-1 mule-f panda-m-4 panda-f-5 snail-m-2 bear-f-1 snail-f-5 seat-4 parrot-f-4
    snail-f-5 share-2-0-0-0 take-back elephant-f-4 mule-m lion-f seat-2 ferry-3 rhinoceros-m-1 kangaroo-m-4
    bear-m-1 lion-m seat-4 ferry-3 parrot-m-5 giraffe-f ferry-4 snail-f-5 snail-f-1 lion-m seat-3 ferry-3
    panda-m-5 share-0-1-0-2 take-back elephant-f-4 cat-m share-0-0-2-1 5 4 4
""")
SLIPS_BETWEEN_OTHER_HANDS = (["memory=on"], """
    seat-0 cat-m kangaroo-f parrot-m lion-f kangaroo-m parrot-f-5 parrot-m-3 kangaroo-m-1 snail-m-3 panda-m-5
    rhinoceros-m-3 lion-m ferry-1 giraffe-f ferry-5 snail-m-3 take-back elephant-m-1 lion-m seat-3 ferry-3
    elephant-f-4 panda-f-3 snail-m-5 seat-3 kangaroo-m-2 bear-m-5 cat-m-2 cat-f-1 parrot-f-2 cat-m-4 mule-f lion-f
    seat-1 ferry-3 rhinoceros-f-2 cat-f-1 kangaroo-m-4 mule-f bear-f-5 kangaroo-m-3 lion-m seat-2 ferry-1
    take-back panda-f-2 take-back bear-m-5 mule-m panda-m-2 kangaroo-m-5 woodpecker-m-3 share-0-2-0 snail-f-4
    woodpecker-f-5 share-1-0-2 snail-m-3 panda-m-5 rhinoceros-m-3 take-back panda-m-5 cat-m-2 cat-m-5 parrot-m-3
    rhinoceros-f-4 lion-m seat-0
""")
# fmt: on


def resume_match(recorded, players):
    """Yield a real match before its first answer and after each that was recorded, and then its end."""
    options, answers = recorded
    setup = GAME.set_up(NAMES[:players], dict(option.split("=") for option in options), deal="table")
    match = Match(GAME, setup)
    yield match
    for answer in answers.split():
        match.answer(answer)
        yield match


def test_no_answer_takes_long_with_five_real_hands():
    _, answers = MANY_WORLDS_AND_BARS
    positions = resume_match(MANY_WORLDS_AND_BARS, 5)
    next(positions)
    calls = [count_calls(lambda: next(positions)) for _ in answers.split()]
    assert max(calls) < MOST_CALLS


def test_a_replay_of_five_real_hands_costs_little():
    _, answers = MANY_WORLDS_AND_BARS
    *_, match = resume_match(MANY_WORLDS_AND_BARS, 5)
    assert count_calls(lambda: Match(GAME, match.setup, answers.split())) < MOST_CALLS_A_REPLAY


def test_worlds_with_the_same_cards_share_a_verdict_and_it_is_that_of_each():
    pieces = GAME.make_pieces(GAME.set_up(NAMES[:5], {}))
    *_, match = resume_match(SLIPS_BETWEEN_OTHER_HANDS, 4)
    deductions = match.table.pile.deductions
    fresh = Deductions(pieces.kinds, (), 4)
    fresh.hidden = deductions.hidden
    for world in deductions.worlds:
        for other in (world, world[::-1], (*world[1:], world[0])):
            fresh._verdicts = {}
            assert deductions._is_possible(other) == fresh._is_possible(other)


def test_cards_that_cannot_have_left_a_hand_are_remembered_whatever_others_pass_on():
    *_, match = resume_match(SLIPS_BETWEEN_OTHER_HANDS, 4)
    assert match.facts["seen-1"] == "snail lion-m"


@pytest.mark.parametrize("seed", range(4))
def test_a_card_that_was_seen_is_sure_until_its_holder_passes_one_on(seed):
    rng, pieces = Random(seed), GAME.make_pieces(GAME.set_up(NAMES[:5], {}))
    deductions = Deductions(pieces.kinds, pieces.deck, 5)
    for seat in range(5):
        deductions.deal(seat, pieces.hand)
    seen = [Counter() for _ in range(5)]
    most = 0
    for _ in range(120):
        giver, taker = rng.sample(range(5), 2)
        playable = [
            kind for kind in pieces.kinds.list_kinds(deductions.find_playable_kinds(giver)) if kind.card is kind
        ]
        if rng.random() < 0.5 and playable:
            card = rng.choice(playable)
            deductions.show(giver, card)
            deductions.pick_up(taker, card)
            seen[giver] -= Counter([card.index])
            seen[taker][card.index] += 1
        elif deductions.count_cards(giver):
            deductions.slip(giver, taker)
            seen[giver].clear()
        most = max(most, len(deductions.worlds))
        for seat, cards in enumerate(seen):
            assert cards <= Counter(card.index for card in deductions.list_sure_cards(seat))
    assert most > MOST_WORLDS // 2, "hands had to be blurred"
