"""The host: one loop that hears the panel, moves the walk on and lets the stage show it. It never blocks."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from queue import Empty
from typing import Any

from companion.device.checks import PADDLES
from companion.device.context import Context
from companion.device.live_odds import ON_LIGHTS
from companion.device.race_track import RaceTrack
from companion.device.stage import Stage
from companion.device.view import OPEN, STALE, View, Walk
from companion.device.views.question import NumberQuestionView, QuestionView
from companion.device.views.waiting import at_once
from companion.device.walks.errors import error_view
from companion.device.walks.start import start
from drivers.clock import Clock
from drivers.panel import Event, Panel

log = logging.getLogger(__name__)

NEVER = float("inf")


class Host:
    """A panel with somebody at it. `step` does everything that is due; `run` does so for ever."""

    def __init__(
        self, panel: Panel, context: Context, clock: Clock, walk: Callable[[Context], Walk[None]] = start
    ) -> None:
        self.panel = panel
        self.context = context
        self.clock = clock
        context.wires = wires_of(panel)
        context.track = RaceTrack(panel)
        self._begin = walk
        self._walk = walk(context)
        self.view: View = self._moved(lambda: next(self._walk))
        self.stage = Stage(panel, context, clock())
        self._changed = True
        self._woken = asyncio.Event()
        self.heard: list[Callable[[], None]] = []
        """Called after every step in which something was heard; the emulator page listens here."""

    def step(self) -> float:
        """Take in what happened, show what is to be seen, and say when to come again at the latest."""
        now = self.clock()
        polled = self.panel.poll(now)
        while True:
            try:
                self.take(self.panel.events.get_nowait())
            except Empty:
                break
        counted = self._count_odds(now)
        self._let_pass(now)
        shown = self._show(now)
        self._changed = False
        timer, call = self.view.timer, self.view.call
        timed = NEVER if timer is None else timer.due
        return min(polled, counted, shown, self.view.due, timed, NEVER if call is None else call.until)

    def _count_odds(self, now: float) -> float:
        """Take in odds that were counted; where the lights show them, they look different now."""
        context, odds = self.context, self.context.odds
        before, setting = odds.version, context.settings["odds"]
        due = odds.poll(context.sessions, setting, now, self.view.race() is not None)
        self._changed = self._changed or (setting == ON_LIGHTS and odds.version != before)
        return due

    def _show(self, now: float) -> float:
        try:
            return self.stage.show(self.view, now, self._changed)
        except Exception as error:
            self._stumble(error)
            return self.stage.show(self.view, now, True)

    def take(self, event: Event) -> None:
        """One thing that a person did; what only woke the screens does nothing else."""
        if event.what == "released" or self.stage.screen_saver.touch(self.clock()):
            return
        self._safely(lambda: self._tell(event))

    def type(self, text: str) -> None:
        """Letters from the keyboard of the emulator's page or of a phone; newline is done, backspace erases."""
        if not self.stage.screen_saver.touch(self.clock()):
            self._safely(lambda: self.view.type(text))
            self._woken.set()

    def _safely(self, act: Callable[[], None]) -> None:
        """Let a view hear of something; what goes wrong in it leads back to the menu."""
        self.view.call = None
        try:
            act()
        except Exception as error:
            self._stumble(error)
        self._changed = True
        self._go_on()

    def _let_pass(self, now: float) -> None:
        """Views that live in time move on; each of them finds the one after it at the same moment."""
        self._tend(now)
        while self.view.result is not OPEN:
            self._go_on()
            self._changed = True
            self._tend(now)

    def _tend(self, now: float) -> None:
        try:
            if self.view.outdated():
                self.view.decide(STALE)  # and nothing else: what a bot thought about it is no answer any more
                return
            self._changed = self.view.tick(now) or self._changed
            if self.view.timer is not None and now >= self.view.timer.due:
                self._changed = self.view.timer.tick(now) or self._changed
            if self.view.call is not None and now >= self.view.call.until:
                self.view.call = None
                self._changed = True
        except Exception as error:
            self._stumble(error)

    def _go_on(self) -> None:
        while self.view.result is not OPEN:
            self.view = self._moved(partial(self._walk.send, self.view.result))

    def _stumble(self, error: Exception) -> None:
        """Something went wrong in a view: its walk hears of it, closes what is open and leads back to the menu."""
        self.view = self._moved(lambda: self._walk.throw(error))
        self._changed = True

    def _moved(self, move: Callable[[], View]) -> View:
        """The next view; a walk that ends with an error is told in one sentence and begun anew."""
        try:
            return move()
        except Exception as error:
            log.exception("the walk ended")
            self._walk = self._after(error)
            return next(self._walk)

    def _after(self, error: Exception) -> Walk[None]:
        yield error_view(self.context, error)
        yield from self._begin(self.context)

    def _tell(self, event: Event) -> None:
        view = self.view
        if event.what == "turned":
            view.turn(event.steps)
        elif event.what == "pushed":
            self.context.play("click")
            view.push()
        elif event.part == "back":
            view.back()
        elif event.part == "dome":
            view.dome()
        elif event.part in PADDLES:
            view.paddle(PADDLES.index(event.part))
            if view.result is OPEN and isinstance(view, QuestionView | NumberQuestionView):
                self.context.turn_page()

    def wake(self) -> None:
        """Something moved; may be called from any thread once the loop runs."""
        self._loop.call_soon_threadsafe(self._woken.set)

    def redraw(self) -> None:
        """Something else stood on the screens; show the view again."""
        self._changed = True
        self._woken.set()

    async def run(self) -> None:
        """Step whenever something moves or is due, until cancelled; bots think in a thread of their own meanwhile."""
        self._loop = asyncio.get_running_loop()
        self.panel.wake = self.wake
        self.context.sessions.listen(lambda event: self._woken.set())
        bots = ThreadPoolExecutor(1, "bots")
        self.context.think = partial(self._think, bots)
        try:
            await self._run()
        finally:
            self.context.think = at_once
            bots.shutdown(wait=False, cancel_futures=True)

    def _think(self, bots: ThreadPoolExecutor, think: Callable[[], Any]) -> "Future[Any]":
        thought = bots.submit(think)
        thought.add_done_callback(self._has_thought)
        return thought

    def _has_thought(self, thought: "Future[Any]") -> None:
        with suppress(RuntimeError):  # the device was switched off meanwhile
            self.wake()

    async def _run(self) -> None:
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
