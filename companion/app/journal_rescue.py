"""A journal in any case: one that is damaged is healed, one that cannot be written is kept in memory for now."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.errors import N_, ArksideError, JournalDamaged, JournalError, Phrase
from companion.core.journal import Journal
from companion.service.healing import Healed, heal

IN_MEMORY = (Path("/dev/shm"), None)  # noqa: S108 (a folder of our own inside it; a full disk leaves no other)
"""Where a journal may lie when the disk takes none; None is whatever the system has for such files."""


class JournalNotSaved(JournalError):
    """The disk takes no journal now."""

    code = "not-kept"


class Opened(NamedTuple):
    """A journal that works, and what had to be done for that."""

    journal: Journal
    problems: tuple[ArksideError, ...] = ()


class TemporaryJournal(Journal):
    """A journal that is forgotten when the program ends, for a disk that takes nothing."""

    def __init__(self) -> None:
        self._scratch = _scratch()
        super().__init__(Path(self._scratch.name), patience=0)

    def close(self) -> None:
        """Close it and sweep up."""
        super().close()
        self._scratch.cleanup()


def open_journal(folder: Path) -> Opened:
    """Open the journal of this folder; Arkside starts whatever became of it."""
    try:
        return Opened(Journal(folder, patience=0))  # whoever runs a loop never waits for another program
    except JournalDamaged:
        return _healed(folder)
    except JournalError as why:
        return _temporary(why)


def _healed(folder: Path) -> Opened:
    """A whole journal in place of a damaged one, which is kept under a name that says when; people are told."""
    try:
        done = heal(folder)
        journal = Journal(folder, patience=0)
    except (OSError, JournalError) as why:
        return _temporary(why if isinstance(why, JournalError) else JournalError(str(why.strerror)))
    return Opened(journal, (describe_healing(done, folder),))


def describe_healing(done: Healed, folder: Path) -> JournalError:
    """Return what became of a damaged journal, in a sentence."""
    file = done.aside.relative_to(folder)
    if done.copy is not None:
        return JournalError(
            N_("The journal was damaged. The copy of {day} is back; newer matches saved: {n}. The damaged one: {file}"),
            day=done.copy.day, n=done.saved, file=file,
        )  # fmt: skip
    if done.saved:
        return JournalError(
            N_("The journal was damaged, and there is no copy. Matches saved: {n}. The damaged one: {file}"),
            n=done.saved, file=file,
        )  # fmt: skip
    return JournalError(N_("The journal could not be read. It now lies in {file}, and a new one was begun."), file=file)


def _temporary(why: JournalError) -> Opened:
    told = JournalNotSaved(
        N_("What you play now is forgotten when Arkside is switched off: {why}"),
        why=Phrase.of(why),
    )
    return Opened(TemporaryJournal(), (told,))


def _scratch() -> "TemporaryDirectory[str]":
    for place in IN_MEMORY:
        if place is None or place.is_dir():
            with suppress(OSError):
                return TemporaryDirectory(prefix="arkside-", dir=place)
    raise JournalError(N_("There is no room for a journal, not even in memory"))
