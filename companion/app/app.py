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
from companion.app.errors import MatchOpen, NoBox, NoMatch
from companion.app.events import (
    Answered,
    AppEvent,
    FaultsChanged,
    HintChanged,
    LobbyChanged,
    MatchClosed,
    MatchOpened,
    NoticeChanged,
    OddsChanged,
    Paused,
    PresenceChanged,
    ProblemsChanged,
    RaceMoved,
    Redone,
    Resumed,
    SelfTestMoved,
    SettingChanged,
    StepTicked,
    Undone,
)
from companion.app.hints import LiveHints
from companion.app.journal_reader import JournalReader
from companion.app.journal_rescue import open_journal
from companion.app.lobby import Lobby
from companion.app.notice import Notice, TickedSteps
from companion.app.odds import LiveOdds, usual_odds
from companion.app.presence import Invitation, Presence, TakeOver
from companion.app.race_track import RaceTrack
from companion.app.races import RaceControl
from companion.app.reviews import Reviews
from companion.app.rule_cards import ON, CardDealer
from companion.app.self_test import SelfTest
from companion.app.settings import Settings
from companion.core.errors import N_, ArksideError, JournalBusy, Phrase, SettingsError
from companion.core.journal import Journal
from companion.core.primer import RuleCard
from companion.core.registry import list_bad_plugins
from companion.core.session import NEVER, MoveResult, Session, SessionEvent
from companion.core.sessions import Sessions
from companion.lab.odds_worker import BotWorker
from companion.service.notes import Notes
from drivers.fault import Fault

log = logging.getLogger(__name__)

RETRY_AFTER = 0.1
"""Seconds after which an answer is saved again while another program holds the journal."""

Handler = Callable[[AppEvent], None]


class Stepper(Protocol):
    """A client that steps the app itself, such as the box with its screens."""

    def step(self) -> float:
        """Step the app and the client; return the time of the next step, by the app's clock."""


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
        """Shuffles cards and draws the delay before NOW!, so that nobody can count along."""
        self._program = program
        self._handlers: list[Handler] = []
        self._wake: Callable[[], None] = lambda: None
        self.problems: list[ArksideError] = []
        """Problems found at start-up that are still unread; clients show them before anything else."""
        if journal is None:
            self.open_journal()
        else:
            self._use_journal(journal)
        self.settings = Settings(folder, language, usual_odds(), lambda name: self._publish(SettingChanged(name)))
        if self.settings.problem is not None:
            why = Phrase.from_error(self.settings.problem)
            message = N_("Some settings couldn't be read. Please check them in Settings. ({why})")
            self.problems.append(SettingsError(message, why=why))
        self.problems += list_bad_plugins()
        self.presence = Presence(folder, clock, lambda: self._publish(PresenceChanged()))
        self.presence.is_playing = lambda: self.live is not None and self.live.question is not None
        self.track = RaceTrack()
        self.races = RaceControl(self)
        self.bots = BotDriver(self)
        self.odds = LiveOdds()
        self.hints = LiveHints()
        self.reviews = Reviews(folder)
        self.reader = JournalReader(self)
        self.lobby = Lobby(self)
        self.invitation = Invitation()
        self.ticked = TickedSteps()
        self.notice: Notice | None = None
        """Text to read before the next question, the same for all clients; None once a player has confirmed it."""
        self.faults: Sequence[Fault] = ()
        """Parts of the box that are not working now."""
        self.wires: Mapping[str, str] = {}
        """Wire of each part of the box, shown when a part fails; empty without a box."""
        self.header_pins: Mapping[str, Sequence[int]] = {}
        """Pins of the Pi's header that the wires of each part go to."""
        self.self_test: SelfTest | None = None
        """Test of the parts of the box, the same for all clients; None if none is running."""
        self.notes: Notes | None = None
        """Messages exchanged with the system service; None unless Arkside runs as a service."""
        self.waits_for_readers = False
        """Whether a client shows notices one by one and confirms them; bots wait for that confirmation."""
        self._dealer: CardDealer | None = None
        """Finds the rule cards of the live match."""
        self.play_tune: Callable[[str], object] = lambda tune: None
        """Plays a tune, if the client has a buzzer."""

    # matches

    @property
    def live(self) -> Session | None:
        """The match being played, or None. There is at most one per table."""
        return self.sessions.live

    @property
    def match(self) -> Session:
        """The match being played; raises NoMatch if there is none."""
        if self.live is None:
            raise NoMatch(N_("There's no match yet. Start or continue one first."))
        return self.live

    @property
    def rule_card(self) -> RuleCard | None:
        """Rule card that belongs to the current question, whether or not anybody wants to read it."""
        if self.live is None:
            return None
        if self._dealer is None or self._dealer.match is not self.live.match:
            self._dealer = CardDealer(self.live.match)
        return self._dealer.card

    @property
    def table_card(self) -> RuleCard | None:
        """Rule card for the whole table to read before the current question; None unless they are turned on."""
        return self.rule_card if self.settings["rule_cards"] == ON else None

    @property
    def is_card_unread(self) -> bool:
        """Whether a client is about to show the whole table a rule card, so that a race must wait."""
        return self.waits_for_readers and self.notice is not None and self.table_card is not None

    def show(self, session: Session) -> Session:
        """Announce a match that was just opened, with its first cues as the notice."""
        self.notice = Notice(session)
        self.self_test = None  # the box shows the match now
        self._publish(MatchOpened(session))
        return session

    def pause(self) -> None:
        """Pause the match for everybody: the clock stops, nobody can answer, and a race restarts afterwards."""
        self.races.cancel()
        self.match.pause()

    def resume(self) -> None:
        """Resume the match for everybody."""
        self.match.resume()

    def end_now(self) -> None:
        """End the match before its rules do, with the points so far."""
        session = self.match
        self.journal.end_early(session.number, session.match.table.scores)
        session.close()

    def go_on(self) -> None:
        """Dismiss the verdict or the notice, for everybody."""
        # An error covers the race, so it is dismissed first.
        if self.races.stage is not None and (self.notice is None or self.notice.error is None):
            self.races.go_on()
        elif self.notice is not None:
            self.notice = None
            self._publish(NoticeChanged())

    def report(self, error: ArksideError) -> None:
        """Show everybody an error that no client's request caused."""
        self.notice = Notice(None, error=error)
        self._publish(NoticeChanged())

    def let_take_over(self, take_over: TakeOver) -> None:
        """Carry out a request for a seat or the host's role that was accepted at the box."""
        self.presence.grant(take_over)
        self.name_after_seat(take_over.id)

    def name_after_seat(self, id: str) -> None:
        """Give a participant who sat down in a match the name of that seat."""
        participant, live = self.presence.get(id), self.live
        if live is not None and participant.seat is not None and participant.seat < len(live.seats):
            self.presence.rename(self.presence.viewer_of(participant), live.seats[participant.seat].name)

    # self-test

    def start_self_test(self) -> None:
        """Test the parts of the box from the beginning; possible between matches."""
        if self.live is not None:
            raise MatchOpen(N_("Save and leave the match first. The self-test needs the screens of the box."))
        if not self.wires:
            raise NoBox(N_("There's no box here whose parts could be tested."))
        self.self_test = SelfTest(self.wires, self._follow_self_test)
        self._follow_self_test()

    def end_self_test(self) -> None:
        """Leave the self-test, finished or not."""
        self.self_test = None
        self._publish(SelfTestMoved())

    def _follow_self_test(self) -> None:
        """Publish the next step of the self-test, unless a known fault decides it at once."""
        if self.self_test is not None and not self.self_test.notice_faults(self.faults):
            self._publish(SelfTestMoved())

    # events

    def listen(self, handler: Handler) -> Callable[[], None]:
        """Call `handler` with every event from now on; return a function that unsubscribes it."""
        self._handlers.append(handler)

        def leave() -> None:
            if handler in self._handlers:
                self._handlers.remove(handler)

        return leave

    def _publish(self, event: AppEvent) -> None:
        for handler in tuple(self._handlers):
            try:
                handler(event)
            except Exception:  # one broken client must not stop the others or the match
                log.exception("a client failed and gets no more events")
                self._handlers.remove(handler)
        self.wake()

    def notify_race(self) -> None:
        """Publish that the race looks different."""
        self._publish(RaceMoved())

    def tick_step(self, n: int, line: int, done: bool) -> None:
        """Tick off a line of what hands must do before question `n`, for everybody."""
        self.ticked.tick(self.match, n, line, done)
        self._publish(StepTicked())

    def notify_lobby(self) -> None:
        """Publish that the draft of the next match changed."""
        self._publish(LobbyChanged())

    def set_faults(self, faults: Sequence[Fault]) -> None:
        """Record which parts of the box are not working, and publish that."""
        self.faults = faults
        if self.self_test is not None:
            self.self_test.notice_faults(faults)
        self._publish(FaultsChanged())

    def dismiss_problem(self, problem: ArksideError, retry: bool = False) -> None:
        """Drop a problem after it was read; `retry` opens a journal again that couldn't be opened."""
        if problem in self.problems:
            self.problems.remove(problem)
            if retry and self.live is None:
                self.journal.close()
                self.open_journal()
            self._publish(ProblemsChanged())

    def _hear_session(self, event: SessionEvent) -> None:
        """Publish an event of the live match and set the notice about it."""
        session = self.live
        if event.kind == "closed":
            self.notice = None
            self._publish(MatchClosed())
        elif session is not None and event.happened is not None:
            kinds: dict[str, Callable[[Session, MoveResult], AppEvent]] = {
                "answered": Answered, "undone": Undone, "redone": Redone,
            }  # fmt: skip
            # After an undo the old cues no longer apply, so there is nothing to read.
            self.notice = Notice(session, event.happened) if event.kind == "answered" else None
            self._publish(kinds[event.kind](session, event.happened))
        elif session is not None:
            self._publish(Paused(session) if event.kind == "paused" else Resumed(session))

    # running

    def step(self) -> float:
        """Do everything that is due: races, bots, odds. Return the time of the next step, by the app's clock."""
        now = self.clock()
        # Races come first: a verdict must not wait for a bot, and a bot waits while a race is on.
        raced = self.races.step(now)
        return min(raced, self.bots.step(now), self._expire_question(now), self._count_odds(now), self._find_hint(now))

    def _expire_question(self, now: float) -> float:
        """Answer a question whose time is up; return when that is."""
        session = self.live
        if session is None:
            return NEVER
        try:
            session.expire()
        except JournalBusy:
            return now + RETRY_AFTER
        except ArksideError as error:  # retrying would fail forever, so people decide how to go on
            self.pause()
            self.report(error)
        return session.expires_at

    def _count_odds(self, now: float) -> float:
        before = self.odds.version
        due = self.odds.poll(self.sessions, self.settings["odds"], now, self.races.stage is not None)
        if self.odds.version != before:
            self._publish(OddsChanged())
        return due

    def _find_hint(self, now: float) -> float:
        before = self.hints.version
        due = self.hints.poll(self.live, now)
        if self.hints.version != before:
            self._publish(HintChanged())
        return due

    def ask_hint(self, asker: object) -> None:
        """Find a hint for the seat that is asked now; only this client is shown it."""
        self.hints.ask(self.match, asker)
        self._publish(HintChanged())

    def wake(self) -> None:
        """Ask for a step soon; may be called from any thread."""
        self._wake()

    async def run(self, client: Stepper | None = None, stepped: Callable[[], None] = lambda: None) -> None:
        """Step the app, or a client that steps it, whenever something happens or is due; run until cancelled.

        Bots think in a thread and a process of their own meanwhile, so that nobody's tap waits for them.
        """
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()

        def wake_loop() -> None:
            with suppress(RuntimeError):  # the loop ended meanwhile
                loop.call_soon_threadsafe(woken.set)

        self._wake = wake_loop
        thinkers = ThreadPoolExecutor(1, "bots")
        self.bots.think = partial(self._think_in, thinkers)
        self.bots.worker = BotWorker()
        try:
            while True:
                woken.clear()
                due = self.step() if client is None else client.step()
                stepped()
                alarm = loop.call_later(max(0.0, due - self.clock()), woken.set)
                try:  # not wait_for: in Python 3.11 it can swallow a cancellation that coincides with the wake-up
                    await woken.wait()
                finally:
                    alarm.cancel()
        finally:
            self._wake = lambda: None
            self.bots.think = think_at_once
            worker, self.bots.worker = self.bots.worker, None
            worker.stop()  # so that the waiting thread ends soon
            thinkers.shutdown(cancel_futures=True)
            worker.stop()  # the thread may have been about to start the process

    def _think_in(self, thinkers: ThreadPoolExecutor, think: Callable[[], Any]) -> "Future[Any]":
        thought = thinkers.submit(think)
        thought.add_done_callback(lambda thought: self.wake())
        return thought

    def open_journal(self) -> None:
        """Open the journal, or a temporary one if that fails; add anything wrong with it to `problems`."""
        opened = open_journal(self.folder)
        for problem in opened.problems:
            log.warning("%s", problem)  # for those who look for the reason where the service writes its journal
        self.problems += opened.problems
        self._use_journal(opened.journal)

    def _use_journal(self, journal: Journal) -> None:
        self.journal = journal
        self.sessions = Sessions(journal, self._program, self.clock, [self._hear_session])

    def close(self) -> None:
        """Save and leave the open match, and close the journal."""
        self.odds.stop()
        self.hints.close()
        self.reviews.close()
        if self.live is not None:  # first, while the journal is still open
            self.live.close()
        self.presence.flush()
        self.reader.close()
        self.journal.close()
