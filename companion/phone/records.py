"""Data for phones other than the live match: finished matches, exports, settings and diagnostics."""

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion import VERSION
from companion.app.app import App
from companion.app.part_words import NOT_THE_WIRES, describe_fault, describe_unreachable_part, name_part, translate_wire
from companion.app.settings import describe_settings
from companion.core.box import Tree
from companion.core.errors import N_, ArksideError, StillPlayed
from companion.core.journal import Journal
from companion.core.play_export import list_scores, make_play_link, rank_record
from companion.core.record import MatchHeading, Record
from companion.core.registry import find_game, find_title, is_installed
from companion.core.untrusted import sanitize
from companion.core.words import Say
from companion.phone.limits import TokenBucket
from companion.phone.qr import make_qr_outline
from companion.phone.words import words_with
from companion.service.health import count_free_megabytes, read_temperature
from companion.service.notes import FAILED, SYSTEM_NEWS, describe_news
from drivers.fault import Fault

PAGE_ROWS = 60
"""Matches in one part of the list."""
LONGEST_QR_TEXT = 2953
"""Letters in the largest QR code. Six long names in emoji or Chinese make a longer link."""
NEWEST = 2**63 - 1
"""Upper bound for the numbers of matches."""
STATM = Path("/proc/self/statm")

READS_AT_ONCE = 12
READS_A_SECOND = 1
"""Requests for lists, statistics and files by one phone; a page makes two when it opens."""
MOST_PHONES = 256

T = TypeVar("T")


class TooManyRequests(ArksideError, PermissionError):
    """One phone requests more than a person could read."""

    code = "too-many-requests"


class PacedReader:
    """Reads the journal for pages, with a rate limit for each phone."""

    def __init__(self, app: App, clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}
        """Requests that each phone has left."""

    async def read(self, phone: str, act: Callable[[Journal], T]) -> T:
        """Return the result of `act` on the journal; raise `TooManyRequests` beyond the rate limit."""
        self._check_rate(phone)
        return await asyncio.wrap_future(self._app.reader.submit(act))

    def _check_rate(self, phone: str) -> None:
        bucket = self._buckets.pop(phone, None) or TokenBucket(READS_AT_ONCE, READS_A_SECOND, self._clock)
        left = bucket.refill()
        bucket.tokens = max(0.0, left - 1)
        self._buckets[phone] = bucket  # the newest is last, so that the oldest is forgotten first
        if len(self._buckets) > MOST_PHONES:
            del self._buckets[next(iter(self._buckets))]
        if left < 1:
            raise TooManyRequests(N_("That was a lot at once. Wait a moment and try again."))


def list_matches(
    journal: Journal, game: str = "", player: str = "", before: int = NEWEST, language: str = "en"
) -> list[dict[str, Any]]:
    """Return a part of the list of matches, newest first; `before` is the last number of the previous part."""
    headings = journal.list_headings(PAGE_ROWS, game, player, before)
    titles = find_titles(journal, headings, language)
    return [_describe_heading(heading, title) for heading, title in zip(headings, titles, strict=True)]


def _describe_heading(heading: MatchHeading, title: str) -> dict[str, Any]:
    return {
        "number": heading.number, "game": heading.game, "title": title, "began": heading.began,
        "ended": heading.ended, "installed": is_installed(heading.game), "names": [seat.name for seat in heading.seats],
        "bots": [bool(seat.bot) for seat in heading.seats], "winners": heading.winners, "scores": heading.scores,
    }  # fmt: skip


def load_finished_record(journal: Journal, number: int) -> Record:
    """Return the record of a match; refuse one that is not over, because its cards are secret."""
    record = journal.load_record(number)
    if record.ended is None:
        raise StillPlayed(N_("Match {number} isn't over yet, so its cards stay secret"), number=number)
    return record


def describe_result(journal: Journal, number: int) -> dict[str, Any]:
    """Return the result of a match to take home: as text, and as a link to BG Stats, each with a QR code if it fits."""
    record = load_finished_record(journal, number)
    text, link = format_result(record), make_play_link(record)
    return {
        "text": text, "text_qr": dict(make_qr_outline(text)),
        "bgstats": link, "bgstats_qr": dict(make_qr_outline(link, "l")) if len(link) <= LONGEST_QR_TEXT else None,
    }  # fmt: skip


def format_result(record: Record) -> str:
    """Return a result in a few plain lines: game and day, then everybody with rank and points."""
    scores, ranks = list_scores(record), rank_record(record)
    lines = sorted((ranks[seat.index], seat.index, seat.name) for seat in record.setup.seats)
    first = f"{find_record_title(record)} · {(record.ended or record.began)[:10]}"
    return "\n".join([first, *(f"{rank}. {name}: {scores[seat]}" for rank, seat, name in lines), "Arkside"])


def list_settings(app: App, say: Say) -> list[dict[str, Any]]:
    """Return the settings of the box with their values."""
    return [
        {
            "name": name,
            "title": setting.title,
            "value": app.settings.value_of(name),
            "values": list(setting.values.items()),
        }
        for name, setting in describe_settings(say).items()
    ]


def collect_diagnostics(app: App, language: str, phones: int) -> dict[str, Any]:
    """Return parts, faults, load, memory and temperature for the host."""
    say = words_with(language, None)
    faults = {fault.part: explain_fault(say, fault) for fault in app.faults}
    warm = read_temperature()
    return {
        "version": VERSION,
        "parts": [
            [name_part(say, part), translate_wire(say, wire), faults.get(part, "")] for part, wire in app.wires.items()
        ],
        "faults": [*faults.values(), *describe_failed_update(app, say)],
        "load": round(os.getloadavg()[0], 2),
        "memory": round(measure_memory(), 1),
        "degrees": None if warm is None else round(warm, 1),
        "free": count_free_megabytes(app.folder),
        "phones": phones,
    }


def describe_failed_update(app: App, say: Say) -> list[str]:
    """Return why the last update failed, until it has been read on the box."""
    news = "" if app.notes is None else app.notes.read(SYSTEM_NEWS)
    return [describe_news(say, news)] if news.startswith(FAILED) else []


def explain_fault(say: Say, fault: Fault) -> str:
    """Return the problem and its remedy, with the message of the system."""
    if fault.what in NOT_THE_WIRES:
        text = describe_unreachable_part(say, name_part(say, fault.part), fault)
    else:
        text = say.join_phrases([describe_fault(say, fault), say("check {wire}", wire=translate_wire(say, fault.wire))])
    return f"{text} ({fault.detail})" if fault.detail else text


def measure_memory() -> float:
    """Return the resident memory in megabytes; 0 on systems without `/proc`."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def find_titles(journal: Journal, headings: Sequence[MatchHeading], language: str) -> list[str]:
    """Return the titles of these matches, with a single look at the journal."""
    beginnings = journal.load_beginnings([heading.number for heading in headings])
    return [_find_title(heading.game, *beginnings.get(heading.number, ("", {})), language) for heading in headings]


def find_record_title(record: Record, language: str = "en") -> str:
    """Return the title of a match."""
    first_answer = next(iter(record.list_standing_choices()), "")
    return _find_title(record.setup.game, first_answer, record.setup.corrections, language)


def _find_title(game: str, first_answer: str, corrections: Tree, language: str) -> str:
    name = find_game(game).name_match(first_answer, corrections) if is_installed(game) else ""
    return sanitize(name) or find_title(game, language)
