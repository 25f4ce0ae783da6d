"""Simulated device nodes: replaces `open` and `ioctl` of one library."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol


class Node(Protocol):
    """A simulated device behind a path such as `/dev/i2c-1`."""

    def on_open(self, handle: int) -> None:
        """Handle a library opening the node; may raise the kernel's errors."""

    def ioctl(self, handle: int, request: int, argument: Any) -> int:
        """Serve one request, as the kernel would."""


@contextmanager
def install_nodes(library: ModuleType, nodes: Mapping[str, Node], family: str) -> Iterator[None]:
    """Let a library find these nodes, and no real one whose path starts with `family`.

    Only that library's references to `os` and `ioctl` are replaced; the rest of the process is untouched.
    """
    fake_os, real_ioctl = library.os, library.ioctl
    kernel = _Kernel(nodes, family, real_ioctl)
    library.os = kernel  # type: ignore[attr-defined]
    library.ioctl = kernel.ioctl  # type: ignore[attr-defined]
    try:
        yield
    finally:
        library.os = fake_os  # type: ignore[attr-defined]
        library.ioctl = real_ioctl  # type: ignore[attr-defined]


class _Kernel:
    """Looks like the module `os` to a library, with a few more files in /dev."""

    def __init__(self, nodes: Mapping[str, Node], family: str, real_ioctl: Any) -> None:
        self._nodes = nodes
        self._family = family
        self._real_ioctl = real_ioctl
        self._open: dict[int, Node] = {}
        self.path = SimpleNamespace(exists=self._exists)

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: str, flags: int, *more: Any) -> int:
        """Open a node. Its handle is a real one on /dev/null, so that numbers never collide with real files."""
        if path not in self._nodes:
            if path.startswith(self._family):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            return os.open(path, flags, *more)
        handle = os.open(os.devnull, os.O_RDWR)
        try:
            self._nodes[path].on_open(handle)
        except OSError:
            os.close(handle)
            raise
        self._open[handle] = self._nodes[path]
        return handle

    def close(self, handle: int) -> None:
        """Close a node."""
        self._open.pop(handle, None)
        os.close(handle)

    def ioctl(self, handle: int, request: int, argument: Any = 0, mutate: bool = True) -> int:
        """Serve a request to one of our nodes; pass on any other."""
        node = self._open.get(handle)
        if node is None:
            return int(self._real_ioctl(handle, request, argument, mutate))
        return node.ioctl(handle, request, argument)

    def _exists(self, path: str) -> bool:
        return path in self._nodes or (not path.startswith(self._family) and os.path.exists(path))
