"""One running Arkside: everything that is the same whichever client shows it.

    app = App(folder, "en")
    app.listen(print)                             # typed events, see app/events.py
    app.lobby.change(game="noah", deal="virtual")
    session = app.lobby.start([SeatDraft("Anna"), SeatDraft("", "greedy")])
    app.answer(session.n, "cat-f", by=0)
    app.pause()                                   # for everybody

An app belongs to one thread and never waits; `step` does everything that is due and says when to come again.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic
from typing import Any, Protocol

from companion.app.bots import BotDriver, think_at_once
from companion.app.errors import NoMatch
from companion.app.events import (
    Answered,
    AppEvent,
    FaultsChanged,
    LobbyChanged,
    MatchClosed,
    MatchOpened,
    NoticeChanged,
    OddsChanged,
    Paused,
    PresenceChanged,
    RaceMoved,
    Redone,
    Resumed,
    SettingChanged,
    Undone,
)
from companion.app.invitation import Invitation
from companion.app.journal_reader import JournalReader
from companion.app.journal_rescue import open_journal
from companion.app.lobby import Lobby
from companion.app.notice import Notice
from companion.app.odds import LiveOdds, usual_odds
from companion.app.presence import Presence
from companion.app.race_track import RaceTrack
from companion.app.races import RaceControl
from companion.app.settings import Settings
from companion.core.errors import N_, ArksideError, Phrase, SettingsError
from companion.core.journal import Journal
from companion.core.registry import left_out
from companion.core.session import Event, Happened, Session
from companion.core.sessions import Sessions
from companion.service.notes import Notes
from drivers.fault import Fault

log = logging.getLogger(__name__)

Handler = Callable[[AppEvent], None]


class Stepper(Protocol):
    """A client with a clockwork of its own, such as the box with its screens."""

    def step(self) -> float:
        """Step the app and do what else is due; returns when to come again, by the clock of the app."""


class App:
    """Settings, matches, lobby, presence, races and odds of one data folder."""

    def __init__(
        self,
        folder: Path,
        language: str,
        *,
        clock: Callable[[], float] = monotonic,
        rng: Random | None = None,
        program: str = "arkside run",
        journal: Journal | None = None,
    ) -> None:
        self.folder = folder
        self.clock = clock
        """The time in seconds; all parts of the app and all clients use this one."""
        self.rng = rng or SystemRandom()
        """What shuffles cards and holds NOW! back, so that nobody can count along."""
        self._program = program
        self._handlers: list[Handler] = []
        self._wake: Callable[[], None] = lambda: None
        self.problems: list[ArksideError] = []
        """Things that could not be read at the start, for people to be told first."""
        if journal is None:
            self.open_journal()
        else:
            self._use_journal(journal)
        self.settings = Settings(folder, language, usual_odds(), self._setting_changed)
        if self.settings.problem is not None:
            why = Phrase.of(self.settings.problem)
            self.problems.append(SettingsError(N_("Not all settings could be read: {why}"), why=why))
        self.problems += left_out()
        self.presence = Presence(folder, clock, lambda: self._publish(PresenceChanged()))
        self.track = RaceTrack()
        self.races = RaceControl(self)
        self.bots = BotDriver(self)
        self.odds = LiveOdds()
        self.reader = JournalReader(self)
        self.lobby = Lobby(self)
        self.invitation = Invitation()
        self.notice: Notice | None = None
        """Something to read before the next question, the same for all clients; None once somebody said "go on"."""
        self.faults: Sequence[Fault] = ()
        """Parts of the box that do not work now."""
        self.wires: Mapping[str, str] = {}
        """The wire of each part of the box, for those who look after it; empty without a box."""
        self.notes: Notes | None = None
        """Where a service and the system around it leave word for each other; None where we are no service."""
        self.waits_for_readers = False
        """Whether a client shows notices one by one and says when they were read: then bots wait for that."""
        self.play_tune: Callable[[str], object] = lambda tune: None
        """Lets a tune be heard, where there is something to hear it with."""

    # matches

    @property
    def live(self) -> Session | None:
        """The match being played, or None. A table has one game on it."""
        return self.sessions.live

    @property
    def match(self) -> Session:
        """The match being played; refused where there is none."""
        if self.live is None:
            raise NoMatch(N_("No match is being played now"))
        return self.live

    def show(self, session: Session) -> Session:
        """Announce a match that was just opened; its first cues are there to be read."""
        self.notice = Notice.opening(session)
        self._publish(MatchOpened(session))
        return session

    def pause(self) -> None:
        """Pause the match for everybody: no time passes, nobody can answer, a race begins again afterwards."""
        self.races.cancel()
        self.match.pause()

    def resume(self) -> None:
        """Let the match go on, for everybody."""
        self.match.resume()

    def end_now(self) -> None:
        """End the match although its rules do not, with the points so far."""
        session = self.match
        self.journal.end_early(session.number, session.match.table.scores)
        session.close()

    def go_on(self) -> None:
        """Leave what there is to read, for everybody: a verdict, or what hands must do."""
        if self.races.stage is not None and (self.notice is None or self.notice.error is None):
            self.races.go_on()
        elif self.notice is not None:
            self.notice = None
            self._publish(NoticeChanged())

    def report(self, error: ArksideError) -> None:
        """Tell everybody about something that failed and that no client asked for."""
        self.notice = Notice.failure(error)
        self._publish(NoticeChanged())

    # telling clients

    def listen(self, handler: Handler) -> Callable[[], None]:
        """Call `handler` with every event from now on; returns what ends that."""
        self._handlers.append(handler)

        def leave() -> None:
            if handler in self._handlers:
                self._handlers.remove(handler)

        return leave

    def _publish(self, event: AppEvent) -> None:
        for handler in tuple(self._handlers):
            try:
                handler(event)
            except Exception:
                log.exception("a client failed and hears no more")
                self._handlers.remove(handler)
        self.wake()

    def notify_race(self) -> None:
        """Tell clients that the race looks different."""
        self._publish(RaceMoved())

    def notify_lobby(self) -> None:
        """Tell clients that the draft of the next match changed."""
        self._publish(LobbyChanged())

    def set_faults(self, faults: Sequence[Fault]) -> None:
        """Take over which parts of the box do not work."""
        self.faults = faults
        self._publish(FaultsChanged())

    def _setting_changed(self, name: str) -> None:
        self._publish(SettingChanged(name))

    def _hear_session(self, event: Event) -> None:
        """Publish what happened in the live match, with what there is to read about it."""
        session = self.live
        if event.kind == "closed":
            self.notice = None
            self._publish(MatchClosed())
        elif session is not None and event.happened is not None:
            kinds: dict[str, Callable[[Session, Happened], AppEvent]] = {
                "answered": Answered, "undone": Undone, "redone": Redone,
            }  # fmt: skip
            self.notice = Notice.of(session, event.happened) if event.kind == "answered" else None
            self._publish(kinds[event.kind](session, event.happened))
        elif session is not None:
            self._publish(Paused(session) if event.kind == "paused" else Resumed(session))

    # running

    def step(self) -> float:
        """Do everything that is due: bots, races, odds. Returns when to come again, by the app's clock."""
        now = self.clock()
        raced = self.races.step(now)
        return min(raced, self.bots.step(now), self._count_odds(now))

    def _count_odds(self, now: float) -> float:
        before = self.odds.version
        due = self.odds.poll(self.sessions, self.settings["odds"], now, self.races.stage is not None)
        if self.odds.version != before:
            self._publish(OddsChanged())
        return due

    def wake(self) -> None:
        """Ask for a step soon; may be called from any thread."""
        self._wake()

    async def run(self, client: Stepper | None = None, stepped: Callable[[], None] = lambda: None) -> None:
        """Step whenever something moves or is due, until cancelled: the app itself, or a client that steps it.

        Bots think in a thread of their own meanwhile, so that nobody's tap waits for them.
        """
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        self._wake = partial(_wake_loop, loop, woken)
        thinkers = ThreadPoolExecutor(1, "bots")
        self.bots.think = partial(self._think_in, thinkers)
        try:
            while True:
                woken.clear()
                due = self.step() if client is None else client.step()
                stepped()
                alarm = loop.call_later(max(0.0, due - self.clock()), woken.set)
                try:  # not wait_for, which in Python 3.11 forgets that it was cancelled if woken at the same moment
                    await woken.wait()
                finally:
                    alarm.cancel()
        finally:
            self._wake = lambda: None
            self.bots.think = think_at_once
            thinkers.shutdown(wait=False, cancel_futures=True)

    def _think_in(self, thinkers: ThreadPoolExecutor, think: Callable[[], Any]) -> "Future[Any]":
        thought = thinkers.submit(think)
        thought.add_done_callback(lambda thought: self.wake())
        return thought

    def open_journal(self) -> None:
        """Open the journal, or what stands in for it; whatever is wrong with it is among the problems."""
        opened = open_journal(self.folder)
        self.problems += opened.problems
        self._use_journal(opened.journal)

    def _use_journal(self, journal: Journal) -> None:
        self.journal = journal
        self.sessions = Sessions(journal, self._program, self.clock, [self._hear_session])

    def close(self) -> None:
        """Save and leave the match that is open, and close the journal."""
        self.odds.stop()
        if self.live is not None:
            self.live.close()
        self.presence.flush()
        self.reader.close()
        self.journal.close()


def _wake_loop(loop: asyncio.AbstractEventLoop, woken: asyncio.Event) -> None:
    with suppress(RuntimeError):  # the loop ended meanwhile
        loop.call_soon_threadsafe(woken.set)
