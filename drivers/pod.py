"""The pod on its USB port: found and reconnected automatically, every edge of its buttons delivered once.

    referee = Referee()
    with Pod(referee.post) as pod:
        pod.lamp(2, 255)

`Pod` runs its own thread and calls `post` in it with seat, level and stamp of every raw edge; `post` must only queue.
"""

import logging
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from glob import glob
from statistics import quantiles
from typing import Any

import serial
from serial.tools import list_ports

from drivers.errors import N_, DriverError
from drivers.pod_link import PodLink
from firmware.link import VERSION

PICO = ((0x2E8A, 0x0005), (0x2E8A, 0x000A))
"""USB vendor and product ids of a Pico with MicroPython, and of one with Raspberry Pi's own serial port."""
BOOTLOADER = ((0x2E8A, 0x0003), (0x2E8A, 0x000F))
"""USB ids of a Pico that waits for a system to be copied onto it."""
RETRY = 1.0
"""Seconds between two searches for a missing pod."""
PATIENCE = 2.5
"""Seconds a pod may take to say hello, to have its clock matched, or to send anything."""
LONGEST_WAIT = 0.25

log = logging.getLogger(__name__)


class PodError(DriverError):
    """A problem of the pod that a person can fix."""

    code = "pod"


class PodNotFound(PodError, LookupError):
    """No Pico is plugged in."""

    code = "pod-not-found"


class PodSilent(PodError, TimeoutError):
    """The port exists, but nothing answers on it."""

    code = "pod-silent"


class PodPort(PodNotFound):
    """The port exists, but can't be used."""

    code = "pod-port"


class PodMismatch(PodError, ValueError):
    """The pod has another protocol version than this program, or claims impossible values."""

    code = "pod-mismatch"


class PodClockOff(PodError, ValueError):
    """The pod's clock can't be matched with ours well enough to judge a race."""

    code = "pod-clock"


def list_usb_ports() -> Iterable[Any]:
    """Return all serial ports; none at once if Linux has no USB modem, which is how a Pico appears."""
    # comports() reads the description of every port from sysfs, which is too slow to repeat every second.
    if sys.platform == "linux" and not glob("/dev/ttyACM*"):
        return ()
    ports: Iterable[Any] = list_ports.comports()
    return ports


def find_pod(ports: Callable[[], Iterable[Any]] = list_usb_ports) -> str:
    """Return the name of the port with a Pico on it."""
    ports_now = list(ports())
    for port in ports_now:
        if (port.vid, port.pid) in PICO:
            return str(port.device)
    if any((port.vid, port.pid) in BOOTLOADER for port in ports_now):
        raise PodNotFound(N_("The Pico waits for MicroPython: copy its UF2 file onto the drive it shows and try again"))
    raise PodNotFound(N_("No Pico is plugged in: connect the pod with a USB cable that carries data"))


def open_port(name: str) -> serial.Serial:
    """Open the port exclusively."""
    # USB ignores the baud rate. A write timeout is needed because a pod that hangs would block the thread forever.
    return serial.Serial(name, 115200, timeout=0, write_timeout=1, exclusive=True)


@dataclass(frozen=True, slots=True)
class PodState:
    """Snapshot of the pod and the link to it."""

    port: str | None
    connected: bool
    problem: PodError | None
    version: int | None
    seats: int
    pixels: int
    boots: int
    """Boots seen by this program; more than one means that the pod was reset."""
    round_trip_ms: float | None
    clock_error_ms: float | None
    edge_late_ms: float | None
    """Delay between stamp and arrival of edges: the 99th percentile of the last thousand."""
    repeated: int
    bad_frames: int
    dropped: int | None = None
    """Edges the pod had no room for, from its last health report."""
    uptime_s: float | None = None


@dataclass(frozen=True, slots=True)
class Measurement:
    """Statistics of round trips to the pod, and of its clock."""

    round_trips: int
    p50_ms: float
    p99_ms: float
    clock_error_ms: float
    """Bound for the error of stamps: half the quickest round trip plus the distance of the fitted line from it."""
    drift_ppm: float


class Pod:
    """Connection to the pod, maintained by a thread."""

    def __init__(
        self,
        post: Callable[[int, bool, float], None],
        port: str | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        find: Callable[[], str] = find_pod,
        open_port: Callable[[str], serial.Serial] = open_port,
    ) -> None:
        self.link = PodLink()
        self._post = post
        self._find = find if port is None else lambda: port
        self._open = open_port
        self._clock = clock
        self._port: str | None = None
        self._problem: PodError | None = None
        self._closing = threading.Event()
        self._changed = threading.Condition()
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)  # without a pod nobody reads the pipe, and callers must never block
        self._thread = threading.Thread(target=self._run, name="pod", daemon=True)
        self._thread.start()

    def __enter__(self) -> "Pod":
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port. May be called twice."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._wake()
        self._thread.join()
        os.close(self._wake_out)
        os.close(self._wake_in)

    def lamp(self, seat: int, level: int) -> None:
        """Light the lamp of a seat, 0 to 255; the level survives resets of the pod."""
        with self._changed:
            self.link.lamp(seat, level)
        self._wake()

    def ring(self, colours: bytes) -> None:
        """Show these colours on the ring, three bytes a pixel."""
        with self._changed:
            self.link.ring(colours)
        self._wake()

    @property
    def seats(self) -> int:
        """Number of working paddles; 0 while the pod does not answer or its clock is not matched."""
        # No lock: the host reads this at every poll. `hello` is replaced as a whole, so one read of it is consistent.
        hello = self.link.hello
        return hello.seats if hello is not None and self._problem is None and self.link.trusted else 0

    @property
    def pixels(self) -> int:
        """Number of lights in the ring; 0 while no pod answers."""
        hello = self.link.hello
        return hello.pixels if hello is not None and self.link.is_compatible else 0

    @property
    def problem(self) -> PodError | None:
        """Problem that keeps the pod from working, or None."""
        return self._problem

    @property
    def lost(self) -> int:
        """Number of edges lost so far."""
        return self.link.lost

    @property
    def clock_error(self) -> float:
        """Largest error of its stamps, in seconds; 0 while the clock is not matched."""
        clock = self.link.clock
        return clock.error() if clock is not None and clock.trusted else 0.0

    @property
    def lateness(self) -> float:
        """Usual delay between stamp and arrival of its edges, in seconds."""
        with self._changed:
            return self.link.lateness

    def freeze(self) -> None:
        """Freeze the clock fit at the start of a race, so that all its stamps are converted alike."""
        with self._changed:
            self.link.freeze()

    def thaw(self) -> None:
        """Let the clock fit follow new round trips again, after the verdict."""
        with self._changed:
            self.link.thaw()

    def state(self) -> PodState:
        """Return a snapshot of the pod and the link."""
        with self._changed:
            link, hello, clock = self.link, self.link.hello, self.link.clock
            ready = clock is not None and clock.ready
            return PodState(
                self._port,
                link.is_compatible and self._problem is None,
                self._problem,
                hello.version if hello else None,
                hello.seats if hello else 0,
                hello.pixels if hello else 0,
                link.boots,
                clock.quickest * 1000 if clock and ready else None,
                clock.error() * 1000 if clock and ready else None,
                link.lateness * 1000 if link.late else None,
                link.repeated,
                link.reader.bad,
                link.health.dropped if link.health else None,
                link.health.uptime_ms / 1000 if link.health else None,
            )

    def wait(self, seconds: float = PATIENCE + RETRY) -> PodState:
        """Wait until the pod answers and its clock is matched; raise its problem if it does not."""
        if not self._wait_until(lambda: self.link.trusted and self._problem is None, seconds):
            raise self._problem or PodSilent(N_("The pod isn't answering: unplug it and plug it in again"))
        with self._changed:
            self.link.report()
        self._wake()
        self._wait_until(lambda: self.link.health is not None, PATIENCE)
        return self.state()

    def measure(self, round_trips: int = 200, seconds: float = 20.0) -> Measurement:
        """Make round trips one after the other and return their statistics."""
        self.wait()
        with self._changed:
            self.link.round_trips.clear()
            self.link.burst(round_trips)
        self._wake()
        self._wait_until(lambda: len(self.link.round_trips) >= round_trips, seconds)
        with self._changed:
            trips, clock = list(self.link.round_trips), self.link.clock
            if len(trips) < 2 or clock is None:
                raise PodSilent(N_("The pod stopped answering: unplug it and plug it in again"))
            cuts = quantiles(trips, n=100, method="inclusive")
            return Measurement(len(trips), cuts[49] * 1e3, cuts[98] * 1e3, clock.error() * 1e3, clock.drift * 1e6)

    # --- the thread ------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._port = self._find()
                with self._open(self._port) as port:
                    self._serve(port)
            except PodError as error:
                self._disconnect(error)
            except (
                Exception
            ) as error:  # pyserial lets all kinds through when a port vanishes, and this thread must live
                self._disconnect(PodPort(N_("{port} can't be used: {reason}"), port=self._port, reason=error))
            self._closing.wait(RETRY)

    def _disconnect(self, problem: PodError) -> None:
        with self._changed:
            self._problem = problem
            self.link.restart_handshake()
            self._changed.notify_all()

    def _serve(self, port: serial.Serial) -> None:
        """Talk to the pod until the port is gone, which raises SerialException, an OSError."""
        opened = self._clock()
        with self._changed:
            self.link.restart_handshake()
        while not self._closing.is_set():
            with self._changed:
                data = self.link.send(self._clock())
                due = self.link.due()
            port.write(data)  # outside the lock: writing to a port that is about to vanish may block
            wait = min(max(due - self._clock(), 0.0), LONGEST_WAIT)
            ready, _, _ = select.select([port.fileno(), self._wake_out], [], [], wait)
            if self._wake_out in ready:
                os.read(self._wake_out, 1024)
            if port.fileno() in ready:
                self._receive(port.read(max(1, port.in_waiting)))
            self._update_problem(opened)
        with self._changed:
            farewell = self.link.send(self._clock())  # lamps that were switched off just before closing
        port.write(farewell)

    def _receive(self, data: bytes) -> None:
        with self._changed:
            self.link.receive(data, self._clock())
            for edge in self.link.take():
                try:
                    self._post(edge.seat, edge.closed, edge.at)
                except Exception:  # a handler that raises must not silence the other buttons
                    log.exception("the handler of an edge of the pod failed")
            self._changed.notify_all()

    def _update_problem(self, opened: float) -> None:
        """Find out what keeps a connected pod from working."""
        with self._changed:
            problem = self._diagnose(opened, self._clock())
            # The same kind of problem is kept as it is, else its text would change with every measured millisecond.
            if type(problem) is not type(self._problem) or isinstance(problem, PodMismatch):
                self._problem = problem
                self._changed.notify_all()

    def _diagnose(self, opened: float, now: float) -> PodError | None:
        link, hello = self.link, self.link.hello
        if link.is_compatible:
            return self._diagnose_clock(max(opened, link.hello_at), now)
        if hello is not None and not link.is_plausible:
            return PodMismatch(
                N_("The pod claims {seats} paddles and {pixels} lights; run `arkside pod install`"),
                seats=hello.seats,
                pixels=hello.pixels,
            )
        if hello is not None:
            return PodMismatch(
                N_("The pod has version {pod}, this program needs {ours} ({different}); run `arkside pod install`"),
                pod=hello.version,
                ours=VERSION,
                different=", ".join(self.link.differences),
            )
        if now > opened + PATIENCE and not isinstance(self._problem, PodSilent | PodClockOff):
            return PodSilent(N_("Nothing answers on {port}; run `arkside pod install`"), port=self._port)
        return self._problem

    def _diagnose_clock(self, met: float, now: float) -> PodError | None:
        """Return the problem of a compatible pod that fell silent or whose clock is wrong, or None."""
        link, clock = self.link, self.link.clock
        if now > max(met, link.heard_at) + PATIENCE:
            link.restart_handshake()  # asks for another hello
            return PodSilent(N_("The pod stopped answering: unplug it and plug it in again"))
        if now < link.impossible_stamp_at + PATIENCE:
            return PodClockOff(N_("The pod's clock shows impossible times: unplug the pod and plug it in again"))
        if link.trusted:
            return None
        if now < met + PATIENCE:
            return self._problem
        if clock is None or not clock.trips:
            return PodSilent(N_("The pod doesn't tell its time; run `arkside pod install`"))
        return PodClockOff(
            N_("The clock of the pod may be off by {ms} ms: unplug it and plug it in again"),
            ms=round(clock.error() * 1000),
        )

    def _wait_until(self, condition: Callable[[], bool], seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(condition, seconds)

    def _wake(self) -> None:
        if not self._closing.is_set() or self._thread.is_alive():
            with suppress(BlockingIOError):  # a full pipe wakes the thread anyway
                os.write(self._wake_in, b"!")
