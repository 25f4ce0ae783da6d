"""Connections below the page: which are dropped for others, and which sockets are cut off."""

import asyncio
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from companion.phone.connections import Connections, PageProtocol, PageSocket, make_config
from companion.phone.limits import LONGEST_HEAD, LONGEST_MESSAGE, MOST_UNREAD, FrameMeter


class FakeTransport:
    """Remembers whether it was aborted."""

    def __init__(self, unread: int = 0) -> None:
        self.unread = unread
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def get_write_buffer_size(self) -> int:
        return self.unread

    def get_extra_info(self, name: str) -> Any:
        return ("192.168.1.7", 5) if name == "peername" else None


async def answer_nothing(*about: Any) -> None:
    """Stand in for the app."""


def add_all(connections: Connections, *clients: tuple[str, int]) -> list[FakeTransport]:
    transports = [FakeTransport() for _ in clients]
    for client, transport in zip(clients, transports, strict=True):
        connections.add(client, transport)  # type: ignore[arg-type]
    return transports


def test_one_address_makes_room_among_its_own_connections_only() -> None:
    async def run() -> None:
        connections = Connections(answer_nothing, most=10, of_one=2)
        transports = add_all(connections, ("ben", 1), ("mallory", 1), ("mallory", 2), ("mallory", 3))
        assert [transport.aborted for transport in transports] == [False, True, False, False]

    asyncio.run(run())


def test_a_connection_that_ended_is_forgotten() -> None:
    async def run() -> None:
        connections = Connections(answer_nothing, most=10)
        config = make_config(answer_nothing)
        config.load()
        protocol = PageProtocol(connections, config=config, server_state=ServerState(), app_state={})
        protocol.connection_made(FakeTransport())  # type: ignore[arg-type]
        assert len(connections._open) == 1
        protocol.connection_lost(None)
        assert not connections._open

    asyncio.run(run())


def test_an_address_whose_connections_are_all_answered_gets_no_more() -> None:
    async def run() -> None:
        connections = Connections(answer_nothing, most=10, of_one=1)
        first = connections.add(("mallory", 1), FakeTransport())  # type: ignore[arg-type]
        assert first is not None
        assert first.has_deadline
        first.is_answered = True
        assert connections.add(("mallory", 2), FakeTransport()) is None  # type: ignore[arg-type]
        assert connections.add(("ben", 1), FakeTransport()) is not None  # type: ignore[arg-type]

    asyncio.run(run())


def test_of_too_many_connections_the_oldest_idle_one_is_closed() -> None:
    async def run() -> None:
        connections = Connections(answer_nothing, most=2)
        transports = add_all(connections, ("anna", 1), ("ben", 1), ("cleo", 1))
        assert [transport.aborted for transport in transports] == [True, False, False]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("allowed", "unread", "heard", "aborted"),
    [
        (True, 0, True, False),
        (True, MOST_UNREAD, True, False),
        (True, MOST_UNREAD + 1, True, True),
        (False, 0, False, True),
    ],
)
def test_a_socket_that_sends_or_leaves_too_much_is_cut_off(
    allowed: bool, unread: int, heard: bool, aborted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed: list[bytes] = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda self, data: passed.append(data))
    monkeypatch.setattr(FrameMeter, "allows", lambda self, data: allowed)
    socket = PageSocket.__new__(PageSocket)
    socket._meter = None
    transport = FakeTransport()
    socket.transport = transport  # type: ignore[assignment]
    socket.data_received(b"the request for a socket")
    transport.unread = unread
    socket.data_received(b"frames")
    assert passed == [b"the request for a socket", *([b"frames"] if heard else [])]
    assert transport.aborted == aborted


def test_the_limits_reach_uvicorn_and_no_header_changes_an_address() -> None:
    config = make_config(answer_nothing)
    assert not config.proxy_headers
    assert not config.server_header
    assert (config.ws_max_size, config.h11_max_incomplete_event_size) == (LONGEST_MESSAGE, LONGEST_HEAD)
    assert config.ws_ping_timeout
