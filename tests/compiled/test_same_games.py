"""The compiled build plays the same games as plain Python; `make compiled-test` runs this beside the whole suite."""

import json
import os
import subprocess
import sys

import pytest

from companion.native import BUILD, PLAIN

pytestmark = pytest.mark.skipif(not BUILD.used, reason="nothing is compiled here: `make compiled-test`")

PLAYED = """
import json, sys
from random import Random
from companion.core.bots import find_bot, make_random_bot
from companion.core.playing import play_out
from companion.core.registry import find_game
from companion.native import BUILD

game, games = find_game(sys.argv[1]), int(sys.argv[2])
played = []
for players in game.players:
    for seed in range(games):
        for options in ({}, dict(game.simulated), dict(game.deciding)):
            setup = game.set_up([f"P{n}" for n in range(players)], options, seed)
            table, rng = game.new_table(setup, game.make_pieces(setup)), Random(seed)
            bots = [find_bot(game, ("random", list(game.bots())[-1])[n % 2])(rng) for n in range(players)]
            outcome, asked = play_out(game, table, bots, make_random_bot(rng))
            ledger = [entry.as_json() for entry in table.ledger.entries]
            played.append([outcome.winners, outcome.why, asked, table.scores, ledger, table.facts()])
print(json.dumps([BUILD.used, played]))
"""


def played(game: str, plain: bool) -> list:
    environment = {**os.environ, PLAIN: "1" if plain else ""}
    command = [sys.executable, "-c", PLAYED, game, "12"]
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    used, games = json.loads(ran.stdout)
    assert used is not plain
    return games


@pytest.mark.parametrize("game", ["ark", "ark-and-noah", "noah", "noahs-ark"])
def test_every_seed_is_played_alike(game: str) -> None:
    assert played(game, plain=False) == played(game, plain=True)
