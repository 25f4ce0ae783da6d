"""Coverage follows a test while it comes somewhere new, here and in the programs it starts, and goes on with the next."""

import os
import signal
from types import SimpleNamespace

import pytest

from tests.cores import TogetherWhereShared
from tests.following import CHILDREN, PATIENCE, Following


class Measuring:
    """Stands for coverage: what it has seen, and whether it looks."""

    def __init__(self) -> None:
        self._collector = SimpleNamespace(data={"a.py": {1, 2}})
        self.on = True

    def start(self) -> None:
        self.on = True

    def stop(self) -> None:
        self.on = False

    def see(self, line: int) -> None:
        self._collector.data["a.py"].add(line)


@pytest.fixture
def measuring(monkeypatch: pytest.MonkeyPatch) -> Measuring:
    monkeypatch.setenv(CHILDREN, "how to measure")
    return Measuring()


def test_a_test_that_comes_nowhere_new_again_and_again_is_not_followed_any_more(measuring: Measuring) -> None:
    following = Following(measuring)
    followed = []
    for test in [*["test_a"] * (PATIENCE + 2), "test_b"]:
        with following.along(test):
            followed.append((measuring.on, CHILDREN in os.environ))
        assert measuring.on, "fixtures of the next one may come somewhere new"
        assert os.environ[CHILDREN] == "how to measure"
    # the very first one found what was there before it
    assert followed == [(True, True)] * (PATIENCE + 1) + [(False, False)] + [(True, True)]


def test_whoever_finds_something_is_followed_on(measuring: Measuring) -> None:
    following = Following(measuring)
    for line in range(10, 10 + 3 * PATIENCE):
        with following.along("test_a"):
            assert measuring.on
            measuring.see(line)


def test_a_long_test_is_followed_as_long_as_there_is_news(
    measuring: Measuring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "setitimer", lambda *_: None)  # the clock of this test is the one below
    following = Following(measuring)
    with following.along("test_a"):
        for line in range(10, 13):
            measuring.see(line)
            signal.raise_signal(signal.SIGVTALRM)
            assert measuring.on
        signal.raise_signal(signal.SIGVTALRM)
        assert not measuring.on
    assert measuring.on


def test_a_module_that_makes_something_once_stays_on_one_core() -> None:
    evening = "tests/device/test_ark_on_the_device.py"
    scopes = {TogetherWhereShared._split_scope(None, f"{evening}::test_{n}") for n in "ab"}  # type: ignore[arg-type]
    assert scopes == {evening}
    alone = ["tests/core/test_match.py::test_a", "tests/core/test_match.py::test_b[1]"]
    assert [TogetherWhereShared._split_scope(None, one) for one in alone] == alone  # type: ignore[arg-type]
