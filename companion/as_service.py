"""Entry point of the systemd service: counts failed starts, and after three of them starts in safe mode.

Safe mode has its own data folder: nothing that could be broken in the usual one (settings, corrections, the journal) is
read or changed. It serves no page.
"""

import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TextIO

from companion.core.words import list_languages
from companion.service.notes import FOLDER, STARTS, WHY, Notes
from companion.service.notify import RestartRequested, StopRequested

MOST_FAILURES = 3
SAFE = "safe"


class LastLine:
    """Standard error that remembers its last line, which says why the service ended."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.last = ""

    def write(self, text: str) -> int:
        """Pass the text on, and remember its last line."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        self.last = lines[-1] if lines else self.last
        return self._out.write(text)

    def flush(self) -> None:
        """Flush the wrapped stream."""
        self._out.flush()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the box until systemd stops it."""
    notes = Notes(Path(os.environ.setdefault("RUNTIME_DIRECTORY", FOLDER)))
    os.environ.setdefault("ARKSIDE_TRACEBACK", "1")  # for systemd's journal
    os.environ.setdefault("ARKSIDE_DATA", os.environ.get("STATE_DIRECTORY", "/var/lib/arkside"))
    words = build_command(notes, count_start(notes), sys.argv[1:] if argv is None else argv)
    from companion.cli import main as arkside  # noqa: PLC0415  (only after the start is counted: it may be what fails)

    signal.signal(signal.SIGTERM, _stop)
    last_line = LastLine(sys.stderr)
    sys.stderr = last_line
    try:
        code = arkside(words)
    except (StopRequested, RestartRequested):
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except Exception as error:
        notes.write(WHY, f"{type(error).__name__}: {error}")
        raise
    finally:
        sys.stderr = last_line._out
    if code:
        notes.write(WHY, last_line.last.removeprefix("arkside: "))
    else:  # a clean stop: earlier failures no longer count
        notes.drop(STARTS)
        notes.drop(WHY)
    return code


def _stop(number: int, frame: FrameType | None) -> None:
    raise StopRequested(0)


def count_start(notes: Notes) -> int:
    """Count this start. The count is removed once the service has run well for a while."""
    before = notes.read(STARTS)
    starts = int(before) + 1 if before.isdecimal() else 1
    notes.write(STARTS, str(starts))
    return starts


def build_command(notes: Notes, starts: int, words: Sequence[str]) -> list[str]:
    """Return the command line of the box: as given, or safe mode after three failures."""
    if starts <= MOST_FAILURES:
        return ["run", *words]
    options = [word for word in words if word in ("--pi", "--emulate")]
    return ["run", *options, "--safe", "--headless", "--data", str(make_safe_folder(notes)), *find_language()]


def find_language() -> list[str]:
    """Find the language in settings that may be too broken to parse."""
    try:
        text = (Path(os.environ["ARKSIDE_DATA"]) / "settings.toml").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    setting = re.search(rf'^\s*language\s*=\s*"({"|".join(list_languages())})"', text, re.MULTILINE)
    return ["--lang", setting[1]] if setting else []


def make_safe_folder(notes: Notes) -> Path:
    """Make the safe-mode folder beside the data, where it survives power cuts; if that fails, in memory."""
    for folder in (Path(os.environ["ARKSIDE_DATA"]) / SAFE, notes.folder / SAFE):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / ".probe"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError:
            continue
        return folder
    return notes.folder


if __name__ == "__main__":
    sys.exit(main())
