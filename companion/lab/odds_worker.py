"""A background process that computes odds, one match at a time and at the lowest priority.

`OddsWorker` is the client side for a program that must never block: it sends a request once the previous one has been
read, drops answers to older requests, and restarts a process that died. The process exits when idle for a while.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from companion.core.errors import ArksideError, NoOdds
from companion.core.game import Setup
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.seat import Seat
from companion.lab.odds import Chance, Odds, OddsCounter

MODULE = "companion.lab.odds_worker"
"""Module that the process runs."""

ENOUGH_ENDINGS = 600
"""Endings after which the margin of a share is at most four points (95 %)."""

FIRST_ENDINGS = 24
"""Endings before the first odds are reported; with fewer they would only flicker."""

REPORT_SECONDS = 0.5
"""Seconds between two reports."""

LONGEST_SECONDS = 30.0
"""Seconds after which a slow machine stops counting for one request."""

IDLE_SECONDS = 120.0
"""Seconds without a request after which the process exits."""

MOST_STARTS = 2
"""Most starts of a process for one request: what kills it twice would kill it again."""


class OddsWorker:
    """Client of the odds process. No method blocks."""

    def __init__(self) -> None:
        self.odds: Odds | None = None
        """Latest odds of the match asked about last."""
        self.why: ArksideError | None = None
        """Reason why there are no odds, if there is one."""
        self.done = True
        """Whether no further odds will come."""
        self._serial = 0
        self._request = b""
        self._sent = self._starts = 0
        self._free = True
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    @property
    def pid(self) -> int | None:
        """Process id, while the process runs."""
        return None if self._process is None else self._process.pid

    def ask(self, match: Match) -> None:
        """Request odds of this match; earlier requests are dropped."""
        self._serial += 1
        self._starts = 0
        self.odds, self.why, self.done = None, None, False
        self._request = json.dumps(_make_request(self._serial, match)).encode()
        self.poll()

    def poll(self) -> bool:
        """Send a pending request and read what has arrived. Return whether the odds changed."""
        changed = False
        try:
            while self._connection is not None and self._connection.poll():
                changed |= self._read_message(json.loads(self._connection.recv_bytes()))
            if not self.done and self._sent != self._serial:
                self._send()
        except (OSError, EOFError):
            self._restart_or_give_up()
        return changed

    def stop(self) -> None:
        """Stop the process and forget its odds."""
        self.odds, self.why, self.done = None, None, True
        self._end()

    def _send(self) -> None:
        if self._connection is None:
            self._start()
        # one request at a time: a full socket buffer would block the caller
        if self._free and self._connection is not None:
            self._connection.send_bytes(self._request)
            self._sent, self._free = self._serial, False

    def _read_message(self, message: dict[str, Any]) -> bool:
        if "read" in message:
            self._free = True
        if message.get("serial") != self._serial or self.done:
            return False  # an answer to an older question
        if "why" in message:
            self.why, self.done = NoOdds(message["why"], **message["values"]), True
        else:
            chances = tuple(Chance(*one) for one in message["chances"])
            self.odds, self.done = Odds(chances, message["endings"]), message["done"]
        return True

    def _restart_or_give_up(self) -> None:
        """Have a new process take up the request, unless restarting didn't help."""
        self._end()
        if self._starts < MOST_STARTS:
            self._sent = 0
        else:
            self.done = True

    def _start(self) -> None:
        self._starts += 1
        here, there = socket.socketpair()
        # the same modules as here, wherever they are installed
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with there:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", MODULE, str(there.fileno())],
                pass_fds=(there.fileno(),),
                env=environment,
                stdin=subprocess.DEVNULL,
            )
        self._connection = Connection(here.detach())
        self._free = True

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._connection = self._process = None
        self._sent = 0


def _make_request(serial: int, match: Match) -> dict[str, Any]:
    setup = match.setup
    return {
        "serial": serial, "game": setup.game, "seats": [seat.as_json() for seat in setup.seats],
        "options": dict(setup.options), "seed": setup.seed, "deal": setup.deal, "chance": setup.chance,
        "corrections": setup.corrections, "answers": match.answers,
    }  # fmt: skip


def _rebuild_match(request: dict[str, Any]) -> Match:
    seats = tuple(Seat(place, seat["name"], seat["bot"]) for place, seat in enumerate(request["seats"]))
    values = (request[name] for name in ("options", "seed", "deal", "corrections", "chance"))
    setup = Setup(request["game"], seats, *values)
    return Match(find_game(setup.game), setup, request["answers"])


class OddsService:
    """Server side: counts endings for the latest request until there are enough."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._serial = 0
        self._counting: OddsCounter | None = None
        self._until = self._tell_at = 0.0

    def run(self) -> None:
        """Serve requests until none has come for long, or the client is gone."""
        try:
            while (
                self._connection.poll(0 if self._counting is not None else IDLE_SECONDS) or self._counting is not None
            ):
                if self._connection.poll():
                    self._accept_request(json.loads(self._connection.recv_bytes()))
                self._count_ending()
        except (OSError, EOFError):
            return

    def _accept_request(self, request: dict[str, Any]) -> None:
        self._serial = request["serial"]
        self._send({"read": True, "serial": 0})
        try:
            self._counting = OddsCounter(_rebuild_match(request), seed=self._serial)
        except ArksideError as why:
            self._counting = None
            self._send({"serial": self._serial, "why": why.message, "values": _as_texts(why.values)})
            return
        self._tell_at, self._until = 0.0, time.monotonic() + LONGEST_SECONDS

    def _count_ending(self) -> None:
        counting = self._counting
        if counting is None:
            return
        counting.imagine(1)  # one at a time, so that a newer request is noticed soon
        odds, now = counting.odds, time.monotonic()
        done = counting.over or odds.endings >= ENOUGH_ENDINGS or now > self._until
        if done or (odds.endings >= FIRST_ENDINGS and now >= self._tell_at):
            self._tell_at = now + REPORT_SECONDS
            self._send({"serial": self._serial, "chances": odds.chances, "endings": odds.endings, "done": done})
        if done:
            self._counting = None

    def _send(self, what: dict[str, Any]) -> None:
        self._connection.send_bytes(json.dumps(what).encode())


def _as_texts(values: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}


def lower_priority() -> None:
    """Run at idle priority, and leave ctrl-c to the client."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # a stricter sandbox than ours may forbid it
        os.setpriority(os.PRIO_PROCESS, 0, 19)
        if hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    lower_priority()
    OddsService(Connection(int(sys.argv[1]))).run()
