"""What holds in every match of Ark & Noah, however it is played."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.core.game import Setup
from companion.core.playing import play_at_random
from companion.core.question import Question
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.judge import check_ark, check_everything_is_somewhere, check_workers_and_bonus_tiles
from tests.games.ark_and_noah.stage import NAMES, ark_of
from tests.laws import check_ledger, check_undo_and_redo, play_checked, prefixes

MODES = ("normal", "quick")
EDITIONS = ("en", "fr")
DEPTHS = ("board", "counts", "score")
PLAYERS = (2, 3, 4)
DEALS = ("virtual", "table")


def setup_of(players: int, seed: int = 0, deal: str = "virtual", **options: str) -> Setup:
    return GAME.set_up(NAMES[:players], options, seed, deal)


ALL = list(product(PLAYERS, MODES, EDITIONS, DEPTHS))


def deal_of(depth: str, seed: int) -> str:
    """Points alone are told only at real tables."""
    return "table" if depth == "score" else DEALS[seed % 2]


@pytest.mark.laws
@pytest.mark.parametrize(("players", "mode", "edition", "depth"), ALL)
def test_every_match_ends_with_all_pieces_and_points_accounted_for(
    players: int, mode: str, edition: str, depth: str, games: int
) -> None:
    options = {"mode": mode, "edition": edition, "depth": depth}
    pieces = GAME.make_pieces(setup_of(players, deal="table", **options))
    for seed in range(games):
        table = GAME.new_table(setup_of(players, seed, deal_of(depth, seed), **options), pieces)
        play_at_random(GAME, table, Random(seed))
        check_ledger(table)
        if depth != "score":
            check_everything_is_somewhere(table)
            check_end(table)
        if depth == "board":
            check_ark(table)


@pytest.mark.laws
@pytest.mark.parametrize(("players", "mode", "edition", "depth"), ALL)
def test_no_piece_is_lost_at_any_question(players: int, mode: str, edition: str, depth: str, games: int) -> None:
    options = {"mode": mode, "edition": edition, "depth": depth}
    pieces = GAME.make_pieces(setup_of(players, deal="table", **options))
    seen: Counter[str] = Counter()

    def look(question: Question | None, table: Any) -> None:
        seen[str(question and question.ask)] += 1
        if depth != "score":
            check_everything_is_somewhere(table)
        check_workers_and_bonus_tiles(table)
        if depth == "board" and (question is None or question.ask != "build" or seen["build"] % 8 == 0):
            check_ark(table)

    for seed in range(max(2, games // 100)):
        play_checked(GAME, setup_of(players, seed, deal_of(depth, seed), **options), pieces, seed, look)
    assert {"loaded_else" if depth == "score" else "load", "None"} <= set(seen)


def check_end(table: ArkAndNoahTable) -> None:
    """Enough rounds, a closed hull or no board left, and a score that can be counted again from what is seen."""
    assert table.round >= table.pieces.rounds
    if isinstance(table.depth, OnBoard):
        assert table.depth.ark.gaps == 0 or table.count_boards_off_ark() == 0
    for seat in range(len(table.seats)):
        sums: Counter[str] = Counter()
        for entry in table.ledger.list_entries(seat):
            sums[entry.reason] += entry.points
        assert sums["boards-left"] == (0 if table.pieces.quick else -table.boards[seat])
        assert sums["food-left"] == -table.food[seat]
        assert sums["pitch-left"] == -table.pitch[seat]
        left = sum(tile.species.size for tile in table.tiles[seat])
        assert sums["tile-left"] == (0 if table.pieces.quick else -left)
    reasons = {entry.reason for entry in table.ledger.entries}
    if table.pieces.quick:
        assert reasons <= {"exchange", "tile", "corral-boards", "outer-majority"}
        return
    built = sum(entry.points for entry in table.ledger.entries if entry.reason == "boards")
    assert built >= sum(table.boards_on_ark), "boards that went back keep their points"
    assert sum(entry.points for entry in table.ledger.entries if entry.reason == "pitch") == table.pitch_on_ark


@pytest.mark.parametrize("hull", ["rectangle", "tapered"])
@pytest.mark.parametrize("mode", MODES)
def test_boards_inside_and_outside_add_up_for_any_hull(hull: str, mode: str) -> None:
    setup = setup_of(3, hull=hull, mode=mode)
    pieces = GAME.make_pieces(setup)
    for seed in range(10):
        table, _ = play_checked(GAME, setup_of(3, seed, hull=hull, mode=mode), pieces, seed, lambda q, t: None)
        assert isinstance(table, ArkAndNoahTable)
        check_ark(table)
        assert sum(ark_of(table).count_outer_boards()) == len(pieces.hull.outer) - ark_of(table).gaps


@pytest.mark.parametrize(("players", "mode", "depth"), list(product(PLAYERS, MODES, DEPTHS)))
def test_the_same_seed_gives_the_same_match(players: int, mode: str, depth: str) -> None:
    setup = setup_of(players, 5, deal_of(depth, 0), mode=mode, depth=depth)
    pieces = GAME.make_pieces(setup)
    facts = []
    for _ in range(2):
        table = GAME.new_table(setup, pieces)
        play_at_random(GAME, table, Random(5))
        facts.append(table.facts())
    assert facts[0] == facts[1]


def ways(setup: Setup, pieces: Any, depth: int) -> int:
    """How many sequences of that many answers there are: like `prefixes`, with the box read only once."""

    def count(answers: list[int]) -> int:
        play = GAME.play(GAME.new_table(setup, pieces))
        question = next(play)
        for answer in answers:
            question = play.send(question.choices[answer])
        if len(answers) == depth - 1:
            return len(question.choices)
        return sum(count([*answers, choice]) for choice in range(len(question.choices)))

    return count([])


@pytest.mark.parametrize(
    ("players", "mode", "depth", "counts"),
    [
        (2, "normal", "board", [7, 42, 210, 840]),
        (3, "normal", "board", [7, 42, 210, 3684]),
        (2, "quick", "board", [5, 75, 3611, 202687]),
        (2, "quick", "counts", [5, 20, 96, 481]),
        (4, "quick", "counts", [5, 22, 102, 459]),
    ],
)
def test_perft(players: int, mode: str, depth: str, counts: list[int]) -> None:
    """How many ways there are to give the first answers: any change of the rules shows here."""
    setup = setup_of(players, 3, mode=mode, depth=depth)
    pieces = GAME.make_pieces(setup)
    assert [ways(setup, pieces, number) for number in range(1, len(counts) + 1)] == counts
    assert sum(1 for _ in prefixes(GAME, setup, 2)) == counts[1]


@pytest.mark.parametrize(
    ("players", "mode", "depth"),
    [
        (2, "normal", "board"),
        (4, "normal", "counts"),
        (3, "quick", "board"),
        (3, "normal", "score"),
    ],
)
def test_undo_and_redo_give_the_same_table_at_every_step(players: int, mode: str, depth: str) -> None:
    deal = "virtual" if depth == "board" else "table"
    check_undo_and_redo(GAME, setup_of(players, 11, deal, mode=mode, depth=depth), 11, most=150)
