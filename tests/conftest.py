"""What all tests share."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import settings

from tests.figures import list_figures
from tests.following import Following
from tests.long import find_orphans
from tests.plugins import Packages

settings.register_profile("patient", deadline=None)  # a busy machine may take its time over any one example
settings.load_profile("patient")

pytest_plugins = ["companion.testing"]
collect_ignore = ["thirdparty"]  # a package of its own, with tests of its own
FOLLOWING = pytest.StashKey[Following | None]()

IN_MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 2 << 30
"""Bytes that must be free there. A run of all tests leaves some 50 MB behind."""

# every answer of a match is synced to the disk: in memory nobody waits for it
if "TMPDIR" not in os.environ and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM_IN_MEMORY:
    os.environ["TMPDIR"] = tempfile.tempdir = str(IN_MEMORY)

os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"


def pytest_configure(config: pytest.Config) -> None:
    """Follow the tests of this process, if coverage measures it."""
    config.addinivalue_line("markers", "long: repeats the promise of a quick test with other parameters: make long")
    deals_out = bool(config.getoption("numprocesses", None))  # then the tests are in other processes
    config.stash[FOLLOWING] = None if deals_out else Following.begin()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse long tests without a quick sibling, unless single tests were asked for."""
    orphans = [] if any("::" in argument for argument in config.args) else find_orphans(items)
    if orphans:
        raise pytest.UsageError(f"long tests need a quick one of the same function: {', '.join(orphans)}")


@pytest.fixture
def packages(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    """Packages of other people, which are gone after the test."""
    installed = Packages(tmp_path_factory.mktemp("site"), monkeypatch)
    yield installed
    monkeypatch.undo()
    installed.look_again()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """With several cores: tests that share what is made for their module stay together."""
    from tests.cores import TogetherWhereShared

    return TogetherWhereShared(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure this test if it is one of those that suffice, and if coverage is measured at all."""
    following = item.config.stash[FOLLOWING]
    with nullcontext() if following is None else following.along(item.nodeid):
        return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Print a failure at once when tests run on several cores: a run that is stopped later still says what failed."""
    if report.failed and hasattr(report, "node"):  # only the process that deals out tests knows the node that ran it
        print(f"\n{report.nodeid} failed at {report.when}:\n{report.longreprtext}", flush=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests measured."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    if figures := list_figures(report for report in reports if report.when == "call"):
        terminalreporter.section("figures")
        for figure in figures:
            terminalreporter.write_line(figure)
