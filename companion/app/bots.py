"""Bots of the live match: they think beside the event loop and answer at a pace people can follow."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from companion.core.bots import is_thinking
from companion.core.errors import ArksideError, JournalBusy
from companion.core.session import Session
from companion.lab.odds_worker import BotWorker, make_request

if TYPE_CHECKING:
    from companion.app.app import App

PACE = 1.5
"""Seconds between a bot's answers, so that people can follow."""

NEVER = float("inf")

Think = Callable[[Callable[[], Any]], "Future[Any]"]
"""Runs a bot's computation, at once or in another thread."""


def think_at_once(think: Callable[[], Any]) -> "Future[Any]":
    """Compute synchronously, for programs without an event loop."""
    thought: Future[Any] = Future()
    thought.set_result(think())
    return thought


class BotDriver:
    """Makes the bot whose turn it is think and answer."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.think: Think = think_at_once
        self.worker: BotWorker | None = None
        """Process in which thinking bots choose; None in programs without an event loop."""
        self._about: tuple[Session, int] | None = None
        """Match and its move count when the bot began to think: a thought about an older position is dropped."""
        self._thought: Future[Any] | None = None

    def step(self, now: float) -> float:
        """Start the bot's thinking or give its answer, if due; return the time of the next step."""
        session = self.app.live
        if session is None or session.paused or session.find_bot(session.question) is None or self._must_wait:
            self._thought = None
            return NEVER
        session.pace = PACE
        if self._about != (session, session.moves):
            self._about, self._thought = (session, session.moves), None
        if self._thought is None:
            think = session.prepare_bot_answer()
            if think is None:
                return session.bot_due_at
            self._thought = self.think(self._think_beside(session, think))
        if self._thought.done():
            return self._answer(session, self._thought)
        return NEVER  # the thread wakes the app when it is done

    def _think_beside(self, session: Session, think: Callable[[], Any]) -> Callable[[], Any]:
        """Return a function that lets a thinking bot choose in the process, if there is one; other bots are quick."""
        question, worker = session.question, self.worker
        name = session.seats[question.seat].bot if question is not None and question.seat >= 0 else ""
        if worker is None or not is_thinking(name):
            return think
        request = make_request(session.match, BotWorker.wanted, bot=name, seed=session.rng.getrandbits(32))

        def choose() -> Any:
            choice = worker.choose(request)
            return think() if choice is None else choice

        return choose

    @property
    def _must_wait(self) -> bool:
        """Whether people are still reading a notice or racing."""
        reading = self.app.waits_for_readers and self.app.notice is not None
        return reading or self.app.races.stage is not None

    def _answer(self, session: Session, thought: "Future[Any]") -> float:
        self._thought = None
        try:
            session.let_bot_answer(thought.result())
        except JournalBusy:
            return session.bot_due_at  # another program is writing: think again in a moment
        except ArksideError as error:  # retrying would fail forever, so people decide how to go on
            session.pause()
            self.app.report(error)
            return NEVER
        return self.step(self.app.clock())
