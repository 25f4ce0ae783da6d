"""Which tests run on which core: one by one wherever a core is free, except those that share what is made for their module."""

from functools import cache
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parents[1]
SHARED = 'scope="module"'


class TogetherWhereShared(LoadScopeScheduling):
    """A module with something made once for all its tests stays on one core: on each other one it would be made again.

    Marks of groups do not say it: pytest-xdist 3.8 loses them with pytest 9.2.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if shares(file) else nodeid


@cache
def shares(file: str) -> bool:
    """Whether the tests of this file have something in common that takes its time."""
    return SHARED in (ROOT / file).read_text(encoding="utf-8")
