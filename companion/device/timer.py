"""Thinking time: the remaining time, shown small, and a reminder for the asked player: a light, then a sound."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.core.question import TABLE, Question
from companion.core.session import Session

if TYPE_CHECKING:
    from companion.device.context import Context

NEVER = float("inf")
MINUTE = 60


class Timer:
    """Watches one question while it is on the screen. `tick` says whether the screen looks different."""

    def __init__(self, context: "Context", session: Session, question: Question, now: float) -> None:
        self.context = context
        self.seat = question.seat
        self.text = ""
        """Time left, for a corner of the screen; empty without an agreed thinking time."""
        self.urgent = False
        """Whether to remind the asked player by light."""
        self.due = now
        self._measure_time_left = session.measure_time_left
        self._thought: Callable[[], float] = lambda: session.measure_thinking(question.seat)
        self._began = now
        self._sounded = 0
        self._over = self.left is not None and self.left <= 0

    @property
    def allowed(self) -> float:
        """Seconds for everybody in the whole match; none if nobody wants a clock."""
        minutes = self.context.app.settings["thinking"]
        return 0.0 if minutes == "off" or self.seat == TABLE else float(minutes) * MINUTE

    @property
    def left(self) -> float | None:
        """Seconds left for the player who is asked, by the game's clock or by the agreed time; None without a clock."""
        limit = self._measure_time_left()
        if limit is not None:
            return limit
        return max(0.0, self.allowed - self._thought()) if self.allowed else None

    def tick(self, now: float) -> bool:
        """Count down and remind."""
        before = (self.text, self.urgent)
        self.due = min(self._count(now), self._remind(now))
        return before != (self.text, self.urgent)

    def _count(self, now: float) -> float:
        """Return the text, and when it changes: every minute, in the last one every second."""
        left = self.left
        if left is None:
            self.text = ""
            return NEVER
        if left <= 0 and not self._over:
            self._over = True
            self.context.play("bad")
        self.text = clock(left)
        if left <= 0:
            return NEVER
        step = 1.0 if left <= MINUTE else float(MINUTE)
        return now + (left % step or step) + 0.01

    def _remind(self, now: float) -> float:
        """Remind with a light after a while, with a sound after twice that time, and repeatedly."""
        if self.context.app.settings["reminder"] == "off" or self.seat == TABLE:
            return NEVER
        after = float(self.context.app.settings["reminder"])
        times = int((now - self._began) / after)
        self.urgent = times >= 1
        if times >= 2 and times > self._sounded:
            self._sounded = times
            self.context.play("reminder")
        return self._began + (times + 1) * after


def clock(seconds: float) -> str:
    """Format the remaining time: minutes, and seconds in the last one.

    >>> clock(125.0), clock(60.0), clock(42.4), clock(0.0)
    ("3'", "1'", '0:42', '0:00')
    """
    minutes = -int(-seconds // MINUTE)
    return f"{minutes}'" if seconds >= MINUTE else f"0:{int(seconds):02}"
