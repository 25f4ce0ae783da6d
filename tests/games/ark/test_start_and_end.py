"""How the ark starts, the rain, pets, the endgame, and what everything counts."""

from collections import Counter

import pytest

from companion.core.match import Match
from companion.games.ark import GAME
from companion.games.ark.pieces import KINDS, Cargo
from companion.games.ark.scoring import award_majorities, decide_outcome, score_points
from companion.games.ark.table import ArkTable
from tests.games.ark.stage import Stage
from tests.laws import NAMES


def started(players: int, seed: int) -> ArkTable:
    table = Match(GAME, GAME.set_up(NAMES[:players], seed=seed)).table
    assert isinstance(table, ArkTable)
    return table


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_ark_starts_with_four_light_cards_no_kind_more_than_twice(players: int) -> None:
    for seed in range(100):
        table = started(players, seed)
        first = [cabin.cards for cabin in table.list_cabins()]
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
    stage = Stage(supply="rain rain cow rain mouse rain", display="toad snail dove").turn()
    stage.table.rain = -5  # far from any event
    stage.answer("take-toad")
    assert stage.table.rain == -3
    assert str(stage.table.hands[0]) == "toad mouse"
    assert [card.id for card in stage.table.display] == ["snail", "dove", "cow"]


def test_at_the_second_rain_everyone_may_choose_a_pet_from_the_drawer_on() -> None:
    hands = ("cow bison", "fox grain", "goat mammoth")
    stage = Stage(supply="rain cow mouse rain", hands=hands, display="toad snail dove")
    stage.table.rain = 1
    stage.turn(2).answer("take-toad")
    assert stage.asked == (2, "pet")
    assert stage.choices == {"goat", "toad", "no-pet"}
    stage.answer("goat")
    assert stage.asked == (0, "pet"), "and then clockwise"
    assert stage.choices == {"cow", "no-pet"}
    stage.answer("no-pet")
    assert stage.asked == (0, "turn"), "the second player holds nothing that can be a pet"
    assert [str(pet) for pet in stage.table.pets] == ["None", "None", "goat"]
    assert "goat" not in str(stage.table.hands[2])


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
    assert Stage().by_id[card].pet is pet


def test_a_pet_is_seen_by_nobody_else_before_the_end() -> None:
    stage = Stage(hands=("cow", "", ""))
    stage.table.pets[0] = stage.by_id["cow"]
    assert stage.table.facts()["pet-0"] == "1"
    assert stage.table.secrets(0)["pet"] == "cow"
    assert "pet" not in stage.table.secrets(1)


@pytest.mark.parametrize("supply", ["rain", "cow rain"])
def test_the_fifth_rain_ends_the_turn_at_once(supply: str) -> None:
    stage = Stage(supply=supply, display="toad snail dove")
    stage.table.rain = 4
    stage.turn(1).answer("take-toad")
    assert stage.question is None
    assert stage.result == 1, "who drew it; the left neighbour begins the endgame"
    assert stage.table.hands[1].size == 1
    assert len(stage.table.display) == 2


def test_the_fifth_rain_can_come_while_the_display_is_refilled() -> None:
    stage = Stage(supply="rain cow", display="toad snail dove")
    stage.table.rain = 4
    stage.turn().answer("take-toad")
    assert stage.result == 0
    assert str(stage.table.hands[0]) == "cow toad"


def test_in_the_endgame_an_animal_costs_a_disc_to_the_bank() -> None:
    stage = Stage(hands=("goat bee", "cat", "")).endgame()
    assert stage.asked == (0, "last_minute")
    assert stage.choices == {"goat", "bee", "pass"}
    stage.answer("goat", "port-1")
    assert (stage.table.discs, stage.table.bank) == ([3, 4, 4], 11)
    assert stage.asked == (1, "last_minute"), "one animal a turn"


def test_in_the_endgame_a_new_cabin_costs_a_second_disc_and_brings_no_card() -> None:
    stage = Stage(hands=("goat", "", "")).endgame().answer("goat", "port-3")
    assert (stage.table.discs, stage.table.bank) == ([2, 4, 5], 11)
    assert stage.table.hands[0].size == 0
    assert len(stage.table.display) == 3


def test_in_the_endgame_one_disc_opens_no_cabin() -> None:
    stage = Stage(hands=("goat", "", ""), discs=[1, 4, 4]).endgame().answer("goat")
    assert not {"port-3", "starboard-3"} & stage.choices


def test_slow_animals_and_provisions_come_too_late() -> None:
    stage = Stage(hands=("snail grain", "goat", "")).endgame()
    assert stage.asked == (1, "last_minute"), "the first player has nothing to play and passes"


def test_without_discs_a_player_passes() -> None:
    stage = Stage(hands=("goat", "bee", ""), discs=[0, 4, 4]).endgame()
    assert stage.asked == (1, "last_minute")


def test_a_player_who_passed_does_not_play_again() -> None:
    stage = Stage(hands=("goat", "bee cat", "")).endgame().answer("pass", "bee", "port-1")
    assert stage.asked == (1, "last_minute")
    stage.answer("pass")
    assert stage.question is None


def test_two_discs_from_a_late_fox_can_be_spent_at_once() -> None:
    stage = Stage(hands=("fox goat", "", ""), discs=[1, 4, 4]).endgame().answer("fox", "port-1")
    assert stage.table.discs[0] == 2
    assert stage.asked == (0, "last_minute")


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
    awards = {seat: award for seat, award, _ in award_majorities(tuple(2 * n for n in figures), (10, 6, 2))}
    assert [awards.get(seat, 0) for seat in range(len(figures))] == points


def test_half_a_figure_decides_a_majority() -> None:
    awards = {seat: award for seat, award, _ in award_majorities((3, 2, 0), (10, 6, 2))}
    assert awards == {0: 10, 1: 6}


def test_pets_count_at_the_end_and_each_disc_is_a_point() -> None:
    stage = Stage(discs=[4, 0, 2])
    stage.table.add_figure(1, KINDS.index("useful"))
    stage.table.pets[0] = stage.by_id["cow"]
    stage.start(score_points)
    assert stage.table.scores == [8 + 4, 8, 2]
    assert [(e.seat, e.points, e.reason, str(e.about)) for e in stage.table.ledger.entries] == [
        (0, 8, "first", "useful"), (1, 8, "first", "useful"), (0, 4, "discs", "4"), (2, 2, "discs", "2"),
    ]  # fmt: skip


def test_the_most_points_win() -> None:
    stage = Stage()
    stage.table.ledger.add(1, 3, "discs", 3)
    stage.start(decide_outcome)
    assert (stage.result.winners, stage.result.why) == ((1,), "most-points")


def test_a_tie_goes_to_the_fewest_animals_in_hand_provisions_not_counted() -> None:
    stage = Stage(hands=("cow goat", "cow grain grain apples", "bee toad"))
    stage.start(decide_outcome)
    assert (stage.result.winners, stage.result.why) == ((1,), "fewest-animals")


def test_a_tie_beyond_that_is_shared() -> None:
    stage = Stage(hands=("cow", "goat grain", "bee toad")).start(decide_outcome)
    assert (stage.result.winners, stage.result.why) == ((0, 1), "shared")


def test_a_player_whose_figures_are_all_placed_places_no_more() -> None:
    stage = Stage(hands=("goat", "", ""))
    stage.table.figures[0] = 0
    stage.turn().answer("goat", "port-1")
    assert stage.figures("useful") == [0, 0, 0]
