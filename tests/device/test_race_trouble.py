"""Races with something in the way: held and broken buttons, nobody who comes, and the single dome for all."""

from dataclasses import replace

import pytest

from companion.app.part_words import describe_fault
from companion.app.race_track import DOME
from companion.core.data_folder import SETTINGS
from companion.core.question import Race
from companion.core.registry import find_game
from companion.device.host import race_timing
from companion.device.rehearsal import Rehearsal
from companion.device.view import OPEN
from companion.device.views.pick import PickView
from companion.device.views.question import QuestionView
from companion.device.views.race import CountdownView, HandView, NowView, ReadyView, VerdictView
from companion.phone.race_view import describe_race
from drivers.panel import Panel
from drivers.referee import GPIO, ButtonProblem
from drivers.silicon.board import Board, Breakage
from drivers.wiring import Wiring
from tests.device.paper import shows
from tests.device.test_practice import begin_practice
from tests.device.track import begin_race, count_down, last_detail, now, slap, verdict


class TestHeldButtons:
    def test_leaning_on_a_button_holds_now_back_and_names_who_leans(self, device: Rehearsal) -> None:
        begin_race(device)
        device.board.press("paddle-1")
        device.tap("paddle-0", "paddle-2")
        device.wait(1)
        view = device.view
        assert isinstance(view, CountdownView)
        assert view.stage.problems == {1: ButtonProblem.LEANING}
        assert shows(view, "■ Player 2: let go of the button!")
        device.wait(10)
        assert device.view is view
        assert view.stage.early == {}
        device.board.release("paddle-1")
        device.wait_for_now()
        slap(device, 1)
        assert verdict(device).winner == 1

    def test_a_button_held_since_before_anybody_listened_is_found_too(self, device: Rehearsal) -> None:
        begin_practice(device)
        device.board.press("paddle-0")
        device.wait(0.3)
        device.app.track.referee._contacts.clear()  # as if it had begun to listen only now
        device.back()
        device.push()
        view = count_down(device)
        device.wait(0.3)
        assert view.stage.problems == {0: ButtonProblem.LEANING}

    def test_a_stuck_button_is_named_with_its_wire(self, device: Rehearsal) -> None:
        begin_race(device)
        count_down(device)
        device.board.press("paddle-2")
        device.wait(4)
        assert isinstance(device.view, CountdownView)
        assert device.view.stage.problems == {2: ButtonProblem.LEANING}, "hands can do that"
        device.wait(17)
        assert isinstance(device.view, CountdownView)
        assert device.view.stage.problems == {2: ButtonProblem.STUCK}
        assert shows(device.view, "Stuck button: ▲ Player 3. Check GPIO22 (header pin 15) and ground")

    def test_a_push_moves_the_race_to_the_ark(self, device: Rehearsal) -> None:
        match = begin_race(device)
        count_down(device)
        device.board.press("paddle-2")
        device.wait(1)
        device.push()
        device.wait_for_now()
        device.tap("dome")
        device.wait(0.2)
        assert isinstance(device.view, HandView)
        device.pick("● Player 1")
        device.push()
        assert match.answers[-1] == "slap-0"

    def test_a_paddle_that_is_broken_sends_everybody_to_the_ark(self, device: Rehearsal) -> None:
        match = begin_race(device)
        device.board.break_part("paddle-1", "dead")
        device.wait(1)
        device.back()
        device.back()
        assert shows(device.view, "paddle 2 fails: use the Ark")
        device.answer("slap-1")
        assert match.answers[-1] == "slap-1"

    def test_without_paddle_and_ark_people_tell_who_was_first(self, device: Rehearsal) -> None:
        match = begin_race(device)
        device.board.break_part("paddle-1", "dead")
        device.board.break_part("dome", "dead")
        device.wait(1)
        device.back()
        device.back()
        assert isinstance(device.view, QuestionView)
        device.pick("▲ Player 3")
        assert match.answers[-1] == "slap-2"


def test_a_race_that_an_answer_from_elsewhere_ended_is_taken_off_all_phones(device: Rehearsal) -> None:
    """Its page is sent again at once: while the box shows what hands must do, nobody reads "Get ready"."""
    app, game = device.app, find_game("noahs-ark")
    app.show(app.sessions.start(game, game.set_up(["Anna", "Ben", "Cleo"], {"mode": "advanced"}, deal="table")))
    session = app.match
    while not isinstance(session.question, Race):
        session.answer(session.n, session.question.choices[0])  # type: ignore[union-attr]
    for choice in ("slap-0", "right"):
        session.answer(session.n, choice)
    device.wait(1)
    device.read_cues()
    assert app.races.stage is not None
    version = app.races.version
    session.answer(session.n, "use-0-swap")
    device.wait(0.1)
    assert app.races.stage is None
    assert app.races.version > version


class TestAWireThatBeginsToFlickerAfterNow:
    def flicker(self, device: Rehearsal, *slaps: int) -> VerdictView:
        """The wire of the second player's paddle flickers, and these hands come down a little later."""
        begin_race(device)
        now(device)
        device.board.break_part("paddle-1", "flickering")
        device.wait(0.02)
        slap(device, *slaps)
        device.wait(1)
        assert isinstance(device.view, VerdictView)
        return device.view

    @pytest.mark.parametrize("slaps", [(), (0,), (0, 2)])
    def test_does_not_win_however_many_slapped(self, device: Rehearsal, slaps: tuple[int, ...]) -> None:
        view = self.flicker(device, *slaps)
        assert view.stage.verdict.choice is None
        assert device.match is not None
        assert not [answer for answer in device.match.answers if answer.startswith("slap")], "nothing was answered"

    def test_is_named_with_its_fault(self, device: Rehearsal) -> None:
        view = self.flicker(device)
        assert shows(view, "Race again!")
        line = "Doesn't count: ■ Player 2 (paddle 2: loose contact)"
        assert shows(view, line)
        race = describe_race(device.app, None, None, "en")
        assert race is not None
        assert race["lines"] == (line,)

    def test_the_race_is_run_again_on_the_ark(self, device: Rehearsal) -> None:
        self.flicker(device)
        device.push()
        device.wait(0.1)
        assert shows(device.view, "Slap the Ark!")
        device.wait_for_now()
        device.tap("dome")
        device.wait(1)
        assert isinstance(device.view, HandView)

    def test_without_the_ark_people_tell_who_was_first(self, device: Rehearsal) -> None:
        device.board.break_part("dome", "dead")
        self.flicker(device)
        device.push()
        device.wait(0.2)
        assert isinstance(device.view, QuestionView)
        assert device.match is not None
        device.pick("▲ Player 3")
        assert device.match.answers[-1] == "slap-2"

    def test_a_worn_button_still_wins(self, device: Rehearsal) -> None:
        begin_race(device)
        device.board.bounce = 0.03
        now(device)
        slap(device, 1, 0, 2, gap=0.1)
        assert verdict(device, 1).winner == 1


@pytest.mark.parametrize(
    ("how", "text"), [("stuck", "paddle 1: stuck"), ("flickering", "paddle 1: loose contact"), ("dead", "not working")]
)
def test_the_banner_says_what_is_wrong_with_a_paddle(device: Rehearsal, how: Breakage, text: str) -> None:
    device.board.break_part("paddle-0", how)
    for _ in range(25):
        if device.app.faults:
            break  # a wire that flickers for 25 simulated seconds costs 35 real ones
        device.wait(1)
    (fault,) = device.app.faults
    assert text in describe_fault(device.context.say, fault)


class TestNobody:
    @pytest.mark.parametrize("patience", SETTINGS["patience"])
    def test_a_race_without_a_hand_ends_after_the_time_that_is_set(self, device: Rehearsal, patience: str) -> None:
        match = begin_race(device)
        device.context.app.settings.change("patience", patience)
        view = now(device)
        device.wait(float(patience) - 1)
        assert device.view is view
        device.wait(2)
        assert shows(device.view, "Nobody slapped")
        assert match.answers[-1] == "nobody"

    def test_a_push_says_that_nobody_will_come(self, device: Rehearsal) -> None:
        match = begin_race(device)
        now(device)
        device.push()
        assert match.answers[-1] == "nobody"

    def test_a_push_after_a_hand_came_down_means_nothing(self, device: Rehearsal) -> None:
        begin_race(device)
        view = now(device)
        device.board.press("paddle-0")
        device.wait(0.002)
        view.push()
        assert view.result is OPEN


class TestArk:
    def test_the_single_dome_asks_whose_hand_it_was(self, device: Rehearsal) -> None:
        match = begin_race(device)
        device.context.app.settings.change("slap", "ark")
        device.back()
        device.back()
        assert shows(device.view, "slap the Ark")
        now(device)
        device.tap("paddle-0")
        assert isinstance(device.view, NowView)
        device.tap("dome")
        device.wait(0.1)
        assert shows(device.view, "Whose hand was it?")
        device.tap("paddle-2")
        assert match.answers[-1] == "slap-2"
        assert [timed.seat for timed in last_detail(device).order] == [2]

    def test_back_from_that_question_races_again(self, device: Rehearsal) -> None:
        match = begin_race(device)
        before = list(match.answers)
        device.context.app.settings.change("slap", "ark")
        device.back()
        device.back()
        now(device)
        device.tap("dome")
        device.back()
        device.back()
        assert isinstance(device.view, ReadyView)
        assert match.answers == before

    def test_it_can_be_chosen_in_the_settings(self, device: Rehearsal) -> None:
        device.pick("Settings")
        device.pick("Slap")
        assert device.context.app.settings["slap"] == "ark"
        assert isinstance(device.view, PickView)
        device.pick("Race ends after")
        assert device.context.app.settings["patience"] == "300"
        assert device.view.rows[-2].value == "5 min"

    def test_a_box_without_some_paddles_races_on_the_dome(self, device: Rehearsal) -> None:
        del device.context.app.track._buttons[GPIO][2]  # type: ignore[attr-defined]
        assert device.context.app.track.find_unfit(range(5)) == [2]
        begin_race(device)
        assert isinstance(device.view, ReadyView)
        assert list(device.view.attempt.places) == [DOME]
        assert shows(device.view, "paddle 3 fails: use the Ark")


def test_the_press_times_of_the_wiring_are_those_of_the_race() -> None:
    wiring = Wiring.load()
    wiring = replace(wiring, press=replace(wiring.press, quiet_seconds=0.021, stuck_seconds=9.0))
    with Board(wiring) as board, Panel(wiring, board.clock) as panel:
        timing = race_timing(panel)
    assert (timing.quiet, timing.stuck) == (0.021, 9.0)
