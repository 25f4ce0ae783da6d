"""Play chunks in this process, in several, or on a cluster. All yield the same chunks in the same order."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count, islice
from typing import Any, NamedTuple

from companion.core.errors import N_, ArksideError
from companion.lab.chunk import Chunk, play_chunk
from companion.lab.plan import SimulationPlan

TASKS_AHEAD = 3
"""Tasks submitted per worker before the first result is read, so that no worker runs dry."""

MOST_CHUNKS_A_TASK = 16
"""Chunks in the largest task: about a second of greedy bots, interpreted."""

WORKER_PATIENCE = 10
"""Seconds that a cluster has to show its first worker."""


class ChunkTask(NamedTuple):
    """A chunk to play."""

    number: int
    deals: int


class ClusterError(ArksideError, ConnectionError):
    """The cluster can't be reached, or lost a chunk too often."""

    code = "cluster"

    __str__ = ArksideError.__str__


def count_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(plan: SimulationPlan, parts: Iterable[ChunkTask]) -> Iterator[Chunk]:
    """Play the chunks in this process."""
    for part in parts:
        yield play_chunk(plan, *part)


def play_in_processes(plan: SimulationPlan, parts: Iterable[ChunkTask], workers: int) -> Iterator[Chunk]:
    """Play the chunks in several processes."""
    # fork starts with all modules loaded; spawn, all that Windows has, imports them again in every worker
    how = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(how), initializer=_ignore_interrupts)
    try:
        yield from collect_in_order(
            lambda parts: pool.submit(play_chunks, plan, parts), group_tasks(parts, workers), workers * TASKS_AHEAD
        )
    finally:
        pool.shutdown(cancel_futures=True)


def play_on_cluster(plan: SimulationPlan, parts: Iterable[ChunkTask], address: str) -> Iterator[Chunk]:
    """Play the chunks on a Dask cluster; `local` starts one here. Chunks of a lost worker are played again."""
    try:
        import distributed  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise ClusterError(N_("A cluster needs distributed: install arkside[lab]")) from None
    client_of: Any = distributed.Client
    # any free port: without an address Dask takes 8787, and warns if another cluster has it
    options: dict[str, Any] = {"n_workers": count_cores(), "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    try:
        client = client_of(**(options if address == "local" else {"address": address, "timeout": 5}))
    except (OSError, ValueError) as why:
        raise ClusterError(N_("No cluster answers at {address}: {why}"), address=address, why=why) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKER_PATIENCE)
        except TimeoutError:
            raise ClusterError(N_("The cluster at {address} has no workers"), address=address) from None
        workers = len(client.scheduler_info()["workers"])
        yield from collect_in_order(
            lambda parts: client.submit(play_chunks, plan, parts, pure=False, retries=5),
            group_tasks(parts, workers),
            workers * TASKS_AHEAD,
        )


def group_tasks(parts: Iterable[ChunkTask], workers: int) -> Iterator[list[ChunkTask]]:
    """Group chunks into tasks: a few small ones, so that all workers begin at once, then larger and larger ones.

    Handing out a task costs as much as playing a chunk or two, on a cluster more.
    """
    left = iter(parts)
    for turn in count():
        size = min(MOST_CHUNKS_A_TASK, 1 << turn // (TASKS_AHEAD * workers))
        group = list(islice(left, size))
        if not group:
            return
        yield group


def play_chunks(plan: SimulationPlan, parts: Sequence[ChunkTask]) -> list[Chunk]:
    """Play several chunks, in another process or on another machine."""
    return [play_chunk(plan, *part) for part in parts]


def collect_in_order(
    submit: "Callable[[list[ChunkTask]], Future[list[Chunk]]]", tasks: Iterable[list[ChunkTask]], tasks_ahead: int
) -> Iterator[Chunk]:
    """Submit a few tasks ahead and yield their chunks in order."""
    running: deque[Future[list[Chunk]]] = deque()
    for task in tasks:
        running.append(submit(task))
        if len(running) >= tasks_ahead:
            yield from running.popleft().result()
    while running:
        yield from running.popleft().result()


class Interrupts:
    """Handles Ctrl-C: the first press stops the run, the second also kills the workers."""

    def __init__(self) -> None:
        self._pressed = 0
        self._held = False
        self._before: Any = None

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *failure: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Defer Ctrl-C until the block is done, so that a chunk is both counted and saved, or neither."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._pressed:
            raise KeyboardInterrupt

    def _press(self, signum: int, frame: object) -> None:
        self._pressed += 1
        if self._pressed == 1 and not self._held:
            raise KeyboardInterrupt
        if self._pressed > 1:
            for worker in multiprocessing.active_children():
                worker.terminate()


def _ignore_interrupts() -> None:
    """Let the main process handle Ctrl-C while workers finish their chunks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
