"""The benches of slap and press, in a small size; `arkside bench slap` and `arkside bench press` run the full ones."""

import pytest

from companion.lab.press_bench import bench_presses
from companion.lab.slap_bench import MUST_BE_ZERO, bench_slap
from companion.lab.slap_hands import MIXTURES

RACES = 600


@pytest.fixture(scope="module")
def result() -> dict[str, object]:
    return bench_slap(RACES, seed=11)


def count(result: dict[str, object], name: str) -> int:
    found = result[name]
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("name", MUST_BE_ZERO)
def test_nothing_goes_wrong_in_any_race(result: dict[str, object], name: str) -> None:
    assert result[name] == 0


def test_the_bench_hurts(result: dict[str, object]) -> None:
    assert count(result, "ties_in_band") > RACES // 10, "the bands were put to the test"
    assert count(result, "sparks") > RACES
    assert count(result, "mashers") > RACES // 5
    assert count(result, "run_again") == count(result, "races_with_lost_edges") > 0
    assert all(count(result, f"races on {kind}") == RACES // len(MIXTURES) for kind in MIXTURES)


def test_plain_debounce_gets_many_wrong_where_the_referee_gets_none(result: dict[str, object]) -> None:
    assert count(result, "naive_wrong_order") > count(result, "races_for_debounce") // 10 > 0


def test_verdicts_on_paddles_alone_are_there_as_soon_as_edges_must_have_come(result: dict[str, object]) -> None:
    after = result["judged_after_ms"]
    assert isinstance(after, dict)
    assert 3 < after["lid"]["p50"] < 5
    assert 10 < after["lid by lgpio"]["p50"] < 12
    assert after["pod"]["p50"] < 22


def test_the_same_seed_tells_the_same() -> None:
    assert bench_slap(40, seed=3) == bench_slap(40, seed=3)
    assert bench_slap(40, seed=3) != bench_slap(40, seed=4)


def test_every_press_counts_from_sixty_milliseconds_on_and_no_other_is_heard() -> None:
    result = bench_presses(60, seed=5)
    assert result["counted_ratio"] == dict.fromkeys(result["counted_ratio"], 1.0)
    assert {"60", "143", "180", "300"} <= set(result["counted_ratio"])
    assert (result["false_presses"], result["faults"]) == (0, 0)
