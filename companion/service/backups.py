"""Copies of everything in the data folder: one a night, seven kept, each a single file that opens anywhere.

A copy is a ZIP of the journal, as SQLite's online backup gives it while a match goes on, the settings and the owner's
boxes. Putting one back first makes a copy of what is there, so that even a mistake can be taken back.
"""

import shutil
import sqlite3
import zipfile
import zlib
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.errors import N_, ArksideError
from companion.core.files import put_in_place, sync_folder
from companion.core.journal import Journal
from companion.core.journal_file import FILE, check_database
from companion.core.untrusted import LONGEST_FILE

FOLDER = "backups"
KEPT = 7
PLAIN = ("settings.toml", "boxes")
"""What is copied as it is, besides the journal."""
MOST_PACKED = 100
"""Times that a journal may grow when it is unpacked; ours are packed to a tenth or a twentieth."""
SMALLEST_PACKED = 10_000
MOST_FILES = 200
UNREADABLE = (OSError, zipfile.BadZipFile, EOFError, zlib.error, RuntimeError)
"""What a damaged ZIP is answered with; the last one stands for a password and for a way of packing nobody knows."""


class BackupError(ArksideError, ValueError):
    """A copy that cannot be made, read or put back."""

    code = "backup"


class Backup(NamedTuple):
    """One copy that lies in the data folder."""

    file: Path

    @property
    def day(self) -> str:
        """The day it was made."""
        return self.file.stem.removeprefix("arkside-")[:10]


def all_backups(folder: Path) -> list[Backup]:
    """The copies in a data folder, the oldest first."""
    return [Backup(file) for file in sorted((folder / FOLDER).glob("arkside-*.zip"))]


def now() -> str:
    """The time in the name of a copy."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")


def back_up(folder: Path, into: Path | None = None, at: str | None = None) -> Path:
    """Backup everything, while a match may go on; without a place of its own it lies in `backups/`, seven deep."""
    if not (folder / FILE).exists():
        raise BackupError(N_("{folder} holds no journal yet; there is nothing to copy"), folder=folder)
    if into is None:
        remove_scratch(folder)
    target = into or folder / FOLDER / f"arkside-{at or now()}.zip"
    if target.is_dir():
        target /= f"arkside-{at or now()}.zip"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _write(folder, target)
    except OSError as why:
        raise BackupError(N_("{file} cannot be written: {why}"), file=target, why=why.strerror or why) from None
    if into is None:
        for old in all_backups(folder)[:-KEPT]:
            old.file.unlink(missing_ok=True)
    return target


def _write(folder: Path, target: Path) -> None:
    """Write beside the target first: a power cut leaves no half copy under a good name."""
    new = target.with_name(f".{target.name}.new")
    try:
        with TemporaryDirectory(dir=target.parent, prefix=".copy-") as scratch:
            journal = Path(scratch) / FILE
            copy_journal(folder / FILE, journal)
            with new.open("wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(journal, FILE)
                for file in plain_files(folder):
                    archive.write(file, file.relative_to(folder).as_posix())
        put_in_place(new, target)
    finally:
        new.unlink(missing_ok=True)


def copy_journal(source: Path, target: Path) -> None:
    """SQLite's own online backup: a whole journal, even while somebody answers."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            if (verdict := check_database(new, whole=True)) != "ok":  # a copy of that would push out a good one
                raise sqlite3.DatabaseError(verdict.splitlines()[-1])
    except sqlite3.Error as why:
        raise BackupError(N_("{file} cannot be copied: {why}"), file=source, why=why) from None


def plain_files(folder: Path) -> list[Path]:
    """Settings and the owner's boxes."""
    found = [folder / PLAIN[0], *sorted((folder / PLAIN[1]).glob("*.toml"))]
    return [file for file in found if file.is_file()]


def put_back(file: Path, folder: Path) -> Path | None:
    """Make the data folder what it was in this copy; returns the copy made of what was there, if anything was."""
    with TemporaryDirectory(dir=_made(folder), prefix=".restore-") as scratch:
        inside = Path(scratch)
        unpack(file, inside)
        Journal(inside).close()  # refuses what is damaged, foreign or newer, before anything here is touched
        must_be_closed(folder / FILE)
        saved = _save_first(folder)
        for name in (f"{FILE}-wal", f"{FILE}-shm", PLAIN[0]):
            (folder / name).unlink(missing_ok=True)
        shutil.rmtree(folder / PLAIN[1], ignore_errors=True)
        for name in (*PLAIN, FILE):  # the journal last: it is what tells that all is there
            if (inside / name).is_dir():
                for box in sorted((inside / name).iterdir()):
                    put_in_place(box, _made(folder / name) / box.name)
            elif (inside / name).exists():
                put_in_place(inside / name, folder / name)
    return saved


def is_empty(journal: Path) -> bool:
    """Whether nothing is in it, as a power cut may have left it; what was played may still be in the log beside it."""
    return journal.stat().st_size == 0


def must_be_closed(journal: Path) -> None:
    """Refuse to pull a journal away from a program that has it open; only SQLite's last user may leave WAL mode."""
    if not journal.exists() or is_empty(journal):
        return
    try:
        with closing(sqlite3.connect(journal, timeout=0)) as db:
            db.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError:
        raise BackupError(
            N_("{file} is open in another program; end that first (a service: sudo systemctl stop arkside)"),
            file=journal,
        ) from None
    except sqlite3.DatabaseError:
        return  # damaged: nobody can be using it, and putting a copy back is what it needs


def _save_first(folder: Path) -> Path | None:
    """A copy of what is about to go; a journal too damaged for that is put aside as it is."""
    if not (folder / FILE).exists():
        return None
    if is_empty(folder / FILE):  # even a reader would throw away the log beside it
        return set_aside(folder)
    try:
        return back_up(folder)
    except BackupError:
        return set_aside(folder)


def set_aside(folder: Path) -> Path:
    """Move the journal away, with what SQLite keeps beside it; its log first, which is nothing without it."""
    aside = folder / FOLDER / f"damaged-{now()}.db"
    aside.parent.mkdir(parents=True, exist_ok=True)
    for end in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            (folder / f"{FILE}{end}").replace(aside.with_name(aside.name + end))
    sync_folder(aside.parent)
    sync_folder(folder)
    return aside


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise BackupError(N_("{file} cannot be written: {why}"), file=folder, why=why.strerror) from None
    return folder


def unpack(file: Path, into: Path) -> None:
    """Everything of ours in a copy, and nothing else."""
    if not file.is_file():
        raise BackupError(N_("{file} is no file"), file=file)
    try:
        with zipfile.ZipFile(file) as archive:
            names = [name for name in archive.namelist() if belongs(name)]
            if FILE not in names:
                raise BackupError(N_("{file} is no copy made by `arkside backup`"), file=file)
            check_sizes(archive, names, file, into)
            for name in names:
                archive.extract(name, into)
    except UNREADABLE as why:
        raise BackupError(N_("{file} cannot be read: {why}"), file=file, why=why) from None


def check_sizes(archive: zipfile.ZipFile, names: list[str], file: Path, into: Path) -> None:
    """Refuse a copy that would unpack to more than any of ours, before it fills the card.

    The sizes are those that the archive declares: `zipfile` never unpacks more than that.
    """
    for info in map(archive.getinfo, names):
        packed = max(info.compress_size, SMALLEST_PACKED)
        most = LONGEST_FILE if info.filename != FILE else min(packed * MOST_PACKED, shutil.disk_usage(into).free // 2)
        if info.file_size > most:
            raise BackupError(
                N_("{file} is refused: {name} would take {n} MB when unpacked"),
                file=file, name=info.filename, n=info.file_size // 1_000_000,
            )  # fmt: skip
    if len(names) > MOST_FILES:
        raise BackupError(N_("{file} is refused: it holds {n} files"), file=file, n=len(names))


def belongs(name: str) -> bool:
    """Whether such a name can be in a copy; anything else in a ZIP has no business in the data folder."""
    path = PurePosixPath(name)
    return name in (FILE, PLAIN[0]) or (
        path.parts[:1] == (PLAIN[1],) and len(path.parts) == 2 and path.suffix == ".toml"
    )


def remove_scratch(folder: Path) -> None:
    """Sweep up what a power cut in the middle of a copy left behind."""
    for left in (folder / FOLDER).glob(".copy-*"):
        with suppress(OSError):
            shutil.rmtree(left)
