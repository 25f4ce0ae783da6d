"""The box as a service: watchdog, resuming the match, switching off by a long press, weak power.

`Housekeeping` is called by the host after every step, and makes sure that steps happen in time.
The watchdog is fed only while the loop turns and buttons are read; if either hangs, systemd restarts us.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from companion import VERSION
from companion.device.context import Context
from companion.device.host import Host
from companion.device.view import Walk
from companion.device.views.switch_off import HoldToSwitchOffView, SwitchingOffView
from companion.device.walks import service
from companion.device.walks.start import start
from companion.service.health import Power, read_power
from companion.service.notes import PLAYING, STARTS, WHY, Notes
from companion.service.notify import RestartRequested, notify, watchdog_seconds
from drivers.fault import Fault
from drivers.gpio_input import is_hearing_edges

SETTLED = 20.0
"""Seconds after which a start counts as a good one."""
SHOW_HOLD = 1.5
SWITCH_OFF = 5.0
"""Seconds for which back is held: first until the screen announces the effect, then until it happens."""
HOLD_LOOK = 0.25
LOOK_EVERY = 10.0
SUPPLY = "power supply"


class Housekeeping:
    """Looks after one host for as long as it runs."""

    def __init__(self, host: Host, notes: Notes, look: Callable[[], Power | None] = read_power) -> None:
        self.host = host
        self.notes = notes
        self._look = look
        self._began = host.clock()
        self._ready = False
        self._settled = False
        self._playing: bool | None = None
        self._watchdog = watchdog_seconds()
        self._feed_at = self._look_at = self._began
        self._held_since: float | None = None
        self._told_hold = 0
        self._alarm: asyncio.TimerHandle | None = None
        self.switching_off = False
        host.heard.append(self.run_due_tasks)

    def run_due_tasks(self) -> None:
        """Do everything that is due now."""
        now = self.host.clock()
        if not self._ready:
            self._ready = True
            notify("READY=1", f"STATUS=Arkside {VERSION}")
        self._feed(now)
        self._mark_playing()
        self._settle(now)
        self._hold(now)
        self._look_at_power(now)
        self._come_again()

    def _come_again(self) -> None:
        """Wake the loop in time although nothing moves: an idle box must not look like one that hangs."""
        if self._alarm is not None:
            self._alarm.cancel()
        wait = LOOK_EVERY if self._watchdog is None else self._watchdog / 4
        if self._held_since is not None:
            wait = min(wait, HOLD_LOOK)
        with suppress(RuntimeError):  # a rehearsal has no event loop: its hands let time pass
            self._alarm = asyncio.get_running_loop().call_later(wait, self.host.wake)

    def _feed(self, now: float) -> None:
        if self._watchdog is not None and now >= self._feed_at and is_hearing_edges():
            self._feed_at = now + self._watchdog / 4
            notify("WATCHDOG=1")

    def _mark_playing(self) -> None:
        session = self.host.context.app.live
        playing = session is not None and session.question is not None
        if playing is not self._playing:
            self._playing = playing
            if playing:
                self.notes.write(PLAYING)
            else:
                self.notes.drop(PLAYING)

    def _settle(self, now: float) -> None:
        if not self._settled and now - self._began >= SETTLED:
            self._settled = True
            self.notes.drop(STARTS)
            self.notes.drop(WHY)

    def _hold(self, now: float) -> None:
        """Follow back being held: announce the switch-off, then do it. Letting go early cancels it."""
        if "back" not in self.host.panel.list_held_buttons():
            if self._told_hold and not self.switching_off:
                self.host.redraw()
            self._held_since, self._told_hold = None, 0
            return
        if self._held_since is None:
            self._held_since = now
        seconds_held = now - self._held_since
        if self.switching_off or seconds_held < SHOW_HOLD:
            return
        if seconds_held >= SWITCH_OFF:
            self.switch_off()
            return
        left = int(SWITCH_OFF - seconds_held) + 1
        if left != self._told_hold:
            self._told_hold = left
            self._show(HoldToSwitchOffView(self.host.context.say, left))

    def switch_off(self) -> None:
        """Ask the computer to shut down; it ends us in a moment."""
        self.switching_off = True
        self._show(SwitchingOffView(self.host.context.say))
        self.notes.ask("power-off")

    def _look_at_power(self, now: float) -> None:
        if now < self._look_at:
            return
        self._look_at = now + LOOK_EVERY
        power = self._look()
        self.host.panel.noticed = [Fault("power", "failed", SUPPLY)] if power is not None and power.weak else []

    def _show(self, view: HoldToSwitchOffView | SwitchingOffView) -> None:
        self.host.stage.show(view, self.host.clock(), True)

    def say_good_night(self) -> None:
        """Draw the last picture, which stays on the screens: everything is saved."""
        self.notes.drop(PLAYING)
        notify("STOPPING=1")
        self._show(SwitchingOffView(self.host.context.say))
        for screen in self.host.panel.screens:
            screen.stays = True


def choose_first_walk(safe: bool) -> Callable[[Context], Walk[None]]:
    """Return the first walk of the box. A service may have news to show before the menu."""
    notes = Notes.of_this_service()
    return start if notes is None else service.make_service_walk(notes, safe)


@contextmanager
def look_after(host: Host) -> Iterator[None]:
    """Look after the host if it is a service, and draw the last picture when systemd ends it."""
    notes = Notes.of_this_service()
    if notes is None:
        yield
        return
    housekeeping = Housekeeping(host, notes)
    try:
        yield
    except (Exception, RestartRequested):
        raise
    except BaseException:  # systemd asked us to end, or the loop was cancelled for that reason
        housekeeping.say_good_night()
        raise
    else:
        housekeeping.say_good_night()
