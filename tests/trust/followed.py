"""Chooses the tests that coverage follows in `make test`, after `make coverage` has followed all of them.

They are the quickest that go, together, almost everywhere: a test is worth what it adds for each second it takes.
"""

import heapq
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from tests.cores import shares
from tests.following import FOLLOWED

FOLDER = Path("build/coverage")
ENOUGH = 0.999
"""The share of all ways through the code that is wanted: the last few would take longest."""
STARTING = 0.05
"""Processor seconds that it costs to follow any test at all."""

Ways = set[tuple[int, int, int]]
"""File, and from which line to which."""


def choose_tests(ways: Mapping[str, Ways], took: Mapping[str, float], share: float = ENOUGH) -> list[str]:
    """The tests to follow, those that are worth most first."""
    left: Ways = set().union(*ways.values())
    allowed = int(len(left) * (1 - share))
    heap = [(-len(own) / (STARTING + took[test]), test) for test, own in ways.items()]
    heapq.heapify(heap)
    tests: list[str] = []
    while len(left) > allowed:
        _, test = heapq.heappop(heap)
        worth = -len(ways[test] & left) / (STARTING + took[test])
        if heap and worth > heap[0][0]:  # others have been where it goes; perhaps another one is worth more now
            heapq.heappush(heap, (worth, test))
        else:
            tests.append(test)
            left -= ways[test]
    return tests


def told_apart(data: Path) -> dict[str, Ways]:
    """Where each test went, itself and the programs it started."""
    ways: dict[str, Ways] = defaultdict(set)
    with closing(sqlite3.connect(data)) as journal:
        for test, *way in journal.execute(
            "SELECT context.context, file_id, fromno, tono FROM arc JOIN context ON context.id = context_id"
        ):
            ways[unit(test)].add((way[0], way[1], way[2]))
    everyone = ways.pop("", set())  # what is done when modules are imported, whoever does it
    return {test: own - everyone for test, own in ways.items()}


def unit(test: str) -> str:
    """What can be followed by itself: a test, or all of a module if they share something, which may run in threads."""
    file = test.partition("::")[0]
    return file if test and shares(file) else test


def times() -> dict[str, float]:
    """Return the processor seconds that each of them took, which a busy machine does not change much."""
    lines = [line for file in FOLDER.glob("took-*.txt") for line in file.read_text(encoding="utf-8").splitlines()]
    took: dict[str, float] = defaultdict(float)
    for seconds, _, test in (line.partition(" ") for line in lines):
        took[unit(test)] += float(seconds)
    return took


def main() -> int:
    """Write them down."""
    ways, took = told_apart(FOLDER / "data"), times()
    tests = choose_tests({test: own for test, own in ways.items() if test in took}, took)
    FOLLOWED.write_text("".join(f"{test}\n" for test in sorted(tests)), encoding="utf-8")
    seconds = sum(took[test] for test in tests)
    print(
        f"{len(tests)} of {len(took)} tests are followed from now on; they take {seconds:.0f} s of {sum(took.values()):.0f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
