"""Recover from a damaged journal: restore the newest good backup, then salvage readable matches."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.errors import ArksideError, JournalError
from companion.core.files import replace_file
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.timestamps import utc_now
from companion.service.backups import Backup, list_backups, set_aside, unpack


class HealReport(NamedTuple):
    """Result of a recovery."""

    aside: Path
    """Where the damaged journal is now."""
    copy: Backup | None
    """Backup that replaced it; None if no usable one was found."""
    saved: int
    """Number of matches salvaged from the damaged journal."""


class DamagedJournal(Journal):
    """A damaged journal, opened read-only without checks."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.now = utc_now
        self._db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def heal(folder: Path) -> HealReport:
    """Move the damaged journal aside and put a good one in its place."""
    aside = set_aside(folder)
    copy = next((copy for copy in reversed(list_backups(folder)) if _put_back_journal(copy, folder)), None)
    with Journal(folder, patience=0) as journal:
        return HealReport(aside, copy, salvage_matches(aside, journal))


def _put_back_journal(copy: Backup, folder: Path) -> bool:
    """Restore only the journal of a backup, leaving settings and corrections. Return whether that worked."""
    try:
        with TemporaryDirectory(dir=folder, prefix=".restore-") as scratch:
            unpack(copy.file, Path(scratch))
            Journal(Path(scratch)).close()
            replace_file(Path(scratch) / FILE, folder / FILE)
    except (ArksideError, OSError):
        return False
    return True


def salvage_matches(aside: Path, journal: Journal) -> int:
    """Copy every readable match that has more answers in the damaged journal. Return their number."""
    saved = 0
    if (
        not aside.exists() or not aside.stat().st_size
    ):  # merely opening an empty file would make SQLite delete the WAL beside it
        return saved
    with suppress(JournalError, sqlite3.Error), DamagedJournal(aside) as remains:
        for record in reversed(remains.list_readable_records()):
            with suppress(JournalError, sqlite3.Error):
                number = journal.find_number(record.uid)
                if number is not None and len(journal.load_record(number).answers) >= len(record.answers):
                    continue
                journal.write_match(record, instead_of=number)
                saved += 1
    return saved
