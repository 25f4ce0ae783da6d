"""What holds in every game of Noah's Ark, however it is played."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.core.match import Match
from companion.core.playing import play_at_random
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.deck import DealtDeck
from companion.games.noahs_ark.pieces import AnimalCard, Style
from companion.games.noahs_ark.runners import DrawnDice
from tests.games.noahs_ark.judge import Witness
from tests.games.noahs_ark.stage import TOLD
from tests.laws import NAMES, check_undo_and_redo, play_checked, prefixes

SETUPS = [
    (players, mode, race, deal)
    for players in range(2, 6)
    for mode in ("normal", "advanced")
    for race, deal in (("real", "virtual"), ("drawn", "virtual"), ("real", "table"))
]

PERFT = [(27, 7, 658), (46, 7, 730), (76, 7, 794)]


def options_of(mode: str, race: str, rng: Random) -> dict[str, str]:
    """The given mode, and any of the other options; the witness hears of a card before it is raced for."""
    free = {option.name: rng.choice(option.values) for option in GAME.options}
    return {**free, "mode": mode, "race": race, "told": "before"}


@pytest.mark.laws
@pytest.mark.parametrize(("players", "mode", "race", "deal"), SETUPS)
def test_random_games_keep_every_law(games: int, players: int, mode: str, race: str, deal: str) -> None:
    rng = Random(f"{players}{mode}{race}{deal}")
    kept: dict[tuple[tuple[str, str], ...], Any] = {}
    for seed in range(games):
        setup = GAME.set_up(NAMES[:players], options_of(mode, race, rng), seed, deal)
        key = tuple(setup.options.items())
        if key not in kept:
            kept[key] = GAME.make_pieces(setup)
        witness = Witness()
        play_checked(GAME, setup, kept[key], seed, witness.look, witness.hear)


@pytest.mark.parametrize(("players", "mode", "race", "deal"), SETUPS)
def test_undo_and_redo_come_back_to_the_same_table(players: int, mode: str, race: str, deal: str) -> None:
    setup = GAME.set_up(NAMES[:players], {"mode": mode, "race": race, "length": "short"}, 11, deal)
    check_undo_and_redo(GAME, setup, 5, 60)


@pytest.mark.parametrize("mode", ["normal", "advanced"])
def test_the_same_seeds_play_the_same_game(mode: str) -> None:
    def play() -> tuple[tuple[int, ...], list[int]]:
        setup = GAME.set_up(NAMES[:3], {"mode": mode, "race": "drawn"}, 9)
        table = GAME.new_table(setup, GAME.make_pieces(setup))
        outcome, _ = play_at_random(GAME, table, Random(2))
        return outcome.winners, table.scores

    assert play() == play()


def ways_to_race(players: int, racing: int, depth: int) -> int:
    """By hand: a race is answered by a slap, which is judged, or by nobody, and then all race again."""
    if depth == 0:
        return 1
    if depth == 1:
        return racing + 1
    after_right = ways_to_race(players, players, depth - 2)
    after_wrong = ways_to_race(players, racing - 1 or players, depth - 2)
    after_nobody = ways_to_race(players, players, depth - 1)
    return racing * (after_right + after_wrong) + after_nobody


@pytest.mark.parametrize(("players", "depth"), [(2, 7), (3, 6), (4, 5), (5, 5)])
def test_the_number_of_ways_to_begin_is_what_one_counts_by_hand(players: int, depth: int) -> None:
    setup = GAME.set_up(NAMES[:players], seed=1)
    assert sum(1 for _ in prefixes(GAME, setup, depth)) == players * ways_to_race(players, players, depth - 1)


def test_the_number_of_ways_to_lay_out_real_objectives() -> None:
    setup = GAME.set_up(NAMES[:2], {}, 1, "table", TOLD)
    without = 9 * 8 * 7
    with_most_objectives = 10 * 9 * 8 - without
    assert sum(1 for _ in prefixes(GAME, setup, 4)) == without * 2 + with_most_objectives * 7


@pytest.mark.parametrize(("seed", "depth", "count"), PERFT)
def test_the_number_of_ways_to_begin_with_advanced_cards(seed: int, depth: int, count: int) -> None:
    """The first cards of these seeds are advanced ones, so powers are among the ways."""
    setup = GAME.set_up(NAMES[:2], {"mode": "advanced"}, seed)
    assert sum(1 for _ in prefixes(GAME, setup, depth)) == count


def test_drawn_races_have_the_margins_of_a_race() -> None:
    finishes, wrong = [], 0
    for seed in range(100):
        setup = GAME.set_up(NAMES[:4], {"race": "drawn"}, seed)
        table = GAME.new_table(setup, GAME.make_pieces(setup))
        play_at_random(GAME, table, Random(seed))
        assert isinstance(table.dice, DrawnDice)
        finishes += table.dice.finishes
        wrong += table.dice.wrong_claims
    assert 0.005 < wrong / len(finishes) < 0.05
    seats = Counter(finish.seat for finish in finishes)
    assert max(seats.values()) < 1.25 * min(seats.values())
    assert 1_000 < sum(finish.after_ms for finish in finishes) / len(finishes) < 3_000


def test_a_match_can_be_replayed_from_its_answers() -> None:
    setup = GAME.set_up(NAMES[:4], {"mode": "advanced"}, 6)
    match, rng = Match(GAME, setup), Random(1)
    while match.question is not None:
        match.answer(rng.choice(match.question.list_ids()))
    again = Match(GAME, setup, match.answers)
    assert again.facts == match.facts
    assert again.outcome is not None
    assert match.outcome is not None
    assert again.outcome.winners == match.outcome.winners


def test_the_cards_of_the_deck_are_of_the_box() -> None:
    setup = GAME.set_up(NAMES[:4], {"mode": "advanced"}, 6)
    pieces = GAME.make_pieces(setup)
    table = GAME.new_table(setup, pieces)
    assert isinstance(table.deck, DealtDeck)
    known = {*pieces.animals, *pieces.eligible, *pieces.styles, pieces.ark}
    assert set(table.deck.cards) <= known
    assert all(isinstance(card, AnimalCard | Style) or card is pieces.ark for card in table.deck.cards)
