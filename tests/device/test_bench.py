"""`arkside bench device` measures what it says: a whole match on the wire, presses in real time, the running service."""

import tempfile

import pytest

from companion.device import bench
from tests.test_budgets import BUDGETS, find_objections


def test_the_wire_is_counted_over_a_whole_match_beside_stock_luma() -> None:
    wire = bench.measure_wire()
    assert wire["answers"] > 50
    assert wire["frames"] >= wire["frames_sent"] >= wire["frames_changed"] > wire["answers"]
    assert 0 < wire["oled_bytes_minimum"] < wire["oled_bytes"], "no planner could send less than what differs"
    assert wire["stock_frame_bytes"] > 1024, "a whole picture has 1,024 bytes, and then there are commands"
    assert wire["oled_bytes_stock"] == wire["stock_frame_bytes"] * wire["frames"]
    causes = wire["oled_bytes_by_cause"]
    assert sum(cause["changed"] for cause in causes.values()) == wire["frames_changed"]
    assert sum(cause["minimum"] for cause in causes.values()) == wire["oled_bytes_minimum"]
    assert all(cause["minimum"] <= cause["sent"] for cause in causes.values())
    assert {"turn call", "table", "QuestionView, new", "CueView, new"} <= causes.keys()
    assert wire["worst_frame_bytes"] <= wire["stock_frame_bytes"]
    assert wire["oled_bytes_ratio"] <= wire["oled_bytes_ratio_changed_frames_only"] < 0.6
    for name in ("oled_bytes_ratio", "oled_bytes_ratio_minimum"):
        assert list(find_objections(wire[name], BUDGETS["at_most"][name])) == [], name


def test_every_press_is_timed_until_a_byte_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PRESSES", 4)
    took = bench.measure_reaction()["input_to_wire_ms"]
    assert took["n"] == 4
    assert 0 < took["p50"] <= took["p99"]


def test_the_service_is_measured_as_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "IDLE_SECONDS", 0.5)
    monkeypatch.setattr(tempfile, "tempdir", "/var/tmp")  # on a disk: what is written to memory is not counted
    service = bench.measure_service()
    assert service["ready_seconds"] > 0
    assert service["rss_mib"] > 10
    # what its libraries take differs between machines, so the budget may be rather loose
    assert list(find_objections(service["rss_mib"], BUDGETS["at_most"]["service_rss_mib"], slack=1.3)) == []
    assert service["idle_disk_bytes"] == 0
    assert service["idle_cpu_percent"] >= 0
