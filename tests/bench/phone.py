"""How quick and how light the page for phones is: `python -m tests.bench.phone`.

The service runs as a process of its own, on simulated silicon and a real disk. Twenty clients look: five of them play
whole matches of Noah, the others look on. A tap counts when every one of them has been told the next question.
`answers_per_second` is what that allows, one tap after the other; `server_ms_per_answer` is the processor time of the
whole service, its screens included.
"""

import asyncio
import json
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

from companion.device.bench import cpu_seconds, resident_kib, run_service
from companion.phone.pages import MODULES
from tests.bench.command import add_size, make_parser, print_figures

TAPS = 500
CLIENTS = 20
PLAYERS = 5
BETWEEN_TAPS = 0.02
"""Seconds: nobody taps on a question before it can be seen, and by then the screens of the box are drawn too."""
HERE_EVERY = 5.0
"""Seconds after which those who look on say that they are still there, as pages do."""


class Guest:
    """One client. A phone reads what it is told on a processor of its own, so here that is done between two taps."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._unread: list[str] = []
        self._state: dict[str, Any] = {}

    @property
    def state(self) -> dict[str, Any]:
        """All that it was told."""
        for text in self._unread:
            self._state |= json.loads(text)
        self._unread.clear()
        return self._state

    async def until(self, n: int) -> None:
        """Listen until question `n` is asked, or would be if the match were not over."""
        mark = f'"n":{n},"picture"'
        while True:
            text = str(await self.socket.recv())
            self._unread.append(text)
            if mark in text:
                return

    async def tell(self, do: str, **more: object) -> None:
        """Send a message that wants no reply."""
        await self.socket.send(json.dumps({"do": do, **more}))

    async def ask(self, do: str, **more: object) -> None:
        """Send a message and wait until it is done."""
        await self.tell(do, id=1, **more)
        while "re" not in (message := json.loads(await self.socket.recv())):
            pass
        assert message.get("ok"), message


def bench_phone(answers: int, seed: int) -> dict[str, Any]:
    """Play so many answers and measure; times are from the tap to the last of all clients."""
    with TemporaryDirectory() as folder, run_service(Path(folder)) as (process, address, _):
        page = page_bytes(address)
        times, work = asyncio.run(_play(answers, Random(seed), process.pid, address))
        resident = resident_kib(process.pid) / 1024
    return {
        "clients": CLIENTS,
        "answers": len(times),
        "answers_per_second": round(1000 / (sum(times) / len(times))),
        "tap_to_everyone_ms": {"p50": round(median(times), 1), "p99": round(quantiles(times, n=100)[98], 1)},
        "server_ms_per_answer": round(work * 1000 / len(times), 2),
        "rss_mib": round(resident, 1),
        "page_kb": round(page / 1000, 1),
    }


def page_bytes(address: str) -> int:
    """All that a phone loads before it can play: the page as served, its modules, its looks and its icon."""
    names = ("", *MODULES, "page.css", "views.css", "picture.css", "icons/arkside.svg")
    total = 0
    for name in names:
        with urlopen(f"http://{address}/{name}") as answer:
            total += len(answer.read())
    return total


async def _play(answers: int, rng: Random, pid: int, address: str) -> tuple[list[float], float]:
    """Times of each tap in milliseconds, and processor seconds of the service."""
    guests = [await _joined(address) for _ in range(CLIENTS)]
    for seat, guest in enumerate(guests[:PLAYERS]):
        await guest.ask("name", name=f"Player {seat + 1}")
        await guest.ask("seat", seat=seat)
    times: list[float] = []
    work = 0.0
    while len(times) < answers:
        await guests[0].tell("start" if not times else "rematch", agreed={"game": "noah", "deal": "virtual"})
        for guest in guests:
            await guest.until(1)
        before = cpu_seconds(pid)
        times += await _match(guests, rng, answers - len(times))
        work += cpu_seconds(pid) - before
    for guest in guests:
        await guest.socket.close()
    return times, work


async def _match(guests: list[Guest], rng: Random, most: int) -> list[float]:
    """Play a match, or as much of it as is wanted."""
    times: list[float] = []
    told = time.monotonic()
    while len(times) < most and guests[0].state["question"] is not None:
        if time.monotonic() - told > HERE_EVERY:
            told = time.monotonic()
            for guest in guests:
                await guest.tell("here")
        question = guests[0].state["question"]
        asked_guest = guests[question["seat"] or 0]
        choice = rng.choice(asked_guest.state["question"]["choices"])["id"]
        began = time.perf_counter()
        await asked_guest.tell("answer", n=question["n"], choice=choice)
        await asyncio.gather(*(guest.until(question["n"] + 1) for guest in guests))
        times.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(BETWEEN_TAPS)
    return times


async def _joined(address: str) -> Guest:
    with urlopen(f"http://{address}/") as answer:
        cookie = str(answer.headers["set-cookie"]).partition(";")[0]
    headers = {"cookie": cookie}
    # a busy computer may take its time to let somebody in, and only the taps are measured
    socket = await connect(
        f"ws://{address}/live", additional_headers=headers, max_queue=None, max_size=None,
        open_timeout=None, ping_interval=None,
    )  # fmt: skip
    return Guest(socket)


def main(arguments: list[str] | None = None) -> None:
    """Print how long the taps took and what the service needed for them."""
    parser = make_parser("phone", __doc__)
    add_size(parser, TAPS, "taps")
    args = parser.parse_args(arguments)
    print_figures("phone", bench_phone(args.size, args.seed), args.json)


if __name__ == "__main__":
    main()
