"""Figures of all matches in a journal: who plays and wins, points, lengths, reactions, streaks.

Read from the rows as they are, without replaying anything: ten thousand matches take about a second. A row that cannot
be read is left out and counted. Bots are opponents, not people: they have no figures of their own.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import fmean, median
from typing import Any, NamedTuple

from companion.core.errors import ArksideError
from companion.core.journal import Journal
from companion.core.shelf import game_named


class Hands(NamedTuple):
    """Somebody's slaps on a paddle; times are milliseconds after NOW!"""

    slaps: int
    best_ms: float
    median_ms: float


class Person(NamedTuple):
    """One person over all matches that are over."""

    name: str
    played: int
    won: int
    streak: int
    """Matches won in a row until now."""
    longest: int
    """The longest row of matches won."""
    seconds: int
    """At the table, pauses left out; of matches from before times were kept nobody knows."""
    hands: Hands | None


class Played(NamedTuple):
    """One game over all its matches that are over."""

    game: str
    title: str
    played: int
    points: float
    """The mean of all people."""
    best: int | None
    by: str
    """Who had it first."""
    minutes: float | None
    """The mean length of those whose length is known."""


class Statistics(NamedTuple):
    """All of it; people by matches won, games by matches played."""

    matches: int
    waiting: int
    unreadable: int
    people: tuple[Person, ...]
    games: tuple[Played, ...]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        people = [one._asdict() | {"hands": one.hands and one.hands._asdict()} for one in self.people]
        return self._asdict() | {"people": people, "games": [one._asdict() for one in self.games]}


class Row(NamedTuple):
    """A match that is over, as far as figures need it."""

    number: int
    game: str
    people: dict[int, str]
    """Names by seat, without bots."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]


MATCHES = "SELECT number, game, seats, winners, scores FROM matches WHERE ended IS NOT NULL ORDER BY ended, number"
WAITING = "SELECT count(*) FROM matches WHERE ended IS NULL"
LENGTHS = (
    "SELECT match, sum((julianday(ended) - julianday(began)) * 86400) FROM sittings WHERE ended IS NOT NULL"
    " GROUP BY match"
)
SLAPS = "SELECT match, detail FROM answers WHERE detail != '' AND NOT undone AND choice GLOB 'slap-*'"


def statistics(journal: Journal, game: str = "") -> Statistics:
    """The figures of all matches, or of one game."""
    rows: list[Row] = []
    unreadable = 0
    for values in journal.look(MATCHES):
        row = read(values)
        unreadable += row is None
        if row is not None and game in ("", row.game):
            rows.append(row)
    seconds = {match: round(length) for match, length in journal.look(LENGTHS) if length is not None and length >= 0}
    waiting = journal.look(WAITING)[0][0]
    return Statistics(len(rows), waiting, unreadable, people(rows, seconds, journal), games(rows, seconds))


def read(values: Sequence[Any]) -> Row | None:
    """A row of the journal; None if people, winners or points in it cannot be read."""
    number, game, seats, winners, scores = values
    try:
        names = {n: str(seat["name"]) for n, seat in enumerate(json.loads(seats)) if not seat.get("bot")}
        row = Row(number, game, names, tuple(json.loads(winners or "[]")), tuple(map(int, json.loads(scores))))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return row if all(seat < len(row.scores) for seat in names) else None


def people(rows: Sequence[Row], seconds: dict[int, int], journal: Journal) -> tuple[Person, ...]:
    """Everybody, who won most first; a name is the same however it is written, and shown as it was last."""
    names: dict[str, str] = {}
    results: dict[str, list[bool]] = {}
    sat: dict[str, int] = {}
    for row in rows:
        for seat, name in row.people.items():
            who = name.casefold()
            names[who] = name
            results.setdefault(who, []).append(seat in row.winners)
            sat[who] = sat.get(who, 0) + seconds.get(row.number, 0)
    hands = slaps(rows, journal)
    found = [
        Person(names[who], len(won), sum(won), streak(won), longest(won), sat[who], hands.get(who))
        for who, won in results.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.won, -one.played, one.name.casefold())))


def streak(won: Sequence[bool]) -> int:
    """How many of the last were won.

    >>> streak([True, False, True, True]), longest([True, False, True, True, False])
    (2, 2)
    """
    count = 0
    while count < len(won) and won[-1 - count]:
        count += 1
    return count


def longest(won: Sequence[bool]) -> int:
    """The longest row of matches won."""
    return max((sum(run) for hit, run in groupby(won) if hit), default=0)


def slaps(rows: Sequence[Row], journal: Journal) -> dict[str, Hands]:
    """How quick everybody's hands are, on paddles alone: touch and Wi-Fi would make anybody slow."""
    known = {row.number: row.people for row in rows}
    times: dict[str, list[float]] = {}
    for match, detail in journal.look(SLAPS):
        for seat, after in on_paddles(detail):
            name = known.get(match, {}).get(seat)
            if name is not None:
                times.setdefault(name.casefold(), []).append(after)
    return {who: Hands(len(found), min(found), median(found)) for who, found in times.items()}


def on_paddles(detail: str) -> Iterator[tuple[int, float]]:
    """Seats and times of all heats of a race; what another program wrote beside its answer is left out."""
    try:
        last = json.loads(detail)
        for heat in (*last.get("heats", ()), last):
            for slap in heat["order"]:
                if slap["seat"] not in heat["friendly"]:
                    yield int(slap["seat"]), float(slap["after_now_ms"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return


def games(rows: Sequence[Row], seconds: dict[int, int]) -> tuple[Played, ...]:
    """Every game that was played, the most frequent first."""
    by_game: dict[str, list[Row]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    found = [one_game(id, played, seconds) for id, played in by_game.items()]
    return tuple(sorted(found, key=lambda one: (-one.played, one.title)))


def one_game(id: str, rows: Sequence[Row], seconds: dict[int, int]) -> Played:
    """The figures of one game; one that is gone keeps its id for a title."""
    try:
        game = game_named(id)
        title, fewest = game.title, game.fewest_win
    except ArksideError:
        title, fewest = id, False
    points = [(row.scores[seat], name) for row in rows for seat, name in row.people.items()]
    best, by = (min if fewest else max)(points, key=lambda one: one[0], default=(None, ""))
    lengths = [seconds[row.number] / 60 for row in rows if row.number in seconds]
    mean = fmean(score for score, _ in points) if points else 0.0
    return Played(id, title, len(rows), mean, best, by, fmean(lengths) if lengths else None)
