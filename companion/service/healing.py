"""A damaged journal healed: the newest copy that opens, and with it whatever can still be read of the damaged one."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.errors import ArksideError, JournalError
from companion.core.files import put_in_place
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.times import utc_now
from companion.service.backups import Backup, all_backups, set_aside, unpack


class Healed(NamedTuple):
    """What was done."""

    aside: Path
    """Where the damaged journal lies now."""
    copy: Backup | None
    """The copy that took its place; None where there was none that could be used."""
    saved: int
    """How many matches were saved out of the damaged one."""


class DamagedJournal(Journal):
    """A damaged journal, opened for reading as far as it goes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.now = utc_now
        self._db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def heal(folder: Path) -> Healed:
    """Set the damaged journal aside and put a whole one in its place."""
    aside = set_aside(folder)
    copy = next((copy for copy in reversed(all_backups(folder)) if _put_back_journal(copy, folder)), None)
    with Journal(folder, patience=0) as journal:
        return Healed(aside, copy, salvage_matches(aside, journal))


def _put_back_journal(copy: Backup, folder: Path) -> bool:
    """Only the journal: settings and boxes are as they are."""
    try:
        with TemporaryDirectory(dir=folder, prefix=".restore-") as scratch:
            unpack(copy.file, Path(scratch))
            Journal(Path(scratch)).close()
            put_in_place(Path(scratch) / FILE, folder / FILE)
    except (ArksideError, OSError):
        return False
    return True


def salvage_matches(aside: Path, journal: Journal) -> int:
    """Write every match into the journal that can be read in the damaged one and has more answers there."""
    saved = 0
    if not aside.exists() or not aside.stat().st_size:  # even a reader would throw away the log beside an empty file
        return saved
    with suppress(JournalError, sqlite3.Error), DamagedJournal(aside) as remains:
        for record in reversed(remains.readable()):
            with suppress(JournalError, sqlite3.Error):
                number = journal.number_of(record.uid)
                if number is not None and len(journal.record(number).answers) >= len(record.answers):
                    continue
                journal.write(record, instead_of=number)
                saved += 1
    return saved
