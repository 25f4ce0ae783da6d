"""What phones may read besides the live match: matches played, one of them to keep, and how the box is."""

import os
from pathlib import Path
from typing import Any

from companion import VERSION
from companion.app.app import App
from companion.app.news import FAILED, describe_news
from companion.app.part_words import NOT_THE_WIRES, part_name, trouble, wire_in_words, without_wires
from companion.app.settings import settings_in_words
from companion.core.errors import N_, ArksideError
from companion.core.match_file import exported
from companion.core.record import Record
from companion.core.registry import is_installed, title_of
from companion.core.words import Say
from companion.phone.words import words_with
from companion.service.health import degrees, megabytes_free
from companion.service.notes import TOLD
from drivers.fault import Fault

STATM = Path("/proc/self/statm")


class StillPlayed(ArksideError, PermissionError):
    """A match that is not over has secrets in it."""

    code = "still-played"


def history(app: App) -> list[dict[str, Any]]:
    """Every match, the newest first; their figures are those of `core.statistics`, as everywhere."""
    return [_row(record) for record in app.journal.headings()]


def _row(record: Record) -> dict[str, Any]:
    setup = record.setup
    return {
        "number": record.number, "game": setup.game, "title": title_of(setup.game), "began": record.began,
        "ended": record.ended, "installed": is_installed(setup.game), "names": [seat.name for seat in setup.seats],
        "bots": [bool(seat.bot) for seat in setup.seats], "winners": record.winners, "scores": record.scores,
    }  # fmt: skip


def to_keep(app: App, number: int) -> str:
    """A match that is over, as the file that `arkside import` reads."""
    record = app.journal.record(number)
    if record.ended is None:
        raise StillPlayed(N_("Match {number} is not over: its cards are still secret"), number=number)
    return exported(record)


def box_settings(app: App, say: Say) -> list[dict[str, Any]]:
    """The settings of the box, each with its values in words."""
    return [
        {
            "name": name,
            "title": setting.title,
            "value": app.settings.value_of(name),
            "values": list(setting.values.items()),
        }
        for name, setting in settings_in_words(say).items()
    ]


def diagnostics(app: App, language: str, phones: int) -> dict[str, Any]:
    """Parts, faults and load, for the host."""
    say = words_with(language, None)
    faults = {fault.part: fault_in_words(say, fault) for fault in app.faults}
    warm = degrees()
    return {
        "version": VERSION,
        "parts": [
            [part_name(say, part), wire_in_words(say, wire), faults.get(part, "")] for part, wire in app.wires.items()
        ],
        "faults": [*faults.values(), *failed_update(app, say)],
        "load": round(os.getloadavg()[0], 2),
        "memory": round(memory(), 1),
        "degrees": None if warm is None else round(warm, 1),
        "free": megabytes_free(app.folder),
        "phones": phones,
    }


def failed_update(app: App, say: Say) -> list[str]:
    """Why the last update failed, until somebody has read it on the box."""
    news = "" if app.notes is None else app.notes.read(TOLD)
    return [describe_news(say, news)] if news.startswith(FAILED) else []


def fault_in_words(say: Say, fault: Fault) -> str:
    """What is wrong and what to do about it, with what the system below said in its own words."""
    if fault.what in NOT_THE_WIRES:
        told = without_wires(say, part_name(say, fault.part), fault)
    else:
        told = say.one_by_one([trouble(say, fault), say("check {wire}", wire=wire_in_words(say, fault.wire))])
    return f"{told} ({fault.detail})" if fault.detail else told


def memory() -> float:
    """How many megabytes this program holds; 0 where nobody tells."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0
