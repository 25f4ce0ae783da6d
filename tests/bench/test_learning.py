"""`python -m tests.bench.learning` measures sizes and speeds for programs that learn."""

import json

import pytest

from tests.bench import learning


def test_sizes_and_speeds_are_measured(capsys):
    pytest.importorskip("pettingzoo")
    learning.main(["--game", "noahs-ark", "--games", "3", "--steps", "130", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["environment"] == "arkside/NoahsArk-v1"
    assert 2 <= found["branching_mean"] <= found["branching_most"]
    assert found["log10_game_tree"] > 0
    assert found["information_states_met"] > 3
    assert found["loop_steps_a_second"] > 0
    assert found["batch_steps_a_second"] > 0
