"""One game being played: its current question, its answers so far, undo and redo by replay."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from companion.core.contract_checks import is_debugging
from companion.core.cue import Cue
from companion.core.errors import (
    N_,
    ArksideError,
    ContractBroken,
    DoubtfulAnswer,
    MatchOver,
    NotAChoice,
    NothingToAnswer,
    join_reasons,
)
from companion.core.facts import Facts
from companion.core.game import Game, History, Outcome, Setup, Table
from companion.core.played_anyway import ANYWAY_PREFIX, PlayedAnyway, find_doubtful_choice, find_played_anyway
from companion.core.playing import Run
from companion.core.question import FREE_TEXT_PREFIX, FreeTextQuestion, Pick, Question, RaceAgain

MOST_LISTED = 24
"""Most choices that a refusal lists; a longer list is no help."""


class MatchPosition(NamedTuple):
    """A saved position: the standing answers, and the undone ones that can be redone."""

    answers: tuple[str, ...]
    undone: tuple[str, ...]


class Match:
    """A match in progress. Once it is over, `question` is None and `outcome` is set.

    >>> from companion.core.registry import find_game
    >>> noah = find_game("noah")
    >>> match = Match(noah, noah.set_up(["Anna", "Ben"], seed=7))
    >>> match.question.ask
    'load'
    >>> match.answer(match.question.choices[0])
    >>> match.undo() == [match.redo()]
    True
    """

    def __init__(self, game: Game, setup: Setup, answers: Iterable[str] = ()) -> None:
        self.game = game
        self.setup = setup
        self.answers: list[str] = []
        self.questions: list[Question] = []
        """Answered questions, in order."""
        self.trail = 0
        """Checksum of everything asked so far, which reveals a replay under different rules."""
        self._pieces = game.make_pieces(setup)
        self._undone: list[str] = []
        self._run: Run
        self._history: History
        self._replay(answers)

    @property
    def table(self) -> Table:
        """Current table; an undo builds a new one."""
        return self._run.table

    @property
    def question(self) -> Question | None:
        """Current question; None once the match is over."""
        return self._run.question

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the match; None until it is over."""
        return self._run.outcome

    @property
    def fewest_win(self) -> bool:
        """Whether the fewest points win."""
        always = self.game.fewest_win
        return self.table.fewest_win if always is None else always

    @property
    def asked_seats(self) -> list[int]:
        """Seat that gave each of the answers."""
        return [question.seat for question in self.questions]

    @property
    def facts(self) -> Facts:
        """Public facts of the table."""
        return self.table.facts()

    @property
    def cues(self) -> Sequence[Cue]:
        """Cues since the last answer, or before the first question."""
        return self.table.cues or ()

    @property
    def can_redo(self) -> bool:
        """Whether an answer can be redone."""
        return bool(self._undone)

    @property
    def position(self) -> MatchPosition:
        """Current position, for `restore`."""
        return MatchPosition(tuple(self.answers), tuple(self._undone))

    def restore(self, position: MatchPosition) -> None:
        """Go back to a saved position."""
        self._undone = list(position.undone)
        self._replay(position.answers)

    def find_choice(self, choice: Any) -> Pick:
        """Return a choice of the current question, given itself or its id; refuse anything else with reasons."""
        question = self.question
        if question is None:
            raise MatchOver(N_("The match is over. Undo an answer or start a new match."))
        id = choice if isinstance(choice, str) else str(choice)
        pick = question.find_choice(id) or find_played_anyway(self.game, self.table, question, id)
        if pick is None:
            raise self._explain_refusal(question, id)
        return pick

    def answer(self, choice: Any) -> None:
        """Answer the question with one of its choices or its id; a refused answer changes nothing."""
        self.take_choice(self.find_choice(choice))

    def take_choice(self, pick: Pick) -> None:
        """Answer the question with a pick of `find_choice`."""
        # a new answer leads elsewhere, so the undone ones no longer fit
        self._undone.clear()
        self._advance(pick)

    def undo(self, count: int = 1) -> list[str]:
        """Undo the last answers and return them in the order they were given."""
        remaining = len(self.answers) - count
        if count < 1 or remaining < 0:
            raise NothingToAnswer(N_("There's nothing to undo yet"))
        # generators can't run backwards, so an undo replays the match from its start, once for any number of answers
        taken_back = self.answers[remaining:]
        self._replay(self.answers[:remaining])
        self._undone += reversed(taken_back)
        return taken_back

    def redo(self) -> str:
        """Redo the last undone answer and return it."""
        if not self._undone:
            raise NothingToAnswer(N_("There's nothing to redo"))
        # popped only afterwards: if the rules fail, it can still be redone
        self._advance(self.find_choice(self._undone[-1]))
        return self._undone.pop()

    def _explain_refusal(self, question: Question, wanted: str) -> NotAChoice:
        """Return an error that says why this is not a choice, with all the game's reasons."""
        if isinstance(question, FreeTextQuestion) and wanted.startswith(FREE_TEXT_PREFIX):
            return NotAChoice(N_("That needs 1 to {most} letters that can be printed"), most=question.longest)
        allowed = _shorten_ids(question.list_ids())
        doubtful = find_doubtful_choice(self.game, self.table, question, wanted)
        if doubtful is not None:
            message = N_("{choice}: {why}. Allowed: {allowed}. If you played it anyway, answer {anyway}")
            why, anyway = join_reasons(doubtful.reasons), ANYWAY_PREFIX + wanted
            return DoubtfulAnswer(message, wanted, why=why, allowed=allowed, anyway=anyway)
        reasons = self.game.explain_refusal(wanted, self.table, question)
        if not reasons:
            message = N_("{choice!r} isn't a choice now; allowed: {allowed}")
            return NotAChoice(message, choice=wanted[:60], allowed=allowed)
        message = N_("{choice}: {why}. Allowed: {allowed}")
        return NotAChoice(message, choice=wanted, why=join_reasons(reasons), allowed=allowed)

    def _advance(self, pick: Pick) -> None:
        assert self.question is not None
        question, choice = self.question, pick.choice
        self.answers.append(str(choice))
        self._history.places.append(pick.place)
        self.questions.append(question)
        self.table.cues = []
        try:
            if isinstance(choice, PlayedAnyway):
                choice = choice.choice
                self.game.accept_doubtful_choice(self.table, question, choice)
            self._run.answer(choice)
        except Exception as why:
            # authors of rules want the traceback; players get one line that names the game
            if is_debugging() or isinstance(why, ArksideError):
                raise
            message, reason = N_("The rules of {game} failed at answer {n}: {why}"), f"{type(why).__name__} {why}"
            raise ContractBroken(message, game=self.game.title, n=len(self.answers), why=reason) from why
        self._extend_trail()

    def _extend_trail(self) -> None:
        question = self.question
        if question is not None:
            # older journals offered only the hands when a race was repeated, and must still open
            choices = question.hands if isinstance(question, RaceAgain) else question.choices
            line = f"{question.seat} {question.ask} {' '.join(map(str, choices))}"
            self.trail = crc32(line.encode(), self.trail)

    def _replay(self, answers: Iterable[str]) -> None:
        self.answers = []
        self.questions = []
        table = self.game.new_table(self.setup, self._pieces)
        # simulations leave both unset to save time, but a match has listeners and bots that think ahead
        table.cues = []
        self._history = table.history = History(self.setup)
        self._run = Run(self.game, table)
        self.trail = 0
        self._extend_trail()
        for choice in answers:
            self._advance(self.find_choice(choice))


def _shorten_ids(ids: list[str]) -> str:
    """Join ids for a message; of very many, list the first ones and the total."""
    if len(ids) <= MOST_LISTED:
        return ", ".join(ids)
    return f"{', '.join(ids[:MOST_LISTED])} … ({len(ids)})"
