"""The package of a Pi on a Pi's architecture: trixie for arm64 under qemu-user, the device's own tests on its libraries.

Needs qemu-user-static, and registers it where nobody did. There is no systemd here: an emulated one is not what a Pi runs.
"""

import shutil
import subprocess
import time
from collections.abc import Iterator
from importlib.metadata import files, version
from pathlib import Path

import pytest

from deploy.package import pip, target, unpack
from deploy.proof.machine import PROJECT, overlay
from deploy.proof.packages import build_package

TOOLS = ("pytest", "pluggy", "iniconfig", "packaging", "sortedcontainers", "fake_rpi")
"""Pure Python libraries that the tests need besides the package."""
COMPILED = ("hypothesis", "numpy")
"""Libraries of the tests with a part compiled for arm64; fake_rpi needs numpy."""
BINFMT = Path("/proc/sys/fs/binfmt_misc")
QEMU = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
TESTED = (
    "drivers/test_board.py", "drivers/test_chips.py", "drivers/test_screen.py", "drivers/test_wire.py", "drivers/test_lightbar.py",
    "drivers/test_gpiod_pins.py", "drivers/test_gpio_input.py", "drivers/test_dial_and_buzzer.py", "drivers/test_pwm.py",
    "drivers/test_pod.py", "drivers/test_pod_link.py", "drivers/test_pod_clock.py", "drivers/test_referee.py",
    "device/test_stage.py", "device/test_faults.py", "device/test_screen_inches.py", "device/test_more_screens.py",
)  # fmt: skip
"""Where our code meets what is another on a Pi: structures given to the kernel, compiled libraries, the pixels they make, clocks and stamps.

The rest is logic in Python, which is the same everywhere, and would take hours under emulation.
"""
LONG = "not again_and_again and not thousand and not frames and not hour and not whatever_the_stamps"
"""The same many times over: one time has what can differ."""
MOUNTED = ("proc", "dev", "dev/pts")
"""Pseudo file systems that a root needs; a simulated pod needs a pseudo-terminal."""
NOT_PACKED = "tests/drivers/test_lightbar.py::test_the_neopixel_module_drives_the_same_bar_by_setting"
"""Lights on a PWM pin: their library is for those who clone, the package has lights on SPI only."""
LIBRARIES = "/opt/tests:/usr/lib/arkside/lib:/usr/lib/arkside/cp313"


class Root:
    """An arm64 system whose programs run under qemu."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, command: str, timeout: float = 3600) -> str:
        """Run a shell command inside; what it printed."""
        words = [
            "chroot",
            str(self.folder),
            "/usr/bin/env",
            "-i",
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
            "LC_ALL=C.UTF-8",
            "HOME=/root",
        ]
        done = subprocess.run(
            [*words, "sh", "-c", command], capture_output=True, text=True, timeout=timeout, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout


def emulate() -> None:
    """Let the kernel run programs for arm64; where systemd starts the computer this is so already."""
    if not (BINFMT / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(BINFMT)], check=True)
    if not (BINFMT / "qemu-aarch64").exists():
        (BINFMT / "register").write_text(QEMU.read_text(encoding="ascii").strip(), encoding="ascii")


@pytest.fixture(scope="module")
def root() -> Iterator[Root]:
    """A fresh arm64 root with the package in it."""
    emulate()
    with overlay("trixie", "arm64") as (folder, _upper):
        shutil.copy(build_package("arm64"), folder / "root" / "arkside.deb")
        for place in MOUNTED:
            subprocess.run(["mount", "--bind", f"/{place}", str(folder / place)], check=True)
        try:
            yield Root(folder)
        finally:
            for place in reversed(MOUNTED):
                subprocess.run(["umount", str(folder / place)], check=True)


def test_the_package_installs_on_arm64(root: Root, figure: list[str]) -> None:
    began = time.monotonic()
    root.run("dpkg -i /root/arkside.deb")
    figure.append(f"installed in {time.monotonic() - began:.0f} s")
    assert root.run("uname -m").strip() == "aarch64"
    assert root.run("arkside --version").startswith("arkside ")
    assert "noah" in root.run("arkside boxes")
    assert root.run(
        "python3 -c 'import sys; sys.path[:0] = [\"/usr/lib/arkside/cp313\"]; import gpiod; print(gpiod.__version__)'"
    ).strip()


def lay_compiled(folder: Path) -> None:
    """The libraries of the tests that have a part compiled for arm64."""
    wheels = PROJECT / "build" / "wheels" / "tests"
    for name in COMPILED:
        if not list(wheels.glob(f"{name}-{version(name)}-*")):
            pip("download", "--quiet", "-d", wheels, *target("arm64", "3.13"), f"{name}=={version(name)}")
        unpack(next(wheels.glob(f"{name}-{version(name)}-*")), folder)


def test_the_tests_of_the_box_pass_on_arm64(root: Root, figure: list[str]) -> None:
    for name in ("tests", "pyproject.toml"):
        target = root.folder / "opt" / "source" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, target, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        else:
            shutil.copy(PROJECT / name, target)
    for tool in TOOLS:
        for file in files(tool) or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                place = root.folder / "opt" / "tests" / file
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), place)
    lay_compiled(root.folder / "opt" / "tests")
    for name in ("companion", "drivers", "firmware"):  # the tests are those of the source, the code is the package's
        (root.folder / "opt" / "source" / name).symlink_to(f"/usr/lib/arkside/lib/{name}")
    began = time.monotonic()
    chosen = " ".join(f"tests/{file}" for file in TESTED)
    output = root.run(
        f"cd /opt/source && PYTHONPATH={LIBRARIES} python3 -m pytest -p no:cacheprovider -k '{LONG}' --deselect {NOT_PACKED}"
        f" --durations=15 {chosen}"
    )
    figure.append(f"{output.strip().splitlines()[-1]} ({time.monotonic() - began:.0f} s)")
    assert " passed" in output
    assert "failed" not in output
