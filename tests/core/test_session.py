"""A live match and everyone around it: every request names what it saw, and all hear one truth in one order."""

from random import Random

import pytest

from companion.core.answer_store import AnswerStore
from companion.core.bots import make_random_bot
from companion.core.errors import (
    ContractBroken,
    JournalError,
    MatchOver,
    NotAChoice,
    NothingToAnswer,
    NotYourSeat,
    StaleQuestion,
)
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.registry import find_game, list_game_ids
from companion.core.session import SPECTATOR, Session, replay_answers
from tests.laws import NAMES

NOAH = find_game("noah")


class Clock:
    """Time that passes when a test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def live(players=3, deal="virtual", seed=11, names=NAMES, **options):
    return Session(Match(NOAH, NOAH.set_up(names[:players], {}, seed, deal)), **options)


def first(session, **how):
    return session.answer(session.n, session.question.choices[0], **how)


def state_of(session):
    match = session.match
    return match.facts, repr(match.question), list(match.answers), session.store.details, session.n


def finish(session, seed=1):
    bot = make_random_bot(Random(seed))
    while session.question is not None:
        session.answer(session.n, bot(session.question, session.match.table))


class TestRequests:
    def test_an_answer_to_an_old_question_is_refused_and_changes_nothing(self):
        session = live()
        first(session)
        before = state_of(session)
        for n in (1, 0, 3, -1):
            with pytest.raises(StaleQuestion, match=f"Question {n} is over; now it's question 2"):
                session.answer(n, session.question.choices[0])
            with pytest.raises(StaleQuestion):
                session.undo(n)
            with pytest.raises(StaleQuestion):
                session.redo(n)
        assert state_of(session) == before

    def test_a_double_tap_counts_once(self):
        session = live()
        n, choice = session.n, session.question.choices[0]
        session.answer(n, choice)
        with pytest.raises(StaleQuestion) as refused:
            session.answer(n, choice)
        assert refused.value.code == "stale-question"
        assert session.match.answers == [str(choice)]

    def test_only_who_is_asked_answers(self):
        session = live()
        asked = session.question.seat
        for other in {0, 1, 2} - {asked}:
            with pytest.raises(NotYourSeat, match=f"This question is for {NAMES[asked]}, not for you") as refused:
                first(session, by=other)
            assert refused.value.code == "not-your-seat"
        assert first(session, by=asked).by == asked

    def test_a_spectator_changes_nothing(self):
        session = live()
        for act in (lambda: first(session, by=SPECTATOR), lambda: session.undo(1, SPECTATOR)):
            with pytest.raises(NotYourSeat):
                act()

    @pytest.mark.parametrize("by", [3, 99, -3])
    def test_nobody_answers_from_a_seat_that_is_not_there(self, by):
        session = live(deal="table")
        assert session.question.seat == TABLE, "which anybody at the table may answer"
        for act in (first, lambda session, by: session.undo(session.n, by)):
            with pytest.raises(NotYourSeat):
                act(session, by=by)
        assert session.match.answers == []

    def test_anybody_at_the_table_enters_the_card_turned_up(self):
        session = live(deal="table")
        assert session.question.seat == TABLE
        assert first(session, by=2).seat == TABLE

    def test_a_wrong_choice_is_refused_by_the_rules(self):
        session = live()
        before = state_of(session)
        with pytest.raises(NotAChoice):
            session.answer(1, "unicorn-f")
        assert state_of(session) == before

    def test_a_match_that_is_over_takes_no_answer_but_can_be_taken_back(self):
        session = live()
        finish(session)
        with pytest.raises(MatchOver) as refused:
            session.answer(session.n, "cat-f")
        assert refused.value.code == "match-over"
        with pytest.raises(NothingToAnswer):
            session.redo(session.n)
        assert session.undo(session.n).n == session.n
        assert session.question is not None

    def test_a_closed_session_takes_nothing(self):
        session = live()
        session.close()
        with pytest.raises(StaleQuestion, match="isn't open any more"):
            first(session)


class TestWhatHappened:
    def test_an_answer_tells_label_changes_cues_and_points(self):
        session = live(2, deal="table")
        session.get_voice("en")
        happened = session.answer(1, "seat-1")
        assert happened.label == "Ben"
        assert [cue.kind for cue in happened.cues] == ["round"]
        assert {change.name for change in happened.changes} == {"round", "hand-0", "hand-1"}
        line = happened.lines["en"]
        assert line.prompt == "Who is the shortest? They start."
        assert tuple(map(str, line.cues)) == ("Round 1: shuffle all cards, put one on each ferry",)
        assert "Round: 1" in line.changes

    def test_a_move_is_worded_in_every_language_at_the_table(self):
        session = live(2, deal="table")
        for language in ("en", "fr"):
            session.get_voice(language)
        worded = session.answer(1, "seat-1").lines
        assert set(worded) == {"en", "fr"}
        assert worded["fr"].prompt != worded["en"].prompt

    def test_an_undo_says_what_to_put_back(self):
        session = live(2, deal="table")
        session.get_voice("en")
        session.answer(1, "seat-1")
        session.answer(2, "cat-m")
        happened = session.undo(3)
        assert (happened.n, happened.choice) == (2, "cat-m")
        assert happened.lines["en"].changes == ("ferry 1: empty · 0/21",)

    @pytest.mark.parametrize("game", list_game_ids())
    def test_the_log_keeps_the_words_of_the_time(self, game):
        game = find_game(game)
        session = Session(Match(game, game.set_up(NAMES[:3], {}, 4)))
        session.get_voice("en")
        live_lines = []
        bot = make_random_bot(Random(2))
        while session.question is not None and len(live_lines) < 60:
            choice = bot(session.question, session.match.table)
            live_lines.append(session.answer(session.n, choice).lines["en"])
        assert session.list_log_lines("en") == live_lines
        again = replay_answers(game, session.match.setup, session.match.answers, "fr")
        assert [one.choice for one in again] == session.match.answers

    def test_points_come_with_their_reasons(self):
        session = live(2)
        session.get_voice("en")
        bot = make_random_bot(Random(3))
        points = []
        while session.question is not None:
            points += session.answer(session.n, bot(session.question, session.match.table)).points
        totals = [0, 0]
        for point in points:
            totals[point.seat] += point.points
        assert totals == session.match.table.scores


class TestListeners:
    def test_all_hear_the_same_events_in_the_same_order(self):
        session = live()
        heard = [[], [], []]
        for ear in heard:
            session.add_listener(ear.append)
        first(session)
        first(session)
        session.undo(session.n)
        session.redo(session.n)
        session.pause()
        session.resume()
        session.close()
        assert heard[0] == heard[1] == heard[2]
        assert [event.serial for event in heard[0]] == list(range(1, 8))
        kinds = ["answered", "answered", "undone", "redone", "paused", "resumed", "closed"]
        assert [event.kind for event in heard[0]] == kinds
        assert [event.n for event in heard[0]] == [2, 3, 2, 3, 3, 3, 3]

    def test_a_listener_that_answers_at_once_does_not_overtake_the_event(self):
        session = live()
        heard = []

        def eager(event):
            if event.n < 5:
                first(session)

        session.add_listener(eager)
        session.add_listener(lambda event: heard.append((event.serial, event.n)))
        first(session)
        assert heard == [(1, 2), (2, 3), (3, 4), (4, 5)]

    def test_a_failing_listener_is_removed_and_the_others_continue(self, caplog):
        session = live()
        heard = []

        def broken(event):
            raise RuntimeError("deaf")

        session.add_listener(broken)
        session.add_listener(heard.append)
        first(session)
        first(session)
        assert len(heard) == 2
        assert caplog.text.count("a listener failed") == 1

    def test_a_listener_that_left_is_not_called(self):
        session = live()
        heard = []
        leave = session.add_listener(heard.append)
        first(session)
        leave()
        leave()
        first(session)
        assert len(heard) == 1


class TestView:
    def test_a_hand_is_for_its_holder_alone(self):
        session = live()
        asked = session.question.seat
        cards = session.match.table.secrets(asked)["cards"].split()
        assert session.view(asked)["question"]["choices"]
        assert session.view(asked)["table"]["cards"] == cards
        for other in ({0, 1, 2} - {asked}) | {TABLE, SPECTATOR}:
            view = session.view(other)
            assert "choices" not in view["question"]
            assert "why" not in view
            assert view["table"].get("cards") != cards

    def test_at_a_real_table_everybody_sees_the_choices(self):
        session = live(deal="table")
        for who in (0, 1, 2, TABLE, SPECTATOR):
            assert session.view(who)["question"]["choices"] == session.question.list_ids()

    def test_a_card_given_away_unseen_stays_unseen_in_the_log(self):
        for seed in range(40):
            session = live(2, seed=seed)
            bot = make_random_bot(Random(seed))
            while session.question is not None and session.question.ask != "give":
                session.answer(session.n, bot(session.question, session.match.table))
            if session.question is not None:
                break
        giver = session.question.seat
        first(session)
        line = session.list_log_lines("en")[-1]
        assert line.label_for(giver) == line.label
        assert line.label_for(1 - giver) == line.label_for(TABLE) == "a hidden card"

    def test_the_end_is_for_everyone(self):
        session = live()
        finish(session)
        assert session.view(SPECTATOR)["over"]["winners"] == list(session.match.outcome.winners)


class TestBots:
    def seated(self, **options):
        return live(2, names=("Anna", "bot:greedy"), **options)

    def test_a_bot_answers_for_its_seat_at_the_pace_that_was_set(self):
        clock = Clock()
        session = self.seated(clock=clock)
        session.pace = 2.0
        while session.find_bot(session.question) is None:
            first(session)
        asked_at, n = clock.now, session.n
        assert session.bot_due_at == asked_at + 2
        clock.now += 1.9
        assert session.let_bot_answer() is None
        clock.now = session.bot_due_at
        happened = session.let_bot_answer()
        assert (happened.n, happened.by) == (n, 1)

    def test_a_person_is_never_answered_for(self):
        session = self.seated()
        while session.find_bot(session.question) is not None:
            session.let_bot_answer()
        assert session.bot_due_at == float("inf")
        assert session.let_bot_answer() is None

    def test_in_a_pause_bots_wait(self):
        session = self.seated()
        while session.find_bot(session.question) is None:
            first(session)
        session.pause()
        assert session.let_bot_answer() is None
        session.resume()
        assert session.let_bot_answer() is not None

    def test_undo_leads_back_to_what_a_person_answered_and_redo_forward_again(self):
        session = self.seated()
        while len(session.match.answers) < 12:
            session.let_bot_answer() or first(session)
        while session.find_bot(session.question) is not None:
            session.let_bot_answer()
        stood = list(session.match.answers)
        happened = session.undo(session.n)
        assert happened.seat == 0
        assert session.find_bot(session.question) is None
        session.redo(session.n)
        while session.match.can_redo:
            session.redo(session.n)
        assert session.match.answers == stood


class TestWhoIsAsked:
    def test_every_view_names_the_seat_from_the_first_to_the_last(self):
        session = live(players=3)
        seen = set()
        while session.question is not None and len(seen) < 3:
            seat = session.question.seat
            shown = None if seat == TABLE else seat
            assert {session.view(who)["question"]["seat"] for who in (0, 1, 2, TABLE, SPECTATOR)} == {shown}
            seen.add(shown)
            first(session)
        assert seen == {0, 1, 2}


class TestTime:
    def test_everybody_has_their_own_time_and_pauses_are_nobodys(self):
        clock = Clock()
        session = live(clock=clock, wall=1_000_000)
        asked = []
        for seconds in (3.0, 5.0, 2.5):
            asked.append((session.question.seat, seconds))
            clock.now += seconds
            session.pause()
            clock.now += 60
            session.resume()
            first(session)
        for seat in range(3):
            assert session.measure_thinking(seat) == pytest.approx(sum(s for who, s in asked if who == seat))

    def test_the_time_of_the_thinking_player_runs(self):
        clock = Clock()
        session = live(clock=clock)
        seat = session.question.seat
        clock.now += 4
        assert session.measure_thinking(seat) == pytest.approx(4)
        session.pause()
        clock.now += 4
        assert session.measure_thinking(seat) == pytest.approx(4)

    def test_after_the_end_nobody_thinks_any_more(self):
        clock = Clock()
        session = live(players=2, clock=clock)
        seat = session.question.seat
        clock.now += 7
        finish(session)
        clock.now += 600
        assert [session.measure_thinking(one) for one in (seat, 1 - seat)] == [pytest.approx(7), 0]
        assert session.measure_all_thinking() == [session.measure_thinking(0), session.measure_thinking(1)]

    def test_an_undone_answer_counts_for_nobody(self):
        clock = Clock()
        session = live(clock=clock)
        seat = session.question.seat
        clock.now += 10
        first(session)
        session.undo(session.n)
        clock.now += 1
        assert session.measure_thinking(seat) == pytest.approx(1)


class Slate(AnswerStore):
    """A store that can be told to break."""

    broken = False

    def _save_answer(self, line, choice, end):
        if self.broken:
            raise JournalError("no more chalk")

    def _save_marks(self, lines, undone, end):
        self._save_answer(None, None, end)


@pytest.mark.parametrize("act", ["answer", "undo", "redo"])
def test_an_answer_that_cannot_be_saved_has_not_happened(act):
    session = live(store=Slate())
    heard = []
    first(session)
    first(session)
    session.undo(session.n)
    session.add_listener(heard.append)
    session.store.broken = True
    before = state_of(session)
    with pytest.raises(JournalError, match="chalk"):
        first(session) if act == "answer" else getattr(session, act)(session.n)
    assert state_of(session) == before
    assert heard == []
    session.store.broken = False
    assert session.redo(session.n).n == 2, "and what could be done again still can"


def test_rules_that_break_leave_the_match_where_it_stood():
    session = live()
    first(session)
    before = state_of(session)

    def trip():
        yield
        raise ZeroDivisionError

    session.match._run.play = trip()
    next(session.match._run.play)
    with pytest.raises(ContractBroken, match="The rules of Noah failed at answer 2: ZeroDivisionError"):
        first(session)
    assert state_of(session) == before
    assert first(session).n == 2
