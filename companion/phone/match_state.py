"""What a phone sees of the table, worked out once for each language and pair of eyes, however many phones look.

Every part of the state is kept as JSON text, so that what changed for a phone is found by comparing texts.
"""

from collections.abc import Sequence
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from companion.app.app import App
from companion.app.events import Answered, AppEvent, Redone, Undone
from companion.core.game import Voice
from companion.core.label import Fact
from companion.core.ledger import Entry, Ledger
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

    _serials = count()

    def __init__(self, parts: Parts, lines: list[str]) -> None:
        self.parts = parts
        self.lines = lines
        self._serial = next(self._serials)
        self._since: dict[int, str] = {}

    def since(self, before: "Seen") -> str:
        """What is new to phones that saw `before`, as one JSON object or nothing: worked out once for all of them."""
        if before._serial not in self._since:
            news = ",".join(self._news(before))
            self._since[before._serial] = f"{{{news}}}" if news else ""
        return self._since[before._serial]

    def _news(self, before: "Seen") -> list[str]:
        old = before.parts.get
        news = [f'"{name}":{text}' for name, text in self.parts.items() if old(name) != text]
        if self.lines != before.lines:
            same = alike(before.lines, self.lines)
            news.append(f'"log":{{"from":{same},"lines":[{",".join(self.lines[same:])}]}}')
        return news


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
        self._known: dict[tuple[str, int], Parts] = {}
        self._asked: dict[tuple[str, bool], str] = {}
        self._alike: dict[str, Parts] = {}
        self._entries: dict[str, tuple[Any, str]] = {}
        self._reasons = Reasons()
        self._seen = -1

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

    def _fresh(self) -> None:
        if self._seen != self.news:
            self._seen = self.news
            self._known.clear()
            self._asked.clear()
            self._alike.clear()
            self._entries.clear()

    def parts(self, language: str, eyes: int) -> Parts:
        """What these eyes see of the match, in that language."""
        session = self.session
        self._fresh()
        if session is None:
            return EMPTY
        if (language, eyes) not in self._known:
            own = self._of_eyes(session, session.voice(language), eyes)
            self._known[language, eyes] = {**self._of_all(session, language), **own}
        return self._known[language, eyes]

    def _of_eyes(self, session: Session, voice: Voice, eyes: int) -> Parts:
        """What differs from seat to seat; secrets come from the session and nowhere else."""
        question = session.question
        return {
            "question": NULL if question is None else self._question_for(session, question, voice, eyes),
            "table": self._table_for(session, eyes),
            "secrets": as_json(secrets(session, voice, eyes)),
        }

    def _table_for(self, session: Session, eyes: int) -> str:
        """The table; what several pairs of eyes see alike is put into text once."""
        texts: list[str] = []
        for name, value in session.table_for(eyes).items():
            seen, text = self._entries.get(name, (self, ""))
            if seen != value:
                text = f"{as_json(name)}:{as_json(value)}"
                self._entries.setdefault(name, (value, text))
            texts.append(text)
        return f"{{{','.join(texts)}}}"

    def _of_all(self, session: Session, language: str) -> Parts:
        """What everybody sees alike."""
        if language not in self._alike:
            seen = of_all(session, session.voice(language), self._reasons)
            self._alike[language] = {name: as_json(value) for name, value in seen.items()}
        return self._alike[language]

    def lines(self, language: str, eyes: int) -> list[str]:
        """The log for these eyes, each line as JSON."""
        return [] if self.session is None or self._log is None else self._log.lines(language, eyes)

    def _question_for(self, session: Session, question: Question, voice: Voice, eyes: int) -> str:
        """What is asked; choices and what bears on them only for those to whom the session shows them."""
        like = voice.say.language, session.shows_choices(question, eyes)
        if like not in self._asked:
            told = heading_of(session, question, voice)
            self._asked[like] = as_json(told | asked(session, question, voice) if like[1] else told)
        return self._asked[like]


def heading_of(session: Session, question: Question, voice: Voice) -> dict[str, Any]:
    """Who is asked what: all that everybody may know of a question."""
    return {
        "n": session.n, "moves": session.moves, "seat": question.seat if question.seat >= 0 else None,
        "ask": question.ask, "kind": kind_of(question), "prompt": voice.prompt(question, session.match.table),
        "bot": session.bot_for(question) is not None,
    }  # fmt: skip


class Reasons:
    """Why points were given, in words; an entry of the ledger is worded once and not again after every answer."""

    def __init__(self) -> None:
        self._said: dict[str, list[tuple[Entry, str]]] = {}

    def said(self, ledger: Ledger, voice: Voice) -> list[tuple[Entry, str]]:
        """Every entry with its reason; after an undo the entries are others, and are worded anew."""
        said = self._said.setdefault(voice.say.language, [])
        same = takewhile(lambda pair: pair[0][0] is pair[1], zip(said, ledger.entries, strict=False))
        del said[sum(1 for _ in same) :]
        said += [(entry, voice.reason(entry)) for entry in ledger.entries[len(said) :]]
        return said


def of_all(session: Session, voice: Voice, reasons: Reasons) -> dict[str, Any]:
    """What everybody may see of a live match."""
    table = session.match.table
    return {
        "match": heading(session, voice),
        "captions": dict(voice.picture_words(table)),
        "cues": [cue._asdict() for cue in session.opening(voice.say.language)],
        "scores": scores_in_words(table, reasons.said(table.ledger, voice)),
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


def scores_in_words(table: Table, reasons: Sequence[tuple[Entry, str]]) -> list[dict[str, Any]]:
    """The points of each seat, with their reasons."""
    return [
        {"seat": seat.index, "points": table.scores[seat.index],
         "lines": [[entry.points, why] for entry, why in reasons if entry.seat == seat.index]}
        for seat in table.seats
    ]  # fmt: skip


def secrets(session: Session, voice: Voice, eyes: int) -> list[dict[str, Any]]:
    """What only these eyes may see, in words."""
    table = session.match.table
    if eyes < 0:
        return []
    return facts_as_json(voice.facts(table.secrets(eyes), table))


def facts_as_json(facts: Sequence[Fact]) -> list[dict[str, Any]]:
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
