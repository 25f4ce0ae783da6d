"""The self-test from a terminal: shows and sounds everything, then waits for every part that people move."""

from collections.abc import Callable, Iterator
from queue import Empty

from PIL import Image

from companion.app.part_words import NOT_THE_WIRES, Finding, list_parts_to_check
from companion.device.host import map_wires
from companion.device.sounds import TUNES
from companion.device.stage import LAMPS
from drivers.clock import Clock
from drivers.fault import Fault
from drivers.panel import InputEvent, Panel

LOOK_EVERY = 0.02
SHOW_SECONDS = 0.6

Pass = Callable[[float], None]
"""Lets seconds pass: by sleeping, or by moving a virtual clock."""


class SelfTest:
    """Goes through a panel part by part; `told` is called with each part before it is tested."""

    def __init__(self, panel: Panel, clock: Clock, let_pass: Pass, seconds: float, told: Callable[[str], None]) -> None:
        self.panel = panel
        self.clock = clock
        self.let_pass = let_pass
        self.seconds = seconds
        self.told = told
        self.wires = map_wires(panel)

    def run(self) -> Iterator[Finding]:
        """Every part that this device has, each found working or not."""
        seen, moved = list_parts_to_check(self.wires)
        for part in seen:
            self.told(part)
            self._show(part)
            self._spend(SHOW_SECONDS)
            fault = self._fault(part)
            yield Finding(part, fault is None, self.wires[part], fault)
        for part in moved:
            self._drain()
            self.told(part)
            works = self._hears(part)
            yield Finding(part, works, self.wires[part], None if works else self._fault(part))

    def _show(self, part: str) -> None:
        if part == "lights":
            self.panel.lights.show([(90, 90, 90)] * self.panel.lights.pixels)
        elif part == "lamps":
            for lamp in LAMPS:
                self.panel.light_lamp(lamp, True)
        elif part == "buzzer":
            self.panel.buzzer.play(TUNES["round"])
        else:
            screen = next(screen for screen in self.panel.screens if screen.name == part)
            screen.show(Image.new("1", (128, 64), 1))
            screen.probe()

    def _fault(self, part: str) -> Fault | None:
        names = {f"{lamp}-lamp" for lamp in LAMPS} if part == "lamps" else {part}
        return next((fault for fault in self.panel.faults() if fault.part in names), None)

    def _hears(self, part: str) -> bool:
        end = self.clock() + self.seconds
        while self.clock() < end:
            fault = self._fault(part)
            if fault is not None and fault.what in NOT_THE_WIRES:
                return False  # no hand can help
            if any(_part_of(event) == part for event in self._spend(LOOK_EVERY)):
                return True
        return False

    def _spend(self, seconds: float) -> list[InputEvent]:
        end = self.clock() + seconds
        while self.clock() < end:
            self.let_pass(LOOK_EVERY)
            self.panel.poll(self.clock())
        return self._drain()

    def _drain(self) -> list[InputEvent]:
        events = []
        while True:
            try:
                events.append(self.panel.events.get_nowait())
            except Empty:
                return events


def _part_of(event: InputEvent) -> str:
    """The part of the test that an event belongs to; a release says nothing new."""
    if event.what == "released":
        return ""
    return "dial-push" if event.what == "pushed" else event.part
