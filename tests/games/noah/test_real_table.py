"""A match with real cards: what is asked, what is remembered, and that it agrees with a virtual one."""

from random import Random

import pytest

from companion.core.bots import random_bot
from companion.core.match import Match
from companion.games.noah import GAME
from companion.games.noah.table import NoahTable
from tests.laws import NAMES


def real_match(players, *answers):
    return Match(GAME, GAME.set_up(NAMES[:players], {}, deal="table"), answers)


LAID_OUT = ("cat-m", "bear-f", "panda-m", "lion-f", "mule-m")


def test_the_table_tells_who_is_shortest_and_what_was_turned_up():
    match = real_match(3)
    asked = []
    for answer in ("seat-1", *LAID_OUT):
        asked.append((match.question.seat, match.question.ask))
        match.answer(answer)
    assert asked == [(-1, "shortest")] + [(-1, "turned_up")] * 5
    assert (match.question.seat, match.question.ask) == (1, "load")


def test_a_hidden_hand_offers_all_it_could_hold_and_taking_back():
    match = real_match(3, "seat-0", *LAID_OUT)
    assert "take-back" in match.question.ids()
    assert {"snail-m", "snail-f", "woodpecker-m", "elephant-m"} <= set(match.question.ids())


def test_a_card_of_which_all_copies_lie_open_is_not_offered():
    # with three players there are two male and two female cats, one male panda
    match = real_match(3, "seat-0", "cat-m", "cat-m", "panda-m", "lion-f", "mule-m")
    assert not {"cat-m", "panda-m", "mule-m"} & set(match.question.ids())
    assert "cat-f" in match.question.ids()


def test_the_way_a_snail_lies_is_asked_only_for_a_snail():
    match = real_match(3, "seat-0", "snail")
    assert (match.question.seat, match.question.ask, match.question.ids()) == (-1, "snail_fell", ["snail-m", "snail-f"])


def test_cards_taken_back_are_remembered_as_surely_held():
    match = real_match(3, "seat-0", *LAID_OUT, "take-back", "elephant-m", "ferry-3")
    assert match.facts["seen-0"] == "cat-m"


def test_who_surely_holds_a_fitting_card_is_not_offered_to_take_back():
    match = real_match(2, "seat-0", *LAID_OUT, "take-back", "bear-m", "ferry-3")  # Anna keeps the cat
    match.answer("parrot-f")
    match.answer("ferry-4")
    assert match.question.seat == 0
    assert "cat-m" in match.question.ids()
    assert "take-back" not in match.question.ids()


def test_a_secret_gift_makes_what_was_seen_uncertain_again():
    answers = ["seat-0", *LAID_OUT, "take-back", "bear-m", "ferry-4", "elephant-f", "ferry-3"]
    match = real_match(2, *answers)
    assert match.facts["seen-0"] == "cat-m"
    match.answer("lion-m")  # with two players the lion's victim is known and the swap is secret
    assert "seen-0" not in match.facts


def test_gifts_are_told_only_by_who_gets_them():
    match = real_match(3)
    asks = set()
    bot = random_bot(Random(5))
    while match.question is not None:
        asks.add(match.question.ask)
        match.answer(bot(match.question, match.table))
    assert "give_to" in asks
    assert not asks & {"give", "give_back", "look_at"}


def test_tears_are_asked_of_whoever_still_holds_unknown_cards():
    setup = GAME.set_up(NAMES[:3], {}, deal="table")
    match = Match(GAME, setup)
    bot = random_bot(Random(8))
    while match.question.ask != "tears":
        match.answer(bot(match.question, match.table))
    hand = match.table.hands[match.question.seat]
    assert hand.dark > 0
    assert match.question.ids() == [str(n) for n in hand.sums(lambda animal: animal.tears)]


class TracedAboard(list):
    """Animals aboard that tell when one comes."""

    def __init__(self, trace):
        super().__init__()
        self.trace = trace

    def append(self, animal):
        super().append(animal)
        self.trace.append(("load", animal.id))


class TracedTable(NoahTable):
    """A table that writes down all that happens openly, whether it was asked for or forced."""

    def __init__(self, setup, pieces):
        self.trace = []
        super().__init__(setup, pieces)

    def clear(self, ferry):
        super().clear(ferry)
        self.aboard[ferry.index] = TracedAboard(self.trace)

    def take_back(self, ferry, hand):
        self.trace.append(("load", "take-back"))
        super().take_back(ferry, hand)

    def load(self, ferry, animal):
        super().load(ferry, animal)
        self.trace[-1] = ("turned_up", animal.card.id)
        if animal.card is not animal:
            self.trace.append(("snail_fell", animal.id))


class Driven:
    """A match whose questions a test answers one by one."""

    def __init__(self, setup):
        self.table = TracedTable(setup, GAME.pieces(setup))
        self.play = GAME.play(self.table)
        self.outcome = None
        self.question = next(self.play)

    def answer(self, id):
        if self.question.ask in ("move_noah", "take_from", "give_to"):
            self.table.trace.append((self.question.ask, id))
        try:
            self.question = self.play.send({str(one): one for one in self.question.choices}[id])
        except StopIteration as end:
            self.question, self.outcome = None, end.value


def first_starter(virtual):
    """Nobody tells a virtual match who is shortest: whoever is asked first, or has fewer cards already."""
    fewest = min(hand.size for hand in virtual.table.hands)
    acted = [seat for seat, hand in enumerate(virtual.table.hands) if hand.size == fewest]
    return acted[0] if fewest < 8 and len(acted) == 1 else virtual.question.seat


def tell(real, virtual):
    """Answer the real match with what happened in the virtual one; it may be a secret gift ahead of it."""
    while real.question is not None:
        ask, happened = real.question.ask, virtual.table.trace[len(real.table.trace) :]
        if ask == "tears":
            if virtual.table.round == real.table.round and virtual.outcome is None:
                return
            entries = virtual.table.ledger.of(real.question.seat)
            real.answer(str(sum(e.points for e in entries if e.reason == f"round-{real.table.round}")))
        elif ask == "shortest":
            real.answer(f"seat-{first_starter(virtual)}")
        elif ask == "snail_fell":
            real.answer(happened[1][1])  # it is laid down, and so written down, once it is known how
        elif happened:
            assert happened[0][0] == ask
            real.answer(happened[0][1])
        else:
            return


def public(table):
    return {name: value for name, value in table.facts().items() if not name.startswith("seen")}


@pytest.mark.laws
@pytest.mark.parametrize("players", range(2, 6))
def test_a_real_table_told_of_a_virtual_match_looks_the_same_after_every_answer(players, games):
    compared = 0
    for seed in range(games // 4):
        virtual, bot = Driven(GAME.set_up(NAMES[:players], {}, seed)), random_bot(Random(seed))
        real = Driven(GAME.set_up(NAMES[:players], {}, deal="table"))
        while virtual.question is not None:
            tell(real, virtual)
            question = virtual.question
            if question.ask in ("load", "move_noah", "take_from"):  # not while cards pass in secret
                assert public(real.table) == public(virtual.table)
                assert (real.question.seat, real.question.ask) == (question.seat, question.ask)
                compared += 1
            virtual.answer(str(bot(question, virtual.table)))
        tell(real, virtual)
        assert real.table.trace == virtual.table.trace
        assert real.outcome.winners == virtual.outcome.winners
        assert real.table.scores == virtual.table.scores
    assert compared > games
