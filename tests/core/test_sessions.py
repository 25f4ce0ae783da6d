"""Matches of a data folder: one owner each, nothing lost between two programs, healed after a power cut."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import contextmanager

import pytest

from companion.core.errors import JournalBusy, OpenElsewhere, UnknownBot, WrittenElsewhere
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game
from companion.core.sessions import Sessions
from companion.core.timestamps import format_time
from tests.laws import NAMES
from tests.programs import PATIENCE, run_program

NOAH = find_game("noah")

HOLDER = """
import sys
from pathlib import Path
from companion.core.journal import Journal
from companion.core.sessions import Sessions
from companion.core.registry import find_game
game = find_game("noah")
with Journal(Path(sys.argv[1])) as journal:
    sessions = Sessions(journal, "arkside elsewhere")
    session = sessions.start(game, game.set_up(["Anna", "Ben"], {}, 7))
    for line in sys.stdin:
        if line.strip() == "answer":
            session.answer(session.n, session.question.choices[0])
        elif line.strip() == "close":
            session.close()
        print(session.n, flush=True)
"""


class Holder:
    """Another program that has match 1 open and does what it is told."""

    def __init__(self, process):
        self.process = process

    def tell(self, word):
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@pytest.fixture
def holder(tmp_path):
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with run_program(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        other = Holder(process)
        assert other.tell("look") == 1
        yield other


def first(session):
    return session.answer(session.n, session.question.choices[0])


class TestOneOwner:
    def test_a_match_open_in_another_process_is_refused_by_name(self, tmp_path, holder):
        holder.tell("answer")
        named = rf"Match 1 is open in arkside elsewhere \({holder.process.pid}\); leave it there first"
        with Journal(tmp_path) as journal:
            with pytest.raises(OpenElsewhere, match=named) as refused:
                Sessions(journal).open(1)
            assert refused.value.code == "open-elsewhere"
            assert len(journal.load_record(1).list_standing_choices()) == 1
        assert holder.tell("answer") == 3, "and the other one goes on undisturbed"

    def test_once_it_is_left_anybody_can_open_it(self, tmp_path, holder):
        holder.tell("answer")
        holder.tell("close")
        with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
            assert session.n == 2
        assert list((tmp_path / "open").iterdir()) == []

    def test_a_program_that_was_killed_holds_nothing(self, tmp_path, holder):
        holder.tell("answer")
        os.kill(holder.process.pid, signal.SIGKILL)
        holder.process.wait(PATIENCE)
        with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
            assert session.n == 2
            first(session)

    def test_the_same_program_does_not_open_a_match_twice(self, tmp_path):
        with Journal(tmp_path) as journal:
            sessions = Sessions(journal)
            with sessions.start(NOAH, NOAH.set_up(NAMES[:2], {}, 3)) as session:
                with pytest.raises(OpenElsewhere):
                    sessions.open(session.number)
                first(session)
            assert sessions.live is None


@contextmanager
def both(folder):
    """Two programs that hold the same match, as if there were no locks."""
    with Journal(folder) as one, Journal(folder) as other:
        here = Sessions(one).start(NOAH, NOAH.set_up(NAMES[:2], {}, 3))
        for _ in range(4):
            first(here)
        here._closing()
        there = Sessions(other).open(here.number)
        yield here, there
        there.close()


class TestWrittenMeanwhile:
    def test_an_answer_after_anothers_undo_is_refused(self, tmp_path):
        with both(tmp_path) as (here, there):
            there.undo(there.n)
            before = here.match.facts
            with pytest.raises(WrittenElsewhere, match="Match 1 was continued somewhere else meanwhile"):
                first(here)
            assert here.match.facts == before
        with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
            assert session.n == 4, "the match can still be replayed"

    def test_an_undo_after_anothers_answer_is_refused(self, tmp_path):
        with both(tmp_path) as (here, there):
            first(there)
            with pytest.raises(WrittenElsewhere):
                here.undo(here.n)
        with Journal(tmp_path) as journal, Sessions(journal).open(1) as session:
            assert session.n == 6

    def test_an_answer_after_anothers_answer_is_refused(self, tmp_path):
        with both(tmp_path) as (here, there):
            first(there)
            with pytest.raises(WrittenElsewhere):
                here.answer(here.n, here.question.choices[-1])
        with Journal(tmp_path) as journal:
            assert len(journal.load_record(1).answers) == 5


def test_a_busy_journal_is_reported_at_once(tmp_path):
    with Journal(tmp_path, patience=0) as journal, Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:2])) as session:
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalBusy, match="in use by another program; try again") as refused:
            first(session)
        assert refused.value.code == "journal-busy"
        assert session.n == 1
        other.execute("ROLLBACK")
        other.close()
        assert first(session).n == 1


def finish_match(journal):
    session = Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:2], {}, 3))
    with session:
        while session.question is not None:
            first(session)
    return session


def test_the_last_answer_and_the_end_are_one_write(tmp_path):
    with Journal(tmp_path) as journal:
        session = Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:2], {}, 3))
        statements = []
        journal._db.set_trace_callback(statements.append)
        with session:
            while session.question is not None:
                statements.clear()
                first(session)
        last = [statement.split()[0] for statement in statements]
        assert last[:5] == ["BEGIN", "UPDATE", "INSERT", "COMMIT", "BEGIN"], "only the sitting comes after it"


class TestHealing:
    @pytest.fixture
    def cut(self, tmp_path):
        """A journal whose last match ended, but whose end was not noted any more."""
        with Journal(tmp_path) as journal:
            session = finish_match(journal)
            journal._db.execute("UPDATE matches SET ended = NULL, winners = '[]', scores = '[]'")
            yield journal, session

    def check(self, journal, session):
        record = journal.load_record(1)
        assert record.ended == record.answers[-1].at
        assert record.winners == session.match.outcome.winners
        assert list(record.scores) == session.match.table.scores
        assert journal.find_unfinished() is None

    def test_opening_it_notes_the_end(self, cut):
        journal, session = cut
        with Sessions(journal).open(1) as again:
            assert again.question is None
        self.check(journal, session)

    def test_the_next_start_notes_the_end(self, cut):
        journal, session = cut
        Sessions(journal).heal()
        self.check(journal, session)

    def test_a_match_that_waits_is_left_waiting(self, tmp_path):
        with Journal(tmp_path) as journal:
            with Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:2], {}, 3)) as session:
                first(session)
            Sessions(journal).heal()
            assert journal.find_unfinished() == 1
            assert journal.load_record(1).ended is None


FINISHER = """
import os, signal, sys
from pathlib import Path
from companion.core.journal import Journal
from companion.core.sessions import Sessions
from companion.core.registry import find_game
game, lives = find_game("noah"), int(sys.argv[2])

def cut(statement):
    global lives
    if session.question is None:  # the rules are at the end, and now it is to be kept
        lives -= 1
        if lives < 0:
            os.kill(os.getpid(), signal.SIGKILL)

with Journal(Path(sys.argv[1])) as journal:
    with Sessions(journal).start(game, game.set_up(["Anna", "Ben"], {}, 3)) as session:
        journal._db.set_trace_callback(cut)
        while session.question is not None:
            session.answer(session.n, session.question.choices[0])
"""


def test_killed_at_any_moment_of_its_last_answer_a_match_waits_for_that_answer_or_is_over_with_its_winner(tmp_path):
    with Journal(tmp_path / "whole") as journal:
        whole = finish_match(journal)
    ends = []
    for statements in range(9):
        folder = tmp_path / str(statements)
        ended = subprocess.run([sys.executable, "-c", FINISHER, str(folder), str(statements)], check=False).returncode
        with Journal(folder) as journal:
            Sessions(journal).heal()
            record = journal.load_record(1)
            ends.append(record.ended is not None)
            assert record.list_standing_choices() == whole.match.answers[: None if ends[-1] else -1]
            assert record.winners == (whole.match.outcome.winners if ends[-1] else ())
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
    assert ended == 0, "a life long enough"
    assert ends == sorted(ends)
    assert not ends[0]


class TestTime:
    def test_thinking_survives_closing_and_the_time_between_counts_for_nobody(self, tmp_path):
        clock = [50.0]
        wall = [1_760_000_000_000]
        with Journal(tmp_path, now=lambda: format_time(wall[0])) as journal:
            sessions = Sessions(journal, clock=lambda: clock[0])
            with sessions.start(NOAH, NOAH.set_up(NAMES[:2], {}, 3)) as session:
                seat = session.question.seat
                clock[0] += 7.25
                first(session)
                thought = session.measure_thinking(seat)
            wall[0] += 86_400_000
            with sessions.open(1) as session:
                assert session.measure_thinking(seat) == pytest.approx(thought, abs=0.01)
                clock[0] += 1.5
                asked = session.question.seat
                assert session.measure_thinking(asked) == pytest.approx(
                    (thought if asked == seat else 0) + 1.5, abs=0.01
                )

    def test_after_a_power_cut_a_sitting_ends_with_its_last_answer(self, tmp_path):
        clock = [50.0]
        wall = [1_760_000_000_000]
        with Journal(tmp_path, now=lambda: format_time(wall[0])) as journal:
            sessions = Sessions(journal, clock=lambda: clock[0])
            session = sessions.start(NOAH, NOAH.set_up(NAMES[:2], {}, 3))
            seat = session.question.seat
            clock[0] += 3
            first(session)
            clock[0] += 400  # thinks, and the power fails
            session._closing()
            wall[0] += 3_600_000
            with sessions.open(1) as again:
                assert sum(again.measure_thinking(who) for who in (-1, 0, 1)) == pytest.approx(3, abs=0.01)
                assert again.measure_thinking(seat) == pytest.approx(3, abs=0.01)

    def test_a_clock_on_the_wall_that_jumps_changes_nothing_while_the_match_is_open(self, tmp_path):
        clock = [0.0]
        wall = [0]
        with Journal(tmp_path, now=lambda: format_time(wall[0])) as journal:
            sessions = Sessions(journal, clock=lambda: clock[0])
            with sessions.start(NOAH, NOAH.set_up(NAMES[:2], {}, 3)) as session:
                seat = session.question.seat
                clock[0] += 2
                wall[0] = 1_760_000_000_000
                first(session)
                assert session.measure_thinking(seat) == pytest.approx(2, abs=0.01)

    def test_sittings_travel_with_an_exported_match(self, tmp_path):
        with Journal(tmp_path) as journal:
            with Sessions(journal).start(NOAH, NOAH.set_up(NAMES[:2], {}, 3)) as session:
                first(session)
            record = journal.load_record(1)
            assert len(record.sittings) == 1
            assert import_match(export_match(record), "x").sittings == record.sittings


def test_a_bot_nobody_knows_is_refused_before_anything_is_written(tmp_path):
    with Journal(tmp_path) as journal:
        with pytest.raises(UnknownBot):
            Sessions(journal).start(NOAH, NOAH.set_up(["Anna", "bot:deep"]))
        assert list(journal.iterate_headings(oldest_first=True)) == []
