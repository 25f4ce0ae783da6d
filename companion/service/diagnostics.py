"""Diagnostic report on this box: versions, health, counts and the last messages, with all names removed."""

import os
import platform
import re
import shutil
import sqlite3
import subprocess
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from companion import VERSION
from companion.core.errors import N_
from companion.core.files import write_atomically
from companion.core.journal import Journal
from companion.core.untrusted import read_json, sanitize
from companion.service.backups import BackupError, list_backups
from companion.service.health import count_free_megabytes, read_power, read_temperature
from companion.service.notes import Notes

LINES = 200
PATIENCE = 30.0
"""Seconds to wait for journalctl: a report without messages is better than none."""
NAME_PLACEHOLDER = "(name)"
MOST_NAMES = 10_000
PHONES = "phones.json"
"""File in which the app remembers phones, with names that may be in no match."""
COUNTS = "SELECT game, version, count(*), sum(ended IS NULL) FROM matches GROUP BY game, version ORDER BY game, version"


def format_report(folder: Path) -> str:
    """Return the report as text."""
    lines = [*_system(), *_data(folder), *_messages()]
    return "".join(f"{line}\n" for line in remove_names(lines, list_known_names(folder)))


def write_report(folder: Path, file: Path) -> None:
    """Write the report to a ZIP file."""
    text = format_report(folder)
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("report.txt", text)
    try:
        write_atomically(file, packed.getvalue())
    except (OSError, ValueError) as why:
        reason = getattr(why, "strerror", None) or why
        raise BackupError(N_("Can't write {file}: {why}"), file=file, why=reason) from None


def list_known_names(folder: Path) -> set[str]:
    """Return everybody who played, was offered as a player, or has a phone here. Unreadable files name nobody."""
    names: set[str] = set()
    with suppress(RuntimeError, sqlite3.Error), closing(Journal(folder, read_only=True)) as journal:
        names.update(journal.list_people(most=MOST_NAMES))
        names.update(seat.name for match in journal.iterate_headings() for seat in match.seats if not seat.bot)
    with suppress(OSError, ValueError):
        phones = read_json((folder / PHONES).read_text(encoding="utf-8"), PHONES)
        names.update(phone["name"].text() for phone in phones.each())
    return names - {""}


def remove_names(lines: Iterable[str], players: Iterable[str]) -> Iterator[str]:
    """Yield the lines without the names of players, the computer and the home folder."""
    names = set(players) | ({platform.node(), str(Path.home()) if os.environ.get("HOME") else ""} - {""})
    if not names:
        yield from lines
        return
    pattern = re.compile(
        "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)), re.I
    )
    for line in lines:
        yield pattern.sub(NAME_PLACEHOLDER, line)


def _system() -> Iterator[str]:
    yield f"arkside {VERSION}"
    yield f"python {platform.python_version()} {platform.machine()}"
    yield f"kernel {platform.release()}"
    yield f"system {_find_line('/etc/os-release', 'PRETTY_NAME=')}"
    yield f"model {_read_text('/proc/device-tree/model') or '-'}"
    yield f"power {read_power()}"
    yield f"degrees {read_temperature()}"
    yield f"memory {_find_line('/proc/meminfo', 'MemTotal:')} free {_find_line('/proc/meminfo', 'MemAvailable:')}"
    devices = [
        str(node) for kind in ("gpiochip*", "i2c-*", "spidev*", "ttyACM*") for node in sorted(Path("/dev").glob(kind))
    ]
    yield f"devices {' '.join(devices) or '-'}"
    notes = Notes.of_this_service() or Notes(Path("/run/arkside"))
    for name in ("starts", "why", "offered", "told"):
        yield f"note {name}: {hide_network_name(notes.read(name)) or '-'}"


def hide_network_name(note: str) -> str:
    """Hide the name of a Wi-Fi in a note: often it is that of a family.

    >>> hide_network_name("wifi Familie Janssens"), hide_network_name("updated 0.3.0")
    ('wifi (name)', 'updated 0.3.0')
    """
    kind, space, _ = note.partition(" ")
    return f"{kind} {NAME_PLACEHOLDER}" if space and kind.startswith("wifi") else note


def _data(folder: Path) -> Iterator[str]:
    yield f"free {count_free_megabytes(folder)} MB"
    yield f"backups {len(list_backups(folder))}"
    settings = _read_text(str(folder / "settings.toml")) or "-"
    yield f"settings {' '.join(settings.split())}"
    yield f"boxes {' '.join(sorted(file.name for file in (folder / 'boxes').glob('*.toml'))) or '-'}"
    counts: list[Any] = []
    with suppress(RuntimeError, sqlite3.Error), closing(Journal(folder, read_only=True)) as journal:
        counts = journal.run_query(COUNTS)
    yield f"matches {sum(count for *_, count, _ in counts)}, unfinished {sum(waiting for *_, waiting in counts)}"
    for game, version, count, _ in counts:
        yield f"  {sanitize(game)} by {sanitize(version)}: {count}"


def _messages() -> Iterator[str]:
    yield "messages"
    tool = shutil.which("journalctl")
    if tool is None:
        yield "  -"
        return
    command = [tool, "--no-pager", "--quiet", "--output=short-iso", f"--lines={LINES}", "--no-hostname"]
    try:
        done = subprocess.run(  # noqa: S603 (a fixed command)
            [*command, "--unit=arkside*"],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as why:
        yield f"  {why}"
        return
    yield from (f"  {line}" for line in done.stdout.splitlines())


def _read_text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def _find_line(file: str, start: str) -> str:
    for line in _read_text(file).splitlines():
        if line.startswith(start):
            return line.removeprefix(start).strip(' "')
    return "-"
