"""A match with real cards: what is asked, what is remembered, and that it agrees with a virtual one."""

from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import SetupError
from companion.core.match import Match
from companion.games.noah import GAME
from companion.games.noah.real import RealNoahTable
from companion.games.noah.table import NoahTable
from companion.native import BUILD
from tests.laws import NAMES


def real_match(players, *answers):
    return Match(GAME, GAME.set_up(NAMES[:players], {}, deal="table"), answers)


LAID_OUT = ("cat-m", "bear-f", "panda-m", "lion-f", "mule-m")


def test_the_table_tells_who_is_shortest_and_what_was_turned_up():
    match = real_match(3)
    asks = []
    for answer in ("seat-1", *LAID_OUT):
        asks.append((match.question.seat, match.question.ask))
        match.answer(answer)
    assert asks == [(-1, "shortest")] + [(-1, "turned_up")] * 5
    assert (match.question.seat, match.question.ask) == (1, "load")


MULES = ("mule-m", "bear-f", "panda-m", "lion-f", "cat-m", "mule-f")
"""Anna has loaded the second mule, plays again there, and only a male of at most 9 fits."""


def remembering(players, *answers):
    return Match(GAME, GAME.set_up(NAMES[:players], {"memory": "on"}, deal="table"), answers)


def test_a_hidden_hand_offers_all_it_could_hold_and_where_noah_may_go_then():
    match = real_match(3, "seat-0", *LAID_OUT)
    ids = set(match.question.list_ids())
    assert {"snail-m-3", "snail-m-4", "snail-f-2", "snail-f-5", "woodpecker-m-3", "elephant-m-4"} <= ids
    assert {"lion-m", "giraffe-f", "mule-f"} <= ids, "who sees cards before Noah moves tells it after that; mules stay"


def test_eight_animals_of_which_one_must_fit_cannot_be_taken_back():
    assert "take-back" not in real_match(3, "seat-0", *LAID_OUT).question.list_ids()
    assert "take-back" in real_match(3, "seat-0", *MULES).question.list_ids()


def test_a_card_of_which_all_copies_lie_open_is_not_offered():
    # with three players there are two male and two female cats, one male panda
    match = real_match(3, "seat-0", "cat-m", "cat-m", "panda-m", "lion-f", "mule-m")
    assert not {"cat-m-3", "panda-m-3", "mule-m"} & set(match.question.list_ids())
    assert "cat-f-2" in match.question.list_ids()


def test_the_way_a_snail_lies_is_asked_only_for_a_snail():
    match = real_match(3, "seat-0", "snail")
    assert (match.question.seat, match.question.ask, match.question.list_ids()) == (
        -1,
        "snail_fell",
        ["snail-m", "snail-f"],
    )


def test_cards_taken_back_are_remembered_as_surely_held_if_people_want_that():
    answers = "seat-0", *MULES, "take-back", "mule-m"
    assert remembering(3, *answers).facts["seen-0"] == "mule-f"
    assert "seen-0" not in real_match(3, *answers).facts


def test_a_hand_that_surely_fits_cannot_pick_up_the_ferry():
    match = real_match(2, "seat-0", *MULES, "take-back", "elephant-f-5")  # Anna keeps both mules, and no light male
    match.answer("parrot-f-1")
    assert match.question.seat == 0
    assert "mule-m" in match.question.list_ids()
    assert "take-back" not in match.question.list_ids()


def test_a_player_who_picked_up_the_ferry_held_nothing_that_fitted():
    match = real_match(3, "seat-0", *MULES, "take-back")
    males = {id for id in match.question.list_ids() if "-m" in id}
    assert males == {"mule-m", "elephant-m-3", "elephant-m-4"}, "at most 9 fitted, and the mule was aboard"


def test_a_secret_gift_makes_what_was_seen_uncertain_again():
    match = remembering(2, "seat-0", *MULES, "take-back", "elephant-f-5")
    assert match.facts["seen-0"] == "mule-m mule-f"
    match.answer("lion-m")  # with two players the lion's victim is known and the swap is secret
    assert "seen-0" not in match.facts
    hands = match.table.hands
    assert all("mule-m" in [card.id for card in hand.list_cards(hand.bits)] for hand in hands), (
        "it may have changed hands"
    )


def test_the_lions_victim_is_asked_only_if_it_matters():
    assert real_match(3, "seat-0", *LAID_OUT, "lion-m").question.ask == "move_noah"
    robbing = real_match(3, "seat-0", *MULES, "take-back", "elephant-f-5", "lion-m")
    assert robbing.question.ask == "take_from", "a mule may change hands"


def test_one_answer_says_how_many_of_the_given_cards_each_player_gets():
    match = real_match(3)
    bot = make_random_bot(Random(5))
    while match.question.ask != "share_out":
        match.answer(bot(match.question, match.table))
    sizes = [hand.size for hand in match.table.hands]
    giver = match.question.seat
    gets = match.question.choices[-1].gets
    match.answer(match.question.choices[-1])
    for seat, number in gets:
        assert match.table.hands[seat.index].size == sizes[seat.index] + number
    assert match.table.hands[giver].size == sizes[giver] - sum(number for _, number in gets)


def test_tears_are_checked_together():
    match = real_match(3)
    bot = make_random_bot(Random(5))
    while match.question.ask != "tears":
        match.answer(bot(match.question, match.table))
    deductions, first = match.table.pile.deductions, match.question.seat
    together = sum(deductions.kinds[kind].tears * number for kind, number in deductions.hidden.items())
    told = match.question.choices[-1]
    match.answer(told)
    assert match.question.ask == "tears"
    assert match.question.seat != first
    assert told + max(match.question.choices) <= together


def test_a_bot_cannot_hold_real_cards():
    with pytest.raises(SetupError, match="can't hold real cards"):
        GAME.set_up(["Anna", "bot:greedy"], {}, deal="table")


def test_gifts_are_entered_only_by_who_gets_them():
    match = real_match(3)
    asks = set()
    bot = make_random_bot(Random(5))
    while match.question is not None:
        asks.add(match.question.ask)
        match.answer(bot(match.question, match.table))
    assert asks & {"give_to", "share_out"}
    assert not asks & {"give", "give_back", "look_at"}


def test_tears_are_asked_of_whoever_still_holds_unknown_cards():
    setup = GAME.set_up(NAMES[:3], {}, deal="table")
    match = Match(GAME, setup)
    bot = make_random_bot(Random(8))
    while match.question.ask != "tears":
        match.answer(bot(match.question, match.table))
    hand = match.table.hands[match.question.seat]
    assert hand.get_known_cards() is None
    assert match.question.list_ids() == [str(n) for n in hand.list_tears({})]


class TracedAboard(list):
    """Animals aboard that tell when one comes."""

    def __init__(self, trace):
        super().__init__()
        self.trace = trace

    def append(self, animal):
        super().append(animal)
        self.trace.append(("load", animal.id))


class Traced:
    """A table that writes down all that happens openly, whether it was asked for or forced."""

    def __init__(self, setup, pieces):
        self.trace = []
        super().__init__(setup, pieces)
        self.trace.clear()

    @property
    def noah(self):
        return self._noah

    @noah.setter
    def noah(self, ferry):
        self._noah = ferry
        self.trace.append(("move_noah", ferry.id))

    def gather(self):
        super().gather()
        self.aboard = [TracedAboard(self.trace) for _ in self.ferries]

    def clear(self, ferry):
        super().clear(ferry)
        self.aboard[ferry.index] = TracedAboard(self.trace)

    def take_back(self, seat):
        self.trace.append(("load", "take-back"))
        super().take_back(seat)

    def load(self, ferry, animal):
        load = super().load(ferry, animal)
        if not any(hand.size for hand in self.hands):  # laid out before the hands are dealt
            self.trace[-1] = ("turned_up", animal.card.id)
            if animal.card is not animal:
                self.trace.append(("snail_fell", animal.id))
        return load


class TracedVirtualTable(Traced, NoahTable):
    """One where the program deals."""


class TracedRealTable(Traced, RealNoahTable):
    """One with real cards."""


class Driven:
    """A match whose questions a test answers one by one."""

    def __init__(self, setup):
        make_table = TracedVirtualTable if setup.deal == "virtual" else TracedRealTable
        self.table = make_table(setup, GAME.make_pieces(setup))
        self.play = GAME.play(self.table)
        self.outcome = None
        self.others = {}
        """Who was robbed or got a card, by how much had happened openly before."""
        self.question = next(self.play)

    def answer(self, id):
        if self.question.ask in ("take_from", "give_to"):
            self.others.setdefault((len(self.table.trace), self.question.ask), []).append(id)
        try:
            self.question = self.play.send({str(choice): choice for choice in self.question.choices}[id])
        except StopIteration as end:
            self.question, self.outcome = None, end.value


def first_starter(virtual):
    """Nobody tells a virtual match who is shortest: whoever is asked first, or has fewer cards already."""
    fewest = min(hand.size for hand in virtual.table.hands)
    acted = [seat for seat, hand in enumerate(virtual.table.hands) if hand.size == fewest]
    return acted[0] if fewest < 8 and len(acted) == 1 else virtual.question.seat


def shared_out(question, virtual, at):
    """The answer to who gets how many, once all of them are given away."""
    given = virtual.others.get((at, "give_to"), [])
    wanted = question.about
    if len(given) < wanted:
        return None
    counts = [given.count(str(other)) for other in virtual.table.others[question.seat]]
    return given[0] if question.ask == "give_to" else "-".join(("share", *map(str, counts)))


def true_answer(real, virtual):
    """What the real table is to be told now; None if it has not happened yet."""
    ask, at = real.question.ask, len(real.table.trace)
    happened = virtual.table.trace[at:]
    if ask == "tears":
        if virtual.table.round == real.table.round and virtual.outcome is None:
            return None
        entries = virtual.table.ledger.list_entries(real.question.seat)
        return str(sum(e.points for e in entries if e.reason == f"round-{real.table.round}"))
    if ask == "shortest":
        return f"seat-{first_starter(virtual)}"
    if ask == "snail_fell":
        return happened[1][1]  # it is laid down, and so written down, once it is known how
    if ask == "take_from":
        return virtual.others.get((at, ask), [None])[0]
    if ask in ("give_to", "share_out"):
        return shared_out(real.question, virtual, at)
    if not happened:
        return None
    assert happened[0][0] == ask
    if happened[0][1] in real.question.list_ids():
        return happened[0][1]
    assert ask == "load"
    return f"{happened[0][1]}-{happened[1][1][-1]}" if len(happened) > 1 else None


def tell(real, virtual):
    """Answer the real match with what happened in the virtual one; it may be a secret gift ahead of it."""
    while real.question is not None:
        answer = true_answer(real, virtual)
        if answer is None:
            return
        real.answer(answer)


def public(table):
    return {name: value for name, value in table.facts().items() if not name.startswith("seen")}


@pytest.mark.laws
@pytest.mark.skipif(BUILD.used, reason="it watches an attribute, which a compiled table does not let it do")
@pytest.mark.parametrize("players", range(2, 6))
def test_a_virtual_match_entered_at_a_real_table_looks_the_same_after_every_answer(players, games):
    compared = 0
    for seed in range(max(1, games // 10)):
        virtual, bot = Driven(GAME.set_up(NAMES[:players], {}, seed)), make_random_bot(Random(seed))
        real = Driven(GAME.set_up(NAMES[:players], {}, deal="table"))
        while virtual.question is not None:
            tell(real, virtual)
            question = virtual.question
            if question.ask == "load":  # not while cards pass in secret, nor before Noah has moved
                assert public(real.table) == public(virtual.table)
                assert (real.question.seat, real.question.ask) == (question.seat, question.ask)
                compared += 1
            virtual.answer(str(bot(question, virtual.table)))
        tell(real, virtual)
        assert real.table.trace == virtual.table.trace
        assert real.outcome.winners == virtual.outcome.winners
        assert real.table.scores == virtual.table.scores
    assert compared > games // 2
