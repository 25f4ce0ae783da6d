"""What a phone sees of the table, worked out once for each language and pair of eyes, however many phones look.

Every part of the state is kept as JSON text, so that what changed for a phone is found by comparing texts.
"""

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from companion.core.game import Voice
from companion.core.question import TABLE, Question
from companion.core.session import Event, Session
from companion.core.sessions import Sessions
from companion.phone.choices import asked
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
        """What is new to phones that saw `before`, as the inside of a JSON object: worked out once for all of them."""
        if before._serial not in self._since:
            self._since[before._serial] = ",".join(self._news(before))
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

    def __init__(self, sessions: Sessions, heard: Callable[[], None]) -> None:
        self.sessions = sessions
        self.news = 0
        self._heard = heard
        self._log: MatchLog | None = None
        self._known: dict[tuple[str, int], Parts] = {}
        self._asked: dict[str, dict[str, Any]] = {}
        self._alike: dict[str, Parts] = {}
        self._seen = -1
        # before the device, which listens when it runs: its screens take longer than all phones together
        sessions.listen(self._hear)

    @property
    def session(self) -> Session | None:
        """The live match; one that was just opened has a story from here on."""
        session = self.sessions.live
        if session is not (self._log.session if self._log is not None else None):
            self._log = None if session is None else MatchLog(session)
            self.news += 1
        return session

    def _hear(self, event: Event) -> None:
        self.news += 1
        if self._log is not None and self._log.session is self.sessions.live:
            self._log.hear(event)
        self._heard()

    def _fresh(self) -> None:
        if self._seen != self.news:
            self._seen = self.news
            self._known.clear()
            self._asked.clear()
            self._alike.clear()

    def parts(self, language: str, eyes: int) -> Parts:
        """What these eyes see of the match, in that language."""
        session = self.session
        self._fresh()
        if session is None:
            return EMPTY
        if (language, eyes) not in self._known:
            seen = self._of_eyes(session, session.voice(language), eyes)
            own = {name: as_json(value) for name, value in seen.items()}
            self._known[language, eyes] = {**self._of_all(session, language), **own}
        return self._known[language, eyes]

    def _of_eyes(self, session: Session, voice: Voice, eyes: int) -> dict[str, Any]:
        """What differs from seat to seat; secrets come from the session and nowhere else."""
        question = session.question
        return {
            "question": None if question is None else self._question_for(session, question, voice, eyes),
            "table": session.table_for(eyes),
            "secrets": secrets(session, voice, eyes),
        }

    def _of_all(self, session: Session, language: str) -> Parts:
        """What everybody sees alike."""
        if language not in self._alike:
            seen = of_all(session, session.voice(language))
            self._alike[language] = {name: as_json(value) for name, value in seen.items()}
        return self._alike[language]

    def lines(self, language: str, eyes: int) -> list[str]:
        """The log for these eyes, each line as JSON."""
        return [] if self.session is None or self._log is None else self._log.lines(language, eyes)

    def _question_for(self, session: Session, question: Question, voice: Voice, eyes: int) -> dict[str, Any]:
        """What is asked; choices and what bears on them only for those to whom the session shows them."""
        language = voice.say.language
        if language not in self._asked:
            self._asked[language] = heading_of(session, question, voice) | asked(session, question, voice)
        told = self._asked[language]
        if session.shows_choices(question, eyes):
            return told
        return {name: told[name] for name in PUBLIC}


PUBLIC = ("n", "moves", "seat", "ask", "prompt", "bot", "kind")
"""What everybody may know of a question."""


def heading_of(session: Session, question: Question, voice: Voice) -> dict[str, Any]:
    """Who is asked what."""
    return {
        "n": session.n, "moves": session.moves, "seat": question.seat if question.seat >= 0 else None,
        "ask": question.ask, "prompt": voice.prompt(question, session.match.table),
        "bot": session.bot_for(question) is not None,
    }  # fmt: skip


def of_all(session: Session, voice: Voice) -> dict[str, Any]:
    """What everybody may see of a live match."""
    match, table = session.match, session.match.table
    return {
        "match": heading(session, voice),
        "captions": dict(voice.picture_words(table)),
        "cues": session.opening(voice.say.language),
        "scores": scores(session, voice),
        "facts": [[voice.fact(name, table), voice.value(name, value, table)] for name, value in match.facts.items()],
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
             "colour": seat.colour, "bot": seat.bot, "line": voice.seat(seat, match.table)}
            for seat in session.seats
        ],
        "heading": voice.heading(match.table), "deal": match.setup.deal, "agreed": agreed,
        "can_undo": bool(match.answers), "can_redo": match.can_redo, "paused": session.paused,
    }  # fmt: skip


@cache
def has_picture(folder: Path) -> bool:
    """Whether a game draws its table for pages."""
    return (folder / "picture.js").exists()


def scores(session: Session, voice: Voice) -> list[dict[str, Any]]:
    """The points of each seat, with their reasons."""
    table = session.match.table
    return [
        {"seat": seat.index, "points": table.scores[seat.index],
         "lines": [[entry.points, voice.reason(entry)] for entry in table.ledger.of(seat.index)]}
        for seat in session.seats
    ]  # fmt: skip


def secrets(session: Session, voice: Voice, eyes: int) -> list[list[str]]:
    """What only these eyes may see, in words."""
    table = session.match.table
    if eyes < 0:
        return []
    return [[voice.fact(name, table), voice.value(name, value, table)] for name, value in table.secrets(eyes).items()]


def clock(session: Session) -> dict[str, Any]:
    """How long everybody has thought, and for whom the time runs now."""
    question = session.question
    running = None if question is None or session.paused or question.seat == TABLE else question.seat
    return {"seconds": [round(session.thinking(seat.index), 1) for seat in session.seats], "running": running}


def over(session: Session, voice: Voice) -> dict[str, Any] | None:
    """Who won, and everybody's place."""
    match = session.match
    if match.outcome is None:
        return None
    points, won = match.table.scores, match.outcome.winners
    fewest_win = points[won[0]] == min(points) != max(points)
    order = sorted(range(len(points)), key=lambda seat: (seat not in won, points[seat] * (1 if fewest_win else -1)))
    ranking: list[dict[str, int]] = []
    for place, seat in enumerate(order, 1):
        shares = ranking and (seat in won or (points[seat] == ranking[-1]["points"] and ranking[-1]["seat"] not in won))
        ranking.append({"seat": seat, "points": points[seat], "place": ranking[-1]["place"] if shares else place})
    return {"title": voice.outcome(match.outcome, match.table), "ranking": ranking}
