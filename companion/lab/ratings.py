"""Rate bots from their meetings with the Bradley-Terry model, in Elo points."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log10
from random import Random
from typing import NamedTuple

MOST_ITERATIONS = 400
RESAMPLES = 200
CONVERGED = 1e-9

ELO = 400


class Meeting(NamedTuple):
    """One deal between two bots, played in every seating."""

    one: str
    other: str
    won: float
    """Share of the games won by `one`; the rest is won by `other`."""
    seats: int
    """Number of seats of `one`."""
    other_seats: int


class Rating(NamedTuple):
    """A bot's strength in Elo points above the mean, with its 95 % interval."""

    bot: str
    elo: float
    least: float
    most: float


def rate_bots(meetings: Sequence[Meeting], rng: Random) -> list[Rating]:
    """Rate bots, the strongest first. Intervals come from bootstrap resampling of the meetings."""
    bots = sorted({bot for meeting in meetings for bot in (meeting.one, meeting.other)})
    elo = fit_elo(meetings, bots)
    resampled = [fit_elo(rng.choices(meetings, k=len(meetings)), bots) for _ in range(RESAMPLES)]
    rated = []
    for bot in bots:
        spread = sorted(ratings[bot] for ratings in resampled)
        rated.append(Rating(bot, elo[bot], spread[RESAMPLES // 40], spread[-1 - RESAMPLES // 40]))
    return sorted(rated, key=lambda rating: -rating.elo)


def fit_elo(meetings: Sequence[Meeting], bots: Sequence[str]) -> dict[str, float]:
    """Return the maximum-likelihood Elo points of each bot, with mean 0.

    A bot's chance to win is the strength of its seats divided by that of all seats.

    >>> found = fit_elo([Meeting("a", "b", 0.75, 1, 1)] * 1000, ["a", "b"])
    >>> round(found["a"] - found["b"])
    191
    """
    won = dict.fromkeys(bots, 0.0)
    met: Counter[Lineup] = Counter()
    for meeting in meetings:
        won[meeting.one] += meeting.won
        won[meeting.other] += 1 - meeting.won
        met[Lineup(meeting.one, meeting.other, meeting.seats, meeting.other_seats)] += 1
    for one, other in {(table.one, table.other) for table in met}:
        met[Lineup(one, other, 1, 1)] += (
            1  # one virtual draw for each pair keeps the strength of a bot that never won above 0
        )
        won[one] += 0.5
        won[other] += 0.5
    return _to_elo(_fit_strengths(won, met, bots))


class Lineup(NamedTuple):
    """Two bots and their numbers of seats at a table."""

    one: str
    other: str
    seats: int
    other_seats: int


def _fit_strengths(won: Mapping[str, float], met: Mapping[Lineup, int], bots: Sequence[str]) -> dict[str, float]:
    """Fit strengths by Hunter's MM iteration, whose likelihood never decreases."""
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(MOST_ITERATIONS):
        weights = dict.fromkeys(bots, 0.0)
        for table, times in met.items():
            total = table.seats * strength[table.one] + table.other_seats * strength[table.other]
            weights[table.one] += times * table.seats / total
            weights[table.other] += times * table.other_seats / total
        # MM update: wins divided by the weight of all meetings; only ratios matter, so the mean is fixed at 1
        fitted = {bot: won[bot] / weights[bot] for bot in bots}
        mean = sum(fitted.values()) / len(bots)
        moved = max(abs(fitted[bot] / mean - strength[bot]) for bot in bots)
        strength = {bot: fitted[bot] / mean for bot in bots}
        if moved < CONVERGED:
            break
    return strength


def _to_elo(strength: Mapping[str, float]) -> dict[str, float]:
    elo = {bot: ELO * log10(value) for bot, value in strength.items()}
    mean = sum(elo.values()) / len(elo)
    return {bot: points - mean for bot, points in elo.items()}
