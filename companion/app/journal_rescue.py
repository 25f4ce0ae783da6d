"""Open the journal in every case: repair a damaged one, and keep it in memory if the disk isn't writable."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.errors import N_, ArksideError, JournalDamaged, JournalError, Phrase
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.match_lock import FOLDER as LOCKS
from companion.service.healing import HealReport, heal

IN_MEMORY = (Path("/dev/shm"), None)  # noqa: S108 (a folder of our own inside it; a full disk leaves no other)
"""Folders to try for a temporary journal; None is the system's default."""


class JournalNotSaved(JournalError):
    """The journal can't be written to disk right now."""

    code = "not-kept"


class Opened(NamedTuple):
    """A usable journal, and the problems met while opening it."""

    journal: Journal
    problems: tuple[ArksideError, ...] = ()


class TemporaryJournal(Journal):
    """A journal in memory, lost when the program ends, because the disk isn't writable."""

    def __init__(self) -> None:
        self._scratch = _make_scratch_folder()
        super().__init__(Path(self._scratch.name), patience=0)

    def close(self) -> None:
        """Close the journal and delete its folder."""
        super().close()
        self._scratch.cleanup()


def open_journal(folder: Path) -> Opened:
    """Open the journal of this folder; falls back to a repaired or a temporary one, so that Arkside always starts."""
    try:
        refuse_foreign_files(folder)
        # no patience: the event loop must never wait for another program's lock
        return Opened(Journal(folder, patience=0))
    except JournalDamaged:
        return _open_repaired(folder)
    except JournalError as why:
        return _open_temporary(why)


def refuse_foreign_files(folder: Path) -> None:
    """Refuse a journal of another user, as `sudo cp -a` leaves it: SQLite would open it but couldn't save answers."""
    if os.name != "posix":
        return
    user = os.geteuid()
    for file in (folder, folder / FILE, folder / f"{FILE}-wal", folder / f"{FILE}-shm", folder / LOCKS):
        try:
            owner = file.stat().st_uid
        except OSError:
            continue
        if owner != user and not os.access(file, os.R_OK | os.W_OK):
            raise JournalError(
                N_("{file} belongs to {owner}. Type at a shell: sudo chown -R {user}: {folder}"),
                file=file, owner=name_user(owner), user=name_user(user), folder=folder,
            )  # fmt: skip


def name_user(number: int) -> str:
    """Return the name of a user, or the number if it comes from another computer."""
    from pwd import getpwuid  # noqa: PLC0415  (Windows has none)

    try:
        return getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _open_repaired(folder: Path) -> Opened:
    """Repair a damaged journal and open it; the damaged file is kept under a name with the date."""
    try:
        done = heal(folder)
        journal = Journal(folder, patience=0)
    except (OSError, JournalError) as why:
        return _open_temporary(why if isinstance(why, JournalError) else JournalError(str(why.strerror)))
    return Opened(journal, (describe_healing(done, folder),))


def describe_healing(done: HealReport, folder: Path) -> JournalError:
    """Return a message about the repair of a damaged journal."""
    file = done.aside.relative_to(folder)
    if done.copy is not None:
        return JournalError(
            N_("The journal was damaged. The backup of {day} is back; newer matches saved: {n}. Old file: {file}"),
            day=done.copy.day, n=done.saved, file=file,
        )  # fmt: skip
    if done.saved:
        return JournalError(
            N_("The journal was damaged, and there's no backup. Matches saved: {n}. Old file: {file}"),
            n=done.saved, file=file,
        )  # fmt: skip
    return JournalError(N_("The journal couldn't be read. It's now in {file}, and I started a new one."), file=file)


def _open_temporary(why: JournalError) -> Opened:
    problem = JournalNotSaved(
        N_("What you play now is lost when you switch Arkside off: {why}"),
        why=Phrase.from_error(why),
    )
    return Opened(TemporaryJournal(), (problem,))


def _make_scratch_folder() -> "TemporaryDirectory[str]":
    for place in IN_MEMORY:
        if place is None or place.is_dir():
            with suppress(OSError):
                return TemporaryDirectory(prefix="arkside-", dir=place)
    raise JournalError(N_("There's no room for a journal, not even in memory. Free some space."))
