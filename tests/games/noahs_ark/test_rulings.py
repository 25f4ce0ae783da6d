"""The rulings where the rulebook is silent or contradicts itself, by their numbers in the components research (4.7)."""

import pytest

from companion.core.match import Match
from companion.core.registry import find_game
from companion.games.noahs_ark import GAME
from tests.games.noahs_ark.stage import Stage
from tests.laws import NAMES

PICK, DISCARD = "pick-lion-snake-1", "discard-giraffe-snake-1"


def advanced(players: int = 2, objectives: tuple[str, ...] = ("noa", "monkeys", "elephants")) -> Stage:
    return Stage(players, objectives, mode="advanced", flice="without", advanced="four")


def test_1_most_objectives_means_six_in_all_and_itself_is_one_of_them() -> None:
    stage = Stage(objectives=("lions", "objectives", "eagles", "snakes", "monkeys", "noa"))
    assert stage.asked == "reveal"
    assert len(stage.table.objectives) == 6


def test_1_it_is_said_aloud() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], deal="table"))
    assert match.question is not None
    assert "play with six" in GAME.voice(GAME.say("en")).help(match.question, match.table)[0]


def test_2_most_objectives_is_settled_last_and_does_not_count_itself() -> None:
    stage = Stage(objectives=("objectives", "lions", "eagles", "snakes", "monkeys", "noa"))
    stage.won(0, "lion-monkey-0", "lion-snake-1", "giraffe-eagle-0").won(1, "elephant-eagle-1", "elephant-snake-1")
    stage.ark()
    while stage.asked == "duel":
        assert stage.about != "most-objectives" or len(stage.table.awarded) == 5
        stage.tell("slap-1", "right")
    assert list(stage.table.awarded)[-1].counts == "objectives"
    assert [stage.awarded(most) for most in ("lions", "monkeys", "eagles", "snakes")] == [0, 0, 1, 1]
    assert stage.awarded("objectives") == 1, "two each without itself, so there was a duel"


def test_3_with_none_at_all_nobody_wins() -> None:
    stage = Stage(objectives=("giraffes", "monkeys", "noa")).won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    assert stage.asked == "over"
    assert [stage.awarded(most) for most in ("giraffes", "monkeys", "noa")] == [None, None, None]


def test_4_two_tied_fight_a_duel() -> None:
    stage = Stage(3, ("lions", "giraffes", "noa")).won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    assert (stage.asked, stage.ids()) == ("duel", ["slap-0", "slap-1", "nobody"])


@pytest.mark.parametrize("tied", [3, 4, 5])
def test_4_three_or_more_tied_get_nothing(tied: int) -> None:
    stage = Stage(5, ("lions", "objectives", "noa", "animals", "cards", "eagles"))
    for seat, card in enumerate(("lion-snake-1", "lion-monkey-0", "lion-giraffe-1", "lion-elephant-0", "lion-eagle-1")):
        stage.won(seat, card if seat < tied else {3: "elephant-snake-1", 4: "elephant-monkey-noa-2"}[seat])
    stage.ark()
    while stage.asked == "duel":
        assert stage.about != "most-lions"
        stage.tell(stage.ids()[0], "right")
    assert stage.awarded("lions") is None
    assert stage.awarded("cards") is None, "one card each"


def test_5_a_duel_is_fought_in_the_style_in_force() -> None:
    stage = Stage(2, ("lions", "giraffes", "monkeys"), flice="with")
    stage.tell("flice-fist").won(0, "lion-snake-1").tell("flice-thumb").won(1, "lion-eagle-1").ark()
    assert stage.asked == "duel"
    assert stage.match.facts["style"] == "flice-thumb"
    help = GAME.voice(GAME.say("en")).help(stage.match.question, stage.table)  # type: ignore[arg-type]
    assert "thumb" in help[0]


def test_6_after_a_wrong_claim_the_last_one_left_must_still_finish() -> None:
    stage = Stage().tell("lion-snake-1", "slap-0", "wrong")
    assert stage.ids() == ["slap-1", "nobody"]
    assert stage.cards(1) == []
    assert stage.tell("slap-1", "right").cards(1) == ["lion-snake-1"]


def test_7_when_nobody_was_right_all_roll_again_for_the_same_card() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-0", "wrong", "slap-1", "wrong", "slap-2", "wrong")
    assert stage.ids() == ["slap-0", "slap-1", "slap-2", "nobody"]
    assert stage.match.facts["card"] == "lion-snake-1"


def test_7_when_nobody_slaps_all_roll_again_even_those_who_sat_out() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-0", "wrong", "nobody")
    assert stage.ids() == ["slap-0", "slap-1", "slap-2", "nobody"]


def test_8_powers_are_played_between_two_reveals_and_not_in_a_race() -> None:
    stage = advanced().won(0, "lion-eagle-1").won(1, PICK)
    assert "use-1-pick" in stage.ids()
    assert not [id for id in stage.tell("lion-elephant-0").ids() if id.startswith("use")]


def test_8_wild_card_and_replace_animal_wait_for_the_end() -> None:
    stage = advanced().won(0, "lion-eagle-1", "wild-giraffe-monkey-1", "turn-snake-elephant")
    assert not [id for id in stage.ids() if id.startswith("use")]


def test_9_an_advanced_card_can_be_taken_if_it_shows_at_most_one_point() -> None:
    stage = advanced().won(0, "wild-giraffe-monkey-1", "pairs-lion-eagle-3", "lion-elephant-0").won(1, PICK)
    assert stage.tell("use-1-pick").ids() == ["0-wild-giraffe-monkey-1", "0-lion-elephant-0"]


def test_9_a_card_without_a_number_counts_as_zero() -> None:
    stage = advanced().won(0, "lion-elephant-0").won(1, PICK).tell("use-1-pick")
    assert stage.cards(1) == ["lion-elephant-0"]


def test_9_a_card_already_played_lies_face_down_and_shows_no_points_to_be_taken_for() -> None:
    stage = advanced().won(0, "lion-elephant-0").won(1, DISCARD).tell("use-1-discard").won(0, PICK)
    assert "use-0-pick" not in stage.ids()


def test_10_nobody_may_steal_from_and_discard_of_the_same_player() -> None:
    stage = advanced(3).won(0, "lion-elephant-0", "lion-eagle-1", "giraffe-eagle-0").won(2, "elephant-giraffe-0")
    stage.won(1, PICK, DISCARD).tell("use-1-pick", "0-lion-eagle-1")
    assert stage.tell("use-1-discard").asked == "reveal", "only the third player's card was left"
    assert stage.match.facts["discarded"] == "elephant-giraffe-0"


def test_10_it_holds_the_other_way_round_too_and_for_the_whole_game() -> None:
    stage = advanced(3).won(0, "lion-elephant-0", "lion-eagle-1").won(1, DISCARD)
    stage.tell("use-1-discard", "0-lion-eagle-1").won(2, "lion-eagle-snake-2").won(1, PICK)
    assert "use-1-pick" not in stage.ids()


def test_10_between_two_players_it_does_not_hold() -> None:
    stage = advanced(2).won(0, "lion-elephant-0", "lion-eagle-1", "giraffe-eagle-0").won(1, PICK, DISCARD)
    stage.tell("use-1-pick", "0-lion-eagle-1", "use-1-discard", "0-lion-elephant-0")
    assert stage.cards(0) == ["giraffe-eagle-0"]


def test_11_noa_is_no_animal_but_her_card_is_an_animal_card() -> None:
    stage = Stage(objectives=("noa", "animals", "cards")).won(0, "eagle-snake-noa-2", "lion-snake-1")
    assert sum(stage.table.areas[0].count_animals()) == 4
    stage.won(1, "lion-eagle-monkey-2", "lion-giraffe-monkey-2").ark()
    assert stage.awarded("noa") == 0
    assert stage.awarded("animals") == 1
    assert stage.asked == "over" or stage.about == "most-cards", "two cards each"


@pytest.mark.parametrize(
    ("answer", "counts"), [("snake-to-elephant", (4, 0)), ("elephant-to-snake", (0, 4)), ("keep", (2, 2))]
)
def test_12_replace_animal_goes_one_way_for_all_own_cards_or_not_at_all(answer: str, counts: tuple[int, int]) -> None:
    stage = advanced(objectives=("elephants", "lions", "noa"))
    stage.won(0, "turn-snake-elephant", "elephant-snake-1", "lion-monkey-0", "lion-eagle-1")
    stage.won(1, "lion-elephant-0", "lion-snake-1").ark().tell(answer)
    animals = stage.table.areas[0].count_animals()
    assert (animals[1], animals[4]) == counts
    assert stage.table.areas[1].count_animals()[4] == 1, "other players' cards are not touched"


def test_13_a_final_tie_is_shared() -> None:
    stage = Stage(objectives=("giraffes", "monkeys", "noa")).won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    assert stage.match.outcome is not None
    assert stage.match.outcome.winners == (0, 1)


def test_13_or_decided_by_one_more_duel_if_agreed() -> None:
    stage = Stage(3, ("giraffes", "monkeys", "noa"), tie="duel")
    stage.won(0, "lion-snake-1").won(2, "lion-eagle-1").ark()
    assert (stage.asked, stage.ids()) == ("final_duel", ["slap-0", "slap-2", "nobody"])
    outcome = stage.tell("slap-2", "right").match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why) == ((2,), "duel")
    assert stage.scores == [1, 0, 1], "a duel for the victory gives no points"


def test_13_three_with_the_same_points_share_even_if_a_duel_was_agreed() -> None:
    stage = Stage(3, ("giraffes", "monkeys", "noa"), tie="duel")
    stage.won(0, "lion-snake-1").won(2, "lion-eagle-1").won(1, "elephant-snake-1").ark()
    assert stage.match.outcome is not None
    assert stage.match.outcome.winners == (0, 1, 2)


@pytest.mark.parametrize(("length", "before"), [("full", 14), ("short", 8), ("shortest", 2)])
def test_14_a_shorter_deck_still_ends_with_ten_cards_and_the_ark(length: str, before: int) -> None:
    stage = Stage(length=length)
    came = 0
    while "ark" not in stage.ids():
        stage.won(0, stage.ids()[0])
        came += 1
    assert came == before
    assert len(stage.table.deck) == 11


def test_15_the_basic_flice_card_returns_play_to_the_index_finger() -> None:
    stage = Stage(flice="with").tell("flice-fist").won(0, "lion-snake-1")
    assert stage.match.facts["style"] == "flice-fist"
    stage.tell("flice-index-finger")
    assert stage.match.facts["style"] == "flice-index-finger"


def test_16_both_names_lead_to_the_game() -> None:
    assert find_game("noas-ark") is find_game("noahs-ark") is GAME
