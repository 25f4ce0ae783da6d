"""Notices to read before the next question: what to do with the pieces, what a bot did, what went wrong."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.errors import N_, ArksideError, StaleQuestion
from companion.core.label import CueLine, Weight
from companion.core.question import TABLE
from companion.core.session import MoveResult, Session


class Notice(NamedTuple):
    """One thing to read, shown by each client in its own language. `App.go_on` dismisses it for all of them."""

    session: Session | None
    happened: MoveResult | None = None
    """The answer it is about; None for the first cues of a match."""
    error: ArksideError | None = None

    def has_instructions(self, language: str) -> bool:
        """Whether people who play at the box must do something with real pieces now."""
        if self.session is None or self.session.match.setup.deal == "virtual":
            return False
        # where phones answer, they show the same instructions, and nobody may be near the box
        is_for_the_box = self.happened is None or self.happened.by == TABLE
        return is_for_the_box and any(cue.weight is Weight.DO_NOW for cue in self._list_cues(language))

    def lines(self, language: str) -> list[str]:
        """Return what to do with the pieces, what is good to know, and points scored."""
        weights = list(Weight)
        by_weight = sorted(self._list_cues(language), key=lambda cue: weights.index(cue.weight))
        cues = [cue.text for cue in by_weight]
        line = None if self.happened is None else self.happened.lines.get(language)
        # At the end of a match the scores are shown anyway.
        is_over = self.session is None or self.session.question is None
        return cues if line is None or is_over else [*cues, *line.points]

    def _list_cues(self, language: str) -> Sequence[CueLine]:
        if self.session is None:
            return ()
        if self.happened is None:
            return self.session.list_opening_lines(language)
        self.session.get_voice(language)
        line = self.happened.lines.get(language)
        return () if line is None else line.cues

    def bot_lines(self, language: str) -> list[str]:
        """Return a bot's answer as the whole table may see it, without its secrets."""
        if self.session is None or self.happened is None or self.happened.seat == TABLE:
            return []
        seat = self.session.seats[self.happened.seat]
        line = self.happened.lines.get(language)
        return [f"{seat.signed}: {line.label_for(TABLE)}"] if seat.bot and line is not None else []


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
