"""Bots: the random one always gets to the end, and the greedy one knows what is worth points."""

from random import Random

import pytest

from companion.core.bots import list_bots, make_random_bot
from companion.core.playing import play_out
from companion.core.question import Question
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.bots import greedy_bot, worth_taking
from tests.games.ark_and_noah.stage import NAMES, NOAH, SEM, ark_of, edge, give, lay, table_for, tile


def wins(players: int, mode: str, matches: int) -> float:
    """The part of matches a single greedy bot wins against random ones; a shared victory counts in part."""
    setup = GAME.set_up(NAMES[:players], {"mode": mode})
    pieces = GAME.make_pieces(setup)
    won = 0.0
    for seed in range(matches):
        me = seed % players
        bots = [
            greedy_bot(Random(seed)) if seat == me else make_random_bot(Random(seed + 7)) for seat in range(players)
        ]
        table = GAME.new_table(GAME.set_up(NAMES[:players], {"mode": mode}, seed), pieces)
        outcome, _ = play_out(GAME, table, bots, make_random_bot(Random(seed)))
        won += (me in outcome.winners) / len(outcome.winners)
    return won / matches


@pytest.mark.laws
@pytest.mark.parametrize(
    ("players", "mode", "often"),
    [
        (2, "normal", 0.95), (3, "normal", 0.9), (4, "normal", 0.9),
        (2, "quick", 0.85), (3, "quick", 0.7), (4, "quick", 0.55),
    ],
)  # fmt: skip
def test_the_greedy_bot_is_clearly_better_than_chance(players: int, mode: str, often: float, games: int) -> None:
    """By chance it would win one match in two, three or four."""
    assert wins(players, mode, max(40, games // 10)) > often


def test_greedy_in_numbers_loads_all_the_food_it_can_before_the_flood() -> None:
    table = table_for(2, "table", depth="counts")
    assert greedy_bot(Random(1))(Question(NOAH, "last_food", range(3, -1, -1)), table) == 3
    assert greedy_bot(Random(1))(Question(NOAH, "build_boards", [3, 2, 1, 0, "back"]), table) == 3


@pytest.mark.parametrize("mode", ["normal", "quick"])
def test_greedy_bots_among_themselves_close_the_hull(mode: str) -> None:
    for players in (2, 3, 4):
        setup = GAME.set_up(NAMES[:players], {"mode": mode}, players)
        table = GAME.new_table(setup, GAME.make_pieces(setup))
        play_out(GAME, table, [greedy_bot(Random(seat)) for seat in range(players)], make_random_bot(Random(1)))
        assert ark_of(table).gaps == 0
        assert table.round < 20


def test_both_bots_are_on_offer() -> None:
    assert list(list_bots(GAME)) == ["random", "montecarlo", "hard", "easy", "greedy"]


def test_greedy_completes_a_corral_of_a_wanted_size() -> None:
    table = table_for(2)
    give(table, NOAH, "dog-m")
    lay(table, SEM, "c2-c1", "c2-c3", "c2-b2")
    question = Question(NOAH, "build", (*ark_of(table).open_edges, "done"), 8)
    boards = ark_of(table).list_laid_edges()
    assert greedy_bot(Random(1))(question, table) is edge(ark_of(table), "c2-d2")
    assert ark_of(table).list_laid_edges() == boards, "only thought of, not built"


def test_greedy_takes_the_mate_of_an_own_animal() -> None:
    table = table_for(4)
    give(table, NOAH, "lion-m")
    choices = tuple(tile(table, id) for id in ("lion-f", "tiger-m", "crow-f"))
    assert greedy_bot(Random(1))(Question(NOAH, "take", choices), table) is choices[0]
    assert worth_taking(choices[0], NOAH, table) > worth_taking(choices[0], SEM, table)


def test_greedy_goes_for_a_large_bonus_tile() -> None:
    table = table_for(4)
    table.boards = [0, 0, 0, 0]
    table.bonus[0] = 4
    question = Question(NOAH, "choose", table.pieces.actions)
    assert str(greedy_bot(Random(1))(question, table)) == "pitch"
