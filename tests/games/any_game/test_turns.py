"""Whose turn it is, in every mode of turns, and when a round or the game is over."""

import pytest

from companion.core.errors import NotYourSeat
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.session import Session
from companion.games.any_game import GAME
from tests.games.any_game.stage import NAMES, answer, start, start_own

POINTS = {"points": {"title": "Points"}}


def test_a_name_is_typed_once_and_remembered_with_its_kind():
    match = Match(GAME, GAME.set_up(NAMES[:2], deal="table"), ["said-Les Châteaux", "sets"])
    learned = match.table.learned
    assert learned == {"games": {"les-chateaux": {"title": "Les Châteaux", "kind": "sets"}}}
    again = Match(GAME, GAME.set_up(NAMES[:2], deal="table", corrections=learned))
    assert again.question.list_ids() == ["game-les-chateaux", "unnamed"]
    again.answer("game-les-chateaux")
    assert (again.table.title, again.table.template.id, again.question.ask) == ("Les Châteaux", "sets", "first")


def test_turns_go_clockwise_from_whoever_begins_and_a_round_is_a_turn_for_all():
    match = start("turns", 3, "seat-1")
    order = []
    for _ in range(6):
        order.append((match.table.round, match.question.seat))
        match.answer("done")
    assert order == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]


def test_lots_draw_the_first_player_from_the_seed_alone():
    first = {Match(GAME, GAME.set_up(NAMES[:4], seed=seed, deal="table"), ["unnamed", "turns", "by-lot"]).question.seat for seed in range(20)}  # fmt: skip
    assert first == {0, 1, 2, 3}
    match = start("turns", 4, "by-lot")
    assert [cue.kind for cue in match.cues] == ["begins"]
    assert Match(GAME, match.setup, match.answers).question.seat == match.question.seat


def test_whoever_passed_is_skipped_until_all_have_passed():
    match = start("passing", 3, "seat-0", "done", "pass", "done")
    assert match.question.seat == 0
    answer(match, ["done"])
    assert match.question.seat == 2, "Ben passed"
    answer(match, ["pass", "done", "done"])
    assert (match.question.seat, match.table.passed, match.table.round) == (0, [1, 2], 1)
    answer(match, ["pass"])
    assert (match.table.passed, match.table.round) == ([], 2)


def test_all_play_at_once_until_everybody_is_done():
    match = start("at-once", 3, "ready-2", "ready-0")
    assert [id for id in match.question.list_ids() if id.startswith("ready")] == ["ready-1"]
    answer(match, ["ready-1"])
    assert [match.question.ask, str(match.question.about)] == ["round_points", "seat-0"]
    answer(match, ["points=4", "none", "points=-1"])
    assert (match.table.scores, match.table.round, match.table.ready) == ([4, 0, -1], 2, set())


def test_in_a_free_game_the_table_says_when_a_round_is_over():
    match = start("rounds", 2, "round-over", "points=3", "points=5")
    assert (match.table.scores, match.table.round) == ([3, 5], 2)


def test_only_the_seat_on_turn_ends_it_but_anybody_enters_points():
    session = Session(start("turns", 3, "seat-1"))
    with pytest.raises(NotYourSeat, match="for Ben"):
        session.answer(session.n, "done", by=0)
    session.answer(session.n, "points-2", by=0)
    session.answer(session.n, "points=2", by=0)
    session.answer(session.n, "done", by=1)
    assert (session.question.seat, session.match.table.scores) == (2, [0, 0, 2])


def test_each_seat_says_only_for_itself_that_it_is_done():
    session = Session(start("at-once", 2))
    with pytest.raises(NotYourSeat, match="for Ben"):
        session.answer(session.n, "ready-1", by=0)
    session.answer(session.n, "ready-1", by=1)
    session.answer(session.n, "ready-0", by=TABLE)
    assert session.question.ask == "round_points"


def test_phases_are_played_one_after_the_other():
    match = start_own({"title": "Mine", "phases": ["Plan", "Act"], "categories": POINTS}, 2, "seat-0", "done", "done")
    assert (match.table.facts()["phase"], match.table.round) == ("Act", 1)
    answer(match, ["done", "done"])
    assert (match.table.facts()["phase"], match.table.round) == ("Plan", 2)


@pytest.mark.parametrize(("end", "answers"), [({"rounds": 2}, ["done"] * 4), ({"points": 5}, ["points-1", "points=5", "done", "done"])])  # fmt: skip
def test_a_limit_ends_the_game_after_the_round(end, answers):
    match = start_own({"title": "Mine", "end": end, "categories": POINTS}, 2, "seat-0", *answers[:-1])
    assert match.outcome is None
    answer(match, answers[-1:])
    assert [cue.kind for cue in match.cues] == ["limit"]
    assert match.outcome is not None


def test_the_table_ends_round_and_game_at_any_time():
    match = start("turns", 2, "seat-0", "more", "round-over")
    assert (match.table.round, match.question.seat) == (2, 0)
    answer(match, ["more", "back", "more", "game-over"])
    assert match.outcome is not None
