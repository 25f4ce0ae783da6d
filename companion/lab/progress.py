"""Progress bar for work that takes longer than a second, on terminals only."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds before a bar is worth showing."""

Step = Callable[[int], None]


@contextmanager
def progress_bar(about: str, total: int | None) -> Iterator[Step]:
    """Yield a function to call with the work done so far. The bar appears only when it takes long."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    began = time.monotonic()
    bar = None
    task = None

    def step(done: int) -> None:
        nonlocal bar, task
        if bar is None and time.monotonic() - began > PATIENCE:
            from rich.console import Console  # noqa: PLC0415 - most runs are over before a bar is wanted
            from rich.progress import Progress  # noqa: PLC0415

            bar = Progress(console=Console(stderr=True), transient=True)
            task = bar.add_task(about, total=total)
            bar.start()
        if bar is not None and task is not None:
            bar.update(task, completed=done)

    try:
        yield step
    finally:
        if bar is not None:
            bar.stop()
