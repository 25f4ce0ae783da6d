"""Limits for connections to the page: number, address, duration and frames.

Idle and slow connections make room for new ones, so nobody can lock the table out by holding connections open. Sockets
of phones that have joined stay.

Uvicorn's own settings are used where they exist (`make_config`), and the middleware `Connections` knows which
connections are being answered. Two protocols of uvicorn are subclassed as well, because only a protocol sees a
connection before its request is complete, and the frames of a socket. They only override `asyncio.Protocol` callbacks.
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
from companion.phone.rights import Scope

log = logging.getLogger("arkside.phone")

Client = tuple[str, int]
"""Address and port of the other end: the name of a connection, here and in the scope of a request."""


class Connection:
    """One open connection with an optional deadline."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.is_answered = False
        """Whether one of its requests is being answered, or it carries a socket."""
        self._deadline: TimerHandle | None = None

    @property
    def has_deadline(self) -> bool:
        """Whether a deadline is set."""
        return self._deadline is not None

    def set_deadline(self, seconds: float) -> None:
        """Abort the connection after this time, unless the deadline is cleared or changed."""
        self.clear_deadline()
        self._deadline = asyncio.get_running_loop().call_later(seconds, self.transport.abort)

    def clear_deadline(self) -> None:
        """Remove the deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Connections:
    """Registry of open connections, and middleware that marks those being answered."""

    def __init__(self, app: ASGIApp, most: int, of_one: int = ADDRESS_CONNECTIONS) -> None:
        self.app = app
        self.most = most
        self.of_one = of_one
        self._open: dict[Client, Connection] = {}
        """In order of arrival, so that the first idle one is the oldest."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request before its deadline. Sockets have none: they are pinged instead."""
        connection = self._open.get(scope.get("client") or ("", 0))
        if connection is None:
            await self.app(scope, receive, send)
            return
        connection.is_answered = True
        if scope["type"] == "websocket":
            connection.clear_deadline()
            await self.app(scope, receive, send)
            return  # a socket counts as answered until it is lost
        connection.set_deadline(REQUEST_SECONDS)
        try:
            await self.app(scope, receive, send)
        finally:
            connection.is_answered = False
            connection.clear_deadline()  # uvicorn's timeout for idle connections takes over

    def add(self, client: Client, transport: Transport) -> Connection | None:
        """Register a connection, which must send its request soon; None if there is no room for it."""
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
        """Abort the oldest idle connection, of this address if given; False if there is none."""
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
    """HTTP with a limited number of connections and a time limit for the head of a request.

    Uvicorn can refuse requests when there are too many, but it doesn't close idle connections to make room, count by
    address, or end a connection whose first request is never complete.
    """

    _connection: Connection | None = None

    def __init__(self, connections: Connections, **named: Any) -> None:
        super().__init__(**named)
        self._connections = connections

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Accept the connection if there is room."""
        super().connection_made(transport)
        if self.client is not None:
            self._connection = self._connections.add(self.client, transport)
        if self._connection is None:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read data; the deadline for a head starts at its first byte."""
        super().data_received(data)
        if self._connection is not None and not self._connection.is_answered and not self._connection.has_deadline:
            self._connection.set_deadline(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for the next connection."""
        if self._connection is not None and self.client is not None:
            self._connections.remove(self.client)
        super().connection_lost(exc)


class PageSocket(WebSocketsSansIOProtocol):
    """A socket that is cut off when it sends more frames than a page would, or leaves too much unread.

    Uvicorn limits the size of messages, and the app sees only whole messages. Pings and fragments of an endless message
    cost as much, and nothing else counts them.
    """

    def __init__(self, connections: Connections, **named: Any) -> None:
        super().__init__(**named)
        self._connections = connections
        self._meter: FrameMeter | None = None

    def data_received(self, data: bytes) -> None:
        """Read frames, or cut the socket off if there are too many."""
        if self._meter is None:  # the HTTP request for the socket comes first and has no frames
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


def make_config(app: ASGIApp) -> uvicorn.Config:
    """Return uvicorn's settings, with our limits where it has none."""
    connections = Connections(app, find_connection_limit())
    return uvicorn.Config(
        connections,
        # uvicorn only calls these, so a factory does as well as a class
        http=cast(type[asyncio.Protocol], partial(PageProtocol, connections)),
        ws=cast(type[asyncio.Protocol], partial(PageSocket, connections)),
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # there is no proxy, so a forged header must not change an address
        server_header=False,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,  # on a Pi, processor time is scarcer than bandwidth
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=1,
    )
