"""Pods that are silent, lie or break: each is a named fault within three seconds, none counts as working, all come back."""

import os
import threading
import time
import tty
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
import serial

from drivers.buttons import InputEvent
from drivers.clock import VirtualClock
from drivers.pod import Pod, PodClockOff, PodError, PodMismatch, PodPort, PodSilent, open_port
from drivers.pod_clock import LARGEST_ERROR, PodClock, RoundTrip
from drivers.pod_link import FUTURE_TOLERANCE, MAX_FRAMES, MAX_WAITING_EDGES, SEQUENCE, PodLink
from drivers.pod_paddles import PodPaddles
from drivers.pod_process import PodProcess
from drivers.wiring import Wiring
from firmware.link import DIGEST, VERSION, MessageReader, encode_message
from tests.drivers.test_pod_link import Wire

SPEED = 5
"""The pod's patience passes this much faster than the time of the machine."""
SOON = 20.0
WITHIN = 3.0
HELLO = encode_message("hello", VERSION, DIGEST, 1, 0, 0, 5, 16)
Answer = Callable[[str, list[int | str]], bytes]


class Actor(threading.Thread):
    """A fake pod at the other end of the line: replies to every message with what `answer` returns."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(daemon=True)
        self.answer = answer
        self.line, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self.start()

    def run(self) -> None:
        reader = MessageReader()
        while data := self._read():
            for word, values in reader.feed(data):
                os.write(self.line, self.answer(word, values))

    def _read(self) -> bytes:
        try:
            return os.read(self.line, 1000)
        except OSError:
            return b""

    def close(self) -> None:
        os.close(self._theirs)
        self.join(SOON)
        os.close(self.line)


@pytest.fixture
def actor() -> Iterator[Callable[[Answer], Actor]]:
    actors: list[Actor] = []

    def act(answer: Answer) -> Actor:
        actors.append(Actor(answer))
        return actors[-1]

    yield act
    for each in actors:
        each.close()


def clock() -> float:
    return SPEED * time.monotonic()


def nobody(seat: int, closed: bool, at: float) -> None:
    """Nobody listens."""


def problem_of(port: str) -> tuple[PodError, float, list[int]]:
    """Return the problem found on that port, after how many seconds, and how many seats worked meanwhile."""
    seats: list[int] = []
    with Pod(nobody, port, clock=clock) as pod:
        began = clock()
        assert pod._wait_until(lambda: bool(seats.append(pod.seats)) or pod._problem is not None, SOON)
        seats.append(pod.seats)
        assert pod._problem is not None
        return pod._problem, clock() - began, seats


def silent(word: str, values: list[int | str]) -> bytes:
    return HELLO if word == "who" else b""


def timeless(word: str, values: list[int | str]) -> bytes:
    return HELLO if word == "who" else encode_message("done", 0)


def huge(word: str, values: list[int | str]) -> bytes:
    return encode_message("hello", VERSION, DIGEST, 1, 0, 0, 5, 10**9) if word == "who" else b""


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (silent, PodSilent, "stopped answering|doesn't tell its time"),
        (timeless, PodSilent, "doesn't tell its time"),
        (huge, PodMismatch, "claims 5 paddles and 1000000000 lights"),
    ],
)
def test_it_is_named_within_three_seconds_and_has_no_seats(
    actor: Callable[[Answer], Actor], answer: Answer, kind: type[PodError], words: str
) -> None:
    problem, after, seats = problem_of(actor(answer).port)
    assert isinstance(problem, kind)
    with pytest.raises(kind, match=words):
        raise problem
    assert after < WITHIN + 0.5 * SPEED, "and the half second that a busy machine may take"
    assert set(seats) == {0}


def test_a_pod_that_wakes_up_again_is_taken_back(actor: Callable[[Answer], Actor]) -> None:
    awake = threading.Event()
    began = time.monotonic()

    def answer(word: str, values: list[int | str]) -> bytes:
        if word == "who":
            return HELLO
        us = round((time.monotonic() - began) * SPEED * 1e6)
        return encode_message("clock", values[0], 1, 0, us) if word == "sync" and awake.is_set() else b""

    with Pod(nobody, actor(answer).port, clock=clock) as pod:
        assert pod._wait_until(lambda: isinstance(pod._problem, PodSilent), SOON)
        assert pod.seats == 0
        awake.set()
        assert pod._wait_until(lambda: pod._problem is None and pod.link.trusted, SOON)
        assert pod.seats == 5


def test_whatever_a_port_raises_is_a_named_fault_and_the_pod_comes_back() -> None:
    tries: list[int] = []

    def open_recorded(name: str) -> serial.Serial:
        tries.append(1)
        if len(tries) == 1:
            raise TypeError("no such thing")
        return open_port(name)

    with PodProcess() as simulated, Pod(nobody, simulated.port, open_port=open_recorded) as pod:
        assert pod._wait_until(lambda: pod._problem is not None, SOON)
        assert isinstance(pod._problem, PodPort)
        assert str(pod._problem) == f"{simulated.port} can't be used: no such thing"
        pod.wait(SOON)
        assert pod.seats == 5


class Plug:
    """A pod with a problem, as the paddles see it."""

    def __init__(self, problem: PodError | None) -> None:
        self.problem = problem
        self.seats = self.pixels = self.lost = 0
        self.clock_error = self.lateness = 0.0

    def lamp(self, seat: int, level: int) -> None: ...
    def ring(self, colours: bytes) -> None: ...
    def freeze(self) -> None: ...
    def thaw(self) -> None: ...
    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("problem", "wire"),
    [
        (PodSilent("mute"), "its firmware: arkside pod install"),
        (PodMismatch("odd"), "its firmware: arkside pod install"),
        (PodClockOff("late"), "its USB cable"),
        (PodPort("gone"), "its USB cable"),
    ],
)
def test_the_panel_names_it_even_if_it_never_worked(problem: PodError, wire: str) -> None:
    pod = PodPaddles(lambda post: Plug(problem), [].append, lambda: None, Wiring.load().press, VirtualClock())
    assert [(fault.part, fault.what, fault.wire, fault.detail) for fault in pod.faults()] == [
        ("pod", "failed", wire, str(problem))
    ]
    assert not any(paddle.working for paddle in pod.paddles)


@pytest.mark.parametrize(("quiet", "pressed"), [(0.015, 2), (0.040, 1)])
def test_the_quiet_time_of_the_wiring_reaches_its_paddles(quiet: float, pressed: int) -> None:
    heard: list[InputEvent] = []
    press = replace(Wiring.load().press, quiet_seconds=quiet)
    pod = PodPaddles(lambda post: Plug(None), heard.append, lambda: None, press, VirtualClock())
    for number, closed in enumerate((True, False, True, False)):
        pod.paddles[1].add_edge(closed, 1.0 + number * 0.03)
    pod.paddles[1].poll(2.0)
    assert [event.what for event in heard] == ["pressed", "released"] * pressed


class TestClock:
    def test_a_clock_that_may_be_off_by_322_ms_is_not_trusted(self) -> None:
        clock = PodClock()
        for n in range(40):
            clock.add(RoundTrip(100.0 + n, 100.644 + n, round((n + 0.3) * 1e6)))
        assert clock.ready
        assert clock.error() == pytest.approx(0.322, abs=0.001)
        assert not clock.trusted

    def test_a_jumping_clock_is_not_trusted(self) -> None:
        clock = PodClock()
        for n in range(40):
            clock.add(RoundTrip(100.0 + n, 100.001 + n, round((n + (0.05 if n % 2 else 0.0)) * 1e6)))
        assert clock.error() > LARGEST_ERROR
        assert not clock.trusted

    def test_the_page_stays_put_in_a_race_and_scrolls_afterwards(self) -> None:
        clock = PodClock()
        for n in range(8):
            clock.add(RoundTrip(100.0 + n * 0.01, 100.001 + n * 0.01, round(n * 0.01 * 1e6 + 500)))
        clock.freeze()
        before = [clock.seconds(us) for us in (1_000_000, 5_000_000)]
        for n in range(30):
            clock.add(RoundTrip(101.0 + n, 101.003 + n, round((1 + n) * 1e6 + 400)))
        assert [clock.seconds(us) for us in (1_000_000, 5_000_000)] == before
        clock.thaw()
        assert [clock.seconds(us) for us in (1_000_000, 5_000_000)] != before

    def test_no_sync_between_two_edges_turns_their_order(self) -> None:
        wire = Wire().run(100)
        wire.link.freeze()
        wire.simulated.move_contact(0, True)
        wire.run(2)
        clock = wire.link.clock
        assert clock is not None
        for n in range(20):  # round trips held up on one way draw the line elsewhere
            clock.add(RoundTrip(wire.now, wire.now + 0.004, wire.simulated.since_reset() + 3900 + n))
        wire.simulated.move_contact(1, True)
        wire.run(3)
        first, second = wire.edges[-2:]
        assert (first.seat, second.seat) == (0, 1)
        assert second.at - first.at == pytest.approx(0.002, abs=0.000_1)


class TestBounds:
    def test_edges_that_wait_for_a_clock_have_an_end_and_those_given_up_are_counted(self) -> None:
        link = PodLink()
        link.receive(HELLO, 1.0)
        for seq in range(3 * MAX_WAITING_EDGES):
            link.receive(encode_message("edge", 1, seq, 0, 0, seq % 2, seq * 1000), 1.0 + seq * 0.001)
        assert len(link._held) <= MAX_WAITING_EDGES
        assert link.lost == 2 * MAX_WAITING_EDGES
        assert len(link._out) <= MAX_FRAMES

    def test_numbers_far_ahead_are_not_stored(self) -> None:
        link = PodLink()
        link.receive(HELLO, 1.0)
        for seq in range(1, 30_000):
            link.receive(encode_message("edge", 1, seq, 0, 0, 1, 5), 1.0)
        assert len(link._out_of_order) < MAX_WAITING_EDGES

    def test_numbers_beyond_the_largest_are_not_stored(self) -> None:
        link = PodLink()
        link.receive(HELLO, 1.0)
        for turns in range(1, 3000):
            link.receive(encode_message("edge", 1, turns * SEQUENCE + 1, 0, 0, 1, 5), 1.0)
        assert not link._out_of_order

    def test_seats_that_the_pod_does_not_have_and_endless_words_are_not_stored(self) -> None:
        link = PodLink()
        link.receive(HELLO, 1.0)
        link.receive(encode_message("edge", 1, 0, 0, 77, 1, 5), 1.0)
        assert not link._held
        for index in range(5000):
            link.receive(encode_message("word", index, 9, "la"), 1.0)
        assert len(link.words) < 100

    def test_a_stamp_from_the_future_is_dropped_and_the_clock_is_matched_again(self) -> None:
        wire = Wire().run(100)
        assert wire.link.trusted
        late = wire.simulated.since_reset() + round((FUTURE_TOLERANCE + 1) * 1e6)
        wire.link.receive(encode_message("edge", wire.simulated.outbox.stream, 0, 0, 2, 1, late), wire.now)
        assert wire.link.take() == []
        assert wire.link.impossible_stamp_at == wire.now
        assert not wire.link.trusted
        wire.run(100)
        assert wire.link.trusted
