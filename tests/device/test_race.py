"""Races on the whole device: hands on bouncing paddles, real gpiozero, the referee, screens, lights and journal."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.app.races import COUNT_SECONDS, COUNTS, LONGEST_HOLD, SHORTEST_HOLD
from companion.core.face import AMBER, GREEN, LIGHTS
from companion.core.journal import Journal
from companion.core.question import Race
from companion.device.rehearsal import Rehearsal
from companion.device.stage import BRIGHTNESS
from companion.device.views.race import CountdownView, NowView, ReadyView, VerdictView
from companion.device.views.reading import ReadingView
from companion.phone.race_view import describe_race
from tests.device.hands import asked
from tests.device.paper import draw_checked, shows
from tests.device.track import (
    begin_race,
    count_down,
    last_detail,
    leave_at_a_duel,
    now,
    race_again_after_a_dead_heat,
    slap,
    verdict,
)


def seconds_to_now(device: Rehearsal) -> float:
    """How long the countdown and the hold take."""
    count_down(device)
    began = device.clock.now
    device.wait_for_now()
    device.back()
    device.back()
    return device.clock.now - began


class TestCountdown:
    def test_a_slap_waits_until_all_are_ready(self, device: Rehearsal) -> None:
        match = begin_race(device)
        device.wait(30)
        assert isinstance(device.view, ReadyView)
        assert shows(device.view, "●■▲")
        assert isinstance(match.question, Race)

    def test_it_counts_down_on_the_screen_the_lights_and_the_buzzer(self, device: Rehearsal) -> None:
        begin_race(device)
        view = count_down(device)
        lit = []
        for count in ("3", "2", "1", "…"):
            assert shows(view, count)
            lit.append(sum(colour != (0, 0, 0) for colour in device.board.pixels()))
            device.wait(COUNT_SECONDS)
        assert lit == sorted(lit, reverse=True)
        assert lit[0] == LIGHTS

    def test_each_count_is_heard_and_now_is_higher(self, device: Rehearsal) -> None:
        begin_race(device)
        for seat in range(3):
            device.board.tap(f"paddle-{seat}")
        tones = set()
        while not isinstance(device.view, NowView):
            device.wait(0.01)
            tones.add(device.board.sound())
        low = max(tone for tone in tones if tone is not None and tone < 600)
        device.wait(0.05)
        high = device.board.sound()
        assert high is not None
        assert high > low

    def test_each_count_is_heard_once(self, device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
        heard: list[str] = []
        begin_race(device)
        monkeypatch.setattr(device.app, "play_tune", heard.append)
        count_down(device)
        device.wait_for_now()
        assert heard.count("count") == COUNTS

    def test_all_lights_are_amber_first_and_green_at_now(self, device: Rehearsal) -> None:
        begin_race(device)
        share = BRIGHTNESS["medium"]
        count_down(device)
        assert device.board.pixels()[0] == AMBER.dim(share)[:3]
        device.wait_for_now()
        assert device.board.pixels() == [GREEN.dim(share)[:3]] * LIGHTS

    def test_only_the_lamps_of_racers_shine(self, device: Rehearsal) -> None:
        begin_race(device, players=3)
        count_down(device)
        assert [device.board.lamp(f"paddle-{seat}") for seat in range(5)] == [True, True, True, False, False]

    def test_the_hold_is_drawn_so_that_nobody_can_count_along(self, tmp_path: Path) -> None:
        waits = []
        for seed in range(4):
            with Rehearsal(tmp_path / str(seed), seed=seed) as device:
                begin_race(device)
                waits.append(seconds_to_now(device))
        assert len({round(wait, 1) for wait in waits}) > 2
        counted = COUNTS * COUNT_SECONDS
        assert all(counted + SHORTEST_HOLD - 0.3 <= wait <= counted + LONGEST_HOLD + 1 for wait in waits)

    def test_back_leaves_the_countdown_and_asks_again(self, device: Rehearsal) -> None:
        match = begin_race(device)
        answers = list(match.answers)
        count_down(device)
        device.back()
        device.back()
        assert isinstance(device.view, ReadyView)
        assert match.answers == answers

    def test_the_ark_explains_before_the_race(self, device: Rehearsal) -> None:
        begin_race(device)
        device.tap("dome")
        assert isinstance(device.view, ReadingView)
        device.push()
        assert isinstance(device.view, ReadyView)


class TestVerdict:
    def test_the_first_hand_wins_and_the_margin_is_shown(self, device: Rehearsal) -> None:
        match = begin_race(device)
        now(device)
        slap(device, 1, 0, 2, gap=0.002)
        result = verdict(device)
        assert [timed.seat for timed in result.order] == [1, 0, 2]
        assert [round(timed.margin_ms) for timed in result.order] == [0, 2, 4]
        assert shows(device.view, "■ Player 2")
        assert shows(device.view, "● Player 1 +2.0 ms")
        assert match.answers[-1] == "slap-1"
        assert last_detail(device) == result

    def test_it_is_there_within_fifty_milliseconds_of_the_first_edge(self, device: Rehearsal) -> None:
        begin_race(device)
        now(device)
        device.board.press("paddle-2")
        device.wait(0.05)
        assert isinstance(device.view, VerdictView)

    @pytest.mark.parametrize("bounce", [0.0, 0.03, 0.09])
    def test_the_bouncier_button_does_not_lose(self, tmp_path: Path, bounce: float) -> None:
        rng = Random(5)
        with Rehearsal(tmp_path, seed=3) as device:
            device.pick("Practice race")
            device.pick("2 racers")
            device.board.bounce = bounce
            for _ in range(6):
                first, gap = rng.randrange(2), rng.choice([0.001, 0.003, 0.02])
                device.push()
                device.wait_for_now()
                device.wait(0.2)
                slap(device, first, 1 - first, gap=gap, hold=0.3)
                assert verdict(device).winner == first
                device.push()
                device.wait(0.5)

    def test_the_bar_takes_the_colour_of_the_winner(self, device: Rehearsal) -> None:
        begin_race(device)
        now(device)
        device.tap("paddle-0")
        device.wait(0.1)
        assert len(set(device.board.pixels())) == 1
        assert device.board.pixels()[0][0] > 0 == device.board.pixels()[0][1]

    def test_undo_takes_the_slap_back_and_the_race_is_run_again(self, device: Rehearsal) -> None:
        match = begin_race(device)
        device.answer("slap-1")
        assert asked(match).ask == "claim"
        device.back()
        device.pick("Undo")
        device.push()
        assert isinstance(device.view, ReadyView)
        device.answer("slap-0")
        assert match.answers[-1] == "slap-0"

    def test_a_verdict_survives_the_power_cut_before_anybody_has_read_it(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path) as device:
            begin_race(device)
            now(device)
            slap(device, 2)
            verdict(device)
        with Rehearsal(tmp_path) as device:
            assert device.context.app.journal.load_record(1).list_standing_choices()[-1] == "slap-2"


@pytest.fixture
def statements(device: Rehearsal) -> Iterator[list[str]]:
    """Every statement the journal sends to its disk from now on."""
    heard: list[str] = []
    device.context.app.journal._db.set_trace_callback(heard.append)
    yield heard
    device.context.app.journal._db.set_trace_callback(None)


def test_nothing_is_written_from_now_until_the_verdict(device: Rehearsal, statements: list[str]) -> None:
    begin_race(device)
    now(device)
    statements.clear()
    device.wait(5)
    device.board.press("paddle-0")
    while isinstance(device.view, NowView):
        device.wait(0.001)
    assert isinstance(device.view, VerdictView)
    assert statements == []
    device.board.release("paddle-0")
    verdict(device)
    assert any(statement.startswith("INSERT INTO answers") for statement in statements)


class TestFalseStart:
    def test_a_press_before_now_locks_that_seat_for_a_quarter_of_a_second(self, device: Rehearsal) -> None:
        match = begin_race(device)
        count_down(device)
        device.tap("paddle-1")
        assert shows(device.view, "Too early: ■")
        assert not device.board.lamp("paddle-1")
        press_just_before_now(device, "paddle-1")
        assert shows(device.view, "Too early: ■ ×2")
        device.board.tap("paddle-1")
        device.wait(0.15)
        assert isinstance(device.view, NowView)
        slap(device, 0)
        assert verdict(device).winner == 0
        assert last_detail(device).early == ((1, 2),)
        assert match.answers[-1] == "slap-0"

    def test_mashing_is_one_false_start_with_its_count(self, device: Rehearsal) -> None:
        begin_race(device)
        view = count_down(device)
        for _ in range(14):
            device.board.tap("paddle-1", 0.04)
            device.wait(0.08)
        assert view.stage.early == {1: 14}
        assert shows(view, "Too early: ■ ×14")
        assert not device.context.app.faults

    def test_a_locked_racer_may_still_win_after_the_lock(self, device: Rehearsal) -> None:
        begin_race(device)
        count_down(device)
        device.tap("paddle-1")
        device.wait_for_now()
        device.wait(0.3)
        slap(device, 1)
        assert verdict(device).winner == 1


class TestMashing:
    @pytest.mark.parametrize("hertz", [7, 12])
    def test_mashing_from_the_countdown_on_is_a_fair_race_and_no_fault(self, tmp_path: Path, hertz: int) -> None:
        """The masher's slap is the first press after the lock-out; whoever is quicker than that wins."""
        for seed, reaction in enumerate((0.1, 0.2, 0.35, 0.6)):
            with Rehearsal(tmp_path / str(seed), seed=seed) as device:
                device.pick("Practice race")
                device.pick("2 racers")
                device.board.bounce = 0.01
                device.push()
                presses, began, hand_at = mash(device, 1 / hertz, reaction)
                result = verdict(device)
                early = [at for at in presses if at < began]
                opens = max(began, early[-1] + 0.25)
                counts = next((at for at in presses if at >= opens), float("inf"))
                assert result.winner == (0 if counts < hand_at else 1)
                assert dict(result.early) == {0: len(early)}
                assert not device.context.app.faults


def mash(device: Rehearsal, period: float, reaction: float) -> tuple[list[float], float, float]:
    """One hand mashes from the countdown on, the other comes down that long after NOW!; when all that was."""
    presses: list[float] = []
    began, hand_at = 0.0, float("inf")
    press_at = device.clock.now
    while not isinstance(device.view, VerdictView):
        if not began and isinstance(device.view, NowView):
            began = device.context.app.track.referee._now_at or 0.0
        if device.clock.now >= press_at:
            presses.append(device.clock.now)
            device.board.tap("paddle-0", period / 2)
            press_at += period
        if began and hand_at == float("inf") and device.clock.now >= began + reaction:
            hand_at = device.clock.now
            device.board.tap("paddle-1", 0.1)
        device.wait(0.004)
    return presses, began, hand_at


def press_just_before_now(device: Rehearsal, paddle: str) -> None:
    """A hand that comes down a moment too early, once more."""
    view = device.view
    assert isinstance(view, CountdownView)
    device.wait(view.stage._now_at - device.clock.now - 0.09)
    device.board.tap(paddle, 0.04)
    device.wait_for_now()


class TestDeadHeat:
    def test_two_hands_at_once_are_a_dead_heat_and_race_again_alone(self, device: Rehearsal) -> None:
        match = begin_race(device)
        before = list(match.answers)
        now(device)
        device.wait(0.3)
        device.tap("paddle-0", "paddle-2")
        assert verdict(device).first == (0, 2)
        assert shows(device.view, "Dead heat!")
        assert match.answers == before
        device.push()
        assert isinstance(device.view, CountdownView)
        assert [seat.index for seat in device.view.attempt.seats] == [0, 2]
        device.wait_for_now()
        device.tap("paddle-1")
        assert isinstance(device.view, NowView)
        slap(device, 2)
        verdict(device)
        assert match.answers[-1] == "slap-2"

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_a_dead_heat_is_explained_in_full_even_after_a_false_start(self, device: Rehearsal, language: str) -> None:
        begin_race(device)
        device.context.app.settings.change("language", language)
        count_down(device)
        device.tap("paddle-1")
        device.wait_for_now()
        device.tap("paddle-0", "paddle-2")
        assert verdict(device).early
        note = device.context.say("Too close to call. Push the dial: {who} race again.", who="● ▲")
        assert shows(device.view, note)
        race = describe_race(device.app, None, None, language)
        assert race is not None, "on phones too"
        names = device.context.say.join_names(["● Player 1", "▲ Player 3"])
        line = device.context.say("Too close to call: {names} race again.", names=names)
        assert line in race["lines"], "which have no dial to push"
        assert note not in race["lines"]

    def test_the_dead_heat_is_saved_with_the_answer(self, device: Rehearsal) -> None:
        begin_race(device)
        race_again_after_a_dead_heat(device)
        detail = json.loads(device.context.app.journal.load_record(1).answers[-1].detail)
        assert detail["first"] == [0]
        assert [attempt["first"] for attempt in detail["heats"]] == [[0, 1]]


class TestWholeGame:
    def test_a_wrong_claim_reopens_the_race_without_that_seat(self, device: Rehearsal) -> None:
        match = begin_race(device)
        device.answer("slap-1")
        device.answer("wrong")
        assert isinstance(match.question, Race)
        assert match.question.seats == (0, 2)
        now(device)
        device.tap("paddle-1")
        assert isinstance(device.view, NowView)
        slap(device, 2)
        assert verdict(device).winner == 2

    def test_even_one_who_is_left_alone_must_slap(self, device: Rehearsal) -> None:
        match = begin_race(device, players=2)
        device.answer("slap-1")
        device.answer("wrong")
        device.answer("slap-0")
        assert asked(match).ask == "claim"

    def test_a_duel_is_a_race_of_the_two_who_are_tied(self, tmp_path: Path) -> None:
        with Journal(tmp_path) as journal:
            race = leave_at_a_duel(journal)
        with Rehearsal(tmp_path) as device:
            device.pick("Continue")
            device.read_on()
            assert isinstance(device.view, ReadyView)
            first, second = race.seats
            other = ({0, 1, 2} - {first, second}).pop()
            now(device)
            device.tap(f"paddle-{other}")
            assert isinstance(device.view, NowView)
            slap(device, second, first, gap=0.004)
            assert [timed.seat for timed in verdict(device).order] == [second, first]

    def test_a_whole_game_is_raced_to_its_end(self, tmp_path: Path) -> None:
        with Rehearsal(tmp_path, seed=2) as device:
            match = begin_race(device, players=2)
            rng = Random(4)
            while (question := match.question) is not None:
                race = isinstance(question, Race)
                device.answer(f"slap-{rng.choice(question.seats)}" if race else question.list_ids()[0])
            assert match.outcome is not None
            assert len([answer for answer in match.answers if answer.startswith("slap-")]) > 10
            assert sum(bool(answer.detail) for answer in device.context.app.journal.load_record(1).answers) > 10


@pytest.mark.golden
def test_a_race_looks_like_this(device: Rehearsal, same_picture: Callable[[Image.Image, str], None]) -> None:
    device.pick("Practice race")
    device.pick("3 racers")
    same_picture(device.picture(), "race-1-ready")
    count_down(device)
    device.tap("paddle-2")
    same_picture(device.picture(), "race-2-false-start")
    device.wait_for_now()
    same_picture(device.picture(), "race-3-now")
    slap(device, 1, 0, gap=0.003)
    verdict(device)
    same_picture(device.picture(), "race-4-verdict")
    device.push()
    now(device)
    device.tap("paddle-0", "paddle-1")
    verdict(device)
    same_picture(device.picture(), "race-5-dead-heat")
    device.push()
    device.board.press("paddle-0")
    device.wait(21)
    same_picture(device.picture(), "race-6-stuck")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_long_names_stay_on_the_screen(tmp_path: Path, language: str) -> None:
    with Rehearsal(tmp_path, language) as device:
        begin = device.context.say
        device.pick(begin("Practice race"))
        device.pick(begin("{n} racers", n=5))
        for seat in device.view.attempt.seats:  # type: ignore[attr-defined]
            seat.name = "WWWWWWWWWWWWWWWW"
        draw_checked(device.view)
        device.push()
        for seat in range(5):
            device.tap(f"paddle-{seat}")
        draw_checked(device.view)
        device.board.press("paddle-4")
        device.wait(1)
        draw_checked(device.view)
        device.wait(4)
        draw_checked(device.view)
        device.board.release("paddle-4")
        device.wait_for_now()
        draw_checked(device.view)
        device.wait(1.5)
        slap(device, 3, 2, gap=0.01)
        device.wait(2.5)
        draw_checked(device.view)


def test_the_log_shows_how_close_a_slap_was(device: Rehearsal) -> None:
    begin_race(device)
    now(device)
    slap(device, 1, 0, gap=0.002)
    verdict(device)
    device.push()
    device.read_on()
    device.back()
    device.pick("Log")
    assert shows(device.view, "· by 2.0 ms")


def test_the_log_shows_friendly_slaps(device: Rehearsal) -> None:
    begin_race(device)
    phones, phone = device.context.app.track.phones, object()
    phones.join(1, phone, device.clock.now)
    device.wait(0.1)
    assert shows(device.view, "phone: ■ · tap")
    now(device)
    phones.touch(phone, True, device.clock.now)
    assert verdict(device).friendly == (1,)
    assert shows(device.view, "■ Player 2")
    assert shows(device.view, "On a phone, just for fun: ■")
    device.push()
    device.read_on()
    device.back()
    device.pick("Log")
    assert shows(device.view, "· friendly")
