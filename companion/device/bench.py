"""Speed and load of the box: `arkside bench device`.

The wire is measured over a whole match played by hand on simulated silicon; the rest on the running service, as a
process of its own with a page that is open.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import ne
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.request import urlopen

from PIL import Image

from companion.app.app import App
from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.registry import find_game
from companion.device.host import Host
from companion.device.rehearsal import Rehearsal
from companion.device.stage import DisplayStage
from companion.device.view import View
from companion.device.walks.start import start
from drivers.oled_planner import TRANSFER, split_into_pages
from drivers.panel import Panel
from drivers.screen import Screen
from drivers.silicon.board import Board

IDLE_SECONDS = 10.0
PRESSES = 120
GAME, PLAYERS, SEED = "noah", 3, 5

Figures = dict[str, Any]


def bench_device() -> Figures:
    """Return all figures of the box."""
    return {**measure_wire(), **measure_reaction(), **measure_service()}


def measure_wire() -> Figures:
    """Measure the bytes on the I2C wire over a whole match, and those that stock luma sends for the same pictures.

    `oled_bytes_minimum` is the least that any planner must send for what the screens show: the bytes that differ,
    and the start of one transfer for each picture. It can only sink if less of a picture changes. Bytes beyond it
    place windows or are sent along because another window would cost more. `oled_bytes_by_cause` lists their causes.
    """
    stock = stock_frame_bytes()
    with TemporaryDirectory() as folder, Rehearsal(Path(folder)) as device:
        frames = FrameCounter(device)
        answers = play_whole_match(device)
        sent = sum(screen.bytes_sent for screen in device.panel.screens)
    total = frames.total
    return {
        "answers": answers,
        "frames": frames.wanted,
        "frames_sent": frames.frames,
        "frames_changed": total.changed,
        "oled_bytes": sent,
        "oled_bytes_minimum": total.minimum,
        "oled_bytes_stock": stock * frames.wanted,
        "oled_bytes_ratio": round(sent / (stock * frames.wanted), 4),
        "oled_bytes_ratio_minimum": round(total.minimum / (stock * frames.wanted), 4),
        "oled_bytes_ratio_changed_frames_only": round(sent / (stock * total.changed), 4),
        "oled_bytes_by_cause": {
            cause: traffic._asdict() for cause, traffic in sorted(frames.causes.items(), key=lambda item: -item[1].sent)
        },
        "worst_frame_bytes": frames.worst,
        "stock_frame_bytes": stock,
        "frame_ms": round(1000 * frames.seconds / frames.frames, 3),
    }


class Traffic(NamedTuple):
    """Pictures that changed, bytes sent for them, and the least that any planner must send for them."""

    changed: int = 0
    sent: int = 0
    minimum: int = 0

    def add(self, sent: int, minimum: int) -> "Traffic":
        """Return this with one more picture."""
        return Traffic(self.changed + 1, self.sent + sent, self.minimum + minimum)


class FrameCounter:
    """Counts the pictures wanted, those handed to the screens, and the cost of each."""

    def __init__(self, device: Rehearsal) -> None:
        self.wanted = self.frames = self.worst = 0
        self.seconds = 0.0
        self.total = Traffic()
        self.causes: dict[str, Traffic] = {}
        self._board = device.board
        self._view: View | None = None
        self._shown: dict[str, View | None] = {}
        self._called: set[str] = set()
        self._count_wanted(device.host.stage, len(device.panel.screens))
        for screen in device.panel.screens:
            self._count_shown(screen)

    def _count_wanted(self, stage: DisplayStage, screens: int) -> None:
        """Count a picture for each screen whenever something looks different, even if the stage drops some."""
        show = stage.show

        def show_and_count(view: View, now: float, changed: bool) -> float:
            self.wanted += changed * screens
            self._view = view
            return show(view, now, changed)

        stage.show = show_and_count  # type: ignore[method-assign]

    def _count_shown(self, screen: Screen) -> None:
        show = screen.show

        def show_and_count(image: Image.Image) -> None:
            in_chip, sent, began = self._read_chip(screen), screen.bytes_sent, time.perf_counter()
            show(image)
            self.seconds += time.perf_counter() - began
            self.frames += 1
            cause, sent = self._find_cause(screen), screen.bytes_sent - sent
            self.worst = max(self.worst, sent)
            if sent:
                minimum = TRANSFER + sum(map(ne, in_chip, self._read_chip(screen)))
                self.total = self.total.add(sent, minimum)
                self.causes[cause] = self.causes.get(cause, Traffic()).add(sent, minimum)

        screen.show = show_and_count  # type: ignore[method-assign]

    def _find_cause(self, screen: Screen) -> str:
        """Return the cause of a picture: a call, a turn of the dial, or a new view."""
        view, before = self._view, self._shown.get(screen.name)
        self._shown[screen.name] = view
        if screen.name == "question":
            return f"{type(view).__name__}, {'still there' if view is before else 'new'}"
        calls, called = view is not None and view.call is not None, screen.name in self._called
        self._called = {screen.name} if calls else set()
        return "turn call" if calls else "table after a turn call" if called else "table"

    def _read_chip(self, screen: Screen) -> bytes:
        return b"".join(split_into_pages(self._board.image(screen.name)))


def play_whole_match(device: Rehearsal) -> int:
    """Seat people and play to the end; return the number of answers."""
    say = device.context.say
    device.pick(say("New match"))
    device.pick(find_game(GAME).title)
    for seat in range(PLAYERS):
        device.pick(say("Player {n}", n=seat + 1))
    options = [option for option in find_game(GAME).options if option.is_relevant({}, "table", PLAYERS)]
    for _ in range(2 + len(options)):  # enough players, real cards, the usual options
        device.push()
    session = device.context.app.live
    assert session is not None
    match = session.match
    rehearsed, bot = Match(match.game, match.setup), make_random_bot(Random(SEED))
    while rehearsed.question is not None:
        rehearsed.answer(bot(rehearsed.question, rehearsed.table))
    for answer in rehearsed.answers:
        device.answer(answer)
    return len(match.answers)


def stock_frame_bytes() -> int:
    """Return the number of bytes stock luma sends for one picture, counted on the simulated bus."""
    from luma.core.interface.serial import i2c  # noqa: PLC0415 (only for this measurement)
    from luma.oled.device import ssd1306  # noqa: PLC0415

    with Board() as board:
        device = ssd1306(i2c(port=1, address=0x3C))
        device.persist = True
        before = board.buses[1].bytes_sent[0x3C]
        device.display(Image.new("1", (128, 64), 1))
        return board.buses[1].bytes_sent[0x3C] - before


def measure_reaction() -> Figures:
    """Measure the milliseconds from the first edge of a button to the first changed byte on the wire, in real time."""
    with TemporaryDirectory() as folder, Board(clock=time.monotonic) as board, Panel() as panel:
        app = App(Path(folder), "en", clock=board.run_until_now)
        took = asyncio.run(press_and_wait(board, Host(panel, app, start)))
        app.close()
    percentiles = quantiles(took, n=100)
    return {"input_to_wire_ms": {"p50": round(percentiles[49], 3), "p99": round(percentiles[98], 3), "n": len(took)}}


async def press_and_wait(board: Board, host: Host) -> list[float]:
    """Open and close a view repeatedly with two buttons; return the milliseconds of each press."""
    sent: list[float] = []
    write = board.screens["question"].write

    def record_write(payload: bytes) -> None:
        sent.append(time.perf_counter())
        write(payload)

    board.screens["question"].write = record_write  # type: ignore[method-assign]
    running = asyncio.create_task(host.run())
    await asyncio.sleep(0.5)
    took = []
    for press in range(PRESSES):
        button = ("dial", "back")[press % 2]
        sent.clear()
        began = time.perf_counter()
        board.press(button)
        while not sent:
            await asyncio.sleep(0.0005)
            board.advance()
        took.append(1000 * (sent[0] - began))
        await settle(board, 0.03)
        board.release(button)
        await settle(board, 0.11)
    running.cancel()
    return took


async def settle(board: Board, seconds: float) -> None:
    """Let real time pass for the host and for the chatter of the contacts."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(0.002)
        board.advance()


def measure_service() -> Figures:
    """Measure start-up time, memory and idle load of the real service with its page open."""
    with (
        TemporaryDirectory() as folder,
        run_service(Path(folder)) as (process, address, ready_seconds),
        open_page(address),
    ):
        time.sleep(1.0)
        before, written = cpu_seconds(process.pid), written_bytes(process.pid)
        time.sleep(IDLE_SECONDS)
        used = cpu_seconds(process.pid) - before
        return {
            "ready_seconds": round(ready_seconds, 3),
            "idle_cpu_percent": round(100 * used / IDLE_SECONDS, 2),
            "idle_disk_bytes": written_bytes(process.pid) - written,
            "rss_mib": round(resident_kib(process.pid) / 1024, 1),
        }


@contextmanager
def run_service(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str, float]]:
    """Run the service as a process; yield it with its host and port, and the seconds until it was ready."""
    start = "import sys; from companion.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, "run", "--emulate", "--port", "0", "--data", str(folder)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 (our own program)
        try:
            assert process.stdout is not None
            match = re.search(r"http://([^/]+)/", process.stdout.readline())
            assert match is not None
            urlopen(f"http://{match[1]}/").close()
            yield process, match[1], time.perf_counter() - began
        finally:
            process.terminate()


@contextmanager
def open_page(address: str) -> Iterator[None]:
    """Open a page and wait for its first state; it stays connected."""
    from websockets.sync.client import connect  # noqa: PLC0415 (only for this measurement)

    with connect(f"ws://{address}/panel") as page:
        assert "question" in json.loads(page.recv())
        yield


def cpu_seconds(pid: int) -> float:
    """Return the processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_kib(pid: int) -> int:
    """Return the resident memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def written_bytes(pid: int) -> int:
    """Return the number of bytes a process has had written to disk."""
    lines = Path(f"/proc/{pid}/io").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))
