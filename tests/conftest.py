"""What all tests share."""

import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.plugins import Packages

settings.register_profile("patient", deadline=None)  # a busy machine may take its time over any one example
settings.load_profile("patient")

pytest_plugins = ["companion.testing"]
collect_ignore = ["thirdparty"]  # a package of its own, with tests of its own
MEASURED = 1.5
"""Seconds of its own work for which coverage follows a test: thousands of random games would only take longer, not further."""

os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"


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
    """Measure the beginning of each test, if coverage is measured at all."""
    measuring = sys.modules["coverage"].Coverage.current() if "coverage" in sys.modules else None
    if measuring is None:
        return (yield)
    stopped: list[bool] = []

    def enough(*_: object) -> None:
        measuring.stop()
        stopped.append(True)

    before = signal.signal(signal.SIGVTALRM, enough)
    signal.setitimer(signal.ITIMER_VIRTUAL, MEASURED)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if stopped:
            measuring.start()
