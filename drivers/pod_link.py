"""The host's end of the link to the pod, without port or clock: bytes and times in, bytes and edges out."""

from collections import deque
from typing import Any, NamedTuple

from drivers.pod_clock import PodClock, RoundTrip
from firmware.link import DIGEST, LONGEST, SEQUENCE, VERSION, WORDS, MessageReader, encode_message, subtract_wrapped

BURST = 8
"""Round trips made at once when a clock is new."""
BURST_PAUSE = 0.005
ANSWER_TIMEOUT = 0.020
"""In a burst the next question waits for the answer to the last one, but not longer than this."""
SYNC_PAUSE = 1.0
REPEAT = 0.02
"""A command that is not confirmed is sent again after this many seconds."""
MAX_BOOTS = 8
"""Streams and clocks kept from before resets."""
MAX_PENDING_SYNCS = 64
"""Questions for the time that may be on their way."""
MAX_WAITING_EDGES = 512
"""Edges that may wait for their clock, or for one before them: twice what a pod has room for."""
MAX_FRAMES = 1024
"""Frames that may wait to be sent."""
FUTURE_TOLERANCE = 0.050
"""An edge cannot be stamped later than it arrived; a pod that says so has another clock than it says."""
MOST_SEATS = 16
MOST_PIXELS = (LONGEST - 20) // 6
"""What a line of the link has room for."""
FIRST_HELLO = 0.2
"""How often to ask a silent pod who it is."""
BOOTS = 0x100


class PodEdge(NamedTuple):
    """One raw edge in host time. Not `exact`: the pod was reset before its clock could be matched well."""

    seat: int
    closed: bool
    at: float
    exact: bool = True


class Hello(NamedTuple):
    """What the pod says of itself."""

    version: int
    digest: int
    stream: int
    boot: int
    oldest: int
    seats: int
    pixels: int


class Health(NamedTuple):
    """How the pod is."""

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
    """Something the pod shall show, sent until it says that it does."""

    __slots__ = ("due", "n", "values", "word")

    def __init__(self, word: str, values: tuple[object, ...]) -> None:
        self.word = word
        self.values = values
        self.n = -1
        self.due = float("-inf")


class PodLink:
    """Talks with one pod across resets: every edge once and in order, lamps and ring until confirmed.

    Feed it with `receive`, write what `send` gives, at the latest when `due` says; take edges with `take`.
    """

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.health: Health | None = None
        self.boots = 0
        """Boots of the pod seen so far."""
        self.repeated = 0
        """Edges that came again and were not told again."""
        self.lost = 0
        """Edges that nobody will be told of, because the pod said more than can be kept or what cannot be."""
        self.heard_at = self.hello_at = self.impossible_stamp_at = float("-inf")
        """When the pod last said anything, last said hello, and last told a time that cannot be."""
        self.words: dict[int, str] = {}
        self.round_trips: deque[float] = deque(maxlen=1000)
        self.late: deque[float] = deque(maxlen=1000)
        """How long after their stamps the last edges came."""
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

    # --- what the host asks for ------------------------------------------------------------------

    def lamp(self, seat: int, level: int) -> None:
        """Light the lamp of a seat, 0 to 255."""
        self._show(seat, _Command("lamp", (seat, level)))

    def ring(self, colours: bytes) -> None:
        """Show these colours on the ring, three bytes a pixel."""
        self._show("ring", _Command("ring", (colours.hex(),)))

    def report(self) -> None:
        """Ask the pod how it is; the answer becomes `health`."""
        self._queue_frame("report")

    def burst(self, count: int) -> None:
        """Make so many round trips at once, to measure."""
        self._burst = max(self._burst, count)
        self._next_sync = float("-inf")

    def freeze(self) -> None:
        """From now on all stamps of a boot are told by one line: a race begins."""
        self._frozen = True
        if self.clock is not None:
            self.clock.freeze()

    def thaw(self) -> None:
        """The race is over; clocks may follow the round trips again."""
        self._frozen = False
        for clock in self._clocks.values():
            clock.thaw()

    def restart_handshake(self) -> None:
        """The port was opened anew: what was on its way is gone, and the pod says who it is before anything else."""
        self.hello = None
        self.reader = MessageReader()
        self._out.clear()
        self._syncs.clear()
        self._next_hello = float("-inf")

    @property
    def is_compatible(self) -> bool:
        """Whether the pod speaks our language."""
        hello = self.hello  # looked at from other threads too
        return hello is not None and hello.version == VERSION and hello.digest == DIGEST and self.is_plausible

    @property
    def is_plausible(self) -> bool:
        """Whether the pod claims to be something that can exist."""
        hello = self.hello
        return hello is None or (0 < hello.seats <= MOST_SEATS and 0 <= hello.pixels <= MOST_PIXELS)

    @property
    def trusted(self) -> bool:
        """Whether the pod speaks our language and its stamps can be told in host time."""
        clock = self.clock
        return self.is_compatible and clock is not None and clock.trusted

    @property
    def differences(self) -> list[str]:
        """Messages only one side knows, so far as the pod has told."""
        return sorted(set(self.words.values()) ^ set(WORDS))

    @property
    def lateness(self) -> float:
        """Ninety-nine of a hundred edges came within this many seconds of their stamps, lately."""
        late = sorted(self.late)
        return late[len(late) * 99 // 100] if late else 0.0

    @property
    def clock(self) -> PodClock | None:
        """The clock of the pod's present boot."""
        hello = self.hello
        return self._clocks.get((hello.stream, hello.boot)) if hello is not None else None

    # --- bytes and time --------------------------------------------------------------------------

    def send(self, now: float) -> bytes:
        """What is to be written now."""
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
        """When `send` will have something, if nothing happens until then."""
        if self._out:
            return float("-inf")
        if self.hello is None:
            return self._next_hello
        if not self.is_compatible:
            return float("inf")
        return min([self._next_sync, *(command.due for command in self._unconfirmed.values())])

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes that have come at `now`."""
        for word, values in self.reader.feed(data):
            heard = _HANDLERS.get(word)
            if heard is not None:
                self.heard_at = now
                heard(self, now, *values)

    def take(self) -> list[PodEdge]:
        """The edges that came since the last call, each once, in the order in which they happened."""
        self._release_edges()
        edges = list(self._edges)
        self._edges.clear()
        return edges

    # --- what the pod says -----------------------------------------------------------------------

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
        """The pod had no power: its buttons count as released, whatever it still had to say is lost."""
        self._expected[hello.stream] = hello.oldest
        self._out_of_order.clear()
        self._release_edges()
        self._edges += [PodEdge(seat, False, now, False) for seat in sorted(self._closed)]
        self._closed.clear()

    def _start_boot(self, stream: int, boot: int) -> None:
        """Match the clock of a boot that is new, and show everything again that it has forgotten."""
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
        """The pod was reset and its hello got lost: this is how we notice."""
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
        """Keep an edge until its time can be told; of too many the oldest is given up."""
        self._held.append(edge)
        if len(self._held) > MAX_WAITING_EDGES:
            self._held.popleft()
            self.lost += 1

    def _release_edges(self) -> None:
        """Give away held edges in order, as soon as their clock is matched or never will be."""
        while self._held and self.hello is not None:
            edge = self._held[0]
            exact = edge.clock is not None and edge.clock.trusted
            if not exact and edge.clock is not None and edge.clock is self.clock:
                return
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
        """That cannot be: the edge is not told, and the clock must be matched anew before any other is."""
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
        """Send a command until it is confirmed; the one it replaces is not sent again."""
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
    """Forget the oldest."""
    while len(remembered) > most:
        del remembered[next(iter(remembered))]
