"""How the ark starts, the rain, pets, the endgame, and what everything counts."""

from collections import Counter

import pytest

from companion.core.match import Match
from companion.games.ark import GAME
from companion.games.ark.pieces import KINDS, Cargo
from companion.games.ark.scoring import majorities, outcome, score
from companion.games.ark.table import ArkTable
from tests.games.ark.scenes import Scene
from tests.laws import NAMES


def started(players: int, seed: int) -> ArkTable:
    table = Match(GAME, GAME.set_up(NAMES[:players], seed=seed)).table
    assert isinstance(table, ArkTable)
    return table


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_ark_starts_with_four_light_cards_no_kind_more_than_twice(players: int) -> None:
    for seed in range(100):
        table = started(players, seed)
        first = [cabin.cards for cabin in table.cabins()]
        assert [len(cards) for cards in first] == [1, 1, 1, 1]
        assert all(1 <= cards[0].weight <= 2 for cards in first)
        assert max(Counter(c[0].kind for c in first if c[0].kind >= 0).values()) <= 2
        assert abs(table.incline) <= 2
        assert table.figures == [17] * players, "nobody scores the starting cards"


def test_the_starting_cards_b_and_c_lie_opposite_a_and_d() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"))
    match.answer("seat-0")
    for card in ("goat", "cow", "zebra", "fox"):
        match.answer(card)
    assert {name: match.facts[name] for name in ("port-1", "starboard-1", "starboard-2", "port-2")} == {
        "port-1": "goat 1", "starboard-1": "cow 2", "starboard-2": "zebra 2", "port-2": "fox 1",
    }  # fmt: skip
    assert match.facts["incline"] == "+2", "the book's example: 2 and 2 against 1 and 1"


def test_at_a_real_table_only_cards_that_may_start_are_offered() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], deal="table"), ["seat-0", "goat", "cow"])
    assert match.question is not None
    offered = {card.id: card for card in match.question.choices if isinstance(card, Cargo)}
    assert all(1 <= card.weight <= 2 for card in offered.values())
    assert "horse" not in offered, "a third useful animal goes back under the deck"
    assert "grain" in offered


@pytest.mark.parametrize(("players", "supply"), [(3, 42), (4, 40), (5, 38)])
def test_hands_display_and_supply_have_the_right_size(players: int, supply: int) -> None:
    table = started(players, 1)
    assert [hand.size for hand in table.hands] == [2] * players
    assert len(table.display) == 3
    assert len(table.supply) == supply + 5


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_rain_comes_after_half_of_the_supply_and_the_others_anywhere_behind_it(players: int) -> None:
    later = set()
    for seed in range(60):
        table = started(players, seed)
        cards = list(reversed(table.supply.cards))  # type: ignore[attr-defined]
        rain = [place for place, card in enumerate(cards) if card.id == "rain"]
        assert len(rain) == 5
        assert rain[0] == (len(cards) - 5) // 2
        later.add(tuple(rain[1:]))
    assert len(later) > 50, "the four others are shuffled"


def test_discs_go_by_position_from_the_starting_player() -> None:
    for seed in range(30):
        match = Match(GAME, GAME.set_up(NAMES[:5], seed=seed))
        assert match.question is not None
        first = match.question.seat
        discs = match.facts["discs"].split()
        assert [discs[(first + position) % 5] for position in range(5)] == ["3", "3", "3", "4", "4"]


def test_rain_is_put_aside_and_another_card_drawn() -> None:
    scene = Scene(supply="rain rain cow rain mouse rain", display="toad snail dove").turn()
    scene.table.rain = -5  # far from any event
    scene.answer("take-toad")
    assert scene.table.rain == -3
    assert str(scene.table.hands[0]) == "toad mouse"
    assert [card.id for card in scene.table.display] == ["snail", "dove", "cow"]


def test_at_the_second_rain_everyone_may_choose_a_pet_from_the_drawer_on() -> None:
    hands = ("cow bison", "fox grain", "goat mammoth")
    scene = Scene(supply="rain cow mouse rain", hands=hands, display="toad snail dove")
    scene.table.rain = 1
    scene.turn(2).answer("take-toad")
    assert scene.asked == (2, "pet")
    assert scene.choices == {"goat", "toad", "no-pet"}
    scene.answer("goat")
    assert scene.asked == (0, "pet"), "and then clockwise"
    assert scene.choices == {"cow", "no-pet"}
    scene.answer("no-pet")
    assert scene.asked == (0, "turn"), "the second player holds nothing that can be a pet"
    assert [str(pet) for pet in scene.table.pets] == ["None", "None", "goat"]
    assert "goat" not in str(scene.table.hands[2])


@pytest.mark.parametrize(
    ("card", "pet"),
    [
        ("cow", True),
        ("dove", True),
        ("bison", False),
        ("mammoth", False),
        ("grain", False),
        ("fox", False),
        ("turtle", False),
    ],
)
def test_pets_are_animals_up_to_weight_2_without_abilities(card: str, pet: bool) -> None:
    assert Scene().by_id[card].pet is pet


def test_a_pet_is_seen_by_nobody_else_before_the_end() -> None:
    scene = Scene(hands=("cow", "", ""))
    scene.table.pets[0] = scene.by_id["cow"]
    assert scene.table.facts()["pet-0"] == "1"
    assert scene.table.secrets(0)["pet"] == "cow"
    assert "pet" not in scene.table.secrets(1)


@pytest.mark.parametrize("supply", ["rain", "cow rain"])
def test_the_fifth_rain_ends_the_turn_at_once(supply: str) -> None:
    scene = Scene(supply=supply, display="toad snail dove")
    scene.table.rain = 4
    scene.turn(1).answer("take-toad")
    assert scene.question is None
    assert scene.result == 1, "who drew it; the left neighbour begins the endgame"
    assert scene.table.hands[1].size == 1
    assert len(scene.table.display) == 2


def test_the_fifth_rain_can_come_while_the_display_is_refilled() -> None:
    scene = Scene(supply="rain cow", display="toad snail dove")
    scene.table.rain = 4
    scene.turn().answer("take-toad")
    assert scene.result == 0
    assert str(scene.table.hands[0]) == "cow toad"


def test_in_the_endgame_an_animal_costs_a_disc_to_the_bank() -> None:
    scene = Scene(hands=("goat bee", "cat", "")).endgame()
    assert scene.asked == (0, "last_minute")
    assert scene.choices == {"goat", "bee", "pass"}
    scene.answer("goat", "port-1")
    assert (scene.table.discs, scene.table.bank) == ([3, 4, 4], 11)
    assert scene.asked == (1, "last_minute"), "one animal a turn"


def test_in_the_endgame_a_new_cabin_costs_a_second_disc_and_brings_no_card() -> None:
    scene = Scene(hands=("goat", "", "")).endgame().answer("goat", "port-3")
    assert (scene.table.discs, scene.table.bank) == ([2, 4, 5], 11)
    assert scene.table.hands[0].size == 0
    assert len(scene.table.display) == 3


def test_in_the_endgame_one_disc_opens_no_cabin() -> None:
    scene = Scene(hands=("goat", "", ""), discs=[1, 4, 4]).endgame().answer("goat")
    assert not {"port-3", "starboard-3"} & scene.choices


def test_slow_animals_and_provisions_come_too_late() -> None:
    scene = Scene(hands=("snail grain", "goat", "")).endgame()
    assert scene.asked == (1, "last_minute"), "the first player has nothing to play and passes"


def test_without_discs_a_player_passes() -> None:
    scene = Scene(hands=("goat", "bee", ""), discs=[0, 4, 4]).endgame()
    assert scene.asked == (1, "last_minute")


def test_who_passed_does_not_play_again() -> None:
    scene = Scene(hands=("goat", "bee cat", "")).endgame().answer("pass", "bee", "port-1")
    assert scene.asked == (1, "last_minute")
    scene.answer("pass")
    assert scene.question is None


def test_two_discs_from_a_late_fox_can_be_spent_at_once() -> None:
    scene = Scene(hands=("fox goat", "", ""), discs=[1, 4, 4]).endgame().answer("fox", "port-1")
    assert scene.table.discs[0] == 2
    assert scene.asked == (0, "last_minute")


@pytest.mark.parametrize(
    ("figures", "points"),
    [
        ([3, 2, 1], [10, 6, 2]),
        ([3, 3, 1], [8, 8, 2]),
        ([3, 2, 2], [10, 4, 4]),
        ([2, 2, 2], [6, 6, 6]),
        ([1, 0, 0], [10, 0, 0]),
        ([1, 1, 0], [8, 8, 0]),
        ([2, 2, 2, 2], [5, 5, 5, 5]),
        ([3, 1, 1, 1], [10, 4, 4, 4]),
        ([4, 3, 2, 1], [10, 6, 2, 2]),
        ([4, 3, 1, 1], [10, 6, 2, 2]),
        ([2, 2, 2, 2, 2], [5, 5, 5, 5, 5]),
        ([3, 1, 1, 1, 1], [10, 3, 3, 3, 3]),
        ([3, 3, 2, 2, 1], [8, 8, 2, 2, 2]),
    ],
)
def test_majorities_score_10_6_and_2_and_ties_share_rounded_up(figures: list[int], points: list[int]) -> None:
    awards = {seat: award for seat, award, _ in majorities(tuple(2 * n for n in figures), (10, 6, 2))}
    assert [awards.get(seat, 0) for seat in range(len(figures))] == points


def test_half_a_figure_decides_a_majority() -> None:
    awards = {seat: award for seat, award, _ in majorities((3, 2, 0), (10, 6, 2))}
    assert awards == {0: 10, 1: 6}


def test_pets_count_at_the_end_and_each_disc_is_a_point() -> None:
    scene = Scene(discs=[4, 0, 2])
    scene.table.add_figure(1, KINDS.index("useful"))
    scene.table.pets[0] = scene.by_id["cow"]
    scene.start(score)
    assert scene.table.scores == [8 + 4, 8, 2]
    assert [(e.seat, e.points, e.reason, str(e.about)) for e in scene.table.ledger.entries] == [
        (0, 8, "first", "useful"), (1, 8, "first", "useful"), (0, 4, "discs", "4"), (2, 2, "discs", "2"),
    ]  # fmt: skip


def test_the_most_points_win() -> None:
    scene = Scene()
    scene.table.ledger.add(1, 3, "discs", 3)
    scene.start(outcome)
    assert (scene.result.winners, scene.result.why) == ((1,), "most-points")


def test_a_tie_goes_to_the_fewest_animals_in_hand_provisions_not_counted() -> None:
    scene = Scene(hands=("cow goat", "cow grain grain apples", "bee toad"))
    scene.start(outcome)
    assert (scene.result.winners, scene.result.why) == ((1,), "fewest-animals")


def test_a_tie_beyond_that_is_shared() -> None:
    scene = Scene(hands=("cow", "goat grain", "bee toad")).start(outcome)
    assert (scene.result.winners, scene.result.why) == ((0, 1), "shared")


def test_a_player_whose_figures_are_all_placed_places_no_more() -> None:
    scene = Scene(hands=("goat", "", ""))
    scene.table.figures[0] = 0
    scene.turn().answer("goat", "port-1")
    assert scene.figures("useful") == [0, 0, 0]
