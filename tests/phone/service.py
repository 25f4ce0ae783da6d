"""A running Arkside with its page, in a thread of the test, so that the test can look into it: with a box or without."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from companion.app.app import App
from companion.device.emulator import Emulator
from companion.device.host import Host
from companion.device.walks.start import start
from companion.phone.gate import JoinGate, open_gate
from companion.phone.pages import Pages
from companion.phone.server import open_socket, serve
from drivers.panel import Panel
from drivers.pod import Pod
from drivers.pod_process import PodProcess
from drivers.silicon.board import Board


class Service:
    """A running Arkside: its app to look at, and its address."""

    def __init__(self, app: App, pages: Pages, port: int) -> None:
        self.app = app
        self.pages = pages
        self.port = port
        self.address = f"http://127.0.0.1:{port}/"
        self.loop = asyncio.get_running_loop()
        """Where the app lives: what is not for other threads is done there."""

    @property
    def gate(self) -> JoinGate:
        """The gate of its page."""
        return self.pages.gate

    def until(self, condition: Callable[[], bool], seconds: float = 60.0) -> bool:
        """Wait for something that the app does in its own time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.002)
        return condition()

    def call(self, act: Callable[[], object]) -> None:
        """Do something where the app does everything: in its own loop."""
        self.loop.call_soon_threadsafe(act)


class Box(Service):
    """A service with an emulated box beside its page."""

    def __init__(self, board: Board, host: Host, pages: Pages, port: int, pod: PodProcess | None) -> None:
        super().__init__(host.app, pages, port)
        self.board = board
        self.host = host
        self.pod = pod


def free_port() -> int:
    """A port nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def emulated(
    folder: Path,
    language: str = "en",
    pod: PodProcess | None = None,
    port: int | None = None,
    home: bool = True,
    everyone: bool = True,
) -> Iterator[Box]:
    """Run the box until the block ends, with a simulated pod if one is given.

    Unless this computer is its `home`, a browser on it must join like any phone.
    """
    boxes: list[Box] = []
    port = port or free_port()

    async def run(ready: Callable[[], None]) -> None:
        plug = None if pod is None else partial(Pod, port=pod.port)
        with (
            Board(clock=time.monotonic) as board,
            Panel(pod=plug) as panel,
            closing(App(folder, language, clock=board.run_until_now)) as app,
        ):
            app.invitation.address = f"http://127.0.0.1:{port}/"
            host = Host(panel, app, start)
            pages = Pages(app, open_gate(app, home=home))
            boxes.append(Box(board, host, pages, port, pod))
            emulator = Emulator(board, host, pod)
            asgi = pages.make_app(*emulator.routes(), lifespan=emulator.lifespan)
            await serve_app(asgi, app, host.run, port, ready, everyone)

    with in_a_thread(run):
        yield boxes[0]


@contextmanager
def phones_only(folder: Path, language: str = "en", port: int | None = None, home: bool = False) -> Iterator[Service]:
    """Run Arkside without any box until the block ends; phones join by code."""
    services: list[Service] = []
    port = port or free_port()

    async def run(ready: Callable[[], None]) -> None:
        with closing(App(folder, language)) as app:
            app.invitation.address = f"http://127.0.0.1:{port}/"
            pages = Pages(app, open_gate(app, home=home))
            services.append(Service(app, pages, port))
            await serve_app(pages.make_app(), app, app.run, port, ready)

    with in_a_thread(run):
        yield services[0]


async def serve_app(
    asgi: ASGIApp,
    app: App,
    run: Callable[[], Coroutine[Any, Any, None]],
    port: int,
    ready: Callable[[], None],
    everyone: bool = True,
) -> None:
    """Serve the page beside the app until cancelled."""
    with suppress(asyncio.CancelledError):
        await serve(asgi, app, run, open_socket(port), ready, everyone)


@contextmanager
def in_a_thread(run: Callable[[Callable[[], None]], Coroutine[Any, Any, None]]) -> Iterator[None]:
    """Run a service in a loop of its own, from the moment it is ready until the block ends."""
    ready = threading.Event()
    stop: list[Callable[[], object]] = []

    async def main() -> None:
        loop, this = asyncio.get_running_loop(), asyncio.current_task()
        assert this is not None
        stop.append(lambda: loop.call_soon_threadsafe(this.cancel))
        await run(ready.set)

    # a daemon: should it hang, its test fails, and the process can end all the same
    thread = threading.Thread(target=lambda: asyncio.run(main()), daemon=True)
    thread.start()
    assert ready.wait(60)
    try:
        yield
    finally:
        stop[0]()
        thread.join(60)
        assert not thread.is_alive()
