"""A finished match to view: scores, outcome, and every answer."""

from typing import Any

from companion.core.errors import N_, RulesChanged, StillPlayed
from companion.core.fallback import make_safe_voice
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.record import Record
from companion.core.replay import replay_record
from companion.core.session import SPECTATOR, replay_answers
from companion.core.untrusted import sanitize
from companion.phone.match_log import describe_line
from companion.phone.match_state import describe_outcome, describe_scores, facts_as_json
from companion.phone.records import find_record_title
from companion.phone.texts import word_scores
from companion.phone.words import phone_say, words_with


def describe_played_match(journal: Journal, number: int, language: str) -> dict[str, Any]:
    """Return a finished match for a page; one from other rules only as far as it was recorded."""
    record = journal.load_record(number)
    try:
        match = replay_record(record, journal.file)
    except RulesChanged:
        return describe_heading(record, language) | describe_recorded(record, language)
    if match.outcome is None:
        raise StillPlayed(N_("Match {number} isn't over yet, so its cards stay secret"), number=number)
    return describe_heading(record, language) | describe_replayed(record, match, language)


def describe_heading(record: Record, language: str) -> dict[str, Any]:
    """Return the game, the seats and the winners of a match."""
    setup = record.setup
    return {
        "number": record.number, "game": setup.game, "title": find_record_title(record, language),
        "began": record.began,
        "seats": [
            {"index": seat.index, "name": seat.name, "symbol": seat.symbol, "shape": seat.shape, "path": seat.path,
             "colour": seat.colour}
            for seat in setup.seats
        ],
        "winners": list(record.winners), "other_rules": False,
    }  # fmt: skip


def describe_replayed(record: Record, match: Match, language: str) -> dict[str, Any]:
    """Return a replayed match. Only answers that were given unseen stay secret."""
    voice, table = make_safe_voice(match.game, language), match.table
    assert match.outcome is not None
    points = [0] * len(record.setup.seats)
    log = []
    choices, details = record.list_standing_choices(), record.list_standing_details()
    for happened in replay_answers(match.game, record.setup, choices, language, details):
        for change in happened.points:
            points[change.seat] += change.points
        log.append(describe_line(happened.lines[language], SPECTATOR, list(points), False))
    over = describe_outcome(match, voice, record, [line["scores"] for line in log])
    facts = facts_as_json(voice.facts(match.facts, table))
    if record.setup.house_rules:
        label = phone_say(language)("House rules")
        facts.insert(0, {"kind": "house-rules", "label": label, "value": record.setup.house_rules, "seat": None})
    return {
        "outcome": over["title"],
        "over": over,
        "score_texts": word_scores(language, voice.name_points(2, table)),
        "scores": describe_scores(table, voice),
        "facts": facts,
        "log": log,
    }


def describe_recorded(record: Record, language: str) -> dict[str, Any]:
    """Return a match whose rules have changed: recorded scores, ids of the answers, and the last facts."""
    say, won = words_with(language, None), [record.setup.seats[seat].name for seat in record.winners]
    facts = {} if record.seen is None else record.seen.facts
    return {
        "other_rules": True, "score_texts": word_scores(language),
        "outcome": say("Won by {winners}", winners=say.join_names(won)) if won else "",
        "scores": [{"seat": seat, "points": points, "lines": []} for seat, points in enumerate(record.scores)],
        "facts": [
            {"kind": sanitize(name), "label": sanitize(name), "value": sanitize(value), "seat": None}
            for name, value in facts.items()
        ],
        "log": [
            {"n": n, "seat": None, "prompt": "", "label": sanitize(choice), "changes": [], "cues": [], "points": [],
             "scores": [], "bot": False}
            for n, choice in enumerate(record.list_standing_choices(), 1)
        ],
    }  # fmt: skip
