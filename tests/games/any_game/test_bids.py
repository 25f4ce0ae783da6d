"""Secret bids, and who begins the next round."""

import pytest

from companion.core.errors import NoOdds, NotAChoice, NotYourSeat
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.session import SPECTATOR, Session
from companion.games.any_game import GAME
from companion.testing.secrets import check_secrets
from tests.games.any_game.stage import NAMES, start, start_own

POINTS = {"points": {"title": "Points"}}


def test_bids_are_hidden_until_all_have_bid_and_then_shown_together():
    session = Session(start("tricks", 3))
    session.get_voice("en")
    for seat, bid in enumerate(("4", "0")):
        happened = session.answer(session.n, bid, by=seat)
        line = happened.lines["en"]
        assert (line.label_for(seat), line.label_for(2), line.changes) == (bid, "in secret", ())
    table = session.match.table
    assert [table.secrets(seat) for seat in (0, 1, 2, TABLE)] == [{"bid": "4"}, {"bid": "0"}, {}, {}]
    assert session.view(2)["table"]["bids"] == [None, None, None]
    assert session.view(SPECTATOR)["table"]["bids"] == [None, None, None]
    happened = session.answer(session.n, "13", by=2)
    assert [str(line) for line in happened.lines["en"].cues] == ["Anna bids 4", "Ben bids 0", "Cleo bids 13"]
    assert [session.facts[f"bid-{seat}"] for seat in range(3)] == ["4", "0", "13"]
    assert session.view(TABLE)["table"]["bids"] == [4, 0, 13]


def test_nobody_bids_for_somebody_else_or_sees_what_could_be_bid():
    session = Session(start("tricks", 3))
    session.answer(session.n, "4", by=1)
    for id, by in (("5", 1), ("2:5", 0), ("1:5", TABLE)):
        with pytest.raises((NotYourSeat, NotAChoice)):
            session.answer(session.n, id, by=by)
    assert [session.can_see_choices(session.question, who) for who in (0, 1, SPECTATOR)] == [True, False, False]
    assert [session.view(who)["question"].get("seat") for who in (0, 2)] == [0, 2]
    assert session.view(SPECTATOR)["question"]["seats"] == [0, 2]


def test_all_bid_at_once_in_any_order_and_a_replay_ends_alike():
    session = Session(start("tricks", 3))
    for seat, bid in ((2, "9"), (0, "4"), (1, "0")):
        session.answer(session.n, bid, by=seat)
    assert session.match.answers[-3:] == ["2:9", "4", "0"]
    assert session.match.table.bids == {2: 9, 0: 4, 1: 0}
    assert Match(GAME, session.match.setup, session.match.answers).facts == session.facts


@pytest.mark.parametrize("id", ["3:1", "12:1", "-1:1", ":1", "1:", "1:99", "1:x", "0:4:4", "²:1", "9" * 5000 + ":1"])
def test_a_bid_for_nobody_or_of_nonsense_is_refused(id):
    with pytest.raises(NotAChoice):
        start("tricks", 3).answer(id)


@pytest.mark.parametrize("seed", range(4))
def test_no_client_reveals_a_bid(seed):
    template = {"title": "Mine", "bid": {"title": "Points", "most": 9}, "categories": POINTS}
    corrections = {"templates": {"mine": template}, "games": {"mine": {"title": "Mine", "kind": "mine"}}}
    setup = GAME.set_up(NAMES[:3], seed=seed, deal="table", corrections=corrections)
    check_secrets(GAME, setup, seed, share=1)


@pytest.mark.parametrize(
    ("order", "starters"), [("same", [0, 0, 0]), ("rotate", [0, 1, 2]), ("passing", [0, 2, 2]), ("last", [0, 1, 1])]
)
def test_who_begins_the_next_round(order, starters):
    template = {"title": "Mine", "turns": "passing", "order": order, "categories": POINTS}
    match = start_own(template, 3, "seat-0", "points-0", "points=5", "points-2", "points=1")
    found = []
    for _ in range(3):
        found.append(match.question.seat)
        while match.question.seat != 2:
            match.answer("done")
        match.answer("pass")
        while len(match.table.passed) in (1, 2):
            match.answer("pass")
    assert found == starters


def test_nobody_foresees_a_game_whose_rules_only_people_know():
    with pytest.raises(NoOdds, match="Only you know the rules"):
        GAME.make_imagining(start("turns", 2))
