"""Hands for the bench of the slap: what contacts really do in one race, and what of it reaches the host, and when."""

import random
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from drivers.pod_clock import PodClock, RoundTrip
from drivers.referee import GPIO, PHONE, POD, SLOW_GPIO, Source
from drivers.silicon.pins import simulate_bounce

COUNTDOWN = 3.0
LOCK_OUT = 0.25
WORN = 0.030
"""Seconds a worn contact bounces, opening for up to 10 ms at a time."""
MASHED = 0.010
"""Seconds of bounce under a hand that mashes as fast as hands can."""
SPARK = (0.000_02, 0.000_09)
CLEAR = 0.016
"""A spark nearer to a press than a bounce cannot be told from its first touch, so sparks keep this far off."""
DRIFT = 40e-6
"""The pod's crystal runs this much fast."""
IN_THE_KERNEL = 0.002_5
"""Seconds that a stamped edge may need until the kernel has noted it in the queue of its line."""
NEAR = 0.004
"""Nobody presses this near to NOW! or to the end of a lock-out: which side it falls on would be chance."""

ON_THE_LID = (GPIO, SLOW_GPIO)

MIXTURES = {
    "lid": (GPIO,),
    "lid by lgpio": (SLOW_GPIO,),
    "pod": (POD,),
    "lid and pod": (GPIO, POD),
    "lid, pod and phone": (GPIO, POD, PHONE),
}


class Edge(NamedTuple):
    """One edge as it happened."""

    at: float
    closed: bool


class News(NamedTuple):
    """What the host hears: of a seat an edge, of a seat that edges were lost, or of the pod a round trip.

    It `arrives` by itself; whoever fetches it has it once it is `queued`.
    """

    arrives: float
    seat: int
    closed: bool | None
    stamp: float
    trip: RoundTrip | None = None
    queued: float = inf


@dataclass
class Hand:
    """One seat: where it slaps, the edges of its contact, its presses, and the one that counts."""

    source: Source
    edges: list[Edge] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    bounce: float = 0.0
    early: int = 0
    slap: float | None = None

    def press(self, at: float, held: float) -> None:
        """Come down and go up again."""
        self.presses.append(at)
        self.held.append(held)

    def bounces(self, rng: random.Random) -> None:
        """What the metal makes of it: bounces at both ends of every press."""
        for at, held in zip(self.presses, self.held, strict=True):
            for moment, closed in ((at, True), (at + held, False)):
                self.edges += [
                    Edge(moment + delay, level) for delay, level in simulate_bounce(rng, closed, self.bounce)
                ]

    def closed(self, now: float) -> bool:
        """Whether the contact is closed at this moment."""
        done = bisect_right(self.edges, now, key=lambda edge: edge.at)
        return self.edges[done - 1].closed if done else False

    def count(self, now_at: float) -> bool:
        """Find the false starts and the slap by the rules; False if one of them is too near to call."""
        before = [at for at in self.presses if at < now_at]
        opens = max([now_at, *(at + LOCK_OUT for at in before[-1:])])
        self.early = len(before)
        self.slap = next((at for at in self.presses if at >= opens), None)
        return all(abs(at - limit) > NEAR for at in self.presses for limit in (now_at, opens))


@dataclass
class Script:
    """One race as it happened."""

    kind: str
    armed_at: float
    now_at: float
    hands: dict[int, Hand]
    sparks: int = 0
    mashers: int = 0
    lost: int | None = None
    """The seat of which edges were lost below."""

    @property
    def slaps(self) -> dict[int, float]:
        """When each seat slapped."""
        return {seat: hand.slap for seat, hand in self.hands.items() if hand.slap is not None}


class Crystal:
    """The pod's clock, and what the host makes of it; between races round trips go on."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.clock = PodClock()

    def us(self, at: float) -> int:
        """What it says at this moment."""
        return int(at * (1 + DRIFT) * 1e6)

    def trip(self, sent: float) -> RoundTrip:
        """A question for the time: mostly quick, sometimes held up on one way."""
        there, back = (0.000_3 + self.rng.expovariate(3000) + self._held_up() for _ in range(2))
        return RoundTrip(sent, sent + there + back, self.us(sent + there))

    def _held_up(self) -> float:
        return self.rng.random() * 0.012 if self.rng.random() < 0.05 else 0.0


def script(rng: random.Random, kind: str, start: float) -> Script:
    """Make up a race: who sits where, who mashes, who comes when, and what the wires do besides."""
    while True:
        race = _hands(rng, kind, start)
        if all(hand.count(race.now_at) for hand in race.hands.values()) and race.slaps:
            break
    for hand in race.hands.values():
        hand.bounces(rng)
    _add_sparks(race, rng)
    if rng.random() < 0.02:
        race.lost = rng.choice([seat for seat, hand in race.hands.items() if hand.source is not PHONE] or [None])
    return race


def gap(rng: random.Random) -> float:
    """Half the pairs as close as 2 ms, half up to the 60 ms that separate people."""
    return rng.random() * (0.002 if rng.random() < 0.5 else 0.060)


def _hands(rng: random.Random, kind: str, start: float) -> Script:
    now_at = start + COUNTDOWN + rng.random()
    seats = rng.sample(range(5), rng.randint(2, 5))
    race = Script(kind, start, now_at, {seat: Hand(rng.choice(MIXTURES[kind])) for seat in seats})
    first = now_at + 0.25 + rng.random() * 0.2
    for number, seat in enumerate(seats):
        hand = race.hands[seat]
        at = first if number == 0 else first + gap(rng) + (rng.random() * 0.3 if number > 1 else 0.0)
        if hand.source is not PHONE and rng.random() < 0.15:
            race.mashers += 1
            _mash(hand, start, now_at, rng)
        elif number < 2 or rng.random() < 0.8:
            hand.press(at, 0.04 + rng.random() * 0.3)
            hand.bounce = WORN * rng.random()
    return race


def _mash(hand: Hand, start: float, now_at: float, rng: random.Random) -> None:
    """From the countdown on, 4 to 16 times a second, until some time after NOW!"""
    period = 1 / rng.uniform(4, 16)
    hand.bounce = MASHED * rng.random()
    at = start + 0.05 + rng.random() * 2
    while at < now_at + 0.7:
        hand.press(at, period * rng.uniform(0.4, 0.5))
        at += period


def _add_sparks(race: Script, rng: random.Random) -> None:
    for _ in range(rng.choice((0, 0, 1, 3, 8))):
        hand = race.hands[rng.choice(list(race.hands))]
        at = rng.uniform(race.armed_at, race.now_at + 0.6) if rng.random() < 0.5 else _just_before(race, rng)
        near = (edge.at for edge in hand.edges if edge.closed)
        if hand.source is PHONE or hand.closed(at) or any(at - 0.001 < closing < at + CLEAR for closing in near):
            continue
        hand.edges += [Edge(at, True), Edge(at + rng.uniform(*SPARK), False)]
        hand.edges.sort(key=lambda edge: edge.at)
        race.sparks += 1


def _just_before(race: Script, rng: random.Random) -> float:
    """Where a spark would do most harm: a little before the first slap."""
    return min(race.slaps.values()) - rng.random() * 0.05


def news(race: Script, crystal: Crystal, rng: random.Random) -> Iterator[News]:
    """All that the host will hear, in the order in which things are sent; each wire keeps its order."""
    shift = rng.uniform(-PHONE.clock, PHONE.clock)
    for seat, hand in race.hands.items():
        if hand.source in ON_THE_LID:
            yield from _kernel(seat, hand, rng)
        elif hand.source is PHONE:
            for edge in hand.edges:
                if edge.at in hand.presses:
                    arrives = edge.at + rng.random() * PHONE.late
                    yield News(arrives, seat, True, arrives + shift)
    yield from _pod(race, crystal, rng)
    if race.lost is not None:
        yield News(rng.uniform(race.armed_at, min(race.slaps.values())), race.lost, None, 0.0)


def _kernel(seat: int, hand: Hand, rng: random.Random) -> Iterator[News]:
    """Stamps taken in an interrupt and queued; a thread brings them, held up at times by the drawing of a screen."""
    stamp = queued = arrives = 0.0
    for edge in hand.edges:
        stamp = max(stamp, edge.at + rng.random() * GPIO.late)
        queued = max(queued, stamp + (rng.random() * IN_THE_KERNEL if rng.random() < 0.1 else rng.random() * 0.000_1))
        arrives = max(arrives, queued + (rng.random() * 0.007 if rng.random() < 0.2 else rng.random() * 0.000_5))
        yield News(arrives, seat, edge.closed, stamp, None, queued if hand.source is GPIO else inf)


def _pod(race: Script, crystal: Crystal, rng: random.Random) -> Iterator[News]:
    """Pod edges in one row, each late by its own; round trips between them draw the line of the clock anew."""
    edges = sorted((edge, seat) for seat, hand in race.hands.items() if hand.source is POD for edge in hand.edges)
    stamp = arrives = 0.0
    for edge, seat in edges:
        stamp = max(stamp, edge.at + rng.random() * POD.late)
        arrives = max(arrives, stamp + _late(rng))
        yield News(arrives, seat, edge.closed, stamp)
        if rng.random() < 0.1:
            trip = crystal.trip(arrives + 0.000_1)
            yield News(trip.received, -1, None, 0.0, trip)


def _late(rng: random.Random) -> float:
    """Mostly a millisecond; a frame that was lost comes again after 10; at worst just within the published bound."""
    kind = rng.random()
    if kind < 0.8:
        return 0.000_5 + rng.random() * 0.002
    return 0.010 + rng.random() * (0.003 if kind < 0.95 else POD.reach - 0.0115)
