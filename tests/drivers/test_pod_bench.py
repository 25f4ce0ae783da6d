"""The bench of the link, in a small size; `arkside bench link` runs the full one."""

from companion.lab.link_bench import link


def test_nothing_is_lost_or_doubled_on_a_bad_line_with_resets() -> None:
    told = link(5000, seed=5)
    assert told["lost"] == told["doubled"] == told["lamps_wrong"] == 0
    assert told["received"] == told["presses"] == 5000
    assert told["clock_error_ms"]["p99"] <= 1  # type: ignore[index]
    assert told["resets"] and told["repeats_recognised"] and told["bad_frames"], "the line was bad indeed"  # noqa: PT018


def test_the_same_seed_tells_the_same() -> None:
    assert link(300, seed=3) == link(300, seed=3)
    assert link(300, seed=3) != link(300, seed=4)
