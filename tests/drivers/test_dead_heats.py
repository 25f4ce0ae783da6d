"""Dead heats: how close is too close to tell, and whose stamps are how good."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.referee import GPIO, PHONE, POD, Referee, Source, TieBand
from tests.drivers.one_race import MS, NOW, await_verdict, press, race, race_between


def test_inside_the_band_it_is_a_dead_heat_of_all_who_are_inside() -> None:
    referee = race(0, 1, 2)
    for seat, at in ((1, 0.300_0), (2, 0.300_3), (0, 0.305)):
        press(referee, seat, NOW + at)
    verdict = await_verdict(referee)
    assert verdict.dead_heat
    assert verdict.first == (1, 2)
    assert verdict.winner is None
    assert verdict.choice is None
    assert str(verdict) == "dead heat 1 2"


def test_the_band_is_derived_from_how_late_stamps_can_be() -> None:
    band = TieBand.between([GPIO, GPIO])
    assert band.spread == GPIO.late
    assert band.always == pytest.approx(0.4 * MS)
    assert band.spread < band.always < band.declared < band.never < 1 * MS


def test_one_pod_needs_no_wider_band_for_its_clock_but_pod_and_pins_together_do() -> None:
    assert TieBand.between([POD, POD]).spread == POD.late
    assert TieBand.between([POD, GPIO]).spread == pytest.approx(POD.late + POD.clock)


@given(gap=st.floats(0, 0.002), late=st.tuples(*[st.floats(0, GPIO.late)] * 2))
def test_the_band_keeps_its_promises_whatever_the_stamps_do(gap: float, late: tuple[float, float]) -> None:
    referee = race(0, 1)
    press(referee, 0, NOW + 0.3 + late[0])
    press(referee, 1, NOW + 0.3 + gap + late[1])
    band = referee.band
    verdict = await_verdict(referee)
    assert verdict.dead_heat or verdict.winner == 0
    if gap <= band.always - 1e-9:
        assert verdict.dead_heat
    if gap > band.never + 1e-9:
        assert not verdict.dead_heat


def test_a_dead_heat_holds_only_those_who_can_be_first() -> None:
    referee = race_between({0: GPIO, 1: GPIO, 2: PHONE})
    press(referee, 2, NOW + 0.300)
    press(referee, 1, NOW + 0.310)
    press(referee, 0, NOW + 0.530)
    verdict = await_verdict(referee, NOW + 2)
    assert verdict.first == (2, 1), "the third may tie with the phone, but not with the other paddle"


@given(
    stamps=st.lists(st.floats(0.3, 0.8), min_size=2, max_size=5),
    sources=st.lists(st.sampled_from([GPIO, POD, PHONE]), min_size=5, max_size=5),
)
def test_nobody_beats_the_winner_and_somebody_beats_every_other_seat(
    stamps: list[float], sources: list[Source]
) -> None:
    seats = dict(enumerate(sources[: len(stamps)]))
    referee = race_between(seats)
    for seat, at in enumerate(stamps):
        press(referee, seat, NOW + at)

    def beaten(seat: int) -> bool:
        bands = {other: TieBand.between((seats[seat], seats[other])).declared for other in seats}
        return any(NOW + stamps[seat] - (NOW + at) > bands[other] for other, at in enumerate(stamps))

    assert set(await_verdict(referee, NOW + 5).first) == {seat for seat in seats if not beaten(seat)}


def test_the_verdict_waits_for_a_late_pod_edge_as_long_as_published_and_no_longer() -> None:
    bound = TieBand.between([GPIO, POD]).declared + POD.reach
    for late, first in ((bound - MS, 1), (bound + MS, 0)):
        referee = race_between({0: GPIO, 1: POD})
        referee.post(0, True, NOW + 0.310)
        assert referee.predict_verdict_time(NOW + 0.311) == pytest.approx(NOW + 0.310 + bound)
        assert (referee.verdict(NOW + 0.310 + late) is None) is (first == 1)
        referee.post(1, True, NOW + 0.300)
        assert await_verdict(referee).winner == first


def test_nobody_waits_for_a_phone_when_all_phones_have_slapped() -> None:
    referee = race_between({0: GPIO, 1: PHONE})
    referee.post(1, True, NOW + 0.3)
    referee.post(0, True, NOW + 0.6)
    assert await_verdict(referee, NOW + 0.6 + GPIO.reach + MS).winner == 1


def test_a_touch_on_a_phone_counts_even_if_both_its_ends_come_at_once() -> None:
    referee = Referee()
    referee.arm({0: GPIO, 1: PHONE}, NOW - 1)
    press(referee, 1, NOW - 0.5, held=0.000_01)
    referee.go(NOW)
    press(referee, 1, NOW + 0.3, held=0.000_01)
    verdict = await_verdict(referee)
    assert (verdict.winner, verdict.early) == (1, ((1, 1),))


def test_phones_tie_easily_and_are_marked_friendly() -> None:
    referee = race_between({0: GPIO, 1: GPIO, 2: PHONE})
    press(referee, 2, NOW + 0.300)
    press(referee, 1, NOW + 0.350)
    verdict = await_verdict(referee)
    assert verdict.first == (2, 1)
    assert verdict.friendly == (2,)
