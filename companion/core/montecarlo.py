"""A bot that thinks ahead: it imagines what it cannot see, plays on in its mind, and takes what ended best.

Every imagined world is one in which the seat sees exactly what it sees now. All choices are tried in the same worlds,
so that luck does not decide between them; the worse half is given up again and again, until the best is left. What the
game's own bot would do is always among those tried, and kept unless another is clearly better.
"""

import re
import time
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from companion.core.bots import bots_of, finish, place_of, random_bot
from companion.core.errors import N_, UnknownBot
from companion.core.game import Bot, Game, Setup, Table
from companion.core.question import Question, Race

PLAYOUTS = 32
MOST_TRIED = 8
"""Choices that are thought through; of more, the others would get too few games to tell anything."""

CLEARLY = 1.0
"""Standard errors by which another choice must be better than the game's own bot's."""

NEVER = float("inf")


class Budget(NamedTuple):
    """How long to think about one question: so many imagined games, or so many seconds."""

    playouts: int = PLAYOUTS
    seconds: float = NEVER

    @classmethod
    def read(cls, text: str) -> "Budget":
        """`200` games, `50ms`; nothing means the usual.

        >>> Budget.read("200").playouts, Budget.read("50ms").seconds
        (200, 0.05)
        """
        told = re.fullmatch(r"([1-9]\d{0,5})(ms)?", text)
        if text and told is None:
            raise UnknownBot(
                N_("A thinking bot is called montecarlo, montecarlo:200 or montecarlo:50ms, not {name!r}"), name=text
            )
        if told is None:
            return cls()
        number = int(told[1])
        return cls(1 << 20, number / 1000) if told[2] else cls(number)


class Tried:
    """One choice and how its games ended."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.won: list[float] = []

    @property
    def mean(self) -> float:
        """Which share of the imagined games was won."""
        return sum(self.won) / max(1, len(self.won))


class MonteCarlo:
    """Answers for a seat by imagining; for the table, and in a race, it does as the game's own bot does."""

    def __init__(self, game: Game, rng: Random, budget: Budget | None = None) -> None:
        self._game = game
        self._rng = rng
        self._budget = budget or Budget()
        self._own = list(bots_of(game).values())[-1]
        self._bot: Bot = self._own(rng)
        self._setup: Setup | None = None
        self._pieces: Any = None

    def __call__(self, question: Question, table: Table) -> Any:
        """The choice that ended best."""
        usual = self._bot(question, table)
        if question.seat < 0 or isinstance(question, Race) or table.history is None or not table.deal.virtual:
            return usual
        choices = question.choices
        self._unpack(table.history.setup)
        places = tuple(table.history.places)
        return choices[self._best(place_of(usual, question), len(choices), question.seat, places)]

    def _unpack(self, setup: Setup) -> None:
        """The pieces of this match, once: all imagined games share them."""
        if self._setup is not setup:
            self._setup = setup
            self._pieces = self._game.pieces(setup)

    def _best(self, mine: int, number: int, seat: int, so_far: tuple[int, ...]) -> int:
        others = [place for place in range(number) if place != mine]
        most = min(MOST_TRIED, max(2, self._budget.playouts // 8)) - 1
        tried = [Tried(place) for place in (mine, *self._rng.sample(others, min(most, len(others))))]
        until = time.monotonic() + self._budget.seconds
        games = 0
        while len(tried) > 1 and games < self._budget.playouts and time.monotonic() < until:
            worlds = max(2, self._budget.playouts // (3 * len(tried)))
            for _ in range(worlds):
                seed = self._rng.getrandbits(48)
                for one in tried:
                    one.won.append(self._imagined(seed, seat, so_far, one.place))
                games += len(tried)
                if games >= self._budget.playouts or time.monotonic() >= until:
                    break
            tried = self._better_half(tried)
        return self._chosen(tried)

    @staticmethod
    def _better_half(tried: list[Tried]) -> list[Tried]:
        """Those to think about further; the own bot's choice always stays, as the one to be beaten."""
        if len(tried) <= 2:
            return tried
        mine, *others = tried
        others.sort(key=lambda one: -one.mean)
        return [mine, *others[: max(1, len(tried) // 2 - 1)]]

    @staticmethod
    def _chosen(tried: list[Tried]) -> int:
        """The best, if it beat the own bot's choice in the same worlds by more than luck would."""
        mine, *others = tried
        best, by = mine, 0.0
        for one in others:
            gains = [theirs - ours for theirs, ours in zip(one.won, mine.won, strict=False)]
            mean = sum(gains) / max(1, len(gains))
            spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
            if mean > CLEARLY * sqrt(spread / max(1, len(gains))) and mean > by:
                best, by = one, mean
        return best.place

    def _imagined(self, seed: int, seat: int, so_far: tuple[int, ...], place: int) -> float:
        """Play up to now, deal what is hidden anew, take that choice, let the game's own bots finish."""
        assert self._setup is not None
        rng = Random(seed)
        table = self._game.new_table(self._setup, self._pieces)
        play = self._game.play(table)
        question = next(play)
        for done in so_far:
            question = play.send(question.choices[done])
        table.imagine(seat, rng)
        everyone = [*(self._own(rng) for _ in table.seats), random_bot(rng)]
        outcome, _ = finish(play, question.choices[place], table, everyone)
        return outcome.share(seat)
