"""The bench of the link, in a small size; `python -m tests.bench.link` runs the full one."""

import json

import pytest

from tests.bench.link import link, main


def test_nothing_is_lost_or_doubled_on_a_bad_line_with_resets() -> None:
    figures = link(5000, seed=5)
    assert figures["lost"] == figures["doubled"] == figures["lamps_wrong"] == 0
    assert figures["received"] == figures["presses"] == 5000
    assert figures["clock_error_ms"]["p99"] <= 1  # type: ignore[index]
    assert figures["resets"] and figures["repeats_recognised"] and figures["bad_frames"], "the line was bad indeed"  # noqa: PT018


def test_the_same_seed_tells_the_same() -> None:
    assert link(300, seed=3) == link(300, seed=3)
    assert link(300, seed=3) != link(300, seed=4)


def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--size", "60", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["bench"] == "link"
    assert figures["presses"] == 60
    main(["--size", "60"])
    assert f"frames: {figures['frames']}\n" in capsys.readouterr().out
