"""Hints of the live match, found in a separate process and shown only to the player who asked."""

from companion.core.errors import N_, ArksideError, NoHint
from companion.core.hint import Hint, HintLine, word_hint
from companion.core.seat_worlds import imagine_for_seat
from companion.core.session import Session
from companion.lab.odds_worker import HintWorker

AGAIN = 0.1
"""Seconds between two polls of the worker."""

NEVER = float("inf")


class LiveHints:
    """The hint that was asked for last. Only one seat is asked at a time, so one hint is enough for the table."""

    def __init__(self) -> None:
        self.version = 0
        """Changes whenever there is another hint, or none any more."""
        self.worker = HintWorker()
        self._asker: object | None = None
        self._about: tuple[Session, int] | None = None
        """Match and its move count when the hint was asked for: it is worthless after that."""

    def ask(self, session: Session, asker: object) -> None:
        """Start to find a hint for the seat that is asked now; refuse if there can be none."""
        if session.find_bot(session.question) is not None:
            raise NoHint(N_("There's nothing to decide right now"))
        # found already, or being looked for: it's the same hint however often people ask
        if self._about != (session, session.moves) or self.why is not None:
            imagine_for_seat(session.match)  # refuses at once what the process would refuse later
            self._about = session, session.moves
            self.worker.ask(session.match)
        self._asker = asker
        self.version += 1

    def poll(self, session: Session | None, now: float) -> float:
        """Fetch the hint, and drop it once the match has moved on; return the time of the next poll."""
        if self._about is None:
            return NEVER
        if self._about != (session, session.moves if session is not None else 0):
            self.stop()
            return NEVER
        if self.worker.poll():
            self.version += 1
            if session is not None and self.worker.hint is not None:
                session.note_hint()
        return NEVER if self.worker.done else now + AGAIN

    def is_asked_by(self, asker: object) -> bool:
        """Whether the current hint was asked for by this client."""
        return self._asker is asker and self._about is not None

    @property
    def hint(self) -> Hint | None:
        """The hint, once it is found."""
        return self.worker.hint

    @property
    def why(self) -> ArksideError | None:
        """Reason why there is none."""
        return self.worker.why

    def list_lines(self, language: str) -> list[HintLine]:
        """Return the hint in words; nothing until it is found."""
        if self._about is None or self.hint is None:
            return []
        session = self._about[0]
        return word_hint(self.hint, session.match, session.get_voice(language))

    def stop(self) -> None:
        """Drop the hint; the process stays for a while, because another one may be asked for."""
        self._asker = self._about = None
        self.version += 1
        self.worker.drop()

    def close(self) -> None:
        """Stop the process."""
        self._asker = self._about = None
        self.worker.stop()
