"""Advanced cards: what each does, when, to whom, and only once."""

from typing import Any

from companion.core.match import Match
from companion.games.noahs_ark import GAME
from tests.games.noahs_ark.stage import Stage
from tests.laws import NAMES

PICK, DISCARD, SWAP = "pick-lion-snake-1", "discard-giraffe-snake-1", "swap-eagle-monkey-1"
WILD = "wild-giraffe-monkey-1"


def advanced(
    players: int = 2,
    objectives: tuple[str, ...] = ("lions", "noa", "cards"),
    corrections: dict[str, Any] | None = None,
) -> Stage:
    return Stage(players, objectives, corrections, mode="advanced", flice="without", advanced="four")


def test_advanced_cards_are_raced_for_like_any_other() -> None:
    stage = advanced().won(1, PICK)
    assert stage.cards(1) == [PICK]
    assert stage.scores == [0, 1]


def test_pick_a_card_steals_a_card_with_its_points() -> None:
    stage = advanced().won(0, "lion-eagle-1", "lion-elephant-0").won(1, PICK)
    assert "use-1-pick" in stage.ids()
    stage.tell("use-1-pick")
    assert (stage.asked, stage.ids()) == ("pick", ["0-lion-eagle-1", "0-lion-elephant-0"])
    stage.tell("0-lion-eagle-1")
    assert stage.cards(0) == ["lion-elephant-0"]
    assert stage.cards(1) == ["lion-eagle-1"]
    assert stage.scores == [0, 2]
    assert stage.asked == "reveal"


def test_the_only_card_that_can_be_stolen_is_not_asked_for() -> None:
    stage = advanced().won(0, "lion-eagle-1", "lion-eagle-snake-2").won(1, PICK).tell("use-1-pick")
    assert stage.cards(1) == ["lion-eagle-1"]


def test_cards_of_two_points_cannot_be_taken() -> None:
    stage = advanced().won(0, "lion-eagle-snake-2").won(1, PICK)
    assert not [id for id in stage.ids() if id.startswith("use")]


def test_a_power_is_played_only_once_and_still_counts() -> None:
    stage = advanced().won(0, "lion-eagle-1", "lion-elephant-0").won(1, PICK)
    stage.tell("use-1-pick", "0-lion-eagle-1")
    assert "use-1-pick" not in stage.ids()
    assert stage.match.facts["spent-1"] == PICK
    assert [card.id for card in stage.table.areas[1].list_cards()] == ["lion-eagle-1", PICK]
    assert stage.table.areas[1].count_animals() == [2, 0, 0, 1, 1, 0]


def test_discard_a_card_takes_points_and_animals_out_of_the_game() -> None:
    stage = advanced().won(0, "lion-eagle-1", "lion-elephant-0").won(1, DISCARD)
    stage.tell("use-1-discard", "0-lion-eagle-1")
    assert stage.cards(0) == ["lion-elephant-0"]
    assert stage.match.facts["discarded"] == "lion-eagle-1"
    assert stage.scores == [0, 1]
    assert stage.table.areas[0].count_animals() == [1, 1, 0, 0, 0, 0]


def test_nobody_steals_from_themselves() -> None:
    stage = advanced().won(1, "lion-eagle-1", PICK)
    assert "use-1-pick" not in stage.ids()


def test_replace_an_objective_by_one_of_your_choice() -> None:
    stage = advanced().won(0, SWAP).tell("use-0-swap")
    assert (stage.asked, stage.ids()) == ("drop_objective", ["most-lions", "most-noa", "most-cards"])
    stage.tell("most-noa")
    assert stage.asked == "choose_objective"
    assert {"most-lions", "most-noa", "most-cards"}.isdisjoint(stage.ids())
    stage.tell("most-eagles")
    assert [objective.counts for objective in stage.table.objectives] == ["lions", "cards", "eagles"]


def test_most_objectives_chosen_later_brings_the_table_to_six_as_well() -> None:
    stage = advanced().won(0, SWAP).tell("use-0-swap", "most-noa", "most-objectives")
    assert stage.asked == "objective"
    stage.tell("most-snakes", "most-eagles", "most-monkeys")
    assert len(stage.table.objectives) == 6
    assert stage.asked == "reveal"


def test_once_six_lie_there_six_stay_even_if_most_objectives_is_the_one_that_goes() -> None:
    six = ("objectives", "lions", "noa", "cards", "eagles", "snakes")
    stage = advanced(objectives=six).won(0, SWAP).tell("use-0-swap", "most-objectives", "most-monkeys")
    assert [objective.counts for objective in stage.table.objectives] == [*six[1:], "monkeys"]
    assert stage.asked == "reveal"


def test_an_objective_that_was_replaced_never_comes_back() -> None:
    twice = {"advanced": {"wild-2": {"power": "swap", "shows": ["lion", "lion"], "points": 1}}}
    stage = advanced(corrections=twice).won(0, SWAP, "swap-lion-lion-1")
    stage.tell("use-0-swap", "most-noa", "most-eagles", "use-0-swap", "most-eagles")
    assert {"most-noa", "most-eagles"}.isdisjoint(stage.ids())


def test_a_wild_card_is_one_animal_more() -> None:
    stage = advanced(objectives=("lions", "monkeys", "noa")).won(0, "lion-eagle-1", "lion-elephant-0")
    stage.won(1, WILD, "lion-snake-1", "giraffe-snake-1", "giraffe-eagle-0").ark()
    assert stage.asked == "wild"
    assert stage.match.question is not None
    assert stage.match.question.seat == 1
    assert len(stage.ids()) == 6
    stage.tell("lion")
    assert stage.table.areas[1].count_animals() == [2, 0, 3, 1, 2, 1], "its own giraffe and monkey stay"
    assert stage.asked == "duel", "two lions each now"


def test_a_wild_card_is_not_asked_for_when_no_objective_counts_one_animal() -> None:
    stage = advanced(objectives=("animals", "cards", "noa")).won(0, "lion-eagle-1", "lion-elephant-0")
    stage.won(1, WILD, "lion-snake-1", "giraffe-snake-1", "giraffe-eagle-0").ark()
    assert stage.asked == "over"
    assert sum(stage.table.areas[1].count_animals()) == 9
    assert stage.awarded("animals") == 1


def turned(answer: str) -> Stage:
    stage = advanced(objectives=("snakes", "elephants", "noa"))
    stage.won(0, "turn-snake-elephant", "lion-elephant-0", "elephant-eagle-1", "giraffe-eagle-0")
    stage.won(1, "snake-monkey-0", "lion-snake-1").ark()
    assert stage.asked == "turn"
    assert stage.ids() == ["snake-to-elephant", "elephant-to-snake", "keep"]
    return stage.tell(answer)


def test_replace_animal_turns_all_of_one_animal_into_another() -> None:
    stage = turned("elephant-to-snake")
    assert stage.table.areas[0].count_animals()[1] == 0
    assert stage.table.areas[0].count_animals()[4] == 4
    assert stage.awarded("snakes") == 0
    assert stage.match.facts["spent-0"] == "turn-snake-elephant"


def test_replace_animal_need_not_be_played() -> None:
    stage = turned("keep")
    assert stage.awarded("snakes") == 1
    assert stage.awarded("elephants") == 0
    assert "turn-snake-elephant" in stage.cards(0)


def test_replace_animal_only_offers_ways_that_change_something() -> None:
    no_giraffe = {"advanced": {"turn-2": {"shows": ["lion", "monkey"]}}}
    stage = advanced(objectives=("lions", "eagles", "noa"), corrections=no_giraffe)
    stage.won(0, "turn-lion-giraffe", "elephant-eagle-1", "snake-monkey-0", "elephant-snake-1", "eagle-monkey-1")
    assert stage.won(1, "lion-snake-1").ark().ids() == ["lion-to-giraffe", "keep"]


def test_replace_animal_is_not_asked_for_when_no_objective_counts_either_animal() -> None:
    stage = advanced(objectives=("monkeys", "eagles", "noa"))
    stage.won(0, "turn-lion-giraffe", "elephant-eagle-1", "snake-monkey-0", "elephant-snake-1", "eagle-monkey-1")
    assert stage.won(1, "lion-snake-1").ark().asked == "over"


def test_double_pairs_takes_four_dice() -> None:
    stage = advanced(4).tell("pairs-lion-eagle-3")
    assert stage.match.facts["dice"] == "4"
    assert stage.tell("slap-3", "right").scores == [0, 0, 0, 3]
    assert stage.table.areas[3].count_animals() == [2, 0, 0, 2, 0, 0]


def test_at_a_real_table_a_power_costs_no_question_until_it_is_played() -> None:
    stage = advanced().won(0, "lion-eagle-1").won(1, PICK)
    assert stage.asked == "reveal"
    assert stage.won(1, "lion-elephant-0").asked == "reveal"


def test_a_stolen_power_can_be_played_by_the_thief() -> None:
    stage = advanced().won(0, DISCARD, "lion-eagle-1").won(1, PICK).tell("use-1-pick", f"0-{DISCARD}")
    assert "use-1-discard" in stage.ids()
    assert "use-0-discard" not in stage.ids()


def test_once_the_ark_is_there_powers_between_reveals_are_too_late() -> None:
    stage = advanced(objectives=("lions", "noa", "giraffes")).won(0, "lion-eagle-1").won(1, PICK)
    stage.won(1, "giraffe-snake-1", "giraffe-monkey-1", "elephant-snake-1", "elephant-eagle-1").ark()
    assert stage.asked == "duel", "they have a lion each, and nothing else is asked"


def dealt(seed: int, players: int = 2) -> Match:
    """A match the program deals, after the first race was won by the first seat."""
    match = Match(GAME, GAME.set_up(NAMES[:players], {"mode": "advanced"}, seed))
    for answer in ("seat-1", "slap-0", "right"):
        match.answer(answer)
    return match


SWAP_ON_TOP = 46
"""A seed whose first card replaces an objective."""


def test_where_the_program_deals_the_holder_is_asked_before_the_next_card() -> None:
    match = dealt(SWAP_ON_TOP)
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (0, "power")
    assert match.question.list_ids() == ["use-0-swap", "keep"]


def test_the_keeper_of_a_card_is_asked_again_before_the_next_one() -> None:
    match = dealt(SWAP_ON_TOP)
    match.answer("keep")
    assert match.question is not None
    assert match.question.ask == "slap"
    match.answer("slap-1")
    match.answer("right")
    assert (match.question.seat, match.question.ask) == (0, "power")


def test_a_player_who_played_a_card_is_not_asked_again() -> None:
    match = dealt(SWAP_ON_TOP)
    match.answer("use-0-swap")
    for _ in range(2):
        assert match.question is not None
        match.answer(match.question.list_ids()[0])
    assert match.question is not None
    assert match.question.ask == "slap"
    assert match.facts["spent-0"] == SWAP


def test_whoever_turns_up_the_next_card_decides_first() -> None:
    stage = advanced(3).won(0, "lion-elephant-0", "lion-eagle-1").won(1, PICK).won(2, DISCARD)
    assert [id for id in stage.ids() if id.startswith("use")] == ["use-2-discard", "use-1-pick"]
