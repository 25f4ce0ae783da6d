"""Driver of `play` generators, used by matches, replays, simulations and imagined games."""

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from random import Random
from typing import Any, ClassVar, Final, Protocol

from companion.core.contract_checks import find_outcome_fault, find_question_fault, is_debugging
from companion.core.errors import N_, ContractBroken
from companion.core.question import Bot, FreeText, Play, Question
from companion.core.real_table import adapt
from companion.core.table import History, Outcome, Setup, Table

MOST_QUESTIONS: Final = 1 << 60
"""More questions than any match has. A compiled loop with a fixed end counts without creating objects."""

QuestionWatcher = Callable[[Question, Any], None]


class Rules(Protocol):
    """The part of a game that is needed to play it at a table."""

    title: ClassVar[str]

    def play(self, table: Any) -> Play[Outcome]:
        """The rules: a generator that yields each question and is sent the choice."""


def begin_play(game: Rules, table: Table) -> Play[Outcome]:
    """Return the rules, ready to ask their first question; while debugging, every question is checked."""
    return _check_play(game, table) if is_debugging() else game.play(table)


def _check_play(game: Rules, table: Table) -> Play[Outcome]:
    """Run the rules and check each question and the outcome. Raise ContractBroken for the first fault."""
    seats = len(table.seats)

    def check(question: Any) -> None:  # Any, because compiled code refuses other types before they can be checked
        _refuse(game, find_question_fault(question, seats))

    outcome: Outcome = yield from adapt(game.play(table), check)
    _refuse(game, find_outcome_fault(outcome, seats))
    return outcome


def _refuse(game: Rules, wrong: str) -> None:
    if wrong:
        raise ContractBroken(N_("The rules of {game} do what no rules may: {what}"), game=game.title, what=wrong)


class Run:
    """A running match at a table: the current question, or the outcome at the end."""

    __slots__ = ("outcome", "play", "question", "table")

    def __init__(self, game: Rules, table: Table) -> None:
        self.table = table
        self.play: Play[Outcome] = begin_play(game, table)
        self.question: Question | None = None
        self.outcome: Outcome | None = None
        self._send(None)

    def answer(self, choice: Any) -> None:
        """Answer the question with one of its choices and move on to the next."""
        self._send(choice)

    def _send(self, choice: Any) -> None:
        try:
            self.question = self.play.send(choice)
        except StopIteration as end:
            self.question = None
            self.outcome = end.value


def retrace(play: Play[Outcome], steps: Iterable[int | FreeText]) -> Question:
    """Replay earlier answers on rules that have not begun, and return the question that follows.

    Each answer is the place of a choice, or a text people typed.
    """
    question = next(play)
    for step in steps:
        question = play.send(step if isinstance(step, FreeText) else question.choices[step])
    return question


def play_out(game: Rules, table: Table, bots: Sequence[Bot], chance: Bot) -> tuple[Outcome, int]:
    """Play a fresh table to its end; return the outcome and the number of questions.

    `bots` answer for their seats, `chance` for the table.
    """
    return finish_play(begin_play(game, table), None, table, [*bots, chance])  # the table is seat -1, so it is the last


def finish_play(play: Play[Outcome], answer: Any, table: Table, everyone: Sequence[Bot]) -> tuple[Outcome, int]:
    """Give this answer (None to rules that have not begun) and play to the end.

    Return the outcome and the number of questions.

    The loop does nothing else: it is the innermost loop of every simulation.
    """
    send = play.send
    questions = 0
    try:
        question = send(answer)
        for questions in count(1):
            question = send(everyone[question.seat](question, table))
    except StopIteration as end:
        outcome: Outcome = end.value
    return outcome, questions


def finish_stage(play: Play[Outcome], answer: Any, table: Table, everyone: Sequence[Bot]) -> Outcome | None:
    """Give this answer and play on until points are settled (`Table.stage`); return the outcome if the match ends."""
    stage, send = table.stage, play.send
    try:
        question = send(answer)
        while table.stage == stage:
            question = send(everyone[question.seat](question, table))
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    return None


def play_recorded(
    game: Rules, setup: Setup, table: Table, everyone: Sequence[Bot], watch: QuestionWatcher | None = None
) -> tuple[Outcome, int]:
    """`play_out` for bots that think ahead: records every choice, so that they can replay the match in imagined worlds.

    `watch` is called with every question before it is answered. `everyone` lists the bots of all seats, and last the
    one that answers for the table.
    """
    table.history = History(setup)
    places = table.history.places
    run = Run(game, table)
    while (question := run.question) is not None:
        if watch is not None:
            watch(question, table)
        choice = everyone[question.seat](question, table)
        places.append(question.find_place(choice))
        run.answer(choice)
    assert run.outcome is not None
    return run.outcome, len(places)


def play_at_random(game: Rules, table: Table, rng: Random) -> tuple[Outcome, int]:
    """`play_out` for random bots only, without a call for each answer: the fastest way to play.

    The remainder of a 30-bit number picks the choice, which is much quicker than a random fraction. The bias is below
    one ten-millionth.
    """
    draw = rng.getrandbits
    play = begin_play(game, table)
    send = play.send
    questions = 0
    try:
        choices = next(play).choices
        for questions in range(1, MOST_QUESTIONS):
            choices = send(choices[draw(30) % len(choices)]).choices
    except StopIteration as end:
        outcome: Outcome = end.value
    return outcome, questions
