"""Game clocks: how much time everybody has, as pure arithmetic in milliseconds. The session measures, this counts."""

from collections.abc import Sequence
from typing import Final, NamedTuple

KINDS = ("none", "up", "bank", "turn", "sand")
BONUSES = ("fischer", "bronstein")
AT_ZERO = ("tell", "light", "sound", "pass")
LONGEST: Final = 36_000
"""Most seconds of a clock: ten hours."""


class ClockRules(NamedTuple):
    """The clock of a kind of scoring; all times in milliseconds."""

    kind: str = "none"
    """`up` only counts, `bank` is a supply for the whole game, `turn` one for each turn, and with `sand` the time of
    one player runs to all others."""
    time: int = 0
    increment: int = 0
    """Time that a bank gets back after each turn."""
    bonus: str = "fischer"
    """`fischer` gives back the whole increment, `bronstein` at most what the turn took."""
    admin: int = 0
    """Time at the start of each turn that doesn't count, for moving pieces."""
    at_zero: str = "tell"
    """Alarm at zero: a `light`, a `sound`, both (`tell`), or both and the turn ends (`pass`)."""


class Clocks:
    """Time left to each seat, or taken by it where time is only counted up.

    >>> clocks = Clocks(ClockRules("bank", time=10_000, increment=2_000), seats=2)
    >>> clocks.begin_turn()
    >>> clocks.spend(0, 4_000)
    >>> clocks.end_turn(0)
    >>> clocks.times
    [8000, 10000]
    """

    def __init__(self, rules: ClockRules, seats: int) -> None:
        self.rules = rules
        self.times = [0 if rules.kind == "up" else rules.time] * seats
        self._took = 0
        """Milliseconds of this turn, including those that don't count."""
        self._announced = False

    @property
    def is_running(self) -> bool:
        """Whether turns are timed."""
        return self.rules.kind != "none"

    def begin_turn(self) -> None:
        """Begin a turn; where each turn has a limit, everybody has all of it again."""
        self._took, self._announced = 0, False
        if self.rules.kind == "turn":
            self.times = [self.rules.time] * len(self.times)

    def find_limit(self, seat: int) -> int | None:
        """Return the milliseconds until the clock of a seat is at zero; None if it never is, or was already."""
        if self.rules.kind in ("none", "up") or self._announced:
            return None
        return max(0, self.times[seat]) + max(0, self.rules.admin - self._took)

    def expire(self) -> None:
        """Note that people know that the time is up; from now on the turn takes as long as it takes."""
        self._announced = True

    def spend(self, seat: int, ms: int) -> None:
        """Count a part of a turn, after the time that doesn't count."""
        before, self._took = self._took, self._took + ms
        counted = max(0, self._took - self.rules.admin) - max(0, before - self.rules.admin)
        if self.rules.kind == "up":
            self.times[seat] += counted
        elif self.is_running:
            self.times[seat] -= counted
        if self.rules.kind == "sand":
            self._pour(seat, counted)

    def _pour(self, seat: int, ms: int) -> None:
        """Share time among all other seats; what can't be shared evenly goes to the next ones."""
        others: Sequence[int] = [(seat + step) % len(self.times) for step in range(1, len(self.times))]
        for place, other in enumerate(others):
            self.times[other] += ms // len(others) + (place < ms % len(others))

    def end_turn(self, seat: int) -> None:
        """Give a bank its increment back."""
        if self.rules.kind == "bank":
            counted = max(0, self._took - self.rules.admin)
            whole = self.rules.bonus == "fischer"
            self.times[seat] += self.rules.increment if whole else min(self.rules.increment, counted)


def format_seconds(seconds: int) -> str:
    """Format a time that may be overdrawn.

    >>> format_seconds(125), format_seconds(-5)
    ('2:05', '-0:05')
    """
    minutes, remainder = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes}:{remainder:02}"
