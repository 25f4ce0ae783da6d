"""Answers that Arkside doubts: people at a real table may enter them after one confirmation.

A game lists what it can follow although its rules or its records speak against it (`Game.list_doubtful_choices`). The
answer is `anyway-` and the id of the choice, so that journals, logs and other programs tell it from a usual answer.
Before the rules go on, the game drops whatever it believed that the answer contradicts (`Game.accept_doubtful_choice`).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from companion.core.errors import Phrase
from companion.core.question import NO_PLACE, Pick, Question

ANYWAY_PREFIX = "anyway-"
"""Prefix of the ids of answers that were doubted and confirmed."""


class DoubtfulChoice(NamedTuple):
    """A choice that can be entered anyway, with everything that speaks against it.

    An offered one, with nothing against it, isn't listed for people. Entered anyway, it makes the game drop what it
    concluded about hidden cards (`Session.change_guess`).
    """

    choice: Any
    reasons: Sequence[Phrase] = ()


class Doubting(Protocol):
    """The part of a game that this module needs; `game` imports this module, so it can't be the other way round."""

    def list_doubtful_choices(self, table: Any, question: Question) -> Sequence[DoubtfulChoice]:
        """Return the choices that can be entered anyway."""


class PlayedAnyway:
    """The answer of people who confirmed a doubtful choice: `anyway-cat-m` is the choice `cat-m`.

    >>> str(PlayedAnyway("cat-m"))
    'anyway-cat-m'
    """

    __slots__ = ("choice",)

    def __init__(self, choice: Any) -> None:
        self.choice = choice

    def __str__(self) -> str:
        return f"{ANYWAY_PREFIX}{self.choice}"


def list_doubtful_choices(game: Doubting, table: Any, question: Question) -> Sequence[DoubtfulChoice]:
    """Return what can be entered anyway; nothing where the program deals, because there the table can't differ."""
    return () if table.deal.virtual else game.list_doubtful_choices(table, question)


def find_played_anyway(game: Doubting, table: Any, question: Question, id: str) -> Pick | None:
    """Return the confirmed answer with this id; None if it is nothing that the game can follow."""
    if not id.startswith(ANYWAY_PREFIX):
        return None
    doubtful = find_doubtful_choice(game, table, question, id.removeprefix(ANYWAY_PREFIX))
    return None if doubtful is None else Pick(NO_PLACE, PlayedAnyway(doubtful.choice))


def find_doubtful_choice(game: Doubting, table: Any, question: Question, id: str) -> DoubtfulChoice | None:
    """Return the doubtful choice with this id, or None."""
    doubtful = list_doubtful_choices(game, table, question)
    return next((doubt for doubt in doubtful if str(doubt.choice) == id), None)


def has_doubtful_answers(answers: Sequence[str]) -> bool:
    """Whether any of these answers was entered anyway.

    >>> has_doubtful_answers(["cat-m", "anyway-dog-f"])
    True
    """
    return any(answer.startswith(ANYWAY_PREFIX) for answer in answers)
