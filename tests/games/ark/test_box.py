"""The box of Ark keeps every constraint that is known of the printed one (rulings.md 2.3)."""

from collections import Counter
from typing import Any

import pytest

from companion.core.errors import BoxError
from companion.games.ark import GAME
from companion.games.ark.pieces import CLIMATES, KINDS, NOURISHMENTS, ArkPieces, Cargo, can_share_climate
from tests.laws import NAMES

SPECIAL = {"fox", "hedgehog", "mosquito", "bronto", "turtle", "skunk", "spider", "chimpanzee"}
FROM_EXPANSIONS = {
    "albatross", "bamboo", "echidna", "elephant-seal", "goose", "guinea-pig", "holy-cow", "icelandic-horse",
    "komodo-dragon", "locust", "mole", "okapi", "oym", "panda", "parrot", "penguin", "saiga", "snow-hare", "snowman",
    "tapeworm", "triceratops", "woodworm",
}  # fmt: skip


def pieces_for(players: int, corrections: dict[str, Any] | None = None) -> ArkPieces:
    setup = GAME.set_up(NAMES[:players], corrections=corrections)
    pieces: ArkPieces = GAME.make_pieces(setup)
    return pieces


@pytest.fixture
def pieces() -> ArkPieces:
    return pieces_for(3)


@pytest.fixture
def animals(pieces: ArkPieces) -> dict[str, Cargo]:
    return {card.id: card for card in pieces.deck if not card.provision}


def test_47_animals_8_provisions_and_5_rain_make_60_cards(pieces: ArkPieces) -> None:
    assert Counter(card.provision for card in pieces.deck) == {False: 47, True: 8}
    assert len(pieces.deck) + pieces.rains == 60


def test_every_animal_is_a_single_card_and_provisions_are_two_kinds_of_four(pieces: ArkPieces) -> None:
    copies = Counter(card.id for card in pieces.deck)
    assert [copies[card.id] for card in pieces.kinds.all if card.provision] == [4, 4]
    assert all(copies[card.id] == 1 for card in pieces.deck if not card.provision)


def test_eight_animals_and_nothing_else_have_special_abilities(pieces: ArkPieces) -> None:
    assert {card.id for card in pieces.deck if card.power} == SPECIAL


def test_every_weight_from_0_to_4_occurs(pieces: ArkPieces) -> None:
    assert {card.weight for card in pieces.deck} == {0, 1, 2, 3, 4}


def test_climates_and_nourishments_are_those_of_the_book_and_all_occur(pieces: ArkPieces) -> None:
    assert {card.climate for card in pieces.deck} == set(CLIMATES)
    assert {card.nourishment for card in pieces.deck} == set(NOURISHMENTS)


def test_provisions_have_no_nourishment_and_some_animals_have_none_either(pieces: ArkPieces) -> None:
    assert all(card.nourishment == "none" for card in pieces.deck if card.provision)
    assert any(card.nourishment == "none" for card in pieces.deck if not card.provision)


def test_the_two_kinds_of_provisions_like_different_climates(pieces: ArkPieces) -> None:
    assert {card.climate for card in pieces.deck if card.provision} == {"hot", "cold"}


def test_figures_about_single_animals_match_the_source(animals: dict[str, Cargo]) -> None:
    assert animals["skunk"].weight == 1
    assert animals["elephant"].weight == 3
    assert (animals["polar-bear"].weight, animals["polar-bear"].climate) == (2, "cold")
    assert animals["tiger"].climate == "hot"
    assert animals["dog"].nourishment == "carnivore"
    assert animals["tyranno"].nourishment == "carnivore"


def test_figures_about_special_eaters_match_the_source(animals: dict[str, Cargo]) -> None:
    assert animals["skunk"].nourishment in {"herbivore", "omnivore"}
    assert all(animals[name].nourishment in {"carnivore", "omnivore"} for name in ("mosquito", "spider", "hedgehog"))
    assert animals["turtle"].nourishment in {"herbivore", "none"}


def test_the_drivers_have_somebody_to_drive_out(pieces: ArkPieces, animals: dict[str, Cargo]) -> None:
    assert any(card.kind == KINDS.index("shy") and card.driven for card in animals.values())
    assert any(card.weight == 2 and card.driven for card in animals.values())
    assert all(animals[name].victims for name in ("skunk", "spider", "mosquito"))


def test_the_dog_has_a_herbivore_of_its_weight_and_two_heavier_ones_to_live_with(animals: dict[str, Cargo]) -> None:
    dog = animals["dog"]
    herbivores = [card for card in animals.values() if card.nourishment == "herbivore" and can_share_climate(card, dog)]
    assert any(card.weight == dog.weight for card in herbivores)
    heavier = [card for card in herbivores if card.weight > dog.weight]
    assert any(can_share_climate(animal, other) for animal in heavier for other in heavier if animal is not other)


def test_the_first_four_cabins_can_always_be_filled(pieces: ArkPieces) -> None:
    light = [card for card in pieces.deck if 1 <= card.weight <= 2]
    assert light == pieces.starters
    assert len(light) >= 4
    assert len({card.kind for card in light}) >= 2


@pytest.mark.parametrize(
    ("players", "discs", "left"), [(3, (4, 4, 4), 10), (4, (3, 3, 3, 4), 9), (5, (3, 3, 3, 4, 4), 5)]
)
def test_22_discs_are_shared_out_by_position(players: int, discs: tuple[int, ...], left: int) -> None:
    pieces = pieces_for(players)
    assert (pieces.discs, pieces.supply_discs) == (discs, left)
    assert sum(discs) + left == 22


def test_pets_are_light_animals_without_abilities(pieces: ArkPieces) -> None:
    pets = {card.id for card in pieces.kinds.list_kinds(pieces.pets)}
    assert pets == {c.id for c in pieces.deck if c.weight <= 2 and c.id not in SPECIAL and not c.provision}


def test_figures_rain_and_bow_are_those_of_the_book(pieces: ArkPieces) -> None:
    assert (pieces.figures * 5, pieces.rains, pieces.pet_rain, pieces.incline) == (85, 5, 2, 2)


def test_no_animal_of_the_expansions_is_in_the_box(animals: dict[str, Cargo]) -> None:
    assert not FROM_EXPANSIONS & set(animals)


def test_a_card_may_have_no_kind(animals: dict[str, Cargo]) -> None:
    assert any(card.kind == -1 for card in animals.values())


def test_unknown_figures_are_marked_as_reconstructed_entry_by_entry() -> None:
    box = GAME.open_box({}, {})
    guessed = set(box.list_reconstructed())
    assert "animals.elephant.climate" in guessed
    assert "animals.elephant.weight" not in guessed
    assert box.provenance["animals.elephant.weight"] == "rulebook"
    assert box.provenance["animals.tiger.climate"] == "source"
    assert all(box.provenance[path] == "rulebook" for path in box.provenance if path.endswith(".power"))
    assert not any(path.startswith(("game.", "discs.", "scoring.")) for path in guessed)


def test_the_table_says_how_much_of_the_box_is_a_guess(pieces: ArkPieces) -> None:
    table = GAME.new_table(GAME.set_up(NAMES[:3]), pieces)
    assert int(table.facts()["box"]) == len(GAME.open_box({}, {}).list_reconstructed()) > 100


def test_an_owner_can_correct_a_card_and_give_it_another_name() -> None:
    corrections = {"animals": {"moose": {"name": "elk", "weight": 4, "kind": "none"}}}
    moose = next(card for card in pieces_for(3, corrections).deck if card.id == "moose")
    assert (moose.name, moose.weight, moose.kind) == ("elk", 4, -1)


@pytest.mark.parametrize(
    ("animal", "entry", "value", "allowed"),
    [
        ("cow", "weight", 5, "a whole number from 0 to 4"),
        ("cow", "climate", "tepid", "hot, cold, both"),
        ("cow", "kind", "provision", "heavy, useful, slow, shy, none"),
        ("cow", "name", "", "1 to 20 letters"),
    ],
)
def test_a_wrong_correction_is_refused_with_file_entry_and_what_is_allowed(
    animal: str, entry: str, value: object, allowed: str
) -> None:
    with pytest.raises(BoxError) as refused:
        pieces_for(3, {"animals": {animal: {entry: value}}})
    message = str(refused.value)
    assert f"boxes/ark.toml: animals.{animal}.{entry}" in message
    assert allowed in message


def test_a_typo_in_a_correction_is_found() -> None:
    with pytest.raises(BoxError, match=r"unknown entry animals.cow.wieght; known here: weight"):
        pieces_for(3, {"animals": {"cow": {"wieght": 3}}})


def test_a_box_whose_ark_cannot_start_is_refused() -> None:
    box = GAME.open_box({}, {})
    heavy = {group: {card: {"weight": 4} for card in box.list_names(group)} for group in ("animals", "provisions")}
    with pytest.raises(BoxError, match="too few cards"):
        pieces_for(3, heavy)


def test_a_single_figure_can_come_from_somewhere_else_than_its_table() -> None:
    box = GAME.open_box(
        {}, {"animals": {"from": "source", "cow": {"from": {"kind": "owner"}, "weight": 3, "kind": "shy"}}}
    )
    assert box.provenance["animals.cow.weight"] == "source"
    assert box.provenance["animals.cow.kind"] == "owner"
    assert box.provenance["animals.cow.climate"] == "reconstructed"


def test_an_unknown_origin_of_a_single_figure_is_refused() -> None:
    with pytest.raises(BoxError, match=r"boxes/ark.toml: animals.cow.from is 'hearsay'; allowed: rulebook, source"):
        GAME.open_box({}, {"animals": {"cow": {"from": {"kind": "hearsay"}, "kind": "shy"}}})
