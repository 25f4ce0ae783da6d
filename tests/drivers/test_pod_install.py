"""Putting the firmware onto a Pico."""

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers.pod import Pod
from drivers.pod_install import InstallerMissing, InstallFailed, build_mpremote_arguments, install, run_mpremote
from drivers.pod_process import PodProcess


def test_everything_the_pod_imports_is_copied_and_nothing_else() -> None:
    arguments = build_mpremote_arguments("/dev/ttyACM0")
    assert arguments[:2] == ["connect", "/dev/ttyACM0"]
    files = [Path(argument) for argument in arguments if argument.endswith(".py")][:-1]
    assert all(file.is_file() for file in files)
    copied = {file.name for file in files}
    imported = set()
    for file in files:
        for line in file.read_text().splitlines():
            if line.startswith("from firmware."):
                imported.add(line.split()[1].split(".")[1] + ".py")
    assert imported | {"__init__.py", "main.py"} == copied
    assert arguments[-1] == "reset"


def test_the_copied_files_start_on_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "firmware"
    folder.mkdir()
    for argument in build_mpremote_arguments("port"):
        if argument.endswith(".py") and Path(argument).is_file():
            (folder / Path(argument).name).write_text(Path(argument).read_text())
    code = "import firmware.pod, firmware.outbox, firmware.wiring; print('starts')"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == "starts", ran.stderr


def test_installing_stops_the_firmware_copies_and_meets_the_new_one() -> None:
    processes = [PodProcess(), PodProcess()]
    done: list[str] = []

    def run(arguments: Sequence[str]) -> None:
        assert processes[0]._process.wait(20) == 0, "the old firmware was asked to halt, and did"
        done.append(arguments[1])

    state = install(
        processes[0].port, run, lambda seconds: None, lambda port: Pod(lambda *edge: None, processes[1].port)
    )
    assert done == [processes[0].port]
    assert state.connected
    for process in processes:
        process.unplug()


def test_a_port_that_is_not_there_is_named() -> None:
    with pytest.raises(InstallFailed, match="ttyNOPE"):
        install("/dev/ttyNOPE")


def test_without_mpremote_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InstallerMissing, match="pip install mpremote"):
        run_mpremote(["version"])


@pytest.mark.skipif(importlib.util.find_spec("mpremote") is None, reason="mpremote is an extra: pip install mpremote")
def test_mpremotes_failure_is_one_line() -> None:
    with pytest.raises(InstallFailed) as caught:
        run_mpremote(["connect", "/dev/ttyNOPE", "reset"])
    assert "ttyNOPE" in str(caught.value)
    assert "\n" not in str(caught.value)
