"""`arkside bench`: every bench measures something and tells it, to people and to programs."""

import json

import pytest

from companion.commands import bench
from tests.borders.command import arkside


@pytest.fixture(autouse=True)
def _few_races(monkeypatch):
    monkeypatch.setattr(bench, "RACES", 2)


@pytest.mark.parametrize(("what", "size", "none"), [
    ("slap", 20, ("wrong_order", "undeclared_ties", "spike_wins", "lost_but_judged")),
    ("press", 3, ("false_presses", "faults")),
    ("link", 60, ("lost", "doubled", "lamps_wrong")),
])  # fmt: skip
def test_a_bench_finds_what_must_be_zero_to_be_zero(capfd, what, size, none):
    code, out, err = arkside(capfd, "bench", what, "--size", str(size), "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["bench"] == what
    assert {name: told[name] for name in none} == dict.fromkeys(none, 0)


def test_the_same_for_people_is_a_line_for_each_figure(capfd):
    code, out, _ = arkside(capfd, "bench", "press", "--size", "2")
    assert code == 0
    assert "presses: 24\n" in out
    assert "false_presses: 0\n" in out


def test_phones_are_measured_over_the_wire(capfd):
    code, out, _ = arkside(capfd, "bench", "phone", "--size", "2", "--json")
    told = json.loads(out)
    assert (code, told["clients"], told["answers"]) == (0, 20, 2)
    assert told["tap_to_everyone_ms"]["p50"] > 0


def test_a_game_is_told_in_words_while_it_is_measured(capfd, monkeypatch):
    figure = {"game": "noah", "options": {"length": "long"}, "players": 3, "repeats": 5, "questions_per_second": 700_000,
              "median_questions_per_second": 650_000}  # fmt: skip
    monkeypatch.setattr(bench, "bench_games", lambda games, said: said(figure))
    code, out, _ = arkside(capfd, "bench", "games", "--game", "noah", "--lang", "en")
    assert code == 0
    assert out == "noah length=long, 3 players: 700,000 questions a second (best of 5; median 650,000)\n"
