"""`python -m tests.bench.games` measures every way to play."""

import json

import pytest

from companion.core.registry import find_game
from tests.bench import games


def test_every_number_of_players_is_measured(capsys, monkeypatch):
    monkeypatch.setattr(games, "QUESTIONS", 2000)
    games.main(["--game", "noah", "--json"])
    found = json.loads(capsys.readouterr().out)
    figures = found["figures"]
    assert found["bench"] == "games"
    assert [figure["players"] for figure in figures if not figure["options"]] == [1, 2, 3, 4, 5]
    assert {"length": "long"} in [figure["options"] for figure in figures]
    assert all(f["questions_per_second"] >= f["median_questions_per_second"] > 1000 for f in figures)


def test_every_other_way_that_people_play_is_measured():
    ways = list(games.other_ways(find_game("noahs-ark")))
    assert {"mode": "advanced"} in ways
    assert not any({"advanced", "race"} & set(way) for way in ways), "in the usual game these change nothing"
    assert list(games.other_ways(find_game("ark-and-noah"))) == [
        {"mode": "quick"},
        {"edition": "fr"},
        {"depth": "counts"},
        {"hull": "rectangle"},
        {"hull": "tapered"},
    ]


def test_each_figure_is_a_line(capsys, monkeypatch):
    figure = {"game": "noah", "options": {"length": "long"}, "players": 3, "repeats": 5, "questions_per_second": 700_000,
              "median_questions_per_second": 650_000}  # fmt: skip
    monkeypatch.setattr(games, "bench_games", lambda games, report: report(figure))
    games.main(["--game", "noah"])
    line = "noah length=long, 3 players: 700,000 questions a second (best of 5; median 650,000)\n"
    assert capsys.readouterr().out == line


def test_an_unknown_game_is_refused(capsys):
    with pytest.raises(SystemExit):
        games.main(["--game", "chess"])
    assert "invalid choice: 'chess'" in capsys.readouterr().err
