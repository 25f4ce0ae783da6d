"""What a phone sees of the table.

Every part of the state is kept as JSON text, so that what changed for a phone is found by comparing texts.
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
from companion.phone.choices import asked, kind_of
from companion.phone.match_log import MatchLog, as_json

Parts = dict[str, str]


NULL = as_json(None)
EMPTY: Parts = dict.fromkeys(
    ("match", "captions", "question", "cues", "scores", "table", "facts", "secrets", "clock", "over"), NULL
)
"""What is seen of a match when there is none."""


class Seen:
    """What a phone sees at one moment, but for what is its own; all phones that see the same share one of these."""

    def __init__(self, parts: Parts, lines: list[str]) -> None:
        self.parts = parts
        self.lines = lines

    def since(self, before: "Seen") -> str:
        """Return what is new to a phone that saw `before`, as one JSON object or nothing."""
        old = before.parts.get
        news = [f'"{name}":{text}' for name, text in self.parts.items() if old(name) != text]
        if self.lines != before.lines:
            same = alike(before.lines, self.lines)
            news.append(f'"log":{{"from":{same},"lines":[{",".join(self.lines[same:])}]}}')
        return f"{{{','.join(news)}}}" if news else ""


NOTHING = Seen({}, [])
"""What a phone has seen whose page just opened."""


def alike(before: list[str], now: list[str]) -> int:
    """How many lines at the beginning are the same; usually all of the shorter one, which is found out quickly."""
    shorter = min(len(before), len(now))
    if before[:shorter] == now[:shorter]:
        return shorter
    return next(at for at, (a, b) in enumerate(zip(before, now, strict=False)) if a != b)


class MatchState:
    """What can be seen of the live match. `news` counts what happened in it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.news = 0
        self._log: MatchLog | None = None
        self._common: dict[str, Parts] = {}
        """What everybody sees alike, by language: an eighth of all work of the service if each phone made its own."""
        self._common_at = -1

    @property
    def session(self) -> Session | None:
        """The live match; one that was just opened has a story from here on."""
        session = self.app.live
        if session is not (self._log.session if self._log is not None else None):
            self._log = None if session is None else MatchLog(session)
            self.news += 1
        return session

    def hear(self, event: AppEvent) -> None:
        """Take note of what happened in the live match."""
        self.news += 1
        if (
            self._log is not None
            and self._log.session is self.app.live
            and isinstance(event, Answered | Undone | Redone)
        ):
            self._log.hear(event)

    def parts(self, language: str, eyes: int) -> Parts:
        """Return what these eyes see of the match in that language; secrets come from the session and nowhere else."""
        session = self.session
        if session is None:
            return EMPTY
        voice, question = session.voice(language), session.question
        return self._for_everybody(session, voice) | {
            "question": NULL if question is None else as_json(describe_question(session, question, voice, eyes)),
            "table": as_json(session.table_for(eyes)),
            "secrets": as_json(secrets(session, voice, eyes)),
        }

    def _for_everybody(self, session: Session, voice: Voice) -> Parts:
        """Return what everybody sees alike, put into words once for each language after every change."""
        language = voice.say.language
        if self._common_at != self.news:
            self._common_at = self.news
            self._common.clear()
        if language not in self._common:
            self._common[language] = {name: as_json(value) for name, value in of_all(session, voice).items()}
        return self._common[language]

    def lines(self, language: str, eyes: int) -> list[str]:
        """The log for these eyes, each line as JSON."""
        return [] if self.session is None or self._log is None else self._log.lines(language, eyes)


def describe_question(session: Session, question: Question, voice: Voice, eyes: int) -> dict[str, Any]:
    """Return what is asked; choices and what bears on them only for those to whom the session shows them."""
    heading = heading_of(session, question, voice)
    return heading | asked(session, question, voice) if session.shows_choices(question, eyes) else heading


def heading_of(session: Session, question: Question, voice: Voice) -> dict[str, Any]:
    """Who is asked what: all that everybody may know of a question."""
    return {
        "n": session.n, "moves": session.moves, "seat": question.seat if question.seat >= 0 else None,
        "ask": question.ask, "kind": kind_of(question), "prompt": voice.prompt(question, session.match.table),
        "bot": session.bot_for(question) is not None,
    }  # fmt: skip


def of_all(session: Session, voice: Voice) -> dict[str, Any]:
    """What everybody may see of a live match."""
    table = session.match.table
    return {
        "match": heading(session, voice),
        "captions": dict(voice.picture_words(table)),
        "cues": [cue._asdict() for cue in session.opening(voice.say.language)],
        "scores": scores_in_words(table, voice),
        "facts": facts_as_json(voice.facts(session.facts, table)),
        "clock": clock(session),
        "over": over(session, voice),
    }


def heading(session: Session, voice: Voice) -> dict[str, Any]:
    """Which match this is, and what can be done with it."""
    match, game = session.match, session.game
    agreed = [
        [voice.say(option.title), voice.say(option.words[match.setup.options[option.name]])] for option in game.options
    ]
    return {
        "number": session.number, "game": game.id, "title": game.title, "n": session.n,
        "picture": f"/games/{game.id}/picture.js" if has_picture(game.folder) else None,
        "seats": [
            {"index": seat.index, "name": seat.name, "symbol": seat.symbol, "shape": seat.shape,
             "path": seat.path, "colour": seat.colour, "bot": seat.bot, "line": voice.seat(seat, match.table)}
            for seat in session.seats
        ],
        "heading": voice.heading(match.table), "deal": match.setup.deal, "agreed": agreed,
        "can_undo": bool(match.answers), "can_redo": match.can_redo, "paused": session.paused,
    }  # fmt: skip


@cache
def has_picture(folder: Path) -> bool:
    """Whether a game draws its table for pages."""
    return (folder / "picture.js").exists()


def scores_in_words(table: Table, voice: Voice) -> list[dict[str, Any]]:
    """The points of each seat, with their reasons."""
    return [
        {"seat": seat.index, "points": table.scores[seat.index],
         "lines": [[one.points, voice.reason(one)] for one in table.ledger.entries if one.seat == seat.index]}
        for seat in table.seats
    ]  # fmt: skip


def secrets(session: Session, voice: Voice, eyes: int) -> list[dict[str, Any]]:
    """What only these eyes may see, in words."""
    table = session.match.table
    if eyes < 0:
        return []
    return facts_as_json(voice.facts(table.secrets(eyes), table))


def facts_as_json(facts: list[Fact]) -> list[dict[str, Any]]:
    """Return facts as pages read them."""
    return [fact._asdict() for fact in facts]


def clock(session: Session) -> dict[str, Any]:
    """How long everybody has thought, and for whom the time runs now."""
    question = session.question
    running = None if question is None or session.paused or question.seat == TABLE else question.seat
    return {"seconds": [round(seconds, 1) for seconds in session.thinking_of_all()], "running": running}


def over(session: Session, voice: Voice) -> dict[str, Any] | None:
    """Who won, and everybody's place."""
    match = session.match
    if match.outcome is None:
        return None
    ranking = [{"seat": one.seat.index, "points": one.points, "place": one.rank} for one in rank_players(match)]
    return {"title": voice.outcome(match.outcome, match.table), "ranking": ranking}
