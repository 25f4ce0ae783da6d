"""The bench of the slap, in a small size; `arkside bench slap` runs the full one."""

from companion.lab.slap_bench import slap

PAIRS = 3000


def test_no_order_is_wrong_and_no_tie_undeclared_under_any_bounce() -> None:
    told = slap(PAIRS, seed=11)
    assert told["wrong_order"] == told["undeclared_ties"] == told["ties_apart"] == 0
    assert isinstance(told["pairs_in_band"], int)
    assert told["pairs_in_band"] > PAIRS // 20, "the band was put to the test"


def test_plain_debounce_gets_many_wrong_where_the_referee_gets_none() -> None:
    told = slap(PAIRS, seed=12)
    assert isinstance(told["naive_wrong_order"], int)
    assert told["naive_wrong_order"] > PAIRS // 20


def test_the_same_seed_tells_the_same() -> None:
    assert slap(200, seed=3) == slap(200, seed=3)
    assert slap(200, seed=3) != slap(200, seed=4)
