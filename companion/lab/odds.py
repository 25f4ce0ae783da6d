"""Odds of a match in progress: wins of each seat over many simulated endings, with intervals."""

from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from companion.core.bots import is_thinking, list_bots
from companion.core.errors import N_, UnknownBot
from companion.core.game import Bot, Game
from companion.core.match import Match
from companion.core.match_worlds import imagine_match

Z_95 = 1.96
"""Standard errors on either side of a share in a 95 % confidence interval."""


class Chance(NamedTuple):
    """A seat's chance to win, with the bounds of its 95 % interval."""

    share: float
    least: float
    most: float


class Odds(NamedTuple):
    """Chances of every seat to win a match."""

    chances: tuple[Chance, ...]
    endings: int
    """Number of simulated endings; 0 when the match is over."""

    def as_json(self) -> dict[str, Any]:
        """Return the odds as JSON values."""
        return {
            "endings": self.endings,
            "chances": [{name: round(value, 4) for name, value in chance._asdict().items()} for chance in self.chances],
        }


def estimate_chance(won: float, of: int, seats: int) -> Chance:
    """Estimate a seat's chance from its wins.

    Laplace's rule (as if every seat had won once more) keeps a few endings from meaning "never"; the bounds are
    Wilson's interval around the counted share.

    >>> few = estimate_chance(0, 22, 2)
    >>> round(few.share, 3), few.least, round(few.most, 3)
    (0.042, 0.0, 0.149)
    """
    if not of:
        return Chance(1 / seats, 0.0, 1.0)
    counted, z = won / of, Z_95 * Z_95 / of
    middle = (counted + z / 2) / (1 + z)
    within = Z_95 * sqrt(counted * (1 - counted) / of + z / (4 * of)) / (1 + z)
    least, most = max(0.0, middle - within) if won else 0.0, min(1.0, middle + within) if won < of else 1.0
    return Chance((won + 1) / (of + seats), least, most)


class OddsCounter:
    """Counts wins over simulated endings of a match from its current position."""

    def __init__(self, match: Match, bot: str = "", seed: int = 0) -> None:
        self.endings = 0
        self._won = [0.0] * len(match.setup.seats)
        self._over = match.outcome
        self._rng = Random(f"odds {seed}")
        self._bot = find_quick_bot(match.game, bot)
        self._imagining = None if self._over is not None else imagine_match(match)

    def imagine(self, endings: int) -> None:
        """Simulate more endings and count their winners."""
        if self._imagining is None:
            return
        for _ in range(endings):
            winners = self._imagining.play_ending(self._bot, self._rng).winners
            for seat in winners:
                self._won[seat] += 1 / len(winners)
        self.endings += endings

    @property
    def begins_at(self) -> int | None:
        """Number of answers after which the endings begin, where that isn't the question asked now."""
        return None if self._imagining is None else self._imagining.begins_at

    @property
    def over(self) -> bool:
        """Whether the match is over, so that nothing needs simulating."""
        return self._over is not None

    @property
    def odds(self) -> Odds:
        """Odds from the endings counted so far."""
        if self._over is not None:
            shares = [self._over.get_share(seat) for seat in range(len(self._won))]
            return Odds(tuple(Chance(share, share, share) for share in shares), 0)
        return Odds(tuple(estimate_chance(won, self.endings, len(self._won)) for won in self._won), self.endings)


def find_quick_bot(game: Game, name: str) -> Callable[[Random], Bot]:
    """Return the bot that plays endings for every seat: the usual one, or another quick one by name."""
    known = list_bots(game)
    quick = {bot: make for bot, make in known.items() if not is_thinking(bot)}
    wanted = name or name_usual_bot(game)
    if wanted not in quick:
        raise UnknownBot(
            N_("{name!r} is too slow for thousands of endings; choose from: {known}"),
            game=game.title, name=wanted, known=", ".join(quick),
        )  # fmt: skip
    return quick[wanted]


def name_usual_bot(game: Game) -> str:
    """Return the name of the strongest quick bot, which games list last."""
    return list(list_bots(game))[-1]
