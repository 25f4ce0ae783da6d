"""How quick everybody's hands are, from what the journal keeps beside the answers of races."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from statistics import median
from typing import NamedTuple

from companion.core.journal import Record
from drivers.referee import Verdict


class Reaction(NamedTuple):
    """One player's slaps over all matches; times are milliseconds after NOW!"""

    slaps: int
    first: int
    false_starts: int
    best_ms: float
    median_ms: float


class _Tally:
    """What has been seen of one player so far."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.first = 0
        self.false_starts = 0


def reactions(records: Iterable[Record]) -> dict[str, Reaction]:
    """Everybody who ever slapped on a paddle, by name, the quickest first; what was taken back does not count."""
    tallies: dict[str, _Tally] = {}
    for record in records:
        names = [seat.name for seat in record.setup.seats]
        for verdict in verdicts(record):
            for slap in verdict.order:
                if slap.seat in verdict.friendly:  # touch and Wi-Fi would make anybody slow
                    continue
                tally = tallies.setdefault(names[slap.seat], _Tally())
                tally.times.append(slap.after_now_ms)
                tally.first += slap.seat == verdict.winner
            for seat, times in verdict.early:
                if seat < len(names):
                    tallies.setdefault(names[seat], _Tally()).false_starts += times
    found = {
        name: Reaction(len(one.times), one.first, one.false_starts, min(one.times), median(one.times))
        for name, one in tallies.items()
        if one.times
    }
    return dict(sorted(found.items(), key=lambda item: item[1].median_ms))


def verdicts(record: Record) -> Iterator[Verdict]:
    """All heats of the races of one match; an answer may also hold what another program wrote, and is left out."""
    seats = len(record.setup.seats)
    for answer in record.answers:
        if answer.detail and not answer.undone and answer.choice.startswith("slap-"):
            with suppress(ValueError, KeyError, TypeError, AttributeError):
                last = json.loads(answer.detail)
                for heat in (*last.get("heats", ()), last):
                    verdict = Verdict.read(json.dumps(heat))
                    if all(0 <= slap.seat < seats for slap in verdict.order):
                        yield verdict
