"""The log of a live match as pages show it: every answer in words, with the points after it, in each language read."""

from itertools import takewhile
from typing import NamedTuple

from companion.core.log import LogLine
from companion.core.session import Event, Happened, Session, retold


class Chapter(NamedTuple):
    """One answer in words, and how the points stood after it."""

    line: LogLine
    scores: tuple[int, ...]
    bot: bool


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
        return Chapter(happened.told[language], tuple(scores), happened.seat in self.session.bots)
