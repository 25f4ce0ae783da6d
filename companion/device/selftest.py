"""The self-test from a terminal: shows and sounds everything, then waits for every part that people move."""

from collections.abc import Callable, Iterator
from queue import Empty

from PIL import Image

from companion.app.part_words import ALL_LAMPS, Finding
from companion.app.self_test import SelfTest
from companion.device.host import map_wires
from companion.device.sounds import TUNES
from companion.device.stage import LAMPS
from drivers.clock import Clock
from drivers.panel import InputEvent, Panel

LOOK_EVERY = 0.02
SHOW_SECONDS = 0.6
TEST_COLOUR = (90, 90, 90)

Pass = Callable[[float], None]
"""Lets seconds pass: by sleeping, or by moving a virtual clock."""


class TerminalSelfTest:
    """Runs a self-test on a panel of its own; `announce` is called with each part before it is tested.

    Nobody is asked whether they see or hear a part: it works if its driver reports no fault.
    """

    def __init__(
        self, panel: Panel, clock: Clock, let_pass: Pass, seconds: float, announce: Callable[[str], None]
    ) -> None:
        self.panel = panel
        self.clock = clock
        self.let_pass = let_pass
        self.seconds = seconds
        self.announce = announce
        self.test = SelfTest(map_wires(panel))

    def run(self) -> Iterator[Finding]:
        """Yield a finding for every part that this device has."""
        test = self.test
        while (part := test.part) is not None:
            if part == ALL_LAMPS and test.notice_faults(self.panel.faults()):
                continue  # each lamp is tested alone
            known = len(test.findings)
            self._drain_events()
            self.announce(part)
            if test.is_moved_part:
                self._wait_for(part)
            elif not test.notice_faults(self.panel.faults()):
                self._show(part)
                self._spend(SHOW_SECONDS)
                if not test.notice_faults(self.panel.faults()):
                    test.answer(True)
            yield from test.findings[known:]

    def _show(self, part: str) -> None:
        if part in ("lights", "pod"):
            self.panel.show_lights([TEST_COLOUR])
        elif part == ALL_LAMPS or part.endswith("-lamp"):
            for lamp in LAMPS:
                self.panel.light_lamp(lamp, part in (ALL_LAMPS, f"{lamp}-lamp"))
        elif part == "buzzer":
            self.panel.buzzer.play(TUNES["round"])
        else:
            screen = next(screen for screen in self.panel.screens if screen.name == part)
            screen.show(Image.new("1", (128, 64), 1))
            screen.probe()

    def _wait_for(self, part: str) -> None:
        """Wait until a part is moved, its driver reports that it can't be, or the time is up."""
        end = self.clock() + self.seconds
        while self.clock() < end:
            if self.test.notice_faults(self.panel.faults()):
                return
            if part in map(_find_part, self._spend(LOOK_EVERY)):
                self.test.hear_part(part)
                return
        fault = next((fault for fault in self.panel.faults() if fault.part == part), None)
        self.test.answer(False, fault)

    def _spend(self, seconds: float) -> list[InputEvent]:
        end = self.clock() + seconds
        while self.clock() < end:
            self.let_pass(LOOK_EVERY)
            self.panel.poll(self.clock())
        return self._drain_events()

    def _drain_events(self) -> list[InputEvent]:
        events = []
        while True:
            try:
                events.append(self.panel.events.get_nowait())
            except Empty:
                return events


def _find_part(event: InputEvent) -> str:
    """Return the part of the test that an event belongs to; a release says nothing new."""
    if event.what == "released":
        return ""
    return "dial-push" if event.what == "pushed" else event.part
