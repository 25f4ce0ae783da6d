"""The device on the guest's kernel: a hand at its contacts, ears at its panel, and eyes on its wires."""

from __future__ import annotations

import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from drivers.panel import InputEvent, Panel
from drivers.silicon.ssd1306 import Ssd1306
from drivers.silicon.ws2812 import Strip
from drivers.wiring import Wiring

WIRING = Wiring.load()
CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
HAND = Path(__file__).parents[2] / "build/kernel/hand"
ARKSIDE = Path(sys.executable).with_name("arkside")
PADDLES = [button.pin for part, button in WIRING.buttons.items() if part.startswith("paddle-")]
CONTACTS = [*(button.pin for button in WIRING.buttons.values()), WIRING.dial.a, WIRING.dial.b, WIRING.dial.push]


class Move(NamedTuple):
    """A contact that closes or opens, in seconds from the start; once done, at the moment on the kernel's clock."""

    at: float
    pin: int
    closed: bool


def move(moves: Iterable[Move]) -> list[Move]:
    """Let the hand do all this; returns when it really did."""
    text = "".join(f"{round(move.at * 1e6)} {move.pin} {move.closed:d}\n" for move in sorted(moves))
    done = subprocess.run([HAND, CHIP], input=text, capture_output=True, text=True, check=True).stdout
    told = [line.split() for line in done.splitlines()]
    return [Move(int(at) / 1e9, int(pin), closed == "1") for pin, closed, at in told]


def tap(pin: int, at: float, hold: float = 0.03) -> list[Move]:
    """Close and open."""
    return [Move(at, pin, True), Move(at + hold, pin, False)]


def let_go() -> None:
    """Open all contacts."""
    for pin in CONTACTS:
        (CHIP / f"sim_gpio{pin}/pull").write_text("pull-up")


def level(pin: int) -> bool:
    """Return the level that a meter would show."""
    return (CHIP / f"sim_gpio{pin}/value").read_text().strip() == "1"


class Edge(NamedTuple):
    """A raw edge of a paddle, as the drivers heard it, and when they did."""

    seat: int
    closed: bool
    at: float
    heard: float


class Table:
    """A panel in a host loop of its own, with everything that it told."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.events: list[InputEvent] = []
        self.edges: list[Edge] = []
        self._woken, self._left = threading.Event(), threading.Event()
        self._loop = threading.Thread(target=self._run)

    def _run(self) -> None:
        while not self._left.is_set():
            self._woken.clear()
            again = self.panel.poll()
            while not self.panel.events.empty():
                self.events.append(self.panel.events.get())
            self._woken.wait(max(0.0, again - time.monotonic()))

    @contextmanager
    def running(self) -> Iterator[Table]:
        """Poll the panel meanwhile."""
        self.panel.wake = self._woken.set
        for seat, paddle in enumerate(self.panel.paddles):
            paddle.on_raw_edge = lambda closed, at, seat=seat: self.edges.append(
                Edge(seat, closed, at, time.monotonic())
            )
        self._loop.start()
        try:
            yield self
        finally:
            self._left.set()
            self._woken.set()
            self._loop.join()

    @property
    def alive(self) -> bool:
        """Whether the host still runs."""
        return self._loop.is_alive()

    def clear(self) -> None:
        """Let everything come to rest and forget it."""
        time.sleep(0.2)
        self.events.clear()
        self.edges.clear()

    def list_events(self, what: str) -> list[InputEvent]:
        """The events of one kind, once the last one has had its time."""
        time.sleep(0.3)
        return [event for event in list(self.events) if event.what == what]


class Sent(NamedTuple):
    """Bytes that the kernel carried: to a screen (i), to the lights (s), or three numbers for a tone (p)."""

    kind: str
    address: int
    hertz: int
    data: bytes


def read_sent_bytes() -> list[Sent]:
    """Everything since the last look."""
    data = b""
    with open("/dev/arkbox", "rb", 0) as box:
        while chunk := box.read(65536):
            data += chunk
    found, at = [], 0
    while at < len(data):
        _, kind, address, length, hertz = struct.unpack_from("<QBBHI", data, at)
        at += 16
        found.append(Sent(chr(kind), address, hertz, data[at : at + length]))
        at += length
    return found


class Eyes:
    """Contents of the screens and lights, decoded from the bytes that the kernel carried."""

    def __init__(self) -> None:
        self.screens = {screen.address: Ssd1306() for screen in WIRING.screens.values()}
        self.strip = Strip(WIRING.lights.pixels)

    def look(self) -> Eyes:
        """Take in what was sent meanwhile."""
        for each in read_sent_bytes():
            if each.kind == "i":
                self.screens[each.address].write(each.data)
            elif each.kind == "s":
                self.strip.feed_levels(each.data, each.hertz)
        return self

    @property
    def dark(self) -> bool:
        """Whether there is nothing to be seen."""
        return not any(screen.on for screen in self.screens.values()) and not any(map(any, self.strip.colours))
