"""Phones that are not this computer: Linux lends every address of 127.0.0.0/8, so each can have its own."""

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

ANNA, BEN, CLEO, MALLORY = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.66"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def cookie(self) -> str:
        """The cookie it set, as it is sent back."""
        return (self.headers.get("set-cookie") or "").partition(";")[0]


def ask(
    port: int,
    path: str,
    body: object = None,
    address: str = ANNA,
    headers: Mapping[str, str] | None = None,
    method: str = "",
) -> Answer:
    """One request from that address; a body makes it a POST of JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        connection.request(method or ("GET" if data is None else "POST"), path, data, dict(headers or {}))
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read().decode())
    finally:
        connection.close()


def dial(port: int, address: str = ANNA) -> socket.socket:
    """A bare connection from that address."""
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


@contextmanager
def live(
    port: int, path: str, address: str = ANNA, origin: str | None = None, **headers: str
) -> Iterator[ClientConnection]:
    """A socket from that address."""
    named: dict[str, Any] = {"origin": Origin(origin)} if origin else {}
    named["additional_headers"] = headers
    with (
        dial(port, address) as bare,
        connect(f"ws://127.0.0.1:{port}{path}", sock=bare, max_queue=None, **named) as opened,
    ):
        yield opened


def upgrade(port: int, path: str, address: str = ANNA, host: str = "", origin: str = "") -> tuple[int, socket.socket]:
    """A socket as another program opens it, which may lie about host and origin: status, and the bare connection."""
    bare = dial(port, address)
    lines = [
        f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]  # fmt: skip
    lines += [f"Origin: {origin}"] if origin else []
    bare.sendall("\r\n".join([*lines, "", ""]).encode())
    return int(bare.recv(1000).split()[1]), bare
