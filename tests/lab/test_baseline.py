"""The shipped script trains a player that sees only what it may, and its weights beat the greedy bot."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "baseline"


@pytest.fixture(scope="module")
def baseline():
    pytest.importorskip("numpy")
    spec = spec_from_file_location("train_noah", FOLDER / "train_noah.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def weights():
    return json.loads((FOLDER / "noah_weights.json").read_text())


def test_its_weights_beat_greedy(baseline, weights):
    share, within = baseline.compare(weights, 100, 3)
    assert share - within > 0.5


def test_it_does_not_look_at_the_other_hand(baseline, weights):
    """Law: dealing again what it can't see changes none of its choices."""
    player, asked = baseline.Player(weights, Random(1), learning=False), 0

    def watch(question, table):
        nonlocal asked
        if question.ask not in baseline.DESCRIBE or question.choices[0] == "take-back":
            return player(question, table)
        describe = baseline.DESCRIBE[question.ask]
        rows = [[describe(choice, baseline.View(table, question.seat)) for choice in question.choices] for _ in "12"]
        other = table.hands[1 - question.seat]
        cards = other.held[:]
        swapped = table.pile.cards[: len(cards)]
        if len(swapped) == len(cards):
            for card in cards:
                other.remove(card)
            other.add_all(swapped)
            rows[1] = [describe(choice, baseline.View(table, question.seat)) for choice in question.choices]
            for card in swapped:
                other.remove(card)
            other.add_all(cards)
            asked += 1
        assert rows[0] == rows[1]
        return player(question, table)

    baseline.play([watch, baseline.GREEDY(Random(2))], 5)
    assert asked > 10


def test_the_script_trains_and_saves(tmp_path):
    pytest.importorskip("numpy")
    file = tmp_path / "weights.json"
    words = ["--games", "100", "--deals", "5", "--out", str(file)]
    ran = subprocess.run(
        [sys.executable, FOLDER / "train_noah.py", *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("trained in ")
    assert {ask: len(row) for ask, row in json.loads(file.read_text()).items()} == {
        "load": 17, "move_noah": 9, "give": 7, "give_back": 7,
    }  # fmt: skip


def test_learning_moves_towards_what_wins(baseline):
    """A few hundred games are enough to win far more often than before."""
    before = {ask: baseline.np.zeros(size) for ask, size in baseline.FIGURES.items()}
    untrained, _ = baseline.compare(before, 60, 3)
    trained, _ = baseline.compare(baseline.train(300, 1), 60, 3)
    assert trained > untrained + 0.1
