"""Serving the page beside the host, in the same loop."""

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from companion.core.errors import N_, ArksideError
from companion.device.host import Host
from companion.phone.emulator import Emulator

ADDRESS = "127.0.0.1"


class PortTaken(ArksideError, OSError):
    """Another program serves this port."""

    code = "port-taken"

    __str__ = ArksideError.__str__


def listen(port: int) -> socket.socket:
    """A socket for the page, on this computer only; a taken port is named with what to do."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((ADDRESS, port))
    except (OSError, OverflowError) as why:
        listening.close()
        raise PortTaken(
            N_("Port {port} cannot be used ({why}); choose another with --port"), port=port, why=why
        ) from None
    return listening


async def serve(emulator: Emulator, host: Host, port: int, ready: Callable[[], None]) -> None:
    """Run host and page until a signal ends them."""
    listening = listen(port)
    config = uvicorn.Config(
        emulator.app(), log_config=None, access_log=False, ws="websockets-sansio", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(host.run())
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
