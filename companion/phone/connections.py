"""Limits of the connections to the page: how many, from where, how long, and how many frames.

Idle and slow connections make room for new ones, so nobody can lock the table out by holding connections open. Sockets
of phones that have joined stay.

Uvicorn's own settings do what they can (`page_config`), and `Connections` is a middleware that knows which connections
are being answered. Two protocols of uvicorn are subclassed all the same, because only a protocol sees a connection
before its request is complete, and a socket below its messages. They override callbacks of `asyncio.Protocol` alone.
"""

import asyncio
import logging
from asyncio import TimerHandle, Transport
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp, Receive, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.phone.limits import (
    ADDRESS_CONNECTIONS,
    BACKLOG,
    HEAD_SECONDS,
    IDLE_SECONDS,
    LONGEST_HEAD,
    LONGEST_MESSAGE,
    MOST_UNREAD,
    PING_SECONDS,
    REQUEST_SECONDS,
    FrameMeter,
    find_connection_limit,
)
from companion.phone.who import Scope

log = logging.getLogger("arkside.phone")

Client = tuple[str, int]
"""Address and port of the other end, which name a connection both here and in the scope of a request."""


class Connection:
    """One open connection, and the time by which it is cut off."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.is_answered = False
        """Whether a request of it is being answered, or a socket is open on it."""
        self._deadline: TimerHandle | None = None

    @property
    def has_deadline(self) -> bool:
        """Whether it is being timed."""
        return self._deadline is not None

    def set_deadline(self, seconds: float) -> None:
        """Cut it off after this time unless something else is decided until then."""
        self.clear_deadline()
        self._deadline = asyncio.get_running_loop().call_later(seconds, self.transport.abort)

    def clear_deadline(self) -> None:
        """Stop timing it."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Connections:
    """All open connections, and middleware that marks those that are being answered."""

    def __init__(self, app: ASGIApp, most: int, of_one: int = ADDRESS_CONNECTIONS) -> None:
        self.app = app
        self.most = most
        self.of_one = of_one
        self._open: dict[Client, Connection] = {}
        """In the order in which they came, so that the first idle one has been idle longest."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request within its time; a socket has no end, but is pinged."""
        connection = self._open.get(scope.get("client") or ("", 0))
        if connection is None:
            await self.app(scope, receive, send)
            return
        connection.is_answered = True
        if scope["type"] == "websocket":
            connection.clear_deadline()
            await self.app(scope, receive, send)
            return  # it stays busy until it is lost
        connection.set_deadline(REQUEST_SECONDS)
        try:
            await self.app(scope, receive, send)
        finally:
            connection.is_answered = False
            connection.clear_deadline()  # from here on uvicorn's time for idle connections runs

    def add(self, client: Client, transport: Transport) -> Connection | None:
        """Register a connection that has to say soon what it wants; None if there is no room for it."""
        from_there = sum(address == client[0] for address, _ in self._open)
        if from_there >= self.of_one:
            log.warning("too many connections from one address")
            has_room = self._make_room(client[0])
        elif len(self._open) >= self.most:
            log.warning("too many connections")
            has_room = self._make_room()
        else:
            has_room = True
        if not has_room:
            return None
        connection = self._open[client] = Connection(transport)
        connection.set_deadline(HEAD_SECONDS)
        return connection

    def _make_room(self, address: str | None = None) -> bool:
        """Cut off the connection that has been idle longest."""
        for client, connection in self._open.items():
            if not connection.is_answered and address in (None, client[0]):
                connection.transport.abort()
                self.remove(client)
                return True
        return False

    def remove(self, client: Client) -> None:
        """Forget a connection that has ended."""
        connection = self._open.pop(client, None)
        if connection is not None:
            connection.clear_deadline()


class PageProtocol(H11Protocol):
    """HTTP within our limits of connections, and with a time limit for the head of a request.

    Uvicorn can refuse requests when there are too many, but neither closes what is idle in favour of whoever comes, nor
    counts by address, nor ends a connection whose first request never becomes complete.
    """

    _connection: Connection | None = None

    def __init__(self, connections: Connections, **named: Any) -> None:
        super().__init__(**named)
        self._connections = connections

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        super().connection_made(transport)
        if self.client is not None:
            self._connection = self._connections.add(self.client, transport)
        if self._connection is None:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on; the time for a head runs from its first byte."""
        super().data_received(data)
        if self._connection is not None and not self._connection.is_answered and not self._connection.has_deadline:
            self._connection.set_deadline(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for the next connection."""
        if self._connection is not None and self.client is not None:
            self._connections.remove(self.client)
        super().connection_lost(exc)


class PageSocket(WebSocketsSansIOProtocol):
    """A socket that is cut off when it sends more frames than a page could, or leaves too much unread.

    Uvicorn limits the size of messages and an application sees messages only: pings, and the pieces of a message that
    never ends, cost as much and reach nobody who could count them.
    """

    def __init__(self, connections: Connections, **named: Any) -> None:
        super().__init__(**named)
        self._connections = connections
        self._meter: FrameMeter | None = None

    def data_received(self, data: bytes) -> None:
        """Read frames, unless they are too many."""
        if self._meter is None:  # the request that asked for the socket comes first, without any frame
            self._meter = FrameMeter()
        elif not self._meter.allows(data):
            self._cut_off("it sent too much at once")
            return
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self._cut_off("it asked without reading the answers")

    def _cut_off(self, why: str) -> None:
        if not self.transport.is_closing():
            log.warning("a phone was cut off: %s", why)
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for the next connection."""
        if self.client is not None:
            self._connections.remove(self.client)
        super().connection_lost(exc)


def page_config(app: ASGIApp) -> uvicorn.Config:
    """Uvicorn's settings, with our limits wherever it has none of its own."""
    connections = Connections(app, find_connection_limit())
    return uvicorn.Config(
        connections,
        # uvicorn only calls them, so what makes a protocol does as well as its class
        http=cast(type[asyncio.Protocol], partial(PageProtocol, connections)),
        ws=cast(type[asyncio.Protocol], partial(PageSocket, connections)),
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # nobody stands between us and a phone, so nobody speaks for one
        server_header=False,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,  # in one room the processor is scarce, not the air
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=1,
    )
