"""Scenarios for the whole device, played a line at a time; `arkside run --script FILE` plays the same files."""

from collections.abc import Iterator
from pathlib import Path

from companion.device.rehearsal import Rehearsal
from companion.device.script import Script

FOLDER = Path(__file__).parent


class CountingHands(Rehearsal):
    """Hands that count what they do: pushes of the dial, its clicks, and taps on anything else."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        super().__init__(folder, language)
        self.pushes = self.clicks = self.taps = 0

    def turn(self, steps: int) -> None:
        """Turn the dial by so many clicks."""
        self.clicks += abs(steps)
        super().turn(steps)

    def push(self) -> None:
        """Push the dial."""
        self.pushes += 1
        super().push()

    def tap(self, part: str) -> None:
        """Press a button."""
        self.taps += 1
        super().tap(part)


def played(name: str, hands: Rehearsal, frames: Path) -> Iterator[str]:
    """Play a scenario; yields each of its lines once the device shows what came of it."""
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        script = Script(line, name)
        if script.lines:
            script.play(hands, frames)
            yield line
