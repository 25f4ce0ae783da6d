"""It cannot be worn down: each attack once, on this computer only; afterwards the box plays on and the log is a line."""

import json
import os
import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from companion.app.presence import MOST
from companion.phone import connections
from companion.phone.join_code import ADDRESS_GUESSES, ADDRESS_JOINS, TOTAL_GUESSES
from companion.phone.limits import ADDRESS_CONNECTIONS, LONGEST_HEAD, LONGEST_MESSAGE
from tests.phone.service import Service, emulated, free_port
from tests.phone.strangers import ANNA, BEN, MALLORY, ask, dial, live, upgrade
from tests.programs import run_program, stop_program

HOME = "127.0.0.1"
AT_ONCE = 20.0
"""Seconds until the dial is answered; far less, but the machine that tests does much else."""
START = """
import resource, sys
if {files}:
    resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))
from companion.cli import main
sys.exit(main(["run", "--emulate", "--port", "{port}", "--data", {data!r}]))
"""


class Box:
    """The whole program as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path) -> None:
        self.process = process
        self.port = port
        self._log = log

    @property
    def log(self) -> str:
        """What it said on standard error."""
        return self._log.read_text()

    @property
    def megabytes(self) -> float:
        """What it holds of the memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def plays_on(self, lid: ClientConnection) -> float:
        """Turn the dial; seconds until the screen shows it."""
        with suppress(TimeoutError):
            while True:
                lid.recv(timeout=0)
        began = time.monotonic()
        lid.send(json.dumps({"turn": 1}))
        while "question" not in json.loads(lid.recv(timeout=60)):
            pass
        return time.monotonic() - began

    def said_little(self) -> bool:
        """Whether the log is a few lines, and none of them part of a stack trace."""
        return len(self.log.splitlines()) <= 4 and not any(word in self.log for word in ("Traceback", "Exception"))


@contextmanager
def box(folder: Path, files: int = 0) -> Iterator[Box]:
    """Run it, with that many file descriptors if a number is given."""
    port, log = free_port(), folder / "log"
    script = START.format(files=files, port=port, data=str(folder / "data"))
    with (
        log.open("w") as err,
        run_program([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=err) as process,
    ):
        assert process.stdout is not None
        assert re.search(rf":{port}/", process.stdout.readline())
        yield Box(process, port, log)
        assert process.poll() is None
        stop_program(process)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with box(tmp_path_factory.mktemp("box")) as one:
        yield one


def gone(connection: socket.socket) -> bool:
    """Whether the other end has closed; waits for it."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionError:
        pass
    return True


def until(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Wait for something that the other process does in its own time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def test_200_idle_connections_with_few_file_descriptors(tmp_path: Path) -> None:
    with box(tmp_path, files=64) as one, live(one.port, "/panel", HOME) as lid, ExitStack() as held:
        lid.recv(timeout=60)
        for number in range(200):
            held.enter_context(dial(one.port, f"127.0.1.{number % 20 + 1}"))
        assert one.plays_on(lid) < AT_ONCE
        assert ask(one.port, "/", address=ANNA).status == 200
        assert one.said_little()
        assert len(one.log) < 1000
        open_files = len(list(Path(f"/proc/{one.process.pid}/fd").iterdir()))
        assert open_files < 64
        held.close()
        assert ask(one.port, "/", address=ANNA).status == 200


def test_one_address_that_holds_all_it_may_keeps_nobody_out(running: Box) -> None:
    with ExitStack() as held, live(running.port, "/panel", HOME) as lid:
        lid.recv(timeout=60)
        for _ in range(ADDRESS_CONNECTIONS + 60):
            held.enter_context(dial(running.port, MALLORY))
        assert ask(running.port, "/", address=ANNA).status == 200
        assert ask(running.port, "/", address=MALLORY).status == 200
        assert running.plays_on(lid) < AT_ONCE
    assert running.said_little()


def test_8000_turns_at_once(running: Box) -> None:
    with live(running.port, "/panel", HOME) as lid:
        lid.recv(timeout=60)
        running.plays_on(lid)
        before = running.megabytes
        with live(running.port, "/panel", HOME) as flood:
            turns = json.dumps({"turn": 20})
            with suppress(ConnectionClosed, OSError):
                for _ in range(8000):
                    flood.send(turns)
        assert running.plays_on(lid) < AT_ONCE
        assert running.megabytes - before < 20
    assert running.said_little()


def test_600_phones_dropped_abruptly(running: Box) -> None:
    with live(running.port, "/panel", HOME) as lid:
        lid.recv(timeout=60)
        before = running.megabytes
        for _ in range(20):
            phones = [upgrade(running.port, "/live", HOME) for _ in range(30)]
            assert {status for status, _ in phones} == {101}
            for _, phone in phones:  # a reset instead of a farewell, as when somebody drives away
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                phone.close()
            running.plays_on(lid)
        assert running.plays_on(lid) < AT_ONCE
        assert running.megabytes - before < 20
    assert ask(running.port, "/", address=ANNA).status == 200
    assert running.said_little()


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param([Frame(Opcode.PING, b"x" * 125)], id="pings"),
        pytest.param([Frame(Opcode.PONG, b"")], id="pongs"),
        pytest.param([Frame(Opcode.TEXT, b"{", fin=False)] + [Frame(Opcode.CONT, b"", fin=False)] * 1000, id="pieces"),
        pytest.param([Frame(Opcode.TEXT, b'{"do":"here"}')], id="messages"),
    ],
)
def test_frames_without_end_are_cut_off(running: Box, frames: list[Frame]) -> None:
    """Below messages too: nobody may keep the box busy with pings whose answers stay unread, or with empty pieces."""
    with live(running.port, "/panel", HOME) as lid:
        lid.recv(timeout=60)
        before = running.megabytes
        status, flood = upgrade(running.port, "/live", HOME)
        assert status == 101
        sent = b"".join(frame.serialize(mask=True) for frame in frames)
        with flood, suppress(ConnectionError):
            for _ in range(100_000_000 // len(sent)):
                flood.sendall(sent)
            pytest.fail("100 MB of frames were taken")
        assert running.plays_on(lid) < AT_ONCE
        assert running.megabytes - before < 20
    assert running.said_little()


def test_messages_that_are_too_long(running: Box) -> None:
    with live(running.port, "/panel", HOME) as lid:
        lid.recv(timeout=60)
        with live(running.port, "/panel", HOME) as other:
            other.send(json.dumps({"press": "x" * LONGEST_MESSAGE}))
            with pytest.raises(ConnectionClosed) as closed:
                list(iter(lambda: other.recv(timeout=60), None))
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        assert running.plays_on(lid) < AT_ONCE
    assert running.said_little()


@pytest.mark.parametrize(
    "bytes", [b"\0" * 5000, b"GET / HTTP/9\r\n\r\n", b"GET /\xff\r\n\r\n", b"\x16\x03\x01" * 50, b"POST / HTTP/1.1\r\n" * 40]
)  # fmt: skip
def test_invalid_requests_are_ignored(running: Box, bytes: bytes) -> None:
    for _ in range(20):
        with dial(running.port, MALLORY) as connection:
            connection.sendall(bytes + b"\r\n\r\n")
            assert gone(connection)
    assert ask(running.port, "/", address=ANNA).status == 200
    assert running.said_little()


def test_a_head_that_is_too_long(running: Box) -> None:
    with dial(running.port, MALLORY) as connection:
        with suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"y" * (LONGEST_HEAD + 70_000))
        assert gone(connection)
    assert running.said_little()


class TestSlowly:
    """With less patience than usual, so that the test need not have as much."""

    @pytest.fixture
    def service(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
        monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
        monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
        monkeypatch.setattr(connections, "IDLE_SECONDS", 1)
        with emulated(tmp_path) as one:
            yield one

    @pytest.mark.parametrize("head", [b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1"])
    def test_a_connection_without_a_request_is_closed(self, service: Service, head: bytes) -> None:
        with dial(service.port, MALLORY) as connection:
            connection.sendall(head)
            assert gone(connection)

    def test_a_byte_now_and_then_does_not_help(self, service: Service) -> None:
        with dial(service.port, MALLORY) as connection:
            connection.settimeout(0.05)
            sent = 0
            with suppress(ConnectionError):
                for byte in b"GET / HTTP/1.1\r\nX: " + b"y" * 100:
                    connection.sendall(bytes([byte]))
                    sent += 1
                    with suppress(TimeoutError):
                        if not connection.recv(1):
                            break
            assert sent < 60

    def test_nor_does_a_first_request_in_good_time(self, service: Service) -> None:
        with dial(service.port, MALLORY) as connection:
            connection.sendall(f"HEAD /page.css HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n\r\n".encode())
            connection.recv(100)
            connection.sendall(b"GET /")
            assert gone(connection)

    def test_a_body_that_never_comes(self, service: Service) -> None:
        with dial(service.port, MALLORY) as connection:
            head = f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nContent-Length: 100\r\n\r\n"
            connection.sendall(head.encode())
            assert gone(connection)
        assert ask(service.port, "/", address=ANNA).status == 200


def test_a_page_that_does_not_read_holds_up_nobody(running: Box) -> None:
    """The lid is sent the latest state when it reads again, not everything in between."""
    _, deaf = upgrade(running.port, "/panel", HOME)
    with live(running.port, "/panel", HOME) as lid, deaf:
        lid.recv(timeout=60)
        before = running.megabytes
        for _ in range(100):
            assert running.plays_on(lid) < AT_ONCE
        assert running.megabytes - before < 5


def test_guessing_the_code(tmp_path: Path) -> None:
    with emulated(tmp_path) as service:
        right = service.gate.code.text
        replies = [
            ask(service.port, "/join", {"code": f"AAAA{n:02}"}, MALLORY).text for n in range(ADDRESS_GUESSES + 3)
        ]
        assert ["locked-out" in text for text in replies] == [False] * ADDRESS_GUESSES + [True] * 3
        assert "locked-out" in ask(service.port, "/join", {"code": right}, MALLORY).text
        assert "Too many wrong codes" in ask(service.port, f"/j/{right}", address=MALLORY).text
        assert ask(service.port, "/join", {"code": right}, ANNA).status == 200
        for n in range(TOTAL_GUESSES):
            ask(service.port, f"/j/AAAA{n:02}", address=f"127.0.2.{n + 1}")
        assert "locked-out" in ask(service.port, "/join", {"code": right}, "127.0.2.1").text
        assert ask(service.port, "/join", {"code": right}, BEN).status == 200
        assert len(list(service.gate.presence)) == 2


def test_many_joins_depose_nobody(tmp_path: Path) -> None:
    """Everybody at the table knows the code; 45 made-up phones must not push out a host whose screen is off."""
    with emulated(tmp_path) as service:
        code = {"code": service.gate.code.text}
        host = ask(service.port, "/join", code, ANNA).cookie
        ask(service.port, "/join", code, BEN)
        service.gate.presence.move(list(service.gate.presence)[1].id, 1)
        replies = [ask(service.port, "/join", code, MALLORY) for _ in range(45)]
        assert [answer.status for answer in replies] == [200] * ADDRESS_JOINS + [403] * (45 - ADDRESS_JOINS)
        assert "too-many-joins" in replies[-1].text
        for n in range(2 * MOST):
            ask(service.port, "/join", code, f"127.0.3.{n + 1}")
        phones = list(service.gate.presence)
        assert [(phone.role, phone.seat) for phone in phones[:2]] == [("host", None), ("seat", 1)]
        assert ask(service.port, "/diagnostics.json", address=ANNA, headers={"Cookie": host}).status == 200
