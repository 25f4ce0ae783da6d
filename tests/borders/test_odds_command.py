"""`arkside odds`: who is likely to win a match of the journal, in words and as JSON."""

import json
from pathlib import Path

import pytest

from companion.core.journal import Journal
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from tests.borders.command import arkside


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARKSIDE_DATA", str(tmp_path))
    return tmp_path


def begin_match(folder: Path, game: str = "noah", answers: int = 8, deal: str = "virtual") -> int:
    found = find_game(game)
    with Journal(folder) as journal, Sessions(journal).start(found, found.set_up(["Anna", "Ben"], {}, 3, deal)) as live:
        for _ in range(answers):
            if live.question is not None:
                live.answer(live.n, live.question.choices[0])
        return live.number


def test_it_prints_a_line_a_seat_that_fits_sixty_columns(capfd, data):
    number = begin_match(data)
    code, out, err = arkside(capfd, "odds", str(number), "--playouts", "60")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Noah, match 1, question 9"
    assert "● Anna" in lines[1]
    assert "█" in lines[1]
    assert lines[-1].startswith("From 60 simulated endings")
    assert all(len(line) <= 66 for line in lines)


def test_without_a_number_it_is_the_match_that_waits(capfd, data):
    begin_match(data)
    code, out, _ = arkside(capfd, "odds", "--json", "--playouts", "40")
    report = json.loads(out)
    assert code == 0
    assert (report["number"], report["game"], report["n"], report["endings"]) == (1, "noah", 9, 40)
    assert sum(chance["share"] for chance in report["chances"]) == pytest.approx(1, abs=0.001)
    assert all(chance["least"] <= chance["share"] <= chance["most"] for chance in report["chances"])


def test_the_same_seed_tells_the_same_and_leaves_the_match_alone(capfd, data):
    begin_match(data)
    outputs = [arkside(capfd, "odds", "1", "--playouts", "20", "--seed", seed, "--json")[1] for seed in ("1", "1", "2")]
    assert outputs[0] == outputs[1] != outputs[2]
    assert arkside(capfd, "odds", "1", "--playouts", "20", "--seed", "1", "--json")[1] == outputs[0]


def test_seconds_instead_of_playouts_and_another_bot(capfd, data):
    begin_match(data)
    code, out, _ = arkside(capfd, "odds", "1", "--seconds", "0.05", "--bot", "random", "--json")
    assert code == 0
    assert json.loads(out)["endings"] > 0


def test_a_finished_match_shows_how_it_ended(capfd, data):
    begin_match(data, answers=10_000)
    code, out, _ = arkside(capfd, "odds", "1")
    assert code == 0
    assert "100%" in out or "50%" in out
    assert out.splitlines()[-1] == "The match is over."


@pytest.mark.parametrize(("words", "told", "code"), [
    (["odds", "9"], "There's no match 9", 2), (["odds", "1", "--bot", "montecarlo"], "choose from: random, easy, greedy", 2),
    (["odds", "x"], "a whole number", 2), (["odds", "1", "--seconds", "0"], "above 0", 2),
    (["odds", "1", "--playouts", "0"], "of at least 1", 2),
])  # fmt: skip
def test_mistakes_are_one_line(capfd, data, words, told, code):
    begin_match(data)
    found, out, err = arkside(capfd, *words)
    assert (found, out, len(err.splitlines())) == (code, "", 1)
    assert told in err


def test_an_empty_journal_says_where_matches_are_listed(capfd):
    code, _, err = arkside(capfd, "odds")
    assert code == 2
    assert "arkside history" in err


def test_a_table_that_enters_only_points_gets_a_french_reason(capfd, data):
    begin_match(data, "ark-and-noah", 4, "table")
    code, _, err = arkside(capfd, "odds", "--lang", "fr")
    assert code == 1
    assert "saisis chaque pièce, ou les réserves" in err


def test_french_percentages_have_a_space(capfd, data):
    begin_match(data)
    _, out, _ = arkside(capfd, "odds", "--lang", "fr", "--playouts", "20")
    assert "Noah, partie 1, question 9" in out
    assert "\u202f%" in out
