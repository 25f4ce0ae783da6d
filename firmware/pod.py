"""The pod's main loop: sends every edge until the host acknowledges it, and sets the lamps and the ring.

The pod is simple on purpose: it does not debounce and does not judge. It stamps raw edges and never loses one.
All hardware is behind a `board`: main.py has the Pico's, simulated.py one without hardware.

A board has `seats` and `pixels` (counts), `read()` (the bytes that have come, without waiting), `write(data)`,
`ticks_us()`, `is_closed(seat)`, `disable_interrupts()` and `restore_interrupts(token)`, `set_lamp(seat, level)` with
levels 0-255, `set_ring(colours)` with three bytes a pixel, `feed_watchdog()` and `halt()`.
"""

from firmware.link import DIGEST, SEQUENCE, TICKS, VERSION, WORDS, MessageReader, encode_message, subtract_wrapped

TYPE_CHECKING = False  # MicroPython has no `typing`
if TYPE_CHECKING:
    from typing import Any

    from firmware.outbox import Outbox

RESEND_US = 10_000
"""Time after which an edge that is not acknowledged is sent again."""
WINDOW = 16
"""Most edges sent again at once."""
SILENCE_US = 3_000_000
"""Silence after which the host counts as gone; edges then wait until it is back."""
MISMATCH_US = 5_000
"""Time for which the level must contradict the last edge before an interrupt counts as missed."""


class PodFirmware:
    """The main loop, one `step` at a time."""

    def __init__(self, board: "Any", outbox: "Outbox") -> None:
        self.board = board
        self.outbox = outbox
        self.reader = MessageReader()
        self.last_command: dict[int, int] = {}
        self.host_present = True
        self.heard_at = board.ticks_us()
        self.sent = outbox.tail
        self.sent_at = self.heard_at
        self.mismatch_since: list[int | None] = [None] * board.seats
        self.handlers: dict[str, Any] = {
            "who": self.say_hello,
            "words": self.say_words,
            "ack": outbox.acknowledge,
            "sync": self.answer_sync,
            "lamp": self.set_lamp,
            "ring": self.set_ring,
            "report": self.say_health,
            "halt": self.halt,
        }
        self.say_hello()

    def say(self, word: str, *values: object) -> None:
        """Send one message."""
        self.board.write(encode_message(word, *values))

    def step(self) -> None:
        """Run one pass: serve the host, look for missed edges, send waiting ones."""
        board = self.board
        now = board.ticks_us()
        self.outbox.tell_time(now)
        for word, values in self.reader.feed(board.read()):
            handler = self.handlers.get(word)
            if handler is not None:
                self.heard_at = now
                self.host_present = True
                handler(*values)
        self.find_missed_edges(now)
        self.send_edges(now)
        board.feed_watchdog()

    def say_hello(self) -> None:
        """Introduce the pod, after a reset and whenever the host asks."""
        outbox = self.outbox
        board = self.board
        self.last_command.clear()  # after a new connection, the host counts its commands from the start
        self.say("hello", VERSION, DIGEST, outbox.stream, outbox.boot, outbox.tail, board.seats, board.pixels)

    def say_words(self) -> None:
        """Send every message this pod knows, so that a host of another version can name the differences."""
        for index, line in enumerate(WORDS):
            self.say("word", index, len(WORDS), line)

    def answer_sync(self, n: int) -> None:
        """Answer with the time."""
        outbox = self.outbox
        # The clock is read last, right before writing: a delay in between would count as clock error on the host.
        self.say("clock", n, outbox.stream, outbox.boot, outbox.tell_time(self.board.ticks_us()))

    def set_lamp(self, n: int, seat: int, level: int) -> None:
        """Set a lamp, unless a newer command for it came already."""
        if 0 <= seat < self.board.seats and self.is_newer(n, seat):
            self.board.set_lamp(seat, level & 0xFF)
        self.say("done", n)

    def set_ring(self, n: int, colours: str) -> None:
        """Set all pixels of the ring, given as six hexadecimal digits each."""
        if self.is_newer(n, self.board.seats):
            try:
                self.board.set_ring(bytes([int(colours[i : i + 2], 16) for i in range(0, len(colours), 2)]))
            except ValueError:
                self.reader.bad += 1
        self.say("done", n)

    def is_newer(self, n: int, place: int) -> bool:
        """Return whether this command is newer than the last one for its place, and remember it."""
        # The host repeats commands until they are confirmed, so an old one may arrive after a newer one.
        if place in self.last_command and subtract_wrapped(n, self.last_command[place], SEQUENCE) <= 0:
            return False
        self.last_command[place] = n
        return True

    def say_health(self) -> None:
        """Report the pod's health."""
        uptime = self.outbox.tell_time(self.board.ticks_us()) // 1000
        self.say("health", self.outbox.waiting, self.outbox.dropped, self.reader.bad, uptime)

    def halt(self, n: int) -> None:
        """Stop the firmware, so that a new one can be installed."""
        self.say("done", n)
        self.board.halt()

    def find_missed_edges(self, now: int) -> None:
        """Add an edge whose interrupt was missed, so that the button does not look stuck forever."""
        board = self.board
        for seat in range(board.seats):
            closed = board.is_closed(seat)
            since = self.mismatch_since[seat]
            if closed == self.outbox.closed[seat]:
                self.mismatch_since[seat] = None
            elif since is None:
                self.mismatch_since[seat] = now
            elif subtract_wrapped(now, since, TICKS) >= MISMATCH_US:
                # The interrupt pushes too, and an edge that comes in between would be written over.
                token = board.disable_interrupts()
                self.outbox.push(seat, closed, now)
                board.restore_interrupts(token)
                self.mismatch_since[seat] = None

    def send_edges(self, now: int) -> None:
        """Send new edges at once, and unacknowledged ones again."""
        outbox = self.outbox
        if self.host_present and subtract_wrapped(now, self.heard_at, TICKS) > SILENCE_US:
            self.host_present = False
        if not self.host_present:
            return
        waiting = outbox.waiting
        if (self.sent - outbox.tail) & 0xFFFF > waiting:  # the host acknowledged edges beyond those sent
            self.sent = outbox.tail
        if waiting and subtract_wrapped(now, self.sent_at, TICKS) >= RESEND_US:
            self.send_range(outbox.tail, min(WINDOW, (self.sent - outbox.tail) & 0xFFFF), now)
        end = outbox.head  # read once: the interrupt may move it while edges are being sent
        self.send_range(self.sent, (end - self.sent) & 0xFFFF, now)
        self.sent = end

    def send_range(self, seq: int, count: int, now: int) -> None:
        """Send `count` edges, starting with number `seq`."""
        for _ in range(count):
            boot, seat, closed, us = self.outbox.read_edge(seq)
            self.say("edge", self.outbox.stream, seq, boot, seat, closed, us)
            seq = (seq + 1) & 0xFFFF
            self.sent_at = now
