"""Simulate many games between bots and count wins, points and speed. The seed decides everything but the time."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.lab.chunk import Chunk
from companion.lab.figures import Figures
from companion.lab.plan import SimulationPlan
from companion.lab.results import EXTENDABLE, Results, write_table
from companion.lab.workers import ChunkTask, Interrupts, play_here, play_in_processes, play_on_cluster


class WorkerPool(NamedTuple):
    """Processes of this machine, or workers of a cluster, that play chunks."""

    workers: int = 1
    cluster: str = ""

    def play(self, plan: SimulationPlan, parts: Sequence[ChunkTask]) -> Iterator[Chunk]:
        """Play these tasks and yield their chunks in order."""
        if self.cluster:
            return play_on_cluster(plan, parts, self.cluster)
        workers = min(self.workers, len(parts))
        return play_in_processes(plan, parts, workers) if workers > 1 else play_here(plan, parts)


class PlayedTotals(NamedTuple):
    """Numbers of games and questions played."""

    games: int
    questions: int


class Simulation:
    """A simulation run. Its figures remain valid if it is interrupted."""

    def __init__(self, plan: SimulationPlan, games: int, until: float | None = None) -> None:
        self.plan = plan
        self.figures = Figures(plan)
        self.chunks: list[Chunk] = []
        self.seconds = 0.0
        self.interrupted = False
        self.deals = plan.count_deals(games)
        self.fresh = PlayedTotals(0, 0)
        """Games played in this run, without those read from a file; they give the speed."""
        self._until = until

    @property
    def games(self) -> int:
        """Number of games to play, rounded up to whole deals."""
        return self.deals * len(self.plan.seatings)

    @property
    def certain(self) -> bool:
        """Whether the figures are precise enough. Checked after every chunk in order, so workers don't affect it."""
        return self._until is not None and self.figures.within <= self._until

    def play(self, pool: WorkerPool, played: Callable[[int], None], results: Results | None = None) -> None:
        """Play the missing chunks. Ctrl-C stops with the figures so far."""
        for chunk in results.chunks if results is not None else ():
            if self.figures.games < self.games and not self.certain:
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

    def list_missing_chunks(self) -> list[ChunkTask]:
        """Return the chunks that are still to be played."""
        size = self.plan.deals_a_chunk
        first, last = len(self.chunks), -(-self.deals // size)
        return [ChunkTask(number, min(size, self.deals - number * size)) for number in range(first, last)]

    def _add(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)
        self.figures.add(chunk)

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
    games: int,
    pool: WorkerPool | None = None,
    *,
    played: Callable[[int], None] = lambda games: None,
    until: float | None = None,
    files: Sequence[Path] = (),
) -> Simulation:
    """Play that many games, or until the figures are precise enough, and write them to these files."""
    simulation = Simulation(plan, games, until)
    extended = next((file for file in files if file.suffix == EXTENDABLE), None)
    results = None if extended is None else Results(extended, plan)
    try:
        simulation.play(pool or WorkerPool(), played, results)
    finally:
        if results is not None:
            results.close()
    for file in files:
        if file != extended:
            write_table(file, plan, simulation.chunks)
    return simulation
