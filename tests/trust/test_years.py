"""Ten thousand matches in the journal: the device and every list stay quick.

Work is counted where it can be, in steps of SQLite, which are the same on every machine.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.app import App
from companion.app.lobby import Lobby
from companion.core import journal_file, record
from companion.core import statistics as statistics_module
from companion.core.statistics import NEWEST, compute_statistics, list_reaction_times
from companion.core.untrusted import Untrusted, read_json
from companion.device.context import Context
from companion.device.walks.start import MOST, list_match_rows
from companion.phone.records import PAGE_ROWS, list_matches
from tests.borders.command import arkside
from tests.trust.years import PEOPLE, write_years

MATCHES = 10_000
FEWER = 1_000


def years(folder: Path, matches: int) -> Iterator[Context]:
    write_years(folder, matches)
    with closing(App(folder, "en")) as app:
        yield Context(app)


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    yield from years(tmp_path_factory.mktemp("years"), MATCHES)


@pytest.fixture(scope="module")
def younger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    yield from years(tmp_path_factory.mktemp("a year"), FEWER)


def steps(context: Context, act: Callable[[Context], object]) -> int:
    """How many instructions of its own SQLite runs for it."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    context.app.journal._db.set_progress_handler(count, 1)
    try:
        act(context)
    finally:
        context.app.journal._db.set_progress_handler(None, 1)
    return counted


@pytest.mark.parametrize("act", [
    lambda context: context.app.lobby.known_names(),
    lambda context: list_match_rows(context, None),
    lambda context: context.app.journal.list_summaries(context.app.journal.list_waiting(MOST)),
    lambda context: context.app.journal.load_last_seats(),
    lambda context: context.app.journal.find_unfinished(),
    lambda context: context.app.sessions.heal(),
    lambda context: Lobby(context.app),
], ids=["players", "first menu", "matches that wait", "who sat here last", "the one that waits", "heal", "last played"])  # fmt: skip
def test_commands_that_people_wait_for_read_only_a_few_matches(
    context: Context, younger: Context, act: Callable[[Context], object]
) -> None:
    """Somebody waits with a hand on the dial: it is as much work as when there were a tenth of them."""
    act(context)
    act(younger)
    assert 0 < steps(context, act) < 1.1 * steps(younger, act)


@pytest.mark.parametrize("act", [
    lambda context: list_matches(context.app.journal),
    lambda context: list_matches(context.app.journal, before=500),
    lambda context: list_reaction_times(context.app.journal),
], ids=["newest page", "an older page", "reaction times"])  # fmt: skip
def test_a_page_of_the_history_and_quick_hands_look_at_the_newest_only(
    context: Context, younger: Context, act: Callable[[Context], object]
) -> None:
    assert 0 < steps(context, act) < 1.1 * steps(younger, act)


def test_figures_read_what_is_written_alike_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same people play again and again: their names are not understood anew for each of ten thousand matches."""
    texts: list[str] = []

    def counting(text: str, path: str) -> Untrusted:
        texts.append(path)
        return read_json(text, path)

    for module in (record, statistics_module):
        monkeypatch.setattr(module, "read_json", counting)
    record.parse_seats.cache_clear()
    record.read_result.cache_clear()
    compute_statistics(context.app.journal)
    found = Counter(texts)
    assert found["seats"] < 500
    assert found["winners"] < 500
    assert found["detail"] <= NEWEST * 30


@pytest.mark.parametrize("command", [["history"], ["history", "--json"], ["history", "--stats"], ["diagnostics"]])
def test_commands_ask_the_journal_no_more_questions_than_for_a_few_matches(
    context: Context,
    younger: Context,
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def questions(folder: Path) -> int:
        asked: list[str] = []

        def connected(file: Path | str) -> sqlite3.Connection:
            db = journal_file_connected(file)
            db.set_trace_callback(asked.append)
            return db

        monkeypatch.setattr(journal_file, "_connect", connected)
        assert arkside(capfd, *command, "--data", str(folder))[0] == 0
        return len(asked)

    journal_file_connected = journal_file._connect
    assert 0 < questions(context.app.folder) == questions(younger.app.folder) < 40


def test_a_start_does_not_read_every_answer(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a small journal is checked as a whole whenever it is opened; the nightly copy always is."""
    checks: list[str] = []
    with closing(sqlite3.connect(context.app.journal.file)) as db:
        db.set_trace_callback(lambda asked: checks.append(asked.partition("quick_check")[2]))
        monkeypatch.setattr(journal_file, "LARGE_FILE", 1)
        assert journal_file.check_database(db) == "ok"
        assert [one for one in checks if one] == ["(matches)", "(sittings)", "(people)"]
        assert journal_file.check_database(db, whole=True) == "ok"
        assert checks[-1] == "(1)"


def test_the_lists_are_right_however_long(context: Context) -> None:
    pages, before = [], MATCHES + 1
    for _ in range(3):
        page = [row["number"] for row in list_matches(context.app.journal, before=before)]
        pages += page
        before = page[-1]
    assert pages == list(range(MATCHES, MATCHES - 3 * PAGE_ROWS, -1))
    ark = list_matches(context.app.journal, game="ark", player=PEOPLE[3].upper())
    assert len(ark) == PAGE_ROWS
    assert all(row["game"] == "ark" and PEOPLE[3] in row["names"] for row in ark)
    assert len(context.app.journal.list_waiting(MOST)) == 40
    assert set(context.app.lobby.known_names()) <= set(PEOPLE)
    statistics = compute_statistics(context.app.journal)
    assert (statistics.matches, statistics.waiting) == (MATCHES - 40, 40)
