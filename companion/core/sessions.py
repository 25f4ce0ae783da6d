"""Sessions of a data folder: started, opened by one program at a time, repaired after a power cut."""

import time
from collections.abc import Callable
from contextlib import suppress

from companion.core.answer_store import JournalAnswerStore
from companion.core.bots import find_bot
from companion.core.errors import ArksideError
from companion.core.game import Game, Setup
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.match_lock import MatchLock
from companion.core.record import Record
from companion.core.replay import replay_record
from companion.core.session import Listener, Session, summarize_standing
from companion.core.teach import OwnerBox
from companion.core.timestamps import parse_time


class Sessions:
    """Opens matches of a journal. `live` is the one that is open here, if any: a table has one game on it."""

    def __init__(
        self,
        journal: Journal,
        program: str = "arkside",
        clock: Callable[[], float] = time.monotonic,
        listeners: list[Listener] | None = None,
    ) -> None:
        self.journal = journal
        self.live: Session | None = None
        self._program = program
        self._listeners: list[Listener] = [] if listeners is None else listeners
        self._clock = clock

    def start(self, game: Game, setup: Setup) -> Session:
        """Begin a match; nothing is written if its set-up is refused."""
        match = Match(game, setup)
        for seat in setup.seats:
            if seat.bot:
                find_bot(game, seat.bot)
        return self._open_session(self.journal.begin_match(setup, game.version), match)

    def open(self, number: int) -> Session:
        """Open a match at the question where it was left; refuse one that another program has open."""
        return self._open_session(number, None)

    def remove(self, number: int) -> None:
        """Delete a match for good, unless another program has it open."""
        lock = self._lock(number)
        try:
            self.journal.delete_match(number)
        finally:
            lock.release()

    def add_listener(self, listener: Listener) -> None:
        """Add a listener for the events of every session opened here from now on."""
        self._listeners.append(listener)

    def heal(self, most: int = 20) -> None:
        """Record the end of matches whose last answer was saved but not their end, because the power failed in between.

        Only the newest unfinished matches are checked; those open elsewhere or of other rules are left alone.
        """
        for number in self.journal.list_waiting(most):
            with suppress(ArksideError):
                lock = self._lock(number)
                try:
                    self._replay(self.journal.load_record(number))
                finally:
                    lock.release()

    def _open_session(self, number: int, match: Match | None) -> Session:
        lock = self._lock(number)
        try:
            record = self.journal.load_record(number)
            match, store = self._replay(record) if match is None else (match, JournalAnswerStore(self.journal, record))
            self.live = session = Session(
                match,
                store,
                OwnerBox(match.game, record.setup, self.journal.file.parent),
                clock=self._clock,
                wall=parse_time(self.journal.now()),
                closing=lambda: self._release(lock),
            )
        except BaseException:
            lock.release()
            raise
        for listener in self._listeners:
            session.add_listener(listener)
        return session

    def _replay(self, record: Record) -> tuple[Match, JournalAnswerStore]:
        match = replay_record(record, self.journal.file)
        store = JournalAnswerStore(self.journal, record)
        if match.outcome is not None and record.ended is None:
            store.record_end(summarize_standing(match))
        return match, store

    def _lock(self, number: int) -> MatchLock:
        return MatchLock(self.journal.file.parent, number, self._program)

    def _release(self, lock: MatchLock) -> None:
        lock.release()
        self.live = None
