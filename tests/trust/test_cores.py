"""Tests on several cores: a worker that goes down costs its one test, and nobody waits for ever."""

import subprocess
import sys
from pathlib import Path

from tests.cores import ROOT
from tests.programs import PATIENCE

CONFTEST = """
from pathlib import Path
import tests.cores

tests.cores.ROOT = Path(__file__).parent

def pytest_xdist_make_scheduler(config, log):
    return tests.cores.TogetherWhereShared(config, log)
"""
ALONE = """
import os, pytest

@pytest.mark.parametrize("n", range(8))
def test_alone(n):
    if n in (2, 7):
        os._exit(1)
"""
TOGETHER = """
import os, pytest

@pytest.fixture(scope="module", autouse=True)
def made_once():
    return None

@pytest.mark.parametrize("n", range(4))
def test_together(n):
    if n == 1:
        os._exit(1)
"""


def test_a_worker_that_goes_down_fails_one_test_and_the_others_do_the_rest(tmp_path: Path) -> None:
    for name, text in {"conftest": CONFTEST, "test_alone": ALONE, "test_together": TOGETHER}.items():
        (tmp_path / f"{name}.py").write_text(text)
    words = ["-m", "pytest", "-n", "2", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, *words, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert "3 failed, 9 passed" in done.stdout, done.stdout + done.stderr
    for test in ("test_alone.py::test_alone[2]", "test_alone.py::test_alone[7]", "test_together.py::test_together[1]"):
        assert f"crashed while running '{test}'" in done.stdout
