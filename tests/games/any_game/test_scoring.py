"""Points by category with formulas, corrections with reasons, and every way to win or not to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import NotAChoice
from companion.core.play_export import write_csv
from companion.core.question import NumberField, NumbersQuestion
from companion.core.ranking import rank_players
from companion.core.record import MatchHeading
from companion.games.any_game import GAME
from companion.games.any_game.formula import parse_formula
from tests.games.any_game.stage import answer, start, start_own


def test_several_categories_are_entered_in_one_answer_each_with_its_line():
    match = start("farm", 2, "seat-0", "points-1", "gold=5,fields=3")
    lines = [(entry.seat, entry.points, str(entry.about)) for entry in match.table.ledger.entries]
    assert lines == [(1, 2, "fields"), (1, 5, "gold")]
    voice = GAME.voice(GAME.say("fr"))
    assert [voice.reason(entry) for entry in match.table.ledger.entries] == ["Champs", "Or"]


def test_pieces_that_come_later_complete_a_pair():
    match = start("sets", 2, "seat-0", "points-0", "pairs=1", "points-0", "pairs=2")
    assert match.table.scores == [3, 0], "three pieces are one pair"
    answer(match, ["points-0", "pairs=-2"])
    assert match.table.scores == [0, 0]
    with pytest.raises(NotAChoice):
        answer(match, ["points-0", "pairs=-2"])


def test_having_none_of_something_may_cost_points_at_the_end():
    match = start("farm", 1, "more", "game-over", "grain=4")
    by_category = {str(entry.about): entry.points for entry in match.table.ledger.entries}
    assert by_category == {"fields": -1, "grain": 2, "animals": -1}


def test_a_correction_has_its_reason_in_the_ledger():
    match = start("turns", 2, "seat-0", "more", "correct", "correct-1", "points=-3", "said-took two cards")
    (entry,) = match.table.ledger.entries
    assert (entry.seat, entry.points, entry.reason, entry.about) == (1, -3, "correction", "took two cards")
    assert GAME.voice(GAME.say("en")).reason(entry) == "correction: took two cards"
    answer(match, ["more", "correct", "correct-0", "none"])
    assert len(match.table.ledger.entries) == 1, "nothing to correct, no reason asked"


@pytest.mark.parametrize(
    ("wins", "answers", "winners", "why"),
    [
        ("most", [], (1,), "most-points"), ("fewest", [], (0,), "fewest-points"), ("nobody", [], (), "nobody"),
        ("together", ["won"], (0, 1), "won"), ("together", ["lost"], (), "lost"),
    ],
)  # fmt: skip
def test_every_way_to_win_or_not_to(wins, answers, winners, why):
    template = {"title": "Mine", "wins": wins, "categories": {"points": {"title": "Points"}}}
    match = start_own(template, 2, "seat-0", "points-0", "points=3", "points-1", "points=7", "more", "game-over", *answers)  # fmt: skip
    assert (match.outcome.winners, match.outcome.why) == (winners, why)
    for language in ("en", "fr"):
        assert GAME.voice(GAME.say(language)).describe_outcome(match.outcome, match.table)


def test_the_fewest_points_come_first_where_the_match_says_so():
    match = start("fewest", 2, "round-over", "points=30", "points=4", "more", "game-over", "none", "none")
    assert [row.seat.name for row in rank_players(match)] == ["Ben", "Anna"]
    heading = MatchHeading(
        1, "any", match.setup.seats, "table", (), "2026-01-01", "2026-01-01", match.outcome.winners,
        tuple(match.table.scores), "", "",
    )  # fmt: skip
    rows = [line.split(",") for line in write_csv([heading]).splitlines()[1:]]
    assert [(row[6], row[9], row[10]) for row in rows] == [("Anna", "2", "0"), ("Ben", "1", "1")]


def count_naively(formula: str, pieces: int) -> int:
    """Count points piece by piece, as somebody would at the table."""
    if formula == "square":
        return sum(2 * n + 1 for n in range(pieces))
    if formula == "triangle":
        return sum(range(1, pieces + 1))
    worth, _, size = formula.replace("pair", "2").replace("each", "each 1").split()
    sets = sum(1 for n in range(1, pieces + 1) if n % int(size) == 0)
    return int(worth) * sets


@given(
    formula=st.sampled_from(["square", "triangle", "3 per pair", "5 per 3", "-2 each", "7 each", "10 per 4"]),
    pieces=st.integers(0, 60),
)
def test_formulas_agree_with_counting_piece_by_piece(formula, pieces):
    assert parse_formula(formula)(pieces) == count_naively(formula, pieces)


@pytest.mark.parametrize(
    "text", ["", "3", "3 per", "3 per 0", "3per pair", "1,", "many", "3 each ", "1e3 each", "٣ each x"]
)
def test_anything_else_is_no_formula(text):
    assert parse_formula(text) is None


@given(entered=st.dictionaries(st.sampled_from(["a", "b", "c"]), st.integers(-9, 9), min_size=1))
def test_numbers_survive_the_journal(entered):
    fields = [NumberField("a", -9, 9), NumberField("b", -9, 9, 2), NumberField("c", -9, 9)]
    question = NumbersQuestion(0, "points", ("none",), fields)
    pick = question.find_choice(",".join(f"{id}={value}" for id, value in entered.items()))
    again = question.find_choice(str(pick.choice)).choice
    starts = {"a": 0, "b": 2, "c": 0}
    assert {**starts, **again.values} == {**starts, **entered}


@pytest.mark.parametrize("id", ["a", "a=", "a=x", "a=1,a=2", "d=1", "a=10", "a=1,", "a=1.5", "a=٣", "a=1000000000000"])
def test_numbers_that_make_no_sense_are_no_answer(id):
    assert NumbersQuestion(0, "points", ("none",), [NumberField("a", -9, 9)]).find_choice(id) is None
