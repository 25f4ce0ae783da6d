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
])  # fmt: skip
def test_a_bench_finds_zero_where_it_must(capfd, what, size, none):
    code, out, err = arkside(capfd, "bench", what, "--size", str(size), "--json")
    assert (code, err) == (0, "")
    figures = json.loads(out)
    assert figures["bench"] == what
    assert {name: figures[name] for name in none} == dict.fromkeys(none, 0)


def test_the_same_for_people_is_a_line_for_each_figure(capfd):
    code, out, _ = arkside(capfd, "bench", "press", "--size", "2")
    assert code == 0
    assert "presses: 24\n" in out
    assert "false_presses: 0\n" in out


@pytest.mark.parametrize("what", ["games", "inputs", "link", "phone"])
def test_benches_for_developers_are_no_part_of_the_program(capfd, what):
    code, out, err = arkside(capfd, "bench", what)
    assert (code, out) == (2, "")
    assert "choose from" in err
    assert all(bench in err for bench in ("sim", "slap", "press", "device"))
