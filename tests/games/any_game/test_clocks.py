"""Clocks: their arithmetic against an oracle that ticks, and in a session that measures, pauses and expires."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.app import App
from companion.app.lobby import SeatDraft
from companion.core.match import Match
from companion.core.question import TimedQuestion
from companion.core.session import NEVER, Session
from companion.games.any_game import GAME
from companion.games.any_game.clocks import AT_ZERO, BONUSES, KINDS, ClockRules, Clocks
from tests.games.any_game.stage import NAMES, start, start_own

POINTS = {"points": {"title": "Points"}}

rules = st.builds(
    ClockRules,
    kind=st.sampled_from(KINDS),
    time=st.integers(0, 40),
    increment=st.integers(0, 10),
    bonus=st.sampled_from(BONUSES),
    admin=st.integers(0, 10),
    at_zero=st.sampled_from(AT_ZERO),
)
turns = st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=4), max_size=12)
"""Turns in the order of the seats; each consists of parts, as when somebody enters points meanwhile."""


def tick_through(rules: ClockRules, seats: int, played: list[list[int]]) -> list[int]:
    """Return everybody's time by counting every single millisecond, as a clock with hands would."""
    times = [0 if rules.kind == "up" else rules.time] * seats
    for number, parts in enumerate(played):
        seat, free, counted = number % seats, rules.admin, 0
        if rules.kind == "turn":
            times = [rules.time] * seats
        for part in parts:
            poured = 0
            for _ in range(part):
                if free:
                    free -= 1
                    continue
                counted += 1
                poured += 1
                times[seat] += {"up": 1, "none": 0}.get(rules.kind, -1)
            if rules.kind == "sand":
                for grain in range(poured if seats > 1 else 0):
                    times[(seat + 1 + grain % (seats - 1)) % seats] += 1
        if rules.kind == "bank":
            for _ in range(rules.increment if rules.bonus == "fischer" else min(rules.increment, counted)):
                times[seat] += 1
    return times


@given(rules=rules, seats=st.integers(1, 6), played=turns)
def test_every_clock_agrees_with_one_that_ticks(rules, seats, played):
    clocks = Clocks(rules, seats)
    for number, parts in enumerate(played):
        clocks.begin_turn()
        for part in parts:
            clocks.spend(number % seats, part)
        clocks.end_turn(number % seats)
    assert clocks.times == tick_through(rules, seats, played)


@given(seats=st.integers(2, 6), played=turns)
def test_no_grain_of_sand_is_lost(seats, played):
    clocks = Clocks(ClockRules("sand", time=40), seats)
    for number, parts in enumerate(played):
        clocks.begin_turn()
        for part in parts:
            clocks.spend(number % seats, part)
    assert sum(clocks.times) == 40 * seats


@given(
    rules=rules.filter(lambda one: one.kind in ("bank", "turn", "sand")), spent=st.lists(st.integers(0, 30), max_size=4)
)
def test_the_limit_is_the_time_until_zero(rules, spent):
    clocks = Clocks(rules, 2)
    clocks.begin_turn()
    for part in spent:
        clocks.spend(0, part)
    limit = clocks.find_limit(0)
    clocks.spend(0, limit)
    assert clocks.times[0] == min(0, clocks.times[0])
    if limit:
        assert clocks.times[0] == 0


class Hands:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def open_session(kind: str, *answers: str, players: int = 2) -> tuple[Session, Hands]:
    """Open a match of this kind with a clock that the test sets."""
    hands = Hands()
    return Session(start(kind, players, "seat-0", *answers), clock=hands), hands


def test_the_answer_says_how_long_it_took_and_a_replay_needs_no_clock():
    session, hands = open_session("chess-clock")
    hands.now += 12.5
    session.answer(session.n, "done", by=0)
    assert session.match.answers[-1] == "done@12500"
    assert session.match.table.clocks.times == [600_000 - 12_500 + 5_000, 600_000]
    again = Match(GAME, session.match.setup, session.match.answers)
    assert again.table.clocks.times == session.match.table.clocks.times
    assert again.facts == session.facts


def test_the_clock_stops_in_a_pause_and_while_points_are_entered():
    session, hands = open_session("chess-clock")
    hands.now += 10
    session.pause()
    hands.now += 1000
    assert session.measure_time_left() == 590
    assert session.expires_at == NEVER
    session.resume()
    hands.now += 5
    session.answer(session.n, "points-1", by=1)
    hands.now += 77
    assert session.measure_time_left() is None
    session.answer(session.n, "points=3", by=1)
    hands.now += 1
    session.answer(session.n, "done", by=0)
    assert session.match.table.clocks.times[0] == 600_000 - 16_000 + 5_000


def test_at_zero_the_turn_ends_where_that_was_agreed():
    session, hands = open_session("quick-turns")
    assert session.expires_at == hands.now + 65, "five seconds to move pieces don't count"
    hands.now += 64.9
    assert session.expire() is None
    hands.now += 0.1
    happened = session.expire()
    assert (happened.choice, [cue.kind for cue in happened.cues]) == ("expired@65000", ["time_up"])
    assert session.question.seat == 1
    assert happened.lines == {} or "time's up" in happened.label


def test_otherwise_people_are_reminded_once_and_the_clock_goes_below_zero():
    session, hands = open_session("sand-timer")
    hands.now += 180
    assert session.expire() is not None
    assert (session.question.seat, session.question.limit) == (0, None)
    hands.now += 4
    session.answer(session.n, "done", by=0)
    assert session.match.table.clocks.times == [-4_000, 364_000]
    assert GAME.voice(GAME.say("en")).fact_value("clock-0", "-4", session.match.table) == "-0:04"


def test_undo_asks_again_with_the_time_that_was_left_then():
    session, hands = open_session("quick-turns")
    hands.now += 30
    session.answer(session.n, "done", by=0)
    session.undo(session.n)
    hands.now += 7
    assert session.measure_time_left() == 58
    session.redo(session.n)
    assert session.match.answers[-1] == "done@30000"


@pytest.mark.parametrize("id", ["done@", "done@x", "done@-1", "done@1.5", "more@9999999999", "expired", "ready@5"])
def test_times_that_make_no_sense_are_no_answer(id):
    question = TimedQuestion(0, "turn", ["done", "more"], {"done": 0})
    assert question.find_choice(id) is None


def test_the_app_answers_when_the_time_is_up(tmp_path):
    hands = Hands()
    app = App(tmp_path, "en", clock=hands)
    app.lobby.change(game="any")
    session = app.lobby.start([SeatDraft(name) for name in NAMES[:2]])
    for choice in ("unnamed", "quick-turns", "seat-0"):
        session.answer(session.n, choice)
    assert app.step() == hands.now + 65
    hands.now += 65
    app.step()
    assert session.question.seat == 1
    app.pause()
    hands.now += 500
    assert app.step() > hands.now + 500
    assert session.question.seat == 1
    app.close()


@pytest.mark.parametrize(
    ("clock", "message"),
    [
        ({"kind": "hourglass"}, "clock.kind is 'hourglass'; allowed: none, up, bank, turn, sand"),
        ({"kind": "bank"}, "clock.kind: bank, turn and sand need seconds; up takes none"),
        ({"kind": "up", "seconds": 5}, "clock.kind: bank, turn and sand need seconds; up takes none"),
        ({"kind": "bank", "seconds": 5, "at_zero": "die"}, "clock.at_zero is 'die'; allowed: tell, light, sound, pass"),
        ({"kind": "bank", "seconds": 40_000}, "clock.seconds is 40000; allowed: a whole number from 1 to 36000"),
    ],
)
def test_each_mistake_in_a_clock_is_one_clear_line(clock, message):
    with pytest.raises(Exception, match="boxes/any.toml") as error:
        start_own({"title": "Mine", "clock": clock, "categories": POINTS})
    assert message in str(error.value)


def test_a_clock_that_counts_up_never_ends():
    match = start_own(
        {"title": "Mine", "clock": {"kind": "up"}, "categories": POINTS}, 2, "seat-0", "done@2500", "done@1000"
    )
    assert match.table.clocks.times == [2500, 1000]
    assert match.question.limit is None
