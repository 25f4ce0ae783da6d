"""`arkside run --pi` on chips that answer as the real ones do."""

import gc
import socket
import sys

import pytest

from companion.cli import main
from companion.commands.run import print_invitation
from companion.core.words import PROGRAM, Say
from companion.device.host import Host
from companion.phone.words import PHONE
from drivers.silicon.board import Board


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Host]:
    """Boxes that ran; each of them is told to end at once."""
    boxes: list[Host] = []

    async def run(self: Host) -> None:
        boxes.append(self)

    monkeypatch.setattr(Host, "run", run)
    return boxes


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the heap of a running box was frozen; that of the tests must not be."""
    times: list[str] = []
    monkeypatch.setattr(gc, "freeze", lambda: times.append("frozen"))
    return times


@pytest.mark.parametrize("ways", [[], ["--headless"]], ids=["with page", "headless"])
def test_a_box_that_runs_looks_through_what_it_loaded_no_more(tmp_path, ran, frozen, ways) -> None:
    with Board():
        assert main(["run", "--pi", "--port", "0", "--data", str(tmp_path), *ways]) == 0
    assert frozen == ["frozen"]


def test_a_real_box_works_without_its_page_where_the_port_is_taken(tmp_path, capfd, ran) -> None:
    with Board(), socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["run", "--pi", "--port", str(port), "--data", str(tmp_path)]) == 0
    assert len(ran) == 1
    assert f"Port {port} can't be used" in capfd.readouterr().err


def test_a_simulated_box_is_its_page_so_a_port_that_is_taken_ends_it(tmp_path, capfd, ran) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["run", "--emulate", "--port", str(port), "--data", str(tmp_path)]) == 1
    assert ran == []
    assert f"Port {port} can't be used" in capfd.readouterr().err


def test_a_real_box_serves_its_page(tmp_path, capfd, ran) -> None:
    with Board():
        assert main(["run", "--pi", "--port", "0", "--data", str(tmp_path), "--lang", "en"]) == 0
    assert len(ran) == 1
    assert "Arkside is ready: open http://127.0.0.1:" in capfd.readouterr().out


def test_no_thread_keeps_the_event_loop_waiting_for_long(tmp_path, ran) -> None:
    before = sys.getswitchinterval()
    try:
        with Board():
            assert main(["run", "--pi", "--port", "0", "--data", str(tmp_path)]) == 0
        assert sys.getswitchinterval() < 0.001, "the loop needs the interpreter many times for one answer"
    finally:
        sys.setswitchinterval(before)


def test_a_terminal_shows_a_code_to_scan(monkeypatch, capsys) -> None:
    class Invitation:
        address, code = "http://10.0.0.7:8080/", "K7MP3W"

        def link(self) -> str:
            return f"{self.address}j/{self.code}"

    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_invitation(Say("en", PHONE, PROGRAM), Invitation())
    out = capsys.readouterr().out
    assert "█" in out or "▄" in out
    assert "open http://10.0.0.7:8080/ and enter the code K7MP3W" in out
