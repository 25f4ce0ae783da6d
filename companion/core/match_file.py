"""A match as a JSON file that can be mailed, kept and imported again.

The format, version 1, is one object:

    {"arkside-match": 1, "uid": "…", "version": "0.1.0", "game": "noah",
     "seats": [{"name": "Anna", "bot": ""}, …], "options": {"length": "short"},
     "deal": "virtual" or "table", "seed": 7, "chance": 2, "corrections": {…},
     "began": "2026-01-01T18:00:00Z", "ended": null or a time,
     "answers": [{"choice": "cat-f", "detail": "", "undone": false, "at": "…"}, …],
     "sittings": [{"began": "…", "ended": null or a time}, …],
     "game_version": "0.1.0", "winners": [0], "scores": [3, 11],
     "seen": null or {"answers": 57, "facts": {"noah": "ferry-3", …}}}

Older files have no sittings, no version of the game, not the table as people left it last (`seen`), and no `chance`,
which then is 1. `winners` and `scores` are there for readers; an import works them out again by replay. A match that is
over and that today's rules play otherwise is taken over with what the file says, to be looked at.
"""

import json
from typing import Any

from companion.core.bots import bot_named
from companion.core.errors import N_, ExportError, RulesChanged
from companion.core.foreign import HALVES, Entries, Unreadable, checked, parsed_json, shown
from companion.core.record import Answer, Record, as_text, read_result, read_seen
from companion.core.registry import game_named
from companion.core.replay import replay
from companion.core.times import Sitting, told

FORMAT = 1
KEY = "arkside-match"
NEVER = -1
"""The checksum of a match that no rules of ours ever played."""


def exported(record: Record) -> str:
    """The record as JSON text."""
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
        "began": record.began,
        "ended": record.ended,
        "answers": [answer._asdict() for answer in record.answers],
        "sittings": [
            {"began": told(sat.began), "ended": None if sat.ended is None else told(sat.ended)}
            for sat in record.sittings
        ],
        "winners": record.winners,
        "scores": record.scores,
        "seen": None if record.seen is None else record.seen._asdict(),
    }
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"


def imported(text: str, file: str) -> Record:
    """The record in an exported text; it is replayed before it is believed."""
    tree = _parsed(text, file)
    if not isinstance(tree, dict) or KEY not in tree:
        raise ExportError(N_("{file} is not an exported match: it has no {key!r}"), file=file, key=KEY)
    if tree[KEY] != FORMAT:
        raise ExportError(
            N_("{file} has format {format!r}, this Arkside reads {known}: update Arkside"),
            file=file,
            format=tree[KEY],
            known=FORMAT,
        )
    try:
        record = _read(Entries(tree))
        return _believed(record, Entries(tree), file)
    except Unreadable as why:
        if not why.entry:
            raise ExportError(N_("{file} cannot be read: {why}"), file=file, why=why.why) from None
        raise ExportError(
            N_("{file}: {entry} is missing or not of type {kind}"), file=file, entry=why.entry, kind=why.why
        ) from None


def _parsed(text: str, file: str) -> Any:
    """The tree in a text."""
    try:
        return parsed_json(text)
    except Unreadable as why:
        if why.why == HALVES:
            raise ExportError(N_("{file} has halves of letters in it: export the match again"), file=file) from None
        raise ExportError(N_("{file} is not JSON"), file=file) from None


def _read(entries: Entries) -> Record:
    """All that a file says of a match."""
    game = game_named(entries.text("game"))
    seats = entries.each("seats")
    options = {name: entries.below("options").text(name) for name in entries.any("options", dict)}
    # a bot's seat keeps the name it had; set_up checks names and numbers all the same
    setup = game.set_up(
        [seat.text("name") for seat in seats],
        options,
        entries.any("seed", int),
        entries.text("deal"),
        checked(entries.any("corrections", dict)),
        [str(seat.tree.get("colour", "")) for seat in seats],
    )
    setup.chance = entries.whole("chance", 1, 1000) if "chance" in entries.tree else 1
    for place, seat in zip(setup.seats, seats, strict=True):
        place.bot = seat.text("bot")
        if place.bot:
            bot_named(game, place.bot)  # refuses a name that the game does not know before anything is imported
    answers = [
        Answer(a.text("choice"), a.text("detail"), a.any("undone", bool), a.moment("at"))
        for a in entries.each("answers")
    ]
    sittings = entries.each("sittings") if "sittings" in entries.tree else []
    return Record(
        0, entries.text("uid", 64), entries.text("version", 40), setup, entries.moment("began"),
        entries.moment_or_none("ended"), (), (), tuple(answers),
        tuple(Sitting.read(sat.moment("began"), sat.moment_or_none("ended")) for sat in sittings),
        seen=read_seen(as_text(entries.tree.get("seen"))),
        game_version=shown(entries.text("game_version", 40)) if "game_version" in entries.tree else "",
    )  # fmt: skip


def _believed(record: Record, entries: Entries, file: str) -> Record:
    """The record with what its replay gives; one that is over and follows other rules with what the file says."""
    try:
        match = replay(record, file)
    except RulesChanged:
        if record.ended is None:
            raise
        return _as_told(record, entries)
    record = record._replace(trail=match.trail, scores=tuple(match.table.scores))
    if match.outcome is None:
        return record._replace(ended=None)
    return record._replace(winners=match.outcome.winners, ended=record.ended or record.began)


def _as_told(record: Record, entries: Entries) -> Record:
    written = {name: as_text(entries.any(name, list)) for name in ("winners", "scores")}
    winners, scores = read_result(written["winners"], written["scores"], len(record.setup.seats))
    if not scores:
        raise Unreadable("scores", "list")
    return record._replace(winners=winners, scores=scores, trail=NEVER)
