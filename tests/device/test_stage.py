"""ScreenSaver for the screens, rhythms of lamps, lights and sounds."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.core.face import BLINKS, LIGHTS, SEAT_LIGHTS, FallbackFace, Light
from companion.core.facts import FactChange
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.seat import PLACES
from companion.device.rehearsal import Rehearsal
from companion.device.screen_saver import CONTRASTS, DIM_AFTER, DIMMED, SHIFT_EVERY, SHIFTS, SLEEP_AFTER, ScreenSaver
from companion.device.sounds import TUNES
from companion.device.stage import FRAME_SECONDS, PATTERNS, find_blink_state
from companion.device.views.pick import PickView
from tests.bench.slowest_answers import count_calls
from tests.device.hands import answers_of, begin_noah, play
from tests.device.paper import WatchedPencil
from tests.drivers.currents import estimate_milliamps

MOST_CALLS_A_SECOND = 3_000
"""Function calls of a device that nobody touches, less than a hundredth of a core on any Pi."""


class TestCare:
    def test_a_screen_in_use_is_as_bright_as_wanted(self) -> None:
        assert ScreenSaver(0).rest(10, "high").contrast == CONTRASTS["high"]

    def test_it_dims_after_a_while(self) -> None:
        assert ScreenSaver(0).rest(DIM_AFTER, "high").contrast == DIMMED

    def test_it_sleeps_when_nobody_comes(self) -> None:
        assert not ScreenSaver(0).rest(SLEEP_AFTER - 1, "high").asleep
        assert ScreenSaver(0).rest(SLEEP_AFTER, "high").asleep

    def test_a_touch_that_wakes_does_nothing_else(self) -> None:
        screen_saver = ScreenSaver(0)
        assert not screen_saver.touch(DIM_AFTER + 1)
        assert screen_saver.touch(DIM_AFTER + 1 + SLEEP_AFTER)

    def test_pictures_move_and_come_back(self) -> None:
        shifts = []
        for n in range(5):
            screen_saver = ScreenSaver(0)
            screen_saver.touch(n * SHIFT_EVERY)
            shifts.append(screen_saver.rest(n * SHIFT_EVERY, "low").shift)
        assert shifts == [*SHIFTS, SHIFTS[0]]

    def test_a_picture_never_moves_by_more_than_the_one_pixel_that_views_leave_free(self) -> None:
        assert set(SHIFTS) == {(0, 0), (1, 0), (0, 1), (1, 1)}

    @given(some.floats(0, 2000))
    def test_it_says_when_to_look_again(self, now: float) -> None:
        rest = ScreenSaver(0).rest(now, "medium")
        assert rest.until > now
        if rest.until != float("inf"):
            before, after = (
                ScreenSaver(0).rest(rest.until - 0.01, "medium"),
                ScreenSaver(0).rest(rest.until + 0.01, "medium"),
            )
            assert before[:3] != after[:3]


class TestCareOnTheGlass:
    def test_an_idle_box_dims_and_then_goes_dark(self, device: Rehearsal) -> None:
        chip = device.board.screens["question"]
        device.wait(DIM_AFTER + 1)
        assert chip.contrast == DIMMED
        assert chip.on
        device.wait(SLEEP_AFTER)
        assert not chip.on
        assert device.board.pixels() == [(0, 0, 0)] * LIGHTS
        assert not any(device.board.lamp(f"paddle-{seat}") for seat in range(5))

    @pytest.mark.parametrize("part", ["paddle-0", "dome", "back"])
    def test_any_button_wakes_it_and_does_nothing_else(self, device: Rehearsal, part: str) -> None:
        match = begin_noah(device)
        device.wait(SLEEP_AFTER + 1)
        device.tap(part)
        assert device.board.screens["question"].on
        assert match.answers == []
        device.tap("paddle-0")
        assert match.answers == ["seat-0"]

    def test_turning_the_dial_wakes_it_too(self, device: Rehearsal) -> None:
        device.wait(SLEEP_AFTER + 1)
        device.turn(1)
        assert device.board.screens["table"].on

    def test_a_dim_screen_reacts_at_once(self, device: Rehearsal) -> None:
        match = begin_noah(device)
        device.wait(DIM_AFTER + 1)
        device.tap("paddle-0")
        assert match.answers == ["seat-0"]
        assert device.board.screens["question"].contrast == CONTRASTS["medium"]

    def test_the_picture_moves_by_a_pixel(self, device: Rehearsal) -> None:
        before = device.board.image("table")
        device.wait(SHIFT_EVERY + 1)
        after = device.board.image("table")
        box, moved = before.getbbox(), after.getbbox()
        assert box is not None
        assert moved is not None
        assert moved[1] == box[1]
        assert after.tobytes() != before.tobytes()


class TestRhythms:
    @pytest.mark.parametrize("rhythm", BLINKS)
    @given(at=some.floats(0, 1e5))
    def test_a_rhythm_changes_exactly_when_it_says(self, rhythm: str, at: float) -> None:
        on, until = find_blink_state(rhythm, at)
        if rhythm == "steady":
            assert (on, until) == (True, float("inf"))
            return
        assert until > at
        assert find_blink_state(rhythm, (at + until) / 2)[0] == on
        assert find_blink_state(rhythm, until + 0.001)[0] != on

    def test_every_seat_has_its_own_rhythm(self) -> None:
        assert len({PATTERNS[blink] for blink in BLINKS}) == len(set(SEAT_LIGHTS)) == len(PLACES)

    def test_the_lamp_of_whose_turn_it_is_blinks_in_their_rhythm(self, device: Rehearsal) -> None:
        match = begin_noah(device, cards="Cards on the screen")
        assert match.question is not None
        seat = match.question.seat
        others = [place for place in range(5) if place != seat]
        for _ in range(40):
            device.wait(0.05)
            assert device.board.lamp(f"paddle-{seat}") == find_blink_state(BLINKS[seat], device.clock.now)[0]
            assert not any(device.board.lamp(f"paddle-{place}") for place in others)

    def test_the_ark_shines_while_it_can_explain(self, device: Rehearsal) -> None:
        assert not device.board.lamp("dome")
        begin_noah(device)
        assert device.board.lamp("dome")


class TestLights:
    def test_noah_is_white_and_the_ferries_fill_from_the_left(self) -> None:
        game = find_game("noah")
        match = Match(game, game.set_up(["Anna", "Ben"], deal="table"))
        for answer in ("seat-0", "elephant-f", "cat-m", "woodpecker-m", "panda-f", "bear-m"):
            match.answer(answer)
        lights = game.face().lights(match.table, match.question)
        assert lights[0].red == lights[0].green == lights[0].blue == 255
        assert lights[2].red < 255, "elephant: 10 of 21 does not reach the third light"
        assert lights[3].green > lights[4].green
        assert lights[6].red == 0, "a woodpecker weighs nothing"

    def test_a_drilled_ferry_warns(self) -> None:
        game = find_game("noah")
        match = Match(game, game.set_up(["Anna", "Ben"], deal="table"))
        for answer in ("seat-0", "elephant-f", "woodpecker-m"):
            match.answer(answer)
        table: Any = match.table
        table.load(table.ferries[1], next(kind for kind in table.pieces.kinds.all if kind.id == "panda-f"))
        light = game.face().lights(table, match.question)[3]
        assert light.red > light.green

    def test_brightness_is_obeyed(self, device: Rehearsal) -> None:
        medium = sum(map(sum, device.board.pixels()))
        device.context.app.settings.change("brightness", "low")
        device.turn(1)
        assert sum(map(sum, device.board.pixels())) < medium

    def test_the_strip_never_draws_more_than_it_may(self, device: Rehearsal) -> None:
        device.context.app.settings.change("brightness", "high")
        match = begin_noah(device, cards="Cards on the screen")
        for answer in answers_of(match, seed=2):
            device.answer(answer)
            assert estimate_milliamps(device.board.pixels()) <= device.panel.lights.limit_milliamps


class TestPlainFace:
    def test_a_game_without_a_face_shows_places_and_points(self) -> None:
        game = find_game("noah")
        match = Match(game, game.set_up(["Anna", "Ben", "WWWWWWWWWWWWWWWW"], seed=1))
        pencil = WatchedPencil()
        FallbackFace().picture(pencil, match.table, match.question)
        assert {"Anna", "Ben", "●", "■", "▲", "0"} <= set(pencil.lines)

    def test_the_zone_of_whose_turn_it_is_shines_brightest(self) -> None:
        game = find_game("noah")
        match = Match(game, game.set_up(["Anna", "Ben"], seed=1))
        assert match.question is not None
        lights = FallbackFace().lights(match.table, match.question)
        assert len(lights) == LIGHTS
        brightest = max(range(LIGHTS), key=lambda place: sum(lights[place][:3]))
        assert brightest // 3 == match.question.seat
        assert lights[brightest].blink == BLINKS[match.question.seat]

    def test_points_are_good_news(self) -> None:
        assert FallbackFace().tune([FactChange("score-0", "1", "3")]) == "good"
        assert FallbackFace().tune([FactChange("noah", "a", "b")]) == ""

    def test_a_dimmed_light_keeps_its_rhythm(self) -> None:
        assert Light(200, 100, 0, "slow").dim(0.5) == Light(100, 50, 0, "slow")


class TestSounds:
    def test_a_tune_is_played_once_however_often_the_screen_is_shown_afterwards(self, device: Rehearsal) -> None:
        played: list[object] = []
        device.panel.buzzer.play = played.append  # type: ignore[method-assign,assignment]
        device.context.play("good")
        device.wait(3)
        assert played == [TUNES["good"]]
        assert not device.context.tunes

    def test_of_several_tunes_asked_for_at_once_only_the_last_is_heard(self, device: Rehearsal) -> None:
        played: list[object] = []
        device.panel.buzzer.play = played.append  # type: ignore[method-assign,assignment]
        device.context.play("good")
        device.context.play("bad")
        device.wait(3)
        assert played == [TUNES["bad"]]

    def test_every_tune_a_face_may_name_exists(self, device: Rehearsal) -> None:
        heard: set[str] = set()
        match = begin_noah(device)
        device.context.play = heard.add  # type: ignore[method-assign,assignment]
        play(device, answers_of(match, seed=5))
        device.read_on()
        assert {"load", "depart", "round", "victory", "click"} <= heard <= set(TUNES)

    def test_every_tune_can_be_played_and_ends_soon(self, device: Rehearsal) -> None:
        for name, notes in TUNES.items():
            device.panel.buzzer.play(notes)
            assert sum(seconds for _, seconds in notes) < 1.5, name
            device.wait(2)
            assert device.board.sound() is None


def test_an_idle_host_asks_to_be_woken_only_a_few_times_a_second(device: Rehearsal) -> None:
    assert isinstance(device.view, PickView)
    steps = 0
    end = device.clock.now + 10
    while device.clock.now < end:
        due = device.host.step()
        assert due > device.clock.now
        device.board.advance(due - device.clock.now)
        steps += 1
    assert steps <= 80


def count_pictures(device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Collect the times at which pictures are handed to the question screen from now on."""
    screen, times = device.panel.question_screen, list[float]()
    show = screen.show
    monkeypatch.setattr(screen, "show", lambda image: (times.append(device.clock.now), show(image)))
    return times


def test_a_dial_that_is_spun_draws_no_picture_that_nobody_could_see(
    device: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = device.view
    assert isinstance(view, PickView)
    times = count_pictures(device, monkeypatch)
    began = device.clock.now
    device.turn(12)
    assert view.at == 12 % len(view.rows)
    assert times[0] < began + FRAME_SECONDS, "the first step shows at once"
    assert all(later - earlier >= FRAME_SECONDS - 1e-9 for earlier, later in pairwise(times))
    assert len(times) < 12


def test_the_last_step_of_a_spun_dial_is_what_remains_on_the_screen(device: Rehearsal) -> None:
    view = device.view
    assert isinstance(view, PickView)
    device.turn(7)
    drawn = WatchedPencil()
    view.draw(drawn)
    assert device.board.image("question").tobytes() == drawn.image.tobytes()
    assert device.host.stage.words["question"].marked == drawn.marked


def test_another_view_never_waits_for_its_turn_to_be_drawn(device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    times = count_pictures(device, monkeypatch)
    device.host.view.turn(1)
    device.host.redraw()
    device.host.step()
    device.host.view.push()
    device.host.redraw()
    device.host.step()
    assert times == [device.clock.now] * 2


def test_an_idle_box_sends_nothing_but_a_heartbeat_to_its_screens(device: Rehearsal) -> None:
    device.wait(1)
    before = device.panel.question_screen.bytes_sent
    device.wait(60)
    assert device.panel.question_screen.bytes_sent - before <= 60


def test_an_idle_box_writes_nothing_to_the_disk(device: Rehearsal, tmp_path: Path) -> None:
    match = begin_noah(device)
    play(device, answers_of(match, seed=2)[:4])
    before = {file: (file.stat().st_mtime_ns, file.stat().st_size) for file in tmp_path.iterdir()}
    device.wait(30 * 60)
    assert {file: (file.stat().st_mtime_ns, file.stat().st_size) for file in tmp_path.iterdir()} == before


def test_an_idle_box_does_next_to_nothing(device: Rehearsal) -> None:
    begin_noah(device)
    assert count_calls(lambda: device.wait(60)) < MOST_CALLS_A_SECOND * 60
