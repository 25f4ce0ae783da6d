"""Objectives: laying them out, counting for them, duels, and the end."""

import pytest

from tests.games.noahs_ark.stage import Stage


def test_three_objectives_are_laid_out_before_anything_else() -> None:
    stage = Stage(objectives=("lions", "snakes", "cards"))
    assert [objective.counts for objective in stage.table.objectives] == ["lions", "snakes", "cards"]


def test_an_objective_lies_there_only_once() -> None:
    stage = Stage()
    stage.match.undo()
    stage.match.undo()
    assert {"most-lions", "most-noa"}.isdisjoint(stage.ids())


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
def test_the_most_animals_win_the_objective(most: str, first: str, second: str, winner: int) -> None:
    others = tuple(o for o in ("lions", "elephants", "monkeys", "giraffes") if o != most)[:2]
    stage = Stage(objectives=(most, *others)).won(0, first).won(1, second).ark()
    while stage.asked == "duel":
        stage.tell("slap-0", "right")
    assert stage.awarded(most) == winner
    reasons = [(entry.seat, str(entry.about)) for entry in stage.table.ledger.entries if entry.reason == "objective"]
    assert (winner, f"most-{most}") in reasons


def test_most_animal_cards_counts_cards() -> None:
    stage = Stage(objectives=("cards", "noa", "eagles")).won(0, "lion-elephant-0", "snake-monkey-0")
    assert stage.won(1, "lion-giraffe-snake-noa-3").ark().awarded("cards") == 0


def test_points_of_cards_and_objectives_are_added_up() -> None:
    stage = Stage(objectives=("lions", "eagles", "cards"))
    stage.won(0, "lion-snake-1", "lion-giraffe-1").won(1, "lion-elephant-eagle-noa-3").ark()
    assert stage.scores == [1 + 1 + 3 + 3, 3 + 3], "lions and cards go to the first, eagles to the second"
    outcome = stage.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why) == ((0,), "most-points")


def test_a_duel_is_a_race_of_the_two_who_are_tied_with_six_dice_each() -> None:
    stage = Stage(3, objectives=("lions", "giraffes", "monkeys"))
    stage.won(0, "lion-snake-1").won(2, "lion-eagle-1").ark()
    assert stage.asked == "duel"
    assert stage.about == "most-lions"
    assert stage.ids() == ["slap-0", "slap-2", "nobody"]
    assert stage.match.facts["dice"] == "6"
    assert stage.tell("slap-2", "right").awarded("lions") == 2
    assert stage.scores == [1, 0, 4]


def test_a_wrong_claim_in_a_duel_leaves_it_to_the_other_who_must_still_finish() -> None:
    stage = Stage(3, objectives=("lions", "giraffes", "monkeys"))
    stage.won(0, "lion-snake-1").won(2, "lion-eagle-1").ark().tell("slap-2", "wrong")
    assert stage.ids() == ["slap-0", "nobody"]
    assert stage.tell("slap-0", "right").awarded("lions") == 0


def test_objectives_are_settled_in_the_order_they_lie() -> None:
    stage = Stage(objectives=("snakes", "lions", "giraffes"))
    stage.won(0, "lion-snake-1").won(1, "lion-eagle-snake-2").ark()
    assert stage.about == "most-snakes"
    stage.tell("slap-0", "right")
    assert stage.about == "most-lions"


def test_real_objectives_without_entered_points_are_asked_for_once() -> None:
    stage = Stage(corrections={"objectives": {"lions": 3}}, objectives=("lions",))
    assert stage.asked != "reveal"
    assert stage.tell("most-snakes").asked == "objective_points"
    stage.tell("7")
    assert stage.match.facts["most-snakes"] == "7 open"
    assert stage.table.learned == {"objectives": {"snakes": 7}}


def test_a_shared_victory_names_all_winners() -> None:
    stage = Stage(objectives=("giraffes", "monkeys", "noa"))
    stage.won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    outcome = stage.match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.why) == ((0, 1), "shared")
