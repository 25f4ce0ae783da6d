"""Figures of all matches in a journal: who plays and wins, points, lengths, reactions, streaks.

Read from the rows as they are, without replaying anything: fifty thousand matches take a second or two. A row that
can't be read is left out and counted. Bots are opponents, not people: they have no figures of their own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from statistics import median
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
    """Figures of one person over all finished matches."""

    name: str
    played: int
    won: int
    points: float | None
    """Mean points; only meaningful within one game. None if no match counts."""
    streak: int
    """Matches won in a row until now."""
    longest: int
    """Largest number of matches won in a row."""
    seconds: int
    """Seconds at the table without pauses; unknown for matches from before times were recorded."""
    hands: SlapStatistics | None


class GameStatistics(NamedTuple):
    """Figures of one game over all its finished matches."""

    game: str
    title: str
    played: int
    points: float | None
    """Mean points of all people; None if no match counts."""
    best: int | None
    by: str
    """Person who first had the best result."""
    minutes: float | None
    """Mean length of matches whose length is known."""


class Statistics(NamedTuple):
    """Statistics of a journal; people sorted by matches won, games by matches played."""

    matches: int
    waiting: int
    unreadable: int
    people: tuple[PersonStatistics, ...]
    games: tuple[GameStatistics, ...]

    def as_json(self) -> dict[str, Any]:
        """Return all figures as JSON, for `arkside history`."""
        people = [person._asdict() | {"hands": person.hands and person.hands._asdict()} for person in self.people]
        return self._asdict() | {"people": people, "games": [game._asdict() for game in self.games]}


class FinishedMatch(NamedTuple):
    """The part of a finished match that statistics need."""

    number: int
    game: str
    people: dict[int, str]
    """Names by seat, without bots."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]


MATCHES = "SELECT number, game, seats, winners, scores FROM matches WHERE ended IS NOT NULL ORDER BY ended, number"
NEWEST = 1000
"""Number of recent matches whose slaps count: people change, and there may be a million slaps."""
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


class PersonTally:
    """Figures of one person, match by match."""

    def __init__(self) -> None:
        self.name = ""
        self.played = self.won = self.streak = self.longest = self.seconds = 0
        self._points = self._scored = 0

    def add(self, name: str, points: int | None, has_won: bool, seconds: int) -> None:
        """Add a match, in the order in which they ended; `points` is None where they don't compare."""
        self.name = name
        self.played += 1
        self.won += has_won
        if points is not None:
            self._points += points
            self._scored += 1
        self.streak = self.streak + 1 if has_won else 0
        self.longest = max(self.longest, self.streak)
        self.seconds += seconds

    def summarize(self, hands: SlapStatistics | None) -> PersonStatistics:
        """Return the figures; `hands` are those of the person's slaps."""
        mean = self._points / self._scored if self._scored else None
        return PersonStatistics(self.name, self.played, self.won, mean, self.streak, self.longest, self.seconds, hands)


class GameTally:
    """Figures of one game, match by match; a game that is no longer installed has its id as a title."""

    def __init__(self, game: str, language: str) -> None:
        self.game = game
        self.title = find_title(game, language)
        self._fewest_win = find_game(game).fewest_win if is_installed(game) else False
        self.played = 0
        self._points = self._people = 0
        self._best: int | None = None
        self._by = ""
        self._seconds = self._timed = 0

    def add(self, row: FinishedMatch, seconds: int | None) -> None:
        """Add a match; `seconds` is None where nobody knows how long it took."""
        self.played += 1
        if seconds is not None:
            self._seconds += seconds
            self._timed += 1
        for seat, name in row.people.items() if self.compares(row) else ():
            points = row.scores[seat]
            self._points += points
            self._people += 1
            if self._is_better(points):
                self._best, self._by = points, name

    def compares(self, row: FinishedMatch) -> bool:
        """Whether points of this match compare with others: alone, nobody has tears, only what is left over."""
        return len(row.scores) > 1 or not self._fewest_win

    def _is_better(self, points: int) -> bool:
        if self._fewest_win is None:  # where each match has its own rule, no score is better than another
            return False
        if self._best is None:
            return True
        return points < self._best if self._fewest_win else points > self._best

    def summarize(self) -> GameStatistics:
        """Return the figures."""
        mean = self._points / self._people if self._people else None
        minutes = self._seconds / 60 / self._timed if self._timed else None
        return GameStatistics(self.game, self.title, self.played, mean, self._best, self._by, minutes)


def compute_statistics(journal: Journal, game: str = "", language: str = "en") -> Statistics:
    """Compute the figures of all matches, or of one game; titles are in that language.

    Matches are added up one by one and never kept together: garbage collection among fifty thousand of them would stop
    every other thread for a while.
    """
    people: dict[str, PersonTally] = {}
    games: dict[str, GameTally] = {}
    seconds = {
        match: round(length) for match, length in journal.iterate_query(LENGTHS) if length is not None and length >= 0
    }
    first = journal.run_query(f"SELECT {FIRST}")[0][0]
    slapping: dict[int, Mapping[int, str]] = {}
    unreadable = 0
    for values in journal.iterate_query(MATCHES):
        row = parse_row(values)
        if row is None:
            unreadable += 1
        elif game in ("", row.game):
            length = seconds.get(row.number)
            of_game = games.setdefault(row.game, GameTally(row.game, language))
            of_game.add(row, length)
            compares = of_game.compares(row)
            for seat, name in row.people.items():
                tally = people.setdefault(name.casefold(), PersonTally())
                tally.add(name, row.scores[seat] if compares else None, seat in row.winners, length or 0)
            if row.number >= first:
                slapping[row.number] = row.people
    hands = measure_slaps(slapping, journal)
    return Statistics(
        sum(counts.played for counts in games.values()),
        journal.run_query(WAITING)[0][0],
        unreadable,
        rank_people([tally.summarize(hands.get(who)) for who, tally in people.items()]),
        tuple(
            sorted((counts.summarize() for counts in games.values()), key=lambda counts: (-counts.played, counts.title))
        ),
    )


def rank_people(people: Sequence[PersonStatistics]) -> tuple[PersonStatistics, ...]:
    """Return all people, those who won most first."""
    return tuple(sorted(people, key=lambda person: (-person.won, -person.played, person.name.casefold())))


def parse_row(values: Sequence[Any]) -> FinishedMatch | None:
    """Parse a row of the journal; None if people, winners or points are unreadable."""
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


def list_reaction_times(journal: Journal) -> dict[str, SlapStatistics]:
    """Return the reaction times of everybody who slapped lately, the quickest first; unfinished matches count too."""
    people: dict[int, Mapping[int, str]] = {}
    for number, seats in journal.iterate_query(SEATS):
        with suppress(Unreadable):
            people[number] = list_people(parse_seats(seats))
    names = {name.casefold(): name for seated in people.values() for name in seated.values()}
    quickest_first = sorted(measure_slaps(people, journal).items(), key=lambda pair: pair[1].median_ms)
    return {names[person]: hands for person, hands in quickest_first}


def measure_slaps(people: Mapping[int, Mapping[int, str]], journal: Journal) -> dict[str, SlapStatistics]:
    """Return the reaction times of these people, on paddles only: phones add a delay."""
    times: dict[str, list[float]] = {}
    first: Counter[str] = Counter()
    early: Counter[str] = Counter()
    for match, detail in journal.iterate_query(SLAPS):
        names = {seat: name.casefold() for seat, name in people.get(match, {}).items()}
        for heat in parse_race_times(detail):
            for seat in heat.times.keys() & names:
                times.setdefault(names[seat], []).append(heat.times[seat])
                first[names[seat]] += heat.first == [seat]
            for seat in heat.early.keys() & names:
                early[names[seat]] += heat.early[seat]
    return {
        person: SlapStatistics(len(delays), first[person], early[person], min(delays), median(delays))
        for person, delays in times.items()
    }


class RaceTimes(NamedTuple):
    """The part of one heat of a race that statistics need: seats with their times and false starts."""

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
    """Parse all heats of a race, ignoring other details of the answer."""
    for heat in parse_heats(detail):
        with suppress(Unreadable):
            yield RaceTimes.parse(heat)


def parse_heats(detail: str) -> list[Untrusted]:
    """Parse the heats run for one answer, in order; none if the detail holds something else."""
    try:
        last = read_json(detail, "detail")
        last.tree()
    except Unreadable:
        return []
    try:
        return [*last["heats"].each(), last]
    except Unreadable:
        return [last]
