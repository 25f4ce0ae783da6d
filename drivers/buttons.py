"""The things people hit: paddles and the dome, with lamps, and the back button."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from drivers.clock import Clock
from drivers.contact import ContactTiming
from drivers.debounce import Debouncer
from drivers.fault import Fault
from drivers.gpio_input import close_device, load_gpiozero, open_contact
from drivers.part import DevicePart
from drivers.wiring import ButtonWiring, PressWiring, describe_pin


class InputEvent(NamedTuple):
    """An action of a person: the part, what was done, when in seconds, and for the dial the number of steps."""

    part: str
    what: Literal["pressed", "released", "turned", "pushed"]
    at: float
    steps: int = 0


EventHandler = Callable[[InputEvent], None]
DEFAULT_TIMING = ContactTiming()
DEFAULT_PRESS = PressWiring(
    confirm_seconds=DEFAULT_TIMING.confirm, quiet_seconds=DEFAULT_TIMING.quiet, stuck_seconds=DEFAULT_TIMING.stuck
)


def ignore_event(event: InputEvent) -> None:
    """Drop an event: the default where no handler is given."""


def ignore_edge(closed: bool, at: float) -> None:
    """Drop a raw edge: the default outside races."""


def ignore_wake() -> None:
    """Do nothing: the default for hosts that poll."""


class Button(DevicePart):
    """A contact to ground that becomes presses and releases, stamped at the first touch.

    `on_event` gets the events when the button is polled; `wake` is called at every raw edge, from the
    library's thread, so that a waiting host can come and poll. A race cannot wait for presses to be confirmed:
    `on_raw_edge` gets every edge with its stamp, also from the library's thread, and must only queue it;
    `on_lost_edges` is called when the pin factory reports that edges of this contact were dropped.

    Wired between a pin and ground, here on a simulated board whose contacts bounce for 5 ms:

    >>> from drivers.silicon.board import Board
    >>> events, board = [], Board()
    >>> pin = board.wiring.buttons["back"].pin
    >>> with board, Button("back", pin, events.append, clock=board.clock) as button:
    ...     board.tap("back", hold=0.1)
    ...     board.advance(0.3)
    ...     again = button.poll(board.clock())
    >>> [(event.what, round(event.at, 2)) for event in events]
    [('pressed', 1000.0), ('released', 1000.1)]
    """

    def __init__(
        self,
        name: str,
        pin: int | None,
        on_event: EventHandler = ignore_event,
        wake: Callable[[], None] = ignore_wake,
        press: PressWiring = DEFAULT_PRESS,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(name, None if pin is None else f"{describe_pin(pin)} and ground", clock)
        self._pin = -1 if pin is None else pin
        self._on_event = on_event
        self._wake = wake
        self.on_raw_edge: Callable[[bool, float], None] = ignore_edge
        self.on_lost_edges: Callable[[], None] = ignore_wake
        self._lost_seen = 0
        self._debouncer = Debouncer(
            self._report_change, press.confirm_seconds, press.quiet_seconds, press.stuck_seconds
        )
        self._contact: Any = None
        self._started = False
        self.open()

    @property
    def down(self) -> bool:
        """True from a confirmed press until its confirmed release."""
        return self._debouncer.down

    @property
    def closed(self) -> bool:
        """Whether the contact is closed at this very moment; a failed pin counts as open."""
        level: list[bool] = []
        self._attempt(lambda: level.append(self._read_level()))
        return any(level)

    @property
    def fault(self) -> Fault | None:
        """A failed pin, or a contact that is stuck or flickering."""
        if self._fault is None and (kind := self._debouncer.find_problem(self.clock())):
            return Fault(self.name, kind, self.wire)
        return self._fault

    def poll(self, now: float) -> float | None:
        """Confirm presses and releases; brings a failed pin back."""
        if not self._working:
            return super().poll(now)
        self._check_lost_edges()
        look: list[float | None] = []
        self._attempt(lambda: look.append(self._debouncer.process_edges(now, self._read_level)))
        return look[0] if look else self._retry_at

    def _report_change(self, what: Literal["pressed", "released"], at: float) -> None:
        self._on_event(InputEvent(self.name, what, at))

    def _take_edge(self, at: float, closed: bool) -> None:
        self._debouncer.add_edge(at, closed)
        try:
            self._check_lost_edges()
            self.on_raw_edge(closed, at)
        finally:  # after queueing, so that the woken host finds the edge; always, even if a listener raises
            self._wake()

    def _check_lost_edges(self) -> None:
        """Report edges that the pin factory had to drop. Only pins over libgpiod count them; others have no `lost`."""
        lost = getattr(getattr(self._contact, "pin", None), "lost", 0)
        if lost != self._lost_seen:
            # The count restarts at 0 when a failed pin is opened again: that is smaller, and nothing was lost.
            grown, self._lost_seen = lost > self._lost_seen, lost
            if grown:
                self._debouncer.note_lost_edges()
                self.on_lost_edges()

    def _read_level(self) -> bool:
        return bool(self._contact.is_active)

    def _open(self) -> None:
        self._contact = open_contact(self._pin, self._take_edge)
        if not self._started:  # a pin that comes back keeps its state, so that a press made meanwhile still counts
            self._debouncer.restart(self.clock(), closed=self._read_level())
            self._started = True

    def _shut(self) -> None:
        contact, self._contact = self._contact, None
        if contact is not None:
            close_device(contact)


class BackButton(Button):
    """The button that goes one step back; a plain `Button` with its own name."""


class Lamp(DevicePart):
    """A small light in the cap of a button."""

    def __init__(self, name: str, pin: int, clock: Clock = time.monotonic) -> None:
        super().__init__(name, describe_pin(pin), clock)
        self.pin = pin
        self._lit = False
        self._led: Any = None
        self.open()

    @property
    def lit(self) -> bool:
        """True while the lamp should be on, even if it has failed."""
        return self._lit

    def on(self) -> None:
        """Light the lamp; one that failed lights once it is back."""
        self._switch(True)

    def off(self) -> None:
        """Switch the lamp off."""
        self._switch(False)

    def _switch(self, lit: bool) -> None:
        if lit != self._lit:
            self._lit = lit
            self._attempt(self._restore)

    def _restore(self) -> None:
        self._led.value = self._lit

    def _open(self) -> None:
        self._led = load_gpiozero().LED(self.pin)

    def _go_dark(self) -> None:
        self._led.off()

    def _shut(self) -> None:
        led, self._led = self._led, None
        if led is not None:
            close_device(led)


class Paddle(Button):
    """A big arcade button with a lamp in it; the lamp may fail by itself.

    >>> from drivers.silicon.board import Board
    >>> from drivers.wiring import Wiring
    >>> wiring, events = Wiring.load().buttons["paddle-2"], []
    >>> with Board() as board, Paddle("paddle-2", wiring, events.append, clock=board.clock) as paddle:
    ...     paddle.lamp.on()
    ...     board.lamp("paddle-2")
    ...     board.press("paddle-2")
    ...     board.advance(0.1)
    ...     again = paddle.poll(board.clock())
    ...     paddle.down, events[0].what
    True
    (True, 'pressed')
    """

    def __init__(
        self,
        name: str,
        button: ButtonWiring | None,
        on_event: EventHandler = ignore_event,
        wake: Callable[[], None] = ignore_wake,
        press: PressWiring = DEFAULT_PRESS,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(name, None if button is None else button.pin, on_event, wake, press, clock)
        lamp = None if button is None else button.lamp
        self.lamp = None if lamp is None else Lamp(f"{name}-lamp", lamp, clock)

    def close(self) -> None:
        """Let go of the contact and the lamp."""
        super().close()
        if self.lamp is not None:
            self.lamp.close()


class Dome(Paddle):
    """The big button in the middle that everybody slaps; `on_raw_edge` reports a touch before it is confirmed.

    >>> from drivers.silicon.board import Board
    >>> from drivers.wiring import Wiring
    >>> edges = []
    >>> with Board(bounce=0) as board, Dome("dome", Wiring.load().buttons["dome"], clock=board.clock) as dome:
    ...     dome.on_raw_edge = lambda closed, at: edges.append((closed, at))
    ...     board.tap("dome", hold=0.25)
    ...     board.advance(0.5)
    >>> edges
    [(True, 1000.0), (False, 1000.25)]
    """
