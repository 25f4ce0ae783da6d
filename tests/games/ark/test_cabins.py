"""Which card may enter which cabin: climate, weight, who eats whom, and shyness."""

import pytest

from tests.games.ark.judge import Judge
from tests.games.ark.stage import Stage

NEW = {"port-3", "starboard-3"}


def test_a_cabin_holds_three_cards_provisions_included() -> None:
    stage = Stage(port=["grain grain grain", "grain grain"], starboard=["cow horse goat", "cow horse"], lean=0)
    assert stage.places("bee") == {"port-2", "starboard-2", *NEW}


def test_hot_and_cold_do_not_share_a_cabin() -> None:
    stage = Stage(port=["elephant", "bison"], starboard=["moose", "bison"], lean=0)
    assert "port-1" in stage.places("camel")
    assert "starboard-1" not in stage.places("camel")
    assert "starboard-1" in stage.places("reindeer")
    assert "port-1" not in stage.places("reindeer")


def test_no_preference_goes_with_hot_and_with_cold() -> None:
    stage = Stage(port=["elephant", "bison"], starboard=["moose", "bison"], lean=0)
    assert {"port-1", "starboard-1"} <= stage.places("cow")


def test_a_cabin_without_preferences_is_open_until_the_first_hot_or_cold_card() -> None:
    stage = Stage(port=["cow", "bison"], starboard=["bison", "cow"], lean=0)
    assert {"port-1"} <= stage.places("camel") & stage.places("reindeer")
    stage.table.stow(stage.by_id["camel"], stage.cabin("port-1"))
    assert "port-1" not in stage.welcoming("reindeer")


def test_hot_and_cold_provisions_are_not_stored_together() -> None:
    stage = Stage(port=["grain", "apples"], starboard=["bee", "bee"], lean=0)
    assert "port-2" not in stage.places("grain")
    assert "port-1" not in stage.places("apples")


def test_a_carnivore_must_be_lighter_and_the_same_weight_is_not_enough() -> None:
    """The example of the book: a dog with two heavier herbivores, but not with one of its own weight."""
    stage = Stage(port=["cow horse", "goat"], starboard=["cow", "grain grain"], lean=0)
    assert "port-1" in stage.places("dog")
    assert "port-2" not in stage.places("dog")
    assert stage.why("dog", "port-2") == ["the dog would eat the goat"]


def test_animals_entering_a_carnivores_cabin_must_be_heavier_than_it() -> None:
    stage = Stage(port=["dog", "cow"], starboard=["cow", "cow"], lean=0)
    assert "port-1" in stage.places("horse")
    assert "port-1" not in stage.places("goat")
    assert "port-1" not in stage.places("dove")


def test_a_cabin_has_one_carnivore_or_omnivore_at_most() -> None:
    stage = Stage(port=["dog", "pig"], starboard=["bison", "bison"], lean=0)
    for hunter in ("pig", "dog", "cat", "brown-bear", "mouse"):
        allowed = stage.places(hunter)
        assert "port-1" not in allowed, hunter
        assert "port-2" not in allowed, hunter


def test_carnivores_share_with_provisions_whatever_they_weigh() -> None:
    stage = Stage(port=["grain", "bison"], starboard=["dog", "bison"], lean=0)
    assert "port-1" in stage.places("dog")
    assert "port-1" in stage.places("crocodile")
    assert "starboard-1" in stage.places("grain")


@pytest.mark.parametrize("grazer", ["goat", "chimpanzee", "cow"])
def test_herbivores_and_omnivores_do_not_share_with_provisions(grazer: str) -> None:
    stage = Stage(port=["grain", grazer], starboard=["bee", "bee"], discs=[0, 0, 0], lean=0)
    assert "port-1" not in stage.places(grazer)
    assert "port-2" not in stage.places("grain")


def test_animals_without_nourishment_must_be_heavier_than_a_carnivore_but_leave_provisions_alone() -> None:
    bold = {"animals": {"ostrich": {"kind": "useful"}}}
    stage = Stage(port=["dog", "grain"], starboard=["bison", "cow"], lean=0, corrections=bold)
    assert "port-1" not in stage.places("bee")
    assert "port-1" in stage.places("ostrich")
    assert {"port-2"} <= stage.places("bee") & stage.places("toad")


def test_a_shy_animal_enters_no_cabin_with_next_to_or_opposite_a_carnivore() -> None:
    stage = Stage(port=["bison", "crocodile", "bison", "bison"], starboard=["bison", "bison", "bison", "bison"], lean=0)
    assert "port-1" not in stage.places("rabbit"), "next to the carnivore"
    assert "port-2" not in stage.places("deer"), "the same cabin"
    assert "port-3" not in stage.places("rabbit"), "next to the carnivore"
    assert "starboard-2" not in stage.places("rabbit"), "opposite"


def test_a_diagonal_carnivore_does_not_bother_shy_animals() -> None:
    stage = Stage(port=["bison", "crocodile", "bison"], starboard=["bison", "bison", "bison"], lean=0)
    assert {"starboard-1", "starboard-3"} <= stage.places("rabbit")


def test_omnivores_do_not_bother_shy_animals() -> None:
    stage = Stage(port=["bison", "pig", "bison"], starboard=["bison", "cow", "bison"], lean=1)
    assert {"port-1", "port-3", "starboard-2"} <= stage.places("rabbit")
    assert "port-2" in stage.places("moose"), "the same cabin, being heavier"


def test_a_shy_animal_stays_when_a_carnivore_comes_later() -> None:
    stage = Stage(port=["deer", "bison"], starboard=["bison", "bison"], lean=0)
    assert {"port-1", "port-2", "starboard-1"} <= stage.places("dog")
    stage.table.stow(stage.by_id["dog"], stage.cabin("port-1"))
    assert stage.table.sides[0][0].cards == stage.cards("deer dog")


def test_opposite_is_the_same_row_and_nothing_if_that_side_is_shorter() -> None:
    stage = Stage(port=["bison", "bison", "bison"], starboard=["bison", "bison bison bison"], lean=0)
    assert "port-3" in stage.places("rabbit")
    stage.table.stow(stage.by_id["crocodile"], stage.cabin("starboard-3"))
    assert "port-3" not in stage.welcoming("rabbit")
    assert "port-4" in stage.welcoming("rabbit")


def test_a_new_cabin_behind_or_opposite_a_carnivore_is_no_place_for_the_shy_either() -> None:
    stage = Stage(port=["bison", "crocodile"], starboard=["bison", "bison bee", "grain"], lean=0)
    assert "port-3" not in stage.places("rabbit")
    assert "starboard-4" in stage.places("rabbit")


def test_a_placement_never_leans_the_ark_beyond_two() -> None:
    stage = Stage(port=["cow", "horse"], starboard=["cow", "goat"])
    assert stage.table.incline == -1
    assert stage.places("bison") == {"starboard-1", "starboard-2", "starboard-3"}
    assert {"port-1", "starboard-1"} <= stage.places("sheep")
    assert stage.places("mammoth") == set(), "4 on starboard would make it +3"
    assert stage.why("mammoth", "starboard-3") == ["1 too heavy: the ark would tip over"]


def test_a_polar_bear_moves_the_disc_by_its_weight_and_then_only_weight_0_fits_that_side() -> None:
    stage = Stage(port=["reindeer", "moose"], starboard=["reindeer", "moose"])
    stage.table.stow(stage.by_id["polar-bear"], stage.cabin("port-3"))
    assert stage.table.incline == -2
    assert not any(place.startswith("port") for place in stage.places("goat"))
    assert any(place.startswith("port") for place in stage.places("bee"))


def test_a_turtle_shares_with_hunters_of_its_size_and_bigger() -> None:
    stage = Stage(port=["crocodile", "turtle"], starboard=["dog", "cow"], lean=0)
    assert {"port-1", "starboard-1"} <= stage.places("turtle")
    assert {"port-2"} <= stage.places("dog") & stage.places("crocodile") & stage.places("pig")


def test_only_the_turtle_is_left_alone_the_third_card_follows_the_rule() -> None:
    stage = Stage(port=["turtle goat", "turtle"], starboard=["turtle cow", "bison"], lean=0)
    assert "port-1" not in stage.places("dog")
    assert "starboard-1" in stage.places("dog")
    stage.table.stow(stage.by_id["crocodile"], stage.cabin("port-2"))
    assert "port-2" not in stage.welcoming("goat")


def test_a_second_hunter_can_live_with_a_hedgehog() -> None:
    stage = Stage(port=["hedgehog", "crocodile"], starboard=["tyranno", "hedgehog dog"], lean=0)
    assert {"port-1"} <= stage.places("crocodile") & stage.places("dog") & stage.places("pig")
    assert {"port-2", "starboard-1"} <= stage.places("hedgehog")


def test_a_hedgehog_still_eats_what_is_not_heavier_and_does_not_hunt() -> None:
    stage = Stage(port=["hedgehog", "goat"], starboard=["bee", "cow"], lean=0)
    assert "port-1" not in stage.places("goat")
    assert not {"port-2", "starboard-1"} & stage.places("hedgehog")
    assert "port-1" not in stage.places("cat"), "a lighter hunter is eaten by the hedgehog"
    assert "port-1" in stage.places("turtle")


def test_a_hedgehog_eats_provisions_as_an_omnivore() -> None:
    stage = Stage(port=["grain", "cow"], starboard=["cow", "cow"], lean=0)
    assert "port-1" not in stage.places("hedgehog")


@pytest.mark.parametrize("card", ["dog", "dove", "grain", "apples", "skunk", "spider", "mosquito", "hedgehog", "tiger"])
def test_the_second_opinion_finds_the_same_places(card: str) -> None:
    stage = Stage(
        port=["turtle cow", "dog horse", "apples apples", "tiger", "deer ostrich"],
        starboard=["hedgehog pig", "bee", "grain cat", "rabbit mouse", "moose musk-ox sheep"],
    )
    picture = {cabin.id: [card.id for card in cabin.cards] for cabin in stage.table.list_cabins()}
    assert stage.places(card) == Judge().legal_places(picture, card, opening=True)
