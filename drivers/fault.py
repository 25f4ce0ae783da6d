"""Faults of parts as small values: the part, the kind of fault, and the wire to check."""

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
FIRST_QUIET, LONGEST_QUIET = 0.5, 3600.0  # seconds between two log lines about the same part
log = logging.getLogger(__name__)

_BY_ERRNO: dict[int, FaultKind] = {
    errno.ENOENT: "no-bus",
    errno.ENODEV: "no-bus",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.EBUSY: "busy",
    errno.EREMOTEIO: "no-answer",  # the Pi's I2C controller reports a missing acknowledge as this
    errno.ENXIO: "no-answer",
    errno.EIO: "no-answer",
    errno.ETIMEDOUT: "no-answer",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One part that does not work: `what` is a stable word, `wire` says where to look."""

    part: str
    what: FaultKind
    wire: str
    detail: str = ""
    owner: str = ""
    """The program that holds a busy part, if the kernel knows."""

    def __str__(self) -> str:
        text = f"{self.part}: {self.what}, check {self.wire}"
        return f"{text} ({self.detail})" if self.detail else text


def classify_error(error: BaseException) -> FaultKind:
    """Return the kind of fault behind a library's exception.

    luma wraps the kernel's error in its own class, so the errno is searched along the whole chain of causes.
    """
    for link in _iter_causes(error):
        if type(link).__name__ == "BadPinFactory":  # gpiozero found no pins at all; not worth importing it here
            return _diagnose_missing_chip() if find_spec("lgpio") else "no-library"
        if type(link).__module__ == "lgpio":  # its errors carry no errno, only a text
            return "busy" if "busy" in str(link) else _diagnose_missing_chip() if "gpiochip" in str(link) else "failed"
        if isinstance(link, ImportError):
            return "no-library"
        if isinstance(link, OSError):
            return "no-bus" if link.errno is None else _BY_ERRNO.get(link.errno, "failed")
    return "failed"


def _diagnose_missing_chip() -> FaultKind:
    """Find out why no GPIO chip could be opened: lgpio does not say, but the device nodes show it."""
    chips = list(DEVICES.glob("gpiochip*"))
    return "not-allowed" if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips) else "no-bus"


def _iter_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


class FaultLog:
    """Logs when faults come and go, one line each, and ever more rarely for a part that keeps changing."""

    def __init__(self) -> None:
        self._logged: dict[str, Fault] = {}
        self._quiet: dict[str, tuple[float, float]] = {}

    def update(self, faults: Iterable[Fault], now: float) -> None:
        """Log the faults that are new or gone since the last call."""
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
        # The pause doubles with each line; after two quiet hours the part is trusted again.
        self._quiet[part] = (now, FIRST_QUIET if now >= since + 2 * LONGEST_QUIET else min(wait * 2, LONGEST_QUIET))
        return True
