"""Edges waiting to be acknowledged by the host, in memory that survives a watchdog reset."""

MAGIC = b"ARK1"
HEADER = 16
SLOTS = 256
"""Most edges that can wait. A power of two, so that the slot of an edge is the low bits of its sequence number."""
SIZE = HEADER + SLOTS * 8

# Byte offsets in the header. If they change, MAGIC must change too: after an update the memory holds the old layout.
_STREAM, _BOOT, _CLOSED, _HEAD, _TAIL = 4, 8, 9, 12, 14


class Outbox:
    """A ring buffer of numbered edges, filled by the interrupt and emptied by the host's acknowledgements.

    `memory` survives a warm reset: `stream` and the sequence numbers continue, and `boot` is incremented because the
    clock restarts at 0. After a power cut the memory is noise, and a new `stream` begins, named by the random `chance`.
    """

    def __init__(self, memory: bytearray, seats: int, chance: int) -> None:
        self.memory = memory
        self.dropped = 0
        self.era = 0
        if self._is_intact():
            self.boot = (memory[_BOOT] + 1) & 0xFF
        else:
            memory[0:4] = MAGIC
            memory[_CLOSED] = 0
            self._write_int(_STREAM, chance & 0x3FFFFFFF, 4)
            self._write_int(_HEAD, 0, 2)
            self._write_int(_TAIL, 0, 2)
            self.boot = 0
        memory[_BOOT] = self.boot
        self.stream = self._read_int(_STREAM, 4)
        self.head = self._read_int(_HEAD, 2)
        self.tail = self._read_int(_TAIL, 2)
        # The levels the host knows, from before the reset: the loop compares them with the pins, so that a button
        # released during the reset does not look pressed forever.
        self.closed = [bool(memory[_CLOSED] >> seat & 1) for seat in range(seats)]

    def _is_intact(self) -> bool:
        waiting = (self._read_int(_HEAD, 2) - self._read_int(_TAIL, 2)) & 0xFFFF
        return bytes(self.memory[0:4]) == MAGIC and waiting <= SLOTS

    def _write_int(self, at: int, value: int, size: int) -> None:
        for n in range(size):
            self.memory[at + n] = value >> (8 * n) & 0xFF

    def _read_int(self, at: int, size: int) -> int:
        value = 0
        for n in range(size):
            value |= self.memory[at + n] << (8 * n)
        return value

    @property
    def waiting(self) -> int:
        """Number of edges that are not acknowledged yet."""
        return (self.head - self.tail) & 0xFFFF

    def push(self, seat: int, closed: bool, ticks: int) -> None:
        """Record an edge. Runs in interrupt context, so it must not allocate memory."""
        # No helper, no slice, no big integer below: each of them would allocate, which a hard interrupt must not.
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
        # The count is written last: a reset in the middle leaves the half-written edge outside the ring.
        head = (head + 1) & 0xFFFF
        memory[_HEAD + 1] = head >> 8
        memory[_HEAD] = head & 0xFF
        self.head = head

    def read_edge(self, seq: int) -> tuple[int, int, int, int]:
        """Return boot, seat, whether it closed, and microseconds since that boot, of the edge with this number."""
        at = HEADER + (seq & (SLOTS - 1)) * 8
        ticks = self._read_int(at, 4)
        era = self._read_int(at + 4, 2)
        code = self.memory[at + 7]
        return self.memory[at + 6], code >> 1, code & 1, unwrap_ticks(era, ticks)

    def acknowledge(self, stream: int, seq: int) -> None:
        """Drop all edges up to this number: the host has them."""
        # The difference is taken modulo 2**16, so an old acknowledgement that comes late is out of range and ignored.
        if stream == self.stream and (seq - self.tail) & 0xFFFF < self.waiting:
            self.tail = (seq + 1) & 0xFFFF
            self._write_int(_TAIL, self.tail, 2)

    def tell_time(self, ticks: int) -> int:
        """Return the microseconds since boot. Must be called at least every nine minutes to notice each wrap."""
        # `era` counts halves of the tick range, so its last bit must equal the top bit of the ticks.
        if (ticks >> 29 ^ self.era) & 1:
            self.era = (self.era + 1) & 0xFFFF
        return unwrap_ticks(self.era, ticks)


def unwrap_ticks(era: int, ticks: int) -> int:
    """Return ticks of 30 bits as microseconds that don't wrap, given the era: the count of half tick ranges.

    The last bit of the era equals the top bit of its ticks. If they differ, an interrupt came after the ticks
    crossed into the next half and before the loop counted it.
    """
    era += (ticks >> 29 ^ era) & 1
    return (era >> 1) * 0x40000000 + ticks
