"""The paddles on the pod: heard like those on the lid as long as the pod is there, with their lamps and the ring."""

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
"""A USB port must give 500 mA to all that hangs on it, and the lamps take their part."""


class PodConnection(Protocol):
    """A pod as the paddles need it, which may be plugged in or not; `drivers.pod.Pod` is one."""

    @property
    def seats(self) -> int:
        """How many paddles there are now; 0 while no pod answers."""

    @property
    def pixels(self) -> int:
        """How many lights its ring has."""

    @property
    def problem(self) -> "PodError | None":
        """What keeps it from working, if anything does."""

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
        """Let its clock stand as it is matched now."""

    def thaw(self) -> None:
        """Match its clock further."""

    def lamp(self, seat: int, level: int) -> None:
        """Light the lamp of a seat."""

    def ring(self, colours: bytes) -> None:
        """Show these colours on the ring."""

    def close(self) -> None:
        """Let go of it."""


OpenPod = Callable[[Post], PodConnection]
"""Makes the pod, given where its edges go; the class `Pod` does."""


class PodPaddle:
    """One paddle on the pod. It has no level to read, but no edge of it is lost without a word."""

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
        """Whether the pod is there and has this paddle."""
        return self._seat < self._pod.seats

    @property
    def fault(self) -> Fault | None:
        """A contact that is stuck or flickering."""
        what = self._debouncer.find_problem(self._clock()) if self.working else None
        return Fault(self.name, what, self.wire) if what else None

    @property
    def down(self) -> bool:
        """True while it is held."""
        return self._debouncer.down

    def add_edge(self, closed: bool, at: float) -> None:
        """Take a raw edge, in the pod's own thread: it is only queued."""
        self.closed = closed
        self._debouncer.add_edge(at, closed)
        self.on_raw_edge(closed, at)

    def poll(self, now: float) -> float | None:
        """Confirm presses and releases, once every edge up to then must have come; returns when to come again."""
        again = self._debouncer.process_edges(now - POD.reach, lambda: self.closed)
        return None if again is None else again + POD.reach

    def _report_change(self, what: str, at: float) -> None:
        self._on_event(InputEvent(self.name, "pressed" if what == "pressed" else "released", at))


class PodPaddles:
    """All paddles of a pod that may come and go. Without one they are silent, and nobody is told of it."""

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
        self._pod = open_pod(self._take_edge)  # it may call at once, so all must be ready

    @property
    def seats(self) -> int:
        """How many paddles there are now; 0 while no pod answers."""
        return self._pod.seats if self._pod is not None else 0

    @property
    def missed(self) -> bool:
        """Whether a pod was there and is gone."""
        return self._was_connected and not self.seats

    def poll(self, now: float) -> float | None:
        """Make presses of edges; returns when to come again."""
        self._was_connected = self._was_connected or self.seats > 0
        if not self._was_connected:
            return None
        self._check_lost_edges()
        self.show(self._colours)
        return min((due for paddle in self.paddles if (due := paddle.poll(now)) is not None), default=None)

    def faults(self) -> list[Fault]:
        """A pod that went away or cannot be understood, and contacts that are stuck."""
        found = [fault for paddle in self.paddles if (fault := paddle.fault) is not None]
        problem = self._pod.problem if self._pod is not None else None
        if problem is not None and problem.code in ("pod-mismatch", "pod-silent"):
            found.append(Fault("pod", "failed", "its firmware: arkside pod install", str(problem)))
        elif problem is not None and problem.code in ("pod-clock", "pod-port"):
            found.append(Fault("pod", "failed", "its USB cable", str(problem)))
        elif self.missed:
            found.append(Fault("pod", "no-answer", "its USB cable"))
        return found

    def lamp(self, seat: int, lit: bool) -> None:
        """Switch the lamp of a seat; a pod that comes later shows it too."""
        if self._pod is not None and self._lamps.get(seat, False) is not lit:
            self._lamps[seat] = lit
            self._pod.lamp(seat, 255 if lit else 0)

    def show(self, colours: Sequence[Colour]) -> None:
        """What the light bar shows, once around the ring and no brighter than a USB port can feed."""
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
        """How far the stamps of the pod may be off, in seconds."""
        return self._pod.clock_error if self._pod is not None else 0.0

    @property
    def lateness(self) -> float:
        """How long after their stamps the edges of the pod come, in seconds."""
        return self._pod.lateness if self._pod is not None else 0.0

    def freeze(self) -> None:
        """A race begins: the pod's clock stands as it is matched now."""
        if self._pod is not None:
            self._pod.freeze()

    def thaw(self) -> None:
        """The race is judged."""
        if self._pod is not None:
            self._pod.thaw()

    def close(self) -> None:
        """Leave the pod dark and let go of it."""
        if self._pod is not None:
            for seat in list(self._lamps):
                self.lamp(seat, False)
            self.show([(0, 0, 0)])
            self._pod.close()

    def _check_lost_edges(self) -> None:
        """Nobody knows whose edges they were, so all paddles are told."""
        lost = self._pod.lost if self._pod is not None else 0
        if lost > self._lost:
            for paddle in self.paddles:
                paddle.on_lost_edges()
        self._lost = lost

    def _take_edge(self, seat: int, closed: bool, at: float) -> None:
        try:
            if 0 <= seat < len(self.paddles):
                self.paddles[seat].add_edge(closed, at)
        finally:  # whoever wakes must find the edge there
            self._wake()
