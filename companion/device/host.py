"""The host: one loop that handles input, advances the walk and lets the stage show it. It never blocks."""

import logging
from collections.abc import Callable
from functools import partial
from queue import Empty
from typing import Any

from companion.app.app import App
from companion.app.events import AppEvent, OddsChanged, SelfTestMoved, SettingChanged
from companion.app.part_words import ALL_LAMPS, PADDLES, list_lamps
from companion.app.race_track import DOME
from companion.device.context import Context
from companion.device.stage import DisplayStage
from companion.device.view import OPEN, STALE, View, Walk
from companion.device.views.question import NumberQuestionView, QuestionView
from companion.device.views.take_over import TakeOverView
from companion.device.walks.errors import make_error_page
from drivers.gpio_input import can_collect_edges, collect_edges
from drivers.panel import InputEvent, Panel
from drivers.referee import Timing
from firmware.wiring import LAMPS

log = logging.getLogger(__name__)

NEVER = float("inf")

IGNORES_PUSHES = 0.6
"""Seconds in which a push does not answer a new question: it was meant for the previous screen."""


class Host:
    """Runs the views on a panel. `step` does everything that is due; `run` repeats it forever."""

    def __init__(self, panel: Panel, app: App, walk: Callable[[Context], Walk[None]]) -> None:
        self.panel = panel
        self.app = app
        self.clock = app.clock
        self.context = context = Context(app)
        context.paddle_count = len(panel.paddles)
        app.wires = map_wires(panel)
        app.header_pins = {part: panel.wiring.list_header_pins(part) for part in app.wires}
        app.waits_for_readers = True
        app.presence.has_box = True
        app.track.use_paddles(lid_of(panel), panel.pod, race_timing(panel), collect_edges, can_collect_edges)
        self._begin = walk
        self._walk = walk(context)
        self.view: View = self._advance_walk(lambda: next(self._walk))
        self._covered: View | None = None
        """The view of the walk, while a request to take over covers it."""
        self.stage = DisplayStage(panel, context, self.clock())
        self._asked: tuple[object, int] | None = None
        self.ignores_pushes_until = 0.0
        self._changed = True
        self.heard: list[Callable[[], None]] = []
        """Called after every step; the emulator page listens here."""
        app.listen(self._hear_app)

    def _hear_app(self, event: AppEvent) -> None:
        """Draw again what looks different with another setting, or with other odds on the lights."""
        if isinstance(event, SettingChanged | OddsChanged):
            self._changed = True
        elif isinstance(event, SelfTestMoved):  # a phone may test a box that sleeps
            self.stage.screen_saver.touch(self.clock())

    def step(self) -> float:
        """Handle events, show the current view, and return the time of the next step at the latest."""
        now = self.clock()
        polled = self.panel.poll(now)
        while True:
            try:
                self.take(self.panel.events.get_nowait())
            except Empty:
                break
        app_due = self.app.step()
        self._let_pass(now)
        self._notice_question(now)
        shown = self._show(now)
        self._changed = False
        timer, call = self.view.timer, self.view.call
        timed = NEVER if timer is None else timer.due
        return min(polled, app_due, shown, self.view.due, timed, NEVER if call is None else call.until)

    def _notice_question(self, now: float) -> None:
        """Start ignoring pushes for a moment when another question of the match appears."""
        session = self.app.live
        if session is not None and isinstance(self.view, QuestionView | NumberQuestionView):
            asked_at = (session, session.moves)
            if asked_at != self._asked:
                self._asked = asked_at
                self.ignores_pushes_until = now + IGNORES_PUSHES

    def _show(self, now: float) -> float:
        try:
            return self.stage.show(self.view, now, self._changed)
        except Exception as error:
            self._stumble(error)
            return self.stage.show(self.view, now, True)

    def take(self, event: InputEvent) -> None:
        """Handle one input; an input that wakes the screens does nothing else."""
        if event.what == "released" or self.stage.screen_saver.touch(self.clock()):
            return
        self._safely(lambda: self._tell(event))

    def type(self, text: str) -> None:
        """Type letters from the emulator's page or a phone; newline means done, backspace erases."""
        if not self.stage.screen_saver.touch(self.clock()):
            self._safely(lambda: self.view.type(text))
            self.wake()

    def _safely(self, act: Callable[[], None]) -> None:
        """Pass an input to a view; an error in it leads back to the menu."""
        self.view.call = None
        try:
            act()
        except Exception as error:
            self._stumble(error)
        self._changed = True
        self._go_on()

    def _let_pass(self, now: float) -> None:
        """Let views move on that depend on time; each sees the next one at the same moment."""
        self._cover_if_asked()
        self._tend(now)
        while self.view.result is not OPEN:
            self._go_on()
            self._changed = True
            self._tend(now)

    def _tend(self, now: float) -> None:
        try:
            if self.view.outdated():
                self.view.decide(STALE)  # and nothing else: a bot's thought about the old question doesn't count
                return
            self._changed = self.view.tick(now) or self._changed
            if self.view.timer is not None and now >= self.view.timer.due:
                self._changed = self.view.timer.tick(now) or self._changed
            if self.view.call is not None and now >= self.view.call.until:
                self.view.call = None
                self._changed = True
        except Exception as error:
            self._stumble(error)

    def _cover_if_asked(self) -> None:
        """Show a phone's request to take over a seat or the host's role, on top of any walk but a race."""
        take_overs = self.app.presence.take_overs
        if take_overs and self._covered is None and self.app.races.stage is None and self.view.result is OPEN:
            self._covered, self.view = self.view, TakeOverView(self.app, self.context.say, take_overs[0])
            self._changed = True

    def _go_on(self) -> None:
        if self._covered is not None and self.view.result is not OPEN:
            self.view, self._covered = self._covered, None
        while self.view.result is not OPEN:
            self.view = self._advance_walk(partial(self._walk.send, self.view.result))

    def _stumble(self, error: Exception) -> None:
        """Pass an error of a view to its walk, which cleans up and leads back to the menu."""
        self._covered = None
        self.view = self._advance_walk(lambda: self._walk.throw(error))
        self._changed = True

    def _advance_walk(self, move: Callable[[], View]) -> View:
        """Return the next view. A walk that fails is explained in one sentence and started again."""
        try:
            return move()
        except Exception as error:
            log.exception("the walk ended")
            self._walk = self._after(error)
            return next(self._walk)

    def _after(self, error: Exception) -> Walk[None]:
        yield make_error_page(self.context, error)
        yield from self._begin(self.context)

    def _tell(self, event: InputEvent) -> None:
        view = self.view
        if event.what == "turned":
            view.turn(event.steps)
        elif event.what == "pushed":
            if self.clock() < self.ignores_pushes_until and isinstance(view, QuestionView | NumberQuestionView):
                return
            self.context.play("click")
            view.push()
        elif event.part == "back":
            view.back()
        elif event.part == "dome":
            view.dome()
        elif event.part in PADDLES:
            if self.clock() < self.ignores_pushes_until and isinstance(view, QuestionView) and view.has_shortcuts:
                return
            view.paddle(PADDLES.index(event.part))
            if view.result is OPEN and isinstance(view, QuestionView | NumberQuestionView):
                self.context.turn_page()

    def wake(self) -> None:
        """Ask for a step soon; may be called from any thread."""
        self.app.wake()

    def redraw(self) -> None:
        """Show the view again after something else was on the screens."""
        self._changed = True
        self.wake()

    async def run(self) -> None:
        """Step whenever something moves or is due, until cancelled."""
        self.panel.wake = self.wake
        await self.app.run(self, stepped=self._tell_listeners)

    def _tell_listeners(self) -> None:
        for tell in self.heard:
            tell()


def lid_of(panel: Panel) -> dict[int, Any]:
    """Return the buttons on the lid that people race on, by seat, and the dome."""
    return {**{PADDLES.index(paddle.name): paddle for paddle in panel.paddles}, DOME: panel.dome}


def race_timing(panel: Panel) -> Timing:
    """Return how the contacts of this box are judged."""
    press = panel.wiring.press
    return Timing(confirm=press.confirm_seconds, quiet=press.quiet_seconds, stuck=press.stuck_seconds)


def map_wires(panel: Panel) -> dict[str, str]:
    """Return the wire of each part this box has, by its name, and of all lamps together."""
    wires = {part.name: part.wire for part in panel.parts()}
    if panel.pod is not None and panel.wiring.pod is not None:
        wires |= {paddle.name: paddle.wire for paddle in panel.pod.paddles}
        wires |= {f"{paddle.name}-lamp": f"pod GP{LAMPS[seat]}" for seat, paddle in enumerate(panel.pod.paddles)}
        wires["pod"] = "its USB cable"
    if lamps := list_lamps(wires):
        wires[ALL_LAMPS] = ", ".join(wires[lamp] for lamp in lamps)
    return wires
