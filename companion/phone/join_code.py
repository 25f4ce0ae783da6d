"""The join code of the box: short, easy to read aloud, new at every start, and of no use to those who guess."""

import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from math import ceil

from companion.core.errors import N_, ArksideError

LETTERS = "ACDEFGHJKLMNPRTUVWXY3479"
"""Nothing that could be read as something else: no B and 8, I and 1, O, Q and 0, S and 5, Z and 2, 6."""
LENGTH = 6
WINDOW = 60.0
"""Seconds for which a wrong guess is held against whoever made it."""
OF_ONE = 5
"""Wrong guesses of one address within that time."""
OF_ALL = 30
"""And of all addresses together: at that pace, trying half of all codes takes six years."""
ADDRESSES = 1024
"""How many addresses are remembered at a time: more than a home network has."""
FORGIVEN = 3600.0
"""Seconds after which an address that was wrong counts as one that never was."""
JOINS = 20
"""New phones of one address within that time: a whole table behind one router, but no flood of made-up phones."""


class WrongCode(ArksideError, PermissionError):
    """That is not what the box shows."""

    code = "wrong-code"


class LockedOut(ArksideError, PermissionError):
    """Too many wrong codes."""

    code = "locked-out"


class TooManyJoins(ArksideError, PermissionError):
    """One address brings more new phones than a table has."""

    code = "too-many-joins"


def new_code() -> str:
    """A code that nobody can foresee."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class JoinCode:
    """What the box shows, and how often somebody was wrong about it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.text = new_code()
        self._clock = clock
        self._of_all: deque[float] = deque(maxlen=OF_ALL)
        self._of_one: dict[str, deque[float]] = {}

    def renew(self) -> None:
        """Another code from now on."""
        self.text = new_code()

    def check(self, told: str, address: str) -> None:
        """Refuse whatever is not the code; while too many were wrong, refuse everything and look at nothing.

        An address that was never wrong still has one guess then, so that a crowd of guessers keeps nobody else out. It
        has none once more addresses were wrong than a home has, for each of those guesses could come from a new one.
        """
        own = self._of_one.get(address)
        wait = 0.0 if own is None else self._wait(own)
        if own is not None or len(self._of_one) >= ADDRESSES:
            wait = max(wait, self._wait(self._of_all))
        if wait > 0:
            raise LockedOut(N_("Too many wrong codes. Try again in {n} s"), n=ceil(wait))
        plain = "".join(told.split()).replace("-", "").upper()
        if not hmac.compare_digest(plain.encode(), self.text.encode()):
            self._note(address)
            raise WrongCode(N_("That's not the code on the box"))
        self._of_one.pop(address, None)

    def _wait(self, wrong: deque[float]) -> float:
        """How many seconds until the oldest of them no longer counts, if there are as many as there may be."""
        return wrong[0] + WINDOW - self._clock() if wrong and len(wrong) == wrong.maxlen else 0.0

    def _note(self, address: str) -> None:
        now = self._clock()
        self._of_all.append(now)
        guesses = self._of_one.pop(address, None) or deque(maxlen=OF_ONE)
        guesses.append(now)
        self._of_one[address] = guesses  # the latest stands last, so that the oldest is forgotten first
        while now - self._of_one[oldest := next(iter(self._of_one))][-1] > FORGIVEN or len(self._of_one) > ADDRESSES:
            del self._of_one[oldest]


class JoinRate:
    """Limits how many new phones may join from one address within a minute.

    >>> now = 0.0
    >>> rate = JoinRate(lambda: now)
    >>> for _ in range(JOINS):
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
        """Count one more new phone from this address, or refuse it."""
        now = self._clock()
        times = self._joined.pop(address, None) or deque(maxlen=JOINS)
        self._joined[address] = times  # the latest address stands last, so the oldest is forgotten first
        if len(self._joined) > ADDRESSES:
            del self._joined[next(iter(self._joined))]
        if len(times) == JOINS and (wait := times[0] + WINDOW - now) > 0:
            raise TooManyJoins(N_("Too many new phones at once. Try again in {n} s"), n=ceil(wait))
        times.append(now)
