"""People at a real table who never lie: they hold the cards of one deal and answer whatever is asked about it.

Tests play whole matches with them, and `python -m tests.bench.inputs` counts how much they have to enter. Each game has
its own, in a module of this package.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from companion.core.question import Claim, Question, Race


class People(ABC):
    """Everybody at one real table, and the cards as they really lie.

    They are made for a fresh table, before its first question, and asked every question of it in order.
    """

    per: ClassVar[str] = "turn"
    """What their answers are counted by: `turn`, `round` or `card`."""

    @abstractmethod
    def answer(self, question: Question, table: Any) -> Any:
        """The true answer: one of the choices or its id; where several are true, what a sensible person would do."""

    @abstractmethod
    def played(self, table: Any) -> int:
        """How many turns, rounds or cards have been played so far."""

    def sets_up(self, question: Question, table: Any) -> bool:
        """Whether this is asked only once, before play begins; such answers are counted by themselves."""
        return False

    def by_hand(self, question: Question, answer: Any) -> bool:
        """Whether a race gives this answer: the slap, and what the others' paddles say to it, or their silence."""
        if isinstance(question, Claim):
            return True
        return isinstance(question, Race) and str(answer) not in map(str, question.alternatives)
