"""Reading the whole journal beside the loop that everything else runs in."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from companion.core.journal import Journal

if TYPE_CHECKING:
    from companion.app.app import App

T = TypeVar("T")


class JournalReader:
    """One thread that reads lists and figures, so that no tap and no race waits for them.

    Its connection is its own and can only read. Whoever asks while it is busy stands in line.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self._thread = ThreadPoolExecutor(1, "journal-reader")

    def submit(self, act: Callable[[Journal], T]) -> "Future[T]":
        """Let the thread find something in the journal; the app is woken when it is there."""
        folder = self._app.journal.file.parent

        def read() -> T:
            with closing(Journal(folder, read_only=True)) as journal:
                return act(journal)

        found = self._thread.submit(read)
        found.add_done_callback(lambda found: self._app.wake())
        return found

    def close(self) -> None:
        """Read nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
