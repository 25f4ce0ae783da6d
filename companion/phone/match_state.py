"""The state of the live match as phones see it.

Every part is kept as JSON text, so that changes are found by comparing texts.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from companion.app.app import App
from companion.app.events import Answered, AppEvent, Redone, Undone
from companion.core.errors import ArksideError
from companion.core.fallback import list_applying_cards
from companion.core.game import Voice
from companion.core.highlights import NO_TIMES, collect_highlights, measure_match
from companion.core.label import Fact
from companion.core.match import Match
from companion.core.question import TABLE, Question, SharedQuestion, SimultaneousQuestion
from companion.core.ranking import rank_players
from companion.core.record import Record
from companion.core.session import SPECTATOR, Session
from companion.core.table import Table
from companion.core.timestamps import utc_now
from companion.phone.choices import classify_question, describe_answers
from companion.phone.match_log import MatchLog, encode_json
from companion.phone.texts import word_scores
from companion.phone.words import phone_say
from drivers.verdict import Verdict

Parts = dict[str, str]
"""Parts of the state by name, as JSON."""

VERDICT_START = '{"first":'
"""How the details of a race begin, in the journal."""

NULL = encode_json(None)
NAMES = "match captions score_texts question cues rules scores table public_table facts secrets clock verdict over"
EMPTY: Parts = dict.fromkeys(NAMES.split(), NULL)
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
        self._public_table: dict[str, Any] = {}
        """The table as spectators see it, made together with the public parts."""

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

    def describe_for(self, language: str, viewer: int, others: frozenset[int] = frozenset()) -> Parts:
        """Return the match as this viewer may see it. Secrets come from the session and nowhere else.

        Choices that only one of the `others` may answer are left out.
        """
        session = self.session
        if session is None:
            return EMPTY
        voice, question = session.get_voice(language), session.question
        public, table = self._get_public_parts(session, voice), session.view_table(viewer)
        return public | {
            "question": NULL
            if question is None
            else encode_json(describe_question(session, question, voice, viewer, others)),
            "table": encode_json(table),
            "public_table": encode_json(find_public_difference(table, self._public_table)),
            "secrets": encode_json(describe_secrets(session, voice, viewer)),
        }

    def _get_public_parts(self, session: Session, voice: Voice) -> Parts:
        """Return the public parts, made once for each language after every change."""
        language = voice.say.language
        if self._common_at != self.news:
            self._common_at = self.news
            self._common.clear()
            self._public_table = session.view_table(SPECTATOR)
        if language not in self._common:
            public = describe_public(session, voice) | {
                "cues": describe_cues(self.app, session, language),
                "rules": describe_rules(self.app, session),
                "over": self._describe_end(session, voice),
            }
            self._common[language] = {name: encode_json(value) for name, value in public.items()}
        return self._common[language]

    def _describe_end(self, session: Session, voice: Voice) -> dict[str, Any] | None:
        """Return how the match ended, with its highlights; None during the match."""
        if session.match.outcome is None or self._log is None:
            return None
        scores = [entry.scores for entry in self._log.get_entries(voice.say.language)]
        try:
            record = self.app.journal.load_record(session.number)
        except ArksideError:  # the winner is shown even if the disk fails now
            record = None
        return describe_outcome(session.match, voice, record, scores)

    def list_log(self, language: str, viewer: int) -> list[str]:
        """Return the log as this viewer may read it, each line as JSON."""
        return [] if self.session is None or self._log is None else self._log.list_lines(language, viewer)


def find_public_difference(own: dict[str, Any], public: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a player's table that others see differently, as they see them; None for hidden ones.

    A page that shows the table to the whole room, such as a television, puts these in place of the player's own.
    """
    return {key: public.get(key) for key, value in own.items() if value != public.get(key)}


def describe_question(
    session: Session, question: Question, voice: Voice, viewer: int, others: frozenset[int] = frozenset()
) -> dict[str, Any]:
    """Return the question, with its choices only for viewers to whom the session shows them."""
    own = question.ask_seat(viewer)
    prompt = describe_prompt(session, own, voice) | {"since": find_first_number(session, question)}
    if isinstance(question, SimultaneousQuestion):
        prompt["seats"] = list(question.asked_seats)
    if not session.can_see_choices(question, viewer):
        return prompt
    answers = describe_answers(session, own, voice)
    if others:
        answers["choices"] = [choice for choice in answers["choices"] if question.get_owner(choice["id"]) not in others]
    return prompt | answers


def find_first_number(session: Session, question: Question) -> int:
    """Return the number at which seats that answer at the same time were first asked: for them it is one question."""
    first = session.n
    is_for_all = isinstance(question, SharedQuestion) and question.seat == TABLE
    if is_for_all or isinstance(question, SimultaneousQuestion):
        for before in reversed(session.match.questions):
            if type(before) is not type(question) or before.ask != question.ask:
                break
            first -= 1
    return first


def describe_prompt(session: Session, question: Question, voice: Voice) -> dict[str, Any]:
    """Return the public part of a question: who is asked, and what."""
    return {
        "n": session.n, "moves": session.moves, "seat": question.seat if question.seat >= 0 else None,
        "ask": question.ask, "kind": classify_question(question), "prompt": voice.prompt(question, session.match.table),
        "bot": session.find_bot(question) is not None,
    }  # fmt: skip


def describe_rules(app: App, session: Session) -> dict[str, Any]:
    """Return the ids of rule cards: the one to read before the question, and all that help with it."""
    question, card = session.question, app.rule_card
    cards = [] if question is None else list_applying_cards(session.game, question, session.match.table)
    return {"card": None if card is None else card.id, "here": [card.id for card in cards]}


def describe_public(session: Session, voice: Voice) -> dict[str, Any]:
    """Return what everyone may see of a live match."""
    table = session.match.table
    return {
        "match": describe_match(session, voice),
        "captions": dict(voice.picture_words(table)),
        "score_texts": word_scores(voice.say.language, voice.name_points(2, table)),
        "scores": describe_scores(table, voice),
        "facts": facts_as_json(voice.facts(session.facts, table)),
        "clock": describe_clock(session),
        "verdict": describe_last_verdict(session),
    }


def describe_last_verdict(session: Session) -> dict[str, Any] | None:
    """Return who was first in the last race and by how much, as the referee measured it; None before the first."""
    for n, detail in reversed(list(enumerate(session.list_details(), 1))):
        if detail.startswith(VERDICT_START):
            try:
                verdict = Verdict.read(detail)
            except ValueError:  # a journal can be written by anybody
                return None
            return {
                "n": n, "winner": verdict.winner, "order": [slap._asdict() for slap in verdict.order],
                "early": dict(verdict.early), "band_ms": verdict.band_ms, "friendly": list(verdict.friendly),
            }  # fmt: skip
    return None


def describe_cues(app: App, session: Session, language: str) -> list[dict[str, Any]]:
    """Return the cues, each with whether it is ticked."""
    ticked = app.ticked.list_done(session)
    lines = session.list_opening_lines(language)
    return [cue._asdict() | {"done": at in ticked} for at, cue in enumerate(lines)]


def describe_match(session: Session, voice: Voice) -> dict[str, Any]:
    """Return the game, the seats and the options of a match, and whether undo and redo are possible."""
    match, game = session.match, session.game
    agreed = [
        [voice.say(option.title), voice.say(option.words[value])]
        for option, value in game.list_agreed_options(match.setup)
    ]
    if match.setup.house_rules:
        say = phone_say(voice.say.language)
        agreed.append([say("House rules"), match.setup.house_rules])
    return {
        "number": session.number, "game": game.id, "title": game.translate_title(voice.say.language), "n": session.n,
        "picture": f"/games/{game.id}/picture.js" if has_picture(game.folder) else None,
        "seats": [
            {"index": seat.index, "name": seat.name, "symbol": seat.symbol, "shape": seat.shape,
             "path": seat.path, "colour": seat.colour, "bot": seat.bot, "line": voice.describe_seat(seat, match.table)}
            for seat in session.seats
        ],
        "fewest_win": match.fewest_win and len(session.seats) > 1,
        "heading": voice.heading(match.table),
        "deal": match.setup.deal,
        "agreed": agreed,
        "can_undo": bool(match.answers), "can_redo": match.can_redo, "paused": session.paused,
        "can_change": session.guess is not None,
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
    own = table.secrets(viewer)
    pieces = ([piece._asdict() for piece in voice.list_pieces(name, value, table)] for name, value in own.items())
    return [fact | {"pieces": held} for fact, held in zip(facts_as_json(voice.facts(own, table)), pieces, strict=True)]


def facts_as_json(facts: list[Fact]) -> list[dict[str, Any]]:
    """Return facts as pages read them."""
    return [fact._asdict() for fact in facts]


def describe_clock(session: Session) -> dict[str, Any]:
    """Return everyone's thinking time, whose clock is running, and the seconds left to answer if there is a limit."""
    question = session.question
    running = None if question is None or session.paused or question.seat == TABLE else question.seat
    left = session.measure_time_left()
    return {
        "seconds": [round(seconds, 1) for seconds in session.measure_all_thinking()],
        "running": running,
        "left": None if left is None else round(left, 1),
    }


def describe_outcome(
    match: Match, voice: Voice, record: Record | None, scores: Iterable[Sequence[int]]
) -> dict[str, Any]:
    """Return the winner, everyone's rank, highlights, and when and how long the match was played."""
    assert match.outcome is not None
    times = NO_TIMES if record is None else measure_match(record, match)
    ranking = [
        {
            "seat": row.seat.index,
            "points": row.points,
            "unit": voice.name_points(row.points, match.table),
            "place": row.rank,
            "won": row.seat.index in match.outcome.winners,
        }
        for row in rank_players(match)
    ]
    return {
        "title": voice.describe_outcome(match.outcome, match.table), "ranking": ranking,
        "highlights": [highlight._asdict() for highlight in collect_highlights(match, voice, times, scores)],
        "minutes": round(times.seconds / 60), "ended": utc_now() if record is None else record.ended or record.began,
        "fewest_win": match.fewest_win and len(ranking) > 1,
    }  # fmt: skip
