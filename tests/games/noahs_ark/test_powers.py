"""Advanced cards: what each does, when, to whom, and only once."""

from typing import Any

from companion.core.match import Match
from companion.games.noahs_ark import GAME
from tests.games.noahs_ark.evening import Evening
from tests.laws import NAMES

PICK, DISCARD, SWAP = "pick-lion-snake-1", "discard-giraffe-snake-1", "swap-eagle-monkey-1"
WILD = "wild-giraffe-monkey-1"


def advanced(
    players: int = 2,
    objectives: tuple[str, ...] = ("lions", "noa", "cards"),
    corrections: dict[str, Any] | None = None,
) -> Evening:
    return Evening(players, objectives, corrections, mode="advanced", flice="without", advanced="four")


def test_advanced_cards_are_raced_for_like_any_other() -> None:
    evening = advanced().won(1, PICK)
    assert evening.cards(1) == [PICK]
    assert evening.scores == [0, 1]


def test_pick_a_card_steals_a_card_with_its_points() -> None:
    evening = advanced().won(0, "lion-eagle-1", "lion-elephant-0").won(1, PICK)
    assert "use-1-pick" in evening.ids()
    evening.tell("use-1-pick")
    assert (evening.asked, evening.ids()) == ("pick", ["0-lion-eagle-1", "0-lion-elephant-0"])
    evening.tell("0-lion-eagle-1")
    assert evening.cards(0) == ["lion-elephant-0"]
    assert evening.cards(1) == ["lion-eagle-1"]
    assert evening.scores == [0, 2]
    assert evening.asked == "reveal"


def test_the_only_card_that_can_be_stolen_is_not_asked_for() -> None:
    evening = advanced().won(0, "lion-eagle-1", "lion-eagle-snake-2").won(1, PICK).tell("use-1-pick")
    assert evening.cards(1) == ["lion-eagle-1"]


def test_cards_of_two_points_cannot_be_taken() -> None:
    evening = advanced().won(0, "lion-eagle-snake-2").won(1, PICK)
    assert not [id for id in evening.ids() if id.startswith("use")]


def test_a_power_is_played_only_once_and_still_counts() -> None:
    evening = advanced().won(0, "lion-eagle-1", "lion-elephant-0").won(1, PICK)
    evening.tell("use-1-pick", "0-lion-eagle-1")
    assert "use-1-pick" not in evening.ids()
    assert evening.match.facts["spent-1"] == PICK
    assert [card.id for card in evening.table.areas[1].cards()] == ["lion-eagle-1", PICK]
    assert evening.table.areas[1].animals() == [2, 0, 0, 1, 1, 0]


def test_discard_a_card_takes_points_and_animals_out_of_the_game() -> None:
    evening = advanced().won(0, "lion-eagle-1", "lion-elephant-0").won(1, DISCARD)
    evening.tell("use-1-discard", "0-lion-eagle-1")
    assert evening.cards(0) == ["lion-elephant-0"]
    assert evening.match.facts["discarded"] == "lion-eagle-1"
    assert evening.scores == [0, 1]
    assert evening.table.areas[0].animals() == [1, 1, 0, 0, 0, 0]


def test_nobody_steals_from_themselves() -> None:
    evening = advanced().won(1, "lion-eagle-1", PICK)
    assert "use-1-pick" not in evening.ids()


def test_replace_an_objective_by_one_of_your_choice() -> None:
    evening = advanced().won(0, SWAP).tell("use-0-swap")
    assert (evening.asked, evening.ids()) == ("drop_objective", ["most-lions", "most-noa", "most-cards"])
    evening.tell("most-noa")
    assert evening.asked == "choose_objective"
    assert {"most-lions", "most-noa", "most-cards"}.isdisjoint(evening.ids())
    evening.tell("most-eagles")
    assert [objective.counts for objective in evening.table.objectives] == ["lions", "cards", "eagles"]


def test_most_objectives_chosen_later_brings_the_table_to_six_as_well() -> None:
    evening = advanced().won(0, SWAP).tell("use-0-swap", "most-noa", "most-objectives")
    assert evening.asked == "objective"
    evening.tell("most-snakes", "most-eagles", "most-monkeys")
    assert len(evening.table.objectives) == 6
    assert evening.asked == "reveal"


def test_once_six_lie_there_six_stay_even_if_most_objectives_is_the_one_that_goes() -> None:
    six = ("objectives", "lions", "noa", "cards", "eagles", "snakes")
    evening = advanced(objectives=six).won(0, SWAP).tell("use-0-swap", "most-objectives", "most-monkeys")
    assert [objective.counts for objective in evening.table.objectives] == [*six[1:], "monkeys"]
    assert evening.asked == "reveal"


def test_an_objective_that_was_replaced_never_comes_back() -> None:
    twice = {"advanced": {"wild-2": {"power": "swap", "shows": ["lion", "lion"], "points": 1}}}
    evening = advanced(corrections=twice).won(0, SWAP, "swap-lion-lion-1")
    evening.tell("use-0-swap", "most-noa", "most-eagles", "use-0-swap", "most-eagles")
    assert {"most-noa", "most-eagles"}.isdisjoint(evening.ids())


def test_a_wild_card_is_one_animal_more() -> None:
    evening = advanced(objectives=("lions", "monkeys", "noa")).won(0, "lion-eagle-1", "lion-elephant-0")
    evening.won(1, WILD, "lion-snake-1", "giraffe-snake-1", "giraffe-eagle-0").ark()
    assert evening.asked == "wild"
    assert evening.match.question is not None
    assert evening.match.question.seat == 1
    assert len(evening.ids()) == 6
    evening.tell("lion")
    assert evening.table.areas[1].animals() == [2, 0, 3, 1, 2, 1], "its own giraffe and monkey stay"
    assert evening.asked == "duel", "two lions each now"


def test_a_wild_card_is_not_asked_for_when_no_objective_counts_one_animal() -> None:
    evening = advanced(objectives=("animals", "cards", "noa")).won(0, "lion-eagle-1", "lion-elephant-0")
    evening.won(1, WILD, "lion-snake-1", "giraffe-snake-1", "giraffe-eagle-0").ark()
    assert evening.asked == "over"
    assert sum(evening.table.areas[1].animals()) == 9
    assert evening.awarded("animals") == 1


def turned(answer: str) -> Evening:
    evening = advanced(objectives=("snakes", "elephants", "noa"))
    evening.won(0, "turn-snake-elephant", "lion-elephant-0", "elephant-eagle-1", "giraffe-eagle-0")
    evening.won(1, "snake-monkey-0", "lion-snake-1").ark()
    assert evening.asked == "turn"
    assert evening.ids() == ["snake-to-elephant", "elephant-to-snake", "keep"]
    return evening.tell(answer)


def test_replace_animal_turns_all_of_one_animal_into_another() -> None:
    evening = turned("elephant-to-snake")
    assert evening.table.areas[0].animals()[1] == 0
    assert evening.table.areas[0].animals()[4] == 4
    assert evening.awarded("snakes") == 0
    assert evening.match.facts["spent-0"] == "turn-snake-elephant"


def test_replace_animal_need_not_be_played() -> None:
    evening = turned("keep")
    assert evening.awarded("snakes") == 1
    assert evening.awarded("elephants") == 0
    assert "turn-snake-elephant" in evening.cards(0)


def test_replace_animal_only_offers_ways_that_change_something() -> None:
    no_giraffe = {"advanced": {"turn-2": {"shows": ["lion", "monkey"]}}}
    evening = advanced(objectives=("lions", "eagles", "noa"), corrections=no_giraffe)
    evening.won(0, "turn-lion-giraffe", "elephant-eagle-1", "snake-monkey-0", "elephant-snake-1", "eagle-monkey-1")
    assert evening.won(1, "lion-snake-1").ark().ids() == ["lion-to-giraffe", "keep"]


def test_replace_animal_is_not_asked_for_when_no_objective_counts_either_animal() -> None:
    evening = advanced(objectives=("monkeys", "eagles", "noa"))
    evening.won(0, "turn-lion-giraffe", "elephant-eagle-1", "snake-monkey-0", "elephant-snake-1", "eagle-monkey-1")
    assert evening.won(1, "lion-snake-1").ark().asked == "over"


def test_double_pairs_takes_four_dice() -> None:
    evening = advanced(4).tell("pairs-lion-eagle-3")
    assert evening.match.facts["dice"] == "4"
    assert evening.tell("slap-3", "right").scores == [0, 0, 0, 3]
    assert evening.table.areas[3].animals() == [2, 0, 0, 2, 0, 0]


def test_at_a_real_table_a_power_costs_no_question_until_it_is_played() -> None:
    evening = advanced().won(0, "lion-eagle-1").won(1, PICK)
    assert evening.asked == "reveal"
    assert evening.won(1, "lion-elephant-0").asked == "reveal"


def test_a_stolen_power_can_be_played_by_the_thief() -> None:
    evening = advanced().won(0, DISCARD, "lion-eagle-1").won(1, PICK).tell("use-1-pick", f"0-{DISCARD}")
    assert "use-1-discard" in evening.ids()
    assert "use-0-discard" not in evening.ids()


def test_once_the_ark_is_there_powers_between_reveals_are_too_late() -> None:
    evening = advanced(objectives=("lions", "noa", "giraffes")).won(0, "lion-eagle-1").won(1, PICK)
    evening.won(1, "giraffe-snake-1", "giraffe-monkey-1", "elephant-snake-1", "elephant-eagle-1").ark()
    assert evening.asked == "duel", "they have a lion each, and nothing else is asked"


def dealt(seed: int, players: int = 2) -> Match:
    """A match the program deals, after the first race was won by the first seat."""
    match = Match(GAME, GAME.set_up(NAMES[:players], {"mode": "advanced"}, seed))
    for answer in ("seat-1", "slap-0", "right"):
        match.answer(answer)
    return match


SWAP_ON_TOP = 9
"""A seed whose first card replaces an objective."""


def test_where_the_program_deals_the_holder_is_asked_before_the_next_card() -> None:
    match = dealt(SWAP_ON_TOP)
    assert match.question is not None
    assert (match.question.seat, match.question.ask) == (0, "power")
    assert match.question.ids() == ["use-0-swap", "keep"]


def test_who_keeps_a_card_is_asked_again_before_the_next_one() -> None:
    match = dealt(SWAP_ON_TOP)
    match.answer("keep")
    assert match.question is not None
    assert match.question.ask == "slap"
    match.answer("slap-1")
    match.answer("right")
    assert (match.question.seat, match.question.ask) == (0, "power")


def test_who_played_a_card_is_asked_no_more() -> None:
    match = dealt(SWAP_ON_TOP)
    match.answer("use-0-swap")
    for _ in range(2):
        assert match.question is not None
        match.answer(match.question.ids()[0])
    assert match.question is not None
    assert match.question.ask == "slap"
    assert match.facts["spent-0"] == SWAP


def test_whoever_turns_up_the_next_card_decides_first() -> None:
    evening = advanced(3).won(0, "lion-elephant-0", "lion-eagle-1").won(1, PICK).won(2, DISCARD)
    assert [id for id in evening.ids() if id.startswith("use")] == ["use-2-discard", "use-1-pick"]
