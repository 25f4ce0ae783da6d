"""Two computers in one: network namespaces, joined by a cable, in which threads of a test can act."""

import ctypes
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

CLONE_NEWNET = 0x40000000
LONGEST = 60


def run_ip(*arguments: str) -> None:
    """Run `ip` and fail if it does."""
    subprocess.run(["ip", *arguments], check=True, timeout=LONGEST)


@contextmanager
def join_namespaces(addresses: dict[str, str]) -> Iterator[dict[str, str]]:
    """Make two namespaces with a cable between them, and yield their names by those of the computers."""
    names = {computer: f"{computer}-{os.getpid()}" for computer in addresses}
    first, second = names.values()
    with ExitStack() as opened:
        for name in names.values():
            run_ip("netns", "add", name)
            opened.callback(run_ip, "netns", "delete", name)
        run_ip("link", "add", "wire", "netns", first, "type", "veth", "peer", "name", "wire", "netns", second)
        for computer, name in names.items():
            run_ip("-n", name, "address", "add", addresses[computer], "dev", "wire")
            for device in ("lo", "wire"):
                run_ip("-n", name, "link", "set", device, "up")
        yield names


def act_in(namespace: str, act: Callable[[], Result]) -> Result:
    """Do something in a thread inside a namespace. Sockets and threads that it makes stay there."""
    done: list[Result] = []
    failed: list[BaseException] = []

    def enter_and_act() -> None:
        try:
            with Path("/run/netns", namespace).open() as file:
                if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), f"can't enter {namespace}")
            done.append(act())
        except BaseException as why:
            failed.append(why)

    thread = threading.Thread(target=enter_and_act)
    thread.start()
    thread.join(LONGEST)
    assert not thread.is_alive(), f"still busy in {namespace}"
    if failed:
        raise failed[0]
    return done[0]
