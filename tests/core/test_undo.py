"""Undo costs one replay, one write and one event, whatever the distance; a redo is saved at once, too."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from companion.core.errors import JournalError, NothingToAnswer, StaleQuestion
from companion.core.facts import list_changes
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.question import Pick
from companion.core.registry import find_game
from companion.core.session import Session, SessionEvent
from companion.core.sessions import Sessions

NOAH = find_game("noah")
NAMES = ("Anna", "bot:greedy", "bot:random", "bot:greedy")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        yield journal


@pytest.fixture
def session(journal: Journal) -> Iterator[Session]:
    """Anna and three bots, fifty answers into the match; Anna is asked."""
    with Sessions(journal).start(NOAH, NOAH.set_up(NAMES, seed=3)) as session:
        session.get_voice("en")
        while len(session.match.answers) < 50 or session.find_bot(session.question) is not None:
            if session.let_bot_answer() is None:
                assert session.question is not None
                session.answer(session.n, session.question.choices[0])
        yield session


class Costs:
    """Counts what a request costs: replays, transactions of the journal and events."""

    def __init__(self) -> None:
        self.replays = 0
        self.transactions = 0
        self.events: list[SessionEvent] = []


@contextmanager
def counting(session: Session, journal: Journal) -> Iterator[Costs]:
    costs = Costs()
    new_table = type(NOAH).new_table

    def count_table(self: object, *args: object) -> object:
        costs.replays += 1
        return new_table(NOAH, *args)  # type: ignore[arg-type]

    def count_transaction(statement: str) -> None:
        costs.transactions += statement.startswith("BEGIN")

    journal._db.set_trace_callback(count_transaction)
    stop = session.add_listener(costs.events.append)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(NOAH), "new_table", count_table)
        yield costs
    stop()
    journal._db.set_trace_callback(None)


def people_asked(session: Session) -> list[int]:
    """The numbers of the questions that Anna answered."""
    questions = enumerate(session.match.questions, 1)
    return [n for n, question in questions if session.find_bot(question) is None]


def read_journal_rows(journal: Journal) -> list[object]:
    """Everything that the journal file holds."""
    return [journal.run_query(f"SELECT * FROM {table}") for table in ("matches", "answers", "sittings")]


def test_an_undo_past_bots_costs_one_replay_one_write_and_one_event(session: Session, journal: Journal) -> None:
    last = people_asked(session)[-1]
    assert last < session.n - 3, "three bots answered since"
    with counting(session, journal) as costs:
        session.undo(session.n)
    assert session.n == last
    assert (costs.replays, costs.transactions, len(costs.events)) == (1, 1, 1)


def test_an_undo_to_the_first_question_costs_the_same(session: Session, journal: Journal) -> None:
    first = people_asked(session)[0]
    with counting(session, journal) as costs:
        happened = session.undo(session.n, to=first)
    assert (session.n, happened.n) == (first, first)
    assert (costs.replays, costs.transactions, len(costs.events)) == (1, 1, 1)
    assert costs.events[0].happened == happened


def test_a_far_undo_tells_the_whole_difference_of_the_table(session: Session) -> None:
    before, answers = session.match.facts, list(session.match.answers)
    to = people_asked(session)[1]
    happened = session.undo(session.n, to=to)
    then = Match(NOAH, session.match.setup, answers[: to - 1])
    assert session.match.facts == then.facts
    assert list(happened.changes) == list_changes(before, then.facts)
    assert happened.choice == answers[to - 1]
    assert len(happened.lines["en"].changes) == len(happened.changes)


def test_a_question_that_a_bot_answered_is_never_where_an_undo_ends(session: Session) -> None:
    asked = people_asked(session)
    before, after = next(pair for pair in pairwise(asked) if pair[1] - pair[0] > 2)
    session.undo(session.n, to=after - 1)
    assert session.n == before


def test_one_far_undo_equals_many_short_ones(session: Session, journal: Journal) -> None:
    to, setup, answers = people_asked(session)[2], session.match.setup, list(session.match.answers)
    session.undo(session.n, to=to)
    step_by_step = Match(NOAH, setup, answers)
    while len(step_by_step.answers) >= to:
        step_by_step.undo()
    assert session.match.position == step_by_step.position
    assert session.match.facts == step_by_step.facts
    record = journal.load_record(session.number)
    assert record.list_standing_choices() == answers[: to - 1]
    assert [answer.choice for answer in record.answers] == answers, "what was taken back stays, marked"


def test_an_impossible_undo_is_refused(session: Session, journal: Journal) -> None:
    n = session.n
    with counting(session, journal) as costs:
        for to in (0, -3, n, n + 1):
            with pytest.raises(NothingToAnswer):
                session.undo(n, to=to)
        with pytest.raises(StaleQuestion):
            session.undo(n - 1, to=1)
    assert (costs.replays, costs.transactions, costs.events) == (0, 0, [])


def test_an_undo_that_cannot_be_saved_has_not_happened(session: Session, journal: Journal) -> None:
    position, facts, n = session.match.position, session.match.facts, session.n
    details, record = session.store.details, read_journal_rows(journal)

    def fail(*args: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    journal._db.create_function("refuse", 0, fail)
    journal._db.execute("CREATE TEMP TRIGGER full BEFORE UPDATE ON answers BEGIN SELECT refuse(); END")
    with counting(session, journal) as costs, pytest.raises(JournalError):
        session.undo(n, to=1)
    journal._db.execute("DROP TRIGGER full")
    assert costs.replays == 2, "one to go back, one to come again"
    assert costs.events == []
    assert (session.match.position, session.match.facts, session.n) == (position, facts, n)
    assert (session.store.details, read_journal_rows(journal)) == (details, record)
    session.undo(n, to=1)


def test_a_redo_with_the_answers_of_bots_is_written_once(session: Session, journal: Journal) -> None:
    answers, after = list(session.match.answers), session.match.facts
    session.undo(session.n)
    then, before = session.n, session.match.facts
    with counting(session, journal) as costs:
        happened = session.redo(session.n)
    assert (costs.replays, costs.transactions) == (0, 1)
    assert session.match.answers == answers
    assert [event.happened.n for event in costs.events if event.happened] == list(range(then, len(answers) + 1)), (
        "each answer is a line of the log"
    )
    assert list(happened.changes) == list_changes(before, after), "what changes on the table is said as a whole"
    assert journal.load_record(session.number).list_standing_choices() == answers


def test_a_far_undo_can_be_redone(session: Session) -> None:
    answers, facts = list(session.match.answers), session.match.facts
    session.undo(session.n, to=1)
    while session.match.can_redo:
        session.redo(session.n)
    assert (session.match.answers, session.match.facts) == (answers, facts)


def test_a_match_takes_back_several_answers_at_once() -> None:
    match = Match(NOAH, NOAH.set_up(["Anna", "Ben"], seed=7))
    for _ in range(6):
        assert match.question is not None
        match.answer(match.question.choices[0])
    answers = list(match.answers)
    assert match.undo(4) == answers[2:]
    assert match.answers == answers[:2]
    assert [match.redo() for _ in range(4)] == answers[2:]
    for count in (0, -1, 7):
        with pytest.raises(NothingToAnswer):
            match.undo(count)


def test_an_answer_is_looked_up_once(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[object] = []
    find_choice = Match.find_choice

    def count(match: Match, choice: object) -> Pick:
        looked_up.append(choice)
        return find_choice(match, choice)

    monkeypatch.setattr(Match, "find_choice", count)
    assert session.question is not None
    id = session.question.list_ids()[1]
    session.answer(session.n, id)
    assert looked_up == [id]
