"""At a real table: what must be told, what is remembered, and how few inputs a turn takes."""

from random import Random
from typing import Any

import pytest

from companion.core.bots import bot_named
from companion.core.cards import HiddenHand
from companion.core.match import Match
from companion.core.question import TABLE
from companion.games.ark import GAME
from companion.games.ark.pieces import KINDS, Cargo
from companion.games.ark.table import ArkTable
from tests.laws import NAMES

START = ["seat-0", "goat", "cow", "zebra", "fox", "toad", "snail", "dove"]
"""The starting player, four starting cards, three open ones."""


def physical(*answers: str) -> Match:
    return Match(GAME, GAME.set_up(NAMES[:3], deal="table"), [*START, *answers])


def table_of(match: Match) -> ArkTable:
    assert isinstance(match.table, ArkTable)
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
    choices = set(match.question.ids())
    assert {"take-toad", "take-snail", "take-dove", "horse", "grain"} <= choices
    assert not {"toad", "dove", "goat", "cow", "rain"} & choices


def test_a_known_hand_offers_only_what_it_holds() -> None:
    match = physical("horse", "port-2", "done")
    hand = table_of(match).hands[0]
    assert isinstance(hand, HiddenHand)
    assert hand.dark == 1
    match.answer("take-dove")
    match.answer("rain")
    assert hand.known() is None


def test_rain_is_the_first_choice_wherever_it_can_come() -> None:
    match = physical("take-snail")
    assert match.question is not None
    assert match.question.ids()[0] == "rain"
    match.answer("rain")
    assert match.facts["rain"] == "1"
    assert match.question.ask == "turned_up", "and the same question again"


def ahead(match: Match) -> list[str]:
    """The choices that stand in front of a long list on a small screen."""
    question, voice = match.question, GAME.voice(GAME.say("en"))
    assert question is not None
    return [str(choice) for choice in question.choices if voice.ahead(choice, question, match.table)]


def test_open_cards_rain_words_and_cards_seen_before_need_no_search() -> None:
    assert ahead(physical()) == ["take-toad", "take-snail", "take-dove"]
    assert ahead(physical("take-dove")) == ["rain"]
    later = physical("take-dove", "bee", "take-toad", "bison", "take-snail", "cat")
    assert ahead(later) == ["take-bee", "take-bison", "take-cat", "dove"], "everyone saw the first player take the dove"
    later.answer("horse")
    later.answer("port-2")
    assert ahead(later) == ["dove", "done"]


def test_no_rain_is_offered_while_the_ark_is_prepared() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"), START[:5])
    assert match.question is not None
    assert match.question.ask == "turned_up"
    assert "rain" not in match.question.ids()


def test_at_the_second_rain_each_player_tells_whether_there_is_a_pet_but_not_which() -> None:
    match = physical("take-snail", "rain", "rain")
    for seat in range(3):
        assert match.question is not None
        assert (match.question.seat, match.question.ids()) == (seat, ["pet", "no-pet"])
        match.answer("pet" if seat == 0 else "no-pet")
    assert match.question is not None
    assert match.question.ask == "turned_up"
    assert match.facts["pet-0"] == "1"
    assert match.facts["hand-0"] == "3"
    assert "seen-0" not in match.facts, "the snail may be the pet, so nothing is certain any more"


def test_the_last_rain_may_have_come_before_or_after_the_card_for_the_hand() -> None:
    rains = ["take-snail", "rain", "rain", "no-pet", "no-pet", "no-pet", "rain", "rain", "rain"]
    match = physical(*rains)
    assert match.question is not None
    assert (match.question.ask, match.question.ids()) == ("last_rain", ["instead-of-card", "after-card"])
    before, after = physical(*rains, "instead-of-card"), physical(*rains, "after-card")
    assert (before.facts["hand-0"], after.facts["hand-0"]) == ("3", "4")
    assert int(before.facts["supply"]) == int(after.facts["supply"]) + 1
    assert before.question is not None
    assert (before.question.seat, before.question.ask) == (1, "last_minute")


def test_a_pet_is_told_by_kind_and_an_illegal_one_counts_nothing() -> None:
    rains = ["take-snail", "rain", "rain", "pet", "pet", "no-pet", "rain", "rain", "rain", "after-card"]
    match = physical(*rains, "pass", "pass", "pass")
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (0, "pet_is")
    assert match.question.ids() == ["heavy", "useful", "slow", "shy", "nothing"]
    match.answer("shy")
    match.answer("nothing")
    assert match.facts["shy"] == "1 0 0"
    assert match.table.scores == [10 + 4, 4, 4]


def test_a_tie_asks_for_the_animals_in_hand_only_where_they_are_not_certain() -> None:
    rains = ["take-snail", "rain", "rain", "no-pet", "no-pet", "no-pet", "rain", "rain", "rain", "after-card"]
    match = physical(*rains, "pass", "pass", "pass")
    assert match.question is not None
    assert (match.question.seat, match.question.ask, match.question.ids()) == (0, "animals", ["1", "2", "3", "4"])
    for animals in ("1", "2", "0"):
        match.answer(animals)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.why) == ((2,), "fewest-animals")


class Twin:
    """A virtual match and the same one at a real table, where everything is told that the first one knows."""

    def __init__(self, players: int, seed: int) -> None:
        self.bot = bot_named(GAME, "greedy")(Random(seed))
        self.known = Match(GAME, GAME.set_up(NAMES[:players], seed=seed))
        self.told = Match(GAME, GAME.set_up(NAMES[:players], deal="table"))
        self.inputs: dict[str, list[int]] = {"take": [], "play": []}
        starters = [card.id for card in table_of(self.known).starters]
        assert self.known.question is not None
        first = [f"seat-{self.known.question.seat}", *starters, *(c.id for c in table_of(self.known).display)]
        for answer in first:
            self.told.answer(answer)

    def play(self) -> None:
        """Answer every question of the real table."""
        turn = ""
        while (question := self.told.question) is not None:
            if question.ask == "turn":
                answer = self.decide()
                turn = "take" if answer.startswith("take-") else "play"
                self.inputs[turn].append(0)
            else:
                answer = self.tell(question.seat, question.ask)
            if turn and question.ask in ("turn", "turned_up", "where", "second", "take", "raise"):
                self.inputs[turn][-1] += 1
            self.told.answer(answer)

    def decide(self) -> str:
        """What the bot does in the virtual match, done there too."""
        assert self.known.question is not None
        choice = str(self.bot(self.known.question, self.known.table))
        self.known.answer(choice)
        return choice

    def tell(self, seat: int, ask: str) -> str:
        """What the people at the table would say."""
        known, told = table_of(self.known), table_of(self.told)
        question = self.known.question
        same = question is not None and (question.seat, question.ask) == (seat, ask)
        if ask == "turned_up":
            last = told.rain == 4 and len(told.display) < len(known.display)  # the last rain comes after the cards
            if told.rain < known.rain and not last:
                return "rain"
            return known.display[len(told.display)].id
        if ask == "has_pet":
            pending = question is not None and (question.seat, question.ask) == (seat, "pet")
            return "pet" if pending and self.decide() != "no-pet" else "no-pet"
        if ask == "last_rain":
            drawer = question_seat(self.told)
            return "instead-of-card" if known.hands[drawer].size < told.hands[drawer].size else "after-card"
        if ask == "pet_is":
            pet = known.pets[seat]
            assert isinstance(pet, Cargo)
            return KINDS[pet.kind] if pet.kind >= 0 else "nothing"
        if ask == "animals":
            return str(sum(not card.provision for card in known.hands[seat].known().held))  # type: ignore[union-attr]
        return self.decide() if same else {"second": "done", "last_minute": "pass"}[ask]


def question_seat(match: Match) -> int:
    """Whom a question of the table is about."""
    assert match.question is not None
    about: Any = match.question.about
    return int(about.index)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_real_table_comes_to_the_same_end_as_its_virtual_twin(players: int) -> None:
    for seed in range(8):
        twin = Twin(players, seed)
        twin.play()
        assert twin.known.question is None
        same = ("incline", "rain", "display", "supply", "discs", "bank", *KINDS)
        assert [twin.told.facts[name] for name in same] == [twin.known.facts[name] for name in same]
        assert twin.told.table.scores == twin.known.table.scores
        assert twin.told.outcome is not None
        assert twin.known.outcome is not None
        assert twin.told.outcome.winners == twin.known.outcome.winners


def test_few_inputs_a_turn() -> None:
    """A take is two taps, rain one more; a play is a card and a cabin, and the same for a second card."""
    inputs: dict[str, list[int]] = {"take": [], "play": []}
    for seed in range(10):
        twin = Twin(4, seed)
        twin.play()
        for turn, counts in twin.inputs.items():
            inputs[turn] += counts
    average = {turn: sum(counts) / len(counts) for turn, counts in inputs.items()}
    print("inputs a turn:", average)
    assert min(inputs["take"]) == 2
    assert average["take"] < 2.5
    assert average["play"] < 5.5
