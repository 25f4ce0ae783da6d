"""The join code of the box: short, easy to read aloud, the same after a restart, and protected against guessing."""

import hmac
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from math import ceil
from pathlib import Path

from companion.core.errors import N_, ArksideError
from companion.core.files import write_atomically

LETTERS = "ACDEFGHJKLMNPRTUVWXY3479"
"""Without look-alikes: no B and 8, I and 1, O, Q and 0, S and 5, Z and 2, 6."""
LENGTH = 6
FILE = "join-code"
"""Name of the file in the data folder. It is separate from the settings, because those go into backups and exports."""
WINDOW = 60.0
"""Seconds for which a wrong guess counts."""
ADDRESS_GUESSES = 5
"""Wrong guesses from one address within `WINDOW`."""
TOTAL_GUESSES = 30
"""Wrong guesses from all addresses within `WINDOW`: at that rate, trying half of all codes takes six years."""
MOST_ADDRESSES = 1024
"""Number of addresses remembered at a time: more than a home network has."""
FORGET_SECONDS = 3600.0
"""Seconds after which the wrong guesses of an address are forgotten."""
ADDRESS_JOINS = 20
"""New phones from one address within `WINDOW`: enough for a table behind one router, but not for a flood."""


log = logging.getLogger("arkside.phone")


class WrongCode(ArksideError, PermissionError):
    """The code differs from the one on the box."""

    code = "wrong-code"


class LockedOut(ArksideError, PermissionError):
    """Too many wrong codes were entered."""

    code = "locked-out"


class TooManyJoins(ArksideError, PermissionError):
    """One address adds more new phones than a table has."""

    code = "too-many-joins"


def make_code() -> str:
    """Return an unpredictable code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(file: Path) -> str:
    """Return the code saved in a file; empty if there is none or it is damaged."""
    try:
        text = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
    return text if len(text) == LENGTH and set(text) <= set(LETTERS) else ""


class JoinCode:
    """The current join code, and the recent wrong guesses. With a file, the code outlives a restart."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, file: Path | None = None) -> None:
        self._file = file
        self.text = "" if file is None else read_code(file)
        if not self.text:
            self.renew()
        self._clock = clock
        self._all_guesses: deque[float] = deque(maxlen=TOTAL_GUESSES)
        self._guesses: dict[str, deque[float]] = {}

    def renew(self) -> None:
        """Replace the code. If the new one can't be saved, it still holds for this run."""
        self.text = make_code()
        if self._file is None:
            return
        try:
            write_atomically(self._file, f"{self.text}\n", 0o600)
        except OSError as why:
            log.warning("the join code cannot be saved: %s", why)

    def check(self, typed: str, address: str) -> None:
        """Raise `WrongCode` for a wrong code, or `LockedOut`, without comparing, after too many wrong guesses.

        During a lockout for all, an address without wrong guesses still has one, so that guessers lock out nobody else.
        That ends once more addresses guessed wrong than a home has: an attacker could use a new one for each guess.
        """
        own = self._guesses.get(address)
        wait = 0.0 if own is None else self._find_wait(own)
        if own is not None or len(self._guesses) >= MOST_ADDRESSES:
            wait = max(wait, self._find_wait(self._all_guesses))
        if wait > 0:
            raise LockedOut(N_("Too many wrong codes. Try again in {n} s"), n=ceil(wait))
        code = "".join(typed.split()).replace("-", "").upper()
        if not hmac.compare_digest(code.encode(errors="replace"), self.text.encode()):
            self._record_wrong_guess(address)
            raise WrongCode(N_("That's not the code of this table"))
        self._guesses.pop(address, None)

    def _find_wait(self, wrong: deque[float]) -> float:
        """Return the seconds until the oldest wrong guess expires; 0 while the limit is not reached."""
        return wrong[0] + WINDOW - self._clock() if wrong and len(wrong) == wrong.maxlen else 0.0

    def _record_wrong_guess(self, address: str) -> None:
        now = self._clock()
        self._all_guesses.append(now)
        guesses = self._guesses.pop(address, None) or deque(maxlen=ADDRESS_GUESSES)
        guesses.append(now)
        self._guesses[address] = guesses  # the newest is last, so that the oldest is forgotten first
        while (
            now - self._guesses[oldest := next(iter(self._guesses))][-1] > FORGET_SECONDS
            or len(self._guesses) > MOST_ADDRESSES
        ):
            del self._guesses[oldest]


class JoinRate:
    """Limits how many new phones may join from one address within a minute.

    >>> now = 0.0
    >>> rate = JoinRate(lambda: now)
    >>> for _ in range(ADDRESS_JOINS):
    ...     rate.check("192.168.1.7")
    >>> rate.check("192.168.1.7")
    Traceback (most recent call last):
    ...
    companion.phone.join_code.TooManyJoins: Too many new phones at once. Try again in 60 s
    >>> now = 61.0
    >>> rate.check("192.168.1.7")
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._joined: dict[str, deque[float]] = {}

    def check(self, address: str) -> None:
        """Count a new phone from this address, or raise `TooManyJoins`."""
        now = self._clock()
        times = self._joined.pop(address, None) or deque(maxlen=ADDRESS_JOINS)
        self._joined[address] = times  # the newest is last, so that the oldest is forgotten first
        if len(self._joined) > MOST_ADDRESSES:
            del self._joined[next(iter(self._joined))]
        if len(times) == ADDRESS_JOINS and (wait := times[0] + WINDOW - now) > 0:
            raise TooManyJoins(N_("Too many new phones at once. Try again in {n} s"), n=ceil(wait))
        times.append(now)
