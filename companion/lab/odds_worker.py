"""A background process that computes odds, hints and answers of thinking bots, one request at a time.

`BackgroundWorker` is the client side for a program that must never block: it sends a request once the previous one has
been read, drops answers to older requests, and restarts a process that died. The process exits when idle for a while.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Any, ClassVar

from companion.core.bots import find_bot_for_people
from companion.core.errors import ArksideError, NoHint, NoOdds, UnknownBot
from companion.core.game import Setup
from companion.core.hint import HINT_GAMES, HINT_SECONDS, Hint
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

LONGEST_THOUGHT = 10.0
"""Seconds after which an answer of a bot is not waited for any longer; it should take one at most."""

USUAL_PRIORITY = "--usual-priority"
"""Argument for a process that people wait for."""

MOST_STARTS = 2
"""Most starts of a process for one request: what kills it twice would kill it again."""


class BackgroundWorker(ABC):
    """Client of the process. No method blocks."""

    wanted: ClassVar[str]
    """Kind of result that the process computes for this client: `odds`, `hint` or `bot`."""

    at_lowest_priority: ClassVar[bool] = True
    """Whether the process runs only when nothing else wants to."""

    def __init__(self) -> None:
        self.why: ArksideError | None = None
        """Reason why there is no result, if there is one."""
        self.done = True
        """Whether nothing further will come."""
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

    @abstractmethod
    def forget_result(self) -> None:
        """Forget the result of an earlier request."""

    @abstractmethod
    def read_result(self, message: dict[str, Any]) -> None:
        """Keep the result in a message of the process, and set `done` if it is the last."""

    @abstractmethod
    def make_error(self, message: str, values: dict[str, Any]) -> ArksideError:
        """Make the error that the process reported instead of a result."""

    def ask(self, match: Match) -> None:
        """Request a result for this match; earlier requests are dropped."""
        self.send_request(make_request(match, self.wanted))

    def send_request(self, request: dict[str, Any]) -> None:
        """Send a request that `make_request` made; earlier ones are dropped."""
        self._serial += 1
        self._starts = 0
        self.why, self.done = None, False
        self.forget_result()
        self._request = json.dumps({**request, "serial": self._serial}).encode()
        self.poll()

    def poll(self) -> bool:
        """Send a pending request and read what has arrived. Return whether the result changed."""
        changed = False
        try:
            while self._connection is not None and self._connection.poll():
                changed |= self._read_message(json.loads(self._connection.recv_bytes()))
            if not self.done and self._sent != self._serial:
                self._send()
        except (OSError, EOFError):
            self._restart_or_give_up()
        return changed

    def drop(self) -> None:
        """Forget the result and anything still arriving for it."""
        self._serial += 1
        self._sent = self._serial
        self.why, self.done = None, True
        self.forget_result()

    def stop(self) -> None:
        """Stop the process and forget its result."""
        self.why, self.done = None, True
        self.forget_result()
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
            self.why, self.done = self.make_error(message["why"], message["values"]), True
        else:
            self.read_result(message)
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
        our_end, its_end = socket.socketpair()
        # the same modules as here, wherever they are installed
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with its_end:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [
                    sys.executable,
                    "-m",
                    MODULE,
                    str(its_end.fileno()),
                    *([] if self.at_lowest_priority else [USUAL_PRIORITY]),
                ],
                pass_fds=(its_end.fileno(),),
                env=environment,
                stdin=subprocess.DEVNULL,
            )
        self._connection = Connection(our_end.detach())
        self._free = True

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._connection = self._process = None
        self._sent = 0


class OddsWorker(BackgroundWorker):
    """Odds of the match asked about last, which grow surer."""

    wanted = "odds"

    def __init__(self) -> None:
        super().__init__()
        self.odds: Odds | None = None
        """Latest odds."""

    def forget_result(self) -> None:
        """Forget the odds."""
        self.odds = None

    def read_result(self, message: dict[str, Any]) -> None:
        """Keep odds; more follow unless they are the last."""
        chances = tuple(Chance(*fields) for fields in message["chances"])
        self.odds, self.done = Odds(chances, message["endings"]), message["done"]

    def make_error(self, message: str, values: dict[str, Any]) -> ArksideError:
        """Say why there are no odds."""
        return NoOdds(message, **values)


class HintWorker(BackgroundWorker):
    """The hint asked for last."""

    wanted = "hint"

    def __init__(self) -> None:
        super().__init__()
        self.hint: Hint | None = None

    def forget_result(self) -> None:
        """Forget the hint."""
        self.hint = None

    def read_result(self, message: dict[str, Any]) -> None:
        """Keep the hint."""
        self.hint, self.done = Hint.from_json(message["hint"]), True

    def make_error(self, message: str, values: dict[str, Any]) -> ArksideError:
        """Say why there is no hint."""
        return NoHint(message, **values)


class BotWorker(BackgroundWorker):
    """Answers of thinking bots. People wait for them, so they do not run at the lowest priority."""

    wanted = "bot"
    at_lowest_priority = False

    def __init__(self) -> None:
        super().__init__()
        self.choice: str | None = None

    def forget_result(self) -> None:
        """Forget the answer."""
        self.choice = None

    def read_result(self, message: dict[str, Any]) -> None:
        """Keep the answer."""
        self.choice, self.done = message["choice"], True

    def make_error(self, message: str, values: dict[str, Any]) -> ArksideError:
        """Say why there is no answer."""
        return UnknownBot(message, **values)

    def choose(self, request: dict[str, Any]) -> str | None:
        """Wait for the answer to a request, in a thread that may; None if there is none."""
        self.send_request(request)
        until = time.monotonic() + LONGEST_THOUGHT
        while not self.done and time.monotonic() < until:
            connection = self._connection
            with suppress(OSError, ValueError):  # the app closes while its bot thinks
                wait([connection] if connection is not None else [], REPORT_SECONDS)
            self.poll()
        return self.choice


def make_request(match: Match, wanted: str, **details: Any) -> dict[str, Any]:
    """Make a request about a match; `bot` and `seed` say which bot is wanted."""
    setup = match.setup
    return {
        **details, "wanted": wanted, "game": setup.game, "seats": [seat.as_json() for seat in setup.seats],
        "options": dict(setup.options), "seed": setup.seed, "deal": setup.deal, "chance": setup.chance,
        "corrections": setup.corrections, "answers": match.answers,
    }  # fmt: skip


def _rebuild_match(request: dict[str, Any]) -> Match:
    seats = tuple(Seat(place, seat["name"], seat["bot"]) for place, seat in enumerate(request["seats"]))
    values = (request[name] for name in ("options", "seed", "deal", "corrections", "chance"))
    setup = Setup(request["game"], seats, *values)
    return Match(find_game(setup.game), setup, request["answers"])


class OddsService:
    """Server side: counts endings for the latest request until there are enough, or finds a hint."""

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
        self._counting = None
        try:
            match = _rebuild_match(request)
            if request["wanted"] == BotWorker.wanted:
                self._send({"serial": self._serial, "choice": let_bot_choose(match, request["bot"], request["seed"])})
                return
            if request["wanted"] == HintWorker.wanted:
                from companion.core.hint_search import find_hint  # noqa: PLC0415 - only this process searches

                hint = find_hint(match, HINT_GAMES, HINT_SECONDS)
                self._send({"serial": self._serial, "hint": hint.as_json()})
                return
            self._counting = OddsCounter(match, seed=self._serial)
        except ArksideError as why:
            values = {name: str(value) for name, value in why.values.items()}
            self._send({"serial": self._serial, "why": why.message, "values": values})
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

    def _send(self, message: dict[str, Any]) -> None:
        self._connection.send_bytes(json.dumps(message).encode())


def let_bot_choose(match: Match, name: str, seed: int) -> str:
    """Return the id of a bot's answer to the current question."""
    assert match.question is not None
    return str(find_bot_for_people(match.game, name)(Random(seed))(match.question, match.table))


def lower_priority() -> None:
    """Run at idle priority, and leave ctrl-c to the client."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    make_idle(0)


def make_idle(pid: int) -> None:
    """Let a process run only when nothing else wants to; 0 is this one."""
    with suppress(OSError):  # a stricter sandbox than ours may forbid it
        os.setpriority(os.PRIO_PROCESS, pid, 19)
        if hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    if USUAL_PRIORITY in sys.argv:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    else:
        lower_priority()
    OddsService(Connection(int(sys.argv[1]))).run()
