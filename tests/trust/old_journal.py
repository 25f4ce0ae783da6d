"""Fifty thousand matches in the journal of a real service: how long people wait for it.

    python -m tests.trust.old_journal --json [--matches 50000]

The service runs in a process of its own. While lists and figures are asked for, another phone says "here" all the time: the
longest wait for a reply is the longest time for which the service heard nobody.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from urllib.request import Request, urlopen

from tests.phone.clients import Client
from tests.trust.kills import PATIENCE, Table
from tests.trust.years import write_years

MATCHES = 50_000


def measure_seconds(act: Callable[[], object]) -> float:
    """Return how long something takes."""
    began = time.monotonic()
    act()
    return round(time.monotonic() - began, 2)


def call_program(*words: str) -> None:
    """Run a command in a process of its own."""
    subprocess.run(
        [sys.executable, "-m", "companion", *words], stdout=subprocess.DEVNULL, check=True, timeout=10 * PATIENCE
    )


class Pulse(Thread):
    """A phone that says "here" all the time and remembers the longest wait for a reply."""

    def __init__(self, phone: Client) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.longest = 0.0
        self.stopping = Event()

    def run(self) -> None:
        """Ask until somebody says stop."""
        while not self.stopping.wait(0.01):
            began = time.monotonic()
            self.phone.ask("here")
            self.longest = max(self.longest, time.monotonic() - began)

    def stop(self) -> float:
        """Return the longest wait so far, in milliseconds."""
        self.stopping.set()
        self.join(PATIENCE)
        return round(1000 * self.longest, 1)


def measure(matches: int) -> dict[str, float]:
    """Write a journal of this many matches and measure what people wait for."""
    with TemporaryDirectory() as name, ExitStack() as sockets:
        folder = Path(name)
        (folder / "run").mkdir()
        write_years(folder / "data", matches)
        data = ("--data", str(folder / "data"))
        found: dict[str, float] = {
            "matches": matches,
            "megabytes": round(sum(file.stat().st_size for file in (folder / "data").iterdir()) / 1e6),
            "history_s": measure_seconds(lambda: call_program("history", *data)),
            "statistics_s": measure_seconds(lambda: call_program("history", "--stats", *data)),
            "diagnostics_s": measure_seconds(lambda: call_program("diagnostics", *data)),
        }
        table = Table(folder, random.Random(1), 2)
        sockets.enter_context(table.running())
        found["start_s"] = measure_seconds(table._wait_for_page)
        phones = [table._connect(sockets, cookie) for cookie in table.cookies]

        def get(path: str) -> None:
            headers = {"cookie": phones[0].cookie}
            with urlopen(Request(table.address + path, headers=headers), timeout=10 * PATIENCE) as answer:
                json.load(answer)

        quiet = Pulse(phones[1])
        quiet.start()
        time.sleep(2)
        found["wait_while_idle_ms"] = quiet.stop()
        busy = Pulse(phones[1])
        busy.start()
        found["page_of_history_s"] = measure_seconds(lambda: get("matches.json"))
        found["page_of_statistics_s"] = measure_seconds(lambda: get("statistics.json"))
        found["menu_s"] = measure_seconds(lambda: phones[0].ask("setup", agreed={"game": "noah"}))
        found["longest_wait_ms"] = busy.stop()
        found["cores"] = os.cpu_count() or 1
    return found


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object (it does in any case)")
    parser.add_argument("--matches", type=int, default=MATCHES)
    print(json.dumps({"old_journal": measure(parser.parse_args().matches)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
