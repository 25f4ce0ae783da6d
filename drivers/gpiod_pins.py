"""Pins for gpiozero over libgpiod: every edge with the kernel's own time stamp, and lost edges are counted.

    >>> from gpiozero import Button, Device  # doctest: +SKIP
    >>> Device.pin_factory = GpiodFactory()  # doctest: +SKIP
    >>> button = Button(17)  # doctest: +SKIP

`GPIOZERO_PIN_FACTORY=gpiod` does the same. One thread sleeps in epoll until the kernel has edges; nothing polls, and no
file is made anywhere. Stamps are CLOCK_MONOTONIC, the clock of `time.monotonic()`, so `Factory.ticks()` compares.

The kernel keeps up to 1024 edges of a line that nobody has read yet, drops the oldest when more come, and numbers them
all. `pin.lost` counts the edges of a pin that were dropped; it grows before the handler is called with the first edge
after the gap. A consumer of edges compares it with its last value: if it grew, the edges in between are incomplete.
Two changes closer together than the kernel's interrupt can tell apart, some ten microseconds, become one event, and
no number reveals that.

A tone or a dimmed light comes from the kernel's PWM where the pin is wired to it, else from a thread that ends low.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import sys
from bisect import bisect_right
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from operator import attrgetter
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero.exc import (
    DeviceClosed,
    PinError,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMFixedValue,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from drivers.pwm import STEADY, Pwm, ThreadPwm, find_kernel_pwm

HEADER_CHIPS = ("pinctrl-bcm", "pinctrl-rp1")  # label of the chip behind the 40 pins, up to a Pi 4 and on a Pi 5
MOST_EDGES = 1024  # largest event buffer that the kernel grants a line
FUNCTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}
PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}
RISING = gpiod.EdgeEvent.Type.RISING_EDGE
STAMP = attrgetter("nanoseconds")

log = logging.getLogger(__name__)


class PinEdge(NamedTuple):
    """One edge: when, on which pin, and to which level."""

    nanoseconds: int
    pin: GpiodPin
    level: bool


class PinBusy(PinError, OSError):  # type: ignore[misc]
    """Another program holds this line; `owner` is the name under which it requested it."""

    def __init__(self, line: int, owner: str) -> None:
        super().__init__(errno.EBUSY, f"GPIO{line} is in use by {owner}")
        self.owner = owner


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """The pins of this Pi through `/dev/gpiochip*`; *chip* is a path, by default that of the chip behind the header.

    *consumer* is the name under which the kernel tells other programs who has a line, *buffer* how many unread edges
    of each line it keeps.
    """

    def __init__(self, chip: str | None = None, consumer: str = "", buffer: int = MOST_EDGES) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self.buffer = buffer
        self.consumer = consumer or Path(sys.argv[0]).name or "gpiozero"
        self.chip = gpiod.Chip(chip or find_header_chip())
        self._listeners: dict[int, GpiodPin] = {}
        self._epoll = select.epoll()
        self._wakeup = os.eventfd(0)
        self._epoll.register(self._wakeup, select.EPOLLIN)
        self._thread: Thread | None = None
        self._closing = False
        self._delivery_lock = Lock()  # two threads may fetch edges, but handlers must be called in order
        self._undelivered: list[PinEdge] = []  # fetched, but an earlier edge of another pin may still be in the kernel

    @property
    def hearing(self) -> bool:
        """False if the thread that reads edges has died, which should never happen."""
        return self._thread is None or self._thread.is_alive()

    def request(self, line: int, settings: gpiod.LineSettings) -> gpiod.LineRequest:
        """Request a line; if another program holds it, the error names that program."""
        try:
            return self.chip.request_lines({line: settings}, self.consumer, self.buffer)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            owner = self.chip.get_line_info(line).consumer or "the kernel"
            raise PinBusy(line, owner) from error

    def listen(self, pin: GpiodPin, handle: int) -> None:
        """Read the edges of a line from now on."""
        self._listeners[handle] = pin
        self._epoll.register(handle, select.EPOLLIN)
        if self._thread is None:
            self._thread = Thread(target=self._read_forever, name="gpiod edges", daemon=True)
            self._thread.start()

    def forget(self, handle: int) -> None:
        """Stop reading the edges of a line."""
        if self._listeners.pop(handle, None) is not None:
            with suppress(OSError):  # the kernel drops a closed handle from epoll by itself
                self._epoll.unregister(handle)

    def close(self) -> None:
        """Give all lines back and end the thread."""
        super().close()
        if self.chip:
            self._closing = True
            os.eventfd_write(self._wakeup, 1)  # the thread sleeps in epoll and would not see the flag
            if self._thread is not None:
                self._thread.join()
                self._thread = None
            self._epoll.close()
            os.close(self._wakeup)
            self.chip.close()

    def _read_forever(self) -> None:
        while not self._closing:
            self._epoll.poll()
            self._deliver()
            while self._undelivered and not self._closing:
                self._deliver()

    def collect(self) -> None:
        """Fetch the edges queued in the kernel now, in the calling thread, without waiting for the reader thread.

        Afterwards the handlers have been called for every edge the kernel had queued; only one whose interrupt is
        still being served can be missing. Must not be called from an edge handler, which would wait for itself.
        """
        if self._thread is None:
            return
        self._deliver()
        if self._undelivered:
            os.eventfd_write(self._wakeup, 1)  # the reader thread delivers the rest

    def _deliver(self) -> None:
        """Call the handlers for every queued edge, in the order of their stamps over all pins.

        Pins are read one after another, so a pin read late may return an edge that is newer than one that reached an
        early pin meanwhile. Hence the second fetch: every edge older than the newest of the first is queued by then.
        """
        with self._delivery_lock:
            first = self._undelivered + self._fetch_edges()
            newest = max(map(STAMP, first), default=0)
            edges = sorted(first + self._fetch_edges(), key=STAMP)
            known = bisect_right(edges, newest, key=STAMP)
            self._undelivered = edges[known:]
            for edge in edges[:known]:
                edge.pin.call_handler(edge)

    def _fetch_edges(self) -> list[PinEdge]:
        ready = [handle for handle, _ in self._epoll.poll(0)]
        if self._wakeup in ready and not self._closing:
            os.eventfd_read(self._wakeup)
        pins = [pin for handle in ready if (pin := self._listeners.get(handle)) is not None]
        return [edge for pin in pins for edge in pin.read_edges()]


def find_header_chip() -> str:
    """Return the chip behind the header: the first one on most Pis, another one on some Pi 5."""
    for path in sorted(Path("/dev").glob("gpiochip*")):
        with gpiod.Chip(str(path)) as chip:
            if chip.get_info().label.startswith(HEADER_CHIPS):
                return str(path)
    raise FileNotFoundError(errno.ENOENT, "there is no GPIO chip of a Raspberry Pi", "/dev/gpiochip*")


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """One line: requested when its function is set, released when the pin is closed; an output is left low."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.lost = 0
        self._lock = Lock()  # the reader thread must not read a request while another thread releases it
        self._settings = gpiod.LineSettings(event_clock=Clock.MONOTONIC)
        self._request: gpiod.LineRequest | None = None
        self._last_seqno = 0
        self._edges = "both"
        self._kernel_pwm: Pwm | None = None
        self._pwm: Pwm | None = None
        self._frequency: float | None = None

    def close(self) -> None:
        """Drive an output low and release the line, even if driving it fails."""
        try:
            self._stop_pwm()
            if self._settings.direction is Direction.OUTPUT:
                self._write(False)
        finally:
            self._forget()
            with self._lock:
                request, self._request = self._request, None
                self._settings = gpiod.LineSettings(event_clock=Clock.MONOTONIC)
                if request is not None:
                    request.release()

    def read_edges(self) -> list[PinEdge]:
        """Return the edges queued in the kernel; count those it had to drop."""
        with self._lock:
            try:  # the line may have been released since epoll reported it, and a blocking read would hang here
                ready = self._request is not None and self._request.wait_edge_events(0)
                events = self._request.read_edge_events() if ready and self._request is not None else []
            except OSError as error:
                log.warning("%s: no edges any more (%s)", self.info.name, error)
                self._forget()
                return []
            for event in events:
                # The kernel numbers all edges of a line, dropped ones too: a gap is the number of lost edges.
                self.lost += max(0, event.line_seqno - self._last_seqno - 1)
                self._last_seqno = event.line_seqno
        return [PinEdge(event.timestamp_ns, self, event.event_type is RISING) for event in events]

    def call_handler(self, edge: PinEdge) -> None:
        """Call the handler; an exception in it must not end the thread that serves all pins."""
        with self._when_changed_lock:
            if self._when_changed is None:
                return
        try:
            self._call_when_changed(edge.nanoseconds / 1e9, edge.level)
        except Exception:
            log.exception("%s: the handler of its edges failed", self.info.name)

    def output_with_state(self, state: float) -> None:
        """Become an output that starts at this level, without a glitch to the other one."""
        self._become("output", bool(state))

    def _get_function(self) -> str:
        if self._kernel_pwm is not None:
            return "output"
        direction = self._settings.direction
        if direction is Direction.AS_IS:
            direction = self.factory.chip.get_line_info(self._number).direction
        return "output" if direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in FUNCTIONS:
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}")
        self._become(value, high=False)

    def _become(self, function: str, high: bool) -> None:
        self._stop_pwm()
        self._kernel_pwm = find_kernel_pwm(self._number) if function == "output" else None
        if self._kernel_pwm is not None:  # requesting the line would switch its pin away from the PWM
            self._write(high)
        else:
            level = Value.ACTIVE if high else Value.INACTIVE
            bias = Bias.DISABLED if function == "input" else Bias.AS_IS
            self._configure(direction=FUNCTIONS[function], output_value=level, bias=bias)

    def _stop_pwm(self) -> None:
        self.when_changed = None
        self._set_frequency(None)
        if self._kernel_pwm is not None:
            self._kernel_pwm.stop()
            self._kernel_pwm = None

    def _configure(self, **changes: Any) -> None:
        settings = replace(self._settings, **changes)
        with self._lock:
            if self._request is None:
                self._request = self.factory.request(self._number, settings)
                self._last_seqno = 0  # the kernel numbers the edges of each request from 1
            else:
                self._request.reconfigure_lines({self._number: settings})
            self._settings = settings

    def _get_state(self) -> float:
        pwm = self._pwm or self._kernel_pwm
        if pwm is not None:
            return pwm.duty
        with self._lock:
            return bool(self._line.get_value(self._number))

    def _set_state(self, value: float) -> None:
        if self._pwm is not None and self._frequency is not None:
            if not 0 <= value <= 1:  # refused as gpiozero's other pins refuse it; a longer duty would stay up forever
                raise PinInvalidState(f"invalid state {value} for pin {self!r}")
            self._pwm.play(self._frequency, value)
        elif self.function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        else:
            self._write(bool(value))

    def _write(self, high: bool) -> None:
        if self._kernel_pwm is not None:
            self._kernel_pwm.play(STEADY, high)
            return
        with self._lock:
            self._line.set_value(self._number, Value.ACTIVE if high else Value.INACTIVE)

    @property
    def _line(self) -> gpiod.LineRequest:
        if self._request is None:
            raise DeviceClosed(f"{self.info.name} is closed")
        return self._request

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        if not value:
            pwm, self._pwm, self._frequency = self._pwm, None, None
            if pwm is not None:
                pwm.stop()
        elif self.function != "output":
            raise PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
        else:
            self._pwm = self._pwm or self._kernel_pwm or ThreadPwm(self._write)
            self._frequency = value
            self._pwm.play(value, self._pwm.duty)

    def _get_pull(self) -> str:
        return next((name for name, bias in PULLS.items() if bias is self._settings.bias), "floating")

    def _set_pull(self, value: str) -> None:
        if self.function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in PULLS:
            raise PinInvalidPull(f"invalid pull {value!r} for pin {self!r}")
        self._configure(bias=PULLS[value])

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._configure(debounce_period=timedelta(seconds=value or 0))

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f"invalid edge specification {value!r} for pin {self!r}")
        # Edge detection is configured when a handler is set, so the handler is taken off and set again.
        handler = self.when_changed
        self.when_changed = None
        self._edges = value
        self.when_changed = handler

    def _enable_event_detect(self) -> None:
        self._configure(edge_detection=EDGES[self._edges])
        self.factory.listen(self, self._line.fd)

    def _disable_event_detect(self) -> None:
        self._forget()
        if self._request is not None:
            self._configure(edge_detection=Edge.NONE)

    def _forget(self) -> None:
        if self._request is not None:
            self.factory.forget(self._request.fd)
