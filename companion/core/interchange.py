"""A match as a JSON file that can be mailed, kept and imported again.

The format, version 1, is one object:

    {"arkside-match": 1, "uid": "…", "version": "0.1.0", "game": "noah",
     "seats": [{"name": "Anna", "bot": ""}, …], "options": {"length": "short"},
     "deal": "virtual" or "table", "seed": 7, "corrections": {…},
     "began": "2026-01-01T18:00:00Z", "ended": null or a time,
     "answers": [{"choice": "cat-f", "detail": "", "undone": false, "at": "…"}, …],
     "sittings": [{"began": "…", "ended": null or a time}, …],
     "winners": [0], "scores": [3, 11]}

Older files have no sittings. `winners` and `scores` are there for readers; an import works them
out again by replay.
"""

import json
from typing import Any

from companion.core.errors import N_, ExportError
from companion.core.journal import Answer, Record, replay
from companion.core.shelf import game_named
from companion.core.times import Sitting, told

FORMAT = 1
KEY = "arkside-match"


def exported(record: Record) -> str:
    """The record as JSON text."""
    setup = record.setup
    tree = {
        KEY: FORMAT,
        "uid": record.uid,
        "version": record.version,
        "game": setup.game,
        "seats": [seat.as_json() for seat in setup.seats],
        "options": dict(setup.options),
        "deal": setup.deal,
        "seed": setup.seed,
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
    }
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"


def imported(text: str, file: str) -> Record:
    """The record in an exported text; it is replayed before it is believed."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        raise ExportError(N_("{file} is not JSON"), file=file) from None
    if not isinstance(tree, dict) or KEY not in tree:
        raise ExportError(N_("{file} is not an exported match: it has no {key!r}"), file=file, key=KEY)
    if tree[KEY] != FORMAT:
        raise ExportError(
            N_("{file} has format {format!r}, this Arkside reads {known}: update Arkside"),
            file=file,
            format=tree[KEY],
            known=FORMAT,
        )
    return _believed(_Reader(tree, file), file)


def _believed(read: "_Reader", file: str) -> Record:
    game = game_named(read("game", str))
    seats = [_Reader(seat, file, f"seats[{n}].") for n, seat in enumerate(read("seats", list))]
    # a bot's seat keeps the name it had; set_up checks names and numbers all the same
    setup = game.set_up(
        [seat("name", str) for seat in seats],
        read("options", dict),
        read("seed", int),
        read("deal", str),
        read("corrections", dict),
        [str(seat.tree.get("colour", "")) for seat in seats],
    )
    for place, seat in zip(setup.seats, seats, strict=True):
        place.bot = seat("bot", str)
    answers = [_Reader(answer, file, f"answers[{n}].") for n, answer in enumerate(read("answers", list))]
    sat_down = read("sittings", list) if "sittings" in read.tree else []
    sittings = [_Reader(sitting, file, f"sittings[{n}].") for n, sitting in enumerate(sat_down)]
    record = Record(
        0,
        read("uid", str),
        read("version", str),
        setup,
        read("began", str),
        read("ended", str, type(None)),
        (),
        (),
        tuple(Answer(a("choice", str), a("detail", str), a("undone", bool), a("at", str)) for a in answers),
        tuple(Sitting.read(sat("began", str), sat("ended", str, type(None))) for sat in sittings),
    )
    match = replay(record, file)
    if match.outcome is None:
        return record._replace(ended=None)
    return record._replace(
        winners=match.outcome.winners, scores=tuple(match.table.scores), ended=record.ended or record.began
    )


class _Reader:
    """Reads entries of an object and names the one that is missing or of the wrong type."""

    def __init__(self, tree: Any, file: str, path: str = "") -> None:
        self.tree = tree if isinstance(tree, dict) else {}
        self.file = file
        self.path = path

    def __call__(self, key: str, *kinds: type) -> Any:
        value = self.tree.get(key, ...)
        if type(value) not in kinds:
            raise ExportError(
                N_("{file}: {entry} is missing or not of type {kind}"),
                file=self.file,
                entry=self.path + key,
                kind=kinds[0].__name__,
            )
        return value
