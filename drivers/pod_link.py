"""The host's end of the link to the pod, without port or clock: bytes and times in, bytes and edges out."""

from collections import deque
from typing import Any, NamedTuple

from drivers.pod_clock import PodClock, RoundTrip
from firmware.link import DIGEST, LONGEST, SEQUENCE, VERSION, WORDS, Reader, ahead, frame

BURST = 8
"""Round trips made at once when a clock is new."""
BURST_PAUSE = 0.005
ANSWER = 0.020
"""In a burst the next question waits for the answer to the last one, but not longer than this."""
SYNC_PAUSE = 1.0
REPEAT = 0.02
"""A command that is not confirmed is sent again after this many seconds."""
REMEMBERED = 8
"""Streams and clocks kept from before resets."""
ASKED = 64
"""Questions for the time that may be on their way."""
HELD = 512
"""Edges that may wait for their clock, or for one before them: twice what a pod has room for."""
FRAMES = 1024
"""Frames that may wait to be sent."""
FUTURE = 0.050
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
        self.heard_at = self.met_at = self.lied_at = float("-inf")
        """When the pod last said anything, last said hello, and last told a time that cannot be."""
        self.words: dict[int, str] = {}
        self.round_trips: deque[float] = deque(maxlen=1000)
        self.late: deque[float] = deque(maxlen=1000)
        """How long after their stamps the last edges came."""
        self.reader = Reader()
        self._frozen = False
        self._out: deque[bytes] = deque(maxlen=FRAMES)
        self._expected: dict[int, int] = {}
        self._ahead: dict[int, _Edge] = {}
        self._held: deque[_Edge] = deque()
        self._edges: deque[PodEdge] = deque(maxlen=4 * HELD)
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
        self._say("report")

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

    def reconnected(self) -> None:
        """The port was opened anew: what was on its way is gone, and the pod says who it is before anything else."""
        self.hello = None
        self.reader = Reader()
        self._out.clear()
        self._syncs.clear()
        self._next_hello = float("-inf")

    @property
    def fits(self) -> bool:
        """Whether the pod speaks our language."""
        hello = self.hello  # looked at from other threads too
        return hello is not None and hello.version == VERSION and hello.digest == DIGEST and self.sane

    @property
    def sane(self) -> bool:
        """Whether the pod claims to be something that can exist."""
        hello = self.hello
        return hello is None or (0 < hello.seats <= MOST_SEATS and 0 <= hello.pixels <= MOST_PIXELS)

    @property
    def trusted(self) -> bool:
        """Whether the pod speaks our language and its stamps can be told in host time."""
        clock = self.clock
        return self.fits and clock is not None and clock.trusted

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
                self._say("who")
        elif self.fits:
            self._sync(now)
            self._repeat(now)
        data = b"".join(self._out)
        self._out.clear()
        return data

    def due(self) -> float:
        """When `send` will have something, if nothing happens until then."""
        if self._out:
            return float("-inf")
        if self.hello is None:
            return self._next_hello
        if not self.fits:
            return float("inf")
        return min([self._next_sync, *(command.due for command in self._unconfirmed.values())])

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes that have come at `now`."""
        for word, values in self.reader.feed(data):
            heard = _HEARD.get(word)
            if heard is not None:
                self.heard_at = now
                heard(self, now, *values)

    def take(self) -> list[PodEdge]:
        """The edges that came since the last call, each once, in the order in which they happened."""
        self._release()
        edges = list(self._edges)
        self._edges.clear()
        return edges

    # --- what the pod says -----------------------------------------------------------------------

    def _hello(self, now: float, *values: Any) -> None:
        hello = Hello(*values)
        before = self.hello
        if before is not None and before.stream == hello.stream and ahead(hello.boot, before.boot, BOOTS) < 0:
            return
        self.hello = hello
        self.met_at = now
        if not self.fits:
            self._say("words")
            return
        if hello.stream not in self._expected:
            self._new_stream(hello, now)
        _trim(self._expected, REMEMBERED)
        self._booted(hello.stream, hello.boot)

    def _new_stream(self, hello: Hello, now: float) -> None:
        """The pod had no power: its buttons count as released, whatever it still had to say is lost."""
        self._expected[hello.stream] = hello.oldest
        self._ahead.clear()
        self._release()
        self._edges += [PodEdge(seat, False, now, False) for seat in sorted(self._closed)]
        self._closed.clear()

    def _booted(self, stream: int, boot: int) -> None:
        """Match the clock of a boot that is new, and show everything again that it has forgotten."""
        if (stream, boot) in self._clocks:
            return
        self.boots += 1
        self._clocks[stream, boot] = PodClock()
        _trim(self._clocks, REMEMBERED)
        self._syncs.clear()
        self._burst = BURST
        self._next_sync = float("-inf")
        for key, command in list(self._shown.items()):
            self._show(key, command)

    def _edge(self, now: float, stream: int, seq: int, boot: int, seat: int, closed: int, us: int) -> None:
        hello = self.hello
        if hello is None or stream != hello.stream:
            self._say("who")
            return
        expected = self._expected.get(stream, 0)
        if not self.fits or not 0 <= seat < hello.seats or ahead(seq, expected, SEQUENCE) >= HELD:
            return
        if ahead(boot, hello.boot, BOOTS) > 0:
            self._advance(boot)
        if ahead(seq, expected, SEQUENCE) < 0 or seq in self._ahead:
            self.repeated += 1
        else:
            self._ahead[seq] = _Edge(self._clocks.get((stream, boot)), seat, closed, us, now)
        while expected in self._ahead:
            self._hold(self._ahead.pop(expected))
            expected = (expected + 1) % SEQUENCE
        self._expected[stream] = expected
        self._say("ack", stream, (expected - 1) % SEQUENCE)

    def _advance(self, boot: int) -> None:
        """The pod was reset and its hello got lost: this is how we notice."""
        assert self.hello is not None
        self.hello = self.hello._replace(boot=boot)
        self._booted(self.hello.stream, boot)

    def _clock(self, now: float, n: int, stream: int, boot: int, us: int) -> None:
        sent = self._syncs.pop(n, None)
        hello = self.hello
        if hello is None or sent is None:
            return
        if stream != hello.stream:
            self._say("who")
            return
        if ahead(boot, hello.boot, BOOTS) > 0:
            self._advance(boot)
        clock = self._clocks.get((stream, boot))
        if clock is not None:
            clock.add(RoundTrip(sent, now, us))
            self.round_trips.append(now - sent)
        if self._hurried:
            self._next_sync = min(self._next_sync, now + BURST_PAUSE)

    def _done(self, now: float, n: int) -> None:
        self._unconfirmed.pop(n, None)

    def _health(self, now: float, *values: Any) -> None:
        self.health = Health(*values)

    def _word(self, now: float, index: int, count: int, text: str) -> None:
        self.words[index] = text
        _trim(self.words, ASKED)

    # --- the inside ------------------------------------------------------------------------------

    def _hold(self, edge: _Edge) -> None:
        """Keep an edge until its time can be told; of too many the oldest is given up."""
        self._held.append(edge)
        if len(self._held) > HELD:
            self._held.popleft()
            self.lost += 1

    def _release(self) -> None:
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
            if at > edge.arrived + FUTURE:
                self._lied(edge)
                continue
            self.late.append(edge.arrived - at)
            (self._closed.add if edge.closed else self._closed.discard)(edge.seat)
            self._edges.append(PodEdge(edge.seat, bool(edge.closed), at, exact))

    def _lied(self, edge: _Edge) -> None:
        """That cannot be: the edge is not told, and the clock must be matched anew before any other is."""
        self.lost += 1
        self.lied_at = edge.arrived
        for boot, clock in self._clocks.items():
            if clock is edge.clock:
                self._clocks[boot] = PodClock()
        self._burst = BURST
        self._next_sync = float("-inf")

    @property
    def _hurried(self) -> bool:
        clock = self.clock
        return self._burst > 0 or (clock is not None and not clock.ready)

    def _sync(self, now: float) -> None:
        if now < self._next_sync:
            return
        self._burst -= 1
        self._next_sync = now + (ANSWER if self._hurried else SYNC_PAUSE)
        self._n = (self._n + 1) % SEQUENCE
        self._syncs[self._n] = now
        _trim(self._syncs, ASKED)
        self._say("sync", self._n)

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

    def _repeat(self, now: float) -> None:
        for command in self._unconfirmed.values():
            if now >= command.due:
                command.due = now + REPEAT
                self._say(command.word, command.n, *command.values)

    def _say(self, word: str, *values: object) -> None:
        self._out.append(frame(word, *values))


_HEARD: dict[str, Any] = {
    "hello": PodLink._hello,
    "edge": PodLink._edge,
    "clock": PodLink._clock,
    "done": PodLink._done,
    "health": PodLink._health,
    "word": PodLink._word,
}


def _trim(remembered: dict[Any, Any], most: int) -> None:
    """Forget the oldest."""
    while len(remembered) > most:
        del remembered[next(iter(remembered))]
