"""Buzzers in any game: opened by somebody, first by the referee, judged, and the rest once more."""

from companion.app.races import TRY_AGAIN, CallStage, NowStage, VerdictStage
from companion.device.rehearsal import Rehearsal
from companion.device.views.race import CallView, NowView
from companion.phone.match_state import describe_last_verdict
from companion.phone.race_view import describe_race
from drivers.verdict import Verdict
from tests.bench.buzzer import bench_buzzers
from tests.device.paper import shows
from tests.device.test_any_game_on_the_device import begin

GATHERED = 1.0
"""Seconds after which the order of those who buzzed is complete."""


def open_quiz(device: Rehearsal) -> None:
    """Begin a quiz for three, with the first question being read."""
    begin(device, "without a name", "Quiz with buzzers")
    device.wait(0.1)
    assert isinstance(device.view, CallView)


def buzz(device: Rehearsal, *seats: int) -> None:
    """Press these paddles shortly one after the other, and wait until the order is known."""
    for seat in seats:
        device.tap(f"paddle-{seat}")
    device.wait(GATHERED)


def test_the_first_to_buzz_is_judged_and_the_rest_buzz_again(device: Rehearsal) -> None:
    open_quiz(device)
    device.pick("Open the buzzers")
    device.wait(0.05)
    assert isinstance(device.view, NowView)
    assert device.view.loud_word == "Buzz!"
    buzz(device, 1, 2)
    assert shows(device.view, "Player 2 was first. Right?")
    session = device.app.match
    verdict = describe_last_verdict(session)
    assert verdict is not None
    assert (verdict["winner"], [slap["seat"] for slap in verdict["order"]]) == (1, [1, 2])
    assert verdict["order"][1]["margin_ms"] > 0
    device.pick("Wrong")
    assert session.match.table.locked == [1]
    device.wait(0.05)
    assert isinstance(device.app.races.stage, NowStage), "the question was read already, so buzzers are open at once"
    buzz(device, 1, 0)
    assert shows(device.view, "Player 1 was first. Right?"), "whoever was wrong is locked out"
    device.pick("Right")
    assert session.match.table.scores == [1, 0, 0]
    assert isinstance(device.app.races.stage, CallStage)
    assert session.match.table.round == 2
    verdicts = [Verdict.read(detail) for detail in session.list_details() if detail]
    assert [proof.winner for proof in verdicts] == [1, 0], "the proof is in the journal, as that of a slap"


def test_a_press_before_the_buzzers_are_open_locks_its_seat_out_for_a_moment(device: Rehearsal) -> None:
    open_quiz(device)
    device.tap("paddle-0")
    device.wait(0.02)
    stage = device.app.races.stage
    assert isinstance(stage, CallStage)
    assert stage.early == {0: 1}
    assert 0 not in device.view.lamps()
    device.app.races.confirm()
    device.wait(0.01)
    device.tap("paddle-0")
    device.tap("paddle-2")
    device.wait(GATHERED)
    assert shows(device.view, "Player 3 was first. Right?")


def test_tied_players_buzz_again_at_once(device: Rehearsal) -> None:
    open_quiz(device)
    device.app.races.confirm()
    device.wait(0.05)
    device.board.press("paddle-0")
    device.board.press("paddle-2")
    device.wait(0.1)
    device.board.release("paddle-0")
    device.board.release("paddle-2")
    device.wait(GATHERED)
    assert isinstance(device.app.races.stage, VerdictStage)
    assert device.app.races.stage.verdict.dead_heat
    device.wait(TRY_AGAIN)
    stage = device.app.races.stage
    assert isinstance(stage, NowStage)
    assert [seat.index for seat in stage.attempt.seats] == [0, 2]


def test_nobody_knows_and_the_next_question_comes(device: Rehearsal) -> None:
    open_quiz(device)
    device.pick("Open the buzzers")
    device.wait(0.05)
    device.push()
    device.pick("Nobody knows")
    table = device.app.match.match.table
    assert (table.round, table.scores) == (2, [0, 0, 0])


def test_points_can_be_entered_and_the_game_ended_before_a_question(device: Rehearsal) -> None:
    open_quiz(device)
    device.pick("Something else …")
    device.pick("● Player 1: points")
    device.answer("bonus=3")
    assert device.app.match.match.table.scores == [3, 0, 0]
    device.wait(0.1)
    device.pick("Something else …")
    device.pick("More …")
    device.pick("Game over")
    assert device.app.match.match.outcome.winners == (0,)


def test_pages_may_open_the_buzzers_unless_a_player_who_judges_has_a_phone(device: Rehearsal) -> None:
    open_quiz(device)
    race = describe_race(device.app, object(), 0, "en")
    assert race is not None
    assert (race["state"], race["buzzer"]) == ("armed", True)
    assert [act for _, act, _ in race["buttons"]] == ["confirm", "skip"]
    assert describe_race(device.app, object(), None, "en", may_act=False)["buttons"] == []


def test_buzzers_are_judged_as_by_the_bare_referee() -> None:
    figures = bench_buzzers(60, seed=7)
    assert figures["races"] == 60
    assert figures["mashers"] > 0
    for name in ("differs", "wrong_order", "undeclared_ties", "spike_wins", "miscounted_early", "not_judged"):
        assert figures[name] == 0, name
