"""After the slap: the others look at the dice. Whoever finds them wrong taps; silence for a moment means right."""

from collections.abc import Mapping
from typing import Any

from companion.core.question import Claim
from companion.device.race_attempt import RaceAttempt
from companion.device.views.race import VerdictView, verdict_lines
from companion.device.views.reading import wrapped
from drivers.referee import Verdict

LATE_HANDS = 1.0
"""Seconds in which hands may still come down that only were too slow: they object to nothing."""

OBJECTING = 3.0
"""Seconds after that in which a paddle says wrong."""


class ClaimView(VerdictView):
    """Who was first, and by how much; another paddle says that the dice are wrong, a push of the dial ends the wait."""

    def __init__(self, attempt: RaceAttempt, verdict: Verdict, claim: Claim, others: RaceAttempt) -> None:
        super().__init__(attempt, verdict)
        self.claim = claim
        self.others = others
        note = attempt.context.say("Wrong? Another paddle says so within {n} s", n=round(OBJECTING))
        self.lines = wrapped([note, *verdict_lines(attempt, verdict)])
        self._listens_at: float | None = None
        self._armed = False

    @property
    def choices(self) -> tuple[Any, ...]:
        """What can be answered: the claim is right, or it is wrong."""
        return tuple(self.claim.choices)

    def tick(self, now: float) -> bool:
        """Hear objections as the race heard slaps: on the same contacts, by the same judge."""
        if self._listens_at is None:
            self._listens_at = now + LATE_HANDS
        if now < self._listens_at:
            self.due = self._listens_at
            return False
        if not self._armed:
            self._armed = True
            self.others.arm(now)
        ends_at = self._listens_at + OBJECTING
        if self.others.tapped(now):
            self.decide(self.choices[1])
        elif now >= ends_at:
            self.decide(self.choices[0])
        self.due = min(ends_at, self.others.referee.doubtful_until(now))
        return False

    def push(self) -> None:
        """Everybody has seen that it is right."""
        self.decide(self.choices[0])

    def lamps(self) -> Mapping[int, str]:
        """Those who may object."""
        return dict.fromkeys(self.others.places, "slow")
