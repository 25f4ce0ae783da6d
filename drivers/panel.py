"""All parts of the box together: screens, lights, paddles, dome, dial, back button and buzzer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from queue import SimpleQueue
from types import TracebackType
from typing import Self

from drivers.buttons import BackButton, Dome, InputEvent, Lamp, Paddle, ignore_wake
from drivers.buzzer import Buzzer
from drivers.clock import Clock
from drivers.dial import Dial
from drivers.fault import Fault, FaultLog
from drivers.gpio_input import is_hearing_edges
from drivers.lightbar import Colour, LightBar
from drivers.part import DevicePart
from drivers.pod_paddles import OpenPod, PodPaddles
from drivers.screen import Screen
from drivers.wiring import PADDLES, SCREEN_ROLES, Wiring

__all__ = ["InputEvent", "Panel"]

IDLE_LOOK = 0.25  # seconds between polls without any edge; reading the levels finds lost edges and stuck buttons


class Panel:
    """Opens all parts of the wiring. A part that does not answer is a fault; one that is not wired does nothing.

    `events` fills when `poll` is called, in the order in which things happened. `wake` is called from a
    library's thread as soon as anything moves, and must only wake the host, which then polls. `pod` brings paddles of
    its own, which do what those on the lid do.

    >>> from drivers.silicon.board import Board
    >>> with Board() as board, Panel(board.wiring, board.clock) as panel:
    ...     panel.lamp("paddle-2").on()
    ...     board.tap("paddle-3")
    ...     board.break_part("table")
    ...     board.advance(3)
    ...     again = panel.poll()
    ...     panel.events.get().part, [(fault.part, fault.what) for fault in panel.faults()]
    ('paddle-3', [('table', 'no-answer')])
    """

    def __init__(
        self,
        wiring: Wiring | None = None,
        clock: Clock = time.monotonic,
        wake: Callable[[], None] = ignore_wake,
        pod: OpenPod | None = None,
    ) -> None:
        self.wiring = wiring or Wiring.load()
        self.clock = clock
        self.wake = wake
        self.events: SimpleQueue[InputEvent] = SimpleQueue()
        self._collected: list[InputEvent] = []
        self._log = FaultLog()
        self.noticed: list[Fault] = []
        """Faults found outside the panel, such as weak power; reported like those of parts."""
        self.question_screen, self.table_screen = map(self._screen, SCREEN_ROLES)
        others = tuple(self._screen(name) for name in self.wiring.screens if name not in SCREEN_ROLES)
        self.screens = (self.question_screen, self.table_screen, *others)
        self.lights = self._light_bar()
        self.paddle_names = [f"paddle-{seat}" for seat in range(PADDLES)]
        self.paddles = [self._paddle(part) for part in self.paddle_names]
        dome, back = self.wiring.buttons.get("dome"), self.wiring.buttons.get("back")
        self.dome = Dome("dome", dome, self._collected.append, self._wake_host, self.wiring.press, clock)
        back_pin = None if back is None else back.pin
        self.back = BackButton("back", back_pin, self._collected.append, self._wake_host, self.wiring.press, clock)
        self.dial = Dial(self.wiring.dial, self._collected.append, self._wake_host, self.wiring.press, clock)
        self.buzzer = Buzzer(None if self.wiring.buzzer is None else self.wiring.buzzer.pin, clock)
        self._parts = tuple(part for part in self._all_parts() if part.wired)
        self.pod = (
            None if pod is None else PodPaddles(pod, self._collected.append, self._wake_host, self.wiring.press, clock)
        )

    def parts(self) -> tuple[DevicePart, ...]:
        """Return every part that this device has."""
        return self._parts

    def part(self, name: str) -> DevicePart:
        """Return a part by its name, such as `paddle-3`, `paddle-3-lamp`, `question` or `dial-push`."""
        for part in self._parts:
            if part.name == name:
                return part
        raise ValueError(f"no part {name!r}; there are {', '.join(part.name for part in self._parts)}")

    def lamp(self, name: str) -> Lamp:
        """Return the lamp in a paddle or the dome."""
        for button in (*self.paddles, self.dome):
            if button.name == name and button.lamp is not None:
                return button.lamp
        raise ValueError(f"{name!r} has no lamp; lamps are in the paddles and the dome")

    def list_held_buttons(self) -> list[str]:
        """Return the names of the buttons that are down now."""
        held = [button.name for button in (*self.paddles, self.dome, self.back, self.dial.push) if button.down]
        if self.pod is not None:
            held += [paddle.name for paddle in self.pod.paddles if paddle.down and paddle.name not in held]
        return held

    def light_lamp(self, name: str, lit: bool) -> None:
        """Switch the lamp in a paddle or the dome, on the lid and on the pod; a box may have neither."""
        for button in (*self.paddles, self.dome):
            if button.name == name and button.lamp is not None:
                (button.lamp.on if lit else button.lamp.off)()
        if self.pod is not None and name != self.dome.name:
            self.pod.lamp(self.paddle_names.index(name), lit)

    def show_lights(self, colours: Sequence[Colour]) -> None:
        """Show colours on the light bar, spread over as many pixels as it has, and around the ring of the pod."""
        pixels = self.lights.pixels if colours else 0
        self.lights.show([colours[pixel * len(colours) // pixels] for pixel in range(pixels)])
        if self.pod is not None:
            self.pod.show(colours)

    def faults(self) -> list[Fault]:
        """Return everything that does not work now."""
        # Each fault is read only once: a flickering contact may recover between two reads.
        faults = [fault for part in self._parts if (fault := part.fault) is not None]
        if self.pod is not None:
            faults += self.pod.faults()
        faults += self.noticed
        if not is_hearing_edges():
            faults.append(Fault("buttons", "deaf", "nothing: restart the program"))
        return faults

    def poll(self, now: float | None = None) -> float:
        """Confirm presses, move the tune on, bring failed parts back; returns when to come again at the latest."""
        moment = self.clock() if now is None else now
        times = [moment + IDLE_LOOK]
        for part in self._parts:
            wanted = part.poll(moment)
            if wanted is not None:
                times.append(wanted)
        if self.pod is not None and (wanted := self.pod.poll(moment)) is not None:
            times.append(wanted)
        self._log.update(self.faults(), moment)
        # Parts are polled one after another, so their events come by part; people acted in the order of the stamps.
        for event in sorted(self._collected, key=attrgetter("at")):
            self.events.put(event)
        self._collected.clear()
        return min(times)

    def close(self) -> None:
        """Leave everything dark and silent; calling it again does nothing."""
        if self.pod is not None:
            self.pod.close()
        for part in self._parts:
            part.close()

    def _screen(self, name: str) -> Screen:
        screen = self.wiring.screens.get(name)
        if screen is None:
            return Screen(name, None, clock=self.clock)
        return Screen(name, screen.address, screen.chip, screen.bus, self.clock)

    def _light_bar(self) -> LightBar:
        lights = self.wiring.lights
        if lights is None:
            return LightBar(pin=None, clock=self.clock)
        return LightBar(lights.pixels, lights.limit_milliamps, lights.route, lights.pin, self.clock)

    def _paddle(self, part: str) -> Paddle:
        button = self.wiring.buttons.get(part)
        return Paddle(part, button, self._collected.append, self._wake_host, self.wiring.press, self.clock)

    def _wake_host(self) -> None:  # looked up at each call: the host may set `wake` after the parts were made
        self.wake()

    def _all_parts(self) -> Iterator[DevicePart]:
        yield from (*self.screens, self.lights)
        for button in (*self.paddles, self.dome):
            yield button
            if button.lamp is not None:
                yield button.lamp
        yield from (self.back, self.dial, self.dial.push, self.buzzer)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
