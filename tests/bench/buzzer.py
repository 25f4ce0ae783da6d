"""Buzzers against the bare referee: the same edges at the same times, once through the app's race, once without it.

    python -m tests.bench.buzzer 100000
    python -m tests.bench.buzzer 50000 2

Every race is generated as for `arkside bench slap`, with worn and mashed contacts, sparks, late and lost edges and
presses before the buzzers are open. What the app's race names must be what the referee names, and true. The second
number is the seed.
"""

import json
import sys
from collections.abc import Mapping
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.app import App
from companion.app.races import CallStage, VerdictStage
from companion.core.question import CALLED, Race
from companion.core.seat import make_seats
from companion.lab.slap_bench import MUST_BE_ZERO, SlapBench
from companion.lab.slap_hands import HostEvent, RaceScript, list_events, make_race
from drivers.referee import GPIO, Verdict

KINDS = ("lid", "lid by lgpio")
LONGEST_WAIT = 3.0
"""Seconds after the last edge in which a verdict must come."""


class ScriptedButton:
    """The button of one seat, whose contact does what the script of the race says."""

    wire, working, fault = "", True, None
    on_raw_edge = on_lost_edges = None

    def __init__(self, bench: "BuzzerBench", seat: int) -> None:
        self._bench = bench
        self._seat = seat

    @property
    def closed(self) -> bool:
        """Whether the contact is closed now."""
        race = self._bench.race
        return race is not None and self._seat in race.hands and race.hands[self._seat].is_closed(self._bench.now)


class BuzzerBench(SlapBench):
    """Runs race after race through `RaceControl`, and the same one through a referee of its own."""

    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__(seed)
        self.race: RaceScript | None = None
        self._waiting: list[HostEvent] = []
        self._app = App(folder, "en", clock=lambda: self.now, rng=self.rng)
        self._seats = make_seats(["A", "B", "C", "D", "E"])

    def run_race(self, number: int) -> None:
        """Generate one race, have it judged, and compare."""
        race = make_race(self.rng, KINDS[number % len(KINDS)], self.now)
        random, began = self.rng.getstate(), self.now
        expected, _ = self._judge(race)
        self.rng.setstate(random)
        self.now = began
        verdict = self._buzz(race)
        self.counts["differs"] += _describe(verdict) != _describe(expected)
        self._compare(race, verdict)
        self.now += 5.0

    def _buzz(self, race: RaceScript) -> Verdict | None:
        """Return the verdict of the app's race, which steps after every edge and whenever it is due."""
        events = sorted(list_events(race, self.crystal, self.rng), key=lambda event: event.arrives)
        # what waits in the kernel's queue can be fetched before it would be delivered
        self._waiting = sorted((event for event in events if event.queued < inf), key=lambda event: event.queued)
        self.race, self.now = race, race.armed_at
        buttons: Mapping[int, Any] = {seat: ScriptedButton(self, seat) for seat in race.hands}
        track, races = self._app.track, self._app.races
        track.use_paddles(buttons, collect=self._collect, can_collect=lambda: race.kind == KINDS[0])
        seats = [self._seats[seat] for seat in race.hands]
        question = Race("buzz", [seat.index for seat in seats], start=CALLED)
        races.begin(races._race_with_buzzers(question, seats))
        races.step(self.now)
        for event in events:
            self._step_until(min(event.arrives, race.now_at))
            if isinstance(races.stage, CallStage) and event.arrives >= race.now_at:
                self.now = race.now_at
                races.confirm()
                races.step(self.now)
            self._step_until(event.arrives)
            if isinstance(races.stage, VerdictStage):
                break
            self.now = max(self.now, event.arrives)
            self._collect() if event.queued < inf else self._deliver_edge(event)
            races.step(self.now)
        self._step_until(self.now + LONGEST_WAIT)
        verdict = races.stage.verdict if isinstance(races.stage, VerdictStage) else None
        races.cancel()
        self.race = None
        return verdict

    def _step_until(self, until: float) -> None:
        """Step the race whenever it is due, up to a time or to the verdict."""
        races = self._app.races
        while races.stage is not None and not isinstance(races.stage, VerdictStage) and races.stage.due < until:
            self.now = max(self.now, races.stage.due)
            races.step(self.now)

    def _collect(self) -> None:
        while self._waiting and self._waiting[0].queued <= self.now:
            self._deliver_edge(self._waiting.pop(0))

    def _deliver_edge(self, one: HostEvent) -> None:
        if one.closed is None:
            self._app.track._lose(GPIO, one.seat)
        else:
            self._app.track._hear(GPIO, one.seat, one.closed, one.stamp)

    def close(self) -> None:
        """Close the app."""
        self._app.close()


def _describe(verdict: Verdict | None) -> tuple[Any, ...] | None:
    """Return what two verdicts must agree on: who was first, who was too early, whose edges were lost.

    Where edges were lost the race is run again, so it doesn't matter how many early presses it had counted by then.
    """
    if verdict is None:
        return None
    return (verdict.first, verdict.lost) if verdict.lost else (verdict.first, verdict.early)


def bench_buzzers(races: int, seed: int) -> dict[str, int]:
    """Judge that many races. `differs` and the figures named in `MUST_BE_ZERO` must be zero."""
    with TemporaryDirectory() as folder:
        bench = BuzzerBench(seed, Path(folder))
        bench.counts["differs"] = 0
        for number in range(races):
            bench.run_race(number)
        bench.close()
        return dict(bench.counts)


if __name__ == "__main__":
    figures = bench_buzzers(int(sys.argv[1]), seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    raise SystemExit(any(figures[name] for name in (*MUST_BE_ZERO, "differs")))
