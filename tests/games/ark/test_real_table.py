"""At a real table: what must be told, what is remembered, and how few inputs a turn takes."""

from random import Random

import pytest

from companion.core.cards import Cards
from companion.core.match import Match
from companion.core.question import TABLE
from companion.games.ark import GAME
from companion.games.ark.pieces import KINDS, ArkPieces, Cargo
from companion.games.ark.real import APPROXIMATELY, RealArkTable, RealHand
from tests.bench.inputs import Effort, count_inputs
from tests.bench.people.ark import ArkPeople
from tests.games.ark.stage import told_box
from tests.laws import NAMES
from tests.long import mark_long

START = ["seat-0", "goat", "cow", "zebra", "fox", "toad", "snail", "dove"]
"""The starting player, four starting cards, three open ones."""


def physical(*answers: str) -> Match:
    """A match with a box that its owner has told."""
    return Match(GAME, GAME.set_up(NAMES[:3], deal="table", corrections=told_box()), [*START, *answers])


def half_drawn(*answers: str, played: int = 12) -> Match:
    """A match so far on that it may rain: the players took cards, and each card turned up was taken at once."""
    cards = ["bison", "cat", "bee", "koala", "sloth", "pig", "camel", "seal", "sheep", "lion", "rabbit", "mouse"]
    open_card, takes = "snail", []
    for card in cards[:played]:
        takes += [f"take-{open_card}", card]
        open_card = card
    return physical(*takes, *answers)


def table_of(match: Match) -> RealArkTable:
    assert isinstance(match.table, RealArkTable)
    return match.table


def test_a_take_needs_two_inputs_the_card_taken_and_the_card_turned_up() -> None:
    match = physical("take-snail")
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (TABLE, "turned_up")
    match.answer("bison")
    assert (match.question.seat, match.question.ask) == (1, "turn")


def test_a_card_taken_from_the_open_three_is_remembered() -> None:
    match = physical("take-snail", "bison")
    assert match.facts["seen-0"] == "snail"
    assert match.facts["hand-0"] == "4"


def test_a_hidden_hand_offers_what_it_could_hold_and_nothing_that_lies_open() -> None:
    match = physical()
    assert match.question is not None
    choices = set(match.question.list_ids())
    assert {"take-toad", "take-snail", "take-dove", "horse", "grain"} <= choices
    assert not {"toad", "dove", "goat", "cow", "rain"} & choices


def test_a_known_hand_offers_only_what_it_holds() -> None:
    match = physical("horse", "port-2", "done")
    hand = table_of(match).hands[0]
    assert isinstance(hand, RealHand)
    assert hand.dark == 1
    match.answer("take-dove")
    assert hand.get_known_cards() is None


def test_rain_is_the_first_choice_wherever_it_can_come() -> None:
    match = half_drawn("take-toad")
    assert match.question is not None
    assert match.question.list_ids()[0] == "rain"
    match.answer("rain")
    assert match.facts["rain"] == "1"
    assert match.question.ask == "turned_up", "and the same question again"


def test_rain_moves_to_the_front_once_the_upper_stack_is_nearly_gone() -> None:
    """With three players 42 cards are left: the two stacks are about half of them."""
    for turns in range(12):
        match = half_drawn("take-toad", played=turns)
        assert match.question is not None
        drawn = 2 * turns + 1
        assert (match.question.list_ids()[0] == "rain") == (drawn >= 21 - APPROXIMATELY), drawn
        assert ("rain" in ahead(match)) == (drawn >= 21 - APPROXIMATELY), drawn


def test_rain_that_comes_early_is_entered_and_people_are_asked_to_look_again() -> None:
    match = half_drawn("take-toad", "rain", played=3)
    assert [str(cue) for cue in match.cues] == ["early_rain 11", "rain 1 5"]
    assert match.facts["rain"] == "1"
    assert match.question is not None
    assert match.question.list_ids()[0] == "rain", "below the first rain the others may come at any time"
    assert "early_rain" not in [cue.kind for cue in half_drawn("take-toad", "rain").cues]


def test_provisions_taken_for_a_cabin_are_not_those_that_opened_it() -> None:
    """They played grain out of a hand nobody saw, and took the grain that lay open."""
    answers = ("seat-0", "goat", "cow", "zebra", "fox", "grain", "toad", "snail", "grain", "port-3-take-grain")
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"), answers)
    assert match.facts["seen-0"] == "grain"
    match.answer("bee")
    assert match.facts["hand-0"] == "2"
    for answer in ("take-toad", "grain", "take-snail", "grain"):
        match.answer(answer)
    assert match.question is not None
    assert match.question.ask == "turn"
    match.answer("take-bee")
    assert "grain" not in match.question.list_ids(), "four of them have been seen"


def test_a_pet_that_can_only_be_one_card_is_not_offered_any_more() -> None:
    """The one unseen card of that day was played since, and what was drawn later cannot be the pet."""
    hand = RealHand(table_of(physical()).stack.unseen)
    cards = {card.id: card for card in hand.unseen.kinds.all}
    hand.dark = 1
    for id in ("bison", "cat"):
        hand.unseen.remove(cards[id])
        hand.add(cards[id])
    hand.put_aside()
    hand.remove(cards["bee"])  # nobody had seen it
    hand.dark += 1
    hand.remove(cards["bison"])
    assert hand.pet is cards["cat"]
    assert not hand.bits & cards["cat"].bits


def test_the_pet_may_be_the_copy_that_everyone_saw() -> None:
    """Somebody put grain down as a wrong pet, drew another grain unseen, and plays that one."""
    hand = RealHand(table_of(physical()).stack.unseen)
    cards = {card.id: card for card in hand.unseen.kinds.all}
    for id in ("grain", "mouse"):
        hand.unseen.remove(cards[id])
        hand.add(cards[id])
    hand.put_aside()
    hand.dark += 1
    hand.remove(cards["grain"])
    assert cards["grain"] in hand.list_pets()
    assert hand.bits & cards["mouse"].bits, "if grain is the pet, the mouse is still in the hand"


@pytest.mark.parametrize(
    "seeds", mark_long([range(1500), range(1500, 6000)], quick=[range(1500)]), ids=["some", "more"]
)
def test_the_real_hand_and_pet_are_among_the_possible_ones(seeds: range) -> None:
    pieces = table_of(physical()).pieces
    for seed in seeds:
        follow_a_real_hand(pieces, Random(seed))


def follow_a_real_hand(pieces: ArkPieces, rng: Random) -> None:
    """Draw, take, put a pet aside and play at random, with few cards and many provisions."""
    provisions = [card for card in pieces.deck if card.provision]
    animals = [card for card in pieces.deck if not card.provision]
    pile = [*rng.sample(provisions, rng.randint(2, 6)), *rng.sample(animals, 3)]
    rng.shuffle(pile)
    unseen = Cards(pieces.kinds)
    unseen.add_all(pile)
    hand = RealHand(unseen)
    held: list[Cargo] = []
    pet: Cargo | None = None
    for _ in range(12):
        chance = rng.random()
        if pile and chance < 0.3:
            held.append(pile.pop())
            hand.dark += 1
        elif pile and chance < 0.55:
            held.append(pile.pop())
            unseen.remove(held[-1])
            hand.add(held[-1])
        elif held and pet is None and chance < 0.7:
            pet = held.pop(rng.randrange(len(held)))
            hand.put_aside()
        elif held:
            played = held.pop(rng.randrange(len(held)))
            assert hand.bits & played.bits
            hand.remove(played)
        assert hand.size == len(held)
        assert hand.can_hold(held)
        assert pet is None or pet in hand.list_pets()


def ahead(match: Match) -> list[str]:
    """The choices that stand in front of a long list on a small screen."""
    question, voice = match.question, GAME.voice(GAME.say("en"))
    assert question is not None
    return [str(choice) for choice in question.choices if voice.label(choice, question, match.table).pinned]


def test_open_cards_rain_words_and_cards_seen_before_need_no_search() -> None:
    assert ahead(physical()) == ["take-toad", "take-snail", "take-dove"]
    assert ahead(half_drawn("take-toad")) == ["rain"]
    later = physical("take-dove", "bee", "take-toad", "bison", "take-snail", "cat")
    everyone_saw_it = ["dove-starboard-1", "dove-starboard-3-bee"]
    assert ahead(later)[:5] == ["take-bee", "take-bison", "take-cat", *everyone_saw_it]
    later.answer("horse")
    later.answer("port-2")
    assert ahead(later)[-1] == "done"
    assert all(id.startswith("dove") for id in ahead(later)[:-1])


def test_no_rain_is_offered_while_the_ark_is_prepared() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"), START[:5])
    assert match.question is not None
    assert match.question.ask == "turned_up"
    assert "rain" not in match.question.list_ids()


def test_at_the_second_rain_people_enter_who_has_a_pet_but_not_which() -> None:
    match = half_drawn("take-toad", "rain", "rain")
    assert match.question is not None
    assert (match.question.seat, match.question.list_ids()) == (
        TABLE,
        ["everyone", "seat-0", "seat-1", "seat-2", "nobody-else"],
    )
    voice = GAME.voice(GAME.say("en"))
    assert voice.label(match.question.choices[-1], match.question, match.table).text == "nobody"
    match.answer("seat-0")
    assert voice.label(match.question.choices[-1], match.question, match.table).text == "nobody else"
    assert match.question.list_ids() == ["everyone", "seat-1", "seat-2", "nobody-else"]
    match.answer("nobody-else")
    assert match.question.ask == "turned_up"
    assert match.facts["pet-0"] == "1"
    assert "pet-1" not in match.facts
    assert "seen-0" not in match.facts, "any of them may be the pet, so none is certain any more"
    assert match.question is not None
    assert "snail" not in match.question.list_ids(), "and still nobody else can turn it up"


def test_everyone_has_a_pet_is_one_answer() -> None:
    match = half_drawn("take-toad", "rain", "rain", "everyone")
    assert [match.facts.get(f"pet-{seat}") for seat in range(3)] == ["1", "1", "1"]


def test_a_card_taken_after_the_pet_is_certain_and_those_before_it_are_not() -> None:
    match = half_drawn("take-toad", "rain", "rain", "everyone", "squirrel", "take-dove", "deer")
    hand = table_of(match).hands[1]
    assert isinstance(hand, RealHand)
    assert str(hand.seen) == "dove"
    assert match.facts["seen-1"] == "dove"


RAINS = ("take-toad", "rain", "rain", "everyone", "rain", "rain", "rain")


def test_the_last_rain_may_have_come_before_or_after_the_card_for_the_hand() -> None:
    match = half_drawn(*RAINS)
    assert match.question is not None
    assert (match.question.ask, match.question.list_ids()) == ("last_rain", ["instead-of-card", "after-card"])
    before, after = half_drawn(*RAINS, "instead-of-card"), half_drawn(*RAINS, "after-card")
    assert int(before.facts["hand-0"]) == int(after.facts["hand-0"]) - 1
    assert int(before.facts["supply"]) == int(after.facts["supply"]) + 1
    assert before.question is not None
    assert (before.question.seat, before.question.ask) == (1, "last_minute")


def test_a_pet_is_entered_by_kind_and_an_illegal_one_counts_nothing() -> None:
    match = half_drawn(*RAINS, "after-card", "all-pass")
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (0, "pet_is")
    assert match.question.list_ids() == ["heavy", "useful", "slow", "shy", "nothing"]
    match.answer("shy")
    match.answer("nothing")
    match.answer("nothing")
    assert match.facts["shy"] == "1 0 0"
    assert match.table.scores == [10 + 4, 4, 4]


def test_a_pet_that_can_only_be_one_kind_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    match = physical()
    heavy = next(card for card in table_of(match).pieces.kinds.all if card.pet and card.kind == KINDS.index("heavy"))
    heavy.guesses = frozenset()
    monkeypatch.setattr(RealHand, "list_pets", lambda hand: [heavy])
    with pytest.raises(StopIteration) as told:
        next(table_of(match).turn_up_pet(1))
    assert told.value.value == KINDS.index("heavy")


def test_all_pass_is_one_answer_if_several_could_continue() -> None:
    match = half_drawn(*RAINS, "after-card")
    assert match.question is not None
    assert match.question.list_ids()[-2:] == ["pass", "all-pass"]
    match.answer("pass")
    match.answer("pass")
    assert match.question is not None
    assert "all-pass" not in match.question.list_ids(), "the last one passes alone"


def test_a_tie_asks_for_the_animals_in_hand_only_where_they_are_not_certain() -> None:
    rains = [answer if answer != "everyone" else "nobody-else" for answer in RAINS]
    match = half_drawn(*rains, "after-card", "all-pass")
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (0, "animals")
    for animals in ("9", "9", "8"):
        match.answer(animals)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.why) == ((2,), "fewest-animals")


def test_a_new_cabin_is_entered_together_with_the_card_taken_for_it() -> None:
    match = physical("horse")
    assert match.question is not None
    assert {"port-2", "port-3-take-toad", "port-3-take-snail", "port-3-take-dove"} <= set(match.question.list_ids())
    assert "port-3" not in match.question.list_ids()
    match.answer("port-3-take-dove")
    assert match.facts["seen-0"] == "dove"
    assert match.facts["port-3"] == "horse 2"
    assert match.facts["discs"] == "3 4 5"


def test_the_next_card_turned_up_says_that_there_is_no_second_card() -> None:
    match = physical("horse", "port-3-take-dove")
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (TABLE, "turned_up_or_second")
    assert {"bison", "second-dove", "second-cat"} <= set(match.question.list_ids())
    assert "second-snail" not in match.question.list_ids(), "slow animals are never the second card"
    match.answer("bison")
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (1, "turn")


def test_a_second_card_can_be_entered_there_too() -> None:
    match = physical("horse", "port-3-take-dove", "second-dove")
    assert match.question is not None
    assert (match.question.ask, str(match.question.about)) == ("where", "dove")
    match.answer("starboard-1")
    assert match.facts["starboard-1"] == "cow dove 2"
    assert match.question is not None
    assert match.question.ask == "turned_up"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_real_table_comes_to_the_same_end_as_the_deal_that_its_people_hold(players: int) -> None:
    for seed in range(8):
        match = Match(GAME, GAME.set_up(NAMES[:players], seed=seed, deal="table"))
        people = ArkPeople(table_of(match), Random(seed))
        while match.question is not None:
            match.answer(people.answer(match.question, match.table))
        entered, dealt = match.facts, people.deal.facts()
        same = ("incline", "rain", "display", "supply", "discs", "bank", *KINDS)
        assert [entered[name] for name in same] == [dealt[name] for name in same]
        assert match.table.scores == people.deal.scores


@pytest.mark.parametrize("players", [3, 4, 5])
def test_few_answers_a_turn(players: int) -> None:
    figure = count_inputs(GAME, players, {}, 0, lambda match, voice, answer: Effort(1, 0), 10)
    assert figure["answers"] <= 2.6
    assert figure["setup_answers"] == 8
