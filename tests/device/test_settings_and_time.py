"""Settings people expect, and the time they may think."""

from pathlib import Path

import pytest
from PIL import ImageChops

from companion.core.data_folder import read_settings
from companion.device.rehearsal import Rehearsal
from companion.device.sounds import TUNES
from companion.device.stage import VOLUMES
from companion.device.turn_call import CALL_SECONDS
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.service.notes import Notes
from tests.device.hands import answers_of, asked, begin_noah, play
from tests.device.paper import draw_checked, shows


def value(device: Rehearsal, label: str) -> str:
    assert isinstance(device.view, PickView)
    return next(row.value for row in device.view.rows if row.label == label)


def heard(device: Rehearsal) -> list[object]:
    """Every tune from now on."""
    tunes: list[object] = []
    device.panel.buzzer.play = tunes.append  # type: ignore[method-assign,assignment]
    return tunes


class TestSound:
    def test_the_volume_has_three_steps_and_off(self, device: Rehearsal, tmp_path: Path) -> None:
        device.pick("Settings")
        values = [value(device, "Volume")]
        for _ in range(3):
            device.pick("Volume")
            values.append(value(device, "Volume"))
        assert values == ["normal", "loud", "off", "soft"]
        assert read_settings(tmp_path)["volume"] == "low"

    @pytest.mark.parametrize("volume", VOLUMES)
    def test_each_step_is_a_shorter_swing_of_the_coil(self, device: Rehearsal, volume: str) -> None:
        device.context.app.settings.change("volume", volume)
        device.panel.buzzer.volume = 1.0
        device.context.play("now")
        device.host.step()
        assert device.panel.buzzer._tone.pwm_device.value == pytest.approx(0.5 * VOLUMES[volume])

    def test_a_box_that_was_silent_before_there_were_steps_stays_silent(self, tmp_path: Path) -> None:
        (tmp_path / "settings.toml").write_text('sound = "off"\n')
        with Rehearsal(tmp_path) as device:
            assert device.context.app.settings.is_silent
            device.context.app.settings.change("volume", "low")
            assert not device.context.app.settings.is_silent
        assert "sound" not in read_settings(tmp_path)

    @pytest.mark.parametrize(("hour", "silent"), [(21, False), (22, True), (3, True), (7, False), (12, False)])
    def test_at_night_it_is_silent(self, device: Rehearsal, hour: int, silent: bool) -> None:
        device.context.app.settings.change("night", "22")
        device.context.app.settings.hour = lambda: hour
        tunes = heard(device)
        device.push()
        assert bool(tunes) is not silent


class TestScreens:
    def test_swapped_screens_show_the_question_on_the_right(self, device: Rehearsal) -> None:
        left, right = device.image("question").tobytes(), device.image("table").tobytes()
        device.context.app.settings.change("swap", "yes")
        device.host.redraw()
        device.host.step()
        assert (device.image("question").tobytes(), device.image("table").tobytes()) == (right, left)

    def test_flipped_screens_stand_on_their_head(self, device: Rehearsal) -> None:
        before = device.image("question")
        device.context.app.settings.change("flip", "yes")
        device.host.redraw()
        device.host.step()
        flipped = device.image("question").rotate(180)
        assert flipped.crop((1, 1, 128, 64)).tobytes() == before.crop((0, 0, 127, 63)).tobytes()

    @pytest.mark.parametrize("flip", ["no", "yes"])
    def test_no_dot_is_lost_when_a_picture_moves_against_burn_in(self, device: Rehearsal, flip: str) -> None:
        device.context.app.settings.change("flip", flip)
        device.host.redraw()
        device.host.step()
        before = device.image("table")
        assert before.getbbox() is not None
        device.panel.table_screen.shift(1, 1)
        assert device.image("table").tobytes() == ImageChops.offset(before, 1).tobytes()

    def test_a_swapped_screen_that_fails_moves_the_question_to_the_other(self, device: Rehearsal) -> None:
        device.context.app.settings.change("swap", "yes")
        device.board.break_part("table", "unplugged")
        device.wait(20)
        device.turn(1)
        device.turn(-1)
        assert device.panel.table_screen.fault is not None
        assert device.image("question").getbbox() is not None

    def test_the_screens_sleep_when_people_say(self, device: Rehearsal) -> None:
        device.context.app.settings.change("sleep", "2")
        device.wait(110)
        assert not device.panel.question_screen.asleep
        device.wait(20)
        assert device.panel.question_screen.asleep


class TestColours:
    def test_two_places_swap_and_new_matches_have_it(self, device: Rehearsal, tmp_path: Path) -> None:
        device.pick("Settings")
        device.pick("Seat colours")
        device.push()
        assert [row.value for row in device.view.rows][:2] == ["blue", "red"]  # type: ignore[attr-defined]
        device.back()
        device.back()
        match = begin_noah(device)
        assert [seat.colour for seat in match.setup.seats] == ["blue", "red"]
        assert read_settings(tmp_path)["colours"].startswith("blue red")


class TestAbout:
    def test_about_tells_version_address_and_room(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path, address="http://192.168.1.20:8080/") as device:
            device.pick("About")
            assert isinstance(device.view, ReadingView)
            text = " ".join(device.view.lines)
        assert "% full" in text
        assert "http://192.168.1.20:8080/" in text.replace(" ", "")

    def test_switching_off_is_asked_about_and_only_where_it_can_be_done(
        self, device: Rehearsal, tmp_path: Path
    ) -> None:
        device.pick("Settings")
        assert "Switch off" not in [row.label for row in device.view.rows]  # type: ignore[attr-defined]
        device.back()
        device.context.app.notes = Notes(tmp_path)
        device.pick("Settings")
        device.pick("Switch off")
        device.push()
        assert not (tmp_path / "requests" / "power-off").exists()
        device.pick("Switch off")
        device.pick("Switch off")
        assert (tmp_path / "requests" / "power-off").exists()
        assert shows(device.view, "Unplug when the screen says so.")


class TestTime:
    def asked_of_somebody(self, device: Rehearsal) -> None:
        match = begin_noah(device)
        answers = answers_of(match, seed=4)
        while asked(match).seat < 0:
            play(device, answers[len(match.answers) :][:1])
        device.read_on()

    def test_no_clock_is_shown_unless_people_want_one(self, device: Rehearsal) -> None:
        self.asked_of_somebody(device)
        assert device.view.corner == ""

    def test_remaining_time_is_shown_small_and_ends_with_a_sound(self, device: Rehearsal) -> None:
        device.context.app.settings.change("thinking", "2")
        self.asked_of_somebody(device)
        assert device.view.corner == "2'"
        assert "2'" in draw_checked(device.view).lines
        tunes = heard(device)
        device.wait(65)
        assert device.view.corner.startswith("0:5")
        device.wait(70)
        assert device.view.corner == "0:00"
        assert TUNES["bad"] in tunes

    def test_a_pause_stops_the_clock(self, device: Rehearsal) -> None:
        device.context.app.settings.change("thinking", "2")
        self.asked_of_somebody(device)
        device.back()
        device.wait(100)
        device.back()
        assert device.view.corner == "2'"

    def test_the_reminder_is_a_light_first_and_then_a_sound(self, device: Rehearsal) -> None:
        device.context.app.settings.change("reminder", "30")
        self.asked_of_somebody(device)
        tunes = heard(device)
        seat = asked(device.match).seat  # type: ignore[arg-type]
        device.wait(29 - CALL_SECONDS)
        assert device.view.timer is not None
        assert not device.view.timer.urgent
        device.wait(2)
        assert device.view.timer.urgent
        assert not tunes
        blinks = set()
        for _ in range(10):
            device.wait(0.1)
            blinks.add((device.board.lamp(f"paddle-{seat}"), any(device.board.pixels()[0])))
        assert len(blinks) > 1
        device.wait(30)
        assert tunes == [TUNES["reminder"]]

    def test_an_answer_restarts_the_clock(self, device: Rehearsal) -> None:
        device.context.app.settings.change("reminder", "30")
        self.asked_of_somebody(device)
        device.wait(40)
        match = device.match
        assert match is not None
        play(device, answers_of(match, seed=4)[:1])
        device.read_on()
        assert device.view.timer is None or not device.view.timer.urgent


def test_an_idle_clock_wakes_the_loop_once_a_minute(device: Rehearsal) -> None:
    device.context.app.settings.change("thinking", "60")
    TestTime().asked_of_somebody(device)
    steps = 0
    step = device.host.step

    def counted() -> float:
        nonlocal steps
        steps += 1
        return step()

    device.host.step = counted  # type: ignore[method-assign]
    device.panel.question_screen.bytes_sent = 0
    device.wait(50)
    assert device.view.corner.endswith("'")
    assert device.panel.question_screen.bytes_sent < 2000
