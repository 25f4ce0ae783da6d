"""Reads of the whole journal, in a thread beside the event loop."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from companion.core.journal import Journal

if TYPE_CHECKING:
    from companion.app.app import App

T = TypeVar("T")


class JournalReader:
    """One thread that reads lists and statistics, so that no tap and no race waits for them.

    It uses its own read-only connection. Requests are queued while it is busy.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self._thread = ThreadPoolExecutor(1, "journal-reader")

    def submit(self, act: Callable[[Journal], T]) -> "Future[T]":
        """Run `act` on the journal in the thread; wakes the app when the result is there."""
        folder = self._app.journal.file.parent

        def read_journal() -> T:  # SQLite connections must not be shared between threads
            with closing(Journal(folder, read_only=True)) as journal:
                return act(journal)

        future = self._thread.submit(read_journal)
        future.add_done_callback(lambda _: self._app.wake())
        return future

    def close(self) -> None:
        """Stop the thread and drop requests that wait."""
        self._thread.shutdown(wait=False, cancel_futures=True)
