"""The eight animals with special abilities, and driving out."""

import pytest

from companion.games.ark.pieces import KINDS
from tests.games.ark.stage import Stage


def test_the_fox_brings_two_discs_from_the_supply() -> None:
    stage = Stage(hands=("fox", "", "")).turn().answer("fox", "port-1")
    assert stage.table.discs == [6, 4, 4]
    assert stage.table.bank == 8


def test_the_fox_brings_what_is_left_in_the_supply() -> None:
    stage = Stage(hands=("fox", "", ""))
    stage.table.bank = 1
    stage.turn().answer("fox", "port-1")
    assert (stage.table.discs, stage.table.bank) == ([5, 4, 4], 0)


def test_a_bronto_counts_one_and_a_half() -> None:
    stage = Stage(hands=("bronto", "", ""), lean=2).turn().answer("bronto", "port-1")
    assert stage.figures("heavy") == [1.5, 0, 0]
    assert stage.table.bank == 9


def test_without_a_disc_in_the_supply_a_bronto_counts_one() -> None:
    stage = Stage(hands=("bronto", "", ""), lean=2)
    stage.table.bank = 0
    stage.turn().answer("bronto", "port-1")
    assert stage.figures("heavy") == [1, 0, 0]


def test_the_chimpanzee_raises_any_own_figure_but_none_on_provisions() -> None:
    stage = Stage(hands=("chimpanzee", "", ""))
    for kind in ("heavy", "shy", "provision"):
        stage.table.add_figure(0, KINDS.index(kind))
    stage.table.add_figure(1, KINDS.index("slow"))
    stage.turn().answer("chimpanzee", "port-1")
    assert stage.asked == (0, "raise")
    assert stage.choices == {"heavy", "useful", "shy"}
    stage.answer("shy")
    assert [stage.figures(kind)[0] for kind in ("heavy", "useful", "shy")] == [1, 1, 1.5]


def test_with_only_its_own_figure_the_chimpanzee_raises_that_one() -> None:
    stage = Stage(hands=("chimpanzee", "", "")).turn().answer("chimpanzee", "port-1")
    assert stage.asked == (1, "turn")
    assert stage.figures("useful") == [1.5, 0, 0]


def test_two_raised_figures_on_a_card_become_three_plain_ones() -> None:
    stage = Stage(hands=("chimpanzee", "", ""))
    useful = KINDS.index("useful")
    stage.table.add_figure(0, useful)
    stage.table.raise_figure(0, useful)
    assert (stage.table.raised[useful][0], stage.table.bank) == (1, 9)
    stage.turn().answer("chimpanzee", "port-1")
    assert stage.figures("useful") == [3, 0, 0]
    assert (stage.table.count_plain_figures(useful, 0), stage.table.raised[useful][0]) == (3, 0)
    assert stage.table.bank == 10, "both discs are back"
    assert stage.table.figures[0] == 14


def test_the_skunk_drives_out_any_animal_and_takes_its_place_in_a_full_cabin() -> None:
    stage = Stage(port=["elephant bison bee", "cow"], starboard=["elephant bison", "cow"], hands=("skunk", "", ""))
    stage.turn().answer("skunk", "instead-of-bee")
    assert [card.id for card in stage.cabin("port-1").cards] == ["elephant", "bison", "skunk"]
    assert [card.id for card in stage.table.gone] == ["bee"]


def test_driving_out_scores_for_both_kinds_and_the_old_figure_stays() -> None:
    stage = Stage(port=["cow", "bison"], starboard=["camel", "bison"], hands=("skunk", "", ""))
    stage.table.add_figure(1, KINDS.index("useful"))
    stage.turn().answer("skunk", "instead-of-cow")
    assert stage.figures("slow") == [1, 0, 0]
    assert stage.figures("useful") == [1, 1, 0]


def test_the_ark_leans_away_from_a_skunk_that_drove_out_an_elephant() -> None:
    """The book's example says towards; the weights say away (rulings.md 2.4 #1)."""
    stage = Stage(port=["elephant", "cow"], starboard=["bison", "cow"], hands=("skunk", "", "")).turn()
    assert stage.table.incline == 0
    stage.answer("skunk", "instead-of-elephant")
    assert stage.table.incline == 2, "port lost two, so the ark leans to starboard"


def test_driving_out_must_not_tip_the_ark() -> None:
    stage = Stage(port=["elephant", "cow"], starboard=["bison", "horse"], hands=("skunk", "", ""), lean=1).turn()
    stage.answer("skunk")
    assert "instead-of-elephant" not in stage.choices
    assert "instead-of-bison" in stage.choices


def test_driving_out_is_a_choice() -> None:
    stage = (
        Stage(port=["elephant", "cow"], starboard=["bison", "horse"], hands=("skunk", "", "")).turn().answer("skunk")
    )
    assert {"port-1", "instead-of-elephant", "port-3"} <= stage.choices
    stage.answer("port-1")
    assert stage.table.gone == []


def test_the_driver_must_fit_legally_after_the_swap() -> None:
    stage = Stage(port=["bee grain", "dog cow"], starboard=["bison", "horse"], hands=("skunk", "", ""), lean=0)
    stage.turn().answer("skunk")
    assert "instead-of-bee" not in stage.choices, "the skunk would eat the grain"
    assert "instead-of-cow" not in stage.choices, "the dog would eat the skunk"
    assert "instead-of-dog" in stage.choices


@pytest.mark.parametrize("steadfast", ["fox", "spider", "mosquito"])
def test_fox_spider_and_mosquito_are_driven_out_by_nothing(steadfast: str) -> None:
    stage = Stage(port=[steadfast, "bison"], starboard=["bison", "bison"], hands=("skunk", "", ""), lean=0).turn()
    stage.answer("skunk")
    assert f"instead-of-{steadfast}" not in stage.choices


def test_provisions_are_not_driven_out() -> None:
    stage = Stage(port=["grain", "bison"], starboard=["bison", "bison"], hands=("skunk", "", ""), lean=0).turn()
    assert "instead-of-grain" not in stage.answer("skunk").choices


def test_the_mosquito_drives_out_weight_2_and_nothing_else() -> None:
    stage = Stage(port=["cow", "bison"], starboard=["goat", "pig"], hands=("mosquito", "", ""), lean=0).turn()
    stage.answer("mosquito")
    assert {choice for choice in stage.choices if choice.startswith("instead")} == {"instead-of-cow", "instead-of-pig"}


def test_the_spider_drives_out_the_shy_and_nobody_else() -> None:
    stage = Stage(port=["deer", "bison"], starboard=["goat", "rabbit"], hands=("spider", "", ""), lean=0).turn()
    stage.answer("spider")
    assert {c for c in stage.choices if c.startswith("instead")} == {"instead-of-deer", "instead-of-rabbit"}


def test_spider_and_mosquito_do_not_join_another_hunter() -> None:
    stage = Stage(port=["deer dog", "cow cat"], starboard=["bison", "bison"], hands=("spider", "", ""), lean=0)
    assert "instead-of-deer" not in stage.places("spider")
    assert "instead-of-cow" not in stage.places("mosquito")


def test_driving_out_a_bronto_counts_one_and_a_half_again() -> None:
    stage = Stage(port=["bronto", "bison"], starboard=["bison", "bison"], hands=("skunk", "", ""), lean=-2).turn()
    stage.answer("skunk", "instead-of-bronto")
    assert stage.figures("heavy") == [1.5, 0, 0]
    assert stage.figures("slow") == [1, 0, 0]


def test_driving_out_a_chimpanzee_raises_a_figure_again() -> None:
    stage = Stage(port=["chimpanzee", "bison"], starboard=["bison", "bison"], hands=("skunk", "", ""), lean=0).turn()
    stage.answer("skunk", "instead-of-chimpanzee")
    assert stage.asked == (0, "raise")
    assert stage.choices == {"useful", "slow"}
    stage.answer("slow")
    assert (stage.figures("useful")[0], stage.figures("slow")[0]) == (1, 1.5)


def test_a_driver_without_a_victim_is_an_ordinary_animal() -> None:
    stage = Stage(port=["bison", "bison"], starboard=["bison", "bison"], hands=("spider", "", "")).turn()
    assert stage.answer("spider").choices == {
        "port-1", "port-2", "port-3", "starboard-1", "starboard-2", "starboard-3",
    }  # fmt: skip


def test_a_driver_that_fits_nowhere_else_can_still_drive_out() -> None:
    full = "bison bison bison"
    stage = Stage(
        port=[full, "deer bison bison"], starboard=[full, full], hands=("spider", "", ""), lean=0, discs=[0, 4, 4]
    )
    stage.turn()
    assert "spider" in stage.choices
    stage.answer("spider")
    assert [card.id for card in stage.cabin("port-2").cards] == ["spider", "bison", "bison"]


def test_a_second_card_does_not_drive_out_of_the_first_ones_cabin() -> None:
    stage = Stage(port=["deer", "bison"], starboard=["bison", "rabbit"], hands=("bee spider", "", ""), lean=0).turn()
    stage.answer("bee", "port-1", "spider")
    assert "instead-of-deer" not in stage.choices
    assert "instead-of-rabbit" in stage.choices


def test_a_second_card_is_not_offered_if_it_could_only_drive_out_of_the_first_ones_cabin() -> None:
    full = "bison bison bison"
    stage = Stage(
        port=["deer bison", full], starboard=[full, full], hands=("bee spider", "", ""), lean=0, discs=[0, 4, 4]
    ).turn()
    assert {"bee", "spider"} <= stage.choices
    stage.answer("bee")
    assert stage.asked == (1, "turn"), "the spider's only victim shares its cabin with the first card"


def test_a_carnivore_that_was_driven_out_frightens_nobody_any_more() -> None:
    stage = Stage(port=["crocodile", "bison"], starboard=["bison", "bison"], hands=("skunk", "", ""), lean=0)
    assert "port-2" not in stage.places("rabbit")
    stage.turn().answer("skunk", "instead-of-crocodile")
    assert {"port-2", "starboard-1"} <= stage.places("rabbit")


def test_starting_cards_use_no_ability_and_score_for_nobody() -> None:
    stage = Stage(port=["fox", "chimpanzee"], starboard=["cow", "horse"], lean=0)
    assert stage.table.discs == [4, 4, 4]
    assert stage.table.figures == [17, 17, 17]
