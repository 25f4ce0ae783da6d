"""Who runs a race: people with real dice, who are asked, or nobody, and then it is drawn by lot."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

from companion.core.question import Claim, Play, Race, Slap
from companion.core.seat import Seat
from companion.games.noahs_ark.dice import AnimalCounts, Racing

UNSEEN = "unseen"
"""A race for a card of which people tell what it shows later, or never."""
RIGHT, WRONG = "right", "wrong"


class Goal(NamedTuple):
    """What a race is about: which animals the dice must show, and what for."""

    ask: str
    wanted: AnimalCounts
    prize: Any

    @property
    def dice(self) -> int:
        """How many dice each player takes; 0 where only the table has seen the card."""
        return sum(self.wanted) if self.ask != UNSEEN else 0


class Dice(ABC):
    """The dice of all players, and the hands on the Ark."""

    by_hand: ClassVar[bool]
    """Whether people roll, so that they must know who does."""

    @abstractmethod
    def race(self, goal: Goal, runners: Sequence[int], effort: int) -> Play[Slap]:
        """NOW! Whose hand is on the Ark first?"""

    @abstractmethod
    def judge(self, claimant: Seat) -> Play[bool]:
        """Do the dice of the first really show what is wanted? The others look."""


class RealDice(Dice):
    """People race, and tell, or their hands do."""

    by_hand = True

    def __init__(self) -> None:
        self._claims: dict[int, Claim] = {}
        """The question whether a seat is right, which never changes: simulations ask little else."""

    def race(self, goal: Goal, runners: Sequence[int], effort: int) -> Play[Slap]:
        """Ask who was first; the device answers by its stamps."""
        first: Slap = yield Race(goal.ask, runners, goal.prize)
        return first

    def judge(self, claimant: Seat) -> Play[bool]:
        """Ask the others for their verdict."""
        claim = self._claims.get(claimant.index)
        if claim is None:
            claim = self._claims[claimant.index] = Claim("claim", RIGHT, WRONG, claimant)
        verdict: str = yield claim
        return verdict == RIGHT


class Finish(NamedTuple):
    """How a drawn race ended: who was first, after how long, how far ahead of the next."""

    seat: int
    after_ms: float
    margin_ms: float | None
    runners: int


class DrawnDice(Dice):
    """Nobody races: times are drawn from the model of `dice.py`; all of them are kept for statistics."""

    by_hand = False

    def __init__(self, racing: Racing, rng: Random) -> None:
        self.racing = racing
        self.rng = rng
        self.finishes: list[Finish] = []
        self.runs: list[tuple[int, list[tuple[float, int]]]] = []
        """For each race the effort it took, and everybody's time and seat, the first in front."""
        self.wrong_claims = 0

    def race(self, goal: Goal, runners: Sequence[int], effort: int) -> Play[Slap]:
        """Draw everyone's time; the shortest wins."""
        times = sorted((self.racing.draw_finish_ms(goal.wanted, effort, self.rng), seat) for seat in runners)
        after, seat = times[0]
        margin = times[1][0] - after if len(times) > 1 else None
        self.finishes.append(Finish(seat, after, margin, len(times)))
        self.runs.append((effort, times))
        return Slap(seat)
        yield  # makes this a generator, as the rules expect

    def judge(self, claimant: Seat) -> Play[bool]:
        """Now and then a slap comes too early."""
        right = self.rng.random() >= self.racing.slips
        self.wrong_claims += not right
        return right
        yield  # makes this a generator, as the rules expect
