"""A computer to try the package on: a fresh Debian root with its own systemd, in a container.

The root is made once by mmdebstrap and kept in `build/roots`; every machine is an overlay on it, so what it wrote can be
seen file by file. Commands are run inside with nsenter; no machine has a network.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.compiled import find_mirror

PROJECT = Path(__file__).resolve().parents[2]
ROOTS = PROJECT / "build" / "roots"
INCLUDED = "systemd,systemd-sysv,dbus,udev,python3,curl,procps,iproute2,openssl"
PATIENCE = 900.0
"""Seconds after which something counts as hung, also on a computer with much else to do."""
TRACKED = (("0::", "/sys/fs/cgroup/unified"), ("0::", "/sys/fs/cgroup"), (":name=systemd:", "/sys/fs/cgroup/systemd"))
"""Where systemd keeps track of processes, by the kernel's line for it: mixed hierarchies, a unified one, the old one."""
INTO = 'while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs"; shift; done; shift; exec "$@"'
"""A shell that moves into the control groups named and becomes what stands behind them."""


class Machine:
    """One container; `upper` holds everything that was written since it was made. It can lose its power and boot again."""

    def __init__(self, root: Path, upper: Path, groups: Sequence[Path]) -> None:
        self.root = root
        self.upper = upper
        self.groups = groups
        self.container: subprocess.Popen[bytes] | None = None
        self.leader = 0

    def boot(self) -> None:
        """Start its systemd and wait until everything is up."""
        words = ["systemd-nspawn", "--quiet", "--boot", "--directory", str(self.root), "--register=no", "--keep-unit"]
        self.container = subprocess.Popen(
            ["sh", "-c", INTO, "sh", *map(str, self.groups), "--",
             *words, "--private-network", "--console=passive", f"--machine=arkside{os.getpid()}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.leader = leader_of(self.container)
        ready = "systemctl is-system-running --wait"
        self.wait("a booted system", lambda: self.run(ready, check=False).strip() in ("running", "degraded"))

    def cut_power(self) -> None:
        """End every process in it at once, with no chance to tidy up."""
        assert self.container is not None
        os.kill(self.leader, signal.SIGKILL)  # the first process of a container takes all others with it
        self.container.kill()
        self.container.wait()
        while Path(f"/proc/{self.leader}").exists():
            time.sleep(0.02)

    def power_off(self) -> None:
        """Shut it down in good order."""
        if self.container is None or self.container.poll() is not None:
            return
        self.container.send_signal(signal.SIGTERM)  # nspawn powers its system off
        try:
            self.container.wait(30)
        except subprocess.TimeoutExpired:
            self.container.kill()
            self.container.wait()

    def run(self, command: str, check: bool = True, timeout: float = 1800) -> str:
        """Run a shell command inside as root; return its output."""
        enter = ["nsenter", "--target", str(self.leader), "--all", "--", "/usr/bin/env", "-i"]
        settings = [
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME=/root",
            "LC_ALL=C.UTF-8",
            "DEBIAN_FRONTEND=noninteractive",
        ]
        done = subprocess.run(
            [*enter, *settings, "/bin/sh", "-c", command], capture_output=True, text=True, timeout=timeout, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr if not check else done.stdout

    def show(self, name: str, unit: str = "arkside") -> str:
        """One property of a unit."""
        return self.run(f"systemctl show -p {name} --value {unit}").strip()

    def wait(self, what: str, done: Callable[[], bool], seconds: float = PATIENCE) -> float:
        """Wait until a condition holds; return how long that took."""
        began = time.monotonic()
        while not done():
            if time.monotonic() - began > seconds:
                log = self.run("journalctl --no-pager -n 60; systemctl status arkside --no-pager", check=False)
                raise AssertionError(f"waited {seconds} s in vain for: {what}\n{log}")
            time.sleep(0.05)
        return time.monotonic() - began

    def put(self, file: Path, place: str = "/root") -> str:
        """Copy a file into the machine; return its path inside."""
        inside = f"{place}/{file.name}"
        subprocess.run(
            ["nsenter", "--target", str(self.leader), "--mount", "--", "/bin/sh", "-c", f"cat > {inside}"],
            input=file.read_bytes(), check=True,
        )  # fmt: skip
        return inside


def name_of(suite: str, arch: str, more: Sequence[str]) -> str:
    """Return the name of a root."""
    return "-".join([suite, arch, *more])


def root_of(suite: str, arch: str = "amd64", more: Sequence[str] = ()) -> Path:
    """Return a fresh Debian as a tar file, with more packages if asked for; create it if it is missing."""
    tar = ROOTS / f"{name_of(suite, arch, more)}.tar"
    if not tar.exists():
        ROOTS.mkdir(parents=True, exist_ok=True)
        new = tar.with_suffix(".new.tar")
        words = [
            "mmdebstrap",
            f"--arch={arch}",
            "--variant=minbase",
            f"--include={','.join([INCLUDED, *more])}",
            suite,
            str(new),
            find_mirror(),
        ]
        subprocess.run(words, check=True)
        new.rename(tar)
    return tar


def unpack_root(suite: str, arch: str = "amd64", more: Sequence[str] = ()) -> Path:
    """Return the root as a folder, as the lower layer of overlays."""
    folder = ROOTS / name_of(suite, arch, more)
    if not folder.exists():
        new = folder.with_name(f"{folder.name}.new")
        shutil.rmtree(new, ignore_errors=True)  # one that was broken off
        new.mkdir(parents=True)
        subprocess.run(["tar", "-C", str(new), "-xf", str(root_of(suite, arch, more))], check=True)
        new.rename(folder)
    return folder


@contextmanager
def overlay(suite: str, arch: str = "amd64", more: Sequence[str] = ()) -> Iterator[tuple[Path, Path]]:
    """A root of one's own, and the folder that gathers what is written to it."""
    below = unpack_root(suite, arch, more)
    with TemporaryDirectory(dir=ROOTS) as scratch:
        merged, upper, work = (Path(scratch) / name for name in ("root", "upper", "work"))
        for folder in (merged, upper, work):
            folder.mkdir()
        layers = f"lowerdir={below},upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(merged)], check=True)
        try:
            yield merged, upper
        finally:
            subprocess.run(["umount", str(merged)], check=True)


@contextmanager
def own_groups(name: str) -> Iterator[list[Path]]:
    """Control groups for one machine: two in the same ones clear away each other's, and then a unit's command cannot start."""
    lines = Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines()
    ours = [Path(f"{top}{line.partition(kind)[2]}") for kind, top in TRACKED for line in lines if kind in line]
    groups = [group / name for group in ours if (group / "cgroup.procs").exists()]
    for group in groups:
        group.mkdir()
    try:
        yield groups
    finally:
        for group in groups:
            for folder in [*sorted((path for path in group.rglob("*") if path.is_dir()), reverse=True), group]:
                with suppress(OSError):  # one that was killed may leave some for a moment
                    folder.rmdir()


@contextmanager
def machine(suite: str, more: Sequence[str] = ()) -> Iterator[Machine]:
    """Boot a fresh one; it is powered off at the end."""
    with overlay(suite, more=more) as (root, upper), own_groups(f"arkside-{root.parent.name}") as groups:
        host = Machine(root, upper, groups)
        try:
            host.boot()
            yield host
        finally:
            host.power_off()


def leader_of(container: "subprocess.Popen[bytes]") -> int:
    """The process that is number one inside."""
    children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for child in children.read_text(encoding="ascii").split():
            if Path(f"/proc/{child}/comm").read_text(encoding="ascii").strip() in ("systemd", "init"):
                return int(child)
        time.sleep(0.02)
    raise AssertionError("the container did not start")
