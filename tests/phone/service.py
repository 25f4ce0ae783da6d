"""The emulated device in real time with its page, in a thread of the test, so that the test can look into it."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from companion.device.context import Context
from companion.device.emulator import Emulator
from companion.device.host import Host
from companion.phone.gate import JoinGate
from companion.phone.server import listen, serve
from drivers.panel import Panel
from drivers.pod import Pod
from drivers.pod_process import PodProcess
from drivers.silicon.board import Board


class Service:
    """A running device: its board and host to look at, and its address."""

    def __init__(self, board: Board, host: Host, port: int, pod: PodProcess | None, gate: JoinGate) -> None:
        self.board = board
        self.host = host
        self.pod = pod
        self.gate = gate
        self.port = port
        self.address = f"http://127.0.0.1:{port}/"
        self.loop: asyncio.AbstractEventLoop
        """Where the device lives: what is not for other threads is done there."""

    def until(self, condition: Callable[[], bool], seconds: float = 60.0) -> bool:
        """Wait for something that the device does in its own time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.002)
        return condition()

    def call(self, act: Callable[[], object]) -> None:
        """Do something where the device does everything: in its own loop."""
        self.host._loop.call_soon_threadsafe(act)


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
) -> Iterator[Service]:
    """Run the device until the block ends, with a simulated pod if one is given.

    Unless this computer is its `home`, a browser on it must join like any phone.
    """
    ready = threading.Event()
    stop: list[Callable[[], object]] = []
    found: list[Service] = []
    port = port or free_port()

    async def run() -> None:
        plug = None if pod is None else partial(Pod, port=pod.port)
        with Board(clock=time.monotonic) as board, Panel(pod=plug) as panel:
            context = Context(folder, language, f"http://127.0.0.1:{port}/")
            host = Host(panel, context, board.up_to_now)
            gate = JoinGate(folder, lambda: context.say.language, home=home)
            found.append(Service(board, host, port, pod, gate))
            found[0].loop = asyncio.get_running_loop()
            loop, this = asyncio.get_running_loop(), asyncio.current_task()
            assert this is not None
            stop.append(lambda: loop.call_soon_threadsafe(this.cancel))
            try:
                await serve(Emulator(board, host, gate, pod).app(), host, listen(port), ready.set, everyone)
            except asyncio.CancelledError:
                pass
            finally:
                context.close()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert ready.wait(60)
    try:
        yield found[0]
    finally:
        stop[0]()
        thread.join(60)
        assert not thread.is_alive()
