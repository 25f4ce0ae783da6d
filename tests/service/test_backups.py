"""Copies: made while people play, seven kept, put back only if they are whole, and never the end of what was there."""

import random
import sqlite3
import zipfile
from contextlib import nullcontext

import pytest

from companion.core.data_folder import save_settings
from companion.core.errors import JournalError
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.service import backups
from companion.service.backups import (
    MOST_BACKUPS,
    BackupError,
    back_up,
    is_expected,
    list_backups,
    restore_backup,
    unpack,
)
from companion.service.healing import heal
from tests.borders.command import arkside
from tests.laws import NAMES

NOAH = find_game("noah")


def play(folder, answers, seed=5):
    rng = random.Random(seed)
    with Journal(folder) as journal, Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:3], {}, seed)) as session:
        for _ in range(answers):
            session.answer(session.n, rng.choice(session.question.choices))


def records(folder):
    with Journal(folder) as journal:
        return journal.list_readable_records()


def test_a_copy_holds_all_answers_although_the_journal_is_open(tmp_path):
    with Journal(tmp_path) as journal, Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:3], {}, 5)) as session:
        session.answer(1, session.question.choices[0])
        copy = back_up(tmp_path)
        session.answer(2, session.question.choices[0])
        before = [len(record.answers) for record in journal.list_readable_records()]
    restore_backup(copy, tmp_path / "elsewhere")
    assert before == [2]
    assert [len(record.answers) for record in records(tmp_path / "elsewhere")] == [1]


def test_settings_and_boxes_come_along_and_come_back(tmp_path):
    play(tmp_path, 3)
    save_settings(tmp_path, {"language": "fr"})
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "ark.toml").write_text("x = 1\n")
    copy = back_up(tmp_path, tmp_path / "mine.zip")
    (tmp_path / "boxes" / "ark.toml").write_text("x = 2\n")
    (tmp_path / "boxes" / "noah.toml").write_text("y = 1\n")
    save_settings(tmp_path, {"language": "en"})
    restore_backup(copy, tmp_path)
    assert [file.name for file in (tmp_path / "boxes").iterdir()] == ["ark.toml"]
    assert (tmp_path / "boxes" / "ark.toml").read_text() == "x = 1\n"
    assert "fr" in (tmp_path / "settings.toml").read_text()


def test_the_seven_newest_are_kept(tmp_path):
    play(tmp_path, 1)
    for night in range(10):
        back_up(tmp_path, at=f"2026-11-{night + 10}T033000Z")
    assert [copy.day for copy in list_backups(tmp_path)] == [f"2026-11-{day}" for day in range(13, 20)]
    assert [file for file in (tmp_path / "backups").iterdir() if file.name.startswith(".")] == []


def test_replaced_data_are_copied_first(tmp_path):
    play(tmp_path, 4)
    copy = back_up(tmp_path, tmp_path / "old.zip")
    play(tmp_path, 2, seed=6)
    saved = restore_backup(copy, tmp_path)
    assert len(records(tmp_path)) == 1
    restore_backup(saved, tmp_path)
    assert len(records(tmp_path)) == 2


def test_a_journal_that_is_open_is_not_pulled_away(tmp_path):
    play(tmp_path, 4)
    copy = back_up(tmp_path)
    with Journal(tmp_path) as journal:
        with pytest.raises(BackupError, match="is in use; stop the other program"):
            restore_backup(copy, tmp_path)
        assert journal.count_matches() == 1


def test_a_damaged_journal_is_put_aside_and_the_copy_comes_back(tmp_path):
    play(tmp_path, 4)
    copy = back_up(tmp_path)
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0" + b"rubbish" * 2000)
    with pytest.raises(JournalError):
        Journal(tmp_path)
    saved = restore_backup(copy, tmp_path)
    assert saved.name.startswith("damaged-")
    assert len(records(tmp_path)) == 1


@pytest.mark.parametrize("content", [b"", b"no zip at all", None])
def test_a_file_that_is_no_copy_is_refused_and_nothing_is_touched(tmp_path, content):
    play(tmp_path, 4)
    file = tmp_path / "copy.zip"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BackupError):
        restore_backup(file, tmp_path)
    assert len(records(tmp_path)) == 1


def spoilt(file, how):
    """A copy whose journal is packed in a way that nobody can read."""
    data = bytearray(file.read_bytes())
    inside, first = data.index(b"PK\x03\x04"), data.index(b"PK\x01\x02")
    if how == "a password":
        data[inside + 6] |= 1
        data[first + 8] |= 1
    elif how == "an unknown method":
        data[inside + 8] = data[first + 10] = 99
    else:
        data[inside + 60 : inside + 200] = b"\xff" * 140
    file.write_bytes(data)


@pytest.mark.parametrize("how", ["a password", "an unknown method", "no such letters"])
def test_a_copy_that_cannot_be_unpacked_is_one_line_and_nothing_is_touched(tmp_path, capfd, how):
    play(tmp_path, 4)
    copy = back_up(tmp_path, tmp_path / "copy.zip")
    spoilt(copy, how)
    code, _, err = arkside(capfd, "restore", "--data", str(tmp_path), str(copy))
    assert code == 1
    assert err.startswith(f"arkside: Can't read {copy}: ")
    assert len(err.splitlines()) == 1
    assert len(records(tmp_path)) == 1


def test_a_log_beside_an_empty_journal_is_put_aside_too(tmp_path):
    """As a card may leave it: the log is all that there is of the last answers."""
    play(tmp_path, 4)
    copy = back_up(tmp_path, tmp_path / "copy.zip")
    (tmp_path / FILE).write_bytes(b"")
    log = tmp_path / f"{FILE}-wal"
    log.write_bytes(b"all that is left")
    saved = restore_backup(copy, tmp_path)
    assert saved.name.startswith("damaged-")
    assert saved.with_name(f"{saved.name}-wal").read_bytes() == b"all that is left"
    assert len(records(tmp_path)) == 1


def test_a_copy_may_go_into_any_folder(tmp_path):
    play(tmp_path, 2)
    (tmp_path / "stick").mkdir()
    copy = back_up(tmp_path, tmp_path / "stick", at="2026-01-02T030405Z")
    assert copy == tmp_path / "stick" / "arkside-2026-01-02T030405Z.zip"
    assert zipfile.is_zipfile(copy)


def test_an_impossible_folder_is_named(tmp_path):
    play(tmp_path, 2)
    copy = back_up(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(BackupError, match="Can't write .*file/data: Not a directory"):
        restore_backup(copy, tmp_path / "file" / "data")


def test_remains_of_a_copy_after_a_power_cut_are_removed(tmp_path):
    play(tmp_path, 2)
    left = tmp_path / "backups" / ".copy-x1"
    left.mkdir(parents=True)
    (left / FILE).touch()
    back_up(tmp_path)
    assert not left.exists()


def test_a_copy_with_a_foreign_database_is_refused(tmp_path):
    play(tmp_path, 4)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE t (x)")
    other.close()
    with zipfile.ZipFile(tmp_path / "copy.zip", "w") as archive:
        archive.write(tmp_path / "other.db", FILE)
    with pytest.raises(JournalError):
        restore_backup(tmp_path / "copy.zip", tmp_path)
    assert len(records(tmp_path)) == 1


@pytest.mark.parametrize(
    "name", ["../evil", "boxes/../../evil.toml", "boxes/deep/er.toml", "/etc/passwd", "boxes/ark.sh"]
)
def test_nothing_else_in_a_copy_reaches_the_disk(name, tmp_path):
    assert not is_expected(name)
    with zipfile.ZipFile(tmp_path / "copy.zip", "w") as archive:
        for each in (FILE, "boxes/ark.toml", name):
            archive.writestr(each, "")
    inside = tmp_path / "inside"
    inside.mkdir()
    unpack(tmp_path / "copy.zip", inside)
    found = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert found == {"copy.zip", f"inside/{FILE}", "inside/boxes/ark.toml"}


def test_the_commands_do_it_and_say_where(tmp_path, capfd):
    assert arkside(capfd, "backup", "--data", str(tmp_path))[0] == 1
    play(tmp_path, 3)
    code, out, _ = arkside(capfd, "backup", "--data", str(tmp_path), "--to", str(tmp_path / "a.zip"))
    assert (code, out.strip()) == (0, str(tmp_path / "a.zip"))
    code, out, _ = arkside(capfd, "restore", "--data", str(tmp_path), str(tmp_path / "a.zip"))
    assert code == 0
    assert "Your previous data" in out
    code, _, err = arkside(capfd, "restore", "--data", str(tmp_path), "nowhere.zip")
    assert code == 1
    assert err.startswith("arkside: nowhere.zip isn't a file")


def test_a_match_that_the_copy_holds_in_full_is_not_taken_from_the_damaged_journal(tmp_path):
    play(tmp_path, 4)
    back_up(tmp_path)
    play(tmp_path, 6, seed=8)
    with sqlite3.connect(tmp_path / FILE) as db:
        page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'people'").fetchone()[0]
    db.close()
    with (tmp_path / FILE).open("r+b") as file:  # a page that no match is on
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    healed = heal(tmp_path)
    assert healed.saved == 1, "the newer one alone"
    assert sorted(len(record.answers) for record in records(tmp_path)) == [4, 6]


@pytest.mark.parametrize(
    ("name", "size"), [(FILE, 100_000_000), ("settings.toml", 5_000_000), ("boxes/ark.toml", 5_000_000)]
)
def test_a_copy_that_would_fill_the_card_is_refused_before_it_is_unpacked(tmp_path, name, size):
    play(tmp_path, 3)
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(back_up(tmp_path)) as good, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        if name != FILE:
            archive.writestr(FILE, good.read(FILE))
        archive.writestr(name, b"\0" * size)
    with pytest.raises(BackupError, match=f"{name} would take {size // 1_000_000} MB"):
        restore_backup(bomb, tmp_path)
    assert len(records(tmp_path)) == 1


def test_a_copy_of_thousands_of_files_is_refused(tmp_path):
    play(tmp_path, 3)
    many = tmp_path / "many.zip"
    with zipfile.ZipFile(back_up(tmp_path)) as good, zipfile.ZipFile(many, "w") as archive:
        archive.writestr(FILE, good.read(FILE))
        for number in range(2000):
            archive.writestr(f"boxes/{number}.toml", "")
    with pytest.raises(BackupError, match="2001 files"):
        restore_backup(many, tmp_path)


@pytest.mark.parametrize(("most", "taken"), [(2, True), (1, False)])
def test_as_many_files_as_a_copy_may_hold_are_taken(tmp_path, monkeypatch, most, taken):
    play(tmp_path, 3)
    save_settings(tmp_path, {"language": "fr"})
    copy = back_up(tmp_path, tmp_path / "two.zip")
    monkeypatch.setattr(backups, "MOST_FILES", most)
    with nullcontext() if taken else pytest.raises(BackupError, match="holds 2 files"):
        restore_backup(copy, tmp_path)


def test_a_damaged_journal_does_not_push_out_good_copies(tmp_path):
    """Its answers may be damaged where nobody looks when a large journal is opened."""
    play(tmp_path, 60)
    good = [back_up(tmp_path, at=f"2026-11-0{day}T030000Z") for day in range(1, MOST_BACKUPS + 1)]
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'answers'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    db.close()
    with (tmp_path / FILE).open("r+b") as file:
        file.seek((page - 1) * size + 8)
        file.write(b"\xff" * 64)
    with pytest.raises(BackupError, match="Can.t copy"):
        back_up(tmp_path)
    assert [copy.file for copy in list_backups(tmp_path)] == good
