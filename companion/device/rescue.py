"""A journal in any case: one that cannot be read is set aside, one that cannot be written is kept in memory for now."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.errors import N_, ArksideError, JournalDamaged, JournalError, Phrase
from companion.core.journal import FILE, Journal
from companion.service.copies import FOLDER, now

IN_MEMORY = (Path("/dev/shm"), None)  # noqa: S108 (a folder of our own inside it; a full disk leaves no other)
"""Where a journal may lie when the disk takes none; None is whatever the system has for such files."""


class NotKept(JournalError):
    """The disk takes no journal now."""

    code = "not-kept"


class Opened(NamedTuple):
    """A journal that works, and what had to be done for that."""

    journal: Journal
    troubles: tuple[ArksideError, ...] = ()
    damaged: bool = False
    """Whether the old one was set aside, so that a copy of it may be wanted."""


class PassingJournal(Journal):
    """A journal that is forgotten when the program ends, for a disk that takes nothing."""

    def __init__(self) -> None:
        self._scratch = _scratch()
        super().__init__(Path(self._scratch.name), patience=0)

    def close(self) -> None:
        """Close it and sweep up."""
        super().close()
        self._scratch.cleanup()


def open_journal(folder: Path) -> Opened:
    """The journal of this folder; the device starts whatever became of it."""
    try:
        return Opened(Journal(folder, patience=0))  # whoever runs a loop never waits for another program
    except JournalDamaged:
        return _begun_anew(folder)
    except JournalError as why:
        return _passing(why)


def _begun_anew(folder: Path) -> Opened:
    """An empty journal in place of a damaged one, which is kept under a name that says when."""
    try:
        aside = set_aside(folder)
        journal = Journal(folder, patience=0)
    except (OSError, JournalError) as why:
        return _passing(why if isinstance(why, JournalError) else JournalError(str(why.strerror)))
    told = JournalError(
        N_("The journal could not be read. It now lies in {file}, and a new one was begun."),
        file=aside.relative_to(folder),
    )
    return Opened(journal, (told,), damaged=True)


def _passing(why: JournalError) -> Opened:
    told = NotKept(
        N_("What you play now is forgotten when the device is switched off: {why}"),
        why=Phrase.of(why),
    )
    return Opened(PassingJournal(), (told,))


def set_aside(folder: Path) -> Path:
    """Move the journal away, with what SQLite keeps beside it."""
    aside = folder / FOLDER / f"damaged-{now()}.db"
    aside.parent.mkdir(parents=True, exist_ok=True)
    (folder / FILE).replace(aside)
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            (folder / f"{FILE}{end}").replace(aside.with_name(aside.name + end))
    return aside


def _scratch() -> "TemporaryDirectory[str]":
    for place in IN_MEMORY:
        if place is None or place.is_dir():
            with suppress(OSError):
                return TemporaryDirectory(prefix="arkside-", dir=place)
    raise JournalError(N_("There is no room for a journal, not even in memory"))
