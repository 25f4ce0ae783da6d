"""One owner for each live match: a lock that the system releases when a program dies."""

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from companion.core.errors import N_, JournalError, OpenElsewhere, Phrase

try:
    import fcntl
except ImportError:  # where there are no such locks, the journal still notices what another program wrote
    fcntl = None  # type: ignore[assignment]

FOLDER = "open"
NAMED_AT_MOST = 80


class MatchLock:
    """Holds a match in a data folder until it is released, or until the program ends, however it ends."""

    def __init__(self, data: Path, number: int, program: str) -> None:
        self.file = data / FOLDER / str(number)
        try:
            self._lock = self._acquire(number)
            self._lock.truncate(0)
            self._lock.write(f"{program} ({os.getpid()})\n")
            self._lock.flush()
        except OSError as why:
            raise JournalError(N_("{file} can't be used: {why}"), file=self.file, why=why.strerror) from None

    def release(self) -> None:
        """Release the match; releasing it twice is harmless."""
        if not self._lock.closed:
            with suppress(OSError):
                self.file.unlink()
            self._lock.close()

    def _acquire(self, number: int) -> IO[str]:
        """Lock the lock file; if its owner has just removed it, create another."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        while True:
            lock = self.file.open("a+", encoding="utf-8")
            if fcntl is None:
                return lock
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if self._is_current(lock):
                    return lock
            except BlockingIOError:
                with lock:
                    raise _make_refusal(lock, number) from None
            lock.close()

    def _is_current(self, lock: IO[str]) -> bool:
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(lock.fileno()), self.file.stat())
        return False


def _make_refusal(lock: IO[str], number: int) -> OpenElsewhere:
    """Return an error that names the owner, as they wrote it into the lock file."""
    lock.seek(0)
    named = "".join(sign for sign in lock.readline(NAMED_AT_MOST) if sign.isprintable()).strip()
    owner = named or Phrase(N_("another program"))
    return OpenElsewhere(N_("Match {number} is open in {owner}; leave it there first"), number=number, owner=owner)
