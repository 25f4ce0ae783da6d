"""Many games between bots, counted: who wins, with how many points, how fast. The seed decides all but the time."""

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
    """Who plays: so many processes of this machine, or the workers of a cluster."""

    workers: int = 1
    cluster: str = ""

    def play(self, plan: SimulationPlan, parts: Sequence[ChunkTask]) -> Iterator[Chunk]:
        """The chunks of these parts, in their order."""
        if self.cluster:
            return play_on_cluster(plan, parts, self.cluster)
        workers = min(self.workers, len(parts))
        return play_in_processes(plan, parts, workers) if workers > 1 else play_here(plan, parts)


class PlayedTotals(NamedTuple):
    """So much was played."""

    games: int
    questions: int


class Simulation:
    """A run in progress: what has been played stays, however it ends."""

    def __init__(self, plan: SimulationPlan, games: int, until: float | None = None) -> None:
        self.plan = plan
        self.figures = Figures(plan)
        self.chunks: list[Chunk] = []
        self.seconds = 0.0
        self.interrupted = False
        self.deals = plan.count_deals(games)
        self.fresh = PlayedTotals(0, 0)
        """What was played in this run, and not read from a file."""
        self._until = until

    @property
    def games(self) -> int:
        """How many games are wanted, in whole deals."""
        return self.deals * len(self.plan.seatings)

    @property
    def certain(self) -> bool:
        """Whether it is known closely enough; asked after every chunk in order, so it does not depend on who played."""
        return self._until is not None and self.figures.within <= self._until

    def play(self, pool: WorkerPool, played: Callable[[int], None], results: Results | None = None) -> None:
        """Play what is missing; ctrl-c ends it with what there is."""
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
            chunks.close()  # type: ignore[attr-defined]  # a generator, whoever plays
            self.seconds = time.perf_counter() - began

    def list_missing_chunks(self) -> list[ChunkTask]:
        """What has still to be played."""
        size = self.plan.deals_a_chunk
        first, last = len(self.chunks), -(-self.deals // size)
        return [ChunkTask(number, min(size, self.deals - number * size)) for number in range(first, last)]

    def _add(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)
        self.figures.add(chunk)

    def as_json(self) -> dict[str, Any]:
        """The figures, and how fast they came."""
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
    """Play that many games, or until it is certain enough, and write them into these files."""
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
