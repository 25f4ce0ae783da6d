"""The pod without hardware, as the headless device uses it."""

import os
import queue
import sys

import pytest

from drivers.pod import Pod, open_port
from drivers.pod_process import PodProcess
from firmware.link import MessageReader, encode_message


def read_message(port: str, word: str) -> list[int | str]:
    """Wait for the pod to say a word, as anyone with a terminal could."""
    reader = MessageReader()
    with open_port(port) as line:
        line.timeout = 20
        line.write(encode_message("who"))
        while True:
            for said, values in reader.feed(line.read(1)):
                if said == word:
                    return values


def test_it_says_hello_to_anyone_with_a_serial_port() -> None:
    with PodProcess() as process:
        assert read_message(process.port, "hello")[-2:] == [5, 16]


def test_its_stream_is_another_every_time_it_is_plugged_in() -> None:
    streams = set()
    for _ in range(2):
        with PodProcess() as process:
            streams.add(read_message(process.port, "hello")[2])
    assert len(streams) == 2


def test_two_pods_stand_side_by_side() -> None:
    edges = queue.Queue[tuple[str, int]]()
    with PodProcess() as left, PodProcess() as right:
        assert left.port != right.port
        with (
            Pod(lambda seat, closed, at: edges.put(("left", seat)), left.port) as one,
            Pod(lambda seat, closed, at: edges.put(("right", seat)), right.port) as other,
        ):
            one.wait(20)
            other.wait(20)
            right.edge(3, True)
            assert edges.get(timeout=60) == ("right", 3)
            left.edge(1, True)
            assert edges.get(timeout=60) == ("left", 1)


def test_it_may_be_unplugged_twice() -> None:
    process = PodProcess()
    process.unplug()
    process.unplug()
    with pytest.raises(OSError, match="Bad file descriptor"):
        process.edge(1, True)


def test_it_leaves_no_process_and_no_file_behind() -> None:
    before = set(os.listdir("/proc/self/fd"))
    process = PodProcess()
    process.unplug()
    assert process._process.returncode is not None
    assert set(os.listdir("/proc/self/fd")) == before


def test_a_pod_that_cannot_start_is_an_error_of_its_own() -> None:
    before = set(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        PodProcess(("no-such-interpreter",))
    assert set(os.listdir("/proc/self/fd")) == before


def test_it_ends_by_itself_when_its_host_is_gone() -> None:
    process = PodProcess((sys.executable, "-m", "firmware.simulated"))
    os.close(process._commands)
    process._commands = -1
    assert process._process.wait(20) == 0
    process.unplug()
