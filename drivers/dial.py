"""The dial: a rotary encoder whose knob can be pushed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

from drivers.buttons import DEFAULT_PRESS, Button, EventHandler, InputEvent, ignore_event, ignore_wake
from drivers.clock import Clock
from drivers.gpio_input import close_device, load_gpiozero
from drivers.part import DevicePart
from drivers.wiring import DialWiring, PressWiring


def open_encoder(a: int, b: int, turned: Callable[[float, int], None]) -> Any:
    """Return a rotary encoder between two pins and ground. The library's thread calls `turned(seconds, step)`."""

    class Encoder(load_gpiozero().RotaryEncoder):  # type: ignore[misc]
        """Reports each step with the stamp of the edge that completed it; gpiozero's own handlers get no stamp."""

        _reported_steps = 0

        def _fire_events(self, ticks: float, new_active: bool) -> None:
            step, self._reported_steps = self.steps - self._reported_steps, self.steps
            with suppress(Exception):  # one exception here would kill every button
                if step:
                    turned(ticks, step)

    return Encoder(a, b, bounce_time=None, max_steps=0)


class Knob(Button):
    """The switch under the dial: one event for each push."""

    def _report_change(self, what: Literal["pressed", "released"], at: float) -> None:
        if what == "pressed":
            self._on_event(InputEvent("dial", "pushed", at))


class Dial(DevicePart):
    """Turns in steps, clockwise positive; `push` is its own part, since the switch may fail alone.

    >>> from drivers.silicon.board import Board
    >>> from drivers.wiring import Wiring
    >>> events = []
    >>> with Board() as board, Dial(Wiring.load().dial, events.append, clock=board.clock) as dial:
    ...     board.turn(-3)
    ...     board.advance(0.5)
    ...     again = dial.poll(board.clock())
    >>> [(event.what, event.steps) for event in events]
    [('turned', -3)]
    """

    def __init__(
        self,
        dial: DialWiring,
        on_event: EventHandler = ignore_event,
        wake: Callable[[], None] = ignore_wake,
        press: PressWiring = DEFAULT_PRESS,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("dial", dial.wire, clock)
        self.push = Knob("dial-push", dial.push, on_event, wake, press, clock)
        self._pins = (dial.a, dial.b)
        self._on_event = on_event
        self._wake = wake
        self._turns: deque[tuple[float, int]] = deque(maxlen=4096)
        self._encoder: Any = None
        self.open()

    def poll(self, now: float) -> float | None:
        """Report the turns since the last poll; consecutive steps in one direction become one event."""
        if not self._working:
            return super().poll(now)
        # Reading a pin costs little and is the only way to notice that it has failed.
        self._attempt(lambda: self._encoder.a.is_active)
        for at, steps in self._merge_turns():
            self._on_event(InputEvent("dial", "turned", at, steps))
        return None if self._working else self._retry_at

    def _merge_turns(self) -> list[tuple[float, int]]:
        turns: list[tuple[float, int]] = []
        while self._turns:
            at, step = self._turns.popleft()
            if turns and (turns[-1][1] > 0) == (step > 0):
                turns[-1] = (turns[-1][0], turns[-1][1] + step)
            else:
                turns.append((at, step))
        return turns

    def _queue_turn(self, at: float, step: int) -> None:
        self._turns.append((at, step))
        self._wake()

    def _open(self) -> None:
        self._encoder = open_encoder(*self._pins, self._queue_turn)

    def _shut(self) -> None:
        encoder, self._encoder = self._encoder, None
        if encoder is not None:
            close_device(encoder)

    def close(self) -> None:
        """Let go of the encoder and the switch."""
        super().close()
        self.push.close()
