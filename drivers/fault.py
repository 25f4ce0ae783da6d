"""What is wrong with a part, as a small value: the part, what happened, and the wire to check."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

FaultKind = Literal["no-bus", "no-answer", "not-allowed", "no-library", "busy", "stuck", "flickering", "deaf", "failed"]

DEVICES = Path("/dev")
FIRST_QUIET, LONGEST_QUIET = 0.5, 3600.0  # seconds between two lines on the same part
log = logging.getLogger(__name__)

_BY_ERRNO: dict[int, FaultKind] = {
    errno.ENOENT: "no-bus",
    errno.ENODEV: "no-bus",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.EBUSY: "busy",
    errno.EREMOTEIO: "no-answer",
    errno.ENXIO: "no-answer",
    errno.EIO: "no-answer",
    errno.ETIMEDOUT: "no-answer",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One part that does not do its work: `what` is a stable word, `wire` says where to look."""

    part: str
    what: FaultKind
    wire: str
    detail: str = ""
    owner: str = ""
    """Of a busy part: the program that has it, if the kernel tells."""

    def __str__(self) -> str:
        text = f"{self.part}: {self.what}, check {self.wire}"
        return f"{text} ({self.detail})" if self.detail else text


def classify_error(error: BaseException) -> FaultKind:
    """Name the kind of trouble behind a library's exception.

    luma wraps the kernel's error in its own class, so the errno is looked for along the whole chain.
    """
    for link in _iter_causes(error):
        if type(link).__name__ == "BadPinFactory":  # gpiozero found no pins at all; not worth importing it here
            return _diagnose_missing_chip() if find_spec("lgpio") else "no-library"
        if type(link).__module__ == "lgpio":
            return "busy" if "busy" in str(link) else _diagnose_missing_chip() if "gpiochip" in str(link) else "failed"
        if isinstance(link, ImportError):
            return "no-library"
        if isinstance(link, OSError):
            return "no-bus" if link.errno is None else _BY_ERRNO.get(link.errno, "failed")
    return "failed"


def _diagnose_missing_chip() -> FaultKind:
    """lgpio does not say why it could not open a chip; the kernel does."""
    chips = list(DEVICES.glob("gpiochip*"))
    return "not-allowed" if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips) else "no-bus"


def _iter_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


class FaultLog:
    """Writes down when faults come and go: one line each, and ever fewer of a part that cannot make up its mind."""

    def __init__(self) -> None:
        self._logged: dict[str, Fault] = {}
        self._quiet: dict[str, tuple[float, float]] = {}

    def update(self, faults: Iterable[Fault], now: float) -> None:
        """Tell what is new or gone since it was told last."""
        current = {fault.part: fault for fault in faults}
        for part in self._logged.keys() | current.keys():
            before, fault = self._logged.get(part), current.get(part)
            if (before and before.what) != (fault and fault.what) and self._may_log(part, now):
                if fault is None:
                    del self._logged[part]
                    log.info("%s: works again", part)
                else:
                    self._logged[part] = fault
                    log.warning("%s", fault)

    def _may_log(self, part: str, now: float) -> bool:
        since, wait = self._quiet.get(part, (now - 3 * LONGEST_QUIET, FIRST_QUIET))
        if now < since + wait:
            return False
        self._quiet[part] = (now, FIRST_QUIET if now >= since + 2 * LONGEST_QUIET else min(wait * 2, LONGEST_QUIET))
        return True
