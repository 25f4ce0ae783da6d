"""The bench of the verdict in a small size; `arkside bench slap` runs the full one."""

from companion.commands.race_bench import bench_edge_to_verdict

RACES = 4


def test_every_race_has_a_verdict_on_the_bar_before_it_is_on_the_screen() -> None:
    figures = bench_edge_to_verdict(RACES)
    lit, drawn = figures["edge_to_verdict_ms"], figures["edge_to_screen_ms"]
    assert lit["n"] == drawn["n"] == RACES
    assert 3 < lit["p50"] <= lit["p99"] <= drawn["p99"] < 2000, "the referee waits 3 ms for edges on their way"
