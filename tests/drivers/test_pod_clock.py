"""Matching the pod's clock: a line through round trips."""

import random

import pytest

from drivers.pod_clock import MIN_TRIPS, PodClock, RoundTrip


def trips(
    count: int, every: float, drift: float = 0.0, late: float = 0.0, seed: int = 1, spread: float = 0.0
) -> tuple[PodClock, float]:
    """A clock that was asked `count` times; the pod booted at host time 500."""
    rng = random.Random(seed)
    clock = PodClock()
    at = 500.0
    for n in range(count):
        sent = at + n * every
        there = sent + 0.0004 + late + rng.random() * spread
        clock.add(RoundTrip(sent, there + 0.0004 + rng.random() * spread, round((there - at) * (1 + drift) * 1e6)))
    return clock, at + count * every


def test_a_clock_is_trusted_after_some_quick_round_trips() -> None:
    assert not trips(MIN_TRIPS - 1, 0.01)[0].ready
    assert trips(MIN_TRIPS, 0.01)[0].ready


def test_slow_round_trips_need_company() -> None:
    assert not trips(MIN_TRIPS, 0.1, late=0.05)[0].ready
    assert trips(4 * MIN_TRIPS, 0.1, late=0.05)[0].ready


def test_a_stamp_is_reported_in_host_time() -> None:
    clock, _ = trips(8, 0.01)
    assert clock.seconds(50_000) == pytest.approx(500.05, abs=1e-6)
    assert clock.seconds(0) == pytest.approx(500.0, abs=1e-6)


def test_a_crystal_that_runs_fast_is_followed() -> None:
    for drift in (-100e-6, -30e-6, 30e-6, 100e-6):
        clock, now = trips(64, 1.0, drift)
        us = round((now - 500.0) * (1 + drift) * 1e6)
        assert clock.seconds(us) == pytest.approx(now, abs=0.000_05)
        assert clock.drift == pytest.approx(-drift, abs=2e-6)


def test_a_short_line_is_not_tilted_by_noise() -> None:
    for seed in range(50):
        clock, now = trips(8, 0.005, spread=0.0005, seed=seed)
        assert abs(clock.drift) < 100e-6
        assert clock.seconds(round((now - 500.0) * 1e6)) == pytest.approx(now, abs=0.000_4)


def test_one_slow_answer_among_quick_ones_does_not_move_the_clock() -> None:
    clock, now = trips(20, 0.01)
    before = clock.seconds(200_000)
    clock.add(RoundTrip(now, now + 0.080, round((now + 0.078 - 500.0) * 1e6)))
    assert clock.seconds(200_000) == pytest.approx(before, abs=0.000_01)
    assert clock.quickest == pytest.approx(0.0008)


def test_only_recent_round_trips_count() -> None:
    clock, _ = trips(1000, 0.01)
    assert len(clock.trips) == 64
