"""Backups of the data folder: one a night, the last seven kept, each a single ZIP file.

A backup holds the journal (copied by SQLite's online backup, so even during a match), the settings and the owner's
corrections. Restoring one first backs up the current data, so that even a mistake can be undone.
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
from companion.core.files import replace_file, sync_folder
from companion.core.journal import Journal
from companion.core.journal_file import FILE, check_database, get_read_address
from companion.core.untrusted import LONGEST_FILE

FOLDER = "backups"
MOST_BACKUPS = 7
COPIED_AS_IS = ("settings.toml", "boxes")
"""Copied as they are, besides the journal."""
MOST_PACKED = 100
"""Times that a journal may grow when it is unpacked; ours are packed to a tenth or a twentieth."""
SMALLEST_PACKED = 10_000
MOST_FILES = 200
UNREADABLE = (OSError, zipfile.BadZipFile, EOFError, zlib.error, RuntimeError)
"""Errors of a damaged ZIP; RuntimeError means passwords or unknown compression."""


class BackupError(ArksideError, ValueError):
    """A backup that can't be made, read or restored."""

    code = "backup"


class Backup(NamedTuple):
    """One backup in the data folder."""

    file: Path

    @property
    def day(self) -> str:
        """Day of the backup."""
        return self.file.stem.removeprefix("arkside-")[:10]


def list_backups(folder: Path) -> list[Backup]:
    """Return the backups in a data folder, the oldest first."""
    return [Backup(file) for file in sorted((folder / FOLDER).glob("arkside-*.zip"))]


def format_now() -> str:
    """Return the current time for the name of a backup."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H%M%SZ")


def back_up(folder: Path, into: Path | None = None, at: str | None = None) -> Path:
    """Back up everything, even during a match. By default into `backups/`, where the last seven are kept."""
    if not (folder / FILE).exists():
        raise BackupError(N_("{folder} has no journal yet; there's nothing to back up"), folder=folder)
    if into is None:
        remove_scratch(folder)
    target = into or folder / FOLDER / f"arkside-{at or format_now()}.zip"
    if target.is_dir():
        target /= f"arkside-{at or format_now()}.zip"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _write(folder, target)
    except OSError as why:
        raise BackupError(N_("Can't write {file}: {why}"), file=target, why=why.strerror or why) from None
    if into is None:
        for old in list_backups(folder)[:-MOST_BACKUPS]:
            old.file.unlink(missing_ok=True)
    return target


def _write(folder: Path, target: Path) -> None:
    """Write to a temporary name first, so that a power cut leaves no partial backup."""
    new = target.with_name(f".{target.name}.new")
    try:
        with TemporaryDirectory(dir=target.parent, prefix=".copy-") as scratch:
            journal = Path(scratch) / FILE
            copy_journal(folder / FILE, journal)
            with new.open("wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(journal, FILE)
                for file in list_plain_files(folder):
                    archive.write(file, file.relative_to(folder).as_posix())
        replace_file(new, target)
    finally:
        new.unlink(missing_ok=True)


def copy_journal(source: Path, target: Path) -> None:
    """Copy a journal with SQLite's online backup, which is consistent even during writes."""
    try:
        with (
            closing(sqlite3.connect(get_read_address(source), uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            # leave WAL mode, so that the copy is a single file
            new.execute("PRAGMA journal_mode=DELETE")
            if (verdict := check_database(new, whole=True)) != "ok":  # a copy of that would push out a good one
                raise sqlite3.DatabaseError(verdict.splitlines()[-1])
    except sqlite3.Error as why:
        raise BackupError(N_("Can't copy {file}: {why}"), file=source, why=why) from None


def list_plain_files(folder: Path) -> list[Path]:
    """Return the files of settings and corrections."""
    files = [folder / COPIED_AS_IS[0], *sorted((folder / COPIED_AS_IS[1]).glob("*.toml"))]
    return [file for file in files if file.is_file()]


def restore_backup(file: Path, folder: Path) -> Path | None:
    """Restore the data folder from a backup. Return the backup made of the data replaced, if any."""
    with TemporaryDirectory(dir=_make_folder(folder), prefix=".restore-") as scratch:
        inside = Path(scratch)
        unpack(file, inside)
        Journal(inside).close()  # refuses damaged, unknown or newer journals before anything is changed
        check_closed(folder / FILE)
        saved = _save_first(folder)
        for name in (f"{FILE}-wal", f"{FILE}-shm", COPIED_AS_IS[0]):
            (folder / name).unlink(missing_ok=True)
        shutil.rmtree(folder / COPIED_AS_IS[1], ignore_errors=True)
        for name in (*COPIED_AS_IS, FILE):  # the journal last: its presence means that everything is there
            if (inside / name).is_dir():
                for box in sorted((inside / name).iterdir()):
                    replace_file(box, _make_folder(folder / name) / box.name)
            elif (inside / name).exists():
                replace_file(inside / name, folder / name)
    return saved


def is_empty(journal: Path) -> bool:
    """Whether a journal is an empty file, as a power cut can leave it; its WAL may still hold matches."""
    return journal.stat().st_size == 0


def check_closed(journal: Path) -> None:
    """Raise BackupError if another program has the journal open: only SQLite's last user can leave WAL mode."""
    if not journal.exists() or is_empty(journal):
        return
    try:
        with closing(sqlite3.connect(journal, timeout=0)) as db:
            db.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError:
        raise BackupError(
            N_("{file} is in use; stop the other program first (service: sudo systemctl stop arkside)"),
            file=journal,
        ) from None
    except sqlite3.DatabaseError:
        return  # damaged: no program can be using it, and a restore is what it needs


def _save_first(folder: Path) -> Path | None:
    """Back up the data about to be replaced; a damaged journal is moved aside as it is."""
    if not (folder / FILE).exists():
        return None
    if is_empty(folder / FILE):  # merely opening it would make SQLite delete the WAL beside it
        return set_aside(folder)
    try:
        return back_up(folder)
    except BackupError:
        return set_aside(folder)


def set_aside(folder: Path) -> Path:
    """Move the journal and SQLite's files beside it away, the WAL first because it is useless without a journal."""
    aside = folder / FOLDER / f"damaged-{format_now()}.db"
    aside.parent.mkdir(parents=True, exist_ok=True)
    for end in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            (folder / f"{FILE}{end}").replace(aside.with_name(aside.name + end))
    sync_folder(aside.parent)
    sync_folder(folder)
    return aside


def _make_folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise BackupError(N_("Can't write {file}: {why}"), file=folder, why=why.strerror) from None
    return folder


def unpack(file: Path, into: Path) -> None:
    """Extract the expected files of a backup, and nothing else."""
    if not file.is_file():
        raise BackupError(N_("{file} isn't a file"), file=file)
    try:
        with zipfile.ZipFile(file) as archive:
            names = [name for name in archive.namelist() if is_expected(name)]
            if FILE not in names:
                raise BackupError(N_("{file} isn't a backup made by `arkside backup`"), file=file)
            check_sizes(archive, names, file, into)
            for name in names:
                archive.extract(name, into)
    except UNREADABLE as why:
        raise BackupError(N_("Can't read {file}: {why}"), file=file, why=why) from None


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


def is_expected(name: str) -> bool:
    """Whether a backup may contain this name; anything else in the ZIP stays out of the data folder."""
    path = PurePosixPath(name)
    return name in (FILE, COPIED_AS_IS[0]) or (
        path.parts[:1] == (COPIED_AS_IS[1],) and len(path.parts) == 2 and path.suffix == ".toml"
    )


def remove_scratch(folder: Path) -> None:
    """Remove what a power cut during a backup left behind."""
    for left in (folder / FOLDER).glob(".copy-*"):
        with suppress(OSError):
            shutil.rmtree(left)
