"""Times of a match: milliseconds in the program, text in the journal, and how long everybody thought."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def utc_now() -> str:
    """Return the time for a journal: UTC, to the millisecond."""
    return format_time(parse_time(datetime.now(UTC).isoformat()))


def parse_time(at: str) -> int:
    """Parse a time of a journal as milliseconds since 1970; 0 if it is none.

    >>> parse_time("2026-01-01T18:00:00Z"), parse_time("2026-01-01T18:00:00.250Z")
    (1767290400000, 1767290400250)
    """
    try:
        time = datetime.fromisoformat(at)
    except ValueError:
        return 0
    return ((time if time.tzinfo is not None else time.replace(tzinfo=UTC)) - EPOCH) // timedelta(milliseconds=1)


def format_time(at: int) -> str:
    """Format milliseconds since 1970 as the journal writes them.

    >>> format_time(1767290400250)
    '2026-01-01T18:00:00.250Z'
    """
    return (EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Sitting(NamedTuple):
    """A period in which a match was open and not paused; it has no end if the power failed."""

    began: int
    ended: int | None

    @classmethod
    def parse(cls, began: str, ended: str | None) -> "Sitting":
        """Parse a sitting of the journal."""
        return cls(parse_time(began), None if ended is None else parse_time(ended))

    def with_end(self, stamps: Sequence[int], next_began: float) -> "Sitting":
        """Return the sitting with an end: one cut short by a power failure ends with its last answer."""
        if self.ended is not None:
            return self
        return Sitting(self.began, max((at for at in stamps if self.began <= at < next_began), default=self.began))


def measure_overlap(sittings: Sequence[Sitting], since: int, until: int) -> int:
    """Return how many milliseconds between two times belong to a sitting.

    >>> measure_overlap([Sitting(0, 100), Sitting(500, 700)], 50, 600)
    150
    """
    overlaps = (min(until, sat.ended or 0) - max(since, sat.began) for sat in sittings)
    return sum(overlap for overlap in overlaps if overlap > 0)


def close_sittings(sittings: Sequence[Sitting], stamps: Sequence[int]) -> list[Sitting]:
    """Return all sittings with an end, even those cut short by a power failure."""
    ends = [*(sat.began for sat in sittings[1:]), float("inf")]
    return [sat.with_end(stamps, end) for sat, end in zip(sittings, ends, strict=False)]
