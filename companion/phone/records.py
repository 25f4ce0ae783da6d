"""What phones may read besides the live match: matches played, one of them to keep, and how the box is."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from companion import VERSION
from companion.app.app import App
from companion.app.news import FAILED, describe_news
from companion.app.part_words import NOT_THE_WIRES, part_name, trouble, wire_in_words, without_wires
from companion.app.settings import settings_in_words
from companion.core.errors import N_, ArksideError
from companion.core.journal import Journal
from companion.core.match_file import exported
from companion.core.record import Heading
from companion.core.registry import is_installed, title_of
from companion.core.words import Say
from companion.phone.words import words_with
from companion.service.health import degrees, megabytes_free
from companion.service.notes import TOLD
from drivers.fault import Fault

PAGE_ROWS = 60
"""Matches on one page of the list."""
NEWEST = 2**63 - 1
"""Above the number of every match."""
STATM = Path("/proc/self/statm")


READS_AT_ONCE = 12
READS_A_SECOND = 1
"""Lists, figures and files that one phone may ask for; a page asks for two when it opens."""
MOST_PHONES = 256

T = TypeVar("T")


class TooManyRequests(ArksideError, PermissionError):
    """One phone asks for more than a person could read."""

    code = "too-many-requests"


class StillPlayed(ArksideError, PermissionError):
    """A match that is not over has secrets in it."""

    code = "still-played"


class PacedReader:
    """Reads the journal for pages; a phone that asks too often is refused."""

    def __init__(self, app: App, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._clock = clock
        self._allowances: dict[str, tuple[float, float]] = {}
        """How many requests each phone has left, and when that was worked out."""

    async def read(self, phone: str, act: Callable[[Journal], T]) -> T:
        """Return what `act` finds in the journal."""
        self._pace(phone)
        return await asyncio.wrap_future(self._app.reader.submit(act))

    def _pace(self, phone: str) -> None:
        now = self._clock()
        left, at = self._allowances.pop(phone, (float(READS_AT_ONCE), now))
        left = min(READS_AT_ONCE, left + (now - at) * READS_A_SECOND)
        self._allowances[phone] = max(0.0, left - 1), now  # the latest stands last, so the oldest is forgotten first
        if len(self._allowances) > MOST_PHONES:
            del self._allowances[next(iter(self._allowances))]
        if left < 1:
            raise TooManyRequests(N_("That was a lot at once. Wait a moment and try again."))


def history(journal: Journal, game: str = "", player: str = "", before: int = NEWEST) -> list[dict[str, Any]]:
    """A page of the matches played, the newest first; the next page is what was played `before` its last one."""
    return [_row(heading) for heading in journal.headings(PAGE_ROWS, game, player, before)]


def _row(heading: Heading) -> dict[str, Any]:
    return {
        "number": heading.number, "game": heading.game, "title": title_of(heading.game), "began": heading.began,
        "ended": heading.ended, "installed": is_installed(heading.game), "names": [seat.name for seat in heading.seats],
        "bots": [bool(seat.bot) for seat in heading.seats], "winners": heading.winners, "scores": heading.scores,
    }  # fmt: skip


def to_keep(journal: Journal, number: int) -> str:
    """A match that is over, as the file that `arkside import` reads."""
    record = journal.record(number)
    if record.ended is None:
        raise StillPlayed(N_("Match {number} isn't over yet, so its cards stay secret"), number=number)
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
