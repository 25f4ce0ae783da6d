"""Highlights of a finished match, worth telling afterwards.

A game names its own in `Voice.list_highlights`; this module adds those that every game has.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from companion.core.label import Highlight
from companion.core.ranking import rank_players
from companion.core.statistics import parse_race_times
from companion.core.timestamps import measure_overlap, parse_time

if TYPE_CHECKING:
    from companion.core.match import Match
    from companion.core.record import Record
    from companion.core.voice import Voice

MOST_HIGHLIGHTS = 4
OWN_HIGHLIGHTS = 3
"""Highlights that a game may name itself; the rest is about slaps, the lead and the clock."""
CLOSE_POINTS = 2
"""Largest difference between first and second that is worth a word."""
LEAD_CHANGES = 2
"""Fewest changes of the lead that are worth a word."""
COUNTED_TURNS = 5
"""Answers that everybody must have given before their thinking times are compared."""


class MatchTimes(NamedTuple):
    """Times of a match, from its record."""

    seconds: float
    """Time at the table, without pauses."""
    thinking: Mapping[int, list[float]]
    """Seconds that each seat took for each of its answers."""
    slaps: Mapping[int, list[float]]
    """Seconds from NOW! to each slap on a paddle, by seat."""


NO_TIMES = MatchTimes(0.0, {}, {})
"""Times of a match whose record can't be read."""


def measure_match(record: "Record", match: "Match") -> MatchTimes:
    """Return the times of a match that was replayed from its record."""
    standing = [answer for answer in record.answers if not answer.undone]
    thinking: dict[int, list[float]] = {}
    slaps: dict[int, list[float]] = {}
    last, total = parse_time(record.began), 0.0
    for seat, answer in zip(match.asked_seats, standing, strict=False):
        now = parse_time(answer.at)
        sittings = [sat if sat.ended is not None else sat._replace(ended=now) for sat in record.sittings]
        seconds = (measure_overlap(sittings, last, now) if sittings else max(0, now - last)) / 1000
        last, total = now, total + seconds
        thinking.setdefault(seat, []).append(seconds)
        for heat in parse_race_times(answer.detail):
            for racer, milliseconds in heat.times.items():
                slaps.setdefault(racer, []).append(milliseconds / 1000)
    return MatchTimes(total, thinking, slaps)


def count_lead_changes(scores: Iterable[Sequence[int]], fewest_win: bool) -> int:
    """Return how often another player came to lead alone.

    >>> count_lead_changes([(0, 0), (3, 0), (3, 5), (5, 5), (9, 5)], fewest_win=False)
    2
    """
    leaders: list[int] = []
    for points in scores:
        best = (min if fewest_win else max)(points)
        leading = [seat for seat, score in enumerate(points) if score == best]
        if len(leading) == 1 and leading != leaders[-1:]:
            leaders.append(leading[0])
    return max(0, len(leaders) - 1)


def collect_highlights(
    match: "Match", voice: "Voice", times: MatchTimes, scores: Iterable[Sequence[int]]
) -> list[Highlight]:
    """Return what to remember of a match, the game's own highlights first. `scores` are those after each answer."""
    highlights = [
        *voice.list_highlights(match.table)[:OWN_HIGHLIGHTS],
        *_describe_fastest_slap(match, voice, times),
        *_describe_margin(match, voice),
        *_describe_lead(match, voice, scores),
        *_describe_quickest_mind(match, voice, times),
    ]
    return highlights[:MOST_HIGHLIGHTS]


def _describe_fastest_slap(match: "Match", voice: "Voice", times: MatchTimes) -> list[Highlight]:
    best = min(((min(delays), seat) for seat, delays in times.slaps.items()), default=None)
    if best is None:
        return []
    name = match.setup.seats[best[1]].name
    return [Highlight("⚡", voice.say("Fastest slap: {name}, {seconds:.2f} s", name=name, seconds=best[0]))]


def _describe_margin(match: "Match", voice: "Voice") -> list[Highlight]:
    ranked = rank_players(match)
    gap = abs(ranked[0].points - ranked[1].points) if len(ranked) > 1 else CLOSE_POINTS + 1
    if not 0 < gap <= CLOSE_POINTS:
        return []
    points = voice.name_points(gap, match.table)
    return [Highlight("🤏", voice.say("That was close: {n} {points} apart", n=gap, points=points))]


def _describe_lead(match: "Match", voice: "Voice", scores: Iterable[Sequence[int]]) -> list[Highlight]:
    changes = count_lead_changes(scores, match.fewest_win)
    if changes < LEAD_CHANGES:
        return []
    return [Highlight("🔀", voice.say.plural("The lead changed {n} time", "The lead changed {n} times", changes))]


def _describe_quickest_mind(match: "Match", voice: "Voice", times: MatchTimes) -> list[Highlight]:
    people = [seat for seat in match.setup.seats if not seat.bot]
    turns = Counter({seat.index: len(times.thinking.get(seat.index, ())) for seat in people})
    if len(people) < 2 or min(turns.values()) < COUNTED_TURNS:
        return []
    seconds, name = min((fmean(times.thinking[seat.index]), seat.name) for seat in people)
    if seconds < 1:  # somebody entered the answers of all in a row
        return []
    return [Highlight("⏱️", voice.say("Quickest mind: {name}, {seconds:.0f} s a turn", name=name, seconds=seconds))]
