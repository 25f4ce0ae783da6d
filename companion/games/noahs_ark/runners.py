"""Races run by people with real dice, and races that chance decides where nobody runs."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

from companion.core.question import Claim, Play, Race, SlapChoice
from companion.core.seat import Seat
from companion.games.noahs_ark.dice import AnimalCounts, Racing

UNSEEN = "unseen"
"""Race for a card that people enter later, or never."""
RIGHT, WRONG = "right", "wrong"


class Goal(NamedTuple):
    """Goal of a race: the animals the dice must show, and the prize."""

    ask: str
    wanted: AnimalCounts
    prize: Any

    @property
    def dice(self) -> int:
        """Number of dice each player takes; 0 if only people have seen the card."""
        return sum(self.wanted) if self.ask != UNSEEN else 0


class Dice(ABC):
    """The dice of all players, and the hands on the Ark."""

    by_hand: ClassVar[bool]
    """Whether people roll, so that cues must say who does."""

    @abstractmethod
    def race(self, goal: Goal, runners: Sequence[int], effort: int) -> Play[SlapChoice]:
        """Return whose hand is on the Ark first after NOW!"""

    @abstractmethod
    def judge(self, claimant: Seat) -> Play[bool]:
        """Return whether the dice of the first player are right, as judged by the others."""


class RealDice(Dice):
    """Dice rolled by people, who enter the winner unless the device saw it."""

    by_hand = True

    def __init__(self) -> None:
        self._claims: dict[int, Claim] = {}
        """Claim questions by seat, reused because simulations ask little else."""

    def race(self, goal: Goal, runners: Sequence[int], effort: int) -> Play[SlapChoice]:
        """Ask who was first; the device answers with its timestamps."""
        first: SlapChoice = yield Race(goal.ask, runners, goal.prize)
        return first

    def judge(self, claimant: Seat) -> Play[bool]:
        """Ask the others for their verdict."""
        claim = self._claims.get(claimant.index)
        if claim is None:
            claim = self._claims[claimant.index] = Claim("claim", RIGHT, WRONG, claimant)
        verdict: str = yield claim
        return verdict == RIGHT


class Finish(NamedTuple):
    """Result of a drawn race: who was first, after how long, by which margin."""

    seat: int
    after_ms: float
    margin_ms: float | None
    runners: int


class DrawnDice(Dice):
    """Races drawn from the model in `dice.py`; all times are kept for statistics."""

    by_hand = False

    def __init__(self, racing: Racing, rng: Random) -> None:
        self.racing = racing
        self.rng = rng
        self.finishes: list[Finish] = []
        self.runs: list[tuple[int, list[tuple[float, int]]]] = []
        """Effort of each race, and everyone's time and seat, fastest first."""
        self.wrong_claims = 0

    def race(self, goal: Goal, runners: Sequence[int], effort: int) -> Play[SlapChoice]:
        """Draw everyone's time; the shortest wins."""
        times = sorted((self.racing.draw_finish_ms(goal.wanted, effort, self.rng), seat) for seat in runners)
        after, seat = times[0]
        margin = times[1][0] - after if len(times) > 1 else None
        self.finishes.append(Finish(seat, after, margin, len(times)))
        self.runs.append((effort, times))
        return SlapChoice(seat)
        yield  # makes this a generator, as the rules expect

    def judge(self, claimant: Seat) -> Play[bool]:
        """Return whether the claim is right; now and then it is wrong."""
        right = self.rng.random() >= self.racing.slips
        self.wrong_claims += not right
        return right
        yield  # makes this a generator, as the rules expect
