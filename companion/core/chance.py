"""Chance: whatever is shuffled or drawn by lot in a match, from its seed.

Only `Random.random` is used here: of all that draws numbers it alone is promised to give the same ones for the same
seed in every version of Python, so a match that was dealt on one machine is dealt alike on another.
"""

from collections.abc import Callable, Sequence
from math import floor
from random import Random
from typing import Any, Final, TypeVar

from companion.core.question import Bot, Question

CHANCE: Final = 2
"""What a seed means. A match that was dealt in another way cannot be dealt again, so journals record it."""

T = TypeVar("T")

Draw = Callable[[], float]
"""Gives another number from 0 up to 1, such as `Random.random`."""


def shuffle(cards: list[T], draw: Draw, drawn: int | None = None) -> None:
    """Bring cards into any order, the top ones being the last: all of them, or only those that will be `drawn`."""
    number = len(cards)
    for last in range(number - 1, 0 if drawn is None else number - drawn - 1, -1):
        at = floor(draw() * (last + 1))
        cards[at], cards[last] = cards[last], cards[at]


def some_of(cards: Sequence[T], number: int, draw: Draw) -> list[T]:
    """So many of these cards, in any order."""
    all_of_them = list(cards)
    shuffle(all_of_them, draw, number)
    return all_of_them[len(cards) - number :]


def one_of(choices: Sequence[T], draw: Draw) -> T:
    """Any of these."""
    number = len(choices)  # by itself: compiled, a length in the midst of a sum is made an object
    return choices[floor(draw() * number)]


def random_bot(rng: Random) -> Bot:
    """A bot that takes any choice."""
    random = rng.random

    def choose(question: Question, table: Any) -> Any:
        choices = question.choices
        return choices[floor(random() * len(choices))]

    return choose
