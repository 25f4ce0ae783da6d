"""False starts: a hand before NOW! locks its button for a while, and a hand that stays on it cannot win."""

import pytest

from drivers.referee import GPIO, Referee
from tests.drivers.one_race import LATER, MS, NOW, await_verdict, press, race


def test_a_press_before_now_is_a_false_start_and_locks_for_250_ms_from_then_on() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW - 0.1, held=0.05)
    press(referee, 0, NOW + 0.149, held=0.05)
    press(referee, 1, NOW + 0.6)
    verdict = await_verdict(referee)
    assert verdict.winner == 1
    assert verdict.early == ((0, 1),)


def test_after_the_lock_out_a_clean_press_counts_at_once() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW - 0.1, held=0.05)
    press(referee, 0, NOW + 0.151)
    press(referee, 1, NOW + 0.6)
    assert await_verdict(referee).winner == 0


def test_a_slap_soon_after_letting_go_counts() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW - 0.1, held=0.38)
    press(referee, 0, NOW + 0.296)
    press(referee, 1, NOW + 0.6)
    assert await_verdict(referee).order[0].after_now_ms == pytest.approx(296.0)


def test_mashing_before_now_is_one_false_start_with_its_count() -> None:
    referee = race(0, 1)
    for n in range(14):
        press(referee, 0, NOW - 0.95 + n * 0.07, held=0.04)
    press(referee, 0, NOW + 0.205, held=0.04)
    press(referee, 0, NOW + 0.265)
    verdict = await_verdict(referee, NOW + 2)
    assert verdict.early == ((0, 14),)
    assert verdict.order[0].after_now_ms == pytest.approx(265.0), "250 ms after the last, 40 ms before NOW!"


def test_a_bouncing_early_press_is_one_false_start() -> None:
    referee = race(0, 1)
    for n in range(9):
        referee.post(0, n % 2 == 0, NOW - 0.5 + n * 10 * MS)
    referee.post(0, False, NOW - 0.3)
    assert referee.count_false_starts(NOW) == {0: 1}


def test_a_spike_before_now_is_no_false_start() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW - 0.5, held=0.000_05)
    assert referee.count_false_starts(NOW) == {}


def test_a_press_exactly_at_now_counts() -> None:
    referee = race(0, 1)
    press(referee, 0, NOW)
    assert await_verdict(referee).winner == 0
    assert await_verdict(referee).early == ()


def test_an_edge_stamped_before_now_is_early_even_if_it_arrives_after_now() -> None:
    referee = race(0, 1)
    assert referee.verdict(NOW + 0.005) is None
    press(referee, 0, NOW - 0.001)
    press(referee, 1, NOW + 0.4)
    assert await_verdict(referee).winner == 1
    assert await_verdict(referee).early == ((0, 1),)


def test_no_number_of_sparks_locks_anybody() -> None:
    referee = race(0, 1)
    for n in range(30):
        press(referee, 0, NOW - 0.9 + n * 0.03, held=0.000_05)
    press(referee, 0, NOW + 0.1)
    assert await_verdict(referee).winner == 0
    assert await_verdict(referee).early == ()


def test_presses_before_arming_are_nobodys_business() -> None:
    referee = Referee()
    press(referee, 0, NOW - 2)
    referee.arm({0: GPIO, 1: GPIO}, NOW - 1)
    referee.go(NOW)
    assert referee.count_false_starts(NOW) == {}


def test_a_hand_that_stays_on_the_button_cannot_win() -> None:
    referee = race(0, 1)
    referee.post(0, True, NOW - 0.2)
    press(referee, 1, NOW + 0.9)
    assert await_verdict(referee, NOW + 1.2).winner == 1


def test_a_release_that_bounces_after_now_is_no_slap() -> None:
    referee = race(0, 1)
    referee.post(0, True, NOW - 0.05)
    for n in range(10):
        referee.post(0, n % 2 == 1, NOW + 0.26 + n * 9 * MS)
    referee.post(0, False, NOW + 0.36)
    assert referee.verdict(LATER) is None


def test_a_button_is_free_again_after_release_and_quiet_time() -> None:
    referee = race(0, 1)
    referee.post(0, True, NOW - 0.05)
    referee.post(0, False, NOW + 0.3)
    press(referee, 0, NOW + 0.41)
    assert await_verdict(referee).order[0].after_now_ms == pytest.approx(410.0)
