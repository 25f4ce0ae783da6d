"""What holds in every game of Noah's Ark, however it is played."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.core.bots import play_at_random
from companion.core.match import Match
from companion.core.question import NOBODY, Question, Race
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.deck import DealtDeck, RealDeck
from companion.games.noahs_ark.pieces import AnimalCard, Style
from companion.games.noahs_ark.race import DrawnDice
from companion.games.noahs_ark.table import ArkTable
from tests.games.noahs_ark.evening import TOLD
from tests.laws import NAMES, check_undo_and_redo, play_checked, prefixes

SETUPS = [
    (players, mode, race, deal)
    for players in range(2, 6)
    for mode in ("normal", "advanced")
    for race, deal in (("real", "virtual"), ("drawn", "virtual"), ("real", "table"))
]

PERFT = [(6, 7, 466), (9, 7, 730), (95, 7, 474)]


def options_of(mode: str, race: str, rng: Random) -> dict[str, str]:
    """The given mode, and any of the other options."""
    free = {option.name: rng.choice(option.values) for option in GAME.options}
    return {**free, "mode": mode, "race": race}


def recount(table: ArkTable, question: Question | None) -> None:
    """Look at everything that must hold between two answers."""
    assert count_cards(table) == 51
    check_dice(table, question)
    for seat, area in enumerate(table.areas):
        on_cards = sum(card.points for card in area.won) + sum(card.points for card in area.spent)
        for_objectives = sum(table.worth[o] for o, winner in table.awarded.items() if winner == seat)
        assert table.scores[seat] == on_cards + for_objectives
    assert len(table.styles) <= table.pieces.styles_in_deck
    assert all(card.power not in ("plain", "pairs") for area in table.areas for card in area.spent)
    assert all(card.points <= 1 for card in table.discarded)


def count_cards(table: ArkTable) -> int:
    """All cards, wherever they are: in the deck, in front of somebody, in the box."""
    objectives = len(table.objectives) + len(table.objectives_left) + len(table.objectives_gone)
    taken = [card for area in table.areas for card in area.cards()] + table.discarded
    taken += [table.card] if table.card is not None else []
    out = len(taken) + len(table.styles)
    in_deck = len(table.deck)
    deck, pieces = table.deck, table.pieces
    if isinstance(deck, DealtDeck):
        where = Counter(id(card) for card in [*taken, *table.styles, *deck.cards])
        assert max(where.values()) == 1, "no card is in two places"
        ark = pieces.ark in deck.cards
    else:
        assert isinstance(deck, RealDeck)
        assert deck.plain + deck.advanced + deck.styles + 1 >= in_deck
        ark = in_deck > 0 and deck.plain + deck.advanced + deck.styles + 1 == in_deck
    assert out + in_deck + (not ark) == pieces.size
    left_in_the_box = 24 + 10 + 6 + 1 - pieces.size
    return objectives + out + in_deck + (not ark) + left_in_the_box


def check_dice(table: ArkTable, question: Question | None) -> None:
    """There are enough dice for every race, and who races is asked about."""
    if table.goal is not None:
        assert table.goal.dice * len(table.racing) <= table.pieces.dice
        assert table.goal.dice <= max(table.pieces.dice_each, 6 * (table.goal.ask != "slap"))
    if isinstance(question, Race):
        assert question.seats == table.racing
        assert len(set(question.seats)) == len(question.seats) > 0
        assert question.choices[-1] is NOBODY
        assert question.ask == "slap" or len(question.seats) <= 2


def check_end(table: ArkTable) -> None:
    """After the Ark every objective is settled, and for a reason."""
    assert set(table.awarded) == set(table.objectives)
    assert len(table.objectives) in (3, 6)
    cards = [card for area in table.areas for card in area.cards()] + table.discarded
    least = table.pieces.size - table.pieces.styles_in_deck - table.pieces.last_cards - 1
    assert least <= len(cards) <= least + table.pieces.last_cards
    assert sum(card.power == "turn" for card in cards) <= 1
    for objective, winner in table.awarded.items():
        if winner is not None and objective.counts != "objectives":
            counts = table.counts(objective)
            assert counts[winner] == max(counts) > 0
            assert counts.count(max(counts)) <= 2


@pytest.mark.laws
@pytest.mark.parametrize(("players", "mode", "race", "deal"), SETUPS)
def test_random_games_keep_every_law(games: int, players: int, mode: str, race: str, deal: str) -> None:
    rng = Random(f"{players}{mode}{race}{deal}")
    kept: dict[tuple[tuple[str, str], ...], Any] = {}
    for seed in range(games if deal == "virtual" else games // 2):
        setup = GAME.set_up(NAMES[:players], options_of(mode, race, rng), seed, deal)
        key = tuple(setup.options.items())
        if key not in kept:
            kept[key] = GAME.pieces(setup)

        def look(question: Question | None, table: Any) -> None:
            recount(table, question)
            if question is None:
                check_end(table)

        play_checked(GAME, setup, kept[key], seed, look)


@pytest.mark.parametrize(("players", "mode", "race", "deal"), SETUPS)
def test_undo_and_redo_come_back_to_the_same_table(players: int, mode: str, race: str, deal: str) -> None:
    setup = GAME.set_up(NAMES[:players], {"mode": mode, "race": race, "length": "short"}, 11, deal)
    check_undo_and_redo(GAME, setup, 5, 60)


@pytest.mark.parametrize("mode", ["normal", "advanced"])
def test_the_same_seeds_play_the_same_game(mode: str) -> None:
    def play() -> tuple[tuple[int, ...], list[int]]:
        setup = GAME.set_up(NAMES[:3], {"mode": mode, "race": "drawn"}, 9)
        table = GAME.lay(setup, GAME.pieces(setup))
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
        table = GAME.lay(setup, GAME.pieces(setup))
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
        match.answer(rng.choice(match.question.ids()))
    again = Match(GAME, setup, match.answers)
    assert again.facts == match.facts
    assert again.outcome is not None
    assert match.outcome is not None
    assert again.outcome.winners == match.outcome.winners


def test_the_cards_of_the_deck_are_of_the_box() -> None:
    setup = GAME.set_up(NAMES[:4], {"mode": "advanced"}, 6)
    pieces = GAME.pieces(setup)
    table = GAME.lay(setup, pieces)
    assert isinstance(table.deck, DealtDeck)
    known = {*pieces.animals, *pieces.eligible, *pieces.styles, pieces.ark}
    assert set(table.deck.cards) <= known
    assert all(isinstance(card, AnimalCard | Style) or card is pieces.ark for card in table.deck.cards)
