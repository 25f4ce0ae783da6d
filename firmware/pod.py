"""The pod: sends every edge until the host has it, and shows the lamps and the ring that the host asks for.

The pod is dumb on purpose. It does not debounce and does not judge; it stamps raw edges and never loses one.
Everything it touches is given to it as a `board`: main.py has the Pico's, simulated.py one without hardware.

A board has `seats` and `pixels` (counts), `read()` (bytes that have come, at once), `write(data)`, `ticks_us()`,
`closed(seat)`, `hold()` and `release(token)` around what an interrupt must not see half done, `lamp(seat, level)` with
levels 0-255, `ring(colours)` with three bytes a pixel, `alive()` which feeds the watchdog, and `halt()`.
"""

from firmware.link import DIGEST, SEQUENCE, TICKS, VERSION, WORDS, Reader, ahead, frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.outbox import Outbox

RESEND_US = 10_000
"""An edge that is not acknowledged is sent again after this."""
WINDOW = 16
"""Edges sent again at once."""
SILENCE_US = 3_000_000
"""A host not heard for this long is gone: edges wait until it is back."""
ASTRAY_US = 5_000
"""A level that differs from the last edge for this long means that an interrupt was missed."""


class Pod:
    """The main loop, one `step` at a time."""

    def __init__(self, board: "Any", outbox: "Outbox") -> None:
        self.board = board
        self.outbox = outbox
        self.reader = Reader()
        self.shown: dict[int, int] = {}
        self.present = True
        self.heard = board.ticks_us()
        self.sent = outbox.tail
        self.sent_at = self.heard
        self.astray: list[int | None] = [None] * board.seats
        self.serve: dict[str, Any] = {
            "who": self.hello,
            "words": self.words,
            "ack": outbox.acknowledge,
            "sync": self.sync,
            "lamp": self.lamp,
            "ring": self.ring,
            "report": self.report,
            "halt": self.halt,
        }
        self.hello()

    def say(self, word: str, *values: object) -> None:
        """Send one message."""
        self.board.write(frame(word, *values))

    def step(self) -> None:
        """One pass: serve the host, look for missed edges, send what waits."""
        board = self.board
        now = board.ticks_us()
        self.outbox.tell_time(now)
        for word, values in self.reader.feed(board.read()):
            served = self.serve.get(word)
            if served is not None:
                self.heard = now
                self.present = True
                served(*values)
        self.find_missed_edges(now)
        self.send_edges(now)
        board.alive()

    def hello(self) -> None:
        """Say who this is: the first thing after a reset, and whenever the host asks."""
        outbox = self.outbox
        board = self.board
        self.shown.clear()
        self.say("hello", VERSION, DIGEST, outbox.stream, outbox.boot, outbox.tail, board.seats, board.pixels)

    def words(self) -> None:
        """Tell every message this pod knows, for a host that knows others."""
        for index, line in enumerate(WORDS):
            self.say("word", index, len(WORDS), line)

    def sync(self, n: int) -> None:
        """Tell the time, as late as possible."""
        outbox = self.outbox
        self.say("clock", n, outbox.stream, outbox.boot, outbox.tell_time(self.board.ticks_us()))

    def lamp(self, n: int, seat: int, level: int) -> None:
        """Set a lamp, unless a newer order for it came already."""
        if 0 <= seat < self.board.seats and self.new(n, seat):
            self.board.lamp(seat, level & 0xFF)
        self.say("done", n)

    def ring(self, n: int, colours: str) -> None:
        """Set all pixels of the ring, as six hexadecimal digits each."""
        if self.new(n, self.board.seats):
            try:
                self.board.ring(bytes([int(colours[i : i + 2], 16) for i in range(0, len(colours), 2)]))
            except ValueError:
                self.reader.bad += 1
        self.say("done", n)

    def new(self, n: int, place: int) -> bool:
        """Whether this command is newer than the last one for its place: a repeated old one must not undo it."""
        if place in self.shown and ahead(n, self.shown[place], SEQUENCE) <= 0:
            return False
        self.shown[place] = n
        return True

    def report(self) -> None:
        """Tell how the pod is."""
        uptime = self.outbox.tell_time(self.board.ticks_us()) // 1000
        self.say("health", self.outbox.waiting, self.outbox.dropped, self.reader.bad, uptime)

    def halt(self, n: int) -> None:
        """Stop, so that new firmware can be installed."""
        self.say("done", n)
        self.board.halt()

    def find_missed_edges(self, now: int) -> None:
        """Make up for an edge whose interrupt was missed, before a button seems stuck for ever."""
        board = self.board
        for seat in range(board.seats):
            closed = board.closed(seat)
            since = self.astray[seat]
            if closed == self.outbox.closed[seat]:
                self.astray[seat] = None
            elif since is None:
                self.astray[seat] = now
            elif ahead(now, since, TICKS) >= ASTRAY_US:
                token = board.hold()
                self.outbox.push(seat, closed, now)
                board.release(token)
                self.astray[seat] = None

    def send_edges(self, now: int) -> None:
        """Send new edges at once, and those without an answer again."""
        outbox = self.outbox
        if self.present and ahead(now, self.heard, TICKS) > SILENCE_US:
            self.present = False
        if not self.present:
            return
        waiting = outbox.waiting
        if (self.sent - outbox.tail) & 0xFFFF > waiting:
            self.sent = outbox.tail
        if waiting and ahead(now, self.sent_at, TICKS) >= RESEND_US:
            self.send(outbox.tail, min(WINDOW, (self.sent - outbox.tail) & 0xFFFF), now)
        end = outbox.head
        self.send(self.sent, (end - self.sent) & 0xFFFF, now)
        self.sent = end

    def send(self, seq: int, count: int, now: int) -> None:
        """Send so many edges from this number on."""
        for _ in range(count):
            boot, seat, closed, us = self.outbox.edge(seq)
            self.say("edge", self.outbox.stream, seq, boot, seat, closed, us)
            seq = (seq + 1) & 0xFFFF
            self.sent_at = now
