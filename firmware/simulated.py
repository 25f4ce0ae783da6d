"""A pod without hardware: the same loop with buttons, lamps and ring in memory.

As a program, `python -m firmware.simulated COMMANDS`, it talks with the host on input and output, as the Pico does,
and runs on MicroPython's unix port alike. The file COMMANDS, a pipe, tells what happens to it, one line each:
`2 close`, `2 open`, `reset`.
"""

import sys
import time

from firmware.link import TICKS
from firmware.outbox import SIZE, Outbox
from firmware.pod import Pod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEATS = 5
PIXELS = 16


class SimulatedBoard:
    """A board in memory. `now_us` tells the time; bytes from the host are put into `incoming`."""

    def __init__(self, now_us: "Any", send: "Any", levels: list[bool]) -> None:
        self.seats = len(levels)
        self.pixels = PIXELS
        self.incoming = b""
        self.levels = levels
        self.lamps = [0] * self.seats
        self.colours = bytes(3 * PIXELS)
        self.halted = False
        self.fed = 0
        self._now_us = now_us
        self._send = send

    def read(self) -> bytes:
        """What has come from the host."""
        data = self.incoming
        self.incoming = b""
        return data

    def write(self, data: bytes) -> None:
        """Send to the host."""
        self._send(data)

    def ticks_us(self) -> int:
        """The time, wrapping like the Pico's."""
        ticks: int = self._now_us() % TICKS
        return ticks

    def closed(self, seat: int) -> bool:
        """Whether the contact is closed."""
        return self.levels[seat]

    def hold(self) -> int:
        """Nothing interrupts a simulation."""
        return 0

    def release(self, token: int) -> None:
        """Nothing interrupts a simulation."""

    def lamp(self, seat: int, level: int) -> None:
        """Keep the lamp's level."""
        self.lamps[seat] = level

    def ring(self, colours: bytes) -> None:
        """Keep the ring's colours."""
        self.colours = colours

    def alive(self) -> None:
        """Count the meals of the watchdog."""
        self.fed += 1

    def halt(self) -> None:
        """Remember that the pod was asked to stop."""
        self.halted = True


class SimulatedPod:
    """A pod in memory: pressed, reset and driven by hand. Its memory outlives a reset as on the Pico."""

    def __init__(self, now_us: "Any", send: "Any", chance: int = 1) -> None:
        self.memory = bytearray(SIZE)
        self.now_us = now_us
        self.send = send
        self.chance = chance
        self.start = 0
        self.levels = [False] * SEATS
        self.reset()

    def since_reset(self) -> int:
        """Microseconds since the last reset: the pod's own clock."""
        since: int = self.now_us() - self.start
        return since

    def reset(self) -> None:
        """What the watchdog does: everything is forgotten except the memory that lives on."""
        self.start = self.now_us()
        self.board = SimulatedBoard(self.since_reset, self.send, self.levels)
        self.outbox = Outbox(self.memory, self.board.seats, self.chance)
        self.pod = Pod(self.board, self.outbox)

    def edge(self, seat: int, closed: bool) -> None:
        """A contact closes or opens: what the interrupt does."""
        self.levels[seat] = closed
        self.outbox.push(seat, closed, self.board.ticks_us())

    def obey(self, line: str) -> bool:
        """Do what a line says; False if it makes no sense."""
        words = line.split()
        if words == ["reset"]:
            self.reset()
        elif len(words) == 2 and words[1] in ("close", "open"):
            self.edge(int(words[0]), words[1] == "close")
        else:
            return False
        return True


def clock() -> "Any":
    """Microseconds of this machine: MicroPython counts them itself, CPython's nanoseconds are divided."""
    ticks_us = getattr(time, "ticks_us", None)
    return ticks_us if ticks_us is not None else lambda: time.monotonic_ns() // 1000


def watch(stream: "Any") -> "Any":
    """A function that waits so many milliseconds for something to read."""
    import select  # noqa: PLC0415 - MicroPython in WebAssembly has none and needs none

    poll = select.poll()
    poll.register(stream, select.POLLIN)
    return poll.poll


def main(path: str) -> None:
    """Be the pod on input and output, as on the Pico, until the commands at `path` end."""
    commands = open(path, "rb", 0)  # noqa: SIM115 - open as long as the process lives
    source = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    drain = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
    heard, told = watch(sys.stdin), watch(commands)
    now_us = clock()
    simulated = SimulatedPod(now_us, drain.write, chance=now_us())
    while not simulated.board.halted:
        heard(1)
        while heard(0):
            simulated.board.incoming += source.read(1)
        while told(0):
            line = commands.readline()
            if not line or not simulated.obey(line.decode()):
                return
        simulated.pod.step()


if __name__ == "__main__":
    main(sys.argv[1])
