"""The box always starts: whatever is broken is said on the screen, and there is a way on from there."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.journal_rescue import TemporaryJournal
from companion.core.errors import JournalError
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.sessions import Sessions
from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.service.backups import back_up
from tests.device.hands import answers_of, begin_noah, play
from tests.device.paper import shows


def rested(folder: Path) -> int:
    """A match that waits in this folder."""
    with Rehearsal(folder) as device:
        match = begin_noah(device)
        play(device, answers_of(match, seed=4)[:3])
        device.back()
        device.pick("Save and leave")
        return device.context.app.journal.list_waiting(1)[0]


def at_the_menu(device: Rehearsal) -> bool:
    return isinstance(device.view, PickView) and device.view.title == "Arkside"


def words(device: Rehearsal) -> str:
    assert isinstance(device.view, ReadingView)
    return " ".join(device.view.lines)


def change(folder: Path, sql: str) -> None:
    with sqlite3.connect(folder / FILE) as db:
        db.execute(sql)
    db.close()


class TestMatches:
    @pytest.mark.parametrize("damage", [
        "UPDATE matches SET seats = '[{'",
        "UPDATE matches SET game = 'chess'",
        "UPDATE matches SET options = 'none'",
        "UPDATE answers SET choice = 'unicorn'",
    ])  # fmt: skip
    def test_an_unreadable_match_keeps_nobody_from_playing(self, tmp_path: Path, damage: str) -> None:
        rested(tmp_path)
        change(tmp_path, damage)
        with Rehearsal(tmp_path) as device:
            assert at_the_menu(device)
            device.pick("Matches")
            device.push()
            assert "Delete" in [row.label for row in device.view.rows]  # type: ignore[attr-defined]
            assert "Continue" not in [row.label for row in device.view.rows]  # type: ignore[attr-defined]
            device.back()
            device.back()
            begin_noah(device)

    def test_it_can_be_deleted(self, tmp_path: Path) -> None:
        rested(tmp_path)
        change(tmp_path, "UPDATE matches SET game = 'chess'")
        with Rehearsal(tmp_path) as device:
            device.pick("Matches")
            device.push()
            device.pick("Delete")
            device.push()  # the harmless answer is marked
            assert device.context.app.journal.list_waiting(9)
            device.push()
            device.pick("Delete")
            device.pick("Delete")
            assert not device.context.app.journal.list_waiting(9)
            assert at_the_menu(device)


class TestJournal:
    def damage(self, folder: Path) -> None:
        (folder / FILE).write_bytes(b"SQLite format 3\0" + os.urandom(9000))

    def test_a_damaged_journal_is_healed_from_the_copy_of_the_night(self, tmp_path: Path) -> None:
        rested(tmp_path)
        back_up(tmp_path, at="2026-01-02T030405Z")
        self.damage(tmp_path)
        with Rehearsal(tmp_path) as device:
            assert "The backup of 2026-01-02 is back" in words(device)
            device.push()
            device.pick("Continue")
            device.push()
            assert device.match is not None
            assert len(device.match.answers) == 3
        assert list((tmp_path / "backups").glob("damaged-*.db"))
        with Rehearsal(tmp_path) as device:
            assert at_the_menu(device)

    def test_without_a_copy_a_new_one_is_begun_and_said(self, tmp_path: Path) -> None:
        self.damage(tmp_path)
        with Rehearsal(tmp_path) as device:
            assert "I started a new one" in words(device)
            device.push()
            assert at_the_menu(device)

    def test_a_copy_that_is_broken_too_is_passed_over_for_an_older_one(self, tmp_path: Path) -> None:
        rested(tmp_path)
        back_up(tmp_path, at="2026-01-01T030405Z")
        back_up(tmp_path, at="2026-01-02T030405Z").write_bytes(b"no zip")
        self.damage(tmp_path)
        with Rehearsal(tmp_path) as device:
            assert "The backup of 2026-01-01 is back" in words(device)
            device.push()
            assert device.context.app.journal.list_waiting(9)

    def test_matches_since_the_copy_are_saved_if_they_can_be_read(self, tmp_path: Path) -> None:
        rested(tmp_path)
        back_up(tmp_path, at="2026-01-02T030405Z")
        with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
            session.answer(session.n, session.question.choices[0])  # type: ignore[union-attr]
            answers = session.match.answers
        db = sqlite3.connect(tmp_path / FILE)
        page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'people'").fetchone()[0]
        db.close()
        with (tmp_path / FILE).open("r+b") as file:  # a page that no match is on
            file.seek((page - 1) * 4096)
            file.write(os.urandom(4096))
        with Rehearsal(tmp_path) as device:
            assert "newer matches saved: 1" in words(device)
            device.push()
            device.pick("Continue")
            device.push()
            assert device.match is not None
            assert device.match.answers == answers

    def test_an_empty_file_beside_a_log_is_no_new_journal(self, tmp_path: Path) -> None:
        rested(tmp_path)
        back_up(tmp_path, at="2026-01-02T030405Z")
        (tmp_path / FILE).write_bytes(b"")
        log = tmp_path / f"{FILE}-wal"
        log.write_bytes(b"answers that are nowhere else")
        with pytest.raises(JournalError, match="is empty, but arkside.db-wal beside it isn't"):
            Journal(tmp_path)
        assert log.read_bytes() == b"answers that are nowhere else"
        with Rehearsal(tmp_path) as device:
            assert "The backup of 2026-01-02 is back" in words(device)
            device.push()
            assert device.context.app.journal.list_waiting(9)
        (aside,) = (tmp_path / "backups").glob("damaged-*.db-wal")
        assert aside.read_bytes() == b"answers that are nowhere else"

    @pytest.mark.skipif(os.name != "posix", reason="files have no such owner")
    @pytest.mark.parametrize("name", [".", FILE, f"{FILE}-wal", "open"])
    def test_a_journal_of_another_user_is_named_with_its_cure(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
    ) -> None:
        rested(tmp_path)
        foreign = tmp_path / name
        foreign.touch()
        owner, stranger = foreign.owner(), 54321
        line = f"{foreign} belongs to {owner}. Type at a shell: sudo chown -R {stranger}: {tmp_path}"
        access = os.access
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr("os.geteuid", lambda: stranger)
            elsewhere.setattr("os.access", lambda file, mode: Path(file) != foreign and access(file, mode))
            with Rehearsal(tmp_path) as device:
                assert line.replace(" ", "") in words(device).replace(" ", "")
                assert line in caplog.text
                device.push()
                device.pick("Keep playing")
                begin_noah(device)
                assert isinstance(device.context.app.journal, TemporaryJournal)
        with Rehearsal(tmp_path) as device:
            assert at_the_menu(device)
            assert device.context.app.journal.list_waiting(9) == [1]

    def test_a_journal_of_a_newer_version_is_left_alone(self, tmp_path: Path) -> None:
        rested(tmp_path)
        change(tmp_path, "PRAGMA user_version = 99")
        with Rehearsal(tmp_path) as device:
            assert "written by a newer Arkside" in words(device)
            device.push()
            device.pick("Keep playing")
            begin_noah(device)
        db = sqlite3.connect(tmp_path / FILE)
        assert db.execute("SELECT count(*) FROM matches").fetchone() == (1,)
        db.close()


class TestSettings:
    def test_damaged_settings_are_said_and_what_can_be_read_holds(self, tmp_path: Path) -> None:
        (tmp_path / "settings.toml").write_text('language = "fr"\nbrightness = "high"\nsound =\n')
        with Rehearsal(tmp_path) as device:
            assert "settings.toml" in words(device).replace(" ", "")
            assert device.context.say.language == "fr"
            assert device.context.app.settings["brightness"] == "high"
            device.push()
            assert at_the_menu(device)

    def test_a_setting_that_cannot_be_saved_applies_until_the_end(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            (tmp_path / ".settings.toml.new").mkdir()
            device.pick("Settings")
            device.pick("Brightness")
            assert isinstance(device.view, ReadingView)
            assert device.context.app.settings["brightness"] == "high"
            device.push()
            assert isinstance(device.view, PickView)
            assert device.view.title == "Settings"


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk without room for anything; the matches that are on it stay."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a disk to fill")
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        rested(disk)
        with (disk / "filler").open("wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"x" * 512)
            except OSError:
                pass
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


class TestFullDisk:
    def test_it_starts_says_so_and_plays_in_memory(self, full_disk: Path) -> None:
        with Rehearsal(full_disk) as device:
            assert "lost when you switch Arkside off: " in words(device)
            device.push()
            device.pick("Keep playing")
            match = begin_noah(device)
            play(device, answers_of(match, seed=4)[:3])
            assert isinstance(device.context.app.journal, TemporaryJournal)

    def test_once_there_is_room_the_old_matches_are_back(self, full_disk: Path) -> None:
        with Rehearsal(full_disk) as device:
            (full_disk / "filler").unlink()
            device.push()
            device.pick("Try again")
            device.pick("Continue")
            device.push()
            assert device.match is not None
            assert len(device.match.answers) == 3


class TestWalks:
    def test_an_error_in_a_walk_is_one_sentence_and_leads_to_the_menu(
        self, device: Rehearsal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr("companion.device.walks.start.agree_on_match", lambda context: 1 / 0)
        device.pick("New match")
        assert shows(device.view, "Something went wrong (ZeroDivisionError).")
        assert "division by zero" in caplog.text
        device.push()
        assert at_the_menu(device)

    def test_an_error_in_the_rules_closes_the_match_and_keeps_it(
        self, device: Rehearsal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = begin_noah(device)
        answers = answers_of(match, seed=4)
        play(device, answers[:3])
        with monkeypatch.context() as broken:
            broken.setattr(type(match), "_advance", lambda match, picked: 1 / 0)
            device.answer(answers[3])
        assert shows(device.view, "Something went wrong")
        assert device.context.app.live is None
        device.push()
        device.pick("Continue")
        device.push()
        assert device.match is not None
        assert device.match.answers == answers[:3]

    @pytest.mark.parametrize("what", ["draw", "tick", "push"])
    def test_an_error_in_a_view_leads_to_the_menu_too(
        self, device: Rehearsal, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        def fails(view: PickView, *given: object) -> None:
            if view.title == "Settings":
                raise ValueError(what)

        monkeypatch.setattr(PickView, what, fails if what != "push" else PickView.push)
        if what == "push":
            monkeypatch.setattr("companion.device.walks.settings.SETTINGS", {})
        device.pick("Settings") if what == "push" else device.turn(row_of(device, "Settings"))
        device.push()
        monkeypatch.undo()
        device.wait(1)
        assert shows(device.view, "Something went wrong")
        device.push()
        assert at_the_menu(device)

    def test_a_box_whose_first_menu_fails_says_so(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(Journal, "list_waiting", lambda journal, most: 1 / 0)
            with Rehearsal(tmp_path) as device:
                assert shows(device.view, "Something went wrong")
                broken.undo()
                device.push()
                assert at_the_menu(device)


def row_of(device: Rehearsal, label: str) -> int:
    assert isinstance(device.view, PickView)
    return [row.label for row in device.view.rows].index(label) - device.view.at


def test_a_pencil_can_write_any_letter_of_an_error() -> None:
    Pencil().write(0, 0, "\udcff\x00漢")
