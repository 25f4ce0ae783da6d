"""The box of Noah's Ark: what is known of it holds, and what is guessed says so."""

from collections import Counter
from typing import Any

import pytest

from companion.core.errors import BoxError
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import MOST_KINDS, STYLES, NoahsArkPieces
from tests.laws import NAMES

WORDS = ("one", "two", "three", "four", "five", "six", "seven")


def pieces(players: int = 4, corrections: dict[str, Any] | None = None, **options: str) -> NoahsArkPieces:
    unpacked = GAME.make_pieces(GAME.set_up(NAMES[:players], options, corrections=corrections))
    assert isinstance(unpacked, NoahsArkPieces)
    return unpacked


def test_there_are_51_cards() -> None:
    box = pieces()
    assert len(box.animals) == 24
    assert len(box.advanced) == 10
    assert len(box.objectives) == 10
    assert len(box.styles) == 6
    assert len([*box.animals, *box.advanced, *box.objectives, *box.styles, box.ark]) == 51


def test_the_normal_deck_is_24_animal_cards_and_the_ark() -> None:
    box = pieces()
    assert (box.size, box.last_cards) == (25, 10)


@pytest.mark.parametrize(("added", "cards"), [("all", 8), *((word, n) for n, word in enumerate(WORDS, 1))])
def test_advanced_cards_and_two_flice_cards_come_on_top(added: str, cards: int) -> None:
    box = pieces(mode="advanced", advanced=added)
    assert box.advanced_in_deck == cards
    assert box.size == (24 + cards - 10) + 2 + 10 + 1


def test_five_players_leave_double_pairs_in_the_box() -> None:
    assert {card.power for card in pieces(4, mode="advanced").eligible} - {
        card.power for card in pieces(5, mode="advanced").eligible
    } == {"pairs"}


@pytest.mark.parametrize(("players", "mode", "each"), [(2, "normal", 3), (5, "normal", 3), (4, "advanced", 4)])
def test_everyone_gets_three_dice_and_four_with_double_pairs(players: int, mode: str, each: int) -> None:
    box = pieces(players, mode=mode)
    assert box.dice_each == each
    assert players * each <= box.dice == 16


def test_five_players_could_not_have_four_dice_each() -> None:
    assert pieces(5, mode="advanced").dice_each == 3


def test_a_duel_takes_twelve_of_the_sixteen_dice() -> None:
    assert 2 * len(ANIMALS) == 12 <= pieces().dice


def test_three_objectives_are_laid_out_or_six() -> None:
    assert (pieces().laid_out, pieces().laid_out_more) == (3, 6)


def test_there_are_ten_kinds_of_objectives_and_six_styles() -> None:
    assert len({objective.id for objective in pieces().objectives}) == len(MOST_KINDS) == 10
    assert len({style.id for style in pieces().styles}) == len(STYLES) == 6


def test_at_least_eight_advanced_cards_differ_and_three_of_them_replace_an_animal() -> None:
    advanced = pieces().advanced
    assert len({card.id for card in advanced}) >= 8
    powers = Counter(card.power for card in advanced)
    assert powers.pop("turn") == 3
    assert sorted(powers.values()) in ([1, 1, 1, 1, 3], [1, 1, 1, 2, 2])


def test_one_card_replaces_snakes_and_elephants() -> None:
    turns = [set(card.turns) for card in pieces().advanced if card.turns]
    assert {"snake", "elephant"} in turns
    assert len({frozenset(turn) for turn in turns}) == 3


def test_double_pairs_shows_two_pairs_and_three_points() -> None:
    (pairs,) = (card for card in pieces().advanced if card.power == "pairs")
    assert pairs.points == 3
    assert sorted(Counter(pairs.shows).values()) == [2, 2]


def test_animal_cards_show_two_or_three_animals() -> None:
    assert {len(card.shows) for card in pieces().animals} == {2, 3}


def test_every_animal_is_about_as_frequent() -> None:
    totals = [sum(each) for each in zip(*(card.tally for card in pieces().animals), strict=True)]
    assert max(totals) - min(totals) <= 1


def test_most_cards_have_points_some_can_be_taken_and_noa_is_worth_more() -> None:
    cards = pieces().animals
    assert sum(card.points > 0 for card in cards) > len(cards) / 2
    assert any(card.points <= 1 for card in cards)
    for number in (2, 3):
        with_noa = [card.points for card in cards if card.noa and len(card.shows) == number]
        without = [card.points for card in cards if not card.noa and len(card.shows) == number]
        assert min(with_noa) > max(without)


def test_no_two_of_the_guessed_cards_look_alike() -> None:
    box = pieces()
    ids = [card.id for card in (*box.animals, *box.advanced)]
    assert len(set(ids)) == len(ids)


def test_every_guess_is_marked_entry_by_entry() -> None:
    box = GAME.open_box({}, {})
    for table in ("animals", "advanced", "objectives", "styles", "race"):
        for entry in [path for path in box.provenance if path.startswith(f"{table}.")]:
            assert box.provenance[entry] == "reconstructed", entry
    assert all(origin == "rulebook" for path, origin in box.provenance.items() if path.startswith("game."))


def test_an_owner_corrects_a_card() -> None:
    right = {"animals": {"card-01": {"shows": ["monkey", "lion", "lion"], "points": 2, "noa": 1}}}
    card = pieces(corrections=right).animals[0]
    assert card.id == "lion-lion-monkey-noa-2"
    assert not card.guessed


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"animals": {"card-01": {"shows": ["lion"]}}}, "animals.card-01.shows"),
        ({"animals": {"card-01": {"shows": ["lion", "cow"]}}}, "cow"),
        ({"animals": {"card-01": {"points": 10}}}, "animals.card-01.points"),
        ({"animals": {"card-01": {"colour": "red"}}}, "animals.card-01.colour"),
        ({"advanced": {"pairs-1": {"shows": ["lion", "lion", "lion", "eagle"]}}}, "advanced.pairs-1.shows"),
        ({"advanced": {"turn-1": {"turns": ["lion", "lion"]}}}, "advanced.turn-1.turns"),
        ({"advanced": {"wild-1": {"turns": ["lion", "eagle"]}}}, "advanced.wild-1.turns"),
        ({"race": {"opposite": ["lion", "lion", "eagle", "snake", "monkey", "giraffe"]}}, "race.opposite"),
        ({"game": {"dice": 11}}, "game.dice"),
        ({"length": {"shortest": 20}}, "animals"),
    ],
)
def test_a_wrong_box_is_refused_with_the_entry_named(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(BoxError) as refused:
        pieces(corrections=wrong, length="shortest")
    assert named in str(refused.value)


def test_an_option_that_means_nothing_without_another_says_so() -> None:
    (number,) = (option for option in GAME.options if option.name == "advanced")
    assert not number.is_relevant({"mode": "normal"})
    assert number.is_relevant({"mode": "advanced"})
    assert all(option.is_relevant({}) for option in GAME.options if option is not number)
