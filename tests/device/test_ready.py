"""Ready taps: everybody proves the paddle before a race of a match, and who does not is asked about by name."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from companion.device.rehearsal import Rehearsal
from companion.device.views.code import CodeView
from companion.device.views.race import CountdownView, MissingView, NowView, ReadyView
from tests.device.paper import draw_checked, shows
from tests.device.track import begin_race, now, slap, verdict


def taps(device: Rehearsal) -> ReadyView:
    """A race of three that waits for taps."""
    begin_race(device)
    assert isinstance(device.view, ReadyView)
    return device.view


class TestEverybody:
    def test_when_all_have_tapped_the_countdown_begins_without_a_push(self, device: Rehearsal) -> None:
        view = taps(device)
        pushes = device.pushes
        device.tap("paddle-0")
        device.tap("paddle-2")
        assert device.view is view
        device.tap("paddle-1")
        assert isinstance(device.view, CountdownView)
        assert device.pushes == pushes

    def test_a_ready_tap_is_no_false_start(self, device: Rehearsal) -> None:
        taps(device)
        device.tap("paddle-0", "paddle-1", "paddle-2")
        assert isinstance(device.view, CountdownView)
        assert device.view.stage.early == {}
        device.wait_for_now()
        slap(device, 1)
        assert verdict(device).early == ()

    def test_the_lamps_and_the_screen_tell_who_is_missing(self, device: Rehearsal) -> None:
        view = taps(device)
        assert shows(view, "tap your paddle: ready")
        device.tap("paddle-1")
        assert shows(view, "waiting for ● ▲")
        assert set(view.lamps()) == {0, 2}
        assert not device.board.lamp("paddle-1")

    def test_a_spark_on_the_wire_is_no_tap(self, device: Rehearsal) -> None:
        view = taps(device)
        pin = device.board._pin(device.board.wiring.buttons["paddle-0"].pin)
        pin.short(True)
        device.board.advance(0.000_03)
        pin.short(False)
        device.wait(1)
        assert view.stage.ready == set()

    def test_nobody_is_hurried_before_the_first_tap(self, device: Rehearsal) -> None:
        view = taps(device)
        device.wait(120)
        assert device.view is view

    def test_where_all_slap_the_ark_a_push_begins(self, device: Rehearsal) -> None:
        device.context.app.settings.change("slap", "ark")
        begin_race(device)
        device.push()
        assert isinstance(device.view, CountdownView)

    def test_in_a_practice_race_it_is_an_option(self, device: Rehearsal) -> None:
        device.pick("Practice race")
        device.pick("2 racers")
        assert isinstance(device.view, ReadyView)
        assert not device.view.stage.taps
        device.back()
        device.pick("Ready taps")
        device.pick("2 racers")
        assert isinstance(device.view, ReadyView)
        assert device.view.stage.taps
        device.tap("paddle-0", "paddle-1")
        assert isinstance(device.view, CountdownView)


class TestMissing:
    def test_a_missing_tap_is_asked_about_by_name(self, device: Rehearsal) -> None:
        device.app.settings.change("ready", "5")
        taps(device)
        device.tap("paddle-0", "paddle-2")
        device.wait(4)
        assert isinstance(device.view, ReadyView)
        device.wait(1.5)
        assert isinstance(device.view, MissingView)
        assert shows(device.view, "■ Player 2 hasn't tapped")

    def test_a_push_asks_at_once(self, device: Rehearsal) -> None:
        taps(device)
        device.tap("paddle-0", "paddle-1")
        device.push()
        assert shows(device.view, "▲ Player 3 hasn't tapped")

    def test_their_tap_answers_the_question(self, device: Rehearsal) -> None:
        taps(device)
        device.tap("paddle-0", "paddle-2")
        device.push()
        device.tap("paddle-1")
        assert isinstance(device.view, CountdownView)

    def test_waiting_goes_on_with_those_who_tapped(self, device: Rehearsal) -> None:
        taps(device)
        device.tap("paddle-0", "paddle-2")
        device.push()
        device.pick("Wait")
        assert isinstance(device.view, ReadyView)
        assert device.view.stage.missing == [1]
        device.tap("paddle-1")
        assert isinstance(device.view, CountdownView)

    def test_players_sitting_out_do_not_race(self, device: Rehearsal) -> None:
        match = begin_race(device)
        device.board.break_part("paddle-1", "unplugged")
        device.tap("paddle-0", "paddle-1", "paddle-2")
        device.push()
        device.pick("Sit out")
        assert isinstance(device.view, CountdownView)
        assert [seat.index for seat in device.view.attempt.seats] == [0, 2]
        device.wait_for_now()
        slap(device, 2)
        verdict(device)
        assert match.answers[-1] == "slap-2"

    def test_when_all_sit_out_nothing_is_answered(self, device: Rehearsal) -> None:
        match = begin_race(device)
        before = list(match.answers)
        for _ in range(3):
            device.push()
            device.pick("Sit out")
        assert not isinstance(device.view, ReadyView)
        assert match.answers == before

    def test_somebody_may_race_on_a_phone_instead(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path, address="http://arkside.local:8377/") as device:
            taps(device)
            device.tap("paddle-0", "paddle-2")
            device.push()
            device.pick("Race on a phone")
            assert isinstance(device.view, CodeView)
            assert shows(device.view, "■ Player 2: open this page")
            phones, phone = device.context.app.track.phones, object()
            phones.join(1, phone, device.clock.now)
            device.push()
            assert isinstance(device.view, ReadyView)
            now(device)
            phones.touch(phone, True, device.clock.now)
            assert verdict(device).friendly == (1,)

    def test_without_a_page_no_phone_is_offered(self, device: Rehearsal) -> None:
        taps(device)
        device.push()
        assert isinstance(device.view, MissingView)
        assert [row.label for row in device.view.rows] == ["Wait", "Sit out"]

    def test_back_and_help_are_as_before_any_race(self, device: Rehearsal) -> None:
        view = taps(device)
        device.tap("dome")
        assert device.view is not view
        device.push()
        assert isinstance(device.view, ReadyView)
        device.back()
        assert not isinstance(device.view, ReadyView)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_long_names_stay_on_the_screen(tmp_path: Path, language: str) -> None:
    with Rehearsal(tmp_path, language, address="http://arkside.local:8377/") as device:
        say = device.context.say
        device.pick(say("Practice race"))
        device.pick(say("Ready taps"))
        device.pick(say("{n} racers", n=5))
        assert isinstance(device.view, ReadyView)
        for seat in device.view.attempt.seats:
            seat.name = "WWWWWWWWWWWWWWWW"
        draw_checked(device.view)
        device.tap("paddle-4")
        draw_checked(device.view)
        device.push()
        draw_checked(device.view)
        device.pick(say("Race on a phone"))
        draw_checked(device.view)


@pytest.mark.golden
def test_ready_taps_look_like_this(device: Rehearsal, same_picture: Callable[[Image.Image, str], None]) -> None:
    device.pick("Practice race")
    device.pick("Ready taps")
    device.pick("3 racers")
    same_picture(device.picture(), "ready-1-nobody")
    device.tap("paddle-1")
    same_picture(device.picture(), "ready-2-one")
    device.push()
    same_picture(device.picture(), "ready-3-missing")


class TestLostEdges:
    def test_a_race_with_lost_edges_is_run_again_by_all(self, device: Rehearsal) -> None:
        match = begin_race(device)
        before = list(match.answers)
        now(device)
        device.board._pin(device.board.wiring.buttons["paddle-1"].pin).lost = 3  # type: ignore[attr-defined]
        slap(device, 0)
        device.wait(0.5)
        assert shows(device.view, "Race again!")
        assert shows(device.view, "Some slaps got lost (■ Player 2)")
        assert match.answers == before
        device.push()
        assert isinstance(device.view, CountdownView)
        device.wait_for_now()
        assert isinstance(device.view, NowView)
        slap(device, 0)
        assert verdict(device).winner == 0
        assert match.answers[-1] == "slap-0"
