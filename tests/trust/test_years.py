"""Ten thousand matches in the journal: the device and every list stay quick.

Work is counted where it can be, in steps of SQLite, which are the same on every machine.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.app import App
from companion.app.lobby import Lobby
from companion.core.statistics import reaction_times, statistics
from companion.device.context import Context
from companion.device.walks.matches import MOST, first_rows
from companion.phone.records import history
from tests.trust.years import PEOPLE, write_years

MATCHES = 10_000
FEWER = 1_000
LISTED = 15.0
"""Seconds of work for what reads every match there is: one or less, and a wide margin for a machine that does much else."""


def years(folder: Path, matches: int) -> Iterator[Context]:
    write_years(folder, matches)
    with closing(App(folder, "en")) as app:
        yield Context(app)


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    yield from years(tmp_path_factory.mktemp("years"), MATCHES)


@pytest.fixture(scope="module")
def younger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    yield from years(tmp_path_factory.mktemp("a year"), FEWER)


def steps(context: Context, act: Callable[[Context], object]) -> int:
    """How many instructions of its own SQLite runs for it."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    context.app.journal._db.set_progress_handler(count, 1)
    try:
        act(context)
    finally:
        context.app.journal._db.set_progress_handler(None, 1)
    return counted


@pytest.mark.parametrize("act", [
    lambda context: context.app.lobby.known_names(),
    lambda context: first_rows(context, None),
    lambda context: context.app.journal.summaries(context.app.journal.waiting(MOST)),
    lambda context: context.app.journal.newest(),
    lambda context: context.app.journal.unfinished(),
    lambda context: context.app.sessions.heal(),
    lambda context: Lobby(context.app),
], ids=["players", "first menu", "matches that wait", "who sat here last", "the one that waits", "heal", "last played"])  # fmt: skip
def test_what_people_wait_for_looks_at_a_few_matches_only(
    context: Context, younger: Context, act: Callable[[Context], object]
) -> None:
    """Somebody waits with a hand on the dial: it is as much work as when there were a tenth of them."""
    act(context)
    act(younger)
    assert 0 < steps(context, act) < 1.1 * steps(younger, act)


@pytest.mark.parametrize("act", [
    lambda context: history(context.app),
    lambda context: statistics(context.app.journal).as_json(),
    lambda context: reaction_times(context.app.journal),
], ids=["history", "statistics", "reaction times"])  # fmt: skip
def test_what_reads_all_of_them_stays_quick_too(context: Context, act: Callable[[Context], object]) -> None:
    began = time.process_time()
    act(context)
    assert time.process_time() - began < LISTED


def test_the_lists_are_right_however_long(context: Context) -> None:
    assert len(history(context.app)) == MATCHES
    assert len(context.app.journal.waiting(MOST)) == 40
    assert set(context.app.lobby.known_names()) <= set(PEOPLE)
    found = statistics(context.app.journal)
    assert (found.matches, found.waiting) == (MATCHES - 40, 40)
