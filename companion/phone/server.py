"""Serving the page beside the app, in the same loop."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from companion.app.app import App
from companion.core.errors import N_, ArksideError
from companion.phone.connections import page_config
from companion.phone.limits import quiet_loggers

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
            N_("Port {port} can't be used ({why}). Choose another with --port"), port=port, why=why
        ) from None
    return listening


class PageServer(uvicorn.Server):
    """A server that leaves signals to the program that runs it.

    Uvicorn has no setting for that: it would catch them, and raise them again before the parts are dark.
    """

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the host, which ends the page too."""
        yield


async def serve(
    pages: ASGIApp,
    app: App,
    run: Callable[[], Coroutine[Any, Any, None]],
    listening: socket.socket,
    ready: Callable[[], None],
    everyone: bool = True,
) -> None:
    """Run the app and its page until cancelled; unless the page is for everyone, phones may be let in later."""
    quiet_loggers()
    config = page_config(pages)
    server = PageServer(config)
    servers = [server]
    running = asyncio.create_task(run())
    serving = [asyncio.create_task(server.serve([listening]))]

    def let_phones_in() -> None:
        """Let phones on the same Wi-Fi open the page from now on, under the limits that hold for this computer."""
        name, port = name_for_phones(), listening.getsockname()[1]
        also = listen(port, name)
        servers.append(PageServer(config))
        serving.append(asyncio.create_task(servers[-1].serve([also])))
        app.invitation.address = f"http://{name}:{port}/"
        app.invitation.open_to_phones = None

    if not everyone:
        app.invitation.open_to_phones = let_phones_in
    try:
        while not server.started and not serving[0].done():
            await asyncio.sleep(0.01)
        ready()
        await asyncio.wait((running, serving[0]), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in servers:
            one.should_exit = True
        running.cancel()
        ended = await asyncio.gather(running, *serving, return_exceptions=True)
        listening.close()
    for end in ended:
        if isinstance(end, Exception):
            raise end
