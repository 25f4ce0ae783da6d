"""The log of a live match as pages show it: every answer with the points after it, in each language in use."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.app.events import Answered, Redone, Undone
from companion.core.log import LogLine
from companion.core.session import SPECTATOR, MoveResult, Session, replay_answers


class LogEntry(NamedTuple):
    """One answer, the scores after it, and its line for pages as JSON."""

    line: LogLine
    scores: tuple[int, ...]
    public: str
    """Line for everyone except the seat that answered, which reads `own`: it differs where the answer is secret."""
    own: str
    seat: int
    """Seat that answered."""


class MatchLog:
    """Follows one session. A language is worded from the beginning when it is first read."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._entries: dict[str, list[LogEntry]] = {}

    def get_entries(self, language: str) -> list[LogEntry]:
        """Return all answers that were not undone."""
        if language not in self._entries:
            self.session.get_voice(language)  # from now on the session words events in this language too
            entries: list[LogEntry] = []
            match, details = self.session.match, self.session.list_details()
            for happened in replay_answers(match.game, match.setup, match.answers, language, details):
                entries.append(self._make_entry(happened, language, entries))
            self._entries[language] = entries
        return self._entries[language]

    def list_lines(self, language: str, viewer: int) -> list[str]:
        """Return all lines as this viewer may read them, each as JSON."""
        return [entry.own if entry.seat == viewer else entry.public for entry in self.get_entries(language)]

    def handle_event(self, event: Answered | Undone | Redone) -> None:
        """Add an answer, or remove those that were undone."""
        happened = event.happened
        for language, entries in self._entries.items():
            while entries and entries[-1].line.n >= happened.n:
                entries.pop()
            if not isinstance(event, Undone):
                entries.append(self._make_entry(happened, language, entries))

    def _make_entry(self, happened: MoveResult, language: str, before: list[LogEntry]) -> LogEntry:
        scores = list(before[-1].scores) if before else [0] * len(self.session.seats)
        for change in happened.points:
            scores[change.seat] += change.points
        line, bot = happened.lines[language], happened.seat in self.session.bots
        public = encode_json(describe_line(line, SPECTATOR, scores, bot))
        own = encode_json(describe_line(line, line.seat, scores, bot)) if line.hidden else public
        return LogEntry(line, tuple(scores), public, own, line.seat)


def describe_line(line: LogLine, viewer: int, scores: Sequence[int], bot: bool) -> dict[str, Any]:
    """Return one line of the log without anything that this viewer may not see."""
    return {
        "n": line.n, "seat": line.seat if line.seat >= 0 else None, "prompt": line.prompt,
        "label": line.label_for(viewer), "changes": line.changes, "cues": [cue._asdict() for cue in line.cues],
        "points": line.points, "scores": scores, "bot": bot, "hint": line.hint,
    }  # fmt: skip


_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def encode_json(value: Any) -> str:
    """Return the compact JSON that is sent to phones."""
    return _ENCODER.encode(value)
