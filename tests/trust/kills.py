"""The real service is killed again and again while people play on a phone; no answer that was shown may be lost.

    python -m tests.trust.kills --json [--all]

Each time the service is started as a process (forked from this one, in which its modules are loaded already), a phone
takes up the match and answers as fast as it can, and after a moment that nobody knows beforehand comes `kill -9`. Then the
journal must open and hold every answer whose next question the phone has seen, and at most the one that was under way.
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from urllib.error import URLError
from urllib.request import urlopen

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from companion.as_service import main as service
from companion.core.errors import ArksideError
from companion.core.journal import Journal
from companion.core.replay import replay_record
from tests.phone.clients import Client
from tests.phone.service import free_port

MADE = {True: 500, False: 20}
LONGEST_LIFE = 0.5
"""Seconds of play before the blow, at most."""
PATIENCE = 60.0


class Table:
    """A data folder, and what the phone has seen of the match on it."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder = folder
        self.rng = rng
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.sent: list[str] = []
        """The answers of the match that is played, in their order; of the last one nobody knows whether it was heard."""
        self.seen = 0
        """How many of them were shown as given."""
        self.cookie = ""

    @contextmanager
    def running(self) -> Iterator[int]:
        """The service as a process; it is killed at the end if it is still there."""
        process = os.fork()
        if process == 0:
            os._exit(self._serve())
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)

    def _serve(self) -> int:
        os.environ |= {"RUNTIME_DIRECTORY": str(self.folder / "run"), "STATE_DIRECTORY": str(self.folder / "data")}
        os.environ.pop("ARKSIDE_DATA", None)
        nowhere = os.open(self.folder / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        (self.folder / "run" / "starts").unlink(missing_ok=True)  # three kills in a row would be safe mode, rightly
        return service(["--emulate", "--port", str(self.port)])

    def play_until_killed(self, process: int) -> None:
        """Join, go on with the match or begin one, and answer until the blow falls."""
        self._wait_for_page()
        headers = {"cookie": self.cookie}
        with (
            suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError),
            connect(f"ws://127.0.0.1:{self.port}/live", additional_headers=headers, max_size=None) as socket,
        ):
            phone = Client(None, socket, self.cookie)  # type: ignore[arg-type]
            phone.until(lambda state: "you" in state)
            blow = Timer(self.rng.uniform(0, LONGEST_LIFE), os.kill, (process, signal.SIGKILL))
            try:
                self._take_up(phone)
                blow.start()
                while True:
                    self._answer(phone)
            finally:
                if blow.is_alive():
                    blow.join()

    def _wait_for_page(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(URLError, ConnectionError), urlopen(self.address) as answer:
                given = answer.headers["set-cookie"]
                self.cookie = str(given).partition(";")[0] if given and not self.cookie else self.cookie
                return
            time.sleep(0.01)
        raise TimeoutError("the service does not come")

    def _take_up(self, phone: Client) -> None:
        with Journal(self.folder / "data") as journal:  # it is open there too; readers disturb nobody
            number = journal.find_unfinished()
        if phone.state.get("match"):
            return
        if number is not None:
            phone.ask("open", number=number)
        else:
            self.sent, self.seen = [], 0
            phone.ask("name", name="Anna")
            phone.ask("seat", seat=0)
            phone.ask("start", agreed={"game": "noah", "deal": "table", "names": {"1": "Ben"}})
        phone.until(lambda state: state["match"])

    def _answer(self, phone: Client) -> None:
        question = phone.until(lambda state: state["question"])["question"]
        self.seen = question["n"] - 1
        del self.sent[self.seen :]
        choice = self.rng.choice(question["choices"])["id"]
        self.sent.append(choice)
        phone.tell("answer", n=question["n"], choice=choice)
        phone.until(lambda state: state["question"] is None or state["question"]["n"] > question["n"])
        self.seen = question["n"]

    def verdict(self) -> str:
        """What became of the journal: empty, unreadable or lost."""
        try:
            with Journal(self.folder / "data") as journal:
                records = journal.list_records()
                if not records:
                    return "lost" if self.seen else ""
                replay_record(records[0], journal.file)
        except ArksideError as why:
            sys.stderr.write(f"{why}\n")
            return "unreadable"
        kept = records[0].list_standing_choices()
        return "" if self.sent[: self.seen] == kept[: self.seen] and len(kept) <= self.seen + 1 else "lost"


def figures(times: int, seed: int = 1) -> dict[str, dict[str, int]]:
    """Kill it so often."""
    count = {"made": 0, "lost": 0, "unreadable": 0, "answers": 0}
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "run").mkdir()
        table = Table(folder, random.Random(seed))
        for _ in range(times):
            with table.running() as process:
                table.play_until_killed(process)
            count["made"] += 1
            count["answers"] += table.seen
            wrong = table.verdict()
            if wrong:
                count[wrong] += 1
                sys.stderr.write(f"kill {count['made']}: {wrong}: seen {table.seen} of {table.sent}\n")
    return {"kills": count}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object (it does in any case)")
    parser.add_argument("--all", action="store_true", help="five hundred times, which takes minutes")
    found = figures(MADE[parser.parse_args().all])
    print(json.dumps(found))
    return 1 if found["kills"]["lost"] or found["kills"]["unreadable"] else 0


if __name__ == "__main__":
    sys.exit(main())
