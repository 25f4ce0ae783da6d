"""The process that counts odds: at the lowest priority, one match at a time, gone when nobody asks any more.

`OddsWorker` is this side of it, for a program that must never wait: a question goes out when the one before has been
read, what comes back for an older one is dropped, and a process that died is started again.
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
from companion.core.registry import game_named
from companion.core.seat import Seat
from companion.lab.odds import Chance, Odds, OddsCounter

MODULE = "companion.lab.odds_worker"
"""What the process runs."""

ENOUGH_ENDINGS = 600
"""Endings after which a share is off by four points at most, 19 times of 20."""

FIRST_ENDINGS = 24
"""Endings before the first odds are told: fewer would only flicker."""

REPORT_SECONDS = 0.5
"""Seconds between odds that are told."""

LONGEST_SECONDS = 30.0
"""Seconds that are spent on one question where a machine is too slow for enough endings."""

IDLE_SECONDS = 120.0
"""Seconds without a question after which the process ends."""

MOST_STARTS = 2
"""How often a process is started for one question; what kills it twice would kill it again."""


class OddsWorker:
    """Asks another process for odds; nothing here waits for it."""

    def __init__(self) -> None:
        self.odds: Odds | None = None
        """Of the match that was asked about last, as far as they are known."""
        self.why: ArksideError | None = None
        """Why there are none, if they cannot be told."""
        self.done = True
        """Whether nothing more will come."""
        self._serial = 0
        self._request = b""
        self._sent = self._starts = 0
        self._free = True
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return None if self._process is None else self._process.pid

    def ask(self, match: Match) -> None:
        """Count for this match as it stands, and for no other from now on."""
        self._serial += 1
        self._starts = 0
        self.odds, self.why, self.done = None, None, False
        self._request = json.dumps(_make_request(self._serial, match)).encode()
        self.poll()

    def poll(self) -> bool:
        """Send what is to be asked and read what has come; returns whether the odds changed."""
        changed = False
        try:
            while self._connection is not None and self._connection.poll():
                changed |= self._read(json.loads(self._connection.recv_bytes()))
            if not self.done and self._sent != self._serial:
                self._send()
        except (OSError, EOFError):
            self._restart_or_give_up()
        return changed

    def stop(self) -> None:
        """Let the process end; what it knows is forgotten."""
        self.odds, self.why, self.done = None, None, True
        self._end()

    def _send(self) -> None:
        if self._connection is None:
            self._start()
        if self._free and self._connection is not None:
            self._connection.send_bytes(self._request)
            self._sent, self._free = self._serial, False

    def _read(self, told: dict[str, Any]) -> bool:
        if "read" in told:
            self._free = True
        if told.get("serial") != self._serial or self.done:
            return False  # an answer to an older question
        if "why" in told:
            self.why, self.done = NoOdds(told["why"], **told["values"]), True
        else:
            chances = tuple(Chance(*one) for one in told["chances"])
            self.odds, self.done = Odds(chances, told["endings"]), told["done"]
        return True

    def _restart_or_give_up(self) -> None:
        """The process is gone: another one takes up the question, unless that did not help."""
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
    told = (request[name] for name in ("options", "seed", "deal", "corrections", "chance"))
    setup = Setup(request["game"], seats, *told)
    return Match(game_named(setup.game), setup, request["answers"])


class Service:
    """The other side: counts for the last match it was asked about until it knows enough."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._serial = 0
        self._counting: OddsCounter | None = None
        self._until = self._tell_at = 0.0

    def run(self) -> None:
        """Until nobody has asked for long, or the program that asks is gone."""
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
        counting.imagine(1)
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
    """Run only when nothing else wants to, and leave ctrl-c to the program that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # in a narrower sandbox than ours it stays where it is
        os.setpriority(os.PRIO_PROCESS, 0, 19)
        if hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    lower_priority()
    Service(Connection(int(sys.argv[1]))).run()
