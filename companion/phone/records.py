"""What phones may read besides the live match: matches played, one of them to keep, and how the box is."""

import os
from pathlib import Path
from typing import Any

from companion import VERSION
from companion.core.errors import N_, ArksideError
from companion.core.interchange import exported
from companion.core.journal import Record
from companion.core.shelf import game_named
from companion.device.desk import Desk
from companion.device.views.fault import fault_name
from companion.phone.words import words_with
from companion.service.health import degrees, megabytes_free

STATM = Path("/proc/self/statm")


class StillPlayed(ArksideError, PermissionError):
    """A match that is not over has secrets in it."""

    code = "still-played"


def history(desk: Desk) -> list[dict[str, Any]]:
    """Every match, the newest first; the page makes statistics and plots of it."""
    return [_row(record) for record in desk.journal.headings()]


def _row(record: Record) -> dict[str, Any]:
    setup = record.setup
    return {
        "number": record.number, "game": setup.game, "title": _title(setup.game), "began": record.began,
        "ended": record.ended, "names": [seat.name for seat in setup.seats],
        "bots": [bool(seat.bot) for seat in setup.seats], "winners": record.winners, "scores": record.scores,
    }  # fmt: skip


def _title(game: str) -> str:
    try:
        return game_named(game).title
    except ArksideError:  # a game that was taken off the shelf
        return game


def to_keep(desk: Desk, number: int) -> str:
    """A match that is over, as the file that `arkside import` reads."""
    record = desk.journal.record(number)
    if record.ended is None:
        raise StillPlayed(N_("Match {number} is not over: its cards are still secret"), number=number)
    return exported(record)


def diagnostics(desk: Desk, language: str, phones: int) -> dict[str, Any]:
    """Parts, faults and load, for the host."""
    say = words_with(language, None)
    faults = {fault.part: str(fault) for fault in desk.faults}
    warm = degrees()
    return {
        "version": VERSION,
        "parts": [[fault_name(say, part), wire, faults.get(part, "")] for part, wire in desk.wires.items()],
        "faults": list(faults.values()),
        "load": round(os.getloadavg()[0], 2),
        "memory": round(memory(), 1),
        "degrees": None if warm is None else round(warm, 1),
        "free": megabytes_free(desk.folder),
        "phones": phones,
    }


def memory() -> float:
    """How many MiB this program holds; 0 where nobody tells."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0
