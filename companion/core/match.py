"""One game being played: its question now, its answers so far, undo and redo by replay."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from companion.core.bots import place_of
from companion.core.checks import debugging, rules_of
from companion.core.cue import Cue
from companion.core.errors import N_, ArksideError, ContractBroken, MatchOver, NotAChoice, NothingToAnswer, all_of
from companion.core.facts import Facts
from companion.core.game import Game, History, Outcome, Setup, Table
from companion.core.question import SAID, Play, Question, RaceAgain, Said, Telling

MOST_NAMED = 24
"""A refusal that lists more choices than that is no help any more."""


class Position(NamedTuple):
    """Where a match stands: the answers that hold, and those taken back that could hold again."""

    answers: tuple[str, ...]
    undone: tuple[str, ...]


class Match:
    """A match in progress: rules, answers, undo. `question` is None once it is over, and then `outcome` is there.

    >>> from companion.core.registry import game_named
    >>> noah = game_named("noah")
    >>> match = Match(noah, noah.set_up(["Anna", "Ben"], seed=7))
    >>> match.question.ask
    'load'
    >>> match.answer(match.question.choices[0])
    >>> match.undo() == match.redo()
    True
    """

    def __init__(self, game: Game, setup: Setup, answers: Iterable[str] = ()) -> None:
        self.game = game
        self.setup = setup
        self.answers: list[str] = []
        self.asked: list[int] = []
        """Who was asked for each of the answers."""
        self.trail = 0
        """A checksum of everything asked so far: a replay under other rules is noticed by it."""
        self.question: Question | None
        self.outcome: Outcome | None
        self.table: Table
        self._pieces = game.pieces(setup)
        self._undone: list[str] = []
        self._play: Play[Outcome]
        self._history: History
        self._replay(answers)

    @property
    def facts(self) -> Facts:
        """The table as everyone sees it."""
        return self.table.facts()

    @property
    def cues(self) -> Sequence[Cue]:
        """What hands must do after the last answer, or before the first question."""
        return self.table.cues or ()

    @property
    def can_redo(self) -> bool:
        """Whether an answer was taken back that could hold again."""
        return bool(self._undone)

    @property
    def position(self) -> Position:
        """Where the match stands, for `restore`."""
        return Position(tuple(self.answers), tuple(self._undone))

    def restore(self, position: Position) -> None:
        """Be again where it stood."""
        self._undone = list(position.undone)
        self._replay(position.answers)

    def picked(self, choice: Any) -> Any:
        """The choice of the question that is meant, by itself or by its id; anything else is refused with why."""
        question = self.question
        if question is None:
            raise MatchOver(N_("The match is over; take back an answer or start a new one"))
        wanted = choice if isinstance(choice, str) else str(choice)
        for one in question.choices:
            if str(one) == wanted:
                return one
        if isinstance(question, Telling) and wanted.startswith(SAID):
            return _heard(question, wanted.removeprefix(SAID))
        raise self._refusal(question, wanted)

    def answer(self, choice: Any) -> None:
        """Answer the question with one of its choices or its id; anything else changes nothing."""
        picked = self.picked(choice)
        self._undone.clear()
        self._advance(picked)

    def undo(self) -> str:
        """Take the last answer back and return it."""
        if not self.answers:
            raise NothingToAnswer(N_("There is nothing to take back yet"))
        *kept, last = self.answers
        self._replay(kept)
        self._undone.append(last)
        return last

    def redo(self) -> str:
        """Give the answer that was taken back last again and return it."""
        if not self._undone:
            raise NothingToAnswer(N_("There is nothing to do again"))
        self._advance(self.picked(self._undone[-1]))
        return self._undone.pop()

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
        assert self.question is not None
        self.answers.append(str(picked))
        # what somebody said in words of their own is no choice; it is said at real tables, where no bot thinks ahead
        self._history.places.append(-1 if isinstance(picked, Said) else place_of(picked, self.question))
        self.asked.append(self.question.seat)
        self.table.cues = []
        try:
            self._ask(self._play.send(picked))
        except StopIteration as end:
            self.question = None
            self.outcome = end.value
        except Exception as why:
            if debugging() or isinstance(why, ArksideError):
                raise
            message, said = N_("The rules of {game} failed at answer {n}: {why}"), f"{type(why).__name__} {why}"
            raise ContractBroken(message, game=self.game.title, n=len(self.answers), why=said) from why

    def _ask(self, question: Question) -> None:
        self.question = question
        choices = question.hands if isinstance(question, RaceAgain) else question.choices
        asked = f"{question.seat} {question.ask} {' '.join(map(str, choices))}"
        self.trail = crc32(asked.encode(), self.trail)

    def _replay(self, answers: Iterable[str]) -> None:
        self.answers = []
        self.asked = []
        self.outcome = None
        self.table = self.game.new_table(self.setup, self._pieces)
        self.table.cues = []
        self._history = self.table.history = History(self.setup)
        self._play = rules_of(self.game, self.table)
        self.trail = 0
        self._ask(next(self._play))
        for choice in answers:
            self._advance(self.picked(choice))


def _heard(question: Telling, words: str) -> Said:
    """What somebody said in words of their own; what nobody could read is refused."""
    said = question.heard(words)
    if said is None:
        raise NotAChoice(N_("That needs 1 to {most} letters that can be printed"), most=question.longest)
    return said


def _some(ids: list[str]) -> str:
    """The choices in a line; of very many only the first, and how many there are."""
    if len(ids) <= MOST_NAMED:
        return ", ".join(ids)
    return f"{', '.join(ids[:MOST_NAMED])} … ({len(ids)})"
