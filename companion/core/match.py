"""One game being played: its question now, its answers so far, undo and redo by replay."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from companion.core.box import Tree
from companion.core.cue import Cue
from companion.core.errors import N_, ArksideError, NotAChoice, NothingToAnswer, all_of
from companion.core.facts import Facts
from companion.core.game import Game, Outcome, Setup, Table
from companion.core.question import Play, Question

MOST_NAMED = 24
"""A refusal that lists more choices than that is no help any more."""


class Keeper(Protocol):
    """Where answers are kept, so that nothing is lost; each call returns when it is safe."""

    def answered(self, choice: str, detail: str) -> None:
        """An answer was given, with what was measured along with it."""

    def undone(self) -> None:
        """The last answer was taken back."""

    def redone(self) -> None:
        """The answer taken back last holds again."""

    def learned(self, about_the_box: Tree) -> ArksideError | None:
        """All that the table has told about its box by now; returns why it cannot be kept, if it cannot."""

    def ended(self, winners: tuple[int, ...], scores: list[int]) -> None:
        """The last answer ended the match."""

    def details(self) -> list[str]:
        """What was measured along with each answer that holds."""


class Match:
    """A match in progress. `question` is None once it is over, and then `outcome` is there."""

    def __init__(self, game: Game, setup: Setup, answers: Iterable[str] = (), keeper: Keeper | None = None) -> None:
        self.game = game
        self.setup = setup
        self.answers: list[str] = []
        self.question: Question | None
        self.outcome: Outcome | None
        self.table: Table
        self.not_kept: ArksideError | None = None
        """Why what the last answer told about the box could not be kept for other matches, if it could not."""
        self._pieces = game.pieces(setup)
        self._undone: list[str] = []
        self._play: Play[Outcome]
        self._keeper: Keeper | None = None
        self._replay(list(answers))
        if keeper is not None:
            self.kept_by(keeper)

    def kept_by(self, keeper: Keeper) -> None:
        """Keep every answer from now on, and what was told about the box until now."""
        self._keeper = keeper
        self._learn()

    @property
    def facts(self) -> Facts:
        """The table as everyone sees it."""
        return self.table.facts()

    @property
    def cues(self) -> Sequence[Cue]:
        """What hands must do after the last answer, or before the first question."""
        return self.table.cues or ()

    @property
    def details(self) -> list[str]:
        """What was measured along with each answer, such as the margins of a slap; empty where nothing was."""
        return self._keeper.details() if self._keeper is not None else [""] * len(self.answers)

    @property
    def can_redo(self) -> bool:
        """Whether an answer was taken back that could hold again."""
        return bool(self._undone)

    def answer(self, choice: Any, detail: str = "") -> None:
        """Answer the question with one of its choices or its id; anything else changes nothing.

        `detail` is kept beside the answer, such as the order and margins of a slap.
        """
        picked = self._picked(choice)
        if self._keeper is not None:
            self._keeper.answered(str(picked), detail)
        self._undone.clear()
        self._advance(picked)
        self._learn()

    def undo(self) -> str:
        """Take the last answer back and return it."""
        if not self.answers:
            raise NothingToAnswer(N_("There is nothing to take back yet"))
        *kept, last = self.answers
        self._replay(kept)
        # what was told about the box goes first: after a power cut it can be had again from the answers, but not
        # the other way round
        self._learn()
        try:
            if self._keeper is not None:
                self._keeper.undone()
        except Exception:
            self._replay([*kept, last])
            self._learn()
            raise
        self._undone.append(last)
        return last

    def redo(self) -> str:
        """Give the answer that was taken back last again and return it."""
        if not self._undone:
            raise NothingToAnswer(N_("There is nothing to do again"))
        picked = self._picked(self._undone[-1])
        if self._keeper is not None:
            self._keeper.redone()
        again = self._undone.pop()
        self._advance(picked)
        self._learn()
        return again

    def _learn(self) -> None:
        if self._keeper is not None:
            self.not_kept = self._keeper.learned(self.table.learned)

    def _picked(self, choice: Any) -> Any:
        question = self.question
        if question is None:
            raise NothingToAnswer(N_("The match is over; take back an answer or start a new one"))
        wanted = choice if isinstance(choice, str) else str(choice)
        for one in question.choices:
            if str(one) == wanted:
                return one
        raise self._refusal(question, wanted)

    def _refusal(self, question: Question, wanted: str) -> NotAChoice:
        """What to say to somebody who wants what cannot be, with all reasons the game has."""
        allowed = _some(question.ids())
        reasons = self.game.refusal(wanted, self.table, question)
        if not reasons:
            message = N_("{choice!r} is not a choice now; allowed: {allowed}")
            return NotAChoice(message, choice=wanted[:60], allowed=allowed)
        message = N_("{choice}: {why}. Allowed: {allowed}")
        return NotAChoice(message, choice=wanted, why=all_of(reasons), allowed=allowed)

    def _advance(self, picked: Any) -> None:
        self.answers.append(str(picked))
        self.table.cues = []
        try:
            self.question = self._play.send(picked)
        except StopIteration as end:
            self._end(end.value)

    def _end(self, outcome: Outcome) -> None:
        self.question = None
        self.outcome = outcome
        if self._keeper is not None:
            self._keeper.ended(outcome.winners, self.table.scores)

    def _replay(self, answers: list[str]) -> None:
        keeper, self._keeper = self._keeper, None
        self.answers = []
        self.outcome = None
        self.table = self.game.lay(self.setup, self._pieces)
        self.table.cues = []
        self._play = self.game.play(self.table)
        self.question = next(self._play)
        for choice in answers:
            self._advance(self._picked(choice))
        self._keeper = keeper


def _some(ids: list[str]) -> str:
    """The choices in a line; of very many only the first, and how many there are."""
    if len(ids) <= MOST_NAMED:
        return ", ".join(ids)
    return f"{', '.join(ids[:MOST_NAMED])} … ({len(ids)})"
