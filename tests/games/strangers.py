"""People with a box in which every piece is another one than we guess: one match is told to two books at once."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.match import Match
from tests.bench.people import seat_people


class TwoBooks(ABC):
    """One match told twice: to books that know the box, and to books that know only what they `learned` before."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        options: Mapping[str, str],
        box: dict[str, Any],
        rng: Random,
        learned: dict[str, Any] | None = None,
    ) -> None:
        self.known = Match(game, game.set_up(names, options, deal="table", corrections=box))
        self.learning = Match(game, game.set_up(names, options, deal="table", corrections=learned))
        self.people: Any = seat_people(game, self.known.table, rng)
        """They play by the box that they have, and hold the cards of one deal."""

    @abstractmethod
    def answers(self) -> Iterator[str]:
        """What they tell the books that learn, answer by answer, until the match is over."""

    def asked(self) -> tuple[str, int]:
        """What the books that know the box ask, and whom; nothing once the match is over for them."""
        return ("", -1) if self.known.question is None else (self.known.question.ask, self.known.question.seat)

    def say(self, answer: str) -> str:
        """Give an answer to the books that learn."""
        self.learning.answer(answer)
        return self.learning.answers[-1]
