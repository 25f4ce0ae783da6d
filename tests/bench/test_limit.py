"""The hand-written limit plays our Noah: the same questions and tears a game."""

import shutil
import subprocess
from json import loads
from math import sqrt
from statistics import fmean, stdev

import pytest

from companion.core.registry import find_game
from companion.lab.plan import make_plan
from companion.lab.simulate import simulate
from tests.bench.peers import build_limit, run_limit

GAMES = 600


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
def test_the_limit_plays_our_game(tmp_path):
    program, chunks = build_limit(tmp_path), []
    ran = subprocess.run([program, "20000", "1"], check=True, capture_output=True, text=True, timeout=60)
    theirs = loads(ran.stdout)
    simulate(make_plan(find_game("noah"), 4, ("random",), 1, {}, {}), GAMES, listeners=[chunks.append])
    questions = [number for chunk in chunks for number in chunk.questions]
    tears = [sum(scores) for chunk in chunks for scores in chunk.scores]
    for ours, limit in ((questions, theirs["questions_a_game"]), (tears, theirs["tears_a_game"])):
        assert abs(fmean(ours) - limit) < 4 * stdev(ours) / sqrt(GAMES)
    assert run_limit(program, 0.01)["decisions"] > 0
