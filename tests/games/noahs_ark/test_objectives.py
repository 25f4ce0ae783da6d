"""Objectives: laying them out, counting for them, duels, and the end."""

import pytest

from tests.games.noahs_ark.evening import Evening


def test_three_objectives_are_laid_out_before_anything_else() -> None:
    evening = Evening(objectives=("lions", "snakes", "cards"))
    assert [objective.counts for objective in evening.table.objectives] == ["lions", "snakes", "cards"]


def test_an_objective_lies_there_only_once() -> None:
    evening = Evening()
    evening.match.undo()
    evening.match.undo()
    assert {"most-lions", "most-noa"}.isdisjoint(evening.ids())


@pytest.mark.parametrize(
    ("most", "first", "second", "winner"),
    [
        ("lions", "lion-snake-1", "elephant-eagle-1", 0),
        ("elephants", "lion-snake-1", "elephant-eagle-1", 1),
        ("giraffes", "giraffe-eagle-0", "lion-elephant-0", 0),
        ("eagles", "lion-snake-1", "elephant-eagle-1", 1),
        ("snakes", "lion-snake-1", "elephant-eagle-1", 0),
        ("monkeys", "lion-snake-1", "snake-monkey-0", 1),
        ("noa", "lion-snake-1", "eagle-snake-noa-2", 1),
        ("animals", "lion-snake-1", "lion-eagle-snake-2", 1),
    ],
)
def test_who_has_the_most_wins_the_objective(most: str, first: str, second: str, winner: int) -> None:
    others = tuple(o for o in ("lions", "elephants", "monkeys", "giraffes") if o != most)[:2]
    evening = Evening(objectives=(most, *others)).won(0, first).won(1, second).ark()
    while evening.asked == "duel":
        evening.tell("slap-0", "right")
    assert evening.awarded(most) == winner
    reasons = [(entry.seat, str(entry.about)) for entry in evening.table.ledger.entries if entry.reason == "objective"]
    assert (winner, f"most-{most}") in reasons


def test_most_animal_cards_counts_cards() -> None:
    evening = Evening(objectives=("cards", "noa", "eagles")).won(0, "lion-elephant-0", "snake-monkey-0")
    assert evening.won(1, "lion-giraffe-snake-noa-3").ark().awarded("cards") == 0


def test_points_of_cards_and_objectives_are_added_up() -> None:
    evening = Evening(objectives=("lions", "eagles", "cards"))
    evening.won(0, "lion-snake-1", "lion-giraffe-1").won(1, "lion-elephant-eagle-noa-3").ark()
    assert evening.scores == [1 + 1 + 3 + 3, 3 + 3], "lions and cards go to the first, eagles to the second"
    outcome = evening.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why) == ((0,), "most-points")


def test_a_duel_is_a_race_of_the_two_who_are_tied_with_six_dice_each() -> None:
    evening = Evening(3, objectives=("lions", "giraffes", "monkeys"))
    evening.won(0, "lion-snake-1").won(2, "lion-eagle-1").ark()
    assert evening.asked == "duel"
    assert evening.about == "most-lions"
    assert evening.ids() == ["slap-0", "slap-2", "nobody"]
    assert evening.match.facts["dice"] == "6"
    assert evening.tell("slap-2", "right").awarded("lions") == 2
    assert evening.scores == [1, 0, 4]


def test_a_wrong_claim_in_a_duel_leaves_it_to_the_other_who_must_still_finish() -> None:
    evening = Evening(3, objectives=("lions", "giraffes", "monkeys"))
    evening.won(0, "lion-snake-1").won(2, "lion-eagle-1").ark().tell("slap-2", "wrong")
    assert evening.ids() == ["slap-0", "nobody"]
    assert evening.tell("slap-0", "right").awarded("lions") == 0


def test_objectives_are_settled_in_the_order_they_lie() -> None:
    evening = Evening(objectives=("snakes", "lions", "giraffes"))
    evening.won(0, "lion-snake-1").won(1, "lion-eagle-snake-2").ark()
    assert evening.about == "most-snakes"
    evening.tell("slap-0", "right")
    assert evening.about == "most-lions"


def test_real_objectives_whose_points_nobody_told_are_asked_for_once() -> None:
    evening = Evening(corrections={"objectives": {"lions": 3}}, objectives=("lions",))
    assert evening.asked != "reveal"
    assert evening.tell("most-snakes").asked == "objective_points"
    evening.tell("7")
    assert evening.match.facts["most-snakes"] == "7 open"
    assert evening.table.learned == {"objectives": {"snakes": 7}}


def test_a_shared_victory_names_all_winners() -> None:
    evening = Evening(objectives=("giraffes", "monkeys", "noa"))
    evening.won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    outcome = evening.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why) == ((0, 1), "shared")
