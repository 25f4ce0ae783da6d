"""`arkside templates`: list, check, add and export kinds of scoring."""

import json
from pathlib import Path

import pytest

from companion.games.any_game.template import FOLDER, SHIPPED
from tests.borders.command import arkside

MINE = """\
title = "Great Harvest"
players = [2, 4]
turns = "passing"
wins = "most"

[end]
rounds = 6

[categories.sheep]
title = "Sheep"
points = "3 per pair"
when = "end"
"""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder."""
    monkeypatch.setenv("ARKSIDE_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file that somebody wrote."""
    file = tmp_path / "harvest.toml"
    file.write_text(MINE, encoding="utf-8")
    return file


def test_all_kinds_are_listed_in_words(capfd):
    code, out, _ = arkside(capfd, "templates", "--lang", "fr")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(SHIPPED)
    assert "farm         Ferme et biens" in out


def test_an_added_file_is_a_kind_like_the_others_and_comes_out_as_it_went_in(capfd, mine, tmp_path):
    assert arkside(capfd, "templates", "add", str(mine))[0] == 0
    listed = json.loads(arkside(capfd, "templates", "--json")[1])
    assert listed[-1].pop("clock")["kind"] == "none"
    assert listed[-1] == {
        "id": "harvest", "title": "Great Harvest", "players": [2, 4], "turns": "passing", "wins": "most", "phases": [],
        "order": "same", "bid": None, "round_names": [], "teams": 0, "buzzer": None,
        "categories": [{"id": "sheep", "title": "Sheep", "when": "end"}], "end": {"rounds": 6, "points": 0},
    }  # fmt: skip
    code, out, _ = arkside(capfd, "templates", "export", "harvest")
    assert (code, out) == (0, MINE)
    (tmp_path / "again.toml").write_text(out, encoding="utf-8")
    assert arkside(capfd, "templates", "check", str(tmp_path / "again.toml"))[:2] == (0, "Great Harvest: all is well\n")


@pytest.mark.parametrize("kind", SHIPPED)
def test_every_shipped_file_passes_its_own_check(capfd, kind):
    code, out, err = arkside(capfd, "templates", "check", str(FOLDER / f"{kind}.toml"))
    assert (code, err) == (0, "")
    assert out.endswith("all is well\n")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"passing"', '"often"', "turns is 'often'; allowed: clockwise, passing, together, free, buzzer"),
        ("[end]", "[end", "not valid TOML"),
        ("rounds = 6", "rouns = 6", "unknown entry end.rouns; known here: rounds"),
        ("3 per pair", "3 a pair", "categories.sheep.points: a formula such as"),
    ],
)
def test_a_mistake_is_one_line_with_the_file_and_nothing_is_added(capfd, mine, data, old, new, message):
    mine.write_text(MINE.replace(old, new), encoding="utf-8")
    code, out, err = arkside(capfd, "templates", "add", str(mine))
    (line,) = err.splitlines()
    assert (code, out) == (1, "")
    assert "harvest.toml: " in line
    assert message in line
    assert not (data / "boxes").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check"], "Which one? Type: arkside templates check FILE"),
        (["export", "chess"], "There's no kind 'chess'; known: points, turns"),
        (["check", "nowhere.toml"], "nowhere.toml can't be read"),
    ],
)
def test_a_missing_file_or_id_is_named(capfd, words, message):
    code, _, err = arkside(capfd, "templates", *words)
    assert code in (1, 2)
    assert message in err


def test_an_own_kind_can_be_removed_and_a_shipped_one_stays(capfd, mine):
    arkside(capfd, "templates", "add", str(mine))
    assert arkside(capfd, "templates", "remove", "harvest")[:2] == (0, "harvest is removed.\n")
    assert len(arkside(capfd, "templates")[1].splitlines()) == len(SHIPPED)
    code, _, err = arkside(capfd, "templates", "remove", "farm")
    assert (code, "isn't a kind of scoring of your own" in err) == (2, True)
