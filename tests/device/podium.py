"""A pod in virtual time: the real firmware and the real link, with a cable that can be pulled and no thread."""

from companion.device.rehearsal import Rehearsal
from drivers.clock import VirtualClock
from drivers.pod import PodError
from drivers.pod_link import PodLink
from drivers.pod_paddles import Post
from firmware.simulated import SimulatedPod

PASSES = 40
"""Enough for a hello and a burst of round trips."""


class Podium:
    """The pod at the end of its cable. Make it first, give `plug` to the rehearsal, then `connect`."""

    def __init__(self) -> None:
        self.link = PodLink()
        self.simulated: SimulatedPod | None = None
        self.problem: PodError | None = None
        self.post: Post
        self.clock = VirtualClock()
        self.closed = False
        self._said = b""

    def plug(self, post: Post) -> "Podium":
        """What a panel calls to have a pod."""
        self.post = post
        return self

    def connect(self, device: Rehearsal) -> None:
        """Put the cable in; the pod starts anew, as it does when it gets power."""
        self.clock = device.clock
        self.link.restart_handshake()
        chance = round(self.clock.now * 1000) % 60_000 + 1
        self.simulated = SimulatedPod(lambda: round(self.clock.now * 1e6), self._say, chance)
        for _ in range(PASSES):
            self._pass()
            device.wait(0.02)
        assert self.seats == 5

    def pull(self) -> None:
        """Pull the cable out."""
        self.simulated = None
        self.link.restart_handshake()

    def edge(self, seat: int, closed: bool) -> None:
        """A contact closes or opens."""
        assert self.simulated is not None
        self.simulated.move_contact(seat, closed)
        for _ in range(3):
            self._pass()

    def slap(self, device: Rehearsal, *seats: int, gap: float = 0.0, hold: float = 0.1) -> None:
        """These hands come down one after the other, and all go up again."""
        for seat in seats:
            self.edge(seat, True)
            device.wait(gap)
        device.wait(hold)
        for seat in seats:
            self.edge(seat, False)
        device.wait(0.1)

    @property
    def lamps(self) -> list[bool]:
        """Which lamps of the pod shine."""
        self._pass()
        assert self.simulated is not None
        return [level > 0 for level in self.simulated.board.lamps]

    @property
    def colours(self) -> list[tuple[int, ...]]:
        """The lights of the ring."""
        self._pass()
        assert self.simulated is not None
        ring = self.simulated.board.colours
        return [tuple(ring[at : at + 3]) for at in range(0, len(ring), 3)]

    def _say(self, data: bytes) -> None:
        self._said += data

    def _pass(self) -> None:
        """Let bytes go both ways once."""
        if self.simulated is None:
            return
        self.simulated.board.incoming += self.link.send(self.clock.now)
        self.simulated.pod.step()
        message, self._said = self._said, b""
        self.link.receive(message, self.clock.now)
        for edge in self.link.take():
            self.post(edge.seat, edge.closed, edge.at)

    # what the paddles need of a pod

    @property
    def seats(self) -> int:
        return self.link.hello.seats if self.link.hello is not None and self.link.trusted else 0

    @property
    def lost(self) -> int:
        return self.link.lost

    @property
    def clock_error(self) -> float:
        return self.link.clock.error() if self.link.clock is not None and self.link.clock.trusted else 0.0

    @property
    def lateness(self) -> float:
        return self.link.lateness

    def freeze(self) -> None:
        self.link.freeze()

    def thaw(self) -> None:
        self.link.thaw()

    @property
    def pixels(self) -> int:
        return self.link.hello.pixels if self.link.hello is not None and self.link.is_compatible else 0

    def lamp(self, seat: int, level: int) -> None:
        self.link.lamp(seat, level)

    def ring(self, colours: bytes) -> None:
        self.link.ring(colours)

    def close(self) -> None:
        self._pass()
        self.closed = True
