"""Which tests run on which core: one by one wherever a core is free, except those that share what is made for their module."""

from functools import cache
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

ROOT = Path(__file__).parents[1]
SHARED = 'scope="module"'
ENOUGH_AHEAD = 2
"""Tests that a worker must know about: it starts one only when it knows the next, or that there is none."""


class TogetherWhereShared(LoadScopeScheduling):
    """A module with something made once for all its tests stays on one core: on each other one it would be made again.

    Marks of groups do not say it: pytest-xdist 3.8 loses them with pytest 9.2.
    """

    def remove_node(self, node: WorkerController) -> str | None:
        """Pass on what a worker left undone when it went down. Return the test that was running, which has failed.

        pytest-xdist 3.8 would run that test again, on every worker that takes the place of another one, and would also
        pass on tests that are done: a worker that gets only those waits for ever.
        """
        units = self.assigned_work[node]
        undone = {scope: {test: False for test, done in unit.items() if not done} for scope, unit in units.items()}
        running = next((test for unit in undone.values() for test in unit), None)
        if running is not None:
            del undone[self._split_scope(running)][running]
        self.assigned_work[node] = {scope: unit for scope, unit in undone.items() if unit}
        super().remove_node(node)
        return running

    def _reschedule(self, node: WorkerController) -> None:
        """Give a worker enough to go on with, or tell it that there is no more."""
        if node not in self.registered_collections:
            return  # it takes the place of another one and still looks for its tests
        while not node.shutting_down and self._wants_more(node):
            super()._reschedule(node)

    def _wants_more(self, node: WorkerController) -> bool:
        return not self.workqueue or self._pending_of(self.assigned_work[node]) <= ENOUGH_AHEAD

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if shares(file) else nodeid


@cache
def shares(file: str) -> bool:
    """Whether the tests of this file have something in common that takes its time."""
    return SHARED in (ROOT / file).read_text(encoding="utf-8")
