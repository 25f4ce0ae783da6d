"""Port 80 of the box: phones stay in its Wi-Fi, people find the page, and foreign names get nothing else."""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.service import portal
from companion.service.notes import HOTSPOT, Notes
from companion.service.portal import PROBES, SUCCESS, PortalServer, answer_request, take_passed_socket
from tests.programs import PATIENCE

BOX = "10.42.0.1"
PAGE = f"http://{BOX}:8080/"


@pytest.mark.parametrize(
    ("host", "path", "status", "text"),
    [
        ("connectivitycheck.gstatic.com", "/generate_204", 204, ""),
        ("www.google.com", "/gen_204", 204, ""),
        ("captive.apple.com", "/hotspot-detect.html", 200, SUCCESS),
        ("www.apple.com", "/library/test/success.html", 200, SUCCESS),
        ("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
        ("www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
        ("detectportal.firefox.com", "/success.txt?ipv4", 200, "success\n"),
        ("nmcheck.gnome.org", "/check_network_status.txt", 200, "NetworkManager is online\n"),
        ("www.msftconnecttest.com", "/redirect", 302, PAGE),
        ("example.org", "/anything", 302, PAGE),
        ("", "/", 302, PAGE),
    ],
)
def test_in_the_wifi_of_the_box_every_system_stays_and_everything_else_leads_to_the_page(
    host: str, path: str, status: int, text: str
) -> None:
    assert answer_request(host, path, BOX, has_hotspot=True)[:2] == (status, text)


@pytest.mark.parametrize("path", ["/", "/matches.json", *PROBES])
def test_in_another_wifi_foreign_names_are_refused(path: str) -> None:
    for host in ("evil.example", "captive.apple.com", "", "10.42.0.2", f"{BOX}.evil.example"):
        assert answer_request(host, path, BOX, has_hotspot=False).status == 421


@pytest.mark.parametrize("has_hotspot", [True, False])
def test_our_own_names_lead_to_the_same_place_on_the_page(has_hotspot: bool) -> None:
    own = socket.gethostname().partition(".")[0].lower()
    for host in (BOX, f"{own}.local", f"{own}-2.LOCAL", f"{own}:80"):
        name = host.lower().removesuffix(":80")
        for path in ("/", "/tv", "/j/K7MP3W/wifi"):
            answer = answer_request(host, path, BOX, has_hotspot)
            assert answer[:2] == (302, f"http://{name}:8080{path}")


@pytest.mark.parametrize("path", ["//evil.example", "/\r\nSet-Cookie: a=b", "/@evil.example", "x", "/" + "a" * 500])
def test_no_path_leads_anywhere_else(path: str) -> None:
    assert answer_request(BOX, path, BOX, has_hotspot=True).text == PAGE


@contextmanager
def serve(notes: Notes) -> Iterator[int]:
    """Serve on a free port, as systemd would pass it on, until nobody comes any more."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = int(listening.getsockname()[1])
    with PortalServer(listening, notes, idle=PATIENCE) as server:  # it must not leave while a slow test still asks
        thread = threading.Thread(target=server.serve_until_idle, daemon=True)
        thread.start()
        try:
            yield port
        finally:
            server.timeout = 0.0
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()  # the last one who comes
            thread.join(PATIENCE)
        assert not thread.is_alive()


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: Message
    body: str


def get(port: int, path: str, host: str, method: str = "GET") -> Reply:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(method, path, headers={"Host": host})
        answer = connection.getresponse()
        return Reply(answer.status, answer.headers, answer.read().decode())


def test_it_answers_over_the_wire_and_sets_no_cookie(tmp_path: Path) -> None:
    notes = Notes(tmp_path)
    notes.write(HOTSPOT, "Arkside\nk7mp3wq9xd")
    with serve(notes) as port:
        answer = get(port, "/generate_204", "connectivitycheck.gstatic.com")
        assert (answer.status, answer.body) == (204, "")
        answer = get(port, "/hotspot-detect.html", "captive.apple.com")
        assert (answer.status, answer.body) == (200, SUCCESS)
        assert get(port, "/hotspot-detect.html", "captive.apple.com", "HEAD").body == ""
        answer = get(port, "/", "example.org")
        assert (answer.status, answer.headers["location"]) == (302, "http://127.0.0.1:8080/")
        assert "set-cookie" not in answer.headers
        assert get(port, "/", "example.org", "POST").status == 501


class Dripping:
    """A connection that sends one byte every second, for ever."""

    def __init__(self) -> None:
        self.now = 0.0
        self.allowed = 0.0

    def settimeout(self, seconds: float) -> None:
        self.allowed = seconds

    def recv(self, most: int) -> bytes:
        if self.allowed < 1:
            raise TimeoutError
        self.now += 1
        return b"x"


def test_a_request_that_drips_holds_no_thread_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    dripping = Dripping()
    monkeypatch.setattr(portal.time, "monotonic", lambda: dripping.now)
    with pytest.raises(TimeoutError):
        portal.read_head(dripping)  # type: ignore[arg-type]
    assert dripping.now <= portal.REQUEST_SECONDS


def test_a_head_without_end_is_not_read_to_its_end() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        theirs.send(b"x" * 2 * portal.LONGEST_HEAD)
        assert portal.LONGEST_HEAD <= len(portal.read_head(ours)) < 2 * portal.LONGEST_HEAD


def test_without_a_hotspot_a_probe_gets_nothing(tmp_path: Path) -> None:
    with serve(Notes(tmp_path)) as port:
        assert get(port, "/generate_204", "connectivitycheck.gstatic.com").status == 421


def test_a_socket_that_was_meant_for_another_process_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", "1")
    assert take_passed_socket() is None


def test_the_program_serves_the_socket_that_systemd_passes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[int] = []
    listening = socket.create_server(("127.0.0.1", 0))
    port = int(listening.getsockname()[1])
    monkeypatch.setattr(portal, "take_passed_socket", lambda: listening)
    monkeypatch.setattr(PortalServer, "serve_until_idle", lambda self: served.append(self.server_address[1]))
    assert portal.main() == 0
    assert served == [port]
    assert listening.fileno() == -1, "closed when nobody comes any more"


def test_started_by_hand_it_says_who_should_start_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("LISTEN_PID", raising=False)
    assert portal.main() == 1
    assert "arkside-portal.socket starts this program" in caplog.text
