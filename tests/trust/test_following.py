"""Coverage follows the tests that suffice, here and in the programs they start; all of them, told apart, to choose those."""

import base64
import json
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from tests import following
from tests.cores import TogetherWhereShared
from tests.following import CHILDREN, Following
from tests.trust.followed import choose_tests


class Measuring:
    """Stands for coverage: whether it looks, and what for."""

    def __init__(self) -> None:
        self.on = True
        self.context = ""

    def start(self) -> None:
        self.on = True

    def stop(self) -> None:
        self.on = False

    def switch_context(self, context: str) -> None:
        self.context = context


HOW = base64.b64encode(json.dumps({"branch": True, "context": None}).encode()).decode()


@pytest.fixture
def measuring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Measuring:
    monkeypatch.setenv(CHILDREN, HOW)
    monkeypatch.setattr(following, "FOLLOWED", tmp_path / "followed.txt")
    following.FOLLOWED.write_text("tests/test_a.py::test_it[1]\ntests/test_c.py::test_it\n")
    return Measuring()


def test_only_the_tests_that_suffice_are_followed(measuring: Measuring) -> None:
    one = Following(measuring, None)
    seen = []
    for test in ("tests/test_a.py::test_it[1]", "tests/test_a.py::test_it[2]", "tests/test_c.py::test_it"):
        with one.along(test):
            seen.append((measuring.on, os.environ.get(CHILDREN)))
    assert seen == [(True, HOW), (False, None), (True, HOW)]


def test_choosing_followed_tests_measures_each_with_its_programs(measuring: Measuring, tmp_path: Path) -> None:
    one = Following(measuring, str(tmp_path))
    for test in ("test_a", "test b"):
        with one.along(test):
            assert measuring.on
            assert measuring.context == test
            assert json.loads(base64.b64decode(os.environ[CHILDREN])) == {"branch": True, "context": test}
    (took,) = tmp_path.glob("took-*.txt")
    assert [line.partition(" ")[2] for line in took.read_text().splitlines()] == ["test_a", "test b"]


def test_the_quickest_that_go_everywhere_together_are_chosen() -> None:
    ways = {
        "slow and everywhere": {(1, n, n + 1) for n in range(100)},
        "first half": {(1, n, n + 1) for n in range(50)},
        "second half": {(1, n, n + 1) for n in range(50, 100)},
        "a part of it": {(1, n, n + 1) for n in range(40)},
    }
    took = {"slow and everywhere": 60.0, "first half": 1.0, "second half": 1.0, "a part of it": 1.0}
    assert sorted(choose_tests(ways, took, share=1.0)) == ["first half", "second half"]
    assert choose_tests(ways, took | {"second half": 2.0}, share=0.5) == ["first half"]
    assert choose_tests(ways, took | {"slow and everywhere": 1.0}, share=1.0) == ["slow and everywhere"]


def test_a_module_that_makes_something_once_stays_on_one_core() -> None:
    evening = "tests/device/test_ark_on_the_device.py"
    scopes = {TogetherWhereShared._split_scope(None, f"{evening}::test_{n}") for n in "ab"}  # type: ignore[arg-type]
    assert scopes == {evening}
    alone = ["tests/core/test_match.py::test_a", "tests/core/test_match.py::test_b[1]"]
    assert [TogetherWhereShared._split_scope(None, one) for one in alone] == alone  # type: ignore[arg-type]


def test_nothing_is_measured_in_a_fork() -> None:
    """Whatever lock of coverage another thread held when the fork was made, nobody opens it there."""
    before, terminated = sys.gettrace(), signal.getsignal(signal.SIGTERM)
    sys.settrace(lambda frame, event, arg: None)
    try:
        following._let_go()
        assert sys.gettrace() is None
        assert threading.gettrace() is None
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, terminated)
        threading.settrace(before)  # type: ignore[arg-type]
        sys.settrace(before)
