"""A turn: take cards or play them, one or two, and open new cabins."""

import pytest

from tests.games.ark.stage import Stage


def test_a_turn_is_taking_an_open_card_or_playing_one_from_the_hand() -> None:
    stage = Stage(hands=("goat bee", "", ""), display="toad snail dove").turn()
    assert stage.asked == (0, "turn")
    assert stage.choices == {"take-toad", "take-snail", "take-dove", "goat", "bee"}


def test_two_open_cards_that_look_alike_are_one_choice() -> None:
    stage = Stage(hands=("", "", ""), display="grain grain bee").turn()
    assert stage.choices == {"take-grain", "take-bee"}


def test_taking_gives_the_open_card_and_the_top_one_and_the_next_is_turned_up() -> None:
    stage = Stage(display="toad snail dove", supply="rain cow mouse goat").turn().answer("take-snail")
    assert stage.asked == (1, "turn")
    assert str(stage.table.hands[0]) == "goat snail"
    assert [card.id for card in stage.table.display] == ["toad", "dove", "mouse"]


def test_taking_and_playing_are_not_combined() -> None:
    stage = Stage(hands=("goat bee", "", "")).turn().answer("take-bee")
    assert stage.asked == (1, "turn")


def test_a_card_is_played_into_a_chosen_cabin_and_scores_a_figure() -> None:
    stage = Stage(hands=("goat", "", "")).turn().answer("goat")
    assert stage.asked == (0, "where")
    stage.answer("port-2")
    assert [card.id for card in stage.cabin("port-2").cards] == ["horse", "goat"]
    assert stage.table.incline == -1
    assert stage.figures("useful") == [1, 0, 0]
    assert stage.table.figures == [16, 17, 17]
    assert stage.asked == (1, "turn")


def test_a_second_card_may_follow_into_another_cabin() -> None:
    stage = Stage(hands=("goat bee snail", "", "")).turn().answer("goat", "port-2")
    assert stage.asked == (0, "second")
    assert stage.choices == {"bee", "done"}
    stage.answer("bee")
    assert "port-2" not in stage.choices
    stage.answer("port-1")
    assert stage.asked == (1, "turn")
    assert stage.figures("useful") == [2, 0, 0]


def test_a_third_card_is_never_played() -> None:
    stage = Stage(hands=("goat bee cat", "", "")).turn().answer("goat", "port-2", "bee", "port-1")
    assert stage.asked == (1, "turn")


def test_one_card_is_enough() -> None:
    stage = Stage(hands=("goat bee", "", "")).turn().answer("goat", "port-2", "done")
    assert stage.asked == (1, "turn")


@pytest.mark.parametrize("card", ["snail", "toad", "grain"])
def test_slow_animals_and_provisions_are_the_only_card_of_a_turn(card: str) -> None:
    stage = Stage(hands=(f"{card} bee", "", "")).turn().answer(card)
    stage.answer("port-3")
    assert stage.asked == (0, "take")
    stage.answer("bee")
    assert stage.asked == (1, "turn")


@pytest.mark.parametrize("card", ["snail", "earthworm", "grain", "apples"])
def test_slow_animals_and_provisions_are_never_a_second_card(card: str) -> None:
    stage = Stage(hands=(f"{card} goat bee", "", ""), port=["bee", "cow"]).turn().answer("goat", "port-2")
    assert stage.choices == {"bee", "done"}


def test_each_of_two_cards_must_be_legal_by_itself() -> None:
    """Four on one side cannot be evened out by the card that follows."""
    stage = Stage(hands=("mammoth bison", "", "")).turn()
    assert "mammoth" not in stage.choices
    assert "bison" not in stage.choices


def test_the_first_card_can_make_room_for_the_second() -> None:
    stage = Stage(hands=("cow moose", "", "")).turn().answer("cow", "port-1")
    assert stage.table.incline == -2
    stage.answer("moose")
    assert all(place.startswith("starboard") for place in stage.choices)


def test_opening_a_cabin_pays_the_right_neighbour_and_takes_an_open_card() -> None:
    stage = Stage(hands=("", "goat", ""), display="toad snail dove").turn(1).answer("goat", "port-3")
    assert stage.table.discs == [5, 3, 4]
    assert stage.asked == (1, "take")
    assert stage.choices == {"toad", "snail", "dove"}
    stage.answer("snail")
    assert str(stage.table.hands[1]) == "snail"


def test_the_right_neighbour_of_the_first_seat_is_the_last() -> None:
    stage = Stage(hands=("goat", "", "")).turn().answer("goat", "port-3")
    assert stage.table.discs == [3, 4, 5]


def test_without_a_disc_no_cabin_is_opened() -> None:
    stage = Stage(hands=("goat", "", ""), discs=[0, 4, 4]).turn().answer("goat")
    assert stage.choices == {"port-1", "port-2", "starboard-1", "starboard-2"}


def test_there_are_exactly_two_places_to_open_a_cabin() -> None:
    stage = Stage(hands=("goat", "", "")).turn().answer("goat")
    assert stage.choices - {"port-1", "port-2", "starboard-1", "starboard-2"} == {"port-3", "starboard-3"}


def test_both_cards_of_a_turn_can_open_cabins_and_the_display_is_refilled_at_the_end() -> None:
    stage = Stage(hands=("goat bee", "", ""), display="toad snail dove", supply="rain mouse cow").turn()
    stage.answer("goat", "port-3", "snail")
    assert len(stage.table.display) == 2
    stage.answer("bee", "starboard-3")
    assert stage.choices == {"toad", "dove"}
    stage.answer("dove")
    assert stage.table.discs == [2, 4, 6]
    assert [card.id for card in stage.table.display] == ["toad", "cow", "mouse"]


def test_two_new_cabins_need_two_discs() -> None:
    stage = Stage(hands=("goat bee", "", ""), discs=[1, 4, 4]).turn().answer("goat", "port-3", "toad", "bee")
    assert not {"port-4", "starboard-3"} & stage.choices


def test_the_card_taken_for_a_new_cabin_can_be_played_at_once() -> None:
    stage = Stage(hands=("goat", "", ""), display="bee cat dove").turn().answer("goat", "port-3", "bee")
    assert stage.asked == (0, "second")
    assert stage.choices == {"bee", "done"}


def test_a_table_may_agree_that_it_waits_for_the_next_turn() -> None:
    stage = Stage(hands=("goat cat", "", ""), display="bee dove snail", options={"fresh": "no"}, port=["dove", "cow"])
    stage.turn().answer("goat", "port-3", "bee")
    assert stage.choices == {"cat", "done"}
    assert stage.table.hands[0].size == 2


def test_the_second_card_cannot_join_the_first_in_its_new_cabin() -> None:
    stage = Stage(hands=("goat bee", "", "")).turn().answer("goat", "port-3", "toad", "bee")
    assert "port-3" not in stage.choices
    assert "port-4" in stage.choices


def test_play_goes_clockwise() -> None:
    stage = Stage().turn(1)
    order = []
    for _ in range(4):
        order.append(stage.asked[0])
        stage.answer(sorted(stage.choices)[-1])
    assert order == [1, 2, 0, 1]


def test_a_card_without_a_kind_scores_no_figure() -> None:
    stage = Stage(hands=("mosquito", "", ""), port=["bison", "grain"], starboard=["bison", "grain"]).turn()
    stage.answer("mosquito", "port-1")
    assert stage.table.figures == [17, 17, 17]
