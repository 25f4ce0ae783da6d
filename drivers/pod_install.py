"""Put the firmware onto a Pico that runs MicroPython, with mpremote."""

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import firmware
from drivers.errors import N_
from drivers.pod import Pod, PodError, PodState, open_port
from firmware.link import encode_message

MODULES = ("__init__.py", "link.py", "outbox.py", "pod.py", "wiring.py")
"""Modules the pod needs in addition to main.py, which starts it."""
RESTART = 3.0
"""Seconds a Pico takes until its port is back."""

MAKE_FOLDER = "import os\nif 'firmware' not in os.listdir(): os.mkdir('firmware')"


class InstallerMissing(PodError, ImportError):
    """mpremote is not installed."""

    code = "pod-installer-missing"


class InstallFailed(PodError, RuntimeError):
    """mpremote could not do it."""

    code = "pod-install-failed"


def build_mpremote_arguments(port: str) -> list[str]:
    """Return the arguments for mpremote that copy the firmware to the Pico at `port` and start it."""
    # main.py is copied last: if copying breaks off, the Pico starts without firmware instead of with half of it.
    folder = Path(firmware.__file__).parent
    modules = [str(folder / name) for name in MODULES]
    return [
        *("connect", port, "exec", MAKE_FOLDER),
        *("+", "fs", "cp", *modules, ":firmware/"),
        *("+", "fs", "cp", str(folder / "main.py"), ":main.py"),
        *("+", "reset"),
    ]


def run_mpremote(arguments: Sequence[str]) -> None:
    """Run mpremote and turn its failure into one line."""
    if importlib.util.find_spec("mpremote") is None:
        raise InstallerMissing(N_("Writing to a Pico needs mpremote: pip install mpremote"))
    finished = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [sys.executable, "-m", "mpremote", *arguments], capture_output=True, text=True, timeout=120, check=False
    )
    if finished.returncode:
        lines = (finished.stderr or finished.stdout).strip().splitlines() or [f"mpremote: {finished.returncode}"]
        raise InstallFailed(N_("Can't write to the Pico: {reason}; plug it in again and retry"), reason=lines[-1])


def install(
    port: str,
    run: Callable[[Sequence[str]], None] = run_mpremote,
    wait: Callable[[float], None] = time.sleep,
    connect: Callable[[str], Pod] = lambda port: Pod(lambda *edge: None, port),
) -> PodState:
    """Install the firmware on the Pico at `port` and return its state afterwards."""
    stop_firmware(port)
    wait(RESTART)
    run(build_mpremote_arguments(port))
    wait(RESTART)
    with connect(port) as pod:
        return pod.wait()


def stop_firmware(port: str) -> None:
    """Ask a pod to restart without its firmware, whose watchdog would reset the Pico in the middle of copying.

    Any other program on that port ignores the line.
    """
    try:
        with open_port(port) as line:
            line.write(b"\n" + encode_message("halt", 1))
            line.flush()
    except OSError as error:
        raise InstallFailed(N_("{port} can't be used: {reason}"), port=port, reason=error) from error
