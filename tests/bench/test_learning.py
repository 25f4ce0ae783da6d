"""`python -m tests.bench.learning` measures sizes and speeds for programs that learn."""

import json

import pytest

from tests.bench import learning


def test_sizes_and_speeds_are_measured(capsys):
    pytest.importorskip("pettingzoo")
    learning.main(["--game", "noahs-ark", "--games", "3", "--steps", "130", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["environment"] == "arkside/NoahsArk-v1"
    assert 2 <= report["branching_mean"] <= report["branching_most"]
    assert report["log10_game_tree"] > 0
    assert report["information_states_met"] > 3
    assert report["loop_steps_a_second"] > 0
    assert report["batch_steps_a_second"] > 0
