"""Host side of the link to the pod, without port or clock: bytes and times in, bytes and edges out."""

from collections import deque
from typing import Any, NamedTuple

from drivers.pod_clock import PodClock, RoundTrip
from firmware.link import DIGEST, LONGEST, SEQUENCE, VERSION, WORDS, MessageReader, encode_message, subtract_wrapped

BURST = 8
"""Round trips made in a row when a clock is new."""
BURST_PAUSE = 0.005
ANSWER_TIMEOUT = 0.020
"""Longest wait in seconds for an answer within a burst before the next round trip starts."""
SYNC_PAUSE = 1.0
REPEAT = 0.02
"""Seconds after which an unconfirmed command is sent again."""
MAX_BOOTS = 8
"""Streams and clocks remembered from before resets."""
MAX_PENDING_SYNCS = 64
"""Most requests for the time that may be unanswered."""
MAX_WAITING_EDGES = 512
"""Most edges that may wait for their clock or for an earlier edge: twice what a pod has room for."""
MAX_FRAMES = 1024
"""Most frames that may wait to be sent."""
FUTURE_TOLERANCE = 0.050
"""Most seconds by which a stamp may be later than its arrival; beyond them, the clock fit is wrong."""
MOST_SEATS = 16
MOST_PIXELS = (LONGEST - 20) // 6
"""Most pixels whose colours fit into one line of the link."""
FIRST_HELLO = 0.2
"""Seconds between two attempts to get a hello from a silent pod."""
BOOTS = 0x100


class PodEdge(NamedTuple):
    """One raw edge in host time. It is not `exact` if the pod was reset before its clock could be matched."""

    seat: int
    closed: bool
    at: float
    exact: bool = True


class Hello(NamedTuple):
    """The pod's introduction: its version and state."""

    version: int
    digest: int
    stream: int
    boot: int
    oldest: int
    seats: int
    pixels: int


class Health(NamedTuple):
    """The pod's answer to `report`."""

    waiting: int
    dropped: int
    bad: int
    uptime_ms: int


class _Edge(NamedTuple):
    clock: PodClock | None
    seat: int
    closed: int
    us: int
    arrived: float


class _Command:
    """A lamp or ring command, sent until the pod confirms it."""

    __slots__ = ("due", "n", "values", "word")

    def __init__(self, word: str, values: tuple[object, ...]) -> None:
        self.word = word
        self.values = values
        self.n = -1
        self.due = float("-inf")


class PodLink:
    """Talks to one pod across resets: delivers every edge once and in order, repeats commands until confirmed.

    Pass incoming bytes to `receive`, write the bytes from `send` (at the latest at `due`), get edges with `take`.
    """

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.health: Health | None = None
        self.boots = 0
        """Number of boots of the pod seen so far."""
        self.repeated = 0
        """Edges that arrived again and were dropped as duplicates."""
        self.lost = 0
        """Edges that were dropped, because too many were waiting or their stamps were impossible."""
        self.heard_at = self.hello_at = self.impossible_stamp_at = float("-inf")
        """Times of the last message, of the last hello, and of the last impossible stamp."""
        self.words: dict[int, str] = {}
        self.round_trips: deque[float] = deque(maxlen=1000)
        self.late: deque[float] = deque(maxlen=1000)
        """Delays between stamp and arrival of the last edges."""
        self.reader = MessageReader()
        self._frozen = False
        self._out: deque[bytes] = deque(maxlen=MAX_FRAMES)
        self._expected: dict[int, int] = {}
        self._out_of_order: dict[int, _Edge] = {}
        self._held: deque[_Edge] = deque()
        self._edges: deque[PodEdge] = deque(maxlen=4 * MAX_WAITING_EDGES)
        self._clocks: dict[tuple[int, int], PodClock] = {}
        self._closed: set[int] = set()
        self._syncs: dict[int, float] = {}
        self._next_sync = float("-inf")
        self._burst = BURST
        self._next_hello = float("-inf")
        self._n = 0
        self._shown: dict[object, _Command] = {}
        self._unconfirmed: dict[int, _Command] = {}

    # --- requests of the host --------------------------------------------------------------------

    def lamp(self, seat: int, level: int) -> None:
        """Light the lamp of a seat, 0 to 255."""
        self._show(seat, _Command("lamp", (seat, level)))

    def ring(self, colours: bytes) -> None:
        """Show these colours on the ring, three bytes a pixel."""
        self._show("ring", _Command("ring", (colours.hex(),)))

    def report(self) -> None:
        """Ask for the pod's health; the answer becomes `health`."""
        self._queue_frame("report")

    def burst(self, count: int) -> None:
        """Make `count` round trips in a row, to measure them."""
        self._burst = max(self._burst, count)
        self._next_sync = float("-inf")

    def freeze(self) -> None:
        """Convert all stamps of a boot by one line from now on: a race begins."""
        self._frozen = True
        if self.clock is not None:
            self.clock.freeze()

    def thaw(self) -> None:
        """Let the clocks follow the round trips again: the race is over."""
        self._frozen = False
        for clock in self._clocks.values():
            clock.thaw()

    def restart_handshake(self) -> None:
        """Start over on a newly opened port: drop everything in transit and wait for a new hello."""
        self.hello = None
        self.reader = MessageReader()
        self._out.clear()
        self._syncs.clear()
        self._next_hello = float("-inf")

    @property
    def is_compatible(self) -> bool:
        """Whether the pod has our protocol version."""
        hello = self.hello  # looked at from other threads too
        return hello is not None and hello.version == VERSION and hello.digest == DIGEST and self.is_plausible

    @property
    def is_plausible(self) -> bool:
        """Whether the numbers of seats and pixels that the pod claims are possible."""
        hello = self.hello
        return hello is None or (0 < hello.seats <= MOST_SEATS and 0 <= hello.pixels <= MOST_PIXELS)

    @property
    def trusted(self) -> bool:
        """Whether the pod has our protocol version and its stamps can be converted to host time."""
        clock = self.clock
        return self.is_compatible and clock is not None and clock.trusted

    @property
    def differences(self) -> list[str]:
        """Messages that only one side knows, as far as the pod has listed its own."""
        return sorted(set(self.words.values()) ^ set(WORDS))

    @property
    def lateness(self) -> float:
        """99th percentile of the recent delays between stamp and arrival, in seconds."""
        late = sorted(self.late)
        return late[len(late) * 99 // 100] if late else 0.0

    @property
    def clock(self) -> PodClock | None:
        """Clock of the pod's current boot."""
        hello = self.hello
        return self._clocks.get((hello.stream, hello.boot)) if hello is not None else None

    # --- bytes and time --------------------------------------------------------------------------

    def send(self, now: float) -> bytes:
        """Return the bytes to write now."""
        if self.hello is None:
            if now >= self._next_hello:
                self._next_hello = now + FIRST_HELLO
                self._queue_frame("who")
        elif self.is_compatible:
            self._send_sync(now)
            self._resend_commands(now)
        data = b"".join(self._out)
        self._out.clear()
        return data

    def due(self) -> float:
        """Return when `send` will next have something, if nothing arrives before."""
        if self._out:
            return float("-inf")
        if self.hello is None:
            return self._next_hello
        if not self.is_compatible:
            return float("inf")
        return min([self._next_sync, *(command.due for command in self._unconfirmed.values())])

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes that arrived at `now`."""
        for word, values in self.reader.feed(data):
            handler = _HANDLERS.get(word)
            if handler is not None:
                self.heard_at = now
                handler(self, now, *values)

    def take(self) -> list[PodEdge]:
        """Return the edges since the last call, each once, in the order in which they happened."""
        self._release_edges()
        edges = list(self._edges)
        self._edges.clear()
        return edges

    # --- messages of the pod ---------------------------------------------------------------------

    def _on_hello(self, now: float, *values: Any) -> None:
        hello = Hello(*values)
        before = self.hello
        if (
            before is not None
            and before.stream == hello.stream
            and subtract_wrapped(hello.boot, before.boot, BOOTS) < 0
        ):
            return
        self.hello = hello
        self.hello_at = now
        if not self.is_compatible:
            self._queue_frame("words")
            return
        if hello.stream not in self._expected:
            self._start_stream(hello, now)
        _drop_oldest(self._expected, MAX_BOOTS)
        self._start_boot(hello.stream, hello.boot)

    def _start_stream(self, hello: Hello, now: float) -> None:
        """Start a stream after a power cut of the pod: its buttons count as released, waiting edges are lost."""
        self._expected[hello.stream] = hello.oldest
        self._out_of_order.clear()
        self._release_edges()
        self._edges += [PodEdge(seat, False, now, False) for seat in sorted(self._closed)]
        self._closed.clear()

    def _start_boot(self, stream: int, boot: int) -> None:
        """Start matching the clock of a new boot, and resend the lamps and the ring, which it has forgotten."""
        if (stream, boot) in self._clocks:
            return
        self.boots += 1
        self._clocks[stream, boot] = PodClock()
        _drop_oldest(self._clocks, MAX_BOOTS)
        self._syncs.clear()
        self._burst = BURST
        self._next_sync = float("-inf")
        for key, command in list(self._shown.items()):
            self._show(key, command)

    def _on_edge(self, now: float, stream: int, seq: int, boot: int, seat: int, closed: int, us: int) -> None:
        hello = self.hello
        if hello is None or stream != hello.stream:
            self._queue_frame("who")
            return
        expected = self._expected.get(stream, 0)
        if (
            not self.is_compatible
            or not 0 <= seat < hello.seats
            or not 0 <= seq < SEQUENCE
            or subtract_wrapped(seq, expected, SEQUENCE) >= MAX_WAITING_EDGES
        ):
            return
        if subtract_wrapped(boot, hello.boot, BOOTS) > 0:
            self._notice_reboot(boot)
        if subtract_wrapped(seq, expected, SEQUENCE) < 0 or seq in self._out_of_order:
            self.repeated += 1
        else:
            self._out_of_order[seq] = _Edge(self._clocks.get((stream, boot)), seat, closed, us, now)
        while expected in self._out_of_order:
            self._queue_edge(self._out_of_order.pop(expected))
            expected = (expected + 1) % SEQUENCE
        self._expected[stream] = expected
        self._queue_frame("ack", stream, (expected - 1) % SEQUENCE)

    def _notice_reboot(self, boot: int) -> None:
        """Handle a reset whose hello got lost: another message already carries the new boot number."""
        assert self.hello is not None
        self.hello = self.hello._replace(boot=boot)
        self._start_boot(self.hello.stream, boot)

    def _on_clock(self, now: float, n: int, stream: int, boot: int, us: int) -> None:
        sent = self._syncs.pop(n, None)
        hello = self.hello
        if hello is None or sent is None:
            return
        if stream != hello.stream:
            self._queue_frame("who")
            return
        if subtract_wrapped(boot, hello.boot, BOOTS) > 0:
            self._notice_reboot(boot)
        clock = self._clocks.get((stream, boot))
        if clock is not None:
            clock.add(RoundTrip(sent, now, us))
            self.round_trips.append(now - sent)
        if self._in_burst:
            self._next_sync = min(self._next_sync, now + BURST_PAUSE)

    def _on_done(self, now: float, n: int) -> None:
        self._unconfirmed.pop(n, None)

    def _on_health(self, now: float, *values: Any) -> None:
        self.health = Health(*values)

    def _on_word(self, now: float, index: int, count: int, text: str) -> None:
        self.words[index] = text
        _drop_oldest(self.words, MAX_PENDING_SYNCS)

    # --- the inside ------------------------------------------------------------------------------

    def _queue_edge(self, edge: _Edge) -> None:
        """Keep an edge until its time can be converted; if too many wait, the oldest is dropped."""
        self._held.append(edge)
        if len(self._held) > MAX_WAITING_EDGES:
            self._held.popleft()
            self.lost += 1

    def _release_edges(self) -> None:
        """Release waiting edges in order, as soon as their clock is matched or never will be."""
        while self._held and self.hello is not None:
            edge = self._held[0]
            exact = edge.clock is not None and edge.clock.trusted
            if not exact and edge.clock is not None and edge.clock is self.clock:
                return  # the clock of the current boot will soon be matched; later edges must wait behind this one
            self._held.popleft()
            if edge.clock is not None and self._frozen:
                edge.clock.freeze()
            at = edge.clock.seconds(edge.us) if edge.clock is not None and edge.clock.trips else edge.arrived
            if at > edge.arrived + FUTURE_TOLERANCE:
                self._reject_impossible_stamp(edge)
                continue
            self.late.append(edge.arrived - at)
            (self._closed.add if edge.closed else self._closed.discard)(edge.seat)
            self._edges.append(PodEdge(edge.seat, bool(edge.closed), at, exact))

    def _reject_impossible_stamp(self, edge: _Edge) -> None:
        """Drop an edge from the future, and match the clock again before any other edge is released."""
        self.lost += 1
        self.impossible_stamp_at = edge.arrived
        for boot, clock in self._clocks.items():
            if clock is edge.clock:
                self._clocks[boot] = PodClock()
        self._burst = BURST
        self._next_sync = float("-inf")

    @property
    def _in_burst(self) -> bool:
        clock = self.clock
        return self._burst > 0 or (clock is not None and not clock.ready)

    def _send_sync(self, now: float) -> None:
        if now < self._next_sync:
            return
        self._burst -= 1
        self._next_sync = now + (ANSWER_TIMEOUT if self._in_burst else SYNC_PAUSE)
        self._n = (self._n + 1) % SEQUENCE
        self._syncs[self._n] = now
        _drop_oldest(self._syncs, MAX_PENDING_SYNCS)
        self._queue_frame("sync", self._n)

    def _show(self, key: object, command: _Command) -> None:
        """Send a command until it is confirmed; the one it replaces is no longer repeated."""
        replaced = self._shown.get(key)
        if replaced is not None:
            self._unconfirmed.pop(replaced.n, None)
        self._n = (self._n + 1) % SEQUENCE
        command.n = self._n
        command.due = float("-inf")
        self._shown[key] = command
        self._unconfirmed[command.n] = command

    def _resend_commands(self, now: float) -> None:
        for command in self._unconfirmed.values():
            if now >= command.due:
                command.due = now + REPEAT
                self._queue_frame(command.word, command.n, *command.values)

    def _queue_frame(self, word: str, *values: object) -> None:
        self._out.append(encode_message(word, *values))


_HANDLERS: dict[str, Any] = {
    "hello": PodLink._on_hello,
    "edge": PodLink._on_edge,
    "clock": PodLink._on_clock,
    "done": PodLink._on_done,
    "health": PodLink._on_health,
    "word": PodLink._on_word,
}


def _drop_oldest(remembered: dict[Any, Any], most: int) -> None:
    """Drop the oldest entries, so that a hostile or broken pod can't fill the memory."""
    while len(remembered) > most:
        del remembered[next(iter(remembered))]
