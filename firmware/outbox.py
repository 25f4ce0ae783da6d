"""Edges on their way to the host, in memory that a watchdog reset leaves alone, so that not even that loses one."""

MAGIC = b"ARK1"
HEADER = 16
SLOTS = 256
"""Edges that can wait. A power of two, so that the place of an edge follows from its sequence number."""
SIZE = HEADER + SLOTS * 8

_STREAM, _BOOT, _CLOSED, _HEAD, _TAIL = 4, 8, 9, 12, 14


class Outbox:
    """A ring of edges, each with its sequence number, from the interrupt that saw it to the host's acknowledgement.

    `memory` outlives a warm reset: `stream` stays and the numbers go on, only `boot` counts up, because the
    clock starts anew. After a power cut the memory is noise and a new `stream` begins, named by `chance`.
    """

    def __init__(self, memory: bytearray, seats: int, chance: int) -> None:
        self.memory = memory
        self.dropped = 0
        self.era = 0
        if self._sane():
            self.boot = (memory[_BOOT] + 1) & 0xFF
        else:
            memory[0:4] = MAGIC
            memory[_CLOSED] = 0
            self._put(_STREAM, chance & 0x3FFFFFFF, 4)
            self._put(_HEAD, 0, 2)
            self._put(_TAIL, 0, 2)
            self.boot = 0
        memory[_BOOT] = self.boot
        self.stream = self._get(_STREAM, 4)
        self.head = self._get(_HEAD, 2)
        self.tail = self._get(_TAIL, 2)
        # the levels the host knows: a button let go during the reset must not seem pressed for ever
        self.closed = [bool(memory[_CLOSED] >> seat & 1) for seat in range(seats)]

    def _sane(self) -> bool:
        waiting = (self._get(_HEAD, 2) - self._get(_TAIL, 2)) & 0xFFFF
        return bytes(self.memory[0:4]) == MAGIC and waiting <= SLOTS

    def _put(self, at: int, value: int, size: int) -> None:
        for n in range(size):
            self.memory[at + n] = value >> (8 * n) & 0xFF

    def _get(self, at: int, size: int) -> int:
        value = 0
        for n in range(size):
            value |= self.memory[at + n] << (8 * n)
        return value

    @property
    def waiting(self) -> int:
        """How many edges are not acknowledged yet."""
        return (self.head - self.tail) & 0xFFFF

    def push(self, seat: int, closed: bool, ticks: int) -> None:
        """Take down an edge. Runs in the interrupt: allocates nothing, and writes the edge before the count."""
        head = self.head
        memory = self.memory
        if (head - self.tail) & 0xFFFF >= SLOTS:
            self.dropped += 1
            return
        self.closed[seat] = closed
        memory[_CLOSED] = memory[_CLOSED] | 1 << seat if closed else memory[_CLOSED] & ~(1 << seat)
        at = HEADER + (head & (SLOTS - 1)) * 8
        memory[at] = ticks & 0xFF
        memory[at + 1] = ticks >> 8 & 0xFF
        memory[at + 2] = ticks >> 16 & 0xFF
        memory[at + 3] = ticks >> 24
        memory[at + 4] = self.era & 0xFF
        memory[at + 5] = self.era >> 8
        memory[at + 6] = self.boot
        memory[at + 7] = seat << 1 | (1 if closed else 0)
        head = (head + 1) & 0xFFFF
        memory[_HEAD + 1] = head >> 8
        memory[_HEAD] = head & 0xFF
        self.head = head

    def edge(self, seq: int) -> tuple[int, int, int, int]:
        """Boot, seat, whether it closed, and microseconds since that boot of the edge with this number."""
        at = HEADER + (seq & (SLOTS - 1)) * 8
        ticks = self._get(at, 4)
        era = self._get(at + 4, 2)
        code = self.memory[at + 7]
        return self.memory[at + 6], code >> 1, code & 1, wide(era, ticks)

    def acknowledge(self, stream: int, seq: int) -> None:
        """The host has every edge up to this number."""
        if stream == self.stream and (seq - self.tail) & 0xFFFF < self.waiting:
            self.tail = (seq + 1) & 0xFFFF
            self._put(_TAIL, self.tail, 2)

    def tell_time(self, ticks: int) -> int:
        """Microseconds since boot; called more often than every nine minutes, it notices every wrap of the ticks."""
        if (ticks >> 29 ^ self.era) & 1:
            self.era = (self.era + 1) & 0xFFFF
        return wide(self.era, ticks)


def wide(era: int, ticks: int) -> int:
    """Ticks of 30 bits and the era they fell in, counted in halves of their range, as microseconds that do not wrap.

    The last bit of an era is the top bit of its ticks; if they differ, an interrupt came before the era was counted on.
    """
    era += (ticks >> 29 ^ era) & 1
    return (era >> 1) * 0x40000000 + ticks
