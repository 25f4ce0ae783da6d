"""The odds of the live match, counted by a process of their own while somebody looks at them."""

import os
from weakref import WeakSet

from companion.core.errors import ArksideError
from companion.core.session import Session
from companion.core.sessions import Sessions
from companion.lab.odds import Odds
from companion.lab.odds_worker import OddsWorker

OFF, ON_PHONES, ON_LIGHTS = "off", "phone", "lights"
AGAIN = 0.2
"""Seconds between two looks at what was counted."""

NEVER = float("inf")
SMALL_MEMORY = 1_500_000_000
"""Bytes; a machine with less has better things to do with them."""


def usual_odds() -> str:
    """Whether odds are counted where nobody decided it: not on a small Pi."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return OFF
    return ON_PHONES if memory >= SMALL_MEMORY and (os.cpu_count() or 1) > 1 else OFF


class LiveOdds:
    """What is known of the odds now. `looking` is everybody who looks: phones, and a page of the device."""

    def __init__(self) -> None:
        self.looking: WeakSet[object] = WeakSet()
        self.version = 0
        """Another number whenever they look different."""
        self.worker = OddsWorker()
        self._about: tuple[Session, int] | None = None
        """The match and how often it had moved when it was asked about."""
        self._shown: tuple[object, ...] = ()
        self._last: Odds | None = None

    @property
    def odds(self) -> Odds | None:
        """The odds, or those of the question before while nothing is known yet."""
        return self.worker.odds or self._last

    @property
    def why(self) -> ArksideError | None:
        """Why there are none."""
        return self.worker.why

    @property
    def counting(self) -> bool:
        """Whether they will become surer."""
        return not self.worker.done

    def poll(self, sessions: Sessions, setting: str, now: float, racing: bool = False) -> float:
        """Ask when the match has moved on, take in what was counted; returns when to come again.

        Nothing begins while people race.
        """
        session = sessions.live
        if session is None or setting == OFF or not (self.looking or setting == ON_LIGHTS):
            self.stop()
        elif self._about != (session, session.moves) and not racing:
            self._ask(session)
        self.worker.poll()
        self._notice()
        return now + AGAIN if self.counting else NEVER

    def _ask(self, session: Session) -> None:
        same = self._about is not None and self._about[0] is session
        self._last = self.odds if same else None
        self._about = session, session.moves
        self.worker.ask(session.match)

    def _notice(self) -> None:
        shown = self.odds, self.why, self.counting
        if shown != self._shown:
            self._shown = shown
            self.version += 1

    def stop(self) -> None:
        """Nobody wants to know any more."""
        if self._about is not None:
            self._about = self._last = None
            self.worker.stop()
