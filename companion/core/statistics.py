"""Figures of all matches in a journal: who plays and wins, points, lengths, reactions, streaks.

Read from the rows as they are, without replaying anything: fifty thousand matches take a second or two. A row that
cannot be read is left out and counted. Bots are opponents, not people: they have no figures of their own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from statistics import fmean, median
from typing import Any, NamedTuple

from companion.core.journal import Journal
from companion.core.record import parse_seats, read_result
from companion.core.registry import find_game, find_title, is_installed
from companion.core.seat import COLOURS, Seat
from companion.core.untrusted import Unreadable, Untrusted, read_json, sanitize


class SlapStatistics(NamedTuple):
    """A player's slaps on a paddle. Times are milliseconds after NOW!"""

    slaps: int
    first: int
    false_starts: int
    best_ms: float
    median_ms: float


class PersonStatistics(NamedTuple):
    """One person over all matches that are over."""

    name: str
    played: int
    won: int
    points: float
    """The mean; it tells something only of one game."""
    streak: int
    """Matches won in a row until now."""
    longest: int
    """Return the largest number of matches won in a row."""
    seconds: int
    """At the table, pauses left out; of matches from before times were kept nobody knows."""
    hands: SlapStatistics | None


class GameStatistics(NamedTuple):
    """One game over all its matches that are over."""

    game: str
    title: str
    played: int
    points: float
    """The mean of all people."""
    best: int | None
    by: str
    """Person who first had the best result."""
    minutes: float | None
    """The mean length of those whose length is known."""


class Statistics(NamedTuple):
    """Statistics of a journal; people by matches won, games by matches played."""

    matches: int
    waiting: int
    unreadable: int
    people: tuple[PersonStatistics, ...]
    games: tuple[GameStatistics, ...]

    def as_json(self) -> dict[str, Any]:
        """Return all figures as JSON, for `arkside history`."""
        people = [one._asdict() | {"hands": one.hands and one.hands._asdict()} for one in self.people]
        return self._asdict() | {"people": people, "games": [one._asdict() for one in self.games]}


class FinishedMatch(NamedTuple):
    """A match that is over, as far as figures need it."""

    number: int
    game: str
    people: dict[int, str]
    """Names by seat, without bots."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]


MATCHES = "SELECT number, game, seats, winners, scores FROM matches WHERE ended IS NOT NULL ORDER BY ended, number"
NEWEST = 1000
"""Matches whose slaps count: hands are as quick as they are now, and there may be a million slaps."""
WAITING = "SELECT count(*) FROM matches WHERE ended IS NULL"
LENGTHS = (
    "SELECT match, sum((julianday(ended) - julianday(began)) * 86400) FROM sittings WHERE ended IS NOT NULL"
    " GROUP BY match"
)
SLOWEST_MS = 10**7
MOST_EARLY = 10**6
FIRST = f"(SELECT min(number) FROM (SELECT number FROM matches ORDER BY number DESC LIMIT {NEWEST}))"  # noqa: S608
SEATS = f"SELECT number, seats FROM matches WHERE number >= {FIRST}"  # noqa: S608
SLAPS = (
    "SELECT match, detail FROM answers WHERE detail != '' AND NOT undone AND choice GLOB 'slap-*'"  # noqa: S608
    f" AND match >= {FIRST}"
)


def compute_statistics(journal: Journal, game: str = "") -> Statistics:
    """Compute the figures of all matches, or of one game."""
    rows: list[FinishedMatch] = []
    unreadable = 0
    for values in journal.run_query(MATCHES):
        row = parse_row(values)
        unreadable += row is None
        if row is not None and game in ("", row.game):
            rows.append(row)
    seconds = {
        match: round(length) for match, length in journal.run_query(LENGTHS) if length is not None and length >= 0
    }
    waiting = journal.run_query(WAITING)[0][0]
    return Statistics(
        len(rows), waiting, unreadable, summarize_people(rows, seconds, journal), summarize_games(rows, seconds)
    )


def parse_row(values: Sequence[Any]) -> FinishedMatch | None:
    """Parse a row of the journal; None if people, winners or points cannot be read."""
    number, game, seats, winners, scores = values
    try:
        people = parse_seats(seats)
        row = FinishedMatch(number, sanitize(game), list_people(people), *read_result(winners, scores, len(people)))
    except Unreadable:
        return None
    return row if all(seat < len(row.scores) for seat in row.people) else None


def list_people(seats: Sequence[Seat]) -> dict[int, str]:
    """Return the people, not bots, among the seats of a match."""
    return {seat.index: seat.name for seat in seats if not seat.bot}


def summarize_people(
    rows: Sequence[FinishedMatch], seconds: dict[int, int], journal: Journal
) -> tuple[PersonStatistics, ...]:
    """Everybody, who won most first; a name is the same however it is written, and shown as it was last."""
    seated: dict[str, list[tuple[int, FinishedMatch]]] = {}
    for row in rows:
        for seat, name in row.people.items():
            seated.setdefault(name.casefold(), []).append((seat, row))
    hands = measure_slaps({row.number: row.people for row in rows}, journal)
    found = [summarize_person(played, seconds, hands.get(who)) for who, played in seated.items()]
    return tuple(sorted(found, key=lambda one: (-one.won, -one.played, one.name.casefold())))


def summarize_person(
    played: Sequence[tuple[int, FinishedMatch]], seconds: dict[int, int], hands: SlapStatistics | None
) -> PersonStatistics:
    """Summarize one person from their seats in all matches."""
    won = [seat in row.winners for seat, row in played]
    points = fmean([row.scores[seat] for seat, row in played])
    sat = sum(seconds.get(row.number, 0) for _, row in played)
    last_seat, last = played[-1]
    return PersonStatistics(
        last.people[last_seat], len(won), sum(won), points, count_streak(won), find_longest_streak(won), sat, hands
    )


def count_streak(won: Sequence[bool]) -> int:
    """Count how many of the latest matches were won in a row.

    >>> count_streak([True, False, True, True]), find_longest_streak([True, False, True, True, False])
    (2, 2)
    """
    count = 0
    while count < len(won) and won[-1 - count]:
        count += 1
    return count


def find_longest_streak(won: Sequence[bool]) -> int:
    """Return the largest number of matches won in a row."""
    return max((sum(run) for hit, run in groupby(won) if hit), default=0)


def list_reaction_times(journal: Journal) -> dict[str, SlapStatistics]:
    """Everybody who slapped on a paddle lately, the quickest first, also in matches that are not over."""
    people: dict[int, Mapping[int, str]] = {}
    for number, seats in journal.run_query(SEATS):
        with suppress(Unreadable):
            people[number] = list_people(parse_seats(seats))
    names = {name.casefold(): name for seated in people.values() for name in seated.values()}
    found = sorted(measure_slaps(people, journal).items(), key=lambda one: one[1].median_ms)
    return {names[who]: hands for who, hands in found}


def measure_slaps(people: Mapping[int, Mapping[int, str]], journal: Journal) -> dict[str, SlapStatistics]:
    """Return the reaction times of these people, on paddles only: phones add a delay."""
    times: dict[str, list[float]] = {}
    first: Counter[str] = Counter()
    early: Counter[str] = Counter()
    for match, detail in journal.run_query(SLAPS):
        names = {seat: name.casefold() for seat, name in people.get(match, {}).items()}
        for heat in parse_race_times(detail):
            for seat in heat.times.keys() & names:
                times.setdefault(names[seat], []).append(heat.times[seat])
                first[names[seat]] += heat.first == [seat]
            for seat in heat.early.keys() & names:
                early[names[seat]] += heat.early[seat]
    return {
        who: SlapStatistics(len(found), first[who], early[who], min(found), median(found))
        for who, found in times.items()
    }


class RaceTimes(NamedTuple):
    """One heat of a race, as far as figures need it: seats with their times and false starts."""

    first: list[Any]
    times: dict[int, float]
    early: dict[int, int]

    @classmethod
    def parse(cls, heat: Untrusted) -> "RaceTimes":
        """Parse a heat of the journal, without the times of phones."""
        friendly = [seat.value for seat in heat["friendly"].each()]
        times: dict[int, float] = {}
        for slap in heat["order"].each():
            seat, after = slap["seat"].whole(0, len(COLOURS) - 1), slap["after_now_ms"].number()
            if seat not in friendly and 0 <= after < SLOWEST_MS:
                times[seat] = after
        early = heat["early"].entries()
        counts = {seat: early[str(seat)].whole(0, MOST_EARLY) for seat in range(len(COLOURS)) if str(seat) in early}
        return cls([seat.value for seat in heat["first"].each()], times, counts)


def parse_race_times(detail: str) -> Iterator[RaceTimes]:
    """Parse all heats of a race, ignoring anything else kept beside the answer."""
    for heat in parse_heats(detail):
        with suppress(Unreadable):
            yield RaceTimes.parse(heat)


def parse_heats(detail: str) -> list[Untrusted]:
    """Parse the heats run for one answer, in order; none if something else is kept there."""
    try:
        last = read_json(detail, "detail")
        last.tree()
    except Unreadable:
        return []
    try:
        return [*last["heats"].each(), last]
    except Unreadable:
        return [last]


def summarize_games(rows: Sequence[FinishedMatch], seconds: dict[int, int]) -> tuple[GameStatistics, ...]:
    """Summarize every game that was played, the most frequent first."""
    by_game: dict[str, list[FinishedMatch]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    found = [summarize_game(id, played, seconds) for id, played in by_game.items()]
    return tuple(sorted(found, key=lambda one: (-one.played, one.title)))


def summarize_game(id: str, rows: Sequence[FinishedMatch], seconds: dict[int, int]) -> GameStatistics:
    """Summarize one game. One that is no longer installed has its id as a title."""
    title, fewest = find_title(id), find_game(id).fewest_win if is_installed(id) else False
    points = [(row.scores[seat], name) for row in rows for seat, name in row.people.items()]
    # where each match has its own rule, no score is better than another
    comparable = [] if fewest is None else points
    best, by = (min if fewest else max)(comparable, key=lambda one: one[0], default=(None, ""))
    lengths = [seconds[row.number] / 60 for row in rows if row.number in seconds]
    mean = fmean([score for score, _ in points]) if points else 0.0
    return GameStatistics(id, title, len(rows), mean, best, by, fmean(lengths) if lengths else None)
