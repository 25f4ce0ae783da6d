"""One match, many hands: the device, a program and a listener at once, and none of them special."""

import json
import sqlite3
from contextlib import closing, contextmanager
from random import Random
from types import SimpleNamespace

import pytest

from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.registry import find_game
from companion.core.replay import replay_record
from companion.core.sessions import Sessions
from companion.device.rehearsal import Rehearsal
from companion.device.view import STALE, run_until
from companion.device.views.cue import CueView
from companion.device.views.fact import FactView
from companion.device.views.podium import PodiumView
from companion.device.views.question import QuestionView
from companion.device.views.reading import ReadingView
from companion.device.views.waiting import BotView, SavingView
from companion.engine import Engine
from drivers.panel import IDLE_LOOK
from tests.device.hands import begin_noah, sit_down


@pytest.fixture
def device(tmp_path):
    with Rehearsal(tmp_path) as device:
        yield device


def do(engine, **request):
    return engine.respond(json.dumps(request).encode())


def test_a_match_played_by_hand_and_by_a_program_at_once_stays_one_truth(device, tmp_path):
    match = begin_noah(device, players=3)
    session = device.context.app.live
    engine, heard = Engine(session), []
    session.add_listener(heard.append)
    bot, turn = make_random_bot(Random(6)), 0
    while match.question is not None:
        choice, n = str(bot(match.question, match.table)), session.n
        if turn % 2:
            state = do(engine, do="answer", choice=choice, n=n)
            assert state["facts"] == match.facts
            device.wait(0.2)
            device.read_on()
        else:
            device.answer(choice)
            late = do(engine, do="answer", choice=choice, n=n)
            assert late["error"]["code"] == "stale-question"
        turn += 1
    assert [event.happened.choice for event in heard] == match.answers
    assert [event.serial for event in heard] == list(range(1, len(heard) + 1))
    device.read_on()
    assert isinstance(device.view, PodiumView), "the device shows the end, whoever brought it about"
    with Journal(tmp_path) as journal:
        record = journal.load_record(1)
        assert record.list_standing_choices() == match.answers
        assert replay_record(record, journal.file).facts == match.facts


def test_a_question_answered_elsewhere_leaves_the_screen_at_once(device):
    begin_noah(device, players=3)
    session, engine = device.context.app.live, Engine(device.context.app.live)
    for _ in range(6):
        session.answer(session.n, session.question.choices[0])
    device.wait(0.1)
    device.read_on()
    before = device.view
    do(engine, do="answer", choice=session.question.list_ids()[0], n=session.n)
    device.wait(0.1)
    assert device.view is not before


def test_a_push_that_comes_too_late_answers_nothing(device):
    match = begin_noah(device, players=3)
    session = device.context.app.live
    view = device.view
    session.answer(1, "seat-2")  # a phone was quicker by a moment
    view.push()
    device.wait(0.1)
    assert match.answers == ["seat-2"]


def test_an_undo_from_elsewhere_brings_the_old_question_back(device):
    match = begin_noah(device, players=3)
    session = device.context.app.live
    device.answer("seat-1")
    session.undo(session.n)
    device.wait(0.1)
    assert isinstance(device.view, QuestionView)
    assert device.view.title == "Who is the shortest? They start."
    device.answer("seat-0")
    assert match.answers == ["seat-0"]


def test_steps_for_hands_are_shown_before_the_next_question(device):
    begin_noah(device, players=2)
    device.tap("paddle-1")
    view = device.view
    assert isinstance(view, CueView)
    assert view.page == "Round 1: shuffle all cards, put one on each ferry"
    device.push()
    assert isinstance(device.view, QuestionView), "a push goes on at once"


def test_steps_for_hands_stay_until_the_next_input(device):
    begin_noah(device, players=2)
    device.tap("paddle-1")
    device.wait(60.0)
    assert isinstance(device.view, CueView)
    device.tap("paddle-0")
    assert isinstance(device.view, QuestionView)


def test_an_instruction_that_waits_for_a_touch_leaves_the_processor_idle(device, monkeypatch):
    begin_noah(device, players=2)
    device.tap("paddle-1")
    assert isinstance(device.view, CueView)
    step, looks = device.host.step, []
    monkeypatch.setattr(device.host, "step", lambda: looks.append(device.clock.now) or step())
    device.wait(40 * IDLE_LOOK)
    assert len(looks) < 2 * 40


def test_a_push_meant_for_a_notice_does_not_answer_the_next_question(device):
    begin_noah(device, players=2)
    device.tap("paddle-1")
    device.board.push()
    device.wait(0.2)
    question = device.view
    assert isinstance(question, QuestionView)
    device.board.push()
    device.wait(0.2)
    assert device.view is question, "a second push right after the first picks nothing"
    device.wait(0.4)
    device.board.push()
    device.wait(0.2)
    assert device.view is not question


def test_a_bot_of_a_match_begun_elsewhere_plays_on_at_a_pace_people_can_follow(tmp_path):
    noah = find_game("noah")
    with Journal(tmp_path) as journal, Sessions(journal).start(noah, noah.set_up(["Anna", "bot:greedy"], seed=4)):
        pass
    with Rehearsal(tmp_path) as device:
        device.pick("Continue")
        device.push()
        session = device.context.app.live
        device.read_on()
        while session.find_bot(session.question) is None:
            device.answer(str(session.question.choices[0]))
            if isinstance(device.view, BotView):
                break
            bots = [n for n, seat in enumerate(session.match.asked_seats) if seat == 1]
            if bots:
                break
        assert 1 in session.match.asked_seats or isinstance(device.view, BotView)
        device.read_on()
        assert not isinstance(device.view, BotView)
        assert session.measure_thinking(1) >= 1.4


def test_while_another_program_writes_the_answer_waits_and_the_loop_continues(device, tmp_path):
    match = begin_noah(device, players=2)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    device.tap("paddle-1")
    assert isinstance(device.view, SavingView)
    assert match.answers == []
    other.execute("ROLLBACK")
    other.close()
    device.wait(0.2)
    assert match.answers == ["seat-1"]


def test_an_unsaved_answer_is_reported_and_asked_again(device, tmp_path):
    match = begin_noah(device, players=2)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    device.tap("paddle-1")
    device.wait(6)
    assert isinstance(device.view, ReadingView)
    assert "in use by another program" in " ".join(device.view.lines)
    other.execute("ROLLBACK")
    other.close()
    device.push()
    assert match.answers == []
    device.answer("seat-1")
    assert match.answers == ["seat-1"]


@contextmanager
def writing(folder):
    """Another program that is in the middle of a write."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        other.execute("COMMIT")


def test_a_new_match_is_begun_when_the_other_program_is_done(device, tmp_path):
    sit_down(device, "Noah", 2)
    device.push()
    with writing(tmp_path):
        device.push()
        assert isinstance(device.view, SavingView)
        assert device.match is None
    device.wait(0.2)
    device.read_on()
    assert isinstance(device.view, QuestionView), "and nobody has to agree on it again"
    assert device.match is not None


def test_an_answer_to_a_match_continued_elsewhere_is_reported(device, tmp_path):
    match = begin_noah(device, players=2)
    with writing(tmp_path) as other:
        device.tap("paddle-1")
        assert isinstance(device.view, SavingView)
        other.execute("UPDATE matches SET moves = moves + 1")
    device.wait(0.2)
    assert isinstance(device.view, ReadingView)
    assert "was continued somewhere else" in " ".join(device.view.lines)
    device.push()
    assert isinstance(device.view, QuestionView)
    assert match.answers == []


@pytest.fixture
def bots_turn(tmp_path):
    """A device on which a bot is about to answer."""
    noah = find_game("noah")
    with Journal(tmp_path) as journal, Sessions(journal).start(noah, noah.set_up(["Anna", "bot:greedy"], seed=4)):
        pass
    with Rehearsal(tmp_path) as device:
        device.pick("Continue")
        device.push()
        session = device.context.app.live
        while session.find_bot(session.question) is None:
            session.answer(session.n, session.question.choices[0])
        device.wait(0.1)
        while isinstance(device.view, CueView):
            device.view.push()
            device.wait(0.1)
        assert isinstance(device.view, BotView)
        yield device


def test_while_another_program_writes_a_bot_waits_and_the_loop_continues(bots_turn, tmp_path):
    n = bots_turn.context.app.live.n
    with writing(tmp_path):
        bots_turn.wait(20)
        assert isinstance(bots_turn.view, BotView)
        assert bots_turn.context.app.live.n == n
    bots_turn.wait(2)
    assert bots_turn.context.app.live.n == n + 1


def test_a_pause_from_elsewhere_lets_the_loop_rest_and_the_bot_go_on_after_it(bots_turn):
    session = bots_turn.context.app.live
    n = session.n
    session.pause()
    bots_turn.wait(5)
    assert bots_turn.view.due == float("inf")  # it would be asked again and again otherwise
    assert session.n == n
    session.resume()
    bots_turn.wait(2)
    assert session.n == n + 1


def test_a_bot_whose_answer_cannot_be_saved_ends_nothing(bots_turn, tmp_path):
    n = bots_turn.context.app.live.n
    with writing(tmp_path) as other:
        other.execute("UPDATE matches SET moves = moves + 1")
    bots_turn.wait(3)
    assert isinstance(bots_turn.view, ReadingView)
    assert "was continued somewhere else" in " ".join(bots_turn.view.lines)
    assert bots_turn.context.app.live.n == n
    bots_turn.push()
    bots_turn.wait(10)
    bots_turn.pick("Save and leave")
    assert bots_turn.context.app.live is None, "people can still leave"


def test_another_question_under_the_same_number_takes_the_place_of_the_first(device):
    begin_noah(device, players=3)
    session = device.context.app.live
    device.answer("seat-0")
    session.answer(2, session.question.choices[0])
    device.wait(0.1)
    device.read_on()
    before = device.view
    session.undo(3)
    session.answer(2, session.question.choices[1])
    device.wait(0.1)
    device.read_on()
    assert session.n == 3
    assert device.view is not before


@pytest.mark.parametrize(("damage", "why"), [
    ("game = 'chess'", "Match 1 waits: its game 'chess' isn't installed"), ("seats = 'scribble'", "can't be read"),
])  # fmt: skip
def test_an_unreadable_match_keeps_nobody_from_playing(tmp_path, damage, why):
    noah = find_game("noah")
    with Journal(tmp_path) as journal, Sessions(journal).start(noah, noah.set_up(["Anna", "Ben"], seed=4)):
        pass
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as file:
        file.execute(f"UPDATE matches SET {damage}")
    with Rehearsal(tmp_path) as device:
        device.pick("Matches")
        device.push()
        assert isinstance(device.view, FactView)
        assert any(why in fact for fact in device.view.facts), "it says why"
        device.back()
        device.back()
        begin_noah(device, players=2)
        device.answer("seat-1")
        assert device.match.answers == ["seat-1"]


def test_the_box_refuses_a_match_that_is_open_elsewhere_and_names_who_has_it(tmp_path):
    noah = find_game("noah")
    with Journal(tmp_path) as journal:
        with Sessions(journal, "arkside play").start(noah, noah.set_up(["Anna", "Ben"], seed=4)) as session:
            session.answer(1, session.question.choices[0])
            with Rehearsal(tmp_path) as device:
                device.pick("Continue")
                assert isinstance(device.view, ReadingView)
                assert "is open in arkside play" in " ".join(device.view.lines)
        assert len(journal.load_record(1).list_standing_choices()) == 1


@pytest.mark.parametrize(("moved", "heard"), [(False, ["chosen"]), (True, [])])
def test_a_choice_for_an_answered_question_does_not_count(moved, heard):
    session, taken = SimpleNamespace(moves=1), []

    def walk():
        taken.append((yield ReadingView("?", ["?"])))
        return "done"

    interrupted = run_until(lambda: session.moves != 1, walk())
    next(interrupted)
    session.moves += moved
    with pytest.raises(StopIteration) as end:
        interrupted.send("chosen")
    assert taken == heard
    assert end.value.value == (STALE if moved else "done")
