"""What a game asks: a question put to a seat or to the table, and the play that asks it."""

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

TABLE = -1
"""The seat number of questions that cards, bags or dice answer, not a player."""

T = TypeVar("T")


class Question:
    """One thing to be decided now: who decides, what about, and the choices there are.

    The answer is one of `choices`; there are always at least two, because what the rules determine
    is not asked. Choices are whatever serves the rules best; `str(choice)` is the short stable id that
    journals, phones and programs use, and it is unique within the question.
    """

    __slots__ = ("about", "ask", "choices", "seat")

    def __init__(self, seat: int, ask: str, choices: Sequence[Any], about: Any = None) -> None:
        self.seat = seat
        self.ask = ask
        self.choices = choices
        self.about = about

    def ids(self) -> list[str]:
        """The text ids of the choices, in order."""
        return [str(choice) for choice in self.choices]

    def __repr__(self) -> str:
        return f"Question({self.seat}, {self.ask!r}, {self.ids()}, {self.about!s})"


Play = Generator[Question, Any, T]
"""Rules in motion: yields questions, is sent the answers, returns what came of it."""
