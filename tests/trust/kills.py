"""The real service is killed again and again while people play on phones; no answer that was shown may be lost.

    python -m tests.trust.kills --json [--all | --kills 50] [--phones 5]

Each time the service is started as a process (forked from this one, in which its modules are loaded already), the phones
take up the match and answer as fast as they can, and after a moment that nobody knows beforehand comes `kill -9`. Then the
journal must open and hold every answer whose next question a phone has seen, and at most the one that was under way.
Every phone must still have its role, seat and name.
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from urllib.error import URLError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from companion.app.presence import FILE
from companion.as_service import main as service
from companion.core.errors import ArksideError
from companion.core.game import BY_LOT
from companion.core.journal import Journal
from companion.core.replay import replay_record
from tests.phone.clients import Client
from tests.phone.service import free_port

MADE = {True: 200, False: 20}
LONGEST_LIFE = 0.5
"""Seconds of play before the blow, at most."""
PATIENCE = 60.0
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
PHONES = len(NAMES)


class Table:
    """A data folder, and what the phones have seen of the match on it."""

    def __init__(self, folder: Path, rng: random.Random, phones: int) -> None:
        self.folder = folder
        self.rng = rng
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.sent: list[str] = []
        """The answers of the match that is played, in their order; of the last one nobody knows whether it was heard."""
        self.seen = 0
        """How many of them were shown as given."""
        self.cookies = [""] * phones
        self.people: list[tuple[str, int, str]] = []
        """Role, seat and name of every phone, once all have joined."""
        self.changed = 0
        """How often they were others after a kill."""

    @contextmanager
    def running(self) -> Iterator[int]:
        """The service as a process; it is killed at the end if it is still there."""
        process = os.fork()
        if process == 0:
            try:
                os._exit(self._serve())
            finally:
                os._exit(1)  # whatever went wrong: otherwise two processes would go on as this one
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
        with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError), ExitStack() as sockets:
            phones = [self._connect(sockets, cookie) for cookie in self.cookies]
            self._check_people(phones)
            blow = Timer(self.rng.uniform(0, LONGEST_LIFE), os.kill, (process, signal.SIGKILL))
            try:
                self._take_up(phones[0])
                blow.start()
                while True:
                    self._answer(phones)
            finally:
                if blow.is_alive():
                    blow.join()

    def _connect(self, sockets: ExitStack, cookie: str) -> Client:
        address, headers = f"ws://127.0.0.1:{self.port}/live", {"cookie": cookie}
        socket = sockets.enter_context(connect(address, additional_headers=headers, max_size=None))
        phone = Client(None, socket, cookie)  # type: ignore[arg-type]
        phone.until(lambda state: "you" in state)
        return phone

    def _check_people(self, phones: list[Client]) -> None:
        """Give everybody a name and a seat at first, and later compare what they have."""
        if not self.people:
            for seat, phone in enumerate(phones):
                phone.ask("name", name=NAMES[seat])
                phone.ask("seat", seat=seat)
                phone.until(lambda state, seat=seat: state["you"]["seat"] == seat)  # type: ignore[misc]
            self._wait_for_file(len(phones))
        found = [
            (phone.state["you"]["role"], phone.state["you"]["seat"], phone.state["you"]["name"]) for phone in phones
        ]
        self.people = self.people or found
        self.changed += found != self.people

    def _wait_for_file(self, phones: int) -> None:
        """Wait until everybody is saved; to spare the card, that takes some seconds after many changes at once."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            saved = json.loads((self.folder / "data" / FILE).read_text(encoding="utf-8"))
            if sum(one["seat"] is not None and bool(one["name"]) for one in saved) == phones:
                return
            time.sleep(0.05)
        raise TimeoutError("the phones are not saved")

    def _wait_for_page(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(URLError, ConnectionError):
                self.cookies = [cookie or self._visit() for cookie in self.cookies]
                with urlopen(self.address, timeout=PATIENCE):
                    return
            time.sleep(0.01)
        raise TimeoutError("the service does not come")

    def _visit(self) -> str:
        """Open the page as a new browser on this computer, and return its cookie."""
        with urlopen(Request(self.address, headers={"accept": "text/html"}), timeout=PATIENCE) as answer:
            return str(answer.headers["set-cookie"]).partition(";")[0]

    def _take_up(self, phone: Client) -> None:
        with Journal(self.folder / "data") as journal:  # it is open there too; readers disturb nobody
            number = journal.find_unfinished()
        if phone.state.get("match"):
            return
        if number is not None:
            phone.ask("open", number=number)
        else:
            self.sent, self.seen = [], 0
            alone = len(self.cookies) == 1  # then it answers for both, as a host may at a real table
            agreed = {"deal": "table", "names": {"1": NAMES[1]}} if alone else {"deal": "virtual"}
            phone.ask("start", agreed={"game": "noah", **agreed})
        phone.until(lambda state: state["match"])

    def _answer(self, phones: list[Client]) -> None:
        asked = phones[0].until(lambda state: state["question"])["question"]
        seat = asked["seat"]  # None: the table is asked, and any phone may answer
        phone = phones[0] if seat is None or seat >= len(phones) else phones[seat]
        n = asked["n"]
        question = phone.until(lambda state: state["question"] and state["question"]["n"] >= n)["question"]
        if not question["mine"]:  # another seat is asked by now: wait until the host's phone has heard of it too
            phones[0].until(lambda state: state["question"] is None or state["question"]["n"] > n)
            return
        self.seen = question["n"] - 1
        del self.sent[self.seen :]
        # lots are drawn in the service, so what they decide cannot be compared
        choice = self.rng.choice([one["id"] for one in question["choices"] if one["id"] != BY_LOT])
        self.sent.append(choice)
        phone.tell("answer", n=question["n"], choice=choice)
        phone.until(lambda state: state["question"] is None or state["question"]["n"] > question["n"])
        self.seen = question["n"]

    def verdict(self) -> str:
        """What became of the journal: empty, unreadable or lost."""
        try:
            with Journal(self.folder / "data") as journal:
                records = journal.list_readable_records()
                if len(records) < journal.count_matches():
                    return "unreadable"
                if not records:
                    return "lost" if self.seen else ""
                replay_record(records[0], journal.file)
        except ArksideError as why:
            sys.stderr.write(f"{why}\n")
            return "unreadable"
        saved = records[0].list_standing_choices()
        return "" if self.sent[: self.seen] == saved[: self.seen] and len(saved) <= self.seen + 1 else "lost"


def figures(times: int, phones: int = PHONES, seed: int = 1) -> dict[str, dict[str, int]]:
    """Kill the service this many times and count what went wrong."""
    count = {"made": 0, "phones": phones, "lost": 0, "unreadable": 0, "changed": 0, "answers": 0}
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "run").mkdir()
        table = Table(folder, random.Random(seed), phones)
        for _ in range(times):
            with table.running() as process:
                table.play_until_killed(process)
            count["made"] += 1
            count["answers"] += table.seen
            wrong = table.verdict()
            if wrong:
                count[wrong] += 1
                sys.stderr.write(f"kill {count['made']}: {wrong}: seen {table.seen} of {table.sent}\n")
        count["changed"] = table.changed
    return {"kills": count}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object (it does in any case)")
    parser.add_argument("--all", action="store_true", help="two hundred times, which takes minutes")
    parser.add_argument("--kills", type=int, help="this many times")
    parser.add_argument("--phones", type=int, choices=range(1, PHONES + 1), default=PHONES)
    asked = parser.parse_args()
    found = figures(asked.kills or MADE[asked.all], asked.phones)
    print(json.dumps(found))
    return int(any(found["kills"][wrong] for wrong in ("lost", "unreadable", "changed")))


if __name__ == "__main__":
    sys.exit(main())
