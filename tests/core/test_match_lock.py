"""The lock of a match: one program holds it, the name of its owner is safe to show, and nothing is left behind."""

from pathlib import Path

import pytest

from companion.core import match_lock
from companion.core.errors import JournalError, OpenElsewhere
from companion.core.match_lock import FOLDER, NAMED_AT_MOST, MatchLock


def test_a_match_has_one_owner_and_each_match_its_own(tmp_path: Path) -> None:
    lock = MatchLock(tmp_path, 1, "the box")
    with pytest.raises(OpenElsewhere, match=r"Match 1 is open in the box \(\d+\); leave it there first"):
        MatchLock(tmp_path, 1, "a terminal")
    MatchLock(tmp_path, 2, "a terminal").release()
    lock.release()
    lock.release()
    assert list((tmp_path / FOLDER).iterdir()) == []
    MatchLock(tmp_path, 1, "a terminal").release()


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    MatchLock(tmp_path / "new" / "data", 1, "the box").release()
    assert (tmp_path / "new" / "data" / FOLDER).is_dir()


def test_without_file_locks_a_match_can_be_opened_anyway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_lock, "fcntl", None)
    MatchLock(tmp_path, 1, "the box").release()


def test_releasing_twice_does_not_free_the_lock_of_the_next_owner(tmp_path: Path) -> None:
    first = MatchLock(tmp_path, 1, "the box")
    first.release()
    second = MatchLock(tmp_path, 1, "a terminal")
    first.release()
    with pytest.raises(OpenElsewhere, match="a terminal"):
        MatchLock(tmp_path, 1, "the box")
    second.release()


def test_a_refused_program_does_not_change_the_name_of_the_owner(tmp_path: Path) -> None:
    lock = MatchLock(tmp_path, 1, "the box")
    for _ in range(2):
        with pytest.raises(OpenElsewhere, match="the box"):
            MatchLock(tmp_path, 1, "a terminal")
    lock.release()


def test_a_new_owner_replaces_the_name_that_a_crash_left(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "1").write_text("a program that crashed long ago (1)\n", encoding="utf-8")
    lock = MatchLock(tmp_path, 1, "the box")
    with pytest.raises(OpenElsewhere, match=r"open in the box \("):
        MatchLock(tmp_path, 1, "a terminal")
    lock.release()


def test_a_lock_file_that_its_owner_just_removed_is_created_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, opened = Path.open, []

    def open_and_lose(file: Path, *words: str, **more: str) -> object:
        stream = original(file, *words, **more)  # type: ignore[call-overload]
        opened.append(stream)
        if len(opened) == 1:
            file.unlink()
        return stream

    monkeypatch.setattr(Path, "open", open_and_lose)
    lock = MatchLock(tmp_path, 1, "the box")
    assert len(opened) == 2
    assert opened[0].closed
    with pytest.raises(OpenElsewhere):
        MatchLock(tmp_path, 1, "a terminal")
    lock.release()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\x1b[2J\u202eevil\n", "[2Jevil"),
        ("x" * 500, "x" * NAMED_AT_MOST),
        ("", "another program"),
        (" \n", "another program"),
    ],
)
def test_the_name_of_an_owner_is_short_and_printable(tmp_path: Path, written: str, shown: str) -> None:
    lock = MatchLock(tmp_path, 1, "the box")
    lock.file.write_text(written, encoding="utf-8")
    with pytest.raises(OpenElsewhere) as refused:
        MatchLock(tmp_path, 1, "a terminal")
    assert str(refused.value) == f"Match 1 is open in {shown}; leave it there first"
    lock.release()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("")
    with pytest.raises(JournalError, match=r"open/1 can't be used|open.*can't be used"):
        MatchLock(tmp_path, 1, "the box")
