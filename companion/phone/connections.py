"""Letting connections in: a stock server takes all there are, and dies noisily when the system has no more files.

Whoever is connected without asking for anything, or takes long to ask, makes room for whoever comes: so nobody can lock
the table out by holding connections open. Sockets of phones that have joined stay.
"""

import asyncio
import logging
import socket
from asyncio import TimerHandle, Transport
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from companion.phone.limits import (
    BACKLOG,
    HEAD_SECONDS,
    IDLE_SECONDS,
    LONGEST_HEAD,
    LONGEST_MESSAGE,
    MOST_WAITING,
    OF_ONE_ADDRESS,
    PING_SECONDS,
    REQUEST_SECONDS,
    connections_allowed,
)

BREATH = 0.05
"""Seconds between two connections while there are too many."""

log = logging.getLogger("arkside.phone")


class Connections:
    """Counts connections, and lets in as many as there may be."""

    def __init__(self, listening: socket.socket, most: int, of_one: int = OF_ONE_ADDRESS) -> None:
        self.listening = listening
        self.most = most
        self.of_one = of_one
        self.inside: dict[Transport, tuple[str, PageProtocol]] = {}
        """Everyone connected, whoever came first standing first."""
        self._also: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._protocol: Callable[[], asyncio.Protocol]

    def open(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Begin to let connections in."""
        self._protocol = protocol
        self._listen(self.listening)

    def open_also(self, listening: socket.socket) -> None:
        """Let connections in at another address too, under the same limits."""
        self._also.append(listening)
        self._listen(listening)

    def _listen(self, listening: socket.socket) -> None:
        listening.listen(BACKLOG)
        listening.setblocking(False)
        self._accepting.append(asyncio.create_task(self._accept(listening)))

    def close(self) -> None:
        """Let nobody in any more."""
        for accepting in self._accepting:
            accepting.cancel()

    async def wait_closed(self) -> None:
        """Until that is done."""
        await asyncio.gather(*self._accepting, return_exceptions=True)
        for listening in self._also:
            listening.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                came, (address, *_) = await loop.sock_accept(listening)
                if self._has_room(address):
                    await loop.connect_accepted_socket(self._protocol, came)
                    continue
                came.close()
            except OSError as why:  # no more files, or whoever came is gone again
                log.warning("a connection could not be taken: %s", why)
                self._make_room()
            await asyncio.sleep(BREATH)

    def _has_room(self, address: str) -> bool:
        """Whether one more from there may come in; somebody idle may have to go for it."""
        counts = Counter(one for one, _ in self.inside.values())
        if counts[address] >= self.of_one:
            log.warning("too many connections from one address")
            return self._make_room(address)
        if len(self.inside) >= self.most:
            log.warning("too many connections")
            return self._make_room()
        return True

    def _make_room(self, address: str | None = None) -> bool:
        """Send the one away that has been idle longest."""
        for transport, (of, protocol) in self.inside.items():
            if protocol.is_idle and address in (None, of):
                transport.abort()
                del self.inside[transport]
                return True
        return False

    def entered(self, transport: Transport, protocol: "PageProtocol") -> None:
        """A connection began; the one that is idle longest goes first when room is needed."""
        name = transport.get_extra_info("peername")
        self.inside[transport] = (name[0] if name else "", protocol)

    def left(self, transport: Transport) -> None:
        """A connection ended, so there is room for another."""
        self.inside.pop(transport, None)


class PageConfig(uvicorn.Config):
    """Uvicorn with our limits; `doorway` is where its connections come from."""

    def __init__(self, app: Any, listening: socket.socket) -> None:
        super().__init__(
            app,
            http=PageProtocol,
            ws=PageSocket,
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
        self.connections = Connections(listening, connections_allowed())


class PageProtocol(H11Protocol):
    """HTTP with a time limit for the head of a request and for the whole of it."""

    config: PageConfig
    _deadline: TimerHandle | None = None
    _answering = False
    _upgraded = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered."""
        return not self._upgraded and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Counted, and expected to say something."""
        super().connection_made(transport)
        self.config.connections.entered(transport, self)
        self._hurry(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """The clock for the head runs from its first byte, the one for the answer from its last."""
        super().data_received(data)
        if self._upgraded:
            return
        if not self.is_idle:
            if not self._answering:
                self._answering = True
                self._hurry(REQUEST_SECONDS)
        elif self._deadline is None and self.timeout_keep_alive_task is None:
            self._hurry(HEAD_SECONDS)

    def on_response_complete(self) -> None:
        """From here on the server's own time for idle connections runs."""
        self._answering = False
        self._rest()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """A socket has no end; it is asked now and then whether it is there."""
        self._upgraded = True
        self._rest()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for the next connection."""
        self._rest()
        self.config.connections.left(self.transport)
        super().connection_lost(exc)

    def _hurry(self, seconds: float) -> None:
        self._rest()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


@lru_cache(maxsize=8)
def framed(text: str) -> bytes:
    """A text as it goes to whoever is told it: a frame of a server is neither masked nor, here, compressed."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class PageSocket(WebSocketsSansIOProtocol):
    """A socket that is closed when it sends more at once than anybody could mean."""

    config: PageConfig

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = 2.0

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for the next connection."""
        self.config.connections.left(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """As usual, but a text that many phones are told becomes a frame once; whoever leaves is uvicorn's affair."""
        await self.writable.wait()
        text = message.get("text")
        if text is None or self.transport.is_closing() or self.conn.state is not State.OPEN:
            await super().send(message)
        else:
            self.transport.write(framed(text))

    def send_receive_event_to_app(self) -> None:
        """Hear a message, unless too many wait already."""
        if self.queue.qsize() < MOST_WAITING:
            super().send_receive_event_to_app()
            return
        self.frames = []
        if not self.transport.is_closing():
            log.warning("a phone was cut off: it sent too many messages at once")
            self.transport.abort()
