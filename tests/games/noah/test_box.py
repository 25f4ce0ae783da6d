"""The box of Noah: all 47 cards are known, and an owner's corrections are checked as they are read."""

from collections import Counter

import pytest

from companion.core.errors import BoxError
from companion.games.noah import GAME
from companion.games.noah.pieces import NoahPieces
from tests.laws import NAMES

SEXES = ("m", "f", "either")


def pieces_for(players: int, **corrections: object) -> NoahPieces:
    setup = GAME.set_up(NAMES[:players], corrections=corrections)
    return GAME.make_pieces(setup)


@pytest.mark.parametrize(
    ("players", "cards", "weight", "tears"), [(2, 31, 121, 38), (3, 31, 121, 38), (4, 39, 149, 52), (5, 47, 171, 70)]
)
def test_the_deck_adds_up(players: int, cards: int, weight: int, tears: int) -> None:
    """Always two cards are left over, but with two players ten."""
    pieces = pieces_for(players)
    assert len(pieces.deck) == cards == 5 + max(3, players) * pieces.hand + 2
    assert sum(animal.weight for animal in pieces.deck) == weight
    assert sum(animal.tears for animal in pieces.deck) == tears


def test_males_and_females_are_as_many() -> None:
    sexes = Counter(animal.sex for animal in pieces_for(5).deck)
    assert sexes["m"] == sexes["f"] == 21
    assert sexes["either"] == 5, "snails"
    assert set(sexes) == set(SEXES)


def test_nothing_in_it_is_a_guess() -> None:
    assert set(GAME.open_box({}, {}).provenance.values()) == {"rulebook", "source"}
    assert not GAME.list_lessons(GAME.open_box({}, {}))


@pytest.mark.parametrize(
    ("corrections", "why"),
    [
        ({"game": {"hand": 0}}, "hand"),
        ({"ferries": {"drilled_limit": 22}}, "drilled_limit"),
        ({"species": {"bear": {"weight": 14}}}, "weight"),
        ({"species": {"bear": {"for_all": ["either"]}}}, "only one species can have both sexes"),
        ({"game": {"hand": 14}}, "31 cards are too few: 2 players need 33"),
    ],
)
def test_impossible_entries_are_named(corrections: dict[str, object], why: str) -> None:
    with pytest.raises(BoxError, match=why):
        pieces_for(2, **corrections)


def test_an_owner_may_know_better() -> None:
    heavier = pieces_for(2, species={"bear": {"weight": 12}})
    assert {animal.weight for animal in heavier.deck if animal.species == "bear"} == {12}
