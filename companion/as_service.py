"""How systemd starts the device: counts failures, and after three of them starts in safe mode, which always runs.

Safe mode has a data folder of its own: nothing that could be wrong in the old one (settings, the owner's boxes, the
journal) is read, and nothing there is touched. It serves no page.
"""

import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TextIO

from companion.core.words import languages
from companion.service.notes import FOLDER, STARTS, WHY, Notes
from companion.service.stop import Again, StopRequested

MOST_FAILURES = 3
SAFE = "safe"


class LastLine:
    """Standard error that remembers the last line written to it, which says why we end."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.last = ""

    def write(self, text: str) -> int:
        """Pass the text on, and remember its last line."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        self.last = lines[-1] if lines else self.last
        return self._out.write(text)

    def flush(self) -> None:
        """Pass that on too."""
        self._out.flush()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the device until systemd ends it."""
    notes = Notes(Path(os.environ.setdefault("RUNTIME_DIRECTORY", FOLDER)))
    os.environ.setdefault("ARKSIDE_TRACEBACK", "1")  # for systemd's journal, and for those who help
    os.environ.setdefault("ARKSIDE_DATA", os.environ.get("STATE_DIRECTORY", "/var/lib/arkside"))
    words = build_command(notes, count_start(notes), sys.argv[1:] if argv is None else argv)
    from companion.cli import main as arkside  # noqa: PLC0415  (only after the start is counted: it may be what fails)

    signal.signal(signal.SIGTERM, _stop)
    said = LastLine(sys.stderr)
    sys.stderr = said
    try:
        code = arkside(words)
    except (StopRequested, Again):
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except Exception as error:
        notes.write(WHY, f"{type(error).__name__}: {error}")
        raise
    finally:
        sys.stderr = said._out
    if code:
        notes.write(WHY, said.last.removeprefix("arkside: "))
    else:  # told to end while all was well: the next start owes nothing to an earlier stumble
        notes.drop(STARTS)
        notes.drop(WHY)
    return code


def _stop(number: int, frame: FrameType | None) -> None:
    raise StopRequested(0)


def count_start(notes: Notes) -> int:
    """Count this start; whoever runs well for a while takes the count away."""
    before = notes.read(STARTS)
    starts = int(before) + 1 if before.isdecimal() else 1
    notes.write(STARTS, str(starts))
    return starts


def build_command(notes: Notes, starts: int, words: Sequence[str]) -> list[str]:
    """The command line of the device: as it was asked for, or after three failures the safest there is."""
    if starts <= MOST_FAILURES:
        return ["run", *words]
    kept = [word for word in words if word in ("--pi", "--emulate")]
    return ["run", *kept, "--safe", "--headless", "--data", str(make_safe_folder(notes)), *find_language()]


def find_language() -> list[str]:
    """The language of settings that may be broken: whoever cannot read them can still see which one was meant."""
    try:
        text = (Path(os.environ["ARKSIDE_DATA"]) / "settings.toml").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    found = re.search(rf'^\s*language\s*=\s*"({"|".join(languages())})"', text, re.MULTILINE)
    return ["--lang", found[1]] if found else []


def make_safe_folder(notes: Notes) -> Path:
    """Beside the data if that can be written, so that a match outlives the power; else in memory."""
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
