"""A match as a JSON file that can be mailed, kept and imported again.

The format, version 1, is one object:

    {"arkside-match": 1, "uid": "…", "version": "1.0.0", "game": "noah",
     "seats": [{"name": "Anna", "bot": ""}, …], "options": {"length": "short"},
     "deal": "virtual" or "table", "seed": 7, "chance": 2, "corrections": {…},
     "began": "2026-01-01T18:00:00Z", "ended": null or a time,
     "answers": [{"choice": "cat-f", "detail": "", "undone": false, "at": "…"}, …],
     "sittings": [{"began": "…", "ended": null or a time}, …],
     "game_version": "1.0.0", "winners": [0], "scores": [3, 11],
     "seen": null or {"answers": 57, "facts": {"noah": "ferry-3", …}}}

Older files have no sittings, no version of the game, not the table as people left it last (`seen`), and no `chance`,
which then is 1. `winners` and `scores` are there for readers; an import works them out again by replay. A match that is
over and that today's rules would play differently is imported with the file's result, for viewing only.
"""

import json
import re
from typing import Any

from companion.core.bots import find_bot
from companion.core.errors import N_, ExportError, RulesChanged
from companion.core.record import Answer, Record, check_result, check_snapshot, clean_house_rules, read_texts
from companion.core.registry import find_game
from companion.core.replay import replay_record
from companion.core.timestamps import Sitting, format_time
from companion.core.untrusted import HALVES, TOO_DEEP, UNSEEN, Quoted, Unreadable, Untrusted, parse_json, sanitize

FORMAT = 1
KEY = "arkside-match"
NO_TRAIL = -1
"""The checksum of a match that no rules of ours ever played."""


def export_match(record: Record) -> str:
    """Export a record as JSON text."""
    setup = record.setup
    tree = {
        KEY: FORMAT,
        "uid": record.uid,
        "version": record.version,
        "game_version": record.game_version,
        "game": setup.game,
        "seats": [seat.as_json() for seat in setup.seats],
        "options": dict(setup.options),
        "deal": setup.deal,
        "seed": setup.seed,
        "chance": setup.chance,
        "corrections": setup.corrections,
        "house_rules": setup.house_rules,
        "began": record.began,
        "ended": record.ended,
        "answers": [answer._asdict() for answer in record.answers],
        "sittings": [
            {"began": format_time(sat.began), "ended": None if sat.ended is None else format_time(sat.ended)}
            for sat in record.sittings
        ],
        "winners": record.winners,
        "scores": record.scores,
        "seen": None if record.seen is None else record.seen._asdict(),
    }
    text = json.dumps(tree, ensure_ascii=False, indent=1)
    # names of others may hold letters that turn or hide the rest of a line: escaped, a terminal shows them as they are
    return re.sub(UNSEEN, lambda match: json.dumps(match[0])[1:-1], text) + "\n"


def import_match(text: str, file: str) -> Record:
    """Read a record from an exported text. It is replayed before it is trusted."""
    tree = _parse(text, file)
    if not isinstance(tree, dict) or KEY not in tree:
        raise ExportError(N_("{file} isn't an exported match: it has no {key!r}"), file=file, key=KEY)
    if tree[KEY] != FORMAT:
        raise ExportError(
            N_("{file} has format {format!r}, this Arkside reads {known}: update Arkside"),
            file=file,
            format=Quoted(tree[KEY]),
            known=FORMAT,
        )
    try:
        record = _read_record(Untrusted(tree))
        return _verify(record, Untrusted(tree), file)
    except Unreadable as why:
        if not why.entry:
            raise ExportError(N_("{file} can't be read: {why}"), file=file, why=why.why) from None
        raise ExportError(
            N_("{file}: {entry} is missing or not of type {kind}"), file=file, entry=why.entry, kind=why.why
        ) from None


def _parse(text: str, file: str) -> Any:
    """Parse the JSON text."""
    try:
        return parse_json(text)
    except Unreadable as why:
        if why.why == HALVES:
            raise ExportError(N_("{file} contains broken characters: export the match again"), file=file) from None
        if why.why == TOO_DEEP:
            raise ExportError(N_("{file} can't be read: {why}"), file=file, why=why.why) from None
        raise ExportError(N_("{file} isn't JSON"), file=file) from None


def _read_record(tree: Untrusted) -> Record:
    """Read everything that a file says of a match."""
    game = find_game(tree["game"].text())
    seats = tree["seats"].each()
    # a bot's seat keeps the name it had; set_up checks names and numbers anyway
    setup = game.set_up(
        [seat["name"].text() for seat in seats],
        read_texts(tree["options"]),
        tree["seed"].whole(),
        tree["deal"].text(),
        tree["corrections"].tree(),
        [seat["colour"].text() if "colour" in seat else "" for seat in seats],
    )
    setup.chance = tree["chance"].whole(1, 1000) if "chance" in tree else 1
    setup.house_rules = clean_house_rules(tree["house_rules"].text()) if "house_rules" in tree else ""
    for place, seat in zip(setup.seats, seats, strict=True):
        place.bot = seat["bot"].text()
        if place.bot:
            find_bot(game, place.bot)  # refuses a name that the game does not know before anything is imported
    answers = [
        Answer(answer["choice"].text(), answer["detail"].text(), answer["undone"].flag(), answer["at"].moment())
        for answer in tree["answers"].each()
    ]
    sittings = tree["sittings"].each() if "sittings" in tree else []
    return Record(
        0, tree["uid"].text(64), tree["version"].text(40), setup, tree["began"].moment(), _read_end(tree), (), (),
        tuple(answers), tuple(Sitting.parse(sat["began"].moment(), _read_end(sat)) for sat in sittings),
        seen=check_snapshot(tree["seen"]),
        game_version=sanitize(tree["game_version"].text(40)) if "game_version" in tree else "",
    )  # fmt: skip


def _read_end(tree: Untrusted) -> str | None:
    """Read when a match or a sitting ended; None if it has not."""
    ended = tree["ended"]
    return None if ended.is_null else ended.moment()


def _verify(record: Record, tree: Untrusted, file: str) -> Record:
    """Replay the record and take its result from that. A match finished under other rules keeps the file's result."""
    try:
        match = replay_record(record, file)
    except RulesChanged:
        if record.ended is None:
            raise
        return _accept_result(record, tree)
    record = record._replace(trail=match.trail, scores=tuple(match.table.scores))
    if match.outcome is None:
        return record._replace(ended=None)
    return record._replace(winners=match.outcome.winners, ended=record.ended or record.began)


def _accept_result(record: Record, tree: Untrusted) -> Record:
    winners, scores = check_result(tree["winners"], tree["scores"], len(record.setup.seats))
    if not scores:
        raise Unreadable("scores", "list")
    return record._replace(winners=winners, scores=scores, trail=NO_TRAIL)
