"""Is the slap fair? Pairs of bouncing buttons through the referee, and through plain debounce for comparison."""

import random
from itertools import pairwise
from typing import NamedTuple

from drivers.referee import GPIO, Referee, TieBand, Verdict

LONGEST_BOUNCE = 0.090
MOST_BOUNCES = 8
DEBOUNCE = 0.020
"""What tutorials set as the bounce time of a button."""
LATEST_DELIVERY = 0.008
APART = 0.001
"""From this gap on the order must be right."""
NOW = 10.0


class Edge(NamedTuple):
    """One raw edge as the kernel stamps it."""

    at: float
    seat: int
    closed: bool


def slap(pairs: int, seed: int) -> dict[str, object]:
    """Judge `pairs` slaps of two seats under random bounce; the counts of the first three lines must be 0."""
    rng = random.Random(seed)
    band = TieBand.between([GPIO])
    told = dict.fromkeys(("wrong_order", "undeclared_ties", "ties_apart", "naive_wrong_order"), 0)
    apart = close = 0
    delays = []
    for number in range(pairs):
        gap = _gap(rng)
        first = number % 2
        contacts = {first: 0.25 + rng.random() * 0.2}
        contacts[1 - first] = contacts[first] + gap
        edges = sorted(edge for seat, at in contacts.items() for edge in _edges(seat, NOW + at, rng))
        verdict, judged_at = _judge(edges, rng)
        delays.append(judged_at - edges[0].at)
        if gap >= APART:
            apart += 1
            told["wrong_order"] += not verdict.dead_heat and verdict.winner != first
            told["ties_apart"] += verdict.dead_heat
            told["naive_wrong_order"] += _debounced(edges, first) >= _debounced(edges, 1 - first)
        if gap <= band.always:
            close += 1
            told["undeclared_ties"] += not verdict.dead_heat
    delays.sort()
    return {
        **told,
        "pairs": pairs,
        "pairs_apart": apart,
        "pairs_in_band": close,
        "seed": seed,
        "band_ms": round(band.always * 1000, 3),
        "judged_after_ms": {"p50": _ms(delays[pairs // 2]), "p99": _ms(delays[pairs * 99 // 100])},
    }


def _gap(rng: random.Random) -> float:
    """Half the pairs as close as 2 ms, half up to the 60 ms that separate people."""
    return rng.random() * (0.002 if rng.random() < 0.5 else 0.060)


def _edges(seat: int, at: float, rng: random.Random) -> list[Edge]:
    """A press that closes at `at`, bounces for 0-90 ms and then stays closed; stamps come late by up to GPIO.late."""
    bounce = rng.random() * LONGEST_BOUNCE
    flips = sorted(at + rng.random() * bounce for _ in range(2 * rng.randint(0, MOST_BOUNCES)))
    stamps = [moment + rng.random() * GPIO.late for moment in (at, *flips)]
    for n, (before, after) in enumerate(pairwise(stamps)):
        stamps[n + 1] = max(before, after)
    return [Edge(stamp, seat, n % 2 == 0) for n, stamp in enumerate(stamps)]


def _judge(edges: list[Edge], rng: random.Random) -> tuple[Verdict, float]:
    """The first verdict a device would get that asks after every edge and every 5 ms, and when."""
    referee = Referee()
    referee.arm({0: GPIO, 1: GPIO}, 0.0)
    referee.go(NOW)
    now = edges[0].at
    for edge in edges:
        arrives = max(now, edge.at + rng.random() * LATEST_DELIVERY)
        while now + 0.005 < arrives:
            now += 0.005
            verdict = referee.verdict(now)
            if verdict is not None:
                return verdict, now
        now = arrives
        referee.post(edge.seat, edge.closed, edge.at)
    while True:
        verdict = referee.verdict(now)
        if verdict is not None:
            return verdict, now
        now += 0.005


def _debounced(edges: list[Edge], seat: int) -> float:
    """The stamp lgpio's debounce gives: the end of the first level that stayed for the debounce time."""
    own = [edge for edge in edges if edge.seat == seat]
    for edge, following in pairwise(own):
        if edge.closed and following.at - edge.at >= DEBOUNCE:
            return edge.at + DEBOUNCE
    return own[-1].at + DEBOUNCE


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
