"""The join code of the box: short, easy to read aloud, new at every start, and protected against guessing."""

import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from math import ceil

from companion.core.errors import N_, ArksideError

LETTERS = "ACDEFGHJKLMNPRTUVWXY3479"
"""Without look-alikes: no B and 8, I and 1, O, Q and 0, S and 5, Z and 2, 6."""
LENGTH = 6
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


class JoinCode:
    """The current join code, and the recent wrong guesses."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.text = make_code()
        self._clock = clock
        self._all_guesses: deque[float] = deque(maxlen=TOTAL_GUESSES)
        self._guesses: dict[str, deque[float]] = {}

    def renew(self) -> None:
        """Replace the code."""
        self.text = make_code()

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
        if not hmac.compare_digest(code.encode(), self.text.encode()):
            self._record_wrong_guess(address)
            raise WrongCode(N_("That's not the code on the box"))
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
