"""The bench of the phones in a small size; `python -m tests.bench.phone` runs the full one."""

import json

import pytest

from tests.bench.phone import main


def test_phones_are_measured_over_the_wire(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--size", "12", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert (figures["bench"], figures["clients"], figures["answers"]) == ("phone", 20, 12)
    assert figures["page_kb"] <= 170
    assert 20 < figures["rss_mib"] < 80
    assert 0 < figures["tap_to_everyone_ms"]["p50"] <= figures["tap_to_everyone_ms"]["p99"]
