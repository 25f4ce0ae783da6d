"""The state of the live match as phones see it.

Every part is kept as JSON text, so that changes are found by comparing texts.
"""

from functools import cache
from pathlib import Path
from typing import Any

from companion.app.app import App
from companion.app.events import Answered, AppEvent, Redone, Undone
from companion.core.game import Voice
from companion.core.label import Fact
from companion.core.question import TABLE, Question
from companion.core.ranking import rank_players
from companion.core.session import Session
from companion.core.table import Table
from companion.phone.choices import classify_question, describe_answers
from companion.phone.match_log import MatchLog, encode_json

Parts = dict[str, str]
"""Parts of the state by name, as JSON."""

NULL = encode_json(None)
EMPTY: Parts = dict.fromkeys(
    ("match", "captions", "question", "cues", "scores", "table", "facts", "secrets", "clock", "over"), NULL
)
"""Parts of the state while there is no match."""


class PageState:
    """State of a page without the parts about its own phone. Phones that see the same share one instance."""

    def __init__(self, parts: Parts, lines: list[str]) -> None:
        self.parts = parts
        self.lines = lines

    def diff_from(self, before: "PageState") -> str:
        """Return the changes for a phone that was sent `before`, as one JSON object, or an empty text."""
        old = before.parts.get
        news = [f'"{name}":{text}' for name, text in self.parts.items() if old(name) != text]
        if self.lines != before.lines:
            same = count_common_lines(before.lines, self.lines)
            news.append(f'"log":{{"from":{same},"lines":[{",".join(self.lines[same:])}]}}')
        return f"{{{','.join(news)}}}" if news else ""


NO_STATE = PageState({}, [])
"""State of a page that just opened."""


def count_common_lines(before: list[str], now: list[str]) -> int:
    """Return the number of equal lines at the start."""
    shorter = min(len(before), len(now))
    if before[:shorter] == now[:shorter]:  # usual after an answer or an undo, and much faster than line by line
        return shorter
    return next(at for at, (a, b) in enumerate(zip(before, now, strict=False)) if a != b)


class MatchState:
    """The live match as phones see it. `news` counts its changes."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.news = 0
        self._log: MatchLog | None = None
        self._common: dict[str, Parts] = {}
        """Public parts by language, shared by all phones: making them for each took an eighth of the service's time."""
        self._common_at = -1

    @property
    def session(self) -> Session | None:
        """The live match. The log follows it from the first time it is read here."""
        session = self.app.live
        if session is not (self._log.session if self._log is not None else None):
            self._log = None if session is None else MatchLog(session)
            self.news += 1
        return session

    def handle_event(self, event: AppEvent) -> None:
        """Count a change of the live match and add it to the log."""
        self.news += 1
        if (
            self._log is not None
            and self._log.session is self.app.live
            and isinstance(event, Answered | Undone | Redone)
        ):
            self._log.handle_event(event)

    def describe_for(self, language: str, viewer: int) -> Parts:
        """Return the match as this viewer may see it. Secrets come from the session and nowhere else."""
        session = self.session
        if session is None:
            return EMPTY
        voice, question = session.get_voice(language), session.question
        return self._get_public_parts(session, voice) | {
            "question": NULL if question is None else encode_json(describe_question(session, question, voice, viewer)),
            "table": encode_json(session.view_table(viewer)),
            "secrets": encode_json(describe_secrets(session, voice, viewer)),
        }

    def _get_public_parts(self, session: Session, voice: Voice) -> Parts:
        """Return the public parts, made once for each language after every change."""
        language = voice.say.language
        if self._common_at != self.news:
            self._common_at = self.news
            self._common.clear()
        if language not in self._common:
            self._common[language] = {
                name: encode_json(value) for name, value in describe_public(session, voice).items()
            }
        return self._common[language]

    def list_log(self, language: str, viewer: int) -> list[str]:
        """Return the log as this viewer may read it, each line as JSON."""
        return [] if self.session is None or self._log is None else self._log.list_lines(language, viewer)


def describe_question(session: Session, question: Question, voice: Voice, viewer: int) -> dict[str, Any]:
    """Return the question, with its choices only for viewers to whom the session shows them."""
    prompt = describe_prompt(session, question, voice)
    return prompt | describe_answers(session, question, voice) if session.can_see_choices(question, viewer) else prompt


def describe_prompt(session: Session, question: Question, voice: Voice) -> dict[str, Any]:
    """Return the public part of a question: who is asked, and what."""
    return {
        "n": session.n, "moves": session.moves, "seat": question.seat if question.seat >= 0 else None,
        "ask": question.ask, "kind": classify_question(question), "prompt": voice.prompt(question, session.match.table),
        "bot": session.find_bot(question) is not None,
    }  # fmt: skip


def describe_public(session: Session, voice: Voice) -> dict[str, Any]:
    """Return what everyone may see of a live match."""
    table = session.match.table
    return {
        "match": describe_match(session, voice),
        "captions": dict(voice.picture_words(table)),
        "cues": [cue._asdict() for cue in session.list_opening_lines(voice.say.language)],
        "scores": describe_scores(table, voice),
        "facts": facts_as_json(voice.facts(session.facts, table)),
        "clock": describe_clock(session),
        "over": describe_outcome(session, voice),
    }


def describe_match(session: Session, voice: Voice) -> dict[str, Any]:
    """Return the game, the seats and the options of a match, and whether undo and redo are possible."""
    match, game = session.match, session.game
    agreed = [
        [voice.say(option.title), voice.say(option.words[match.setup.options[option.name]])] for option in game.options
    ]
    return {
        "number": session.number, "game": game.id, "title": game.title, "n": session.n,
        "picture": f"/games/{game.id}/picture.js" if has_picture(game.folder) else None,
        "seats": [
            {"index": seat.index, "name": seat.name, "symbol": seat.symbol, "shape": seat.shape,
             "path": seat.path, "colour": seat.colour, "bot": seat.bot, "line": voice.describe_seat(seat, match.table)}
            for seat in session.seats
        ],
        "heading": voice.heading(match.table), "deal": match.setup.deal, "agreed": agreed,
        "can_undo": bool(match.answers), "can_redo": match.can_redo, "paused": session.paused,
    }  # fmt: skip


@cache
def has_picture(folder: Path) -> bool:
    """Whether a game draws its table for pages."""
    return (folder / "picture.js").exists()


def describe_scores(table: Table, voice: Voice) -> list[dict[str, Any]]:
    """Return the points of each seat with their reasons."""
    return [
        {"seat": seat.index, "points": table.scores[seat.index],
         "lines": [[entry.points, voice.reason(entry)] for entry in table.ledger.entries if entry.seat == seat.index]}
        for seat in table.seats
    ]  # fmt: skip


def describe_secrets(session: Session, voice: Voice, viewer: int) -> list[dict[str, Any]]:
    """Return what only this viewer may see."""
    table = session.match.table
    if viewer < 0:
        return []
    return facts_as_json(voice.facts(table.secrets(viewer), table))


def facts_as_json(facts: list[Fact]) -> list[dict[str, Any]]:
    """Return facts as pages read them."""
    return [fact._asdict() for fact in facts]


def describe_clock(session: Session) -> dict[str, Any]:
    """Return everyone's thinking time, and whose clock is running."""
    question = session.question
    running = None if question is None or session.paused or question.seat == TABLE else question.seat
    return {"seconds": [round(seconds, 1) for seconds in session.measure_all_thinking()], "running": running}


def describe_outcome(session: Session, voice: Voice) -> dict[str, Any] | None:
    """Return the winner and everyone's rank, or None during the match."""
    match = session.match
    if match.outcome is None:
        return None
    ranking = [{"seat": row.seat.index, "points": row.points, "place": row.rank} for row in rank_players(match)]
    return {"title": voice.describe_outcome(match.outcome, match.table), "ranking": ranking}
