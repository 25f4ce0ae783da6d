"""The log of a live match as pages show it: every answer in words, with the points after it, in each language read."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.app.events import Answered, Redone, Undone
from companion.core.log import LogLine
from companion.core.session import SPECTATOR, Happened, Session, retold


class LogEntry(NamedTuple):
    """One answer in words, how the points stood after it, and what a page is told of it as JSON."""

    line: LogLine
    scores: tuple[int, ...]
    told: str
    """For everybody; for the seat that answered it is `own`, which differs where others may not see the answer."""
    own: str
    seat: int
    """Who answered."""


class MatchLog:
    """Follows one session; a language is told from the beginning when somebody first reads it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._entries: dict[str, list[LogEntry]] = {}

    def entries(self, language: str) -> list[LogEntry]:
        """All answers that hold."""
        if language not in self._entries:
            self.session.voice(language)  # so that whatever happens from now on is told in it
            entries: list[LogEntry] = []
            match = self.session.match
            for happened in retold(match.game, match.setup, match.answers, language):
                entries.append(self._entry(happened, language, entries))
            self._entries[language] = entries
        return self._entries[language]

    def lines(self, language: str, eyes: int) -> list[str]:
        """All answers that hold, as these eyes may read them, each as JSON."""
        return [one.own if one.seat == eyes else one.told for one in self.entries(language)]

    def hear(self, event: Answered | Undone | Redone) -> None:
        """Write on, or strike out what was taken back."""
        happened = event.happened
        for language, entries in self._entries.items():
            while entries and entries[-1].line.n >= happened.n:
                entries.pop()
            if not isinstance(event, Undone):
                entries.append(self._entry(happened, language, entries))

    def _entry(self, happened: Happened, language: str, before: list[LogEntry]) -> LogEntry:
        scores = list(before[-1].scores) if before else [0] * len(self.session.seats)
        for one in happened.points:
            scores[one.seat] += one.points
        line, bot = happened.told[language], happened.seat in self.session.bots
        told = as_json(line_for(line, SPECTATOR, scores, bot))
        own = as_json(line_for(line, line.seat, scores, bot)) if line.hidden else told
        return LogEntry(line, tuple(scores), told, own, line.seat)


def line_for(line: LogLine, eyes: int, scores: Sequence[int], bot: bool) -> dict[str, Any]:
    """One line of the log, with nothing that these eyes may not see."""
    return {
        "n": line.n, "seat": line.seat if line.seat >= 0 else None, "prompt": line.prompt,
        "label": line.label_for(eyes), "changes": line.changes, "cues": [cue._asdict() for cue in line.cues],
        "points": line.points, "scores": scores, "bot": bot,
    }  # fmt: skip


_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def as_json(value: Any) -> str:
    """As it goes over the wire."""
    return _ENCODER.encode(value)
