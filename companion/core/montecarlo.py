"""A bot that thinks ahead: it deals what it can't see at random, plays those games out, and takes the best choice.

Every imagined world is one in which the seat sees exactly what it sees now. All choices are tried in the same worlds,
so that luck does not decide between them; the worse half is dropped again and again, until the best is left. What the
game's own bot would do is always among those tried, and kept unless another is clearly better.
"""

import re
import time
from collections.abc import Callable, Sequence
from copy import copy
from math import sqrt, tanh
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import N_, UnknownBot
from companion.core.playing import finish_play, finish_stage, retrace
from companion.core.question import Bot, Play, Question, Race
from companion.core.table import Outcome, Setup, Table

if TYPE_CHECKING:
    from companion.core.game import Game

PLAYOUTS = 32
MOST_TRIED = 8
LEAST_GAMES = 6
"""Most choices that are tried, and fewest games for each: fewer would mean nothing."""

PRIOR_SPREAD = 0.5
"""Spread added to every sample, because a few equal results prove nothing."""

NEVER = float("inf")


class ThinkingBudget(NamedTuple):
    """Limit for thinking about one question: a number of imagined games, or seconds."""

    playouts: int = PLAYOUTS
    seconds: float = NEVER

    @classmethod
    def parse(cls, text: str) -> "ThinkingBudget":
        """Parse `200` games or `50ms`; an empty text means the usual limits.

        >>> ThinkingBudget.parse("200").playouts, ThinkingBudget.parse("50ms").seconds
        (200, 0.05)
        """
        match = re.fullmatch(r"([1-9]\d{0,5})(ms)?", text)
        if text and match is None:
            raise UnknownBot(
                N_("A thinking bot is called hard, hard:200 or hard:50ms (or montecarlo), not {name!r}"), name=text
            )
        if match is None:
            return cls()
        number = int(match[1])
        return cls(1 << 20, number / 1000) if match[2] else cls(number)

    def limit_seconds(self, seconds: float) -> "ThinkingBudget":
        """Return the same limits with a shorter time.

        >>> ThinkingBudget(200).limit_seconds(1.0)
        ThinkingBudget(playouts=200, seconds=1.0)
        """
        return self._replace(seconds=min(self.seconds, seconds))


class TriedChoice:
    """One choice and the results of its games."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.worth: list[float] = []

    @property
    def mean(self) -> float:
        """Mean worth of its games."""
        return sum(self.worth) / max(1, len(self.worth))


class MonteCarlo:
    """Answers for a seat by trying choices in imagined games. For the table and in races it uses the game's own bot."""

    lead_weight = 1.0
    """Worth of a large lead in points, relative to a victory."""
    required_margin = 1.0
    """Number of standard errors by which a choice must beat that of the game's own bot."""

    def __init__(
        self,
        game: "Game",
        rng: Random,
        budget: ThinkingBudget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._game = game
        # imagining takes its random numbers from a copy, so until it disagrees it plays exactly like the game's own bot
        self._rng = Random(copy(rng).getrandbits(48))
        self.budget = budget or ThinkingBudget()
        self._clock = clock
        self._own = game.choose_best_bot()
        self._bot: Bot = self._own(rng)
        self._second_thoughts: Bot = self._own(self._rng)
        self._setup: Setup | None = None
        self._pieces: Any = None
        self._usual_lead = 1.0
        """Typical margin in points by which imagined games are won or lost."""

    def __call__(self, question: Question, table: Table) -> Any:
        """Return the choice that ended best."""
        usual = self._bot(question, table)
        if question.seat < 0 or isinstance(question, Race) or table.history is None or not table.deal.virtual:
            return usual
        until = self._clock() + self.budget.seconds
        choices = question.choices
        self._load_pieces(table.history.setup)
        tried = [TriedChoice(place) for place in self._list_promising(usual, question, table)]
        return choices[self._find_best(tried, question.seat, tuple(table.history.places), until)]

    def _load_pieces(self, setup: Setup) -> None:
        """Load the pieces of this match once; all imagined games share them."""
        if self._setup is not setup:
            self._setup = setup
            self._pieces = self._game.make_pieces(setup)

    def _list_promising(self, usual: Any, question: Question, table: Table) -> list[int]:
        """Return the places of the choices to try: the first choice of the game's own bot, its second, and so on."""
        places = [question.find_place(usual)]
        left = [place for place in range(len(question.choices)) if place != places[0]]
        most = min(MOST_TRIED, max(2, self.budget.playouts // LEAST_GAMES))
        while left and len(places) < most:
            others = Question(question.seat, question.ask, [question.choices[place] for place in left], question.about)
            places.append(left.pop(others.find_place(self._second_thoughts(others, table))))
        return places

    def _find_best(self, tried: list[TriedChoice], seat: int, so_far: tuple[int, ...], until: float) -> int:
        """Try choices in rounds: each has a share of the games or time, and half the choices of the one before."""
        rounds = max(1, len(tried).bit_length() - 1)
        games = self.budget.playouts // rounds
        for left in range(rounds, 0, -1):
            now = self._clock()
            end = now + (until - now) / left
            for _ in range(max(2, games // len(tried)) if len(tried) > 1 else 0):
                if not self._try_in_one_world(tried, seat, so_far, end):
                    break
            if left > 1:
                tried = self._keep_better_half(tried)
        return self._choose(tried)

    def _try_in_one_world(self, tried: Sequence[TriedChoice], seat: int, so_far: tuple[int, ...], until: float) -> bool:
        """Try all choices in one more world; if time runs out, that world doesn't count."""
        seed, worths = self._rng.getrandbits(48), []
        for choice in tried:
            if self._clock() >= until:
                return False
            worths.append(self._play_imagined(seed, seat, so_far, choice.place))
        for choice, worth in zip(tried, worths, strict=True):
            choice.worth.append(worth)
        return True

    @staticmethod
    def _keep_better_half(tried: list[TriedChoice]) -> list[TriedChoice]:
        """Return the better half of the choices. The choice of the game's own bot stays, as the one to beat."""
        if len(tried) <= 2:
            return tried
        mine, *others = tried
        others.sort(key=lambda choice: -choice.mean)
        return [mine, *others[: max(1, len(tried) // 2 - 1)]]

    def _choose(self, tried: list[TriedChoice]) -> int:
        """Return the best choice if it beat the game's own bot's in the same worlds by more than luck explains."""
        mine, *others = tried
        best, by = mine, 0.0
        for choice in others:
            gains = [theirs - ours for theirs, ours in zip(choice.worth, mine.worth, strict=True)]
            number = max(1, len(gains))
            mean = sum(gains) / number
            spread = (sum((gain - mean) ** 2 for gain in gains) + PRIOR_SPREAD) / (number + 1)
            if mean > self.required_margin * sqrt(spread / number) and mean > by:
                best, by = choice, mean
        return best.place

    def _play_imagined(self, seed: int, seat: int, so_far: tuple[int, ...], place: int) -> float:
        """Replay the match, redeal what is hidden, make that choice, and let the game's own bots finish."""
        assert self._setup is not None
        rng = Random(seed)
        table = self._game.new_table(self._setup, self._pieces)
        play = self._game.play(table)
        question = retrace(play, so_far)
        table.imagine(seat, rng)
        # bots break ties by random numbers of their own, so that the table's luck is the same for every choice
        ties = Random(rng.getrandbits(48))
        # the last bot answers for the table: the game's own also models races
        everyone = [*(self._own(ties) for _ in table.seats), self._own(rng)]
        outcome = self._finish(play, question.choices[place], table, everyone)
        return self._worth(outcome, table.scores, seat)

    def _finish(self, play: Play[Outcome], choice: Any, table: Table, everyone: Sequence[Bot]) -> Outcome | None:
        """Make the choice and play to the end."""
        outcome, _ = finish_play(play, choice, table, everyone)
        return outcome

    def _worth(self, outcome: Outcome | None, scores: Sequence[int], seat: int) -> float:
        """Rate an ending by victory and by margin. Victories alone are too few to tell choices apart."""
        points = [-score for score in scores] if self._game.fewest_win else scores
        lead = points[seat] - max((other for place, other in enumerate(points) if place != seat), default=0)
        self._usual_lead += (abs(lead) - self._usual_lead) / 64
        lead_worth = tanh(lead / max(1.0, self._usual_lead))
        return lead_worth if outcome is None else outcome.get_share(seat) + self.lead_weight * lead_worth


class HardBot(MonteCarlo):
    """The bot of the level Hard: thinks longer, and judges imagined games where points are settled.

    Later rounds depend little on this choice, so playing them would mostly add noise. Where a game has no such moments,
    the lead counts for more than the victory, which is rare and tells little with several opponents.
    """

    lead_weight = 3.0

    def __call__(self, question: Question, table: Table) -> Any:
        """Return the choice that ended best."""
        # points in the middle of a match say less than its end, so there a choice must be better more clearly
        self.required_margin = 1.0 if table.has_stages else 0.5
        return super().__call__(question, table)

    def _finish(self, play: Play[Outcome], choice: Any, table: Table, everyone: Sequence[Bot]) -> Outcome | None:
        """Make the choice and play to the end of the round."""
        return finish_stage(play, choice, table, everyone)
