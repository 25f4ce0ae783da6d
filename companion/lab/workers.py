"""Play chunks in this process, in several, or on a cluster. All yield the same chunks in the same order."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from companion.core.errors import N_, ArksideError
from companion.lab.chunk import Chunk, play_chunk
from companion.lab.plan import SimulationPlan

CHUNKS_AHEAD = 3
"""Chunks submitted per worker before the first result is read, so that no worker runs dry."""


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
        yield from collect_in_order(lambda part: pool.submit(play_chunk, plan, *part), parts, workers * CHUNKS_AHEAD)
    finally:
        pool.shutdown(cancel_futures=True)


def play_on_cluster(plan: SimulationPlan, parts: Iterable[ChunkTask], address: str) -> Iterator[Chunk]:
    """Play the chunks on a Dask cluster; `local` starts one here. Chunks of a lost worker are played again."""
    try:
        import distributed  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise ClusterError(N_("A cluster needs distributed: install arkside[lab]")) from None
    client_of: Any = distributed.Client
    here: dict[str, Any] = {"n_workers": count_cores(), "threads_per_worker": 1, "dashboard_address": None}
    try:
        client = client_of(**(here if address == "local" else {"address": address, "timeout": 5}))
    except (OSError, ValueError) as why:
        raise ClusterError(N_("No cluster answers at {address}: {why}"), address=address, why=why) from None
    with client:
        workers = max(1, len(client.scheduler_info()["workers"]))
        yield from collect_in_order(
            lambda part: client.submit(play_chunk, plan, *part, pure=False, retries=5), parts, workers * CHUNKS_AHEAD
        )


def collect_in_order(
    submit: "Callable[[ChunkTask], Future[Chunk]]", parts: Iterable[ChunkTask], ahead: int
) -> Iterator[Chunk]:
    """Submit a few tasks ahead and yield their chunks in order."""
    running: deque[Future[Chunk]] = deque()
    for part in parts:
        running.append(submit(part))
        if len(running) >= ahead:
            yield running.popleft().result()
    while running:
        yield running.popleft().result()


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
