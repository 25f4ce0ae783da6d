"""Benchmark from the first edge of a slap to its verdict, through the whole stack in real time under load.

A page is open, the left screen changes as often as the box draws at all, bytes to a screen take as long as on a
400 kHz I2C bus, and contacts bounce. So the result is what a person would wait, except for the speed of the processor.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.app import App
from companion.app.races import ASK_AGAIN, NowStage, RaceAttempt, Run, VerdictStage
from companion.core.face import Light
from companion.core.seat import make_seats
from companion.device.context import Context
from companion.device.emulator import Emulator
from companion.device.host import Host
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import Walk
from companion.device.views.race import VIEWS, NowView, VerdictView
from companion.device.walks.race import show_race
from companion.phone.gate import JoinGate
from companion.phone.pages import Pages
from companion.phone.server import LOOPBACK_ADDRESS, open_socket, serve
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.silicon.oled import Oled

WIRE_HERTZ = 400_000
BITS_A_BYTE = 9
BETWEEN_RACES = 0.2
LONGEST_WAIT = 2.0
"""Seconds after which a verdict counts as missing."""


class BusyNowStage(NowStage):
    """Worst case of NOW!: asks the referee all the time and redraws every time."""

    def tick(self, now: float) -> bool:
        """Ask again at once, and request a redraw."""
        super().tick(now)
        self.due = min(self.due, now + ASK_AGAIN)  # never later than the race itself would ask
        return True


class BusyNowView(NowView):
    """NOW! with a moving bar below it."""

    moved = 0

    def draw(self, pencil: Pencil) -> None:
        """Draw a bar that grows and starts over."""
        super().draw(pencil)
        self.moved += 1
        pencil.rectangle((0, HEIGHT - 8, self.moved * 7 % WIDTH, HEIGHT - 1), fill=ON)


VIEWS[BusyNowStage] = BusyNowView


def run_heats(app: App) -> Run[None]:
    """Run race after race without a countdown."""
    attempt = RaceAttempt(app, make_seats(["Anna", "Ben", "Cleo"]))
    while True:
        attempt.arm(time.monotonic())
        attempt.referee.go(time.monotonic())
        yield VerdictStage(attempt, (yield BusyNowStage(attempt)))


def show_heats(context: Context) -> Walk[None]:
    """Show the races of the benchmark."""
    context.app.races.begin(run_heats(context.app))
    yield from show_race(context, "")


class VerdictWatch:
    """Records when the verdict is on the light bar and when it is on the screen."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.lit = self.drawn = 0.0
        self._show = host.panel.lights.show
        host.panel.lights.show = self._note_light  # type: ignore[method-assign]
        host.heard.append(self._note_step)

    def clear(self) -> None:
        """Forget the times, ready for the next verdict."""
        self.lit = self.drawn = 0.0

    def _note_light(self, colours: Sequence[Light | tuple[int, int, int]]) -> None:
        self._show(colours)  # type: ignore[arg-type]
        if isinstance(self.host.view, VerdictView):
            self.lit = self.lit or time.monotonic()

    def _note_step(self) -> None:
        if isinstance(self.host.view, VerdictView):
            self.drawn = self.drawn or time.monotonic()


def bench_edge_to_verdict(races: int, seed: int = 1) -> dict[str, Any]:
    """Measure the milliseconds until light bar and screen show who was first."""
    with TemporaryDirectory() as folder, Board(seed=seed, clock=time.monotonic) as board, Panel() as panel:
        for chip in board.screens.values():
            slow_down(chip)
        with closing(App(Path(folder), "en", clock=board.run_until_now)) as app:
            took = asyncio.run(serve_and_race(board, Host(panel, app, show_heats), races, Random(seed)))
    lit, drawn = zip(*took, strict=True)
    return {"edge_to_verdict_ms": summarize_times(lit), "edge_to_screen_ms": summarize_times(drawn)}


def slow_down(chip: Oled) -> None:
    """Make writes to a screen take as long as on the bus."""
    write = chip.write

    def on_the_wire(payload: bytes) -> None:
        time.sleep(len(payload) * BITS_A_BYTE / WIRE_HERTZ)
        write(payload)

    chip.write = on_the_wire  # type: ignore[method-assign]


async def serve_and_race(board: Board, host: Host, races: int, rng: Random) -> list[tuple[float, float]]:
    """Serve a page, open it, and run the races."""
    emulator, app = Emulator(board, host), host.app
    pages = Pages(app, JoinGate(app.presence)).make_app(*emulator.routes(), lifespan=emulator.lifespan)
    ready = asyncio.Event()
    listening = open_socket(0)  # any port that is free
    port = listening.getsockname()[1]
    serving = asyncio.create_task(serve(pages, app, host.run, listening, ready.set))
    await asyncio.wait((serving, asyncio.create_task(ready.wait())), return_when=asyncio.FIRST_COMPLETED)
    reading = asyncio.create_task(read_page(port))
    watch = VerdictWatch(host)
    try:
        await asyncio.sleep(BETWEEN_RACES)
        return [await run_race(emulator, watch, rng) for _ in range(races)]
    finally:
        reading.cancel()
        serving.cancel()
        await asyncio.gather(reading, serving, return_exceptions=True)


async def read_page(port: int) -> None:
    """Open a page and read everything it is sent."""
    from websockets.asyncio.client import connect

    async with connect(f"ws://{LOOPBACK_ADDRESS}:{port}/panel") as page:
        async for _ in page:
            pass


async def run_race(emulator: Emulator, watch: VerdictWatch, rng: Random) -> tuple[float, float]:
    """Run one race of two hands. Return the delays of light bar and screen after the first press."""
    first = rng.randrange(3)
    watch.clear()
    began = time.monotonic()
    emulator.take({"press": f"paddle-{first}"})
    await asyncio.sleep(rng.random() * 0.02)
    emulator.take({"press": f"paddle-{(first + 1) % 3}"})
    while not watch.drawn and time.monotonic() < began + LONGEST_WAIT:
        await asyncio.sleep(0.001)
    for paddle in range(3):
        emulator.take({"release": f"paddle-{paddle}"})
    await asyncio.sleep(BETWEEN_RACES)
    emulator.take({"push": True})
    await asyncio.sleep(BETWEEN_RACES)
    return 1000 * (watch.lit - began), 1000 * (watch.drawn - began)


def summarize_times(took: Sequence[float]) -> dict[str, float]:
    """Return median and 99th percentile."""
    cuts = quantiles(took, n=100, method="inclusive")
    return {"p50": round(cuts[49], 3), "p99": round(cuts[98], 3), "n": len(took)}
