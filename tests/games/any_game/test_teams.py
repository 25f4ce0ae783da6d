"""Teams share their points; orders that change each round; named rounds; what happens when time is up."""

import pytest

from companion.core.ranking import rank_players
from companion.core.session import Session
from companion.games.any_game import GAME
from companion.games.any_game.face import TOO_LATE
from tests.games.any_game.stage import answer, start, start_own

POINTS = {"points": {"title": "Points"}}


@pytest.mark.parametrize(
    ("answers", "teams"),
    [
        (["opposite"], [[0, 2], [1, 3]]),
        (["neighbours"], [[0, 1], [2, 3]]),
        (["one-by-one", "team-1", "team-2", "team-2", "team-1"], [[0, 3], [1, 2]]),
        (["one-by-one", "team-1", "team-1", "team-1"], [[0, 1, 2], [3]]),
    ],
)
def test_who_plays_with_whom(answers, teams):
    match = start("partners", 4, *answers)
    assert (match.table.teams, match.question.ask) == (teams, "first")


def test_two_players_are_no_teams_and_are_not_asked():
    match = start_own({"title": "Mine", "teams": 2, "categories": POINTS}, 2)
    assert match.question.ask == "first"


def test_partners_have_the_same_points_and_win_together():
    match = start("partners", 4, "opposite", "seat-0")
    assert [id for id in match.question.list_ids() if id.startswith("points")] == ["points-0", "points-1"]
    voice = GAME.voice(GAME.say("en"))
    assert voice.label(match.question.choices[1], match.question, match.table).text == "Anna and Cleo: points"
    answer(match, ["points-1", "bonus=5", "more", "correct", "correct-0", "points=3", "forgotten", "more", "game-over"])
    answer(match, ["none", "none"])
    assert match.table.scores == [3, 5, 3, 5]
    assert (match.outcome.winners, match.outcome.why) == ((1, 3), "team")
    assert voice.describe_outcome(match.outcome, match.table) == "Ben and Dan win with 5 points"
    assert [(row.rank, row.seat.name) for row in rank_players(match)] == [(1, "Ben"), (1, "Dan"), (3, "Anna"), (3, "Cleo")]  # fmt: skip


def test_teams_may_draw():
    match = start("partners", 4, "opposite", "seat-0", "more", "game-over", "none", "none")
    assert (match.outcome.winners, match.outcome.why) == ((0, 1, 2, 3), "shared")


def play_round(match):
    """Let everybody end their turn, and return the order in which they had it."""
    order, number = [], match.table.round
    while match.table.round == number and match.question.ask == "turn":
        order.append(match.question.seat)
        match.answer("done")
    return order


def test_people_say_the_order_of_each_round():
    template = {"title": "Mine", "order": "ask", "categories": POINTS}
    match = start_own(template, 3, "seat-2", "seat-0")
    assert play_round(match) == [2, 0, 1]
    assert match.question.ask == "order"
    answer(match, ["seat-1", "seat-2"])
    assert play_round(match) == [1, 2, 0]


def test_lots_order_each_round_and_say_so():
    match = start_own({"title": "Mine", "order": "lots", "categories": POINTS}, 4, "seat-0")
    orders = []
    for _ in range(6):
        orders.append(tuple(play_round(match)))
        assert [str(seat) for seat in match.cues[-1].about] == [f"seat-{seat}" for seat in match.table.order]
    assert len(set(orders)) > 2
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)


def test_the_next_round_is_played_in_the_order_of_passing():
    match = start("seasons", 3, "seat-0", "done", "pass", "pass", "pass")
    answer(match, ["none"] * 3)
    assert match.table.order == [1, 2, 0]


def test_rounds_have_the_names_of_the_template_again_and_again():
    match = start_own({"title": "Mine", "turns": "free", "round_names": ["Day", "Night"], "categories": POINTS}, 1)
    voice, names = GAME.voice(GAME.say("en")), []
    for _ in range(3):
        names.append(voice.heading(match.table))
        match.answer("round-over")
    assert names == ["round 1: Day", "round 2: Night", "round 3: Day"]
    assert voice.fact_value("round", "2", match.table) == "2 · Night"


@pytest.mark.parametrize(
    ("at_zero", "tune", "is_red", "seat"),
    [("tell", "bad", True, 0), ("light", "", True, 0), ("sound", "bad", False, 0), ("pass", "bad", True, 1)],
)
def test_the_effect_of_a_timeout_is_a_choice(at_zero, tune, is_red, seat):
    clock = {"kind": "bank", "seconds": 5, "at_zero": at_zero}
    session = Session(start_own({"title": "Mine", "clock": clock, "categories": POINTS}, 2, "seat-0"))
    happened = session.answer(session.n, "expired@5000")
    face, table = GAME.face(), session.match.table
    assert (face.tune(happened.changes), session.question.seat, table.late) == (tune, seat, 0)
    assert (TOO_LATE in face.lights(table, session.question)) is is_red
    assert session.facts["late"] == f"seat-0 {at_zero}"
    session.answer(session.n, "done", by=seat)
    assert table.late is None
