"""Whether the link to the pod loses nothing: `python -m tests.bench.link`.

Presses go through a bad line and through resets, in virtual time. The pod is the firmware's own code; the line loses, spoils, repeats and delays frames.
"""

import heapq
import random
from collections import deque
from collections.abc import Callable
from itertools import count

from drivers.pod_link import PodEdge, PodLink
from firmware.simulated import SEATS, SimulatedPod
from tests.bench.command import add_size, make_parser, print_figures

PRESSES = 100_000
LOST, SPOILED, REPEATED = 0.10, 0.05, 0.05
PRESS_EVERY = 0.040
HELD = 0.030
DRIFT = 40e-6
"""The pod's crystal runs this much fast."""
RESET_EVERY = 500
"""Presses between two resets, on average."""
BOOT = 0.150
PASS = 0.001
"""Seconds a pass of the pod's loop may take."""
SAME = 0.070
"""Presses of one seat are further apart than this: what is nearer is the same press."""


class Line:
    """One direction of the wire: in order, late by some milliseconds at times, and full of faults."""

    def __init__(self, world: "World", deliver: Callable[[bytes], None]) -> None:
        self.world = world
        self.deliver = deliver
        self.last = 0.0
        self.cut = 0
        self.frames = 0

    def write(self, data: bytes) -> None:
        """Send frames down the line."""
        rng = self.world.rng
        for frame in data.splitlines(keepends=True):
            self.frames += 1
            if rng.random() < LOST:
                continue
            sent = self._spoil(frame) if rng.random() < SPOILED else frame
            self._send(sent)
            if rng.random() < REPEATED:
                self._send(sent)

    def lose_what_is_on_its_way(self) -> None:
        """The end of the line went away."""
        self.cut += 1

    def _send(self, frame: bytes) -> None:
        rng = self.world.rng
        late = 0.000_3 + rng.expovariate(1 / 0.000_3) + (0.012 if rng.random() < 0.01 else 0)
        self.last = max(self.last, self.world.now + late)
        cut = self.cut
        self.world.at(self.last, lambda: self.deliver(frame) if cut == self.cut else None)

    def _spoil(self, frame: bytes) -> bytes:
        """Flip up to three bits, or lose the end of the frame together with its newline."""
        rng = self.world.rng
        spoiled = bytearray(frame)
        if rng.random() < 0.2:
            return bytes(spoiled[: rng.randrange(len(spoiled))])
        for _ in range(rng.randint(1, 3)):
            spoiled[rng.randrange(len(spoiled))] ^= 1 << rng.randrange(8)
        return bytes(spoiled)


class World:
    """Host, line and pod, and a clock that jumps from one event to the next."""

    def __init__(self, presses: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.now = 1000.0
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.order = count()
        self.left = presses
        self.awake_at = 0.0
        self.step_due = self.host_due = float("inf")
        self.resets = self.unacknowledged = self.inexact = 0
        self.sent: list[deque[float]] = [deque() for _ in range(SEATS)]
        self.lost = self.doubled = 0
        self.errors: list[float] = []
        self.late: list[float] = []
        self.wanted_lamps = [0] * SEATS
        self.link = PodLink()
        self.to_host = Line(self, self._host_hears)
        self.to_pod = Line(self, self._pod_hears)
        self.simulated = SimulatedPod(self._pod_us, self.to_host.write, chance=self.rng.getrandbits(30))
        self.at(self.now + 1.0, self._press)
        self._host_speaks()
        self._pod_steps()

    def at(self, when: float, do: Callable[[], None]) -> None:
        """Do something at this time; what was planned first happens first."""
        heapq.heappush(self.events, (when, next(self.order), do))

    def run(self) -> None:
        """Until every press was made and the line has had time to settle."""
        while self.left:
            self.until(self.events[0][0])
        self.until(self.now + 5)
        self.lost += sum(len(waiting) for waiting in self.sent)

    def until(self, when: float) -> None:
        """Let everything happen that is due by then."""
        while self.events and self.events[0][0] <= when:
            self.now, _, do = heapq.heappop(self.events)
            do()
        self.now = when

    def _pod_us(self) -> int:
        return int(self.now * (1 + DRIFT) * 1e6)

    def _press(self) -> None:
        if self.now < self.awake_at:
            self.at(self.awake_at + 0.001, self._press)
            return
        rng = self.rng
        self.left -= 1
        seat = self.left % SEATS
        self.sent[seat].append(self.now)
        self._edge(seat, True)
        self.at(self.now + HELD, lambda: self._edge(seat, False))
        if rng.random() < 0.1:
            self.wanted_lamps[seat] = rng.randrange(256)
            self.link.lamp(seat, self.wanted_lamps[seat])
            self._host_speaks()
        if rng.random() * RESET_EVERY < 1:
            self.at(self.now + rng.random() * 0.02, self._reset)
        if self.left:
            self.at(self.now + PRESS_EVERY * (0.5 + rng.random()), self._press)

    def _edge(self, seat: int, closed: bool) -> None:
        if self.now < self.awake_at:
            self.simulated.levels[seat] = closed
        else:
            self.simulated.move_contact(seat, closed)
            self._pod_soon()

    def _reset(self) -> None:
        """The watchdog bites: what is on the line to the pod is gone, and for a while nobody is at home."""
        if self.now < self.awake_at:
            return
        self.resets += 1
        self.unacknowledged += self.simulated.outbox.waiting
        self.to_pod.lose_what_is_on_its_way()
        self.awake_at = self.now + BOOT
        self.at(self.awake_at, self._boot)

    def _boot(self) -> None:
        self.simulated.reset()
        self._pod_soon()

    def _pod_soon(self) -> None:
        due = self.now + self.rng.random() * PASS
        if due < self.step_due:
            self.step_due = due
            self.at(due, self._pod_steps)

    def _pod_steps(self) -> None:
        self.step_due = float("inf")
        if self.now < self.awake_at:
            return
        self.simulated.pod.step()
        if self.simulated.outbox.waiting or any(since is not None for since in self.simulated.pod.mismatch_since):
            self.step_due = self.now + 0.005
            self.at(self.step_due, self._pod_steps)

    def _pod_hears(self, data: bytes) -> None:
        if self.now >= self.awake_at:
            self.simulated.board.incoming += data
            self._pod_soon()

    def _host_hears(self, data: bytes) -> None:
        self.link.receive(data, self.now)
        for edge in self.link.take():
            if edge.closed:
                self._count(edge)
        self._host_speaks()

    def _host_speaks(self) -> None:
        self.to_pod.write(self.link.send(self.now))
        due = max(self.link.due(), self.now + 0.001)
        if not self.now < self.host_due <= due:
            self.host_due = due
            self.at(due, self._host_speaks)

    def _count(self, edge: PodEdge) -> None:
        """Compare a press with those that were made."""
        waiting = self.sent[edge.seat]
        while edge.exact and waiting and waiting[0] < edge.at - SAME:
            self.lost += 1
            waiting.popleft()
        if not waiting or (edge.exact and edge.at < waiting[0] - SAME):
            self.doubled += 1
            return
        self.inexact += not edge.exact
        if edge.exact:
            self.late.append(self.now - edge.at)
        self.errors.append(abs(edge.at - waiting.popleft()))


def link(presses: int, seed: int) -> dict[str, object]:
    """Make `presses` presses over the bad line; `lost` and `doubled` must be 0 and the clock within 1 ms."""
    world = World(presses, seed)
    world.run()
    errors, late = sorted(world.errors), sorted(world.late)
    return {
        "lost": world.lost,
        "doubled": world.doubled,
        "clock_error_ms": {
            "p50": round(errors[len(errors) // 2] * 1000, 3),
            "p99": round(errors[len(errors) * 99 // 100] * 1000, 3),
            "max": round(errors[-1] * 1000, 3),
        },
        "edge_late_ms": {
            "p50": round(late[len(late) // 2] * 1000, 3),
            "p90": round(late[len(late) * 9 // 10] * 1000, 3),
            "p99": round(late[len(late) * 99 // 100] * 1000, 3),
        },
        "lamps_wrong": sum(a != b for a, b in zip(world.simulated.board.lamps, world.wanted_lamps, strict=True)),
        "presses": presses,
        "received": len(errors),
        "without_clock": world.inexact,
        "resets": world.resets,
        "unacknowledged_at_resets": world.unacknowledged,
        "repeats_recognised": world.link.repeated,
        "frames": world.to_host.frames + world.to_pod.frames,
        "bad_frames": world.link.reader.bad,
        "dropped_by_pod": world.simulated.outbox.dropped,
        "seed": seed,
    }


def main(arguments: list[str] | None = None) -> None:
    """Print what became of the presses."""
    parser = make_parser("link", __doc__)
    add_size(parser, PRESSES, "presses")
    args = parser.parse_args(arguments)
    print_figures("link", link(args.size, args.seed), args.json)


if __name__ == "__main__":
    main()
