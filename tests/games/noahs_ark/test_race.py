"""Reveal, NOW!, slap, claim: a round of Noah's Ark as people play it."""

from companion.core.match import Match
from companion.core.question import TABLE, Race
from companion.core.session import Session
from companion.games.noahs_ark import GAME
from tests.games.noahs_ark.stage import Stage
from tests.laws import NAMES


def test_after_the_objectives_the_one_who_walked_in_the_rain_last_turns_up_the_first_card() -> None:
    stage = Stage(3)
    assert stage.asked == "reveal"
    assert stage.match.facts["reveals"] == "seat-0"


def test_a_card_starts_a_race_of_all_with_as_many_dice_as_it_shows_animals() -> None:
    stage = Stage(4).tell("lion-snake-1")
    race = stage.match.question
    assert isinstance(race, Race)
    assert race.seat == TABLE
    assert race.seats == (0, 1, 2, 3)
    assert stage.match.facts["dice"] == "2"
    assert stage.ids() == ["slap-0", "slap-1", "slap-2", "slap-3", "nobody"]


def test_three_animals_take_three_dice() -> None:
    assert Stage().tell("lion-eagle-snake-2").match.facts["dice"] == "3"


def test_the_first_hand_is_judged_by_the_others() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-2")
    assert stage.asked == "claim"
    assert stage.ids() == ["right", "wrong"]
    assert stage.about == "seat-2"


def test_a_right_claim_wins_the_card_its_points_and_the_next_reveal() -> None:
    stage = Stage(3).won(2, "lion-snake-1")
    assert stage.cards(2) == ["lion-snake-1"]
    assert stage.scores == [0, 0, 1]
    assert stage.match.facts["reveals"] == "seat-2"
    assert stage.asked == "reveal"


def test_a_wrong_claim_reopens_the_race_for_the_others() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-2", "wrong")
    assert stage.ids() == ["slap-0", "slap-1", "nobody"]
    assert stage.scores == [0, 0, 0]
    assert stage.tell("slap-0", "right").cards(0) == ["lion-snake-1"]


def test_a_player_who_sat_out_races_for_the_next_card() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-2", "wrong", "slap-0", "right", "lion-eagle-1")
    assert stage.ids() == ["slap-0", "slap-1", "slap-2", "nobody"]


def test_a_card_that_was_turned_up_cannot_come_again() -> None:
    stage = Stage().won(0, "lion-snake-1")
    assert "lion-snake-1" not in stage.ids()


def test_a_card_without_points_adds_nothing_to_the_ledger() -> None:
    stage = Stage().won(0, "lion-elephant-0")
    assert stage.cards(0) == ["lion-elephant-0"]
    assert stage.table.ledger.entries == []


def test_the_ark_ends_the_game() -> None:
    stage = Stage().won(0, "lion-snake-1", "lion-eagle-1")
    assert stage.ark().asked == "over"


def test_order_and_margins_travel_beside_the_answer_of_a_race() -> None:
    session = Session(Match(GAME, GAME.set_up(NAMES[:2], seed=1)))
    session.answer(1, "seat-0")
    session.answer(2, "slap-1", detail="1 0:+12.4ms")
    assert session.store.details == ["", "1 0:+12.4ms"]


def test_a_verdict_can_be_taken_back() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-2", "wrong")
    stage.match.undo()
    assert stage.tell("right").cards(2) == ["lion-snake-1"]


def test_a_flice_card_changes_the_style_and_another_card_is_turned_up() -> None:
    stage = Stage(flice="with", length="full")
    assert stage.match.facts["style"] == "flice-index-finger"
    stage.tell("flice-thumb")
    assert stage.match.facts["style"] == "flice-thumb"
    assert stage.asked == "reveal"
    assert stage.match.facts["reveals"] == "seat-0"


def test_the_last_flice_card_is_the_one_in_force() -> None:
    stage = Stage(flice="with", length="full").tell("flice-thumb").won(1, "lion-snake-1").tell("flice-knuckles")
    assert stage.match.facts["style"] == "flice-knuckles"
    assert not {"flice-fist", "flice-thumb", "flice-little-finger"} & set(stage.ids()), (
        "two FLICE cards are in the deck, no more"
    )


def test_without_flice_cards_none_is_offered() -> None:
    assert "flice-thumb" not in Stage().ids()


def test_a_virtual_match_deals_the_cards_and_asks_for_the_race() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], seed=4))
    match.answer("seat-1")
    assert isinstance(match.question, Race)
    assert match.facts["card"]


def test_drawn_races_ask_nobody_in_the_normal_mode() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {"race": "drawn"}, seed=4))
    match.answer("seat-1")
    assert match.outcome is not None
    assert sum(map(len, (match.facts[f"cards-{seat}"].split() for seat in range(3)))) >= 14


def test_a_drawn_race_tells_programs_how_it_ended() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {"race": "drawn"}, seed=4))
    assert match.table.view(0)["last_race"] is None
    match.answer("seat-1")
    last = match.table.view(0)["last_race"]
    assert last["after_ms"] > 900
    assert last["margin_ms"] >= 0


def test_real_cards_always_go_with_real_races() -> None:
    assert Stage(race="drawn").tell("lion-snake-1").asked == "slap"
