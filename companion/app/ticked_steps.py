"""Steps that people have ticked off a list of things to do with real pieces, such as the set-up of a match.

All clients see the same ticks. They are for the cues that are shown now: the next answer brings other ones.
"""

from companion.core.errors import N_, StaleQuestion
from companion.core.session import Session


class TickedSteps:
    """Ticked lines of `Session.list_opening_lines`, by their place."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._moves = 0
        self._done: set[int] = set()

    def list_done(self, session: Session) -> frozenset[int]:
        """Return the places of the ticked lines."""
        is_current = session is self._session and session.moves == self._moves
        return frozenset(self._done) if is_current else frozenset()

    def tick(self, session: Session, n: int, line: int, done: bool) -> None:
        """Tick a line of the cues before question `n`, or take its tick back."""
        if n != session.n or not 0 <= line < len(session.list_opening_lines("en")):
            raise StaleQuestion(N_("The question has changed. Please look again."))
        self._done = set(self.list_done(session)) | {line} if done else set(self.list_done(session)) - {line}
        self._session, self._moves = session, session.moves
