"""Any game played on the emulated box from scenario files: every mode of turns, clocks and scoring."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.device.rehearsal import Rehearsal, RehearsalScript
from companion.games.any_game.table import AnyTable
from tests.device.scripts import FOLDER

Check = Callable[[AnyTable], object]

PLAYED: dict[str, tuple[list[int], tuple[int, ...] | None, Check]] = {
    "clockwise": ([0, 5, 0], (1,), lambda table: table.teams == [[0, 2], [1]] and table.order == [1, 2, 0]),
    "passing": ([1, 7, 3], (1,), lambda table: table.order[0] == 1 and 12_000 <= table.clocks.times[0] < 30_000),
    "together": ([4, -2, 0], (1,), lambda table: table.ledger.entries[-1].about == "forgotten"),
    "free": ([8, 2, 3], (0, 1, 2), lambda table: table.count(0, table.template.categories[1]) == 5),
    "bids": ([0, 0, 0], None, lambda table: table.bids == {0: 3, 1: 0, 2: 7}),
    "buzzers": ([0, 1, 0], None, lambda table: (table.round, table.locked) == (2, [])),
    "bank": ([0, 0, 0], None, lambda table: 40_000 < table.clocks.times[0] <= 45_000 and table.clocks.times[1] < 0),
    "limit": ([0, 0, 0], None, lambda table: table.turn == 2),
    "sand": ([0, 0, 0], (), lambda table: 59 <= table.clocks.times[0] // 1000 <= 60 and sum(table.clocks.times) == 360_000),
}  # fmt: skip
"""For each scenario, where hands take their time too, the points at its end, who won if it is over, and what else must hold."""


def test_there_is_a_scenario_for_each_of_them() -> None:
    assert {f"any-{name}" for name in PLAYED} == {file.stem for file in FOLDER.glob("any-*.txt")}


@pytest.mark.parametrize("name", PLAYED)
def test_it_ends_as_it_must(name: str, device: Rehearsal, tmp_path: Path) -> None:
    scores, winners, holds = PLAYED[name]
    file = FOLDER / f"any-{name}.txt"
    script = RehearsalScript(file.read_text(encoding="utf-8"), file.name)
    script.play(device, tmp_path)
    match = device.app.match.match
    table = match.table
    assert (table.scores, match.outcome and match.outcome.winners) == (scores, winners)
    assert holds(table)
