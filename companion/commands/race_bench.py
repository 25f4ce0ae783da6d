"""From the first edge of a slap to its verdict, through the whole stack in real time and with everything busy.

A page is open, the left screen changes at every look, and each byte to a screen takes the time it takes on an I2C
wire of 400 kHz. Contacts bounce. So the figure holds what a person would wait, but for the speed of the processor.
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
from companion.core.seat import seats_of
from companion.device.context import Context
from companion.device.emulator import Emulator
from companion.device.host import Host
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import Walk
from companion.device.views.race import VIEWS, NowView, VerdictView
from companion.device.walks.race import show_race
from companion.phone.gate import JoinGate
from companion.phone.pages import Pages
from companion.phone.server import ADDRESS, listen, serve
from drivers.panel import Panel
from drivers.silicon.board import Board
from drivers.silicon.oled import Oled

WIRE_HERTZ = 400_000
BITS_A_BYTE = 9
BETWEEN_RACES = 0.2
LONGEST_WAIT = 2.0
"""Seconds after which a verdict that has not come will not come."""


class BusyNowStage(NowStage):
    """NOW! that asks the referee all the time and looks different every time: the worst case."""

    def tick(self, now: float) -> bool:
        """Come again at once, and have everything drawn again."""
        super().tick(now)
        self.due = now + ASK_AGAIN
        return True


class BusyNowView(NowView):
    """NOW! with something that moves below it."""

    moved = 0

    def draw(self, pencil: Pencil) -> None:
        """Draw a bar that grows and begins anew."""
        super().draw(pencil)
        self.moved += 1
        pencil.rectangle((0, HEIGHT - 8, self.moved * 7 % WIDTH, HEIGHT - 1), fill=ON)


VIEWS[BusyNowStage] = BusyNowView


def run_heats(app: App) -> Run[None]:
    """Run one race after the other, without a countdown."""
    attempt = RaceAttempt(app, seats_of(["Anna", "Ben", "Cleo"]))
    while True:
        attempt.arm(time.monotonic())
        attempt.referee.go(time.monotonic())
        yield VerdictStage(attempt, (yield BusyNowStage(attempt)))


def show_heats(context: Context) -> Walk[None]:
    """Show the races of the bench."""
    context.app.races.begin(run_heats(context.app))
    yield from show_race(context, "")


class VerdictWatch:
    """Notes when the verdict is on the light bar, and when it is on the screen as well."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.lit = self.drawn = 0.0
        self._show = host.panel.lights.show
        host.panel.lights.show = self._note_light  # type: ignore[method-assign]
        host.heard.append(self._note_step)

    def clear(self) -> None:
        """Wait for the next one."""
        self.lit = self.drawn = 0.0

    def _note_light(self, colours: Sequence[Light | tuple[int, int, int]]) -> None:
        self._show(colours)  # type: ignore[arg-type]
        if isinstance(self.host.view, VerdictView):
            self.lit = self.lit or time.monotonic()

    def _note_step(self) -> None:
        if isinstance(self.host.view, VerdictView):
            self.drawn = self.drawn or time.monotonic()


def bench_edge_to_verdict(races: int, seed: int = 1) -> dict[str, Any]:
    """Milliseconds until the bar, and until the screen, tell who was first."""
    with TemporaryDirectory() as folder, Board(seed=seed, clock=time.monotonic) as board, Panel() as panel:
        for chip in board.screens.values():
            slow_down(chip)
        with closing(App(Path(folder), "en", clock=board.up_to_now)) as app:
            took = asyncio.run(serve_and_race(board, Host(panel, app, show_heats), races, Random(seed)))
    lit, drawn = zip(*took, strict=True)
    return {"edge_to_verdict_ms": summarize_times(lit), "edge_to_screen_ms": summarize_times(drawn)}


def slow_down(chip: Oled) -> None:
    """Let bytes take their time on the wire."""
    write = chip.write

    def on_the_wire(payload: bytes) -> None:
        time.sleep(len(payload) * BITS_A_BYTE / WIRE_HERTZ)
        write(payload)

    chip.write = on_the_wire  # type: ignore[method-assign]


async def serve_and_race(board: Board, host: Host, races: int, rng: Random) -> list[tuple[float, float]]:
    """Serve a page, open it, and race."""
    emulator, app = Emulator(board, host), host.app
    pages = Pages(app, JoinGate(app.presence)).as_asgi(*emulator.routes(), lifespan=emulator.lifespan)
    ready = asyncio.Event()
    listening = listen(0)  # any port that is free
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
    """An open page that reads all it is sent."""
    from websockets.asyncio.client import connect

    async with connect(f"ws://{ADDRESS}:{port}/panel") as page:
        async for _ in page:
            pass


async def run_race(emulator: Emulator, watch: VerdictWatch, rng: Random) -> tuple[float, float]:
    """Two hands come down; how long the bar and the screen took after the first of them."""
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
    """The middle and the worst but one in a hundred."""
    cuts = quantiles(took, n=100, method="inclusive")
    return {"p50": round(cuts[49], 3), "p99": round(cuts[98], 3), "n": len(took)}
