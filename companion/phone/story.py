"""The log of a live match as pages show it: every answer in words, with the points after it, in each language read."""

import json
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from companion.core.log import LogLine
from companion.core.session import SPECTATOR, Event, Happened, Session, retold


class Chapter(NamedTuple):
    """One answer in words, how the points stood after it, and what a page is told of it as JSON."""

    line: LogLine
    scores: tuple[int, ...]
    told: str
    """For everybody; for the seat that answered it is `own`, which differs where others may not see the answer."""
    own: str

    def for_eyes(self, eyes: int) -> str:
        """What these eyes may read."""
        return self.own if eyes == self.line.seat else self.told


class Story:
    """Follows one session; a language is told from the beginning when somebody first reads it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._chapters: dict[str, list[Chapter]] = {}

    def chapters(self, language: str) -> list[Chapter]:
        """All answers that hold."""
        if language not in self._chapters:
            self.session.voice(language)  # so that whatever happens from now on is told in it
            chapters: list[Chapter] = []
            match = self.session.match
            for happened in retold(match.game, match.setup, match.answers, language):
                chapters.append(self._chapter(happened, language, chapters))
            self._chapters[language] = chapters
        return self._chapters[language]

    def hear(self, event: Event) -> None:
        """Write on, or strike out what was taken back."""
        for language, chapters in self._chapters.items():
            chapters[:] = takewhile(lambda one: one.line.n < event.n, chapters)
            if event.happened is not None and event.kind in ("answered", "redone"):
                chapters.append(self._chapter(event.happened, language, chapters))

    def _chapter(self, happened: Happened, language: str, before: list[Chapter]) -> Chapter:
        scores = list(before[-1].scores) if before else [0] * len(self.session.seats)
        for one in happened.points:
            scores[one.seat] += one.points
        line, bot = happened.told[language], happened.seat in self.session.bots
        told = as_json(line_for(line, SPECTATOR, scores, bot))
        own = as_json(line_for(line, line.seat, scores, bot)) if line.hidden else told
        return Chapter(line, tuple(scores), told, own)


def line_for(line: LogLine, eyes: int, scores: Sequence[int], bot: bool) -> dict[str, Any]:
    """One line of the log, with nothing that these eyes may not see."""
    return {
        "n": line.n, "seat": line.seat if line.seat >= 0 else None, "prompt": line.prompt,
        "label": line.label_for(eyes), "changes": line.changes, "cues": line.cues, "points": line.points,
        "scores": scores, "bot": bot,
    }  # fmt: skip


def as_json(value: Any) -> str:
    """As it goes over the wire."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
