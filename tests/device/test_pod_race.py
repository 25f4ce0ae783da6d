"""The pod under the paddles of the device: races on it, beside the paddles of the lid, and without its cable."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.race_track import GRACE, LONGEST_REACH
from companion.device.rehearsal import Rehearsal
from companion.device.stage import STRIP_SECONDS
from companion.device.views.pick import PickView
from companion.device.views.race import CountdownView, HandView, NowView, ReadyView
from drivers.pod_paddles import RING_MILLIAMPS
from drivers.referee import GPIO, POD, SLOW_GPIO, ButtonProblem, TieBand
from drivers.silicon.pins import SimulatedPins
from drivers.wiring import Wiring
from tests.device.paper import shows
from tests.device.podium import Podium
from tests.device.test_practice import begin_practice
from tests.device.track import begin_race, count_down, now, slap, verdict
from tests.drivers.currents import estimate_milliamps


@pytest.fixture
def pod() -> Podium:
    return Podium()


@pytest.fixture
def device(tmp_path: Path, pod: Podium) -> Iterator[Rehearsal]:
    """A device that looks for a pod; none is plugged in yet."""
    with Rehearsal(tmp_path, pod=pod.plug) as rehearsal:
        yield rehearsal


class TestRaces:
    def test_a_pod_paddle_wins_and_the_margin_is_shown(self, device: Rehearsal, pod: Podium) -> None:
        match = begin_race(device)
        pod.connect(device)
        now(device, pod)
        pod.slap(device, 1, 0, gap=0.002)
        seen = verdict(device)
        assert [one.seat for one in seen.order] == [1, 0]
        assert round(seen.order[1].margin_ms, 1) == 2.0
        assert seen.band_ms == TieBand.between([POD]).always * 1000
        assert shows(device.view, "● Player 1 +2.0 ms")
        assert match.answers[-1] == "slap-1"

    def test_without_a_pod_the_paddles_of_the_lid_are_raced_on_and_nothing_is_said(self, device: Rehearsal) -> None:
        begin_race(device)
        assert not device.context.app.faults
        now(device)
        slap(device, 2)
        assert verdict(device).winner == 2

    def test_while_the_pod_is_there_a_paddle_on_the_lid_does_not_count(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        now(device, pod)
        device.tap("paddle-0")
        assert isinstance(device.view, NowView)
        pod.slap(device, 2)
        assert verdict(device).winner == 2

    def test_seats_without_a_paddle_on_a_small_pod_use_the_lid_in_the_same_race(
        self, device: Rehearsal, pod: Podium
    ) -> None:
        begin_race(device)
        pod.connect(device)
        assert pod.link.hello is not None
        pod.link.hello = pod.link.hello._replace(seats=2)
        now(device, pod)
        pod.edge(0, True)
        device.wait(0.008)
        device.board.tap("paddle-2")
        seen = verdict(device)
        assert [one.seat for one in seen.order] == [0, 2]
        assert seen.band_ms == 2.4 == round(TieBand.between([POD, GPIO]).always * 1000, 3)

    def test_two_clocks_two_milliseconds_apart_are_a_dead_heat(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        assert pod.link.hello is not None
        pod.link.hello = pod.link.hello._replace(seats=2)
        device.board.bounce = 0.0
        now(device, pod)
        pod.edge(0, True)
        device.wait(0.002)
        device.board.tap("paddle-2")
        assert verdict(device).first == (0, 2)

    def test_a_press_before_now_is_a_false_start_on_the_pod_too(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        view = count_down(device, pod)
        pod.slap(device, 1)
        assert view.stage.early == {1: 1}

    def test_leaning_and_stuck_paddles_are_found_with_the_pin_of_the_pod(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        pod.edge(2, True)
        pod.slap(device, 0, 1)
        device.wait(1.5)
        view = device.view
        assert isinstance(view, CountdownView)
        assert view.stage.problems == {2: ButtonProblem.LEANING}
        device.wait(20)
        assert view.stage.problems == {2: ButtonProblem.STUCK}
        assert shows(view, "Stuck button: ▲ Player 3. Check pod GP4 and ground")

    def test_a_stuck_paddle_of_the_pod_sends_everybody_to_the_ark(self, device: Rehearsal, pod: Podium) -> None:
        pod.connect(device)
        pod.edge(1, True)
        device.wait(25)
        assert [(fault.part, fault.what) for fault in device.context.app.faults] == [("paddle-1", "stuck")]
        device.push()
        device.back()
        begin_practice(device)
        assert shows(device.view, "paddle 2 fails: use the Ark")


class TestMeasured:
    def test_the_verdict_waits_as_long_as_the_edges_of_this_pod_take(self, device: Rehearsal, pod: Podium) -> None:
        begin_practice(device)
        pod.connect(device)
        for late, reach in ((0.003, POD.reach), (0.045, 0.045), (0.7, LONGEST_REACH)):
            pod.link.late.extend([late] * 1000)
            device.push()
            assert device.context.app.track.referee.longest_reach == reach
            device.back()
            device.push()

    def test_pins_whose_queue_nobody_can_look_into_are_waited_for(
        self, device: Rehearsal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begin_practice(device)
        device.push()
        assert device.context.app.track.referee.longest_reach == GPIO.reach
        device.back()
        device.push()
        monkeypatch.delattr(SimulatedPins, "collect")
        device.push()
        assert device.context.app.track.referee.longest_reach == SLOW_GPIO.reach

    def test_its_clock_stands_from_arming_to_the_verdict(self, device: Rehearsal, pod: Podium) -> None:
        begin_practice(device)
        pod.connect(device)
        assert pod.link.clock is not None
        now(device, pod)
        assert pod.link.clock._frozen is not None
        pod.slap(device, 1)
        verdict(device)
        device.push()
        assert pod.link.clock._frozen is None

    def test_lost_edges_of_the_pod_have_the_race_run_again(self, device: Rehearsal, pod: Podium) -> None:
        begin_practice(device)
        pod.connect(device)
        now(device, pod)
        pod.link.lost += 1
        device.wait(0.3)
        assert shows(device.view, "Race again!")


class TestOtherwise:
    def test_a_pod_paddle_answers_whose_hand_it_was(self, device: Rehearsal, pod: Podium) -> None:
        match = begin_race(device)
        pod.connect(device)
        device.context.app.settings.change("slap", "ark")
        device.back()
        device.back()
        now(device, pod)
        device.tap("dome")
        device.wait(0.2)
        assert isinstance(device.view, HandView)
        pod.slap(device, 2)
        assert match.answers[-1] == "slap-2"

    def test_it_is_held_as_long_as_its_contact_is_closed(self, device: Rehearsal, pod: Podium) -> None:
        pod.connect(device)
        pod.edge(3, True)
        device.wait(0.1)
        assert device.panel.list_held_buttons() == ["paddle-3"]
        pod.edge(3, False)
        device.wait(0.3)
        assert device.panel.list_held_buttons() == []

    def test_its_lamps_are_those_of_the_lid(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        count_down(device, pod)
        assert pod.lamps == [True, True, True, False, False]

    def test_its_ring_shows_what_the_bar_shows_and_no_more_than_a_port_can_feed(
        self, device: Rehearsal, pod: Podium
    ) -> None:
        device.context.app.settings.change("brightness", "high")
        begin_race(device)
        pod.connect(device)
        count_down(device, pod)
        first = pod.colours
        assert len(first) == 16
        assert all(red > 0 and blue == 0 for red, _, blue in first)
        device.wait_for_now()
        device.wait(0.05)
        assert all(green > red for red, green, _ in pod.colours)
        assert estimate_milliamps(pod.colours) <= RING_MILLIAMPS

    def test_a_pod_that_comes_late_shows_what_is_lit_already(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        count_down(device, pod)
        pod.pull()
        device.wait(0.1)
        pod.connect(device)
        assert pod.lamps == [True, True, True, False, False]
        assert any(any(colour) for colour in pod.colours)

    def test_it_is_dark_when_the_box_ends(self, tmp_path: Path, pod: Podium) -> None:
        with Rehearsal(tmp_path, pod=pod.plug) as device:
            begin_race(device)
            pod.connect(device)
            count_down(device, pod)
            assert any(pod.lamps)
        assert pod.closed
        assert not any(pod.lamps)
        assert set(pod.colours) == {(0, 0, 0)}


class TestUnplugged:
    def test_a_pod_that_goes_is_named_and_one_that_comes_back_is_not(self, device: Rehearsal, pod: Podium) -> None:
        pod.connect(device)
        assert not device.context.app.faults
        pod.pull()
        device.wait(1)
        assert [(fault.part, fault.wire) for fault in device.context.app.faults] == [("pod", "its USB cable")]
        pod.connect(device)
        assert not device.context.app.faults

    def test_in_the_countdown_now_waits_for_it(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        view = count_down(device, pod)
        pod.pull()
        device.wait(20)
        assert device.view is view
        assert shows(view, "No pod. Plug it in again.")
        pod.connect(device)
        device.wait_for_now()
        pod.slap(device, 0)
        assert verdict(device).winner == 0

    def test_in_the_countdown_a_push_continues_on_the_ark(self, device: Rehearsal, pod: Podium) -> None:
        match = begin_race(device)
        pod.connect(device)
        count_down(device, pod)
        pod.pull()
        device.wait(1)
        device.push()
        device.wait_for_now()
        device.tap("dome")
        device.wait(0.2)
        device.pick("● Player 1")
        assert match.answers[-1] == "slap-0"

    def test_after_now_whoever_is_ready_slaps_the_ark(self, device: Rehearsal, pod: Podium) -> None:
        match = begin_race(device)
        pod.connect(device)
        view = now(device, pod)
        pod.pull()
        device.wait(1)
        assert shows(view, "No pod. Plug it in again.")
        device.wait(GRACE)
        assert shows(view, "No pod: slap the Ark!")
        device.tap("dome")
        device.wait(0.2)
        device.pick("▲ Player 3")
        assert match.answers[-1] == "slap-2"

    def test_a_reset_in_the_middle_of_a_race_changes_nothing(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        now(device, pod)
        pod.link.restart_handshake()
        device.wait(GRACE / 2)
        assert pod.simulated is not None
        pod.simulated.reset()
        for _ in range(40):
            pod._pass()
            device.wait(0.02)
        pod.slap(device, 1)
        assert verdict(device).winner == 1

    def test_where_the_lid_has_paddles_that_were_heard_they_are_raced_on(self, device: Rehearsal, pod: Podium) -> None:
        for seat in range(3):
            device.tap(f"paddle-{seat}")
        begin_race(device)
        pod.connect(device)
        view = now(device, pod)
        pod.pull()
        device.wait(GRACE + 0.5)
        assert shows(view, "● ■ ▲: slap the paddle!")
        slap(device, 1)
        assert verdict(device).winner == 1

    def test_without_pod_and_ark_people_tell_who_was_first(self, device: Rehearsal, pod: Podium) -> None:
        match = begin_race(device)
        pod.connect(device)
        device.board.break_part("dome", "dead")
        device.wait(1)
        view = now(device, pod)
        pod.pull()
        device.wait(10)
        assert device.view is view
        device.back()
        device.back()
        assert not isinstance(device.view, ReadyView)
        device.pick("▲ Player 3")
        assert match.answers[-1] == "slap-2"

    def test_before_a_race_it_is_missed_and_the_ark_is_slapped(self, device: Rehearsal, pod: Podium) -> None:
        pod.connect(device)
        pod.pull()
        device.wait(STRIP_SECONDS + 1)
        begin_practice(device)
        assert shows(device.view, "No pod: slap the Ark")
        pod.connect(device)
        assert shows(device.view, "push the dial: ready")
        device.back()
        assert isinstance(device.view, PickView)

    def test_while_the_order_of_the_rest_is_taken_down_nothing_hangs(self, device: Rehearsal, pod: Podium) -> None:
        begin_race(device)
        pod.connect(device)
        now(device, pod)
        pod.edge(1, True)
        device.wait(0.1)
        pod.pull()
        assert verdict(device).winner == 1
        device.push()
        assert not isinstance(device.view, CountdownView)


def test_the_self_test_asks_for_the_ring_the_lamps_and_the_paddles_of_the_pod(tmp_path: Path, pod: Podium) -> None:
    with Rehearsal(tmp_path, pod=pod.plug, wiring=Wiring.of_build("race")) as device:
        pod.connect(device)
        device.pick("Self-test")
        test = device.app.self_test
        assert test is not None
        while test.part != "pod":
            device.push()
        assert any(pod.colours)
        device.push()
        assert test.part == "lamps"
        device.back()
        assert test.part is not None
        assert (test.part, test.wires[test.part]) == ("dome-lamp", "GPIO21 (header pin 40)")
        device.push()
        assert (test.part, test.wires[test.part]) == ("paddle-0-lamp", "pod GP10")
        while not test.is_moved_part:
            device.push()
        pod.slap(device, 0)
        assert [finding.part for finding in test.findings][-1] == "paddle-0"
        assert test.failures == []
