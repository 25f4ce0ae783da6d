"""Serves the page in the event loop of the app."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from companion.app.app import App
from companion.core.errors import N_, ArksideError
from companion.phone.connections import make_config
from companion.phone.limits import quiet_loggers

LOOPBACK_ADDRESS = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # noqa: S104 (phones on the same Wi-Fi are who this is for)
PROBE_ADDRESS = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737). Nothing is sent, but the kernel picks our address for it."""


class PortTaken(ArksideError, OSError):
    """The port is in use or not allowed."""

    code = "port-taken"

    __str__ = ArksideError.__str__


def find_address_for_phones() -> str:
    """Return this computer's address for phones on the same Wi-Fi, or its name where it has no route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE_ADDRESS)
        except OSError:
            return f"{socket.gethostname()}.local"
        return str(probe.getsockname()[0])


def open_socket(port: int, address: str = LOOPBACK_ADDRESS) -> socket.socket:
    """Return a socket for the page, by default on this computer only; raise `PortTaken` if it can't be opened."""
    # asyncio sets TCP_NODELAY only where the protocol is named; without it a tap waits 40 ms for the one before
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except (OSError, OverflowError) as why:
        listening.close()
        raise PortTaken(
            N_("Port {port} can't be used ({why}). Choose another with --port"), port=port, why=why
        ) from None
    return listening


class PageServer(uvicorn.Server):
    """A server that leaves signals to the program that runs it.

    Uvicorn has no setting for that: it would catch them, and raise them again before the lights are off.
    """

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture nothing: the program handles signals and stops the page too."""
        yield


async def serve(
    pages: ASGIApp,
    app: App,
    run: Callable[[], Coroutine[Any, Any, None]],
    listening: socket.socket,
    ready: Callable[[], None],
    everyone: bool = True,
) -> None:
    """Run the app and its page until cancelled. Unless `everyone` is set, phones are let in on request only."""
    quiet_loggers()
    config = make_config(pages)
    server = PageServer(config)
    servers = [server]
    running = asyncio.create_task(run())
    serving = [asyncio.create_task(server.serve([listening]))]

    def let_phones_in() -> None:
        """Let phones on the same Wi-Fi open the page from now on, within the same limits."""
        name, port = find_address_for_phones(), listening.getsockname()[1]
        also = open_socket(port, name)
        also.listen()  # at once: a phone may come before the task below has begun to serve
        servers.append(PageServer(config))
        serving.append(asyncio.create_task(servers[-1].serve([also])))
        app.invitation.address = f"http://{name}:{port}/"
        app.invitation.open_to_phones = None
        app.notify_lobby()

    if not everyone:
        app.invitation.open_to_phones = let_phones_in
    try:
        while not server.started and not serving[0].done():
            await asyncio.sleep(0.01)
        ready()
        await asyncio.wait((running, serving[0]), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for page_server in servers:
            page_server.should_exit = True
        running.cancel()
        ended = await asyncio.gather(running, *serving, return_exceptions=True)
        listening.close()
    for end in ended:
        if isinstance(end, Exception):
            raise end
