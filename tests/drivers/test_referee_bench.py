"""The benches of slap and press, in a small size; `arkside bench slap` and `arkside bench press` run the full ones."""

import pytest

from companion.lab.press_bench import press
from companion.lab.slap_bench import MUST_BE_0, slap
from companion.lab.slap_hands import MIXTURES

RACES = 600


@pytest.fixture(scope="module")
def told() -> dict[str, object]:
    return slap(RACES, seed=11)


def count(told: dict[str, object], name: str) -> int:
    found = told[name]
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("name", MUST_BE_0)
def test_nothing_goes_wrong_in_any_race(told: dict[str, object], name: str) -> None:
    assert told[name] == 0


def test_the_bench_hurts(told: dict[str, object]) -> None:
    assert count(told, "ties_in_band") > RACES // 10, "the bands were put to the test"
    assert count(told, "sparks") > RACES
    assert count(told, "mashers") > RACES // 5
    assert count(told, "run_again") == count(told, "races_with_lost_edges") > 0
    assert all(count(told, f"races on {kind}") == RACES // len(MIXTURES) for kind in MIXTURES)


def test_plain_debounce_gets_many_wrong_where_the_referee_gets_none(told: dict[str, object]) -> None:
    assert count(told, "naive_wrong_order") > count(told, "races_for_debounce") // 10 > 0


def test_verdicts_on_paddles_alone_are_there_as_soon_as_edges_must_have_come(told: dict[str, object]) -> None:
    after = told["judged_after_ms"]
    assert isinstance(after, dict)
    assert 3 < after["lid"]["p50"] < 5
    assert 10 < after["lid by lgpio"]["p50"] < 12
    assert after["pod"]["p50"] < 22


def test_the_same_seed_tells_the_same() -> None:
    assert slap(40, seed=3) == slap(40, seed=3)
    assert slap(40, seed=3) != slap(40, seed=4)


def test_every_press_counts_from_sixty_milliseconds_on_and_no_other_is_heard() -> None:
    told = press(60, seed=5)
    assert told["counted_ratio"] == dict.fromkeys(told["counted_ratio"], 1.0)
    assert {"60", "143", "180", "300"} <= set(told["counted_ratio"])
    assert (told["false_presses"], told["faults"]) == (0, 0)
