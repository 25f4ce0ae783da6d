"""A pod without hardware: the same loop with buttons, lamps and ring in memory.

As a program, `python -m firmware.simulated COMMANDS`, it talks to the host on standard input and output, like the
Pico, and also runs on MicroPython's unix port. COMMANDS is a pipe with one action per line: `2 close`, `2 open`,
`reset`.
"""

import sys
import time

from firmware.link import TICKS
from firmware.outbox import SIZE, Outbox
from firmware.pod import PodFirmware

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEATS = 5
PIXELS = 16


class SimulatedBoard:
    """A board in memory. `now_us` returns the time; bytes from the host are put into `incoming`."""

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
        """Return the bytes that have come from the host."""
        data = self.incoming
        self.incoming = b""
        return data

    def write(self, data: bytes) -> None:
        """Send to the host."""
        self._send(data)

    def ticks_us(self) -> int:
        """Return the time, wrapping like the Pico's."""
        ticks: int = self._now_us() % TICKS
        return ticks

    def is_closed(self, seat: int) -> bool:
        """Return whether the contact of a seat is closed."""
        return self.levels[seat]

    def disable_interrupts(self) -> int:
        """Nothing interrupts a simulation."""
        return 0

    def restore_interrupts(self, token: int) -> None:
        """Nothing interrupts a simulation."""

    def set_lamp(self, seat: int, level: int) -> None:
        """Store the level of a lamp."""
        self.lamps[seat] = level

    def set_ring(self, colours: bytes) -> None:
        """Store the colours of the ring."""
        self.colours = colours

    def feed_watchdog(self) -> None:
        """Count how often the watchdog was fed."""
        self.fed += 1

    def halt(self) -> None:
        """Record that the pod was asked to stop."""
        self.halted = True


class SimulatedPod:
    """A pod in memory, pressed and reset by its caller. Its outbox survives a reset, as on the Pico."""

    def __init__(self, now_us: "Any", send: "Any", chance: int = 1) -> None:
        self.memory = bytearray(SIZE)
        self.now_us = now_us
        self.send = send
        self.chance = chance
        self.start = 0
        self.levels = [False] * SEATS
        self.reset()

    def since_reset(self) -> int:
        """Return the pod's own clock: microseconds since the last reset."""
        since: int = self.now_us() - self.start
        return since

    def reset(self) -> None:
        """Reset the pod as the watchdog does: only the outbox memory survives."""
        self.start = self.now_us()
        self.board = SimulatedBoard(self.since_reset, self.send, self.levels)
        self.outbox = Outbox(self.memory, self.board.seats, self.chance)
        self.pod = PodFirmware(self.board, self.outbox)

    def move_contact(self, seat: int, closed: bool) -> None:
        """Close or open a contact, and run its interrupt handler."""
        self.levels[seat] = closed
        self.outbox.push(seat, closed, self.board.ticks_us())

    def run_command(self, line: str) -> bool:
        """Run one line of COMMANDS; return False if it is not a command."""
        words = line.split()
        if words == ["reset"]:
            self.reset()
        elif len(words) == 2 and words[1] in ("close", "open"):
            self.move_contact(int(words[0]), words[1] == "close")
        else:
            return False
        return True


def choose_clock() -> "Any":
    """Return a function that counts microseconds, on MicroPython or CPython."""
    ticks_us = getattr(time, "ticks_us", None)
    return ticks_us if ticks_us is not None else lambda: time.monotonic_ns() // 1000


def make_poller(stream: "Any") -> "Any":
    """Return a function that waits up to a number of milliseconds for something to read."""
    import select  # noqa: PLC0415 - MicroPython in WebAssembly has none and needs none

    poll = select.poll()
    poll.register(stream, select.POLLIN)
    return poll.poll


def main(path: str) -> None:
    """Run the pod on standard input and output until the commands at `path` end."""
    commands = open(path, "rb", 0)  # noqa: SIM115 - open as long as the process lives
    # CPython's buffered streams would hold bytes back from poll(); MicroPython has only the raw ones.
    source = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    drain = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
    poll_host, poll_commands = make_poller(sys.stdin), make_poller(commands)
    now_us = choose_clock()
    simulated = SimulatedPod(now_us, drain.write, chance=now_us())
    while not simulated.board.halted:
        poll_host(1)
        while poll_host(0):
            simulated.board.incoming += source.read(1)
        while poll_commands(0):
            line = commands.readline()
            if not line or not simulated.run_command(line.decode()):
                return
        simulated.pod.step()


if __name__ == "__main__":
    main(sys.argv[1])
