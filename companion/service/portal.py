"""Port 80 of the box: leads people to the page, and keeps phones in the Wi-Fi of the box.

A phone that joins a Wi-Fi asks its maker's server whether there is internet. In our own Wi-Fi every name leads here
(`deploy/files/etc/NetworkManager/dnsmasq-shared.d`), and phones that get no answer go back to mobile data, where nobody
finds the page. So their questions are answered as if there was internet. Nothing else is served for foreign names, and
the page itself still refuses them.

systemd starts this program on a connection (`arkside-portal.socket`); it ends after a while without any.
It has no access to the table.
"""

import io
import logging
import os
import re
import socket
import sys
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from companion.service.notes import FOLDER, HOTSPOT, Notes
from companion.service.own_names import match_own_names

PAGE_PORT = 8080
FIRST_SOCKET = 3
"""File descriptor of the first socket that systemd passes on."""
REQUEST_SECONDS = 5.0
"""Seconds in which a request must be complete, so that a slow client can't block a thread."""
LONGEST_HEAD = 16_384
IDLE_SECONDS = 60.0
SHORT_PATH = re.compile(r"(?:/[\w.-]{1,40}){1,4}/?|/")
"""Paths that are passed on to the page; anything else leads to its front."""

log = logging.getLogger("arkside.portal")


class ProbeAnswer(NamedTuple):
    """Answer that a system expects if there is internet."""

    status: int
    text: str
    kind: str = "text/plain"


SUCCESS = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
PROBES = {
    # Android and Chrome OS
    "/generate_204": ProbeAnswer(204, ""),
    "/gen_204": ProbeAnswer(204, ""),
    # iOS and macOS
    "/hotspot-detect.html": ProbeAnswer(200, SUCCESS, "text/html"),
    "/library/test/success.html": ProbeAnswer(200, SUCCESS, "text/html"),
    # Windows, new and old
    "/connecttest.txt": ProbeAnswer(200, "Microsoft Connect Test"),
    "/ncsi.txt": ProbeAnswer(200, "Microsoft NCSI"),
    # Firefox
    "/success.txt": ProbeAnswer(200, "success\n"),
    "/canonical.html": ProbeAnswer(
        200,
        '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
        "text/html",
    ),
    # NetworkManager on Linux
    "/check_network_status.txt": ProbeAnswer(200, "NetworkManager is online\n"),
}
"""Answers by path; these paths are asked for under names of Google, Apple, Microsoft, Mozilla and GNOME."""


def answer_request(host: str, path: str, called: str, has_hotspot: bool) -> ProbeAnswer:
    """Return the answer to a request; a redirect has the address in its text.

    `called` is our own address on the network from which the request came.
    """
    name = host.lower().removesuffix(":80")
    if name == called or match_own_names().fullmatch(name):
        return ProbeAnswer(302, f"http://{name}:{PAGE_PORT}{path if SHORT_PATH.fullmatch(path) else '/'}")
    if not has_hotspot:
        return ProbeAnswer(421, "Please use the address shown on the box\n")
    return PROBES.get(path.partition("?")[0], ProbeAnswer(302, f"http://{called}:{PAGE_PORT}/"))


def read_head(connection: socket.socket) -> bytes:
    """Return the head of a request, or what there is of it; raise `TimeoutError` if it takes too long."""
    head, until = b"", time.monotonic() + REQUEST_SECONDS
    while b"\r\n\r\n" not in head and len(head) < LONGEST_HEAD:
        connection.settimeout(max(0.001, until - time.monotonic()))
        part = connection.recv(4096)
        if not part:
            break
        head += part
    connection.settimeout(REQUEST_SECONDS)
    return head


class PortalHandler(BaseHTTPRequestHandler):
    """One connection with one request."""

    server: "PortalServer"
    timeout = REQUEST_SECONDS
    server_version = sys_version = ""

    def setup(self) -> None:
        """Read the head of the request: the library's time limit is one for each byte."""
        super().setup()
        self.rfile = io.BytesIO(read_head(self.connection))

    def do_GET(self) -> None:
        """Answer a request."""
        answer = self._find_answer()
        self._send(answer, answer.text)

    def do_HEAD(self) -> None:
        """Answer a request without a body."""
        self._send(self._find_answer(), "")

    def _find_answer(self) -> ProbeAnswer:
        host = self.headers.get_all("host") or [""]
        called = str(self.connection.getsockname()[0])
        has_hotspot = self.server.notes.has(HOTSPOT)
        return answer_request(host[0] if len(host) == 1 else "", self.path, called, has_hotspot)

    def _send(self, answer: ProbeAnswer, text: str) -> None:
        self.send_response(answer.status)
        if answer.status == 302:
            self.send_header("Location", answer.text)
            text = ""
        body = text.encode()
        if answer.status != 204:
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: what people's phones ask for is nobody's business."""


class PortalServer(ThreadingHTTPServer):
    """A server on a socket that is already open. It ends when nobody has connected for a while."""

    daemon_threads = True

    def __init__(self, listening: socket.socket, notes: Notes, idle: float = IDLE_SECONDS) -> None:
        super().__init__(listening.getsockname()[:2], PortalHandler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.notes = notes
        self.timeout = idle
        self._is_idle = False

    def handle_timeout(self) -> None:
        """Note that nobody has connected for a while."""
        self._is_idle = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Go on after a connection that failed or was cut off."""
        log.debug("a connection failed", exc_info=True)

    def serve_until_idle(self) -> None:
        """Answer requests until nobody has connected for a while."""
        while not self._is_idle:
            self.handle_request()


def take_passed_socket() -> socket.socket | None:
    """Return the socket that systemd passed to this process, or None."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS", "0") == "0":
        return None
    return socket.socket(fileno=FIRST_SOCKET)


def main(argv: Sequence[str] | None = None) -> int:
    """Serve port 80 on the socket from systemd."""
    listening = take_passed_socket()
    if listening is None:
        log.error("no socket was passed on: arkside-portal.socket starts this program")
        return 1
    with PortalServer(listening, Notes(Path(FOLDER))) as server:
        server.serve_until_idle()
    return 0


if __name__ == "__main__":
    sys.exit(main())
