"""Notices to read before the next question: what to do with the pieces, what a bot did, what went wrong."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from companion.core.errors import ArksideError
from companion.core.label import CueLine, Weight
from companion.core.question import TABLE
from companion.core.session import MoveResult, Session


class Notice(NamedTuple):
    """One thing to read, shown by each client in its own language. `App.go_on` dismisses it for all of them."""

    session: Session | None
    happened: MoveResult | None = None
    """The answer it is about; None for the first cues of a match."""
    error: ArksideError | None = None

    @classmethod
    def opening(cls, session: Session) -> Self:
        """Return the notice of a match that was just opened."""
        return cls(session)

    @classmethod
    def of(cls, session: Session, happened: MoveResult) -> Self:
        """Return the notice of an answer."""
        return cls(session, happened)

    @classmethod
    def failure(cls, error: ArksideError) -> Self:
        """Return the notice of something that failed."""
        return cls(None, None, error)

    def has_instructions(self, language: str) -> bool:
        """Whether people who play at the box must do something with real pieces now."""
        if self.session is None or self.session.match.setup.deal == "virtual":
            return False
        # where phones answer, they show the same instructions, and nobody may be near the box
        is_for_the_box = self.happened is None or self.happened.by == TABLE
        return is_for_the_box and any(cue.weight is Weight.DO_NOW for cue in self._list_cues(language))

    def lines(self, language: str) -> list[str]:
        """Return what to do with the pieces, what is good to know, and points scored."""
        cues = in_reading_order(self._list_cues(language))
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


def in_reading_order(cues: Iterable[CueLine]) -> list[str]:
    """Return the texts of cues, most urgent first; cues of the same weight stay in the order they happened."""
    weights = list(Weight)
    return [cue.text for cue in sorted(cues, key=lambda cue: weights.index(cue.weight))]
