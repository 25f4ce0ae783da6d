"""A phone in the box's own Wi-Fi: two network namespaces, the real dnsmasq with our configuration, and the real page.

Every system asks a server of its maker whether there is internet. The table has those questions, with the answers that
keep a phone in this Wi-Fi.
"""

import asyncio
import http.client
import os
import shutil
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app.app import App
from companion.phone.gate import open_gate
from companion.phone.pages import Pages
from companion.phone.server import open_socket, serve
from companion.service.notes import HOTSPOT, Notes
from companion.service.portal import PAGE_PORT, SUCCESS, PortalServer
from tests.phone.service import in_a_thread
from tests.service.namespaces import LONGEST, act_in, join_namespaces

CONFIGURATION = Path(__file__).parents[2] / "deploy/files/usr/lib/arkside/hotspot.conf"
BOX, PHONE = "10.42.0.1", "10.42.0.23"
A_RECORD, AAAA_RECORD = 1, 28
MOZILLA_PAGE = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'

PROBES = (
    ("Android", "connectivitycheck.gstatic.com", "/generate_204", 204, ""),
    ("Android, older", "clients3.google.com", "/generate_204", 204, ""),
    ("Android, fallback", "www.google.com", "/gen_204", 204, ""),
    ("Android, second fallback", "play.googleapis.com", "/generate_204", 204, ""),
    ("iOS and macOS", "captive.apple.com", "/hotspot-detect.html", 200, SUCCESS),
    ("iOS, older", "www.apple.com", "/library/test/success.html", 200, SUCCESS),
    ("Windows", "www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
    ("Windows, older", "www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
    ("Firefox", "detectportal.firefox.com", "/success.txt?ipv4", 200, "success\n"),
    ("Firefox, page", "detectportal.firefox.com", "/canonical.html", 200, MOZILLA_PAGE),
    ("GNOME", "nmcheck.gnome.org", "/check_network_status.txt", 200, "NetworkManager is online\n"),
)
"""System, name of the server, path, and the exact answer: status and text."""

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="network namespaces need root"),
    pytest.mark.skipif(
        not shutil.which("dnsmasq") or not shutil.which("ip"), reason="apt-get install dnsmasq-base iproute2"
    ),
]


class Network(NamedTuple):
    """The box with its Wi-Fi, and a phone in it."""

    box: str
    phone: str
    notes: Notes


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    folder = tmp_path_factory.mktemp("box")
    notes = Notes(folder)
    with ExitStack() as running:
        names = running.enter_context(join_namespaces({"box": f"{BOX}/24", "phone": f"{PHONE}/24"}))
        running.enter_context(run_dnsmasq(names["box"], folder))
        running.enter_context(run_portal(names["box"], notes))
        yield Network(names["box"], names["phone"], notes)


@contextmanager
def run_dnsmasq(namespace: str, folder: Path) -> Iterator[None]:
    """Run dnsmasq as NetworkManager does for a Wi-Fi that it shares, until the block ends."""
    linked = folder / "dnsmasq-shared.d"
    linked.mkdir()
    (linked / "arkside.conf").symlink_to(CONFIGURATION)  # the package too has no more than a link in that folder
    command = [
        "ip", "netns", "exec", namespace, "dnsmasq", "--conf-file=/dev/null", "--no-hosts", "--no-resolv",
        "--keep-in-foreground", "--bind-interfaces", "--except-interface=lo", "--clear-on-reload", "--strict-order",
        f"--listen-address={BOX}", f"--dhcp-leasefile={folder / 'leases'}", f"--pid-file={folder / 'dnsmasq.pid'}",
        "--dhcp-range=10.42.0.10,10.42.0.254,60m", f"--conf-dir={linked}",
    ]  # fmt: skip
    with subprocess.Popen(command) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(LONGEST)


@contextmanager
def run_portal(namespace: str, notes: Notes) -> Iterator[None]:
    """Serve port 80 of the box until the block ends."""
    listening = act_in(namespace, lambda: socket.create_server(("0.0.0.0", 80)))
    with PortalServer(listening, notes) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join(LONGEST)


@contextmanager
def serve_page(namespace: str, folder: Path) -> Iterator[None]:
    """Serve the page at the address of the box until the block ends."""
    listening = act_in(namespace, lambda: open_socket(PAGE_PORT, BOX))

    async def run(ready: Callable[[], None]) -> None:
        with closing(App(folder, "en")) as app, suppress(asyncio.CancelledError):
            await serve(Pages(app, open_gate(app, home=False)).make_app(), app, app.run, listening, ready)

    with in_a_thread(run):
        yield


@pytest.fixture
def hotspot(network: Network) -> Iterator[Network]:
    """The same while the box runs its own Wi-Fi."""
    network.notes.write(HOTSPOT, "Arkside\nk7mp3wq9xd")
    yield network
    network.notes.drop(HOTSPOT)


def resolve(network: Network, name: str, kind: int = A_RECORD) -> list[str]:
    """Ask the box for an address, as a phone does with the server that DHCP names."""
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    query = struct.pack(">6H", 7, 0x0100, 1, 0, 0, 0) + labels + struct.pack(">BHH", 0, kind, 1)

    def ask() -> bytes:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.settimeout(1)
            for _ in range(LONGEST):  # dnsmasq may still be starting
                line.sendto(query, (BOX, 53))
                try:
                    return line.recv(512)
                except (TimeoutError, ConnectionRefusedError):
                    continue
        raise TimeoutError(name)

    answer = act_in(network.phone, ask)
    code, count = answer[3] & 15, struct.unpack(">H", answer[6:8])[0]
    assert code == 0, f"{name}: refused with {code}"
    # each answer is a pointer to the name, type, class, lifetime, length, and the address
    records = [answer[len(query) + 16 * at :][:16] for at in range(count)]
    return [socket.inet_ntoa(record[12:]) for record in records]


def fetch(network: Network, name: str, path: str, port: int = 80) -> tuple[int, str, str]:
    """Look a name up, ask there, and return status, text and where it leads."""
    (address,) = resolve(network, name)
    return act_in(network.phone, lambda: get(address, port, name, path))


def get(address: str, port: int, name: str, path: str) -> tuple[int, str, str]:
    """Ask a server under a name; return status, text and where it leads."""
    with closing(http.client.HTTPConnection(address, port, timeout=LONGEST)) as connection:
        connection.request("GET", path, headers={"Host": name if port == 80 else f"{name}:{port}"})
        answer = connection.getresponse()
        assert answer.headers["set-cookie"] is None
        return answer.status, answer.read().decode(), answer.headers.get("location", "")


@pytest.mark.parametrize(
    ("name", "path", "status", "text"), [probe[1:] for probe in PROBES], ids=[p[0] for p in PROBES]
)
def test_every_system_finds_what_it_expects(hotspot: Network, name: str, path: str, status: int, text: str) -> None:
    assert resolve(hotspot, name) == [BOX]
    assert fetch(hotspot, name, path) == (status, text, "")


def test_windows_finds_the_address_it_looks_up(hotspot: Network) -> None:
    assert resolve(hotspot, "dns.msftncsi.com") == ["131.107.255.255"]


def discover(network: Network, *wanted: int) -> dict[int, bytes]:
    """Look for a network as a phone that has just joined the Wi-Fi; return the options of the offer."""
    hardware = b"\x02ark\0\x01"
    asked = bytes([53, 1, 1, 55, len(wanted), *wanted, 255])
    message = struct.pack(">4BIHH16x6s202xI", 1, 1, 6, 0, 7, 0, 0x8000, hardware, 0x63825363) + asked

    def ask() -> bytes:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"wire")
            line.bind(("", 68))
            line.settimeout(1)
            for _ in range(LONGEST):  # dnsmasq first looks whether somebody has the address already
                line.sendto(message, ("255.255.255.255", 67))
                with suppress(TimeoutError):
                    return line.recv(1500)
        raise TimeoutError("no offer")

    options, found = act_in(network.phone, ask)[240:], {}
    while options and options[0] != 255:
        if options[0]:
            found[options[0]] = options[2 : 2 + options[1]]
        options = options[2 + options[1] :] if options[0] else options[1:]
    return found


def test_a_phone_that_asks_is_told_that_nobody_must_log_in(hotspot: Network) -> None:
    offer = discover(hotspot, 6, 114)
    assert offer[114] == b"urn:ietf:params:capport:unrestricted"
    assert offer[6] == socket.inet_aton(BOX), "names are looked up at the box"
    assert 114 not in discover(hotspot, 6)


def test_a_question_for_an_address_of_ipv6_is_answered_at_once_with_none(hotspot: Network) -> None:
    assert resolve(hotspot, "captive.apple.com", AAAA_RECORD) == []


def test_any_other_name_leads_to_the_page(hotspot: Network) -> None:
    assert fetch(hotspot, "example.org", "/news") == (302, "", f"http://{BOX}:{PAGE_PORT}/")


@pytest.mark.parametrize(("name", "path"), [probe[1:3] for probe in PROBES], ids=[probe[0] for probe in PROBES])
def test_without_the_hotspot_foreign_names_are_refused(network: Network, name: str, path: str) -> None:
    assert fetch(network, name, path)[0] == 421


def test_the_page_itself_refuses_foreign_names_even_there(hotspot: Network, tmp_path: Path) -> None:
    with serve_page(hotspot.box, tmp_path):
        assert fetch(hotspot, "captive.apple.com", "/", PAGE_PORT)[0] == 421
        assert fetch(hotspot, "example.org", "/matches.json", PAGE_PORT)[0] == 421
        assert act_in(hotspot.phone, lambda: get(BOX, PAGE_PORT, BOX, "/"))[0] == 200
