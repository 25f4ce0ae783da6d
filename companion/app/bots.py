"""Bots of the live match: they think beside the loop and answer in their own time."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from companion.core.errors import ArksideError, JournalBusy
from companion.core.session import Session

if TYPE_CHECKING:
    from companion.app.app import App

PACE = 1.5
"""Seconds a bot takes for an answer, so that people can follow."""

NEVER = float("inf")

Think = Callable[[Callable[[], Any]], "Future[Any]"]
"""Does some thinking, at once or in a thread of its own."""


def think_at_once(think: Callable[[], Any]) -> "Future[Any]":
    """Think here and now, where nothing else waits for the loop."""
    thought: Future[Any] = Future()
    thought.set_result(think())
    return thought


class BotDriver:
    """Lets the bot that is asked think and answer."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.think: Think = think_at_once
        self._about: tuple[Session, int] | None = None
        """The match, and how often it had moved, when the bot began to think."""
        self._thought: Future[Any] | None = None

    def step(self, now: float) -> float:
        """Let the bot think when it is due, and answer when it has thought; returns when to come again."""
        session = self.app.live
        if session is None or session.paused or session.bot_for(session.question) is None or self._must_wait:
            self._thought = None
            return NEVER
        session.pace = PACE
        if self._about != (session, session.moves):
            self._about, self._thought = (session, session.moves), None
        if self._thought is None:
            think = session.bot_at_turn()
            if think is None:
                return session.due
            self._thought = self.think(think)
        if self._thought.done():
            return self._answer(session, self._thought)
        return NEVER  # whoever has thought wakes the app

    @property
    def _must_wait(self) -> bool:
        """Whether people still read something: bots go on when everybody has seen it."""
        reading = self.app.waits_for_readers and self.app.notice is not None
        return reading or self.app.races.stage is not None

    def _answer(self, session: Session, thought: "Future[Any]") -> float:
        self._thought = None
        try:
            session.let_bot_answer(thought.result())
        except JournalBusy:
            return session.due  # another program writes: think again in a moment
        except ArksideError as error:  # a bot would try for ever: people decide how to go on
            session.pause()
            self.app.report(error)
            return NEVER
        return self.step(self.app.clock())
