"""What is wrong with a part, as a small value: the part, what happened, and the wire to check."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

What = Literal["no-bus", "no-answer", "not-allowed", "no-library", "stuck", "flickering", "deaf", "failed"]

_BY_ERRNO: dict[int, What] = {
    errno.ENOENT: "no-bus",
    errno.ENODEV: "no-bus",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.EREMOTEIO: "no-answer",
    errno.ENXIO: "no-answer",
    errno.EIO: "no-answer",
    errno.ETIMEDOUT: "no-answer",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One part that does not do its work: `what` is a stable word, `wire` says where to look."""

    part: str
    what: What
    wire: str
    detail: str = ""

    def __str__(self) -> str:
        text = f"{self.part}: {self.what}, check {self.wire}"
        return f"{text} ({self.detail})" if self.detail else text


def cause_of(error: BaseException) -> What:
    """Name the kind of trouble behind a library's exception.

    luma wraps the kernel's error in its own class, so the errno is looked for along the whole chain.
    """
    for link in _chain(error):
        if type(link).__name__ == "BadPinFactory":  # gpiozero found no pins at all; not worth importing it here
            return "no-bus" if find_spec("lgpio") else "no-library"
        if isinstance(link, ImportError):
            return "no-library"
        if isinstance(link, OSError):
            return "no-bus" if link.errno is None else _BY_ERRNO.get(link.errno, "failed")
    return "failed"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
