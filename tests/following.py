"""How `make test` measures coverage and stays quick: coverage follows only those tests that suffice for all the others.

Which ones they are stands in tests/followed.txt. `make coverage` follows every test, slowly, and writes them there
(tests/trust/followed.py). What the others would add is lost, so this can only make the figures smaller.
"""

import base64
import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

FOLLOWED = Path(__file__).with_name("followed.txt")
EVERY = "FOLLOW_EVERY_TEST"
"""A folder: then all tests are followed, each is told apart, and here stands its processor time."""
INSIDE = "FOLLOWED_ALREADY"
"""Set in programs that a test starts: where those are tests too, whoever started them decides whether they are followed."""
PACKAGES = ("companion", "drivers")
CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""By this coverage knows in a program that a test starts that it is to be measured too, and how."""


class Following:
    """Goes along with the tests of one process."""

    def __init__(self, measuring: Any, every: str | None) -> None:
        self._measuring = measuring
        self._on = True
        self._children = os.environ.get(CHILDREN)
        self._followed = set(FOLLOWED.read_text(encoding="utf-8").splitlines())
        self._took = None if every is None else Path(every, f"took-{os.getpid()}.txt")

    @classmethod
    def begin(cls) -> "Following | None":
        """One for this process, if coverage measures it."""
        measuring = sys.modules["coverage"].Coverage.current() if "coverage" in sys.modules else None
        if measuring is None or os.environ.get(INSIDE) is not None:
            return None
        os.environ[INSIDE] = "1"
        os.register_at_fork(before=_hold_on, after_in_parent=_go_on, after_in_child=_let_go)
        _import_everything()
        return cls(measuring, os.environ.get(EVERY))

    @contextmanager
    def along(self, test: str) -> Iterator[None]:
        """Follow a test, if it is one of those."""
        if self._took is None:
            self._turn(test in self._followed or test.partition("::")[0] in self._followed)
            yield
        else:
            with self._told_apart(test, self._took):
                yield

    @contextmanager
    def _told_apart(self, test: str, took: Path) -> Iterator[None]:
        self._measuring.switch_context(test)
        if self._children is not None:
            os.environ[CHILDREN] = in_context(self._children, test)
        began = measure_processor_time()
        try:
            yield
        finally:
            with took.open("a", encoding="utf-8") as file:
                file.write(f"{measure_processor_time() - began:.3f} {test}\n")

    def _turn(self, on: bool) -> None:
        """Measure or not, here and in programs that are started meanwhile."""
        if on is self._on:
            return
        self._on = on
        (self._measuring.start if on else self._measuring.stop)()
        if self._children is not None:
            os.environ.update({CHILDREN: self._children}) if on else os.environ.pop(CHILDREN, None)


def measure_processor_time() -> float:
    """Return the processor seconds of this process and of the programs it started, those that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def in_context(children: str, test: str) -> str:
    """How programs are measured that this test starts: all they do is put down to it."""
    how = json.loads(base64.b64decode(children))
    return base64.b64encode(json.dumps(how | {"context": test}).encode()).decode()


def _import_everything() -> None:
    """What modules do when they are imported is done once, so it must not be left to tests that are not followed."""
    for package in PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):  # what only a pod has, or an extra that is not installed
                    import_module(module.name)


def _hold_on() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})


def _go_on() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def _let_go() -> None:
    """Measure nothing in a fork: coverage would wait there for locks that other threads held when it was made."""
    sys.settrace(None)
    threading.settrace(None)  # type: ignore[arg-type]  # typeshed does not know that this is allowed
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _go_on()
