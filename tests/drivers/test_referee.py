"""The judge of the slap: first contact wins, whatever the button does afterwards."""

import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.contact import BACKLOG, MAX_TOUCHES
from drivers.referee import GPIO, SLOW_GPIO, ButtonProblem, Referee, Source, State, TieBand, Timing, Verdict
from tests.drivers.one_race import LATER, MS, NOW, await_verdict, press, race

# --- edges on their way ---------------------------------------------------------------------------


def test_edges_that_wait_below_are_fetched_before_it_is_judged() -> None:
    """Seat 1 was first, but the thread that brings its edge has not had its turn."""
    waiting = [(1, NOW + 0.2990)]
    referee = Referee(collect=lambda: [press(referee, *waiting.pop()) for _ in list(waiting)] and None)
    referee.arm({0: GPIO, 1: GPIO}, NOW - 1)
    referee.go(NOW)
    press(referee, 0, NOW + 0.3)
    assert await_verdict(referee, NOW + 0.3 + GPIO.reach + MS).winner == 1


@pytest.mark.parametrize("source", [GPIO, SLOW_GPIO])
def test_the_verdict_waits_as_long_as_edges_of_these_pins_may_take_and_no_longer(source: Source) -> None:
    referee = race(0, 1, source=source)
    referee.post(0, True, NOW + 0.3)
    band = TieBand.between([source]).declared
    assert referee.verdict(NOW + 0.3 + band + source.reach - 0.0001) is None
    assert await_verdict(referee, NOW + 0.3 + band + source.reach + 0.0001).winner == 0


# --- the order -------------------------------------------------------------------------------------


def test_the_first_contact_wins_and_the_margin_is_shown() -> None:
    referee = race(0, 1, 2)
    press(referee, 2, NOW + 0.310)
    press(referee, 0, NOW + 0.3132)
    verdict = await_verdict(referee)
    assert verdict.winner == 2
    assert verdict.choice == "slap-2"
    assert verdict.margin_ms == pytest.approx(3.2)
    assert str(verdict) == "slap-2 by 3.200 ms"


def test_the_order_of_the_others_is_saved_with_margins() -> None:
    referee = race(0, 1, 2, 3)
    for seat, at in ((3, 0.30), (0, 0.35), (2, 0.42), (1, 0.61)):
        press(referee, seat, NOW + at)
    verdict = await_verdict(referee)
    assert [(slap.seat, slap.after_now_ms, slap.margin_ms) for slap in verdict.order] == [
        (3, 300.0, 0.0),
        (0, 350.0, 50.0),
        (2, 420.0, 120.0),
        (1, 610.0, 310.0),
    ]


def test_an_edge_that_comes_late_but_was_stamped_first_still_wins() -> None:
    referee = race(0, 1)
    press(referee, 1, NOW + 0.305)
    assert referee.verdict(NOW + 0.308) is None
    press(referee, 0, NOW + 0.301)
    assert await_verdict(referee).winner == 0


def test_the_winner_never_changes_after_the_verdict() -> None:
    referee = race(0, 1)
    press(referee, 1, NOW + 0.305)
    assert await_verdict(referee, NOW + 0.5).winner == 1
    press(referee, 0, NOW + 0.301)
    verdict = await_verdict(referee)
    assert verdict.winner == 1
    assert [slap.seat for slap in verdict.order] == [1, 0]
    assert verdict.order[1].margin_ms == pytest.approx(-4.0)


def test_a_lone_winner_has_no_margin() -> None:
    referee = race(0, 1)
    press(referee, 1, NOW + 0.3)
    assert await_verdict(referee).margin_ms is None
    assert str(await_verdict(referee)) == "slap-1"


def test_slaps_of_seats_that_do_not_race_are_not_seen() -> None:
    referee = race(0, 1)
    press(referee, 4, NOW + 0.2)
    press(referee, 1, NOW + 0.3)
    assert await_verdict(referee).winner == 1


def test_the_rest_may_slap_until_the_gathering_ends() -> None:
    referee = race(0, 1, 2)
    press(referee, 0, NOW + 0.3)
    assert len(await_verdict(referee, NOW + 0.4).order) == 1
    assert not referee.is_complete(NOW + 0.4)
    press(referee, 1, NOW + 0.7)
    assert len(await_verdict(referee, NOW + 0.85).order) == 2
    assert not referee.is_complete(NOW + 0.85)
    assert referee.is_complete(NOW + 0.91)


def test_the_order_is_complete_as_soon_as_all_have_slapped() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 0.3)
    press(referee, 1, NOW + 0.31)
    assert referee.is_complete(NOW + 0.5)
    assert not race(0, 1).is_complete(NOW + 0.5)


# --- bounce ----------------------------------------------------------------------------------------


def test_the_bouncier_button_does_not_lose() -> None:
    referee = race(0, 1)
    for n in range(40):
        referee.post(0, n % 2 == 0, NOW + 0.300 + n * 2 * MS)
    referee.post(0, True, NOW + 0.385)
    press(referee, 1, NOW + 0.302)
    verdict = await_verdict(referee)
    assert verdict.winner == 0
    assert verdict.margin_ms == pytest.approx(2.0)


def test_a_first_touch_shorter_than_the_confirmation_keeps_its_stamp_when_the_contact_closes_again() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 0.300, held=0.000_05)
    press(referee, 1, NOW + 0.304)
    assert referee.verdict(NOW + 0.309) is None, "the early touch may still prove to be a slap"
    press(referee, 0, NOW + 0.309)
    assert await_verdict(referee).winner == 0
    assert await_verdict(referee).order[0].after_now_ms == pytest.approx(300.0)


def test_a_spark_does_not_lend_its_stamp_to_a_slap_that_comes_later() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 1.000, held=0.000_03)
    press(referee, 1, NOW + 1.040)
    press(referee, 0, NOW + 1.080)
    verdict = await_verdict(referee, NOW + 2)
    assert verdict.winner == 1
    assert verdict.margin_ms == pytest.approx(40.0)


def test_a_spark_holds_the_verdict_up_no_longer_than_a_bounce_and_the_way_of_an_edge() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 0.300, held=0.000_03)
    press(referee, 1, NOW + 0.301)
    assert referee.verdict(NOW + 0.313) is None
    assert await_verdict(referee, NOW + 0.315).winner == 1


def test_a_spike_on_the_wire_is_no_slap() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 0.300, held=0.000_05)
    press(referee, 1, NOW + 0.304)
    verdict = await_verdict(referee)
    assert verdict.winner == 1
    assert len(verdict.order) == 1


def test_after_a_spike_the_same_button_can_still_slap() -> None:
    referee = race(0)
    press(referee, 0, NOW + 0.3, held=0.000_05)
    press(referee, 0, NOW + 0.5)
    assert await_verdict(referee).order[0].after_now_ms == pytest.approx(500.0)


def test_a_spike_reopens_what_looked_locked() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 0.300, held=0.000_05)
    assert referee.state(NOW + 0.310) is State.LOCKED
    assert referee.state(NOW + 0.500) is State.OPEN


def test_a_verdict_survives_an_edge_that_would_have_made_its_press_a_spike() -> None:
    referee = race(0, 1)
    referee.post(0, True, NOW + 0.3)
    assert await_verdict(referee, NOW + 0.4).winner == 0
    referee.post(0, False, NOW + 0.3 + 0.000_05)
    assert await_verdict(referee).winner == 0


@given(
    gap=st.floats(0.001, 0.05),
    bounces=st.tuples(*[st.lists(st.tuples(st.floats(0, 0.02), st.floats(0, 0.010)), max_size=20)] * 2),
)
def test_no_bounce_can_turn_the_order_of_two_seats(gap: float, bounces: tuple[list[tuple[float, float]], ...]) -> None:
    referee = race(0, 1)
    for seat in (0, 1):
        at = NOW + 0.3 + gap * seat
        referee.post(seat, True, at)
        for touching, opening in bounces[seat]:
            referee.post(seat, False, at + touching)
            at += touching + opening
            referee.post(seat, True, at)
    verdict = await_verdict(referee)
    assert verdict.winner == 0
    assert verdict.margin_ms == pytest.approx(gap * 1000, abs=0.001)


# --- trouble before NOW! ---------------------------------------------------------------------------


def test_leaning_and_stuck_buttons_are_found_before_now() -> None:
    referee = Referee()
    referee.post(1, True, NOW - 20)
    referee.arm({0: GPIO, 1: GPIO, 2: GPIO}, NOW - 1)
    referee.post(2, True, NOW - 0.5)
    assert referee.find_problems(NOW) == {1: ButtonProblem.STUCK, 2: ButtonProblem.LEANING}
    referee.post(2, False, NOW - 0.1)
    assert referee.find_problems(NOW) == {1: ButtonProblem.STUCK}


def test_buttons_outside_the_race_are_no_trouble() -> None:
    referee = Referee()
    referee.post(4, True, NOW - 20)
    referee.arm({0: GPIO, 1: GPIO}, NOW - 1)
    assert referee.find_problems(NOW) == {}


# --- states ----------------------------------------------------------------------------------------


def test_a_race_is_idle_armed_open_locked_and_judged_in_turn() -> None:
    referee = Referee()
    assert referee.state(NOW) is State.IDLE
    referee.arm({0: GPIO, 1: GPIO}, NOW)
    assert referee.state(NOW) is State.ARMED
    referee.go(NOW + 1)
    assert referee.state(NOW + 1) is State.OPEN
    press(referee, 0, NOW + 1.3)
    assert referee.state(NOW + 1.301) is State.LOCKED
    assert referee.state(NOW + 1.330) is State.JUDGED


def test_nobody_slaps_and_the_race_ends_after_the_set_time() -> None:
    referee = race(0, 1, timing=Timing(patience=5))
    assert referee.state(NOW + 5) is State.OPEN
    verdict = await_verdict(referee, NOW + 5.1)
    assert verdict.choice == "nobody"
    assert verdict.order == ()
    assert str(verdict) == "nobody"
    assert referee.is_complete(NOW + 5.1)


def test_a_second_race_starts_clean() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW - 0.1)
    press(referee, 1, NOW + 0.3)
    assert await_verdict(referee).winner == 1
    referee.arm({0: GPIO, 1: GPIO}, NOW + 10)
    referee.go(NOW + 11)
    press(referee, 0, NOW + 11.2)
    verdict = await_verdict(referee, NOW + 12)
    assert verdict.winner == 0
    assert verdict.early == ()


def test_now_without_arming_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="arm"):
        Referee().go(NOW)


# --- handlers --------------------------------------------------------------------------------------


def test_no_posted_nonsense_raises_or_stops_the_race() -> None:
    referee = race(0, 1)
    for nonsense in ((None, True, 1.0), (0, "yes", 1.0), (0, True, None), ([], {}, object()), (0, True, float("nan"))):
        referee.post(*nonsense)  # type: ignore[arg-type]
    press(referee, 1, NOW + 0.3)
    assert await_verdict(referee).winner == 1
    assert referee.refused == 5


def test_handlers_of_other_threads_may_post_while_the_referee_is_asked() -> None:
    referee = race(*range(5))

    def mash(seat: int) -> None:
        for n in range(100):
            press(referee, seat, NOW + 0.3 + seat * 0.01 + n * 0.3)

    threads = [threading.Thread(target=mash, args=(seat,)) for seat in range(5)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        referee.state(NOW + 0.2)
    verdict = await_verdict(referee, NOW + 300)
    assert verdict.winner == 0
    assert [slap.seat for slap in verdict.order] == [0, 1, 2, 3, 4]


def test_mashing_for_an_hour_is_not_remembered_forever() -> None:
    referee = race(0, 1)
    for n in range(10_000):
        press(referee, 4, NOW + n)
    assert len(referee._posted) <= BACKLOG
    referee.state(LATER)
    assert len(referee._contacts[4].touches) <= MAX_TOUCHES


# --- lost edges ------------------------------------------------------------------------------------


def test_a_race_with_lost_edges_is_run_again_and_not_judged() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 0.3)
    referee.report_lost_edges(1)
    verdict = await_verdict(referee, NOW + 0.31)
    assert (verdict.first, verdict.lost, verdict.choice) == ((), (1,), None)
    assert str(verdict) == "edges lost at 1"
    assert Verdict.read(verdict.detail) == verdict
    referee.arm({0: GPIO, 1: GPIO}, NOW + 10)
    referee.go(NOW + 11)
    press(referee, 1, NOW + 11.2)
    assert await_verdict(referee, NOW + 12).winner == 1


def test_edges_lost_elsewhere_or_after_the_verdict_change_nothing() -> None:
    referee = race(0, 1)
    referee.report_lost_edges(4)
    press(referee, 0, NOW + 0.3)
    assert await_verdict(referee, NOW + 0.4).winner == 0
    referee.report_lost_edges(0)
    assert await_verdict(referee, NOW + 0.5).winner == 0


def test_edges_beyond_the_buffer_are_lost_edges() -> None:
    referee = race(0, 1)
    for n in range(BACKLOG):
        press(referee, 0, NOW + 0.3 + n * 0.001, held=0.000_5)
    assert await_verdict(referee).lost == (0, 1)


def test_levels_are_read_once_more_before_a_verdict() -> None:
    levels: dict[int, bool] = {0: True, 1: True}
    referee = Referee(level=levels.get)
    referee.arm({0: GPIO, 1: GPIO}, NOW - 1)
    referee.go(NOW)
    referee.post(0, True, NOW + 0.3)
    assert referee.verdict(NOW + 0.312) is None, "the other button is down, and its edge has not come"
    referee.post(1, True, NOW + 0.298)
    assert await_verdict(referee, NOW + 0.314).winner == 1


def test_a_level_that_no_edge_explains_means_that_edges_are_lost() -> None:
    levels: dict[int, bool] = {0: True, 1: True}
    referee = Referee(level=levels.get)
    referee.arm({0: GPIO, 1: GPIO}, NOW - 1)
    referee.go(NOW)
    referee.post(0, True, NOW + 0.3)
    assert referee.verdict(NOW + 0.312) is None
    assert await_verdict(referee, NOW + 0.333).lost == (1,)


# --- the text form ---------------------------------------------------------------------------------


def test_a_verdict_is_a_line_of_json_and_can_be_read_back() -> None:
    referee = race(0, 1, 2)
    press(referee, 1, NOW - 0.5)
    press(referee, 2, NOW + 0.3)
    press(referee, 0, NOW + 0.312_5)
    verdict = await_verdict(referee)
    assert json.loads(verdict.detail) == {
        "first": [2],
        "order": [
            {"seat": 2, "after_now_ms": 300.0, "margin_ms": 0.0},
            {"seat": 0, "after_now_ms": 312.5, "margin_ms": 12.5},
        ],
        "early": {"1": 1},
        "band_ms": 0.4,
        "friendly": [],
    }
    assert Verdict.read(verdict.detail) == verdict
    assert "\n" not in verdict.detail
