"""Scenarios for the whole device, played a line at a time; `arkside run --script FILE` plays the same files."""

from collections.abc import Iterator
from pathlib import Path

from companion.device.rehearsal import Rehearsal, RehearsalScript

FOLDER = Path(__file__).parent


def played(name: str, hands: Rehearsal, frames: Path) -> Iterator[str]:
    """Play a scenario; yields each of its lines once the device shows what came of it."""
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        script = RehearsalScript(line, name)
        if script.lines:
            script.play(hands, frames)
            yield line
