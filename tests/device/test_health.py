"""How the box is, on its own screen: power, heat and room in short lines."""

from pathlib import Path

import pytest

from companion.device.rehearsal import Rehearsal
from companion.device.walks import system
from companion.service.health import Power


@pytest.mark.parametrize(
    ("power", "said"),
    [
        (Power(weak=False, was_weak=False, slowed=False, was_slowed=False), ["Power is good"]),
        (Power(weak=False, was_weak=True, slowed=False, was_slowed=False), ["Power was too weak for a moment"]),
        (
            Power(weak=True, was_weak=True, slowed=True, was_slowed=True),
            ["⚠ Power is too weak: use the Pi's own power supply", "The box slowed down: too hot, or weak power."],
        ),
        (None, []),
    ],
)
def test_power_and_heat_are_shown_where_known(
    device: Rehearsal, monkeypatch: pytest.MonkeyPatch, power: Power | None, said: list[str]
) -> None:
    monkeypatch.setattr(system, "read_power", lambda: power)
    monkeypatch.setattr(system, "read_temperature", lambda: None if power is None else 61.6)
    lines = system.list_health_lines(device.context)
    heat = [] if power is None else ["Temperature: 62 °C"]
    assert lines[1 : 1 + len(said + heat)] == said + heat
    assert "Free space: " in lines[1 + len(said + heat)]


def test_little_room_is_a_warning(device: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "count_free_megabytes", lambda folder: system.LITTLE_ROOM - 1)
    assert any(line.startswith("⚠ Only") for line in system.list_health_lines(device.context))


@pytest.mark.parametrize(("address", "told"), [("http://192.168.1.20:8080/", ["http://192.168.1.20:8080/"]), ("", [])])
def test_the_address_comes_last_where_there_is_a_page(tmp_path: Path, address: str, told: list[str]) -> None:
    with Rehearsal(tmp_path, address=address) as device:
        lines = system.list_health_lines(device.context)
    assert lines[-1 - len(told) :] == ["No backup yet. One is made every night.", *told]
