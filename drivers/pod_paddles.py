"""The paddles on the pod, with their lamps and the ring; they behave like those on the lid while a pod is connected."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from drivers.buttons import EventHandler, InputEvent, ignore_edge, ignore_wake
from drivers.clock import Clock
from drivers.debounce import Debouncer
from drivers.fault import Fault
from drivers.lightbar import Colour, limit_current
from drivers.referee import POD
from drivers.wiring import PressWiring
from firmware.wiring import BUTTONS

if TYPE_CHECKING:
    from drivers.pod import PodError  # the serial port is imported only where there may be a pod

Post = Callable[[int, bool, float], None]
"""Takes seat, level and stamp of a raw edge; must only queue it."""

RING_MILLIAMPS = 250
"""Current limit of the ring: a USB port must supply only 500 mA, and the Pico and the lamps need their share."""


class PodConnection(Protocol):
    """Interface of a pod that may be plugged in or not; `drivers.pod.Pod` implements it."""

    @property
    def seats(self) -> int:
        """How many paddles there are now; 0 while no pod answers."""

    @property
    def pixels(self) -> int:
        """How many lights its ring has."""

    @property
    def problem(self) -> "PodError | None":
        """Problem that keeps it from working, or None."""

    @property
    def lost(self) -> int:
        """How many edges got lost so far."""

    @property
    def clock_error(self) -> float:
        """How far its stamps may be off, in seconds."""

    @property
    def lateness(self) -> float:
        """How long after their stamps its edges come, in seconds."""

    def freeze(self) -> None:
        """Freeze its clock fit."""

    def thaw(self) -> None:
        """Let its clock fit follow new round trips."""

    def lamp(self, seat: int, level: int) -> None:
        """Light the lamp of a seat."""

    def ring(self, colours: bytes) -> None:
        """Show these colours on the ring."""

    def close(self) -> None:
        """Close the connection."""


OpenPod = Callable[[Post], PodConnection]
"""Opens a pod, given the function that takes its edges; the class `Pod` is one."""


class PodPaddle:
    """One paddle on the pod. Its level can't be read from here, but the link reports every lost edge."""

    def __init__(self, seat: int, pod: "PodPaddles", press: PressWiring, clock: Clock) -> None:
        self.name = f"paddle-{seat}"
        self.wire = f"pod GP{BUTTONS[seat]} and ground"
        self.on_raw_edge: Callable[[bool, float], None] = ignore_edge
        self.on_lost_edges: Callable[[], None] = ignore_wake
        self.closed = False
        """Whether the contact is closed, by the last edge that came."""
        self._seat = seat
        self._pod = pod
        self._clock = clock
        self._debouncer = Debouncer(
            self._report_change, press.confirm_seconds, press.quiet_seconds, press.stuck_seconds
        )
        self._on_event: EventHandler = pod.on_event

    @property
    def working(self) -> bool:
        """Whether the pod is connected and has this paddle."""
        return self._seat < self._pod.seats

    @property
    def fault(self) -> Fault | None:
        """A contact that is stuck or flickering."""
        kind = self._debouncer.find_problem(self._clock()) if self.working else None
        return Fault(self.name, kind, self.wire) if kind else None

    @property
    def down(self) -> bool:
        """True while it is held."""
        return self._debouncer.down

    def add_edge(self, closed: bool, at: float) -> None:
        """Queue a raw edge. Runs in the pod's own thread."""
        self.closed = closed
        self._debouncer.add_edge(at, closed)
        self.on_raw_edge(closed, at)

    def poll(self, now: float) -> float | None:
        """Confirm presses and releases; return when to poll again."""
        # Looks at the time POD.reach ago: every edge up to then must have arrived over USB by now.
        due = self._debouncer.process_edges(now - POD.reach, lambda: self.closed)
        return None if due is None else due + POD.reach

    def _report_change(self, what: str, at: float) -> None:
        self._on_event(InputEvent(self.name, "pressed" if what == "pressed" else "released", at))


class PodPaddles:
    """All paddles of a pod that may come and go. A pod that was never connected is not a fault."""

    def __init__(
        self, open_pod: OpenPod, on_event: EventHandler, wake: Callable[[], None], press: PressWiring, clock: Clock
    ) -> None:
        self.on_event = on_event
        self._was_connected = False
        self._lost = 0
        self._wake = wake
        self._pod: PodConnection | None = None
        self._lamps: dict[int, bool] = {}
        self._colours: Sequence[Colour] = ()
        self._ring = b""
        self.paddles = [PodPaddle(seat, self, press, clock) for seat in range(len(BUTTONS))]
        self._pod = open_pod(self._take_edge)  # last: its thread may deliver edges at once

    @property
    def seats(self) -> int:
        """How many paddles there are now; 0 while no pod answers."""
        return self._pod.seats if self._pod is not None else 0

    @property
    def missed(self) -> bool:
        """Whether a pod was connected before and is gone now."""
        return self._was_connected and not self.seats

    def poll(self, now: float) -> float | None:
        """Turn edges into presses; return when to poll again."""
        self._was_connected = self._was_connected or self.seats > 0
        if not self._was_connected:
            return None
        self._check_lost_edges()
        self.show(self._colours)
        return min((due for paddle in self.paddles if (due := paddle.poll(now)) is not None), default=None)

    def faults(self) -> list[Fault]:
        """Return the faults of the pod and of its contacts."""
        faults = [fault for paddle in self.paddles if (fault := paddle.fault) is not None]
        problem = self._pod.problem if self._pod is not None else None
        if problem is not None and problem.code in ("pod-mismatch", "pod-silent"):
            faults.append(Fault("pod", "failed", "its firmware: arkside pod install", str(problem)))
        elif problem is not None and problem.code in ("pod-clock", "pod-port"):
            faults.append(Fault("pod", "failed", "its USB cable", str(problem)))
        elif self.missed:
            faults.append(Fault("pod", "no-answer", "its USB cable"))
        return faults

    def lamp(self, seat: int, lit: bool) -> None:
        """Switch the lamp of a seat; a pod that is connected later shows it too."""
        if self._pod is not None and self._lamps.get(seat, False) is not lit:
            self._lamps[seat] = lit
            self._pod.lamp(seat, 255 if lit else 0)

    def show(self, colours: Sequence[Colour]) -> None:
        """Show the colours of the light bar around the ring, no brighter than a USB port can supply."""
        self._colours = colours
        pixels = self._pod.pixels if self._pod is not None else 0
        if not pixels or not colours:
            return
        spread = [colours[pixel * len(colours) // pixels] for pixel in range(pixels)]
        ring = bytes(part for colour in limit_current(spread, 1.0, RING_MILLIAMPS) for part in colour)
        if self._pod is not None and ring != self._ring:
            self._ring = ring
            self._pod.ring(ring)

    @property
    def clock_error(self) -> float:
        """Largest error of the pod's stamps, in seconds."""
        return self._pod.clock_error if self._pod is not None else 0.0

    @property
    def lateness(self) -> float:
        """Usual delay between stamp and arrival of the pod's edges, in seconds."""
        return self._pod.lateness if self._pod is not None else 0.0

    def freeze(self) -> None:
        """Freeze the pod's clock fit: a race begins."""
        if self._pod is not None:
            self._pod.freeze()

    def thaw(self) -> None:
        """Let the pod's clock fit follow new round trips: the race is judged."""
        if self._pod is not None:
            self._pod.thaw()

    def close(self) -> None:
        """Switch the pod's lights off and close it."""
        if self._pod is not None:
            for seat in list(self._lamps):
                self.lamp(seat, False)
            self.show([(0, 0, 0)])
            self._pod.close()

    def _check_lost_edges(self) -> None:
        """Report lost edges to all paddles, since it is unknown whose edges they were."""
        lost = self._pod.lost if self._pod is not None else 0
        if lost > self._lost:
            for paddle in self.paddles:
                paddle.on_lost_edges()
        self._lost = lost

    def _take_edge(self, seat: int, closed: bool, at: float) -> None:
        try:
            if 0 <= seat < len(self.paddles):
                self.paddles[seat].add_edge(closed, at)
        finally:  # after queueing, so that the woken host finds the edge
            self._wake()
