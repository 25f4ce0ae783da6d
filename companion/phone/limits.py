"""How much of everything one phone, and all of them, may have. What is beyond waits or is turned away with a line."""

import asyncio
import logging
import time
from collections.abc import Callable

from starlette.types import Message, Receive

CONNECTIONS = 96
"""Connections in all; five phones and a television have about a dozen."""
OF_ONE_ADDRESS = 40
SPARE_FILES = 32
"""File descriptors left for the database, the parts and the pod where the system allows few."""
BACKLOG = 64
HEAD_SECONDS = 10.0
"""A request must have told what it wants by then."""
REQUEST_SECONDS = 30.0
"""And have its answer by then, however slowly it is read."""
IDLE_SECONDS = 15
"""An open connection that wants nothing goes after that."""
PING_SECONDS = 10.0
"""How often a socket is asked whether it is still there, and how long it may take to say so."""
LONGEST_HEAD = 16_384
LONGEST_BODY = 16_384
LONGEST_MESSAGE = 16_384
FRAME_BURST = 200
FRAMES_A_SECOND = 100
"""Frames of one socket, pings and pieces of messages included; a socket that sends more is closed."""
MOST_PIECES = 64
"""Frames of one message."""
MOST_UNREAD = 262_144
"""Bytes that wait for a socket to be read; one that goes on asking beyond that is closed."""
MESSAGES_A_SECOND = 50
BURST = 100
"""Messages of one socket that are heard at once; beyond that, as many a second."""
CONTINUATION, FIRST_CONTROL = 0x0, 0x8
"""Opcodes of frames (RFC 6455)."""
A_LINE_EACH = 60.0
"""Seconds until the log may say the same again."""


class TooMuch(Exception):
    """The body of a request is longer than any of ours."""


def limited(receive: Receive) -> Receive:
    """The body of a request, as long as it is no longer than it may be."""
    left = LONGEST_BODY

    async def received() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooMuch
        return message

    return received


def paced(receive: Receive, clock: Callable[[], float] = time.monotonic) -> Receive:
    """The messages of a socket, no more a second than a hand can cause; what waits holds up its sender alone."""
    tokens, last = float(BURST), clock()

    async def received() -> Message:
        nonlocal tokens, last
        now = clock()
        tokens, last = min(BURST, tokens + (now - last) * MESSAGES_A_SECOND), now
        if tokens < 1:
            await asyncio.sleep((1 - tokens) / MESSAGES_A_SECOND)
        tokens -= 1
        return await receive()

    return received


class FrameMeter:
    """Counts the frames of a socket by their heads, before anything is spent on parsing or answering them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._allowance = float(FRAME_BURST)
        self._counted_at = clock()
        self._pieces = 0
        """Frames of the message that is being sent."""
        self._head = b""
        """Beginning of a head whose rest has not arrived."""
        self._payload_left = 0

    def allows(self, data: bytes) -> bool:
        """Count the frames that begin in what just arrived; False at the first that is too many."""
        now = self._clock()
        self._allowance = min(FRAME_BURST, self._allowance + (now - self._counted_at) * FRAMES_A_SECOND)
        self._counted_at = now
        data = self._head + data
        at = self._payload_left
        while at + 2 <= len(data):
            mask, length = 4 * (data[at + 1] >> 7), data[at + 1] & 0x7F
            extended = {126: 2, 127: 8}.get(length, 0)
            head_end = at + 2 + extended
            if head_end > len(data):
                break
            if extended:
                length = int.from_bytes(data[at + 2 : head_end], "big")
            if not self._count(data[at] & 0x0F):
                return False
            at = head_end + mask + length
        self._head = data[at:]
        self._payload_left = max(0, at - len(data))
        return True

    def _count(self, opcode: int) -> bool:
        """Count one frame; pings and other control frames may come between the pieces of a message."""
        self._allowance -= 1
        if opcode == CONTINUATION:
            self._pieces += 1
        elif opcode < FIRST_CONTROL:
            self._pieces = 1
        return self._allowance >= 0 and self._pieces <= MOST_PIECES


def connections_allowed() -> int:
    """As many as are good, or as the system has file descriptors for."""
    try:
        import resource  # noqa: PLC0415 (not on Windows)
    except ImportError:
        return CONNECTIONS
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return CONNECTIONS if files == resource.RLIM_INFINITY else max(8, min(CONNECTIONS, files - SPARE_FILES))


class OneLine(logging.Filter):
    """Lets the log say a thing once a minute, in one line, and next time how often it was left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this record is said; its stack trace is left out but for the last line."""
        first = str(record.msg).strip().partition("\n")[0]
        when, missed = self._said.get(first, (float("-inf"), 0))
        now = self._clock()
        if now - when < A_LINE_EACH:
            self._said[first] = when, missed + 1
            return False
        if len(self._said) > 100:
            self._said.clear()
        self._said[first] = now, 0
        told = [record.getMessage().strip().partition("\n")[0]]
        if record.exc_info and record.exc_info[1] is not None:
            told.append(where_it_broke(record.exc_info[1]))
        told += [f"({missed} times more before)"] if missed else []
        record.msg, record.args, record.exc_info = " ".join(told), (), None
        return True


def where_it_broke(error: BaseException) -> str:
    """An error in one line, with the place that somebody who mends it looks for first."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__}: {error}{place}"


def hush() -> None:
    """Let the loggers of the page speak in single lines."""
    for name in ("uvicorn.error", "asyncio", "arkside.phone"):
        logger = logging.getLogger(name)
        if not any(isinstance(one, OneLine) for one in logger.filters):
            logger.addFilter(OneLine())
