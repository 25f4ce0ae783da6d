"""The host: one loop that hears the panel, moves the walk on and lets the stage show it. It never blocks."""

import asyncio
from collections.abc import Callable
from queue import Empty

from companion.device.checks import PADDLES
from companion.device.course import Course
from companion.device.desk import Desk
from companion.device.stage import Stage
from companion.device.view import OPEN, View, Walk
from companion.device.walks.start import start
from drivers.clock import Clock
from drivers.panel import Event, Panel


class Host:
    """A panel with somebody at it. `step` does everything that is due; `run` does so for ever."""

    def __init__(self, panel: Panel, desk: Desk, clock: Clock, walk: Callable[[Desk], Walk[None]] = start) -> None:
        self.panel = panel
        self.desk = desk
        self.clock = clock
        desk.wires = wires_of(panel)
        desk.course = Course(panel)
        self._walk = walk(desk)
        self.view: View = next(self._walk)
        self.stage = Stage(panel, desk, clock())
        self._changed = True
        self._woken = asyncio.Event()
        self.heard: list[Callable[[], None]] = []
        """Called after every step in which something was heard; the emulator page listens here."""

    def step(self) -> float:
        """Take in what happened, show what is to be seen, and say when to come again at the latest."""
        now = self.clock()
        tended = self.panel.tend(now)
        while True:
            try:
                self.take(self.panel.events.get_nowait())
            except Empty:
                break
        self._let_pass(now)
        shown = self.stage.show(self.view, now, self._changed)
        self._changed = False
        return min(tended, shown, self.view.due)

    def take(self, event: Event) -> None:
        """One thing that a person did; what only woke the screens does nothing else."""
        if event.what == "released" or self.stage.care.touch(self.clock()):
            return
        self._tell(event)
        self._changed = True
        self._go_on()

    def _let_pass(self, now: float) -> None:
        """Views that live in time move on; each of them finds the one after it at the same moment."""
        self._changed = self.view.tend(now) or self._changed
        while self.view.result is not OPEN:
            self._go_on()
            self._changed = True
            self.view.tend(now)

    def _go_on(self) -> None:
        while self.view.result is not OPEN:
            self.view = self._walk.send(self.view.result)

    def _tell(self, event: Event) -> None:
        view = self.view
        if event.what == "turned":
            view.turn(event.steps)
        elif event.what == "pushed":
            self.desk.play("click")
            view.push()
        elif event.part == "back":
            view.back()
        elif event.part == "dome":
            view.dome()
        elif event.part in PADDLES:
            view.paddle(PADDLES.index(event.part))

    def wake(self) -> None:
        """Something moved; may be called from any thread once the loop runs."""
        self._loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Step whenever something moves or is due, until cancelled."""
        self._loop = asyncio.get_running_loop()
        self.panel.wake = self.wake
        while True:
            self._woken.clear()
            seconds = self.step() - self.clock()
            for tell in self.heard:
                tell()
            alarm = self._loop.call_later(max(0.0, seconds), self._woken.set)
            try:  # not wait_for, which in Python 3.11 forgets that it was cancelled if it is woken at the same moment
                await self._woken.wait()
            finally:
                alarm.cancel()


def wires_of(panel: Panel) -> dict[str, str]:
    """The wire of each part by its name, and of all lamps together; what this device does not have is not in it."""
    wires = {part.name: part.wire for part in panel.parts()}
    if lamps := [wire for name, wire in wires.items() if name.endswith("-lamp")]:
        wires["lamps"] = ", ".join(lamps)
    if panel.pod is not None and panel.wiring.pod is not None:
        wires |= {paddle.name: paddle.wire for paddle in panel.pod.paddles}
    return wires
