"""Odds of the live match, computed in a separate process while a client shows them."""

from weakref import WeakSet

from companion.app.settings import is_small_machine
from companion.core.errors import ArksideError
from companion.core.session import Session
from companion.core.sessions import Sessions
from companion.lab.odds import Odds
from companion.lab.odds_worker import OddsWorker

OFF, ON_PHONES, ON_LIGHTS = "off", "phone", "lights"
AGAIN = 0.2
"""Seconds between two polls of the worker."""
LINGER = 5.0
"""Seconds for which the process stays once nobody looks, so that looking again soon doesn't start a new one."""

NEVER = float("inf")


def usual_odds() -> str:
    """Return the default of the setting: off on a small Pi."""
    return OFF if is_small_machine() else ON_PHONES


class LiveOdds:
    """Current odds. `looking` holds everybody who looks at them: phones, and a page of the box."""

    def __init__(self) -> None:
        self.looking: WeakSet[object] = WeakSet()
        self.version = 0
        """Changes whenever the odds look different."""
        self.worker = OddsWorker()
        self._about: tuple[Session, int] | None = None
        """Match and its move count when the worker was last asked."""
        self._looked_until: float | None = None
        """Time at which everybody looked away."""
        self._shown: tuple[object, ...] = ()
        self._last: Odds | None = None

    @property
    def odds(self) -> Odds | None:
        """The odds, or those of the previous question until new ones arrive."""
        return self.worker.odds or self._last

    @property
    def why(self) -> ArksideError | None:
        """Reason why there are none."""
        return self.worker.why

    @property
    def counting(self) -> bool:
        """Whether the worker is still refining them."""
        return not self.worker.done

    def poll(self, sessions: Sessions, setting: str, now: float, racing: bool = False) -> float:
        """Ask the worker once the match has moved on and fetch its results; return the time of the next poll.

        Nothing is started during a race, so that the worker does not compete with the referee.
        """
        session = sessions.live
        if session is None or setting == OFF:
            self.stop()
        elif self.looking or setting == ON_LIGHTS:
            self._looked_until = None
            if self._about != (session, session.moves) and not racing:
                self._ask(session)
        elif self._about is not None:
            return self._wait_for_viewers(now)
        self.worker.poll()
        self._notice()
        return now + AGAIN if self.counting else NEVER

    def _wait_for_viewers(self, now: float) -> float:
        """Stop computing if nobody has looked for a while; return the time of the next poll."""
        if self._looked_until is None:
            self._looked_until = now
        if now < self._looked_until + LINGER:
            return self._looked_until + LINGER
        self.stop()
        self._notice()
        return NEVER

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
        """Stop computing and forget the last odds."""
        if self._about is not None:
            self._about = self._last = self._looked_until = None
            self.worker.stop()
