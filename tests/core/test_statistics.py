"""Figures of all matches: from the rows of the journal, whatever stands in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands.history import EXAMPLE
from companion.core.journal import Journal
from companion.core.statistics import SlapStatistics, Statistics, compute_statistics, list_reaction_times
from companion.core.words import Say
from companion.terminal.statistics import format_statistics
from tests.bench.slowest_answers import count_calls

COLUMNS = "number, uid, version, game, seats, options, deal, seed, corrections, began, ended, winners, scores"

MOST_CALLS_A_MATCH = 100
"""Function calls that one more match may add to the figures."""


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    with Journal(tmp_path) as opened:
        yield opened


def add_match(
    journal: Journal, number: int, names: str, winners: Any, scores: Any, game: str = "noah", over: bool = True
) -> None:
    """A match of half an hour as the journal writes it; a name that begins with `bot:` is a bot's."""
    seats = [
        {"name": name.removeprefix("bot:"), "bot": "greedy" if name.startswith("bot:") else ""}
        for name in names.split()
    ]
    began, ended = f"2026-01-{number % 27 + 1:02}T18:00:00.000Z", f"2026-01-{number % 27 + 1:02}T18:30:00.000Z"
    values = (
        number, f"uid-{number}", "1", game, json.dumps(seats), "{}", "virtual", 1, "{}", began, ended if over else None,
        json.dumps(winners), json.dumps(scores),
    )  # fmt: skip
    journal._db.execute(f"INSERT INTO matches ({COLUMNS}) VALUES ({','.join('?' * 13)})", values)
    journal._db.execute("INSERT INTO sittings VALUES (?,?,?)", (number, began, ended))


def add_slap(journal: Journal, match: int, serial: int, seat: int, ms: float, friendly: tuple[int, ...] = ()) -> None:
    order = [{"seat": seat, "after_now_ms": ms, "margin_ms": 0.0}]
    detail = json.dumps({"first": [seat], "order": order, "friendly": friendly, "early": {"1": 2} if ms > 290 else {}})
    values = (match, serial, f"slap-{seat}", detail, "2026-01-01T18:05:00.000Z")
    journal._db.execute("INSERT INTO answers VALUES (?,?,?,?,0,?)", values)


def test_statistics_list_players_wins_and_runs(journal: Journal) -> None:
    add_match(journal, 1, "Anna Ben", [0], [3, 9])
    add_match(journal, 2, "Anna Ben", [1], [9, 3])
    add_match(journal, 3, "ben Anna", [0], [1, 2])
    add_match(journal, 4, "Anna bot:Greedy", [1], [8, 2])
    add_match(journal, 5, "Anna Ben", [], [4, 4])  # ended early: nobody won
    add_match(journal, 6, "Anna Ben", [0], [0, 0], over=False)
    found = compute_statistics(journal)
    anna, ben = sorted(found.people, key=lambda one: one.name)
    assert (found.matches, found.waiting, found.unreadable) == (5, 1, 0)
    assert (ben.name, ben.played, ben.won, ben.streak, ben.longest) == ("Ben", 4, 2, 0, 2)
    assert (anna.played, anna.won, anna.longest, anna.seconds) == (5, 1, 1, 5 * 1800)
    assert (anna.points, ben.points) == ((3 + 9 + 2 + 8 + 4) / 5, (9 + 3 + 1 + 4) / 4)
    assert [one.name for one in found.people] == ["Ben", "Anna"]


def test_the_best_of_a_game_where_points_are_bad_has_the_fewest(journal: Journal) -> None:
    add_match(journal, 1, "Anna Ben", [0], [3, 9])
    add_match(journal, 2, "Anna Ben", [0], [30, 9], game="ark")
    noah, ark = sorted(compute_statistics(journal).games, key=lambda one: one.game, reverse=True)
    assert (noah.best, noah.by, noah.points, noah.minutes) == (3, "Anna", 6.0, 30.0)
    assert (ark.best, ark.by) == (30, "Anna")


def test_what_is_left_over_in_a_game_for_one_is_no_tear(journal: Journal) -> None:
    add_match(journal, 1, "Anna", [], [0])
    (noah,), (anna,) = (found := compute_statistics(journal)).games, found.people
    assert (noah.played, noah.points, noah.best, anna.played, anna.points) == (1, None, None, 1, None)
    add_match(journal, 2, "Anna Ben", [1], [9, 3])
    add_match(journal, 3, "Anna bot:Greedy", [0], [1, 2])
    (noah,), people = (found := compute_statistics(journal)).games, found.people
    assert (noah.played, noah.points, noah.best) == (3, 13 / 3, 1)
    assert [(one.name, one.points) for one in people] == [("Anna", 5), ("Ben", 3)]


def test_hands_count_on_paddles_alone(journal: Journal) -> None:
    add_match(journal, 1, "Anna Ben", [0], [3, 9], game="noahs-ark")
    for serial, ms in enumerate((300.0, 200.0, 250.0)):
        add_slap(journal, 1, serial, 0, ms)
    add_slap(journal, 1, 7, 1, 100.0, friendly=(1,))
    hands = {one.name: one.hands for one in compute_statistics(journal).people}
    assert hands == {"Anna": SlapStatistics(3, 3, 0, 200.0, 250.0), "Ben": None}
    add_slap(journal, 1, 8, 1, 310.0)
    hands = {one.name: one.hands for one in compute_statistics(journal).people}
    assert hands["Ben"] == SlapStatistics(1, 1, 4, 310.0, 310.0)


def test_reaction_times_are_there_before_a_match_is_over_and_bots_have_none(journal: Journal) -> None:
    add_match(journal, 1, "Anna bot:Greedy", [0], [3, 9], game="noahs-ark", over=False)
    add_slap(journal, 1, 1, 0, 250.0)
    add_slap(journal, 1, 2, 1, 200.0)
    assert list_reaction_times(journal) == {"Anna": SlapStatistics(1, 1, 0, 250.0, 250.0)}
    assert compute_statistics(journal).people == ()


@pytest.mark.parametrize(
    "damage",
    ["seats = 'scribble'", "seats = '[7]'", "scores = NULL", "scores = '[1]'", "scores = '\"x\"'", "winners = '{'"],
)
def test_unreadable_matches_are_left_out_and_counted(journal: Journal, damage: str) -> None:
    add_match(journal, 1, "Anna Ben", [0], [3, 9])
    add_match(journal, 2, "Anna Ben", [1], [9, 3])
    journal._db.execute(f"UPDATE matches SET {damage} WHERE number = 2")
    found = compute_statistics(journal)
    assert (found.matches, found.unreadable) == (1, 1)
    assert found.people[0].name == "Anna"


def test_odd_details_games_that_are_gone_and_lengths_nobody_knows(journal: Journal) -> None:
    add_match(journal, 1, "Anna Ben", [0], [3, 9], game="chess")
    for serial, detail in enumerate(("7", "{}", "[", '{"order":[{}],"friendly":[]}', '{"order":7}')):
        values = (1, serial, "slap-0", detail, "x")
        journal._db.execute("INSERT INTO answers VALUES (?,?,?,?,0,?)", values)
    journal._db.execute("UPDATE sittings SET ended = 'soon'")
    found = compute_statistics(journal)
    assert found.games[0].title == "chess"
    assert found.games[0].minutes is None
    assert all(one.hands is None for one in found.people)


def test_one_game_alone(journal: Journal) -> None:
    add_match(journal, 1, "Anna Ben", [0], [3, 9])
    add_match(journal, 2, "Anna Ben", [1], [9, 3], game="ark")
    assert [one.game for one in compute_statistics(journal, "ark").games] == ["ark"]


def test_each_match_adds_little_work(journal: Journal) -> None:
    """Ten thousand of them take a moment."""
    journal._db.execute("BEGIN")
    for number in range(1, 1_001):
        add_match(journal, number, "Anna Ben Chloé", [number % 3], [1, 2, 3])
    journal._db.execute("COMMIT")
    assert count_calls(lambda: compute_statistics(journal)) < MOST_CALLS_A_MATCH * 1_000
    assert compute_statistics(journal).matches == 1_000


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [40, 60, 80])
def test_no_line_is_wider_than_the_terminal(journal: Journal, language: str, width: int) -> None:
    for number in range(1, 5):
        add_match(journal, number, "Anna Maximilian-Alexander-Theodor", [0], [3, 9], game="noahs-ark")
        add_slap(journal, number, 1, 0, 211.0)
        add_slap(journal, number, 2, 1, 302.5)
    lines = format_statistics(compute_statistics(journal), Say(language), width)
    assert max(map(len, lines)) <= max(width, 46)
    assert any("█" in line and "4/4" in line for line in lines)
    assert any("211 ms" in line for line in lines)


def test_before_the_first_match_that_is_said() -> None:
    empty = Statistics(0, 0, 0, (), ())
    assert format_statistics(empty, Say("en"), 80) == ["No finished matches yet. Statistics start with the first one."]
    assert json.dumps(empty.as_json())


def test_the_command_tells_and_programs_can_read_it(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli import main

    add_match(journal, 1, "Anna Ben", [0], [3, 9])
    folder = str(journal.file.parent)
    assert main([*EXAMPLE.split()[1:], "--data", folder]) == 0
    assert "Matches won" in capsys.readouterr().out
    assert main(["history", "--stats", "--json", "--data", folder]) == 0
    assert json.loads(capsys.readouterr().out)["people"][0]["name"] == "Anna"
