"""The journal: nothing is lost, nothing is overwritten, and a file that cannot be used is refused by name."""

import os
import random
import signal
import sqlite3
import subprocess
import sys

import pytest

from companion.core import journal_file as journal_module
from companion.core.errors import JournalBusy, JournalError, UnknownMatch
from companion.core.journal import Journal
from companion.core.journal_file import APPLICATION_ID, FILE, MIGRATIONS
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from tests.laws import NAMES
from tests.programs import PATIENCE, run_program

NOAH = find_game("noah")


def start_match(journal, seed=5, players=3):
    return Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:players], {}, seed))


def play(session, answers):
    rng = random.Random(1)
    for _ in range(answers):
        if session.question is None:
            return
        session.answer(session.n, rng.choice(session.question.choices))


def test_a_match_resumes_at_the_same_question(tmp_path):
    with Journal(tmp_path) as journal, start_match(journal) as session:
        play(session, 57)
    match = session.match
    with Journal(tmp_path) as journal, Sessions(journal).open(session.number) as session:
        again = session.match
    assert (again.facts, repr(again.question), again.answers) == (match.facts, repr(match.question), match.answers)


def test_a_resumed_match_continues_to_be_saved(tmp_path):
    with Journal(tmp_path) as journal:
        with start_match(journal) as session:
            play(session, 10)
        with Sessions(journal).open(session.number) as session:
            play(session, 10_000)
        record = journal.load_record(session.number)
    assert record.ended
    assert record.winners
    assert len(record.list_standing_choices()) > 10


def test_undone_answers_stay_marked(tmp_path):
    with Journal(tmp_path) as journal, start_match(journal) as session:
        play(session, 5)
        undone = [session.undo(session.n).choice, session.undo(session.n).choice]
        session.redo(session.n)
        session.undo(session.n)
        session.answer(session.n, session.question.choices[0])
        record = journal.load_record(session.number)
        assert [answer.undone for answer in record.answers] == [False, False, False, True, True, False]
        assert [answer.choice for answer in record.answers if answer.undone] == undone[::-1]
        assert record.list_standing_choices() == session.match.answers


def test_undoing_the_last_answer_reopens_an_ended_match(tmp_path):
    with Journal(tmp_path) as journal, start_match(journal) as session:
        number = session.number
        play(session, 10_000)
        assert journal.load_record(number).ended
        assert journal.find_unfinished() is None
        session.undo(session.n)
        assert journal.load_record(number).ended is None
        assert journal.find_unfinished("noah") == number
        session.redo(session.n)
        assert journal.load_record(number).ended


def test_every_answer_is_on_disk_before_the_next_question(tmp_path):
    with Journal(tmp_path) as journal, start_match(journal) as session:
        for _ in range(20):
            session.answer(session.n, session.question.choices[0])
            with sqlite3.connect(f"file:{tmp_path / FILE}?mode=ro", uri=True) as other:
                rows = other.execute("SELECT choice FROM answers WHERE match = ?", (session.number,)).fetchall()
            other.close()
            assert [row[0] for row in rows] == session.match.answers


class Careless(sqlite3.Connection):
    """SQLite as some systems build it: nothing is safe unless it is asked for."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.execute("PRAGMA synchronous=OFF")


def test_the_file_is_kept_safely_whatever_sqlite_would_do_by_itself(tmp_path, monkeypatch):
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{"factory": Careless} | k))
    with Journal(tmp_path) as journal:
        assert isinstance(journal._db, Careless)
        assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert journal._db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


PLAYER = """
import sys
from companion.core.journal import Journal
from companion.core.sessions import Sessions
from companion.core.registry import find_game
from pathlib import Path
game = find_game("noah")
with Journal(Path(sys.argv[1])) as journal:
    session = Sessions(journal).start(game, game.set_up(["Anna", "Ben", "Cleo"], {}, int(sys.argv[2])))
    print("ready", flush=True)
    while session.question is not None:
        session.answer(session.n, session.question.choices[session.n % len(session.question.choices)])
        print(len(session.match.answers), repr(session.question), flush=True)
"""


@pytest.mark.parametrize("shown", [1, 7, 31, 60])
def test_a_match_killed_at_any_moment_resumes_at_the_question_last_shown(tmp_path, shown):
    command = [sys.executable, "-c", PLAYER, str(tmp_path), str(shown)]
    with run_program(command, stdout=subprocess.PIPE) as player:
        lines = [player.stdout.readline() for _ in range(shown + 1)]
        os.kill(player.pid, signal.SIGKILL)
        lines += player.stdout.readlines()  # what was shown before the blow fell
        assert player.wait(PATIENCE) == -signal.SIGKILL
    complete = [line for line in lines if line.endswith("\n")]
    count, question = complete[-1].rstrip("\n").split(" ", 1)
    with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
        assert len(session.match.answers) - int(count) in (0, 1)  # one may have been written and not shown any more
        if len(session.match.answers) > int(count):
            session.undo(session.n)
        assert repr(session.question) == question


def test_an_unknown_match_is_refused(tmp_path):
    with Journal(tmp_path) as journal, pytest.raises(UnknownMatch, match="There's no match 12; `arkside history`"):
        Sessions(journal).open(12)


def bytes_of(folder):
    return (folder / FILE).read_bytes()


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(tmp_path):
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    before = bytes_of(tmp_path)
    with pytest.raises(JournalError, match=r"arkside\.db was written by a newer Arkside .* update Arkside"):
        Journal(tmp_path)
    assert bytes_of(tmp_path) == before


@pytest.mark.parametrize("damage", ["noise", "hole", "cut"])
def test_a_damaged_journal_is_refused_and_left_alone(tmp_path, damage):
    with Journal(tmp_path) as journal:
        for seed in range(4):
            with start_match(journal, seed) as session:
                play(session, 200)
    file = tmp_path / FILE
    good = file.read_bytes()
    middle = len(good) // 2
    bad = {
        "noise": os.urandom(5000),
        "hole": good[:middle] + b"\xff" * 3000 + good[middle + 3000 :],
        "cut": good[: middle // 4096 * 4096 + 1000],
    }[damage]
    file.write_bytes(bad)
    with pytest.raises(JournalError, match=r"arkside\.db is damaged .* left untouched"):
        Journal(tmp_path)
    assert file.read_bytes() == bad


def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE recipes (name)")
    db.close()
    before = bytes_of(tmp_path)
    with pytest.raises(JournalError, match="isn't a journal of Arkside"):
        Journal(tmp_path)
    assert bytes_of(tmp_path) == before


@pytest.mark.parametrize(
    ("addition", "named"),
    [
        ("CREATE TRIGGER spy AFTER INSERT ON answers BEGIN DELETE FROM matches; END", "trigger spy answers"),
        ("CREATE VIEW peek AS SELECT * FROM matches", "view peek"),
        ("CREATE TABLE more (x)", "more"),
        ("CREATE INDEX odd ON matches (lower(game))", "index odd matches"),
        ("ALTER TABLE people ADD COLUMN sly TEXT AS (upper(name))", "column people sly"),
        ("DROP TABLE sittings", "sittings"),
    ],
)
def test_a_journal_that_somebody_added_to_is_refused_by_name_and_left_alone(tmp_path, addition, named):
    with Journal(tmp_path) as journal:
        start_match(journal).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(addition)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    before = bytes_of(tmp_path)
    with pytest.raises(JournalError, match=named):
        Journal(tmp_path)
    assert bytes_of(tmp_path) == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_trusts_no_function_that_its_schema_names(tmp_path, read_only):
    Journal(tmp_path).close()
    with Journal(tmp_path, read_only=read_only) as journal:
        assert journal.run_query("PRAGMA trusted_schema") == [(0,)]


@pytest.mark.parametrize(
    ("code", "refused", "words"),
    [
        (sqlite3.SQLITE_BUSY, JournalBusy, "in use by another program"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, JournalBusy, "in use by another program"),
        (sqlite3.SQLITE_FULL, JournalError, "the disk is full"),
        (sqlite3.SQLITE_IOERR_READ, JournalError, "the disk doesn't work properly"),
        (sqlite3.SQLITE_ERROR, JournalError, "can't be used: near line 1"),
        (None, JournalError, "can't be used: near line 1"),
    ],
)
def test_every_error_of_the_disk_is_said_in_words(tmp_path, code, refused, words):
    error = sqlite3.OperationalError("near line 1")
    error.sqlite_errorcode = code
    with pytest.raises(JournalError, match=words) as found, journal_module.explain_errors(tmp_path / FILE):
        raise error
    assert type(found.value) is refused


def test_a_journal_is_made_in_a_new_folder_whatever_a_crash_left_there(tmp_path, monkeypatch):
    folder = tmp_path / "new" / "data"
    Journal(folder).close()
    (folder / FILE).unlink()
    (folder / f".{FILE}.{os.getpid()}").write_bytes(b"half a journal")
    Journal(folder).close()
    assert [file.name for file in folder.iterdir() if file.name.startswith(".")] == []
    with monkeypatch.context() as quicker:  # another program makes one at the same moment

        def place(new, file):
            new.rename(file)
            new.touch()
            raise FileExistsError

        (folder / FILE).unlink()
        quicker.setattr(journal_module, "place_new_file", place)
        Journal(folder).close()
    assert [file.name for file in folder.iterdir() if file.name.startswith(".")] == []


@pytest.mark.parametrize("harm", ["deleted", "replaced", "cut"])
def test_nothing_is_acknowledged_once_the_file_is_gone(tmp_path, harm):
    """SQLite would write on into a file that nobody finds any more."""
    with Journal(tmp_path) as journal, Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:3], {}, 5)) as session:
        play(session, 3)
        file = tmp_path / FILE
        if harm == "cut":
            os.truncate(file, 4096)
        else:
            file.rename(tmp_path / "elsewhere.db")
        if harm == "replaced":
            file.write_bytes((tmp_path / "elsewhere.db").read_bytes())
        n = session.n
        with pytest.raises(JournalError):
            session.answer(n, session.question.choices[0])
        assert session.n == n
        if harm != "cut":
            (tmp_path / "elsewhere.db").rename(file)
            session.answer(n, session.question.choices[0])


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="can't be used"):
        Journal(tmp_path / "file" / "data")


def test_an_older_journal_is_migrated_and_a_copy_kept(tmp_path, monkeypatch):
    with Journal(tmp_path) as journal, start_match(journal) as session:
        play(session, 12)
    later = (*MIGRATIONS, "ALTER TABLE matches ADD COLUMN weather TEXT NOT NULL DEFAULT 'rain'")
    monkeypatch.setattr(journal_module, "MIGRATIONS", later)
    with Journal(tmp_path) as journal:
        assert journal._db.execute("SELECT weather FROM matches").fetchall() == [("rain",)]
        with Sessions(journal).open(session.number) as again:
            assert again.match.answers == session.match.answers
    copy = sqlite3.connect(f"{tmp_path / FILE}.schema-{len(MIGRATIONS)}")
    assert copy.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    assert copy.execute("SELECT count(*) FROM answers").fetchone()[0] == 12
    copy.close()


def test_a_journal_from_before_there_were_sessions_opens(tmp_path, monkeypatch):
    monkeypatch.setattr(journal_module, "MIGRATIONS", MIGRATIONS[:1])
    seats = '[{"name":"Anna","bot":""},{"name":"Ben","bot":""}]'
    match = Match(NOAH, NOAH.set_up(["Anna", "Ben"], {}, 3, "table"))
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(
            "INSERT INTO matches VALUES (1, 'u', '0.1.0', 'noah', ?, '{\"length\":\"short\"}', 'table', 3, '{}',"
            " '2026-01-01T18:00:00Z', NULL, '[]', '[]')",
            (seats,),
        )
        for serial in range(1, 9):
            choice = str(match.question.choices[0])
            match.answer(choice)
            db.execute(
                "INSERT INTO answers VALUES (1, ?, ?, '', 0, ?)", (serial, choice, f"2026-01-01T18:00:{serial:02}Z")
            )
    db.close()
    monkeypatch.undo()
    with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
        assert session.match.answers == match.answers
        assert sum(session.measure_thinking(seat) for seat in (-1, 0, 1)) == pytest.approx(8, abs=0.5)
        play(session, 3)
        assert len(journal.load_record(1).list_standing_choices()) == 11


def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    Journal(tmp_path).close()
    monkeypatch.setattr(journal_module, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE nothing ADD COLUMN x"))
    with pytest.raises(JournalError):
        Journal(tmp_path)
    monkeypatch.undo()
    with Journal(tmp_path) as journal:
        assert journal.count_matches() == 0


def test_an_answer_the_rules_do_not_know_is_named_with_its_match(tmp_path):
    with Journal(tmp_path) as journal:
        with start_match(journal) as session:
            play(session, 4)
        journal._db.execute("UPDATE answers SET choice = 'unicorn-f' WHERE serial = 3")
        with pytest.raises(JournalError, match="match 1, .* can't be replayed: 'unicorn-f' isn't a choice"):
            Sessions(journal).open(1)


def test_a_match_whose_seed_meant_other_cards_is_refused_by_name(tmp_path):
    with Journal(tmp_path) as journal:
        with start_match(journal) as session:
            play(session, 4)
        journal._db.execute("UPDATE matches SET chance = 1")
        with pytest.raises(JournalError, match="match 1, .* can't be replayed: its cards were dealt in a way"):
            Sessions(journal).open(1)
        assert len(journal.load_record(1).list_standing_choices()) == 4


def test_an_unreadable_match_is_named_and_hides_no_other(tmp_path):
    with Journal(tmp_path) as journal:
        for _ in range(3):
            start_match(journal).close()
        journal._db.execute("UPDATE matches SET seats = 'scribble' WHERE number = 2")
        with pytest.raises(JournalError, match="match 2 can't be read"):
            journal.load_record(2)
        assert [record.number for record in journal.list_readable_records()] == [3, 1]


def test_a_refused_set_up_leaves_no_trace(tmp_path):
    with Journal(tmp_path) as journal:
        setup = NOAH.set_up(NAMES[:3], {}, corrections={"game": {"hand": 20}})
        with pytest.raises(ValueError, match="too few"):
            Sessions(journal).start(NOAH, setup)
        assert journal.count_matches() == 0


def test_application_and_version_are_written(tmp_path):
    with Journal(tmp_path) as journal:
        assert journal._db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
        assert journal._db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


def test_replaying_the_standing_answers_gives_the_noted_result(tmp_path):
    with Journal(tmp_path) as journal, start_match(journal, seed=9) as session:
        play(session, 10_000)
        record = journal.load_record(session.number)
    again = Match(NOAH, record.setup, record.list_standing_choices())
    assert (again.outcome.winners, tuple(again.table.scores)) == (record.winners, record.scores)


def test_a_match_takes_the_place_of_another_in_one_step(tmp_path):
    with Journal(tmp_path) as journal:
        with start_match(journal) as session:
            play(session, 5)
        old = journal.load_record(session.number)
        broken = old._replace(answers=(*old.answers, old.answers[0]._replace(choice=None)))
        with pytest.raises(sqlite3.IntegrityError):
            journal.write_match(broken, instead_of=old.number)
        saved = [(record.number, record.answers, record.sittings) for record in journal.list_readable_records()]
        assert saved == [(old.number, old.answers, old.sittings)], "what cannot be written drives nothing out"
        shorter = old._replace(answers=old.answers[:3])
        number = journal.write_match(shorter, instead_of=old.number)
        assert [(record.number, record.answers) for record in journal.list_readable_records()] == [
            (number, shorter.answers)
        ]


def test_undone_and_redone_answers_are_saved_as_such(tmp_path):
    with Journal(tmp_path) as journal, start_match(journal) as session:
        play(session, 5)
        session.undo(session.n)
        session.undo(session.n)
        session.redo(session.n)
        stood = list(session.match.answers)
        assert [answer.undone for answer in journal.load_record(session.number).answers] == [False] * 4 + [True]
    with Journal(tmp_path) as journal, Sessions(journal).open(session.number) as again:
        assert again.match.answers == stood
