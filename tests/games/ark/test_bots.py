"""Bots of Ark: the greedy one knows what is worth points."""

from random import Random
from typing import Any

import pytest

from companion.core.bots import find_bot, make_random_bot
from companion.core.playing import play_out
from companion.games.ark import GAME
from tests.laws import NAMES


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_plays_clearly_better_than_random(players: int, games: int) -> None:
    """One greedy bot among random ones wins far more than its share of a thousand games."""
    setup = GAME.set_up(NAMES[:players])
    pieces = GAME.make_pieces(setup)
    rounds = 5 * games // 3
    won = sum(greedy_share(setup, pieces, seed, seed % players) for seed in range(rounds))
    assert won / rounds > 1 / players + 0.25


def greedy_share(setup: Any, pieces: Any, seed: int, seat: int) -> float:
    setup.seed = seed
    rng = Random(seed)
    bots = [make_random_bot(rng) for _ in setup.seats]
    bots[seat] = find_bot(GAME, "greedy")(rng)
    result, _ = play_out(GAME, GAME.new_table(setup, pieces), bots, make_random_bot(rng))
    return (seat in result.winners) / len(result.winners)
