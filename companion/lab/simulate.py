"""Simulate many games between bots and count wins, points and speed. The seed decides everything but the time."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, islice
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from companion.lab.chunk import Chunk
from companion.lab.figures import Figures
from companion.lab.plan import SimulationPlan
from companion.lab.results import EXTENDABLE, Results, TableFile, check_writable, write_manifest
from companion.lab.workers import ChunkTask, Interrupts, play_here, play_in_processes, play_on_cluster

ChunkListener = Callable[[Chunk], None]


class WorkerPool(NamedTuple):
    """Processes of this machine, or workers of a cluster, that play chunks."""

    workers: int = 1
    cluster: str = ""

    def play(self, plan: SimulationPlan, parts: Iterator[ChunkTask]) -> Iterator[Chunk]:
        """Play these tasks and yield their chunks in order."""
        if self.cluster:
            return play_on_cluster(plan, parts, self.cluster)
        # no more workers than there are chunks, where those are few
        first = list(islice(parts, self.workers))
        tasks = chain(first, parts)
        return play_in_processes(plan, tasks, len(first)) if len(first) > 1 else play_here(plan, tasks)


class PlayedTotals(NamedTuple):
    """Numbers of games and questions played."""

    games: int
    questions: int


FIRST_LOOK = 200
"""Deals before a run may end because it is precise enough: intervals of fewer are rough."""

NEXT_LOOK = 1.25
"""Factor between two looks. Looking after every chunk would stop at a lucky moment far too often."""


class Simulation:
    """A simulation run. Its figures remain valid if it is interrupted.

    Without a number of games it plays until its figures are precise enough.
    """

    def __init__(self, plan: SimulationPlan, games: int | None, until: float | None = None) -> None:
        self.plan = plan
        self.figures = Figures(plan)
        self.listeners: list[ChunkListener] = []
        """Called with every chunk, in order, whether it was played now or read from a file."""
        self._chunks = 0
        self.seconds = 0.0
        self.interrupted = False
        self.deals = None if games is None else plan.count_deals(games)
        self.certain = False
        """Whether the figures were precise enough at the last look."""
        self.fresh = PlayedTotals(0, 0)
        """Games played in this run, without those read from a file; they give the speed."""
        self._until = until
        self._look_at = FIRST_LOOK

    @property
    def games(self) -> int | None:
        """Number of games to play, rounded up to whole deals; None to play until the figures are precise enough."""
        return None if self.deals is None else self.deals * len(self.plan.seatings)

    @property
    def fell_short(self) -> bool:
        """Whether all games were played and the figures still aren't as precise as asked for."""
        return self._until is not None and not self.certain and not self.interrupted

    def play(self, pool: WorkerPool, played: Callable[[int], None], results: Results | None = None) -> None:
        """Play the missing chunks. Ctrl-C stops with the figures so far."""
        for chunk in results.iterate_chunks() if results is not None else ():
            if (self.games is None or self.figures.games < self.games) and not self.certain:
                self._add(chunk)
        with Interrupts() as interrupts:
            self._play_chunks(interrupts, pool.play(self.plan, self.list_missing_chunks()), played, results)

    def _play_chunks(
        self, interrupts: Interrupts, chunks: Iterator[Chunk], played: Callable[[int], None], results: Results | None
    ) -> None:
        began = time.perf_counter()
        try:
            for chunk in chunks if not self.certain else ():
                with interrupts.hold():
                    self._add(chunk)
                    self.fresh = PlayedTotals(
                        self.fresh.games + chunk.games, self.fresh.questions + sum(chunk.questions)
                    )
                    if results is not None:
                        results.add(chunk)
                played(self.figures.games)
                if self.certain:
                    break
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            chunks.close()  # type: ignore[attr-defined]  # always a generator
            self.seconds = time.perf_counter() - began

    def list_missing_chunks(self) -> Iterator[ChunkTask]:
        """Yield the chunks that are still to be played."""
        size = self.plan.deals_a_chunk
        for number in count(self._chunks):
            left = size if self.deals is None else self.deals - number * size
            if left <= 0:
                return
            yield ChunkTask(number, min(size, left))

    def _add(self, chunk: Chunk) -> None:
        self._chunks += 1
        self.figures.add(chunk)
        for listen in self.listeners:
            listen(chunk)
        # looks depend on the number of deals alone, so workers don't affect where a run ends
        if self._until is not None and self.figures.deals >= self._look_at:
            self._look_at = ceil(self.figures.deals * NEXT_LOOK)
            self.certain = self.figures.within <= self._until

    def as_json(self) -> dict[str, Any]:
        """Return the figures and the speed."""
        seconds = max(self.seconds, 1e-9)
        return {
            **self.figures.as_json(),
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
            "questions_per_second": round(self.fresh.questions / seconds),
            "games_per_second": round(self.fresh.games / seconds, 1),
        }


def simulate(
    plan: SimulationPlan,
    games: int | None,
    pool: WorkerPool | None = None,
    *,
    played: Callable[[int], None] = lambda games: None,
    until: float | None = None,
    files: Sequence[Path] = (),
    listeners: Sequence[ChunkListener] = (),
) -> Simulation:
    """Play that many games, or until the figures are precise enough, and write them to these files."""
    for file in files:
        check_writable(file)
    simulation = Simulation(plan, games, until)
    tables = [TableFile(file, plan) for file in files if file.suffix != EXTENDABLE]
    simulation.listeners += [*(table.add for table in tables), *listeners]
    extended = next((file for file in files if file.suffix == EXTENDABLE), None)
    results = None if extended is None else Results(extended, plan)
    try:
        simulation.play(pool or WorkerPool(), played, results)
    finally:
        if results is not None:
            results.close()
        for table in tables:
            table.close()
    for file in files:
        if file.suffix != EXTENDABLE:
            write_manifest(file, plan, simulation.figures.games)
    return simulation
