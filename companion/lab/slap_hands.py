"""Generated races for the referee benchmark: what contacts really do, and what reaches the host when."""

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
WORN_BOUNCE = 0.030
"""Longest bounce of a worn contact in seconds; it opens for up to 10 ms at a time."""
MASHED_BOUNCE = 0.010
"""Longest bounce under a hand that mashes as fast as it can, in seconds."""
SPARK_LENGTH = (0.000_02, 0.000_09)
SPARK_DISTANCE = 0.016
"""Least seconds between a spark and a press. Any closer, a spark looks like the first touch."""
CRYSTAL_DRIFT = 40e-6
"""Relative speed error of the pod's crystal."""
KERNEL_DELAY = 0.002_5
"""Longest time in seconds until the kernel has queued a stamped edge."""
TOO_CLOSE_TO_CALL = 0.004
"""Seconds around NOW! and the end of a lock-out without presses: the right verdict would be undefined."""

ON_THE_LID = (GPIO, SLOW_GPIO)

MIXTURES = {
    "lid": (GPIO,),
    "lid by lgpio": (SLOW_GPIO,),
    "pod": (POD,),
    "lid and pod": (GPIO, POD),
    "lid, pod and phone": (GPIO, POD, PHONE),
}


class ContactEdge(NamedTuple):
    """One edge as it really happened."""

    at: float
    closed: bool


class HostEvent(NamedTuple):
    """Something that the host hears: an edge, a loss of edges, or a round trip of the pod.

    It is delivered at `arrives`; a host that polls the kernel's queue has it from `queued` on.
    """

    arrives: float
    seat: int
    closed: bool | None
    stamp: float
    trip: RoundTrip | None = None
    queued: float = inf


@dataclass
class ScriptedHand:
    """One seat in a race: its button, the edges of the contact, all presses, and the slap that counts."""

    source: Source
    edges: list[ContactEdge] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    bounce: float = 0.0
    early: int = 0
    slap: float | None = None

    def press(self, at: float, duration: float) -> None:
        """Add a press."""
        self.presses.append(at)
        self.held.append(duration)

    def add_bounces(self, rng: random.Random) -> None:
        """Turn presses into edges, with bounces at both ends of each."""
        for at, duration in zip(self.presses, self.held, strict=True):
            for moment, closed in ((at, True), (at + duration, False)):
                self.edges += [
                    ContactEdge(moment + delay, level) for delay, level in simulate_bounce(rng, closed, self.bounce)
                ]

    def is_closed(self, now: float) -> bool:
        """Whether the contact is closed at this time."""
        passed = bisect_right(self.edges, now, key=lambda edge: edge.at)
        return self.edges[passed - 1].closed if passed else False

    def find_slap(self, now_at: float) -> bool:
        """Find the false starts and the slap by the rules. Return False if a press is too close to call."""
        before = [at for at in self.presses if at < now_at]
        opens = max([now_at, *(at + LOCK_OUT for at in before[-1:])])
        self.early = len(before)
        self.slap = next((at for at in self.presses if at >= opens), None)
        return all(abs(at - limit) > TOO_CLOSE_TO_CALL for at in self.presses for limit in (now_at, opens))


@dataclass
class RaceScript:
    """One race as it really happened."""

    kind: str
    armed_at: float
    now_at: float
    hands: dict[int, ScriptedHand]
    sparks: int = 0
    mashers: int = 0
    lost: int | None = None
    """Seat whose edges were lost on the way to the host."""

    @property
    def slaps(self) -> dict[int, float]:
        """Time of each seat's slap."""
        return {seat: hand.slap for seat, hand in self.hands.items() if hand.slap is not None}


class PodCrystal:
    """The pod's true clock, and the host's fit of it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.clock = PodClock()

    def read_us(self, at: float) -> int:
        """Return the pod's clock at this time, in microseconds."""
        return int(at * (1 + CRYSTAL_DRIFT) * 1e6)

    def make_trip(self, sent: float) -> RoundTrip:
        """Simulate a round trip: mostly quick, sometimes delayed in one direction."""
        way_there, way_back = (0.000_3 + self.rng.expovariate(3000) + self._pick_delay() for _ in range(2))
        return RoundTrip(sent, sent + way_there + way_back, self.read_us(sent + way_there))

    def _pick_delay(self) -> float:
        return self.rng.random() * 0.012 if self.rng.random() < 0.05 else 0.0


def make_race(rng: random.Random, kind: str, start: float) -> RaceScript:
    """Generate a race: hands, mashers, sparks and lost edges."""
    while True:
        race = _seat_hands(rng, kind, start)
        if all(hand.find_slap(race.now_at) for hand in race.hands.values()) and race.slaps:
            break
    for hand in race.hands.values():
        hand.add_bounces(rng)
    _add_sparks(race, rng)
    if rng.random() < 0.02:
        race.lost = rng.choice([seat for seat, hand in race.hands.items() if hand.source is not PHONE] or [None])
    return race


def pick_gap(rng: random.Random) -> float:
    """Return the gap of a second hand: in half the races below 2 ms, in half up to the usual 60 ms."""
    return rng.random() * (0.002 if rng.random() < 0.5 else 0.060)


def _seat_hands(rng: random.Random, kind: str, start: float) -> RaceScript:
    now_at = start + COUNTDOWN + rng.random()
    seats = rng.sample(range(5), rng.randint(2, 5))
    race = RaceScript(kind, start, now_at, {seat: ScriptedHand(rng.choice(MIXTURES[kind])) for seat in seats})
    first = now_at + 0.25 + rng.random() * 0.2
    for number, seat in enumerate(seats):
        hand = race.hands[seat]
        at = first if number == 0 else first + pick_gap(rng) + (rng.random() * 0.3 if number > 1 else 0.0)
        if hand.source is not PHONE and rng.random() < 0.15:
            race.mashers += 1
            _mash(hand, start, now_at, rng)
        elif number < 2 or rng.random() < 0.8:
            hand.press(at, 0.04 + rng.random() * 0.3)
            hand.bounce = WORN_BOUNCE * rng.random()
    return race


def _mash(hand: ScriptedHand, start: float, now_at: float, rng: random.Random) -> None:
    """Press 4 to 16 times a second, from the countdown until after NOW!"""
    period = 1 / rng.uniform(4, 16)
    hand.bounce = MASHED_BOUNCE * rng.random()
    at = start + 0.05 + rng.random() * 2
    while at < now_at + 0.7:
        hand.press(at, period * rng.uniform(0.4, 0.5))
        at += period


def _add_sparks(race: RaceScript, rng: random.Random) -> None:
    for _ in range(rng.choice((0, 0, 1, 3, 8))):
        hand = race.hands[rng.choice(list(race.hands))]
        if rng.random() < 0.5:
            at = rng.uniform(race.armed_at, race.now_at + 0.6)
        else:  # just before the first slap, where a spark does the most harm
            at = min(race.slaps.values()) - rng.random() * 0.05
        near = (edge.at for edge in hand.edges if edge.closed)
        if (
            hand.source is PHONE
            or hand.is_closed(at)
            or any(at - 0.001 < closing < at + SPARK_DISTANCE for closing in near)
        ):
            continue
        hand.edges += [ContactEdge(at, True), ContactEdge(at + rng.uniform(*SPARK_LENGTH), False)]
        hand.edges.sort(key=lambda edge: edge.at)
        race.sparks += 1


def list_events(race: RaceScript, crystal: PodCrystal, rng: random.Random) -> Iterator[HostEvent]:
    """Yield everything the host will hear. Events of one wire stay in order."""
    # one offset for the whole race: clocks are off by a constant, not by noise
    shift = rng.uniform(-PHONE.clock, PHONE.clock)
    for seat, hand in race.hands.items():
        if hand.source in ON_THE_LID:
            yield from _list_kernel_events(seat, hand, rng)
        elif hand.source is PHONE:
            for edge in hand.edges:
                if edge.at in hand.presses:
                    arrives = edge.at + rng.random() * PHONE.late
                    yield HostEvent(arrives, seat, True, arrives + shift)
    yield from _list_pod_events(race, crystal, rng)
    if race.lost is not None:
        yield HostEvent(rng.uniform(race.armed_at, min(race.slaps.values())), race.lost, None, 0.0)


def _list_kernel_events(seat: int, hand: ScriptedHand, rng: random.Random) -> Iterator[HostEvent]:
    """Yield edges stamped in an interrupt and queued. The thread that delivers them is sometimes busy drawing."""
    stamp = queued = arrives = 0.0
    for edge in hand.edges:
        stamp = max(stamp, edge.at + rng.random() * GPIO.late)
        queued = max(queued, stamp + (rng.random() * KERNEL_DELAY if rng.random() < 0.1 else rng.random() * 0.000_1))
        arrives = max(arrives, queued + (rng.random() * 0.007 if rng.random() < 0.2 else rng.random() * 0.000_5))
        yield HostEvent(arrives, seat, edge.closed, stamp, None, queued if hand.source is GPIO else inf)


def _list_pod_events(race: RaceScript, crystal: PodCrystal, rng: random.Random) -> Iterator[HostEvent]:
    """Yield the pod's edges in order, each with its own delay, and round trips that refine the clock fit."""
    edges = sorted((edge, seat) for seat, hand in race.hands.items() if hand.source is POD for edge in hand.edges)
    stamp = arrives = 0.0
    for edge, seat in edges:
        stamp = max(stamp, edge.at + rng.random() * POD.late)
        arrives = max(arrives, stamp + _pick_pod_delay(rng))
        yield HostEvent(arrives, seat, edge.closed, stamp)
        if rng.random() < 0.1:
            trip = crystal.make_trip(arrives + 0.000_1)
            yield HostEvent(trip.received, -1, None, 0.0, trip)


def _pick_pod_delay(rng: random.Random) -> float:
    """Return the delay of a pod frame: mostly a millisecond, 10 after a lost frame, at worst the published bound."""
    kind = rng.random()
    if kind < 0.8:
        return 0.000_5 + rng.random() * 0.002
    return 0.010 + rng.random() * (0.003 if kind < 0.95 else POD.reach - 0.0115)
