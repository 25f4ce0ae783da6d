"""Serving the page beside the app, in the same loop."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from companion.app.app import App
from companion.core.errors import N_, ArksideError
from companion.phone.connections import Connections, PageConfig
from companion.phone.limits import hush

ADDRESS = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 (phones on the same Wi-Fi are who this is for)
ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation: nothing is sent there, but the kernel says from where it would be."""


class PortTaken(ArksideError, OSError):
    """Another program serves this port."""

    code = "port-taken"

    __str__ = ArksideError.__str__


def name_for_phones() -> str:
    """What phones on the same Wi-Fi call this computer: its number there, or its name where it has no way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return f"{socket.gethostname()}.local"
        return str(probe.getsockname()[0])


def listen(port: int, address: str = ADDRESS) -> socket.socket:
    """A socket for the page, by default on this computer only; a taken port is named with what to do."""
    # named as TCP, because only then asyncio sends at once what is small: a tap would wait 40 ms for the one before it
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except (OSError, OverflowError) as why:
        listening.close()
        raise PortTaken(
            N_("Port {port} cannot be used ({why}); choose another with --port"), port=port, why=why
        ) from None
    return listening


class PageServer(uvicorn.Server):
    """A server that leaves signals to whoever runs it, for stock uvicorn raises them anew before the parts are dark,
    and that lets connections in through a doorway of its own.
    """

    config: PageConfig

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the host, which ends the page too."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin as usual, but listen at our own doorway."""
        await super().startup(sockets=[])
        make = self.config.http_protocol_class
        state = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        self.config.connections.open(lambda: make(**state))
        self.servers = [self.config.connections]  # type: ignore[list-item]  # as far as uvicorn closes it


def let_phones_in(app: App, connections: Connections, port: int) -> None:
    """Let phones on the same Wi-Fi open the page from now on, besides this computer."""
    name = name_for_phones()
    connections.open_also(listen(port, name))
    app.invitation.address = f"http://{name}:{port}/"
    app.invitation.open_to_phones = None


async def serve(
    pages: ASGIApp,
    app: App,
    run: Callable[[], Coroutine[Any, Any, None]],
    listening: socket.socket,
    ready: Callable[[], None],
    everyone: bool = True,
) -> None:
    """Run the app and its page until cancelled; unless the page is for everyone, phones may be let in later."""
    hush()
    config = PageConfig(pages, listening)
    server = PageServer(config)
    if not everyone:
        port = listening.getsockname()[1]
        app.invitation.open_to_phones = partial(let_phones_in, app, config.connections, port)
    running = asyncio.create_task(run())
    serving = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        ready()
        await asyncio.wait((running, serving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        server.should_exit = True
        running.cancel()
        ended = await asyncio.gather(running, serving, return_exceptions=True)
        listening.close()
    for end in ended:
        if isinstance(end, Exception):
            raise end
