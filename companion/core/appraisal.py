"""Worth of each choice of a question: chances to win, counted over imagined games.

All choices are tried in the same worlds, so that luck does not decide between them. The worse half is dropped again
and again, so that most games are played for the choices that matter.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from math import erfc, exp, sqrt, tanh
from random import Random
from typing import NamedTuple

from companion.core.game import Game
from companion.core.question import Question
from companion.core.seat_worlds import Ending, SeatWorlds
from companion.core.table import Outcome, Table
from companion.core.unknown_piece import ANOTHER

NEVER = float("inf")

MOST_TRIED = 12
"""Most choices that are tried: those that the game's own bot likes best."""

USUAL_GAP = 0.08
"""Mean size of a real gap between two choices that look good, in chances to win."""

PRIOR_GAMES = 2
"""Imagined games added to every sample, half a win apart, because a few equal results prove nothing."""


class Gap(NamedTuple):
    """How much better one choice is than another, in chances to win, and the standard error of that."""

    mean: float
    error: float

    @property
    def expected(self) -> float:
        """Best guess of the real gap. A gap measured in a few games is mostly luck, so it is shrunk.

        Most real gaps are small and a few are large (Laplace's distribution), so a large one that is certain stays.
        """
        if self.error == NEVER:
            return 0.0
        pull, width = self.error**2 / USUAL_GAP, sqrt(2) * self.error
        up = exp(-self.mean / USUAL_GAP) * erfc((pull - self.mean) / width)
        down = exp(self.mean / USUAL_GAP) * erfc((pull + self.mean) / width)
        return self.mean - pull * (up - down) / (up + down)

    def is_certain(self, errors: float) -> bool:
        """Whether the gap exceeds this many standard errors."""
        return self.mean > errors * self.error


class AppraisedChoice:
    """A choice and the results of its imagined games."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.outcomes: list[Outcome] = []
        """How each game ended."""
        self.wins: list[float] = []
        """Share of the victory in each game."""
        self.worths: list[float] = []
        """The same and the lead in points, which tells choices apart where victories are few."""

    @property
    def chance(self) -> float:
        """Estimated chance to win."""
        return (sum(self.wins) + PRIOR_GAMES / 4) / (len(self.wins) + PRIOR_GAMES / 2)

    @property
    def worth(self) -> float:
        """Mean worth, by which choices are ranked."""
        return sum(self.worths) / max(1, len(self.worths))

    def measure_gap(self, other: "AppraisedChoice") -> Gap:
        """Return how much better this choice is than another, over the worlds in which both were tried."""
        return compare_pairs(self.wins, other.wins)

    def compare_worth(self, other: "AppraisedChoice") -> Gap:
        """Return how much more this choice is worth than another."""
        return compare_pairs(self.worths, other.worths)

    def seems_better(self, other: "AppraisedChoice") -> bool:
        """Whether this choice is worth more than another by more than a standard error."""
        return self.compare_worth(other).is_certain(1.0)


def compare_pairs(ours: Sequence[float], theirs: Sequence[float]) -> Gap:
    """Return the mean difference of numbers that belong together, with its standard error."""
    gaps = [mine - rival for mine, rival in zip(ours, theirs, strict=False)]
    number = len(gaps)
    if not number:
        return Gap(0.0, NEVER)
    mean = sum(gaps) / number
    spread = (sum((gap - mean) ** 2 for gap in gaps) + PRIOR_GAMES / 4) / number
    return Gap(mean, sqrt(spread / number))


class WorthScale:
    """Rates endings by victory and by lead; the usual size of a lead is learned on the way."""

    def __init__(self, game: Game, lead_weight: float = 1.0) -> None:
        self._sign = -1 if game.fewest_win else 1
        self._lead_weight = lead_weight
        self._usual_lead = 1.0

    def rate(self, ending: Ending, seat: int) -> float:
        """Return the worth of an ending for a seat."""
        points = [self._sign * score for score in ending.scores]
        lead = points[seat] - max((other for place, other in enumerate(points) if place != seat), default=0)
        self._usual_lead += (abs(lead) - self._usual_lead) / 64
        return ending.outcome.get_share(seat) + self._lead_weight * tanh(lead / max(1.0, self._usual_lead))


class Appraiser:
    """Tries the choices of one question in imagined games."""

    def __init__(
        self, game: Game, worlds: SeatWorlds, seat: int, rng: Random, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._worlds = worlds
        self._seat = seat
        self._rng = rng
        self._clock = clock
        self._scale = WorthScale(game)

    def appraise(
        self, places: Iterable[int], games: int, seconds: float = NEVER, keep: int | None = None
    ) -> list[AppraisedChoice]:
        """Return the choices, the best first, after about this many games or this time.

        `keep` is a choice that is never dropped, such as the one that was made.
        """
        left = [AppraisedChoice(place) for place in places]
        dropped: list[AppraisedChoice] = []
        until = self._clock() + seconds
        rounds = max(1, (len(left) - 1).bit_length())
        for round_left in range(rounds, 0, -1):
            now = self._clock()
            self._try_all(left, games // rounds // len(left), now + (until - now) / round_left)
            left.sort(key=lambda choice: -choice.worth)
            if round_left > 1:
                half = max(2, (len(left) + 1) // 2)
                dropped = [choice for choice in left[half:] if choice.place != keep] + dropped
                left = left[:half] + [choice for choice in left[half:] if choice.place == keep]
        return left + dropped

    def compare(self, places: Sequence[int], games: int, seconds: float = NEVER) -> list[AppraisedChoice]:
        """Try all of these equally often in fresh worlds and return them in the same order.

        The best of many by some games is overrated by them, so how good it is must be measured in other games.
        """
        fresh = [AppraisedChoice(place) for place in places]
        self.add_games(fresh, games, seconds)
        return fresh

    def add_games(self, choices: Sequence[AppraisedChoice], games: int, seconds: float = NEVER) -> None:
        """Try all of these equally often in more worlds."""
        self._try_all(choices, games // len(choices), self._clock() + seconds)

    def _try_all(self, choices: Sequence[AppraisedChoice], worlds: int, until: float) -> None:
        """Try these choices in more worlds; a world that there is no time for does not count."""
        for number in range(max(1, worlds)):
            seed = self._rng.getrandbits(48)
            endings = []
            for choice in choices:
                # every choice needs one game at least, whatever the time
                if self._clock() >= until and (number or choices[0].wins):
                    return
                endings.append(self._worlds.play_choice(choice.place, seed))
            for choice, ending in zip(choices, endings, strict=True):
                choice.outcomes.append(ending.outcome)
                choice.wins.append(ending.outcome.get_share(self._seat))
                choice.worths.append(self._scale.rate(ending, self._seat))


def list_promising(game: Game, question: Question, table: Table, rng: Random, most: int = MOST_TRIED) -> list[int]:
    """Return the places of the choices to try: the game's own bot's favourite, then its second choice, and so on."""
    # correcting a guessed piece is not a move
    left = [place for place, choice in enumerate(question.choices) if choice != ANOTHER]
    if len(left) <= most:
        return left
    bot = game.choose_best_bot()(rng)
    places: list[int] = []
    while len(places) < most:
        others = Question(question.seat, question.ask, [question.choices[place] for place in left], question.about)
        places.append(left.pop(others.find_place(bot(others, table))))
    return places
