"""The pod on its port: the firmware's own loop as a process, pyserial on a pseudo-terminal, nothing in between."""

import os
import queue
import time
import tty
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from drivers.pod import Pod, PodMismatch, PodNotFound, PodSilent, find_pod, open_port
from drivers.pod_process import PodProcess
from drivers.referee import POD, Referee
from firmware.link import VERSION, encode_message
from tests.firmware.interpreters import PODS

Edge = tuple[int, bool, float]
SOON = 20
"""Seconds that nothing takes even on a busy machine."""


class Edges(queue.Queue[Edge]):
    """Where a test receives edges."""

    def post(self, seat: int, closed: bool, at: float) -> None:
        self.put_nowait((seat, closed, at))

    def next(self) -> Edge:
        return self.get(timeout=SOON)


@pytest.fixture
def edges() -> Edges:
    return Edges()


@pytest.fixture(params=PODS)
def process(request: pytest.FixtureRequest) -> Iterator[PodProcess]:
    """A pod, once on every interpreter that is here."""
    with PodProcess(PODS[request.param]) as process:
        yield process


@pytest.fixture
def pod(process: PodProcess, edges: Edges) -> Iterator[Pod]:
    with Pod(edges.post, process.port) as pod:
        pod.wait(SOON)
        yield pod


def until_shown(pod: Pod) -> None:
    """Until the pod has confirmed all lamps and colours."""
    assert pod._wait_until(lambda: not pod.link._unconfirmed, SOON)


def test_the_pod_is_met_and_known(process: PodProcess, pod: Pod) -> None:
    state = pod.state()
    assert state.connected
    assert state.problem is None
    assert (state.port, state.version, state.seats, state.pixels) == (process.port, VERSION, 5, 16)
    assert state.clock_error_ms is not None


def test_edges_come_in_order_with_host_times(process: PodProcess, pod: Pod, edges: Edges) -> None:
    pod.freeze()  # as in a race: a round trip between two edges would move what the clock is told by
    before = time.monotonic()
    for seat in (3, 1, 4):
        process.edge(seat, True)
    process.edge(3, False)
    got = [edges.next() for _ in range(4)]
    after = time.monotonic()
    assert [(seat, closed) for seat, closed, _ in got] == [(3, True), (1, True), (4, True), (3, False)]
    stamps = [at for _, _, at in got]
    assert stamps == sorted(stamps)
    slack = 0.01 + (pod.state().clock_error_ms or 0) / 1000
    assert before - slack < stamps[0]
    assert stamps[-1] < after + slack


def test_a_reset_is_survived_without_losing_an_edge(process: PodProcess, pod: Pod, edges: Edges) -> None:
    process.edge(0, True)
    process.reset()
    process.edge(0, False)
    process.edge(2, True)
    assert [edges.next()[:2] for _ in range(3)] == [(0, True), (0, False), (2, True)]
    assert pod.state().boots == 2


def test_lamps_and_ring_are_confirmed(pod: Pod) -> None:
    for seat in range(5):
        pod.lamp(seat, 50 * seat)
    pod.ring(bytes(48))
    until_shown(pod)


def test_round_trips_and_clock_are_measured(pod: Pod) -> None:
    measured = pod.measure(30, SOON)
    assert measured.round_trips >= 30
    assert 0 < measured.p50_ms <= measured.p99_ms
    assert measured.clock_error_ms > 0
    assert abs(measured.drift_ppm) < 1000


def test_the_referee_judges_what_the_pod_stamps(process: PodProcess) -> None:
    referee = Referee()
    done = queue.Queue[int]()

    def post(seat: int, closed: bool, at: float) -> None:
        referee.post(seat, closed, at)
        done.put(seat)

    with Pod(post, process.port) as pod:
        pod.wait(SOON)
        referee.arm(dict.fromkeys(range(5), POD), time.monotonic())
        referee.go(time.monotonic() - 1)
        process.edge(4, True)
        assert done.get(timeout=SOON) == 4
        process.edge(2, True)
        assert done.get(timeout=SOON) == 2
    verdict = referee.verdict(time.monotonic() + 1)
    assert verdict is not None
    assert [slap.seat for slap in verdict.order] == [4, 2]


def test_a_pod_that_is_unplugged_is_found_again_with_all_its_edges(edges: Edges) -> None:
    processes = [PodProcess(), PodProcess()]
    with Pod(edges.post, find=lambda: processes[0].port) as pod:
        pod.wait(SOON)
        pod.lamp(1, 99)
        until_shown(pod)
        processes.pop(0).unplug()
        assert pod._wait_until(lambda: pod._problem is not None, SOON)
        assert not pod.state().connected
        pod.wait(SOON)
        processes[0].edge(1, True)
        assert edges.next()[:2] == (1, True)
        assert pod.state().problem is None
        assert pod.state().boots == 2
        until_shown(pod)
    processes[0].unplug()


def test_closing_twice_is_closing_once(edges: Edges) -> None:
    with PodProcess() as process:
        pod = Pod(edges.post, process.port)
        pod.close()
        pod.close()
        open_port(process.port).close()
    process.unplug()


def test_a_handler_that_raises_does_not_take_the_other_buttons_with_it(
    edges: Edges, caplog: pytest.LogCaptureFixture
) -> None:
    def post(seat: int, closed: bool, at: float) -> None:
        if seat == 0:
            raise RuntimeError("a bug in the device")
        edges.post(seat, closed, at)

    with PodProcess() as process, Pod(post, process.port) as pod:
        pod.wait(SOON)
        process.edge(0, True)
        process.edge(1, True)
        assert edges.next()[:2] == (1, True)
    assert "a bug in the device" in caplog.text


def test_a_port_belongs_to_one_program(edges: Edges) -> None:
    with PodProcess() as process, Pod(edges.post, process.port) as first:
        first.wait(SOON)
        with Pod(edges.post, process.port) as second, pytest.raises(PodNotFound, match="can't be used"):
            second.wait(1)


def test_a_port_that_is_not_there_is_named(edges: Edges) -> None:
    with Pod(edges.post, "/dev/ttyNOPE") as pod, pytest.raises(PodNotFound, match="ttyNOPE"):
        pod.wait(0.3)


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """A port with nobody, or with whoever the test wants to be, at its other end."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    yield ours, os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_the_error_for_a_pico_without_our_firmware_says_how_to_install_it(
    edges: Edges, terminal: tuple[int, str]
) -> None:
    with Pod(edges.post, terminal[1], clock=lambda: 20 * time.monotonic()) as pod:
        os.write(terminal[0], b">>> \r\n")
        assert pod._wait_until(lambda: pod._problem is not None, SOON)
        with pytest.raises(PodSilent, match="arkside pod install"):
            pod.wait(0)


def test_the_error_for_older_firmware_says_how_to_update_it(edges: Edges, terminal: tuple[int, str]) -> None:
    with Pod(edges.post, terminal[1]) as pod:
        assert os.read(terminal[0], 100) == encode_message("who")
        os.write(
            terminal[0],
            encode_message("hello", VERSION + 1, 7, 1, 0, 0, 5, 16) + encode_message("word", 0, 1, "dance wildly"),
        )
        assert pod._wait_until(lambda: "dance wildly" in pod.link.differences, SOON)
        with pytest.raises(PodMismatch, match=f"version {VERSION + 1}.*arkside pod install"):
            pod.wait(0.2)
        assert not pod.state().connected


def test_a_pico_is_found_by_its_usb_id() -> None:
    ports = [
        SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyACM3", vid=0x2E8A, pid=0x0005),
    ]
    assert find_pod(lambda: ports) == "/dev/ttyACM3"
    ports[1].pid = 0x000A
    assert find_pod(lambda: ports) == "/dev/ttyACM3"


def test_without_a_pico_the_error_says_what_to_do() -> None:
    with pytest.raises(PodNotFound, match="USB"):
        find_pod(lambda: [SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None)])
    with pytest.raises(PodNotFound, match="UF2"):
        find_pod(lambda: [SimpleNamespace(device="x", vid=0x2E8A, pid=0x0003)])
