"""Ten thousand matches in the journal: the device and every list stay quick. Times are those of the work itself, with a wide margin."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.core.statistics import reaction_times, statistics
from companion.device.context import Context
from companion.device.walks.matches import MOST, first_rows
from companion.phone.lobby import last_played
from companion.phone.records import history
from tests.trust.years import PEOPLE, write_years

MATCHES = 10_000
AT_ONCE = 0.2
"""Seconds for what the device does while somebody waits with a hand on the dial: it looks at a few rows, not at all."""
LISTED = 5.0
"""Seconds for what reads every match there is."""


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    folder = tmp_path_factory.mktemp("years")
    write_years(folder, MATCHES)
    opened = Context(Path(folder), "en")
    yield opened
    opened.close()


def seconds(act: Callable[[], object]) -> float:
    """How long it works."""
    began = time.process_time()
    act()
    return time.process_time() - began


@pytest.mark.parametrize("act", [
    lambda context: context.players(),
    lambda context: first_rows(context, None),
    lambda context: context.journal.summaries(context.journal.waiting(MOST)),
    lambda context: context.journal.newest(),
    lambda context: context.journal.unfinished(),
    lambda context: context.sessions.heal(),
    last_played,
], ids=["players", "first menu", "matches that wait", "who sat here last", "the one that waits", "heal", "last played"])  # fmt: skip
def test_what_people_wait_for_looks_at_a_few_matches_only(context: Context, act: Callable[[Context], object]) -> None:
    assert seconds(lambda: act(context)) < AT_ONCE


@pytest.mark.parametrize("act", [
    history,
    lambda context: statistics(context.journal).as_json(),
    lambda context: reaction_times(context.journal),
], ids=["history", "statistics", "reaction times"])  # fmt: skip
def test_what_reads_all_of_them_stays_quick_too(context: Context, act: Callable[[Context], object]) -> None:
    assert seconds(lambda: act(context)) < LISTED


def test_the_lists_are_right_however_long(context: Context) -> None:
    assert len(history(context)) == MATCHES
    assert len(context.journal.waiting(MOST)) == 40
    assert set(context.players()) <= set(PEOPLE)
    found = statistics(context.journal)
    assert (found.matches, found.waiting) == (MATCHES - 40, 40)
