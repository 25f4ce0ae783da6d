"""A long evening in virtual time: matches of every game by hand and by phone, parts that fail and come back, long pauses.

`make soak` plays 24 hours in a few minutes; `--hours 1` fewer. Whatever grows with time, or is written while nobody plays,
is a defect.
"""

import argparse
import gc
import json
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.core.bots import list_bots
from companion.core.errors import ArksideError
from companion.core.registry import find_game, list_game_ids
from companion.core.session import Session
from companion.device.rehearsal import NotThere, Rehearsal
from companion.phone.gate import open_gate
from companion.phone.live import Live, PhoneSocket

HOUR = 3600.0
PAUSE = 20 * 60.0
NIGHT = 6 * HOUR
PARTS = ("question", "table", "lights", "paddle-0", "paddle-1", "dome", "buzzer")
SETTLED = 0.25
"""The share of the time after which nothing may grow any more: by then every cache has seen every game."""


class Held(NamedTuple):
    """What the program holds at one moment."""

    at: float
    rss_mib: float
    threads: int
    files: int
    waiting: int
    """Everything in queues and lists of listeners."""


class Evening:
    """The device, two phones, and people who play on and on."""

    def __init__(self, device: Rehearsal, folder: Path, seed: int) -> None:
        self.device = device
        self.folder = folder
        self.rng = Random(seed)
        self.gate = open_gate(device.app, home=False)
        self.live = Live(device.app, self.gate)
        self.phones = [self._joined(seat) for seat in (0, 1)]
        self.matches = self.answers = self.faults = self.idle_writes = self.stumbled = 0

    def _joined(self, seat: int) -> PhoneSocket:
        scope = {"client": ("192.168.1.7", 1), "server": ("192.168.1.2", 80), "path": "/live"}
        self.gate.admit(scope)
        phone = PhoneSocket(scope, ("en", "fr")[seat], self.gate.identify(scope))
        self.live.phones.add(phone)
        self.live.handle_request(phone, {"do": "name", "name": ("Anna", "Ben")[seat]})
        self.live.handle_request(phone, {"do": "seat", "seat": seat})
        return phone

    def last(self, hours: float) -> Iterator[Held]:
        """Play so long; what is held after each match."""
        end = self.device.clock.now + hours * HOUR
        slept = False
        while self.device.clock.now < end:
            game = list_game_ids()[self.matches % len(list_game_ids())]
            self.play(game)
            night = not slept and self.device.clock.now > end / 2 and hours > NIGHT / HOUR
            slept = slept or night
            self.rest(NIGHT if night else PAUSE)
            yield self.held()

    def play(self, game: str) -> None:
        """One match: what is not answered by hand is answered on the phone that is asked."""
        names = {"2": f"bot:{list(list_bots(find_game(game)))[-1]}"}
        agreed = {"game": game, "deal": "virtual", "options": {}, "names": names}
        self.live.handle_request(self.phones[0], {"do": "start", "agreed": agreed})
        session = self.device.app.live
        assert session is not None, "the match was refused"
        self.matches += 1
        while session.question is not None:
            self._fault_comes_or_goes()
            self._answer(session)
            for phone in self.phones:
                self.live.render_news(phone, self.gate.identify(phone.scope))
                phone.replies.clear()
        for part in PARTS:
            self.device.board.mend_part(part)
        self.device.wait(40)
        self.live.handle_request(self.phones[0], {"do": "close"})
        self.device.wait(5)

    def _answer(self, session: Session) -> None:
        question, n = session.question, session.n
        assert question is not None
        self.answers += 1
        if session.find_bot(question) is not None:
            self.device.wait(2)
            return
        choice = self.rng.choice(question.list_ids())
        if question.seat in (0, 1) and self.rng.random() < 0.5:
            self.live.handle_request(
                self.phones[question.seat], {"do": "answer", "n": n, "choice": choice, "moves": session.moves}
            )
            self.device.wait(3)
            return
        try:
            self.device.answer(choice)
        except NotThere:  # a hand that finds its part broken asks a phone, or takes the answer as the host's
            self.stumbled += 1
            self.device.wait(3)
            if session.n == n and session.question is not None:
                self._told(session, choice)

    def _told(self, session: Session, choice: str) -> None:
        try:
            session.answer(session.n, choice)
        except ArksideError:
            self.stumbled += 1
        self.device.wait(3)

    def _fault_comes_or_goes(self) -> None:
        if self.rng.random() < 0.03:
            self.faults += 1
            self.device.board.break_part(self.rng.choice(PARTS))
        elif self.rng.random() < 0.1:
            for part in PARTS:
                self.device.board.mend_part(part)

    def rest(self, seconds: float) -> None:
        """Nobody is there; nothing may be written."""
        self.device.wait(2)
        before = self.written()
        self.device.wait(seconds)
        self.idle_writes += self.written() != before

    def written(self) -> dict[Path, tuple[int, int]]:
        """Every file, with when and how much was last written to it."""
        return {one: (one.stat().st_mtime_ns, one.stat().st_size) for one in self.folder.rglob("*")}

    def held(self) -> Held:
        """What is held now."""
        gc.collect()
        host, panel = self.device.host, self.device.panel
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        waiting = [panel.events.qsize(), len(panel._collected), len(panel.noticed), len(host.heard), len(host.context.tunes),
                   len(self.device.app._handlers), len(list(self.gate.presence)), len(self.live.phones)]  # fmt: skip
        return Held(
            self.device.clock.now, pages * os.sysconf("SC_PAGE_SIZE") / 2**20, threading.active_count(),
            len(os.listdir("/proc/self/fd")), sum(waiting),
        )  # fmt: skip


def soak(hours: float, seed: int = 1) -> dict[str, float | int]:
    """Play so many hours; what grew since the caches were full."""
    with tempfile.TemporaryDirectory() as place, Rehearsal(Path(place), seed=seed) as device:
        evening = Evening(device, Path(place), seed)
        seen = list(evening.last(hours))
        settled, last = seen[int(len(seen) * SETTLED)], seen[-1]
        return {
            "hours": round(last.at / HOUR, 1), "rss_growth_mib": round(last.rss_mib - settled.rss_mib, 1),
            "threads_growth": last.threads - settled.threads, "files_growth": last.files - settled.files,
            "queues_growth": last.waiting - settled.waiting, "idle_writes": evening.idle_writes,
            "matches": evening.matches, "answers": evening.answers, "faults": evening.faults,
            "stumbled": evening.stumbled, "rss_mib": round(last.rss_mib, 1),
        }  # fmt: skip


def main() -> int:
    """Play and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    logging.disable()
    figures = soak(asked.hours, asked.seed)
    print(json.dumps({"soak": figures}))
    grew = ("threads_growth", "files_growth", "queues_growth", "idle_writes")
    return int(figures["rss_growth_mib"] > 4 or any(figures[name] > 0 for name in grew))


if __name__ == "__main__":
    sys.exit(main())
