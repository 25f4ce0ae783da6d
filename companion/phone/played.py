"""A match of the journal to look at and not to play on: the points, the end, and every answer in words."""

from typing import Any

from companion.app.app import App
from companion.core.errors import N_, RulesChanged
from companion.core.match import Match
from companion.core.plain import voice_of
from companion.core.record import Record
from companion.core.registry import title_of
from companion.core.replay import replay
from companion.core.session import SPECTATOR, retold
from companion.core.untrusted import sanitize
from companion.phone.match_log import line_for
from companion.phone.match_state import facts_as_json, scores_in_words
from companion.phone.records import StillPlayed
from companion.phone.words import words_with


def played(app: App, number: int, language: str) -> dict[str, Any]:
    """What a page shows of it; one that today's rules play otherwise as it was kept while it was played."""
    record = app.journal.record(number)
    try:
        match = replay(record, app.journal.file)
    except RulesChanged:
        return heading(record) | as_kept(record, language)
    if match.outcome is None:
        raise StillPlayed(N_("Match {number} isn't over yet, so its cards stay secret"), number=number)
    return heading(record) | in_words(record, match, language)


def heading(record: Record) -> dict[str, Any]:
    """Which match it was, who played it, and how it ended."""
    setup = record.setup
    return {
        "number": record.number, "game": setup.game, "title": title_of(setup.game), "began": record.began,
        "seats": [
            {"index": seat.index, "name": seat.name, "symbol": seat.symbol, "shape": seat.shape, "colour": seat.colour}
            for seat in setup.seats
        ],
        "winners": list(record.winners), "other_rules": False,
    }  # fmt: skip


def in_words(record: Record, match: Match, language: str) -> dict[str, Any]:
    """Everything as it was told when it was played; nothing is secret any more but what was answered unseen."""
    voice, table = voice_of(match.game, language), match.table
    assert match.outcome is not None
    points = [0] * len(record.setup.seats)
    log = []
    for happened in retold(match.game, record.setup, record.standing(), language):
        for one in happened.points:
            points[one.seat] += one.points
        log.append(line_for(happened.told[language], SPECTATOR, list(points), False))
    return {
        "outcome": voice.outcome(match.outcome, table),
        "scores": scores_in_words(table, voice),
        "facts": facts_as_json(voice.facts(match.facts, table)),
        "log": log,
    }


def as_kept(record: Record, language: str) -> dict[str, Any]:
    """Without rules that could word it: the points as they were noted, the answers by their ids, the table as left."""
    say, won = words_with(language, None), [record.setup.seats[seat].name for seat in record.winners]
    facts = {} if record.seen is None else record.seen.facts
    return {
        "other_rules": True, "outcome": say("Won by {winners}", winners=say.names(won)) if won else "",
        "scores": [{"seat": seat, "points": points, "lines": []} for seat, points in enumerate(record.scores)],
        "facts": [
            {"kind": sanitize(name), "label": sanitize(name), "value": sanitize(value), "seat": None}
            for name, value in facts.items()
        ],
        "log": [
            {"n": n, "seat": None, "prompt": "", "label": sanitize(choice), "changes": [], "cues": [], "points": [],
             "scores": [], "bot": False}
            for n, choice in enumerate(record.standing(), 1)
        ],
    }  # fmt: skip
