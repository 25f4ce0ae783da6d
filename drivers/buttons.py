"""The things people hit: paddles and the dome, with lamps, and the back button."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from drivers.clock import Clock
from drivers.contact import gpio, let_go, open_contact
from drivers.fault import Fault
from drivers.part import Part
from drivers.press import Press
from drivers.wiring import ButtonWiring, PressWiring, wire


class Event(NamedTuple):
    """Something a person did: which part, what, when in seconds, and for the dial how many steps."""

    part: str
    what: Literal["pressed", "released", "turned", "pushed"]
    at: float
    steps: int = 0


Heard = Callable[[Event], None]
PRESS = PressWiring(confirm_seconds=100e-6, quiet_seconds=0.095, stuck_seconds=20.0)


def unheard(event: Event) -> None:
    """Nobody listens."""


def unseen(closed: bool, at: float) -> None:
    """Nobody wants raw edges."""


def asleep() -> None:
    """Nobody wants to be woken."""


class Button(Part):
    """A contact to ground that becomes presses and releases, stamped at the first touch.

    `heard` gets the events when the button is tended; `wake` is called at every raw edge, from the
    library's thread, so that a waiting host can come and tend. A race cannot wait for presses to be confirmed:
    `raw` gets every edge with its stamp, also from the library's thread, and must only queue it.
    """

    def __init__(
        self,
        name: str,
        pin: int | None,
        heard: Heard = unheard,
        wake: Callable[[], None] = asleep,
        press: PressWiring = PRESS,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(name, None if pin is None else f"{wire(pin)} and ground", clock)
        self._pin = -1 if pin is None else pin
        self._heard = heard
        self._wake = wake
        self.raw: Callable[[bool, float], None] = unseen
        self._press = Press(self._told, press.confirm_seconds, press.quiet_seconds, press.stuck_seconds)
        self._contact: Any = None
        self._begun = False
        self.open()

    @property
    def down(self) -> bool:
        """True while it is held, as far as edges and rest tell."""
        return self._press.down

    @property
    def closed(self) -> bool:
        """Whether the contact is closed at this very moment; a failed pin is taken for open."""
        level: list[bool] = []
        self._do(lambda: level.append(self._level()))
        return any(level)

    @property
    def fault(self) -> Fault | None:
        """A failed pin, or a contact that is stuck or flickering."""
        if self._fault is None and (what := self._press.trouble(self.clock())):
            return Fault(self.name, what, self.wire)
        return self._fault

    def tend(self, now: float) -> float | None:
        """Confirm presses and releases; brings a failed pin back."""
        if not self._working:
            return super().tend(now)
        look: list[float | None] = []
        self._do(lambda: look.append(self._press.settle(now, self._level)))
        return look[0] if look else self._retry_at

    def _told(self, what: Literal["pressed", "released"], at: float) -> None:
        self._heard(Event(self.name, what, at))

    def _edge(self, at: float, closed: bool) -> None:
        self._press.edge(at, closed)
        try:
            self.raw(closed, at)
        finally:  # whoever wakes must find the edge there, and a bad listener must not leave the host asleep
            self._wake()

    def _level(self) -> bool:
        return bool(self._contact.is_active)

    def _open(self) -> None:
        self._contact = open_contact(self._pin, self._edge)
        if not self._begun:  # a pin that comes back goes on where it was: whoever pressed meanwhile is still heard
            self._press.begin(self.clock(), closed=self._level())
            self._begun = True

    def _shut(self) -> None:
        contact, self._contact = self._contact, None
        if contact is not None:
            let_go(contact)


class BackButton(Button):
    """One step back."""


class Lamp(Part):
    """A small light in the cap of a button."""

    def __init__(self, name: str, pin: int, clock: Clock = time.monotonic) -> None:
        super().__init__(name, wire(pin), clock)
        self.pin = pin
        self._lit = False
        self._led: Any = None
        self.open()

    @property
    def lit(self) -> bool:
        """True when it is meant to shine."""
        return self._lit

    def on(self) -> None:
        """Light it."""
        self._set(True)

    def off(self) -> None:
        """Put it out."""
        self._set(False)

    def _set(self, lit: bool) -> None:
        if lit != self._lit:
            self._lit = lit
            self._do(self._restore)

    def _restore(self) -> None:
        self._led.value = self._lit

    def _open(self) -> None:
        self._led = gpio().LED(self.pin)

    def _farewell(self) -> None:
        self._led.off()

    def _shut(self) -> None:
        led, self._led = self._led, None
        if led is not None:
            let_go(led)


class Paddle(Button):
    """A big arcade button with a lamp in it; the lamp may fail by itself."""

    def __init__(
        self,
        name: str,
        button: ButtonWiring | None,
        heard: Heard = unheard,
        wake: Callable[[], None] = asleep,
        press: PressWiring = PRESS,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(name, None if button is None else button.pin, heard, wake, press, clock)
        lamp = None if button is None else button.lamp
        self.lamp = None if lamp is None else Lamp(f"{name}-lamp", lamp, clock)

    def close(self) -> None:
        """Let go of the contact and the lamp."""
        super().close()
        if self.lamp is not None:
            self.lamp.close()


class Dome(Paddle):
    """The big one in the middle that everybody slaps."""
