"""A simulated gpiochip: replaces the C library below gpiod, and queues edges as the kernel does."""

from __future__ import annotations

import errno
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import gpiod
from gpiod import _ext, chip, line_request, line_settings
from gpiod.line import Value

PATH = "/dev/gpiochip0"


class GpioLine:
    """One line: its settings, its consumer, and a contact that may short it to ground."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}
        self.consumer: str | None = None
        self.shorted = False
        self.driven = False
        self.seqno = 0

    @property
    def level(self) -> bool:
        """Electrical level, as a meter would show it."""
        if self.settings.get("direction") == _ext.DIRECTION_OUTPUT:
            return self.driven
        return not self.shorted and self.settings.get("bias") == _ext.BIAS_PULL_UP


class GpioChip:
    """A chip with a number of lines; `with chip.install():` lets gpiod find it under `path`."""

    def __init__(self, lines: int = 54, label: str = "pinctrl-bcm2711", path: str = PATH) -> None:
        self.lines = [GpioLine() for _ in range(lines)]
        self.label = label
        self.path = path
        self.forbidden = False
        self.broken = False
        self.requests: dict[int, Request] = {}

    def short(self, number: int, closed: bool, at: float | None = None) -> None:
        """Move a contact; queue an edge with this time (default: now) if the line is requested with edge detection."""
        line = self.lines[number]
        before, line.shorted = line.level, closed
        if line.level != before and (request := self.requests.get(number)) is not None:
            request.edge(line.level, time.monotonic_ns() if at is None else round(at * 1e9))

    @contextmanager
    def install(self) -> Iterator[None]:
        """Replace the C library, with this as its only chip."""
        # gpiod's Python modules each hold their own reference to the C extension, so each is replaced.
        users = (chip, line_request, line_settings)
        library = _Library(self)
        for user in users:
            user._ext = library  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for user in users:
                user._ext = _ext  # type: ignore[attr-defined]


class _Library:
    """Looks like gpiod's C module, with one chip in /dev."""

    def __init__(self, silicon: GpioChip) -> None:
        self.Chip: Callable[[str], OpenChip] = lambda path: OpenChip(silicon, path)
        self.LineConfig = LineConfig
        self.LineSettings = dict

    def __getattr__(self, name: str) -> Any:
        return getattr(_ext, name)


class LineConfig:
    """Settings by line, as gpiod passes them to its C library."""

    def __init__(self) -> None:
        self.settings: dict[int, dict[str, Any]] = {}

    def add_line_settings(self, offsets: list[int], settings: dict[str, Any]) -> None:
        """Store the settings of these lines."""
        self.settings.update(dict.fromkeys(offsets, settings))


class OpenChip:
    """The chip as opened by a program."""

    def __init__(self, silicon: GpioChip, path: str) -> None:
        if path != silicon.path:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if silicon.forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        self.silicon = silicon

    def get_info(self) -> gpiod.ChipInfo:
        """Return its name and size."""
        return gpiod.ChipInfo("gpiochip0", self.silicon.label, len(self.silicon.lines))

    def get_line_info(self, offset: int, watch: bool) -> gpiod.LineInfo:
        """Return the consumer and the settings of a line."""
        line = self.silicon.lines[offset]
        direction = line.settings.get("direction", _ext.DIRECTION_INPUT)
        bias = line.settings.get("bias", _ext.BIAS_UNKNOWN) or _ext.BIAS_UNKNOWN
        return gpiod.LineInfo(
            offset, f"GPIO{offset}", line.consumer is not None, line.consumer or "", direction, False, bias,
            _ext.DRIVE_PUSH_PULL, _ext.EDGE_NONE, _ext.CLOCK_MONOTONIC, False, 0,
        )  # fmt: skip

    def get_line_name(self, offset: int) -> str | None:
        """Return the name in the device tree."""
        return f"GPIO{offset}"

    def request_lines(self, line_cfg: LineConfig, consumer: str, event_buffer_size: int) -> Request:
        """Request one line."""
        ((offset, settings),) = line_cfg.settings.items()
        if self.silicon.lines[offset].consumer is not None:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        return Request(self.silicon, offset, settings, consumer, event_buffer_size)

    def close(self) -> None:
        """Close the chip; requested lines stay requested, as in the kernel."""


class Request:
    """One requested line with its unread edges. When the queue is full the oldest is dropped, as in the kernel."""

    def __init__(self, silicon: GpioChip, offset: int, settings: dict[str, Any], consumer: str, room: int) -> None:
        self.silicon = silicon
        self.line = silicon.lines[offset]
        self.offsets = [offset]
        self.chip_name = "gpiochip0"
        self._waiting: deque[gpiod.EdgeEvent] = deque(maxlen=room)
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)  # readable while edges wait
        self.line.consumer = consumer
        self.line.seqno = 0
        silicon.requests[offset] = self
        self._apply(settings)

    def edge(self, rising: bool, nanoseconds: int) -> None:
        """Queue an edge, if it is of a kind that was requested."""
        wanted = self.line.settings["edge_detection"]
        if wanted in (_ext.EDGE_BOTH, _ext.EDGE_RISING if rising else _ext.EDGE_FALLING):
            kind = _ext.EDGE_EVENT_TYPE_RISING if rising else _ext.EDGE_EVENT_TYPE_FALLING
            self.line.seqno += 1
            number = self.line.seqno
            self._waiting.append(gpiod.EdgeEvent(kind, nanoseconds, self.offsets[0], number, number))
            os.eventfd_write(self.fd, 1)

    def read_edge_events(self, max_events: int | None) -> list[gpiod.EdgeEvent]:
        """Return all queued edges."""
        self._check_failure()
        os.eventfd_read(self.fd)
        events: list[gpiod.EdgeEvent] = []
        while self._waiting:
            events.append(self._waiting.popleft())
        return events

    def get_values(self, offsets: list[int], values: list[Value]) -> None:
        """Read the level into `values`."""
        self._check_failure()
        values[0] = Value.ACTIVE if self.line.level else Value.INACTIVE

    def set_values(self, values: dict[int, Value]) -> None:
        """Drive the line."""
        self._check_failure()
        (level,) = values.values()
        self.line.driven = bool(level)

    def reconfigure_lines(self, line_cfg: LineConfig) -> None:
        """Change the settings."""
        self._check_failure()
        self._apply(line_cfg.settings[self.offsets[0]])

    def release(self) -> None:
        """Release the line; an output keeps its level."""
        self.line.consumer = None
        del self.silicon.requests[self.offsets[0]]
        os.close(self.fd)

    def _apply(self, settings: dict[str, Any]) -> None:
        self.line.settings = settings
        if settings["direction"] == _ext.DIRECTION_OUTPUT:
            self.line.driven = settings["output_value"] == _ext.VALUE_ACTIVE

    def _check_failure(self) -> None:
        if self.silicon.broken:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
