"""Fifty thousand matches in the journal of a real service: how long people wait for it.

    python -m tests.trust.old_journal --json [--matches 50000]

The service and every command run in processes of their own. What counts is their processor time, since this computer may
be busy with other things. While lists and figures are asked for, another phone says "here" all the time: the longest wait
for a reply is the longest pause of the loop.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from urllib.request import Request, urlopen

from tests.phone.clients import Client
from tests.trust.kills import PATIENCE, Table
from tests.trust.years import write_years

MATCHES = 50_000
ADDRESSES = {
    "page_of_history_s": "matches.json",
    "page_of_a_stranger_s": "matches.json?player=nobody",
    "page_of_statistics_s": "statistics.json",
    "table_s": "matches.csv",
}
"""What is asked for, by the name of its figure."""


def measure_command(*words: str) -> float:
    """Return the processor time of a command in a process of its own."""
    before = measure_children()
    subprocess.run(
        [sys.executable, "-m", "companion", *words], stdout=subprocess.DEVNULL, check=True, timeout=10 * PATIENCE
    )
    return round(measure_children() - before, 2)


def measure_children() -> float:
    """Return the processor time of all processes that we started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Service:
    """A running service, seen by the kernel."""

    def __init__(self, process: int) -> None:
        self._delays = Path(f"/proc/{process}/schedstat")
        # the clock of another process as the kernel numbers it (clock_getcpuclockid, which Python lacks)
        self._clock = (~process << 3) | 2

    def measure_work(self) -> float:
        """Return the processor time of all its threads."""
        return time.clock_gettime(self._clock)

    def measure_delay(self) -> float:
        """Return the time for which its loop could have run, but other programs did."""
        return int(self._delays.read_text(encoding="ascii").split()[1]) / 1e9

    def measure(self, act: Callable[[], object]) -> float:
        """Return the processor time that it needs for something."""
        before = self.measure_work()
        act()
        return round(self.measure_work() - before, 2)


class Pulse(Thread):
    """A phone that says "here" all the time and remembers the longest pause of the loop."""

    def __init__(self, phone: Client, service: Service) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.service = service
        self.longest = 0.0
        self.stopping = Event()

    def run(self) -> None:
        """Ask until somebody says stop."""
        while not self.stopping.wait(0.005):
            began, work, delay = time.monotonic(), self.service.measure_work(), self.service.measure_delay()
            self.phone.ask("here")
            waited = time.monotonic() - began - (self.service.measure_delay() - delay)
            # the loop paused no longer than the service worked in that time: the rest belongs to other programs too
            self.longest = max(self.longest, min(waited, self.service.measure_work() - work))

    def stop(self) -> float:
        """Return the longest pause so far, in milliseconds."""
        self.stopping.set()
        self.join(PATIENCE)
        return round(1000 * self.longest, 1)


@contextmanager
def run_service(folder: Path, port: int) -> Iterator[int]:
    """Run the service as systemd would."""
    environment = {**os.environ, "RUNTIME_DIRECTORY": str(folder / "run"), "STATE_DIRECTORY": str(folder / "data")}
    environment.pop("ARKSIDE_DATA", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.as_service", "--emulate", "--port", str(port)], env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


def measure(matches: int) -> dict[str, float]:
    """Write a journal of this many matches and measure what people wait for, in seconds of processor time."""
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "run").mkdir()
        write_years(folder / "data", matches)
        data = ("--data", str(folder / "data"))
        found: dict[str, float] = {
            "matches": matches,
            "megabytes": round(sum(file.stat().st_size for file in (folder / "data").iterdir()) / 1e6),
            "history_s": measure_command("history", *data),
            "statistics_s": measure_command("history", "--stats", *data),
            "diagnostics_s": measure_command("diagnostics", *data),
        }
        table = Table(folder, Random(1), 2)
        service = Service(stack.enter_context(run_service(folder, table.port)))
        table._wait_for_page()
        found["start_s"] = round(service.measure_work(), 2)
        phones = [table._connect(stack, cookie) for cookie in table.cookies]

        def get(path: str) -> None:
            headers = {"cookie": phones[0].cookie}
            with urlopen(Request(table.address + path, headers=headers), timeout=10 * PATIENCE) as answer:
                answer.read()

        pulse = Pulse(phones[1], service)
        pulse.start()
        for figure, path in ADDRESSES.items():
            found[figure] = service.measure(lambda path=path: get(path))  # type: ignore[misc]
        found["menu_s"] = service.measure(lambda: phones[0].ask("setup", agreed={"game": "noah"}))
        found["longest_pause_ms"] = pulse.stop()
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
