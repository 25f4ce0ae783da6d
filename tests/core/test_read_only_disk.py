"""A journal on an SD card that is read-only: everything that was played can be looked at and copied."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion.core import journal_file
from companion.core.errors import JournalError
from companion.core.journal import Journal
from companion.core.journal_file import FILE, get_read_address, is_on_read_only_disk
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.service.backups import back_up
from tests.borders.command import arkside


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with one match, closed as a service closes it."""
    folder, game = tmp_path / "data", find_game("noah")
    with Journal(folder) as journal, Sessions(journal).start(game, game.set_up(["Anna", "Ben"], seed=1)) as session:
        assert session.question is not None
        session.answer(session.n, session.question.choices[0])
    return folder


@pytest.fixture
def frozen(played: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, as if its disk could only be read."""
    monkeypatch.setattr(journal_file.os, "statvfs", lambda folder: os.statvfs_result([0] * 8 + [os.ST_RDONLY, 255]))
    return played


def list_names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file())


@pytest.mark.parametrize(
    "command", [["history", "--json"], ["history", "--stats"], ["export", "1", "--secrets"], ["replay", "1"]]
)
def test_matches_are_shown_and_nothing_is_written_beside_them(
    frozen: Path, command: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = arkside(capfd, *command, "--data", str(frozen), "--lang", "en")
    assert (code, err) == (0, "")
    assert out
    assert list_names(frozen) == [FILE]


def test_it_can_be_copied_to_another_disk(frozen: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(back_up(frozen, tmp_path / "copy.zip")) as copy:
        assert FILE in copy.namelist()
    assert list_names(frozen) == [FILE]


def test_playing_there_is_refused_with_the_reason(frozen: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = arkside(capfd, "play", "--resume", "--data", str(frozen), "--lang", "en")
    assert code == 1
    assert err == f"arkside: {frozen / FILE} can't be used: the disk or this file is read-only\n"
    with pytest.raises(JournalError, match="is read-only"):
        Journal(frozen)


def test_answers_that_are_still_in_the_log_are_not_overlooked(frozen: Path) -> None:
    assert "immutable" in get_read_address(frozen / FILE)
    (frozen / f"{FILE}-wal").write_bytes(b"")
    assert "immutable" in get_read_address(frozen / FILE)
    (frozen / f"{FILE}-wal").write_bytes(b"some answers")
    assert "immutable" not in get_read_address(frozen / FILE)


def test_a_disk_that_can_be_written_is_read_as_always(played: Path, tmp_path: Path) -> None:
    assert not is_on_read_only_disk(played)
    assert not is_on_read_only_disk(tmp_path / "no such folder")
    assert "immutable" not in get_read_address(played / FILE)


def test_a_real_read_only_mount(played: Path) -> None:
    if shutil.which("unshare") is None or os.getuid() != 0:
        pytest.skip("only root can mount a folder read-only, and only for itself with unshare")
    mount = f"mount --bind '{played}' '{played}' && mount -o remount,bind,ro '{played}'"
    alone = subprocess.run(["unshare", "--mount", "sh", "-c", mount], capture_output=True, check=False, timeout=60)
    if alone.returncode:
        pytest.skip("this system does not allow mounts")
    show = f"'{sys.executable}' -m companion history --json --data '{played}'"
    words = ["unshare", "--mount", "sh", "-c", f"{mount} && {show}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert [match["answers"] for match in json.loads(done.stdout)] == [1]
