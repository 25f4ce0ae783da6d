"""Benchmark of the referee: races with worn and mashed contacts, sparks, late and lost edges.

Every race is generated, so the true order is known. The referee hears only what wires, pod and phones would deliver,
and when. For comparison, plain debouncing judges the same contacts.
"""

import random
from collections import Counter, deque
from collections.abc import Callable
from itertools import pairwise
from math import inf
from typing import Any

from companion.lab.slap_hands import (
    MIXTURES,
    ON_THE_LID,
    ContactEdge,
    HostEvent,
    PodCrystal,
    RaceScript,
    list_events,
    make_race,
)
from drivers.referee import POD, Referee, TieBand, Verdict

CLEAR_GAP = 0.001
"""Seconds from which on a wrong order counts as a clear mistake."""
DEBOUNCE = 0.020
"""Debounce time that tutorials recommend for a button, in seconds."""
POLL_SECONDS = 0.000_5
"""Shortest time between two polls of the host, in seconds."""
MUST_BE_ZERO = (
    "wrong_order", "undeclared_ties", "spike_wins", "ties_apart", "miscounted_early", "lost_but_judged", "not_judged",
)  # fmt: skip


class SlapBench:
    """Runs race after race with a referee and a pod clock, and compares verdicts with the truth."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.crystal = PodCrystal(self.rng)
        self.now = 100.0
        self.counts: Counter[str] = Counter(dict.fromkeys(MUST_BE_ZERO, 0))
        self.delays: dict[str, list[float]] = {}
        for _ in range(64):
            self._sync()

    def run_race(self, number: int) -> None:
        """Generate one race, have it judged, and compare."""
        self._sync()
        race = make_race(self.rng, list(MIXTURES)[number % len(MIXTURES)], self.now)
        verdict, judged_at = self._judge(race)
        self._compare(race, verdict)
        if verdict is not None and race.lost is None:
            kind = (
                f"{race.kind} with sparks" if race.sparks else race.kind
            )  # a spark delays the verdict, so it gets its own statistics
            self.delays.setdefault(kind, []).append(judged_at - min(race.slaps.values()))
        self.now = judged_at + 2.0

    def _sync(self) -> None:
        self.crystal.clock.add(self.crystal.make_trip(self.now))
        self.now += 1.0

    def _judge(self, race: RaceScript) -> tuple[Verdict | None, float]:
        """Return the first verdict of a device that asks after every edge and whenever the referee is due."""
        events = sorted(list_events(race, self.crystal, self.rng), key=lambda event: event.arrives)
        waiting = deque(sorted((edge for edge in events if edge.queued < inf), key=lambda edge: edge.queued))

        def collect() -> None:
            while waiting and waiting[0].queued <= self.now:
                self._deliver(referee, race, waiting.popleft())

        referee = Referee(level=lambda seat: self._read_level(race, seat), collect=collect)
        # as the device does: the clock fit stays fixed from arming to the verdict, so that stamps are comparable
        self.crystal.clock.thaw()
        self.crystal.clock.freeze()
        referee.arm({seat: hand.source for seat, hand in race.hands.items()}, race.armed_at)
        opened = False
        self.now = race.armed_at
        for edge in events:
            if edge.arrives >= race.now_at and not opened:
                opened = True
                referee.go(race.now_at)
            if opened and (verdict := self._ask_referee(referee, edge.arrives)) is not None:
                return verdict, self.now
            self.now = max(self.now, edge.arrives)
            if edge.queued < inf:
                collect()
            else:
                self._deliver(referee, race, edge)
        return self._ask_referee(referee, self.now + 2.0), self.now

    def _deliver(self, referee: Referee, race: RaceScript, event: HostEvent) -> None:
        if event.trip is not None:
            self.crystal.clock.add(event.trip)
        elif event.closed is None:
            referee.report_lost_edges(event.seat)
        elif race.hands[event.seat].source is POD:
            referee.post(event.seat, event.closed, self.crystal.clock.seconds(self.crystal.read_us(event.stamp)))
        else:
            referee.post(event.seat, event.closed, event.stamp)

    def _ask_referee(self, referee: Referee, until: float) -> Verdict | None:
        """Ask now and whenever the referee is due, until the next event."""
        while True:
            verdict = referee.verdict(self.now)
            due = referee.predict_verdict_time(self.now)
            if verdict is not None or due is None or max(due, self.now + POLL_SECONDS) >= until:
                return verdict
            self.now = max(due, self.now + POLL_SECONDS)

    def _read_level(self, race: RaceScript, seat: int) -> bool | None:
        hand = race.hands[seat]
        return hand.is_closed(self.now) if hand.source in ON_THE_LID else None

    def _compare(self, race: RaceScript, verdict: Verdict | None) -> None:
        counts = self.counts
        counts["races"] += 1
        counts[f"races on {race.kind}"] += 1
        counts["sparks"] += race.sparks
        counts["mashers"] += race.mashers
        if race.lost is not None:
            counts["races_with_lost_edges"] += 1
        if verdict is None:
            counts["not_judged"] += 1
        elif verdict.lost:
            counts["run_again"] += 1
        elif race.lost is not None:
            counts["lost_but_judged"] += 1
        else:
            self._compare_order(race, verdict)

    def _compare_order(self, race: RaceScript, verdict: Verdict) -> None:
        counts, slaps = self.counts, race.slaps
        truly, close, far = find_firsts(race)
        counts["dead_heats"] += verdict.dead_heat
        counts["ties_in_band"] += len(close) > 1
        counts["undeclared_ties"] += not close <= set(verdict.first)
        counts["ties_apart"] += verdict.dead_heat and not far.isdisjoint(verdict.first)
        counts["spike_wins"] += sum(self._is_spark(race, verdict, seat) for seat in verdict.first)
        early = {seat: hand.early for seat, hand in race.hands.items() if hand.early}
        counts["miscounted_early"] += dict(verdict.early) != early
        if verdict.winner is not None and verdict.winner in slaps:
            behind = slaps[verdict.winner] - slaps[truly]
            counts["wrong_order"] += behind > 0
            counts["wrong_order_from_1_ms"] += behind >= CLEAR_GAP
        if race.kind == "lid" and not race.mashers and not race.sparks:
            counts["races_for_debounce"] += 1
            counts["naive_wrong_order"] += find_debounced_first(race) != truly

    @staticmethod
    def _is_spark(race: RaceScript, verdict: Verdict, seat: int) -> bool:
        """Whether the stamp of a seat matches none of its slaps."""
        slap = race.hands[seat].slap
        if slap is None:
            return True
        stamp = next(slap.after_now_ms for slap in verdict.order if slap.seat == seat) / 1000 + race.now_at
        source = race.hands[seat].source
        return not -source.clock - 1e-5 <= stamp - slap <= source.late + source.clock + 1e-5


def find_firsts(race: RaceScript) -> tuple[int, set[int], set[int]]:
    """Return the true first seat, the seats that a dead heat must include, and those it must not."""
    slaps = race.slaps
    truly = min(slaps, key=slaps.__getitem__)

    def is_within(seat: int, limit: Callable[[TieBand], float]) -> bool:
        bands = ((other, TieBand.between((race.hands[seat].source, race.hands[other].source))) for other in slaps)
        return all(slaps[seat] - slaps[other] <= limit(band) for other, band in bands)

    return (
        truly,
        {seat for seat in slaps if is_within(seat, lambda band: band.always)},
        {seat for seat in slaps if not is_within(seat, lambda band: band.never)},
    )


def find_debounced_first(race: RaceScript) -> int:
    """Return the first seat by the stamps of a debouncing kernel."""
    return min(race.slaps, key=lambda seat: find_debounced_press(race.hands[seat].edges))


def find_debounced_press(edges: list[ContactEdge]) -> float:
    """Return when a contact has first been closed for the whole debounce time."""
    for edge, following in pairwise(edges):
        if edge.closed and following.at - edge.at >= DEBOUNCE:
            return edge.at + DEBOUNCE
    return edges[-1].at + DEBOUNCE


def bench_slap(races: int, seed: int) -> dict[str, Any]:
    """Judge that many races. The figures named in `MUST_BE_ZERO` must be zero."""
    bench = SlapBench(seed)
    for number in range(races):
        bench.run_race(number)
    return {
        **bench.counts,
        "seed": seed,
        "band_ms": {kind: _ms(TieBand.between(sources).always) for kind, sources in MIXTURES.items()},
        "judged_after_ms": {kind: summarize_times(after) for kind, after in sorted(bench.delays.items())},
    }


def summarize_times(seconds: list[float]) -> dict[str, float]:
    """Return median, 99th percentile and maximum in milliseconds."""
    ordered = sorted(seconds)
    return {
        "p50": _ms(ordered[len(ordered) // 2]),
        "p99": _ms(ordered[len(ordered) * 99 // 100]),
        "max": _ms(ordered[-1]),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
